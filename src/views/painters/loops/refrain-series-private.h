/* refrain-series-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-series-*.c files only.
 */
#pragma once

#include "refrain-series-painter.h"

G_BEGIN_DECLS

struct _RefrainSeriesPainter
{
  RefrainPainter parent_instance;

  RefrainLoopSeries *series;
  char *title;
  double least, greatest; /* of the axis of values */
};

typedef struct
{
  RefrainSeriesPainter *self;
  const RefrainViewport *viewport;
  const RefrainStyle *style;
  double x, y, width, height; /* of the plot */
  gboolean furniture;
} RefrainSeriesFrame;

double refrain_series_get_x (const RefrainSeriesFrame *frame, double iteration);
double refrain_series_get_y (const RefrainSeriesFrame *frame, double value);
/* The colour of process @i of the series. */
RefrainColor refrain_series_get_color (const RefrainSeriesFrame *frame, gsize i);
void refrain_series_paint_furniture (const RefrainSeriesFrame *frame, cairo_t *cr);

G_END_DECLS
