/* refrain-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A legend: samples with words behind them, in as many lines as they need. Written twice: once
 * without a cairo_t, which tells the height, once with it.
 */
#pragma once

#include "refrain-text.h"

/* The size of a legend's words, and the height of its lines, in font sizes. */
#define REFRAIN_LEGEND_SCALE  0.85
#define REFRAIN_LEGEND_HEIGHT 1.4

typedef enum
{
  REFRAIN_LEGEND_BOX,
  REFRAIN_LEGEND_PAIR,    /* a box half dark, half light */
  REFRAIN_LEGEND_HUES,    /* a box of three hues: one each */
  REFRAIN_LEGEND_LANES,   /* two lanes of shades, one above the other */
  REFRAIN_LEGEND_FRAME,   /* a box with an edge */
  REFRAIN_LEGEND_ARROW,   /* a message */
  REFRAIN_LEGEND_LINE,    /* may have dashes */
  REFRAIN_LEGEND_UPRIGHT, /* a dashed line from above to below */
} RefrainLegendSample;

/* What one entry shows and says; a plain value but for its text. */
typedef struct
{
  RefrainLegendSample sample;
  RefrainColor color, second; /* the second one of a pair, of lanes, of a frame's edge */
  double dash[4];
  guint n_dashes;
  char *text; /* owned */
} RefrainLegendEntry;

/* One that is being written; a plain value. */
typedef struct
{
  cairo_t *cr; /* NULL: it is only measured */
  const RefrainStyle *style;
  double left;   /* where lines begin */
  double x, y;   /* where the next entry begins, and the middle of its line */
  double width;  /* where lines end */
  double sample; /* from where an entry begins to its words */
  double gap;    /* between entries */
  guint line;    /* of the next entry */
} RefrainLegend;

/* Lines from @left to @width, the first of which begins at y 0; @cr may be NULL. Gap and sample are
 * the caller's to change. */
void refrain_legend_init (
    RefrainLegend *self, cairo_t *cr, const RefrainStyle *style, double left, double width);
/* Writes @text behind the room for its sample, which is the caller's to draw, from @x on in the
 * middle of self->y, where this gives TRUE: it does not when the legend is only measured. */
gboolean refrain_legend_add (RefrainLegend *self, const char *text, double *x);
/* Likewise, words without a sample. */
void refrain_legend_add_note (RefrainLegend *self, const char *text);
/* An array of RefrainLegendEntry that owns their texts. Free with g_array_unref(). */
GArray *refrain_legend_entries_new (void);
/* Appends an entry with a copy of @text; what else it holds may be set in what is given, which
 * belongs to @entries until the next. */
RefrainLegendEntry *refrain_legend_entries_add (GArray *entries,
                                                RefrainLegendSample sample,
                                                RefrainColor color,
                                                const char *text);
/* Draws the sample of @entry, 2 font sizes wide and one high at most, from @x on about @y. */
void refrain_legend_draw_sample (
    const RefrainLegendEntry *entry, cairo_t *cr, const RefrainStyle *style, double x, double y);
/* Writes @entries with their samples, as wide as the widest of them needs. */
void refrain_legend_write (RefrainLegend *self, const GArray *entries);
/* Whether an entry @text has room in @n_lines, with @reserve behind it. */
gboolean
refrain_legend_fits (const RefrainLegend *self, const char *text, guint n_lines, double reserve);
/* The height of all lines so far. */
double refrain_legend_get_height (const RefrainLegend *self);
