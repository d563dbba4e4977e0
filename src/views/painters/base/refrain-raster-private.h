/* refrain-raster-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a raster is kept, and how its pixels mix.
 */
#pragma once

#include "refrain-raster.h"

G_BEGIN_DECLS

struct _RefrainRaster
{
  cairo_t *cr;
  double width, height;
  gsize n_columns;
  /* on screens */
  cairo_surface_t *surface;
  guint32 *pixels;
  int stride, n_lines;
  /* on paper */
  GArray *cells;
};

static inline guint32
refrain_raster_premultiply (RefrainColor color, double coverage)
{
  double alpha = color.alpha * coverage * 255;

  return (guint32) (alpha + 0.5) << 24 | (guint32) (color.red * alpha + 0.5) << 16
         | (guint32) (color.green * alpha + 0.5) << 8 | (guint32) (color.blue * alpha + 0.5);
}

/* @source over @below, both premultiplied. */
static inline guint32
refrain_raster_blend (guint32 below, guint32 source)
{
  guint32 rest = 255 - (source >> 24);
  guint32 rb = (below & 0x00ff00ff) * rest + 0x00800080;
  guint32 ag = (below >> 8 & 0x00ff00ff) * rest + 0x00800080;

  if (below == 0)
    return source;
  rb = (rb + (rb >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  ag = (ag + (ag >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return source + (rb | ag);
}

G_END_DECLS
