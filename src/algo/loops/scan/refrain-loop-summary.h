/* refrain-loop-summary.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of a loop model that is as long as the run because nothing repeats in it.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-loop-model.h"

/* What is to be known of @model before its text, in comment lines ("// "). *@instead: that work is
 * handed out on demand, or that the run is not regular, with what is sent in each iteration
 * (between the collective operations of all processes that come most often); then no caller reads
 * the text, but for a short one. Otherwise the longest and the median one of @iterations (NULL:
 * those of no trace). @main_loop: NULL, or a sentence of the run, which then stands for what is not
 * regular.
 * @irregular: nothing repeats, as far as refrain_loop_summary_needs_regularity().
 * Free with g_free(). O(n log n) in events. */
char *refrain_loop_summary_write (RefrainLoopModel *model,
                                  RefrainIterations *iterations,
                                  const char *main_loop,
                                  gboolean irregular,
                                  gboolean *instead);
/* Where the outermost loop that most of @n_events, those of @model, are in begins in another place
 * of an iteration than the main loop does, it has fewer iterations than the @n_iterations of this:
 * how many, if @construct is that loop; else 0. */
guint32 refrain_loop_summary_get_fewer (RefrainLoopModel *model,
                                        guint32 construct,
                                        guint32 n_iterations,
                                        guint64 n_events);
/* Whether the size of @model leaves open if it is worth reading. */
gboolean refrain_loop_summary_needs_regularity (RefrainLoopModel *model);
/* Such a line: that the order of threads is none that was recorded; "" where one thread of each
 * process communicates. Free with g_free(). O(threads). */
char *refrain_loop_summary_write_threads (RefrainLoopEvents *events);
/* Such a line: how many events of @all are none of @operations, as these are local; "" where there
 * are none. Free with g_free(). O(processes). */
char *refrain_loop_summary_write_left_out (RefrainLoopEvents *all, RefrainLoopEvents *operations);
/* @events with what masters and their workers say to each other as one collective, "0 hands out 96
 * tasks", and who they are in @sentences (char *), to which it adds; NULL where less than half of
 * the messages are theirs. O(events). */
RefrainLoopEvents *
refrain_loop_summary_join_masters (RefrainLoopEvents *events, GPtrArray *sentences);
