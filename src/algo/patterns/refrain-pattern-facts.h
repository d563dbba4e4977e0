/* refrain-pattern-facts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a reader asks of a pattern beyond its metrics: in which routine one occurrence is, and which
 * of them took longest.
 */
#pragma once

#include "refrain-pattern-set.h"

/* Which routines delimit parts of occurrences of the patterns of a set, which must outlive it. */
typedef struct _RefrainDelimiters RefrainDelimiters;

RefrainDelimiters *refrain_delimiters_new (RefrainPatternSet *set);
void refrain_delimiters_free (RefrainDelimiters *self);
/* The routine that delimits @part, or NULL. O(log segments); O(1) where the parts of a process are
 * asked for in the order of its segments. */
RefrainRoutine *
refrain_delimiters_find (RefrainDelimiters *self, const RefrainOccurrencePart *part);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainDelimiters, refrain_delimiters_free)

/* The occurrence, from 0, that took longest, and the one in the middle by duration, whose durations
 * are those of the pattern's metrics; of several as long the first. Gives how many take place at a
 * time while any does, on average. O(occurrences · log occurrences). */
double refrain_pattern_find_durations (RefrainPattern *pattern, gsize *longest, gsize *median);
/* Whether it is a collective operation of a communicator that holds one process, as MPI_COMM_SELF
 * does, in a run of several. O(1). */
gboolean refrain_pattern_is_alone (RefrainPattern *pattern, RefrainPatternSet *set);
