/* refrain-match-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places in a trace that are like a pattern, as a list: a GListModel of RefrainMatch that makes its
 * items when they are asked for. Immutable.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-pattern-match.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_MATCH (refrain_match_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatch, refrain_match, REFRAIN, MATCH, GObject)

RefrainTime refrain_match_get_start (RefrainMatch *self);
RefrainTime refrain_match_get_end (RefrainMatch *self);
guint64 refrain_match_get_edits (RefrainMatch *self);
/* Its first operation: process and row. FALSE when it has none. */
gboolean refrain_match_get_first (RefrainMatch *self, guint *process, gsize *op);

#define REFRAIN_TYPE_MATCH_LIST (refrain_match_list_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatchList, refrain_match_list, REFRAIN, MATCH_LIST, GObject)

/* Looks for @wanted in @symbols; see refrain_pattern_match(). NULL with @error. */
RefrainMatchList *refrain_match_list_new (RefrainSymbols *symbols,
                                          const RefrainPatternTemplate *wanted,
                                          const RefrainMatchOptions *options,
                                          GCancellable *cancellable,
                                          GError **error);
/* How many are not exact. */
guint refrain_match_list_get_n_similar (RefrainMatchList *self);
/* Every operation of every match; owned by @self. */
RefrainOpSet *refrain_match_list_get_op_set (RefrainMatchList *self);

G_END_DECLS
