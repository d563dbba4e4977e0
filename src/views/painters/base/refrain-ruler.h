/* refrain-ruler.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Round positions along an axis, and the rulers that show them.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-painter.h"

/* The least of 1, 2 and 5 times powers of ten that is no less than @least, which is above 0: a
 * round distance between labels. */
double refrain_ruler_get_step (double least);
/* The same for an axis of @span, but less where fewer than three labels would stand on it and
 * labels may be as close as @closest. */
double refrain_ruler_get_step_for (double span, double least, double closest);
/* The positions (of double) of the ruler's ticks in @viewport, and the distance between two that
 * no gap lies between. Free with g_array_unref(). */
GArray *refrain_ruler_get_ticks (RefrainAxis *axis,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double *tick);
/* What is written at @ticks: times as they are, or, where those would be too long, the distance
 * ("+458 ns") from *@base ("8.414421 s", to be freed; NULL otherwise). */
char **refrain_ruler_get_labels (RefrainAxis *axis,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 const GArray *ticks,
                                 double tick,
                                 char **base);
/* Draws a ruler with ticks and labels into [0, width] × [0, height]. */
void refrain_ruler_paint (RefrainAxis *axis,
                          cairo_t *cr,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style);
