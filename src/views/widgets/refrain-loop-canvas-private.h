/* refrain-loop-canvas-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-loop-canvas*.c files only.
 */
#pragma once

#include "refrain-loop-canvas.h"
#include "refrain-paint-cache.h"

G_BEGIN_DECLS

struct _RefrainLoopCanvas
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainLoopPainter *painter; /* that is drawn, or NULL */
  RefrainPaintCache *cache;
  GtkAdjustment *hadjustment, *vadjustment;
  double label_width;

  double start, span; /* what is seen, in steps; span 0: all */
  double row_height;  /* in pixels; 0: as fits */

  guint32 anchor; /* stays where it is when the drawing changes, or REFRAIN_NONE */
  double anchor_x;

  double pointer_x, pointer_y;
  gboolean dragging;
  double drag_start, drag_scroll;
};

/* The whole drawing. */
void refrain_loop_canvas_get_extent (RefrainLoopCanvas *self, RefrainViewport *extent);
double refrain_loop_canvas_get_row_height (RefrainLoopCanvas *self);
/* Keeps view and adjustments true to each other after either changed. */
void refrain_loop_canvas_update_view (RefrainLoopCanvas *self);
/* Shows @span steps from @start. */
void refrain_loop_canvas_show (RefrainLoopCanvas *self, double start, double span);
/* What moved the view is over: takes a new painter. */
void refrain_loop_canvas_take_painter (RefrainLoopCanvas *self);

void refrain_loop_canvas_init_input (RefrainLoopCanvas *self);
void refrain_loop_canvas_class_bind_keys (GtkWidgetClass *klass);

G_END_DECLS
