/* refrain-counter-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One counter over time: a row for each thread that recorded it, and above them, where there are
 * several, their sum. As lines, each with the least and most of what a column of pixels stands for
 * behind its mean, or as heat: the mean as a colour.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-counters.h"
#include "refrain-painter.h"

#define REFRAIN_TYPE_COUNTER_PAINTER (refrain_counter_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainCounterPainter, refrain_counter_painter, REFRAIN, COUNTER_PAINTER, RefrainPainter)

/* Of counter @counter the series of @processes (n of them), in that order. A frame costs
 * O(rows · columns · log values). */
RefrainCounterPainter *refrain_counter_painter_new (RefrainCounters *counters,
                                                    RefrainAxis *axis,
                                                    guint counter,
                                                    const guint *processes,
                                                    gsize n,
                                                    gboolean heat);
guint refrain_counter_painter_get_n_rows (RefrainCounterPainter *self);
/* Draws the names of the rows and, beside lines, the ends of their scale into [0, width]. */
void refrain_counter_painter_paint_labels (RefrainCounterPainter *self,
                                           cairo_t *cr,
                                           const RefrainViewport *viewport,
                                           const RefrainStyle *style);
/* What is at (@x, @y): who, how much, when. Free with g_free(); NULL where nothing is. */
char *refrain_counter_painter_describe (RefrainCounterPainter *self,
                                        const RefrainViewport *viewport,
                                        double x,
                                        double y);
