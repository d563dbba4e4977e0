/* refrain-pattern-facts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a reader asks of a pattern beyond its metrics: in which routine one occurrence is, and which
 * of them took longest.
 */
#pragma once

#include "refrain-pattern-set.h"

/* The routine that delimits one @part of an occurrence of a pattern of @set, or NULL. O(log
 * segments). */
RefrainRoutine *
refrain_occurrence_find_routine (RefrainPatternSet *set, const RefrainOccurrencePart *part);
/* The occurrence, from 0, that took longest, and the one in the middle by duration, whose durations
 * are those of the pattern's metrics; of several as long the first. O(occurrences · log
 * occurrences). */
void refrain_pattern_find_durations (RefrainPattern *pattern, gsize *longest, gsize *median);
/* Whether it is a collective operation of a communicator that holds one process, as MPI_COMM_SELF
 * does, in a run of several. O(1). */
gboolean refrain_pattern_is_alone (RefrainPattern *pattern, RefrainPatternSet *set);
