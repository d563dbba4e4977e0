/* refrain-event-canvas-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pointer, touch and keyboard of the event graph.
 */
#include "config.h"
#include "refrain-event-canvas-private.h"

#include <math.h>

#include "refrain-widget-style.h"

/* One click of a wheel. */
#define WHEEL_ZOOM 1.25
#define WHEEL_PAN  0.1
#define WHEEL_ROWS 1.15

/* Pixels that a press may move and still be a click. */
#define CLICK_SLACK 4.0

/* A box less high than this is about time alone. */
#define MIN_BOX_HEIGHT 30.0

void
refrain_event_canvas_update_hover (RefrainEventCanvas *self)
{
  RefrainViewport viewport;
  RefrainStyle style;
  RefrainPick pick = { REFRAIN_PICK_NONE, 0, 0, 0 };

  if (self->session == NULL)
    return;
  if (self->pointer_x >= 0 && refrain_event_canvas_get_viewport (self, &viewport)
      && self->pointer_y < viewport.height)
    {
      refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
      if (!refrain_painter_pick (REFRAIN_PAINTER (self->painter), &viewport, &style,
                                 self->pointer_x, self->pointer_y, &pick))
        pick.kind = REFRAIN_PICK_NONE;
    }
  refrain_session_set_hover (self->session, &pick);
}

/* ---- Pointer ---- */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->drag == REFRAIN_DRAG_NONE)
    {
      refrain_event_canvas_update_hover (self);
      gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
    }
}

/* The pointer may rest where the widget just appeared: only a motion is a question. */
static void
on_enter (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  self->pointer_x = x;
  self->pointer_y = y;
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  RefrainEventCanvas *self = data;

  self->pointer_x = -1;
  refrain_event_canvas_update_hover (self);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x = MAX (self->pointer_x, 0);

  if (self->painter == NULL)
    return FALSE;
  if (state & GDK_CONTROL_MASK)
    refrain_event_canvas_scale_rows (self, pow (WHEEL_ROWS, -dy), MAX (self->pointer_y, 0));
  else if (state & GDK_SHIFT_MASK)
    refrain_session_pan (self->session, (dx + dy) * WHEEL_PAN, REFRAIN_MOVE_DRAG);
  else if (state & GDK_ALT_MASK)
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment)
                                  + dy * gtk_adjustment_get_step_increment (self->vadjustment));
  else if (fabs (dx) > fabs (dy))
    refrain_session_pan (self->session, dx * WHEEL_PAN, REFRAIN_MOVE_DRAG);
  else
    refrain_session_zoom (self->session, pow (WHEEL_ZOOM, dy),
                          refrain_event_canvas_get_position (self, x, -1, FALSE),
                          REFRAIN_MOVE_DRAG);
  return TRUE;
}

void
refrain_event_canvas_pick_at (RefrainEventCanvas *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  refrain_event_canvas_update_hover (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (data));
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;
  RefrainPick pick;

  if (self->painter == NULL || self->drag != REFRAIN_DRAG_NONE)
    return;
  refrain_event_canvas_pick_at (self, x, y);
  pick = *refrain_session_get_hover (self->session);
  if (n_press == 2 && pick.kind != REFRAIN_PICK_NONE)
    refrain_session_zoom_to (self->session, &pick);
  else
    refrain_selection_set_pick (refrain_session_get_selection (self->session), &pick);
  if (pick.kind == REFRAIN_PICK_NONE)
    refrain_selection_set_range (refrain_session_get_selection (self->session), 0, -1);
}

/* ---- Drags ---- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  self->drag_x = x;
  self->drag_y = y;
  if (self->session == NULL)
    return;
  refrain_selection_get_window (refrain_session_get_selection (self->session), &self->drag_start,
                                &self->drag_end);
  self->drag_scroll = gtk_adjustment_get_value (self->vadjustment);
}

static RefrainDragKind
get_drag_kind (RefrainEventCanvas *self, GtkGesture *gesture)
{
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK))
    return REFRAIN_DRAG_BOX;
  if (button == GDK_BUTTON_PRIMARY && (state & GDK_CONTROL_MASK))
    return REFRAIN_DRAG_SELECT;
  if (button == GDK_BUTTON_PRIMARY && refrain_session_get_measuring (self->session))
    return REFRAIN_DRAG_MEASURE;
  return REFRAIN_DRAG_PAN;
}

static void
drag_to (RefrainEventCanvas *self, double dx, double dy)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double span = self->drag_end - self->drag_start;

  self->drag_to_x = self->drag_x + dx;
  self->drag_to_y = self->drag_y + dy;
  switch (self->drag)
    {
    case REFRAIN_DRAG_PAN:
      refrain_session_show (self->session, self->drag_start - dx * span / width,
                            self->drag_end - dx * span / width, REFRAIN_MOVE_DRAG);
      gtk_adjustment_set_value (self->vadjustment, self->drag_scroll - dy);
      break;
    case REFRAIN_DRAG_MEASURE:
      {
        RefrainAxis *axis = refrain_session_get_axis (self->session);
        RefrainTime from = refrain_axis_to_time (
            axis, refrain_event_canvas_get_position (self, self->drag_x, self->drag_y, TRUE));
        RefrainTime to = refrain_axis_to_time (
            axis, refrain_event_canvas_get_position (self, self->drag_to_x, self->drag_to_y, TRUE));

        refrain_selection_set_range (refrain_session_get_selection (self->session), MIN (from, to),
                                     MAX (from, to));
      }
      break;
    case REFRAIN_DRAG_BOX:
    case REFRAIN_DRAG_SELECT:
    case REFRAIN_DRAG_NONE:
    default:
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (self->painter == NULL)
    return;
  if (self->drag == REFRAIN_DRAG_NONE)
    {
      if (hypot (dx, dy) < CLICK_SLACK)
        return;
      self->drag = get_drag_kind (self, GTK_GESTURE (gesture));
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                       self->drag == REFRAIN_DRAG_PAN ? "grabbing" : "crosshair");
    }
  drag_to (self, dx, dy);
}

static void
zoom_to_box (RefrainEventCanvas *self)
{
  double left = MIN (self->drag_x, self->drag_to_x), right = MAX (self->drag_x, self->drag_to_x);
  double top = MIN (self->drag_y, self->drag_to_y);
  double box_height = fabs (self->drag_to_y - self->drag_y);
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  if (right - left < CLICK_SLACK)
    return;
  refrain_session_show (self->session, refrain_event_canvas_get_position (self, left, -1, FALSE),
                        refrain_event_canvas_get_position (self, right, -1, FALSE),
                        REFRAIN_MOVE_JUMP);
  if (box_height >= MIN_BOX_HEIGHT && box_height < 0.9 * height)
    {
      double before = refrain_event_canvas_get_row_height (self);
      double row = (gtk_adjustment_get_value (self->vadjustment) + top) / before;

      refrain_event_canvas_scale_rows (self, height / box_height, 0);
      gtk_adjustment_set_value (self->vadjustment,
                                row * refrain_event_canvas_get_row_height (self));
    }
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;
  RefrainDragKind kind = self->drag;

  self->drag = REFRAIN_DRAG_NONE;
  if (self->session == NULL)
    return;
  if (kind == REFRAIN_DRAG_BOX)
    zoom_to_box (self);
  if (kind == REFRAIN_DRAG_SELECT)
    refrain_event_canvas_select_box (self);
  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self), refrain_session_get_measuring (self->session) ? "crosshair" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainEventCanvas *self = data;

  self->drag = REFRAIN_DRAG_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Touch ---- */

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (self->session != NULL)
    refrain_selection_get_window (refrain_session_get_selection (self->session), &self->pinch_start,
                                  &self->pinch_end);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer data)
{
  RefrainEventCanvas *self = data;
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double x, y, span, anchor;

  if (self->painter == NULL || !(scale > 0)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  span = (self->pinch_end - self->pinch_start) / scale;
  anchor = self->pinch_start + (self->pinch_end - self->pinch_start) * x / width;
  refrain_session_show (self->session, anchor - span * x / width,
                        anchor + span * (width - x) / width, REFRAIN_MOVE_DRAG);
}

/* ---- Keyboard ---- */

static gboolean
scroll_rows (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);
  GtkAdjustment *rows = self->vadjustment;
  int steps, pages;

  g_variant_get (args, "(ii)", &steps, &pages);
  gtk_adjustment_set_value (rows, gtk_adjustment_get_value (rows)
                                      + steps * gtk_adjustment_get_step_increment (rows)
                                      + pages * gtk_adjustment_get_page_increment (rows));
  return TRUE;
}

static gboolean
scale_rows (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);

  refrain_event_canvas_scale_rows (self, pow (WHEEL_ROWS, g_variant_get_int32 (args)),
                                   gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

void
refrain_event_canvas_class_bind_keys (GtkWidgetClass *klass)
{
  refrain_widget_class_bind_time_keys (klass);
  refrain_event_canvas_class_bind_menu_keys (klass);
  gtk_widget_class_add_binding (klass, GDK_KEY_Up, 0, scroll_rows, "(ii)", -1, 0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Down, 0, scroll_rows, "(ii)", 1, 0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Up, 0, scroll_rows, "(ii)", 0, -1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Down, 0, scroll_rows, "(ii)", 0, 1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Up, GDK_CONTROL_MASK, scale_rows, "i", 1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Down, GDK_CONTROL_MASK, scale_rows, "i", -1);
}

void
refrain_event_canvas_init_input (RefrainEventCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  refrain_event_canvas_init_menu (self);
}
