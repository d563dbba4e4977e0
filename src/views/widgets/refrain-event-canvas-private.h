/* refrain-event-canvas-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-event-canvas*.c files only.
 */
#pragma once

#include "refrain-event-canvas.h"
#include "refrain-paint-cache.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_DRAG_NONE,
  REFRAIN_DRAG_PAN,
  REFRAIN_DRAG_BOX,
  REFRAIN_DRAG_MEASURE,
  REFRAIN_DRAG_SELECT, /* operations in a box */
} RefrainDragKind;

struct _RefrainEventCanvas
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainEventPainter *painter;
  RefrainPaintCache *cache;
  GtkAdjustment *vadjustment;
  GtkWidget *menu;   /* a popover, or NULL */
  double row_height; /* 0: all rows fit */

  /* The pointer; x < 0 when it is outside. */
  double pointer_x, pointer_y;
  RefrainDragKind drag;
  double drag_x, drag_y; /* where it began */
  double drag_to_x, drag_to_y;
  double drag_start, drag_end, drag_scroll; /* the window and rows then */
  double pinch_start, pinch_end;
};

gsize refrain_event_canvas_get_n_rows (RefrainEventCanvas *self);
/* Makes the adjustment true to the rows and the widget's height; scrolls to @value. */
void refrain_event_canvas_update_rows (RefrainEventCanvas *self, double value);
/* Draws again, and tells rulers and labels. */
void refrain_event_canvas_view_changed (RefrainEventCanvas *self);
double refrain_event_canvas_get_row_height (RefrainEventCanvas *self);
/* Adds the controllers. */
void refrain_event_canvas_init_input (RefrainEventCanvas *self);
void refrain_event_canvas_class_bind_keys (GtkWidgetClass *klass);
/* Makes what is at the point the session's hover. */
void refrain_event_canvas_pick_at (RefrainEventCanvas *self, double x, double y);

/* ---- refrain-event-canvas-select.c ---- */

/* Lights up the operations in the box that was dragged. */
void refrain_event_canvas_select_box (RefrainEventCanvas *self);
void refrain_event_canvas_init_menu (RefrainEventCanvas *self);
void refrain_event_canvas_class_bind_menu_keys (GtkWidgetClass *klass);
/* What is under the pointer may be something else now. */
void refrain_event_canvas_update_hover (RefrainEventCanvas *self);

G_END_DECLS
