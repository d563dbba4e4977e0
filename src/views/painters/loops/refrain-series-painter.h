/* refrain-series-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times over the iterations of a loop, a line for each process: what a scanner fetched (Ketterlin
 * et al. 2014, V-B).
 */
#pragma once

#include "refrain-loop-series.h"
#include "refrain-painter.h"

#define REFRAIN_TYPE_SERIES_PAINTER (refrain_series_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainSeriesPainter, refrain_series_painter, REFRAIN, SERIES_PAINTER, RefrainPainter)

/* @title (may be NULL) stands above the plot. To the right run iterations, from 1; where several
 * share a pixel, the line spans their least and greatest value. Any thread. */
RefrainSeriesPainter *refrain_series_painter_new (RefrainLoopSeries *series, const char *title);
/* The value drawn nearest to (x, y): of which process of the series, and which iteration, from 0.
 * FALSE outside of the plot and where there is none. O(values in that pixel). */
gboolean refrain_series_painter_find (RefrainSeriesPainter *self,
                                      const RefrainViewport *viewport,
                                      const RefrainStyle *style,
                                      double x,
                                      double y,
                                      gsize *process,
                                      gsize *iteration);
