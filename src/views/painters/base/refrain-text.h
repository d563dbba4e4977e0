/* refrain-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one place where painters draw text: shown as a Pango layout, or, on a surface that carries a
 * sink, noted as SVG <text> elements, so that text stays text.
 */
#pragma once

#include "refrain-style.h"

typedef enum
{
  REFRAIN_TEXT_LEFT, /* the text begins at x */
  REFRAIN_TEXT_CENTER,
  REFRAIN_TEXT_RIGHT, /* the text ends at x */
} RefrainTextAlign;

typedef struct
{
  double x, y; /* y is the middle of the line */
  RefrainTextAlign align;
  RefrainColor color;
  double scale; /* of the style's font size; 0 means 1 */
  gboolean bold;
  double max_width; /* cut with an ellipsis to this; 0 for no limit */
  double angle;     /* radians, clockwise, about (x, y) */
} RefrainText;

/* Draws @text. Control characters and invalid UTF-8 are replaced. */
void refrain_text_show (cairo_t *cr,
                        const RefrainStyle *style,
                        const RefrainText *place,
                        const char *text);
/* Draws @text in lines of @place's max_width, @pitch from one to the next, broken between words: at
 * most @max_lines, the last of which is cut. Returns how many; @cr may be NULL, to count them. */
guint refrain_text_show_lines (cairo_t *cr,
                               const RefrainStyle *style,
                               const RefrainText *place,
                               double pitch,
                               guint max_lines,
                               const char *text);
/* The width of @text at @scale times the style's font size. */
double refrain_text_get_width (const RefrainStyle *style, const char *text, double scale);
/* Whether a label in @width has room for at least two letters; cheap, to be asked before a label is
 * made at all. */
gboolean refrain_text_may_fit (const RefrainStyle *style, double width);
/* Every how many places to write a number where a label takes @places of them: 1, 2, 5, 10, ... */
gint64 refrain_text_get_stride (double places);

/* ---- SVG ------------------------------------------------------------------------------------- */

typedef struct _RefrainTextSink RefrainTextSink;

/* Notes the text drawn on @surface instead of drawing it. Owned by @surface. */
RefrainTextSink *refrain_text_sink_attach (cairo_surface_t *surface);
/* The elements so far, in drawing order; valid until the next text. */
const char *refrain_text_sink_get_elements (RefrainTextSink *self, gsize *length);
