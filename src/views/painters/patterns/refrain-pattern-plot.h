/* refrain-pattern-plot.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the plot of a pattern's drawing, where things stand in it and how they are
 * drawn.
 */
#pragma once

#include "refrain-pattern-layout.h"
#include "refrain-pattern-painter.h"
#include "refrain-text.h"

struct _RefrainPatternPainter
{
  RefrainPainter parent_instance;

  RefrainPatternLayout *layout;
  gboolean has_messages, has_collectives, has_counts, has_roots;
};

/* One drawing of the plot. */
typedef struct
{
  const RefrainPatternPainter *painter;
  const RefrainPatternLayout *layout;
  cairo_t *cr; /* NULL while picking */
  const RefrainStyle *style;
  double width, height;
  double unit; /* an eleventh of the font size: one pixel on usual screens */
  double x, y; /* of step 0's and row 0's middle */
  double step_width, row_height;
  double radius;             /* of marks */
  double head;               /* room above each mark for brackets, or 0 */
  double line;               /* height of a line of brackets */
  guint first_row, last_row; /* visible rows: [first, last) */
  double top;                /* where the rows begin; above it stand names of collectives */
  double names;              /* height of the names of collectives above the rows, or 0 */
  gboolean steep;            /* they run upwards */
} RefrainPatternFrame;

/* Decides how large everything is. @viewport is the plot's; @cr may be NULL. */
void refrain_pattern_frame_init (RefrainPatternFrame *self,
                                 const RefrainPatternPainter *painter,
                                 cairo_t *cr,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style);

static inline double
refrain_pattern_frame_get_x (const RefrainPatternFrame *self, double step)
{
  return self->x + step * self->step_width;
}

static inline double
refrain_pattern_frame_get_y (const RefrainPatternFrame *self, double row)
{
  return self->y + row * self->row_height;
}

/* Rows, spans, messages, marks, brackets. */
void refrain_pattern_paint_plot (const RefrainPatternFrame *frame);
/* The ends of an arrow at the edges of its marks; FALSE where they touch or it is out of sight. */
gboolean refrain_pattern_get_arrow (const RefrainPatternFrame *frame,
                                    const RefrainPatternArrow *arrow,
                                    double ends[4]);
/* Adds one message to the picture, in the source colour. */
void refrain_pattern_draw_arrow (const RefrainPatternFrame *frame,
                                 const RefrainPatternArrow *arrow,
                                 double width);

/* Every how many messages one is drawn. */
guint refrain_pattern_get_thinning (const RefrainPatternLayout *layout);

/* The plot's place in a drawing with furniture. */
typedef struct
{
  double left, top, width, height;
  double legend; /* the height of the legend, at the lower edge of the figure */
} RefrainPatternPlot;

/* Where @viewport has furniture, what it leaves. */
RefrainPatternPlot refrain_pattern_get_plot (const RefrainPatternPainter *self,
                                             const RefrainViewport *viewport,
                                             const RefrainStyle *style);
