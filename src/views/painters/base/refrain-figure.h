/* refrain-figure.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A painter on paper: size in millimetres, font in points, palette, title; written as SVG, PDF or
 * PNG with text as text.
 */
#pragma once

#include <gio/gio.h>
#include "refrain-painter.h"

typedef enum
{
  REFRAIN_FIGURE_SVG,
  REFRAIN_FIGURE_PDF,
  REFRAIN_FIGURE_PNG,
} RefrainFigureFormat;

typedef struct
{
  double width, height; /* millimetres, 10 to 2000 */
  double font_size;     /* points, 4 to 72 */
  RefrainPalette palette;
  double resolution; /* PNG: dots per inch, 36 to 1200 */
  const char *title; /* may be NULL */
} RefrainFigureOptions;

/* 160 × 90 mm, 8 points, for print, 300 dots per inch, no title. */
void refrain_figure_options_init (RefrainFigureOptions *options);

/* Draws the figure into [0, width] × [0, height] millimetres of @cr, whose unit is one point. */
void refrain_figure_paint (RefrainPainter *painter,
                           const RefrainViewport *part,
                           const RefrainFigureOptions *options,
                           cairo_t *cr);
/* Writes the figure beside @path and renames it when whole. @part gives start, end and rows; its
 * size is not looked at. */
gboolean refrain_figure_save (RefrainPainter *painter,
                              const RefrainViewport *part,
                              const RefrainFigureOptions *options,
                              RefrainFigureFormat format,
                              const char *path,
                              GError **error);
/* By the extension of @path. */
gboolean
refrain_figure_format_for_path (const char *path, RefrainFigureFormat *format, GError **error);
