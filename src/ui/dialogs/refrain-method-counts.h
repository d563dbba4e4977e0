/* refrain-method-counts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many repeats three methods find in each process: by suffixes, syntactically, and directed by
 * routine calls (thesis 4.4); and which of them the routine tree removes. No GTK.
 */
#pragma once

#include "refrain-pattern-set.h"
#include "refrain-progress.h"

#define REFRAIN_TYPE_METHOD_COUNTS (refrain_method_counts_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMethodCounts, refrain_method_counts, REFRAIN, METHOD_COUNTS, GObject)

/* Of each process that sends or receives, by rank: a GListModel of RefrainMethodCounts. @set has
 * patterns delimited by routines. Processes are spread over all cores. NULL with @error when
 * cancelled. */
GListModel *refrain_method_counts_new (RefrainPatternSet *set,
                                       GCancellable *cancellable,
                                       const RefrainProgress *progress,
                                       GError **error);

guint refrain_method_counts_get_process (RefrainMethodCounts *self);
/* Sends and receives. */
gsize refrain_method_counts_get_events (RefrainMethodCounts *self);
gsize refrain_method_counts_get_suffix (RefrainMethodCounts *self);
gsize refrain_method_counts_get_syntactic (RefrainMethodCounts *self);
gsize refrain_method_counts_get_routine (RefrainMethodCounts *self);
/* Syntactic repeats that are none when routines delimit. */
gsize refrain_method_counts_get_removed (RefrainMethodCounts *self);
/* The first of them, "S2 R3 S5 · 9 times" each; owned by @self. */
const char *const *refrain_method_counts_get_examples (RefrainMethodCounts *self);
