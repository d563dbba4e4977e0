/* refrain-loop-series.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The time between two edges of a loop's iterations, iteration by iteration, for each of some
 * processes: what a scanner of two positions gives (Ketterlin et al. 2014, V-B). Immutable.
 */
#pragma once

#include "refrain-loop-iterations.h"

/* Where a measurement begins or ends, seen from iteration k. */
typedef enum
{
  REFRAIN_SERIES_BEGIN,      /* its first event begins */
  REFRAIN_SERIES_END,        /* its last event ends */
  REFRAIN_SERIES_NEXT_BEGIN, /* the first event of iteration k + 1 begins */
  REFRAIN_SERIES_NEXT_END,   /* its last event ends */
  REFRAIN_N_SERIES_EDGES
} RefrainSeriesEdge;

/* A value that there is not: an iteration without events, or none behind the last. */
#define REFRAIN_LOOP_SERIES_NONE G_MININT64

#define REFRAIN_TYPE_LOOP_SERIES (refrain_loop_series_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopSeries, refrain_loop_series, REFRAIN, LOOP_SERIES, GObject)

/* Measures from edge @from to edge @to in each iteration of the construct @first (of what is no
 * loop: in each occurrence of those before @end, see refrain_loop_iterations_new_line()), for
 * @processes (n of them; NULL: all that it covers). Any thread. NULL with @error as
 * refrain_loop_iterations_new(). O(iterations x processes). */
RefrainLoopSeries *refrain_loop_series_new (RefrainLoopModel *model,
                                            guint32 first,
                                            guint32 end,
                                            const guint32 *processes,
                                            gsize n,
                                            RefrainSeriesEdge from,
                                            RefrainSeriesEdge to,
                                            GCancellable *cancellable,
                                            GError **error);

const RefrainLoopIterations *refrain_loop_series_get_iterations (RefrainLoopSeries *self);
RefrainSeriesEdge refrain_loop_series_get_from (RefrainLoopSeries *self);
RefrainSeriesEdge refrain_loop_series_get_to (RefrainLoopSeries *self);
/* Iterations, one value each. */
gsize refrain_loop_series_get_length (RefrainLoopSeries *self);
const guint32 *refrain_loop_series_get_processes (RefrainLoopSeries *self, gsize *n);
/* Nanoseconds, iteration by iteration, of process @i of those above. */
const gint64 *refrain_loop_series_get_values (RefrainLoopSeries *self, gsize i);
/* The least and the greatest value. FALSE where there is none. */
gboolean refrain_loop_series_get_range (RefrainLoopSeries *self, gint64 *least, gint64 *greatest);

/* Writes "iteration,process,begin_s,value_s" lines to @path (beside it, then renamed); iterations
 * count from 1, values that there are not are left out. Any thread. */
gboolean refrain_loop_series_save_csv (RefrainLoopSeries *self,
                                       const char *path,
                                       GCancellable *cancellable,
                                       GError **error);
