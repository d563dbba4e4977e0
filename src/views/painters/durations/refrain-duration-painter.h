/* refrain-duration-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long something takes each time: a histogram with its density on a logarithmic axis, usual
 * durations and outliers marked, and below it the course over the run (Trahay et al. 2015, IV).
 */
#pragma once

#include "refrain-occurrences.h"
#include "refrain-painter.h"

/* Bars of the histogram. */
#define REFRAIN_DURATION_BINS 80

#define REFRAIN_TYPE_DURATION_PAINTER (refrain_duration_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainDurationPainter, refrain_duration_painter, REFRAIN, DURATION_PAINTER, RefrainPainter)

/* @durations are those of @occurrences. O(occurrences · log occurrences). Any thread. */
RefrainDurationPainter *
refrain_duration_painter_new (RefrainOccurrences *occurrences, RefrainDurations *durations);

/* Draws above it what takes from @from to @to (ns; nothing where @from > @to) as selected, and
 * where occurrence @current stands (REFRAIN_NONE: nothing). O(bars). */
void refrain_duration_painter_paint_over (RefrainDurationPainter *self,
                                          cairo_t *cr,
                                          const RefrainViewport *viewport,
                                          const RefrainStyle *style,
                                          double from,
                                          double to,
                                          guint32 current);

/* What is at a point. */
typedef struct
{
  double duration;    /* at x of the histogram, ns */
  double from, to;    /* the bar there; both 0 in the course */
  gsize count;        /* ... how many it stands for */
  guint32 occurrence; /* in the course: the nearest, or REFRAIN_NONE */
} RefrainDurationPoint;

/* FALSE outside of both plots. O(1); in the course O(occurrences in the pixel · log n). */
gboolean refrain_duration_painter_find (RefrainDurationPainter *self,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        double x,
                                        double y,
                                        RefrainDurationPoint *point);
