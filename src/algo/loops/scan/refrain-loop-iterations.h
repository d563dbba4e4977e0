/* refrain-loop-iterations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All iterations of a loop over the whole run, each as the events it covers in the stream of each
 * process. Of what is no loop, all occurrences. Immutable.
 */
#pragma once

#include "refrain-loop-scan.h"
#include "refrain-op-set.h"

typedef struct _RefrainLoopIterations RefrainLoopIterations;

/* The iterations of @construct, in the order of the run. @processes (n of them; NULL: all that it
 * covers) are those that are looked at. NULL with @error where positions are no polynomials, or
 * when cancelled. O(iterations x processes). Any thread. */
RefrainLoopIterations *refrain_loop_iterations_new (RefrainLoopModel *model,
                                                    guint32 construct,
                                                    const guint32 *processes,
                                                    gsize n,
                                                    GCancellable *cancellable,
                                                    GError **error);
/* The same of the constructs from @first to before @end, as one: events of one body, each of
 * another process, ascending. */
RefrainLoopIterations *refrain_loop_iterations_new_line (RefrainLoopModel *model,
                                                         guint32 first,
                                                         guint32 end,
                                                         const guint32 *processes,
                                                         gsize n,
                                                         GCancellable *cancellable,
                                                         GError **error);
void refrain_loop_iterations_free (RefrainLoopIterations *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopIterations, refrain_loop_iterations_free)

guint32 refrain_loop_iterations_get_construct (const RefrainLoopIterations *self);
gsize refrain_loop_iterations_get_n (const RefrainLoopIterations *self);
/* Ascending. */
const guint32 *refrain_loop_iterations_get_processes (const RefrainLoopIterations *self, gsize *n);
/* The events of process @i (of those above) in iteration @iteration, from 0. O(1). */
RefrainLoopSpan
refrain_loop_iterations_get_span (const RefrainLoopIterations *self, gsize iteration, gsize i);
/* When the first operation of an iteration begins and the last one ends. FALSE for one without
 * operations. O(processes). */
gboolean refrain_loop_iterations_get_times (const RefrainLoopIterations *self,
                                            gsize iteration,
                                            RefrainTime *start,
                                            RefrainTime *end);
/* The operations of all iterations. NULL when cancelled. O(operations). Free with
 * refrain_op_set_unref(). */
RefrainOpSet *
refrain_loop_iterations_make_op_set (const RefrainLoopIterations *self, GCancellable *cancellable);

/* When the operation behind event @position of @process' stream begins: the MPI call it stands in,
 * where there is one; and when it ends. FALSE where there is no such operation. O(1). */
gboolean refrain_loop_events_get_span (RefrainLoopEvents *events,
                                       guint process,
                                       guint64 position,
                                       RefrainTime *start,
                                       RefrainTime *end);
