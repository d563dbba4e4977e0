/* refrain-findings-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what findings are made of, but for suspects: how sure it is what a cause
 * saves, where it is, and what is left that no finding explains.
 */
#pragma once

#include "refrain-finding-choice.h"
#include "refrain-op-set.h"
#include "refrain-scenario.h"

/* Measures the intervals of those that were chosen, and what each of a group saves alone. @waited:
 * of each number of them, from none to all, what is waited for without these, in ticks. FALSE when
 * cancelled. */
gboolean refrain_finding_measure_certainty (RefrainFindingChoice *choice, RefrainTime *waited);

/* ---- Where a cause is, by what the scenario without it changes ---- */

/* How much each node is changed by @scenario, in ticks; free with g_free(). */
double *
refrain_finding_list_changes (const RefrainRunGraph *graph, const RefrainScenario *scenario);
/* The operations that come or end late because of what @scenario changes by more than @least ticks,
 * with the computing that is changed, and those that waited for them, a part each; free with
 * refrain_op_set_unref(). */
RefrainOpSet *refrain_finding_list_ops (const RefrainRunGraph *graph,
                                        const RefrainScenario *scenario,
                                        double least);

/* ---- What is left ---- */

/* Makes @sentence, translated, without the last full stop, of what calls of MPI take that wait for
 * nobody, of what is left in @base (NULL: the run), which saves @gained: how much, in which routine
 * and where, and what that may be; @waiting is the share of the processes' time in the run that
 * they wait. NULL where it is little. Where that routine is called once, *@once is what the run
 * would be shorter without; else 0. FALSE when cancelled. O(nodes). */
gboolean refrain_finding_describe_rest (const RefrainRunGraph *graph,
                                        const RefrainScenario *base,
                                        double gained,
                                        double waiting,
                                        char **sentence,
                                        RefrainTime *once,
                                        GCancellable *cancellable);

/* ---- A run that was ended while all of its processes were in calls of MPI ---- */

/* Which calls of MPI were never left, in translated words: NULL where a process was not in one at
 * its end, or where one of them could have gone on or ends the run. Adds to @processes (guint32)
 * those that wait for no collective, or all where all do; sets *@routine to their first call. Free
 * with g_free(). O(operations). */
char *refrain_finding_describe_hang (RefrainTrace *trace, GArray *processes, guint32 *routine);
/* Where processes were when the record ended, if any was inside MPI and the run was no hang: of one
 * that was killed. Else NULL. Free with g_free(). O(operations). */
char *refrain_finding_describe_end (RefrainTrace *trace);
/* Whether a process has called another collective operation than the one that others are in, so
 * that these never leave it. O(operations). */
gboolean refrain_finding_has_other_collective (RefrainTrace *trace, const guint32 *last);
/* Whom processes wait for that are in calls of @last (of each process a routine, or REFRAIN_NONE)
 * at their end, as far as their earlier calls tell: of those whom others wait for the ones that
 * wait for nobody, and what these have not received; or a circle. Else, where the run @hangs, to
 * whom nobody has sent anything that asks for a message. NULL where nothing is known. Free with
 * g_free(). O(operations + processes²). */
char *refrain_finding_describe_awaited (RefrainTrace *trace, const guint32 *last, gboolean hangs);
/* The first of processes of which each names the next, and the last the first; @next: whom each
 * names, or REFRAIN_NONE. G_MAXUINT32: there is no such circle. O(processes). */
guint32 refrain_finding_find_circle (const guint32 *next, guint n);
/* Whether @routine, or REFRAIN_NONE, may wait for a message. */
gboolean refrain_finding_takes_messages (RefrainTrace *trace, guint32 routine);
/* Whether the routine of that name is for messages. */
gboolean refrain_finding_is_point_to_point (const char *name);
