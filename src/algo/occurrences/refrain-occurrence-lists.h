/* refrain-occurrence-lists.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collectors: the occurrences of a pattern, a loop, a phase, a routine or a sequence as a series.
 */
#pragma once

#include "refrain-cycle.h"
#include "refrain-loop-iterations.h"
#include "refrain-occurrences.h"
#include "refrain-phases.h"
#include "refrain-points.h"

/* Of pattern @index of @set. O(parts of its occurrences). */
RefrainOccurrences *refrain_occurrences_new_for_pattern (RefrainPatternSet *set, guint32 index);
/* Of patterns @indices (@n of them, ascending) of @set, in execution order. O(all occurrences). */
RefrainOccurrences *
refrain_occurrences_new_for_patterns (RefrainPatternSet *set, const guint32 *indices, gsize n);
/* Of @cycle of @set: its iterations, called @name. O(iterations x processes). */
RefrainOccurrences *
refrain_occurrences_new_for_cycle (RefrainPatternSet *set, RefrainCycle *cycle, const char *name);
/* The iterations of loop @construct of @model, of events of a trace: each from where the one before
 * ended, so that what is computed between them counts. It is called after the routine that holds
 * two of them. NULL with @error as refrain_loop_iterations_new(). O(iterations × processes). */
RefrainOccurrences *refrain_occurrences_new_for_loop (RefrainLoopModel *model,
                                                      guint32 construct,
                                                      GCancellable *cancellable,
                                                      GError **error);
/* The same of the constructs from @first to before @end as one, as
 * refrain_loop_iterations_new_line(); what is no loop is called @name. */
RefrainOccurrences *refrain_occurrences_new_for_line (RefrainLoopModel *model,
                                                      guint32 first,
                                                      guint32 end,
                                                      const char *name,
                                                      GCancellable *cancellable,
                                                      GError **error);
/* @iterations of @trace: the main loop, with no id. NULL with @error when cancelled. O(operations ·
 * log iterations). */
RefrainOccurrences *refrain_occurrences_new_for_iterations (RefrainTrace *trace,
                                                            RefrainIterations *iterations,
                                                            GCancellable *cancellable,
                                                            GError **error);
/* The repetitions of what elements [@start, @end) of @phases repeat, in phase @id; none where they
 * repeat nothing. O(operations in them). */
RefrainOccurrences *refrain_occurrences_new_for_phase (
    RefrainPhases *phases, guint32 start, guint32 end, guint32 id, const char *name);
/* A call, for refrain_occurrences_new_for_calls(). */
typedef struct
{
  guint32 process;
  guint32 row;
} RefrainCallRef;
/* The calls of @routine of @trace; with @ops with their operations. O(calls of the trace + own
 * calls · log n). */
RefrainOccurrences *
refrain_occurrences_new_for_routine (RefrainTrace *trace, guint32 routine, gboolean ops);
/* The same where these are known: @n @calls, in any order, which are sorted in place by their
 * start. */
RefrainOccurrences *refrain_occurrences_new_for_calls (
    RefrainTrace *trace, guint32 routine, RefrainCallRef *calls, gsize n, gboolean ops);
/* Of point @index of @points (refrain_points_list()). O(occurrences · log operations). */
RefrainOccurrences *refrain_occurrences_new_for_point (RefrainPoints *points, gsize index);
