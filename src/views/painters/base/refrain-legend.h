/* refrain-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A legend in one line: samples with words behind them, as many as there is room for.
 */
#pragma once

#include "refrain-text.h"

G_BEGIN_DECLS

/* The size of a legend's words, in font sizes. */
#define REFRAIN_LEGEND_SCALE 0.85

/* A line that is being written; a plain value. */
typedef struct
{
  cairo_t *cr;
  const RefrainStyle *style;
  double x, y;   /* where the next entry begins, and the middle of the line */
  double width;  /* where the line ends */
  double sample; /* from where an entry begins to its words */
  double gap;    /* between entries */
  double most;   /* words are cut to this width; 0: never */
} RefrainLegend;

/* Writes @text behind the room for its sample, which is the caller's to draw, from @x on. FALSE
 * where there is no room for it. */
gboolean refrain_legend_add (RefrainLegend *self, const char *text, double *x);

G_END_DECLS
