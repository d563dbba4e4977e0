/* refrain-raster.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Many small cells in columns across a drawing. On screens they are written as pixels, at once or
 * when the raster is finished: until then nothing else may be drawn. On paper (SVG, PDF) they
 * become few paths. Either way the cost depends on the size of the drawing alone.
 */
#pragma once

#include "refrain-style.h"

typedef struct _RefrainRaster RefrainRaster;

/* Begins a raster over [0, width] × [0, height] of @cr. */
RefrainRaster *refrain_raster_new (cairo_t *cr, double width, double height);
/* How many equal columns it has. */
gsize refrain_raster_get_n_columns (RefrainRaster *self);
/* Fills columns [first, last) between @y and @y + @height; later cells lie above earlier ones of
 * the same colour or not at all: cells must not overlap on paper. */
void refrain_raster_fill (
    RefrainRaster *self, gsize first, gsize last, double y, double height, RefrainColor color);
/* Shades @n equal stretches of columns by @values (0: nothing, 1: @color). */
void refrain_raster_shade (
    RefrainRaster *self, const float *values, gsize n, double y, double height, RefrainColor color);
/* Stacks, in @n equal stretches of columns, @n_layers shares (stretch i's begin at
 * shares[i * n_layers]) from the bottom up, each in its colour. */
void refrain_raster_stack (RefrainRaster *self,
                           const float *shares,
                           gsize n,
                           gsize n_layers,
                           const RefrainColor *colors,
                           double y,
                           double height);
/* On screens only: a line, smoothed. */
void refrain_raster_line (RefrainRaster *self,
                          double x0,
                          double y0,
                          double x1,
                          double y1,
                          double width,
                          RefrainColor color);
/* Likewise a disc. */
void
refrain_raster_disc (RefrainRaster *self, double x, double y, double radius, RefrainColor color);
/* Likewise a triangle: three corners, x and y each. */
void refrain_raster_triangle (RefrainRaster *self, const double corners[6], RefrainColor color);
/* On screens only: fills between y0 and y1 from the edge left0–left1 to the edge right0–right1. */
void refrain_raster_trapezoid (RefrainRaster *self,
                               double y0,
                               double y1,
                               double left0,
                               double left1,
                               double right0,
                               double right1,
                               RefrainColor color);
/* Whether @cr draws on paper. */
gboolean refrain_raster_is_paper (cairo_t *cr);
/* Paints what was put into it, and frees it. */
void refrain_raster_finish (RefrainRaster *self);
