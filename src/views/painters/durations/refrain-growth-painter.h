/* refrain-growth-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of several runs over their numbers of processes: a line for each, with a point a run, its
 * name where it ends.
 */
#pragma once

#include "refrain-painter.h"

#define REFRAIN_TYPE_GROWTH_PAINTER (refrain_growth_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainGrowthPainter, refrain_growth_painter, REFRAIN, GROWTH_PAINTER, RefrainPainter)

/* How a number reads; free with g_free(). */
typedef char *(*RefrainGrowthFormat) (double value, gpointer data);

/* Of @n runs on @processes, rising, which are copied. @format is called with @data while it paints,
 * on any thread; it reads one unit. */
RefrainGrowthPainter *refrain_growth_painter_new (const guint *processes,
                                                  guint n,
                                                  RefrainGrowthFormat format,
                                                  gpointer data);
/* A line called @name through @values, of as many runs; where one is NAN it has a gap. Before it
 * paints. */
void
refrain_growth_painter_add (RefrainGrowthPainter *self, const char *name, const double *values);
