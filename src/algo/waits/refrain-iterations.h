/* refrain-iterations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The iterations of a run's main loop: what stands most of the time in a row in each process'
 * stream of operations (of its thread with most of them, or, of several, the one that goes on
 * longest), in as many turns on each. Immutable.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-trace.h"

#define REFRAIN_TYPE_ITERATIONS (refrain_iterations_get_type ())
G_DECLARE_FINAL_TYPE (RefrainIterations, refrain_iterations, REFRAIN, ITERATIONS, GObject)

/* Finds in each process the repetition that covers most of its operations (kind, peer,
 * communicator; receives that complete together in any order), and how many turns most processes
 * take. A process whose own repetition has a multiple of that many goes through several of its
 * turns in one. Keeps a reference to @trace. NULL with @error when cancelled. O(n log n) in
 * operations. */
RefrainIterations *
refrain_iterations_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

/* Iterations that the caller found: @bounds has of each process the @n + 1 times at which they
 * begin and the last one ends, or NULL where it has no part in them. Those of no process are none.
 */
RefrainIterations *
refrain_iterations_new_at (RefrainTrace *trace, guint32 n, RefrainTime *const *bounds);

/* How many there are; 0 where nothing comes three times, what does is less than half of all, is
 * over in a moment, or sends very different numbers of bytes. One that is nearly whole counts. */
guint32 refrain_iterations_get_n (RefrainIterations *self);
/* How many turns of a loop around them there are, where a number of them that varies comes with the
 * same operation behind it each time: a solver that needs fewer iterations in each step. 0: none is
 * seen, and they are the main loop's own. */
guint32 refrain_iterations_get_n_outer (RefrainIterations *self);
/* How many turns like theirs all processes take elsewhere, as one to warm up before a clock is
 * started. */
guint32 refrain_iterations_get_n_apart (RefrainIterations *self);
/* Of groups of processes that communicate with no other in their loops, which differ in how often
 * they are gone through, RefrainIterations of each; then those of all are none. Else NULL. Owned by
 * @self. */
GPtrArray *refrain_iterations_get_groups (RefrainIterations *self);
/* Whether all processes do something else in or between some of them, so that several may be a
 * step.
 */
gboolean refrain_iterations_are_interrupted (RefrainIterations *self);
/* The share of the operations that repeat exactly in them, but for rare ones; 0 for those that
 * others found. */
double refrain_iterations_get_coverage (RefrainIterations *self);
/* Whether each goes from exchanges of most bytes down to those of fewest and up again, and on how
 * many levels (0: unknown), as multigrid does. */
gboolean refrain_iterations_are_cycles (RefrainIterations *self, guint *levels);
/* The first that takes as long as the median. @self must have some. O(n log n + processes * n). */
guint32 refrain_iterations_find_usual (RefrainIterations *self);
/* Adds the operations of iteration @i to @set. O(operations of it; with several threads, of all).
 */
void refrain_iterations_add_ops (RefrainIterations *self, guint32 i, RefrainOpSet *set);
/* The iteration, from 0, in which operation @op of @process stands, or REFRAIN_NONE. O(log
 * iterations). */
guint32 refrain_iterations_find (RefrainIterations *self, guint process, gsize op);
/* The iteration in which @process is at @time, or REFRAIN_NONE. O(log iterations). */
guint32 refrain_iterations_find_time (RefrainIterations *self, guint process, RefrainTime time);
/* Whether, on all processes, what is between the start of the run, or the operation before, and the
 * first operation of the first iteration is by far longer than before that of any other, so that
 * the most of it is none of @process' iterations. */
gboolean refrain_iterations_have_set_up (RefrainIterations *self, guint process);
/* When iteration @i begins on @process (where the call of the last operation before it ends) and
 * ends. FALSE where the process has no part in it. */
gboolean refrain_iterations_get_span (
    RefrainIterations *self, guint process, guint32 i, RefrainTime *start, RefrainTime *end);
/* When iteration @i of the run takes place: from the end of the one before it on the process that
 * was last (the first one: from where the first process begins) to its end on the process that is
 * last. So iterations follow one another, and the one in which a process is late is the one that
 * takes longer, not those in which others wait for it. FALSE where no process has part in it.
 * O(processes). */
gboolean refrain_iterations_get_run_span (RefrainIterations *self,
                                          guint32 i,
                                          RefrainTime *start,
                                          RefrainTime *end);
/* How long that is; 0 where no process has part in it. */
RefrainTime refrain_iterations_get_time (RefrainIterations *self, guint32 i);
/* "249 iterations of the main loop: the longest 77.7 ms (no. 199 at 13.4 s), the median one 64.9 ms
 * (no. 107 at 7.45 s)", or NULL where there are none. Free with g_free(). O(n log n). */
char *refrain_iterations_describe (RefrainIterations *self);
/* "The same occurs once more outside the loop.", or NULL. Free with g_free(). */
char *refrain_iterations_describe_apart (RefrainIterations *self);
/* "19.9 ms (29 % of the run) are before it.", of what the run of @trace takes besides all of them, or
 * NULL where that is little. Free with g_free(). */
char *refrain_iterations_describe_around (RefrainIterations *self, RefrainTrace *trace);
