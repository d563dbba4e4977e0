/* refrain-event-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wheel, clicks, drags, touch, menu and keyboard of the event graph.
 */
#include <math.h>

#include "refrain-event-canvas-private.h"
#include "refrain-widget-style.h"

/* One click of a wheel. */
#define WHEEL_ZOOM 1.25
#define WHEEL_PAN  0.1
#define WHEEL_ROWS 1.15

/* Pixels that a press may move and still be a click. */
#define CLICK_SLACK 4.0

/* A box less high than this is about time alone. */
#define MIN_BOX_HEIGHT 30.0

/* ---- Pointer ---- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x, y;

  if (!has_painter (self))
    return FALSE;
  refrain_canvas_get_pointer (REFRAIN_CANVAS (self), &x, &y);
  if (state & GDK_CONTROL_MASK)
    refrain_event_canvas_scale_rows (self, pow (WHEEL_ROWS, -dy), MAX (y, 0));
  else if (state & GDK_SHIFT_MASK)
    refrain_session_pan (get_session (self), (dx + dy) * WHEEL_PAN, REFRAIN_MOVE_DRAG);
  else if (state & GDK_ALT_MASK)
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment)
                                  + dy * gtk_adjustment_get_step_increment (self->vadjustment));
  else if (fabs (dx) > fabs (dy))
    refrain_session_pan (get_session (self), dx * WHEEL_PAN, REFRAIN_MOVE_DRAG);
  else
    refrain_session_zoom (get_session (self), pow (WHEEL_ZOOM, dy),
                          refrain_event_canvas_get_position (self, MAX (x, 0), -1, FALSE),
                          REFRAIN_MOVE_DRAG);
  return TRUE;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (data));
}

/* A click on a block opens it: FALSE where there is none. */
static gboolean
open_fold (RefrainEventCanvas *self, double x, double y)
{
  const RefrainFold *fold = refrain_event_canvas_find_fold (self, x, y);

  if (fold != NULL)
    refrain_fold_model_open (refrain_session_get_folds (get_session (self)), fold);
  return fold != NULL;
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;
  RefrainPick pick;

  if (!has_painter (self) || self->drag != DRAG_NONE || open_fold (self, x, y))
    return;
  refrain_canvas_point_at (REFRAIN_CANVAS (self), x, y);
  pick = *refrain_session_get_hover (get_session (self));
  if (n_press == 2 && pick.kind != REFRAIN_PICK_NONE)
    refrain_session_zoom_to (get_session (self), &pick);
  else
    refrain_selection_set_pick (get_selection (self), &pick);
  if (pick.kind == REFRAIN_PICK_NONE)
    refrain_selection_set_range (get_selection (self), 0, -1);
}

/* ---- Drags ---- */

static void
set_drag (RefrainEventCanvas *self, Drag drag)
{
  self->drag = drag;
  refrain_canvas_set_dragging (REFRAIN_CANVAS (self), drag != DRAG_NONE);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  self->drag_x = x;
  self->drag_y = y;
  if (get_session (self) == NULL)
    return;
  refrain_selection_get_window (get_selection (self), &self->drag_start, &self->drag_end);
  self->drag_scroll = gtk_adjustment_get_value (self->vadjustment);
}

static Drag
get_drag_kind (RefrainEventCanvas *self, GtkGesture *gesture)
{
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK))
    return DRAG_BOX;
  if (button == GDK_BUTTON_PRIMARY && (state & GDK_CONTROL_MASK))
    return DRAG_SELECT;
  if (button == GDK_BUTTON_PRIMARY && refrain_session_get_measuring (get_session (self)))
    return DRAG_MEASURE;
  return DRAG_PAN;
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
    case DRAG_PAN:
      refrain_session_show (get_session (self), self->drag_start - dx * span / width,
                            self->drag_end - dx * span / width, REFRAIN_MOVE_DRAG);
      gtk_adjustment_set_value (self->vadjustment, self->drag_scroll - dy);
      break;
    case DRAG_MEASURE:
      {
        RefrainAxis *axis = refrain_session_get_axis (get_session (self));
        RefrainTime from = refrain_axis_to_time (
            axis, refrain_event_canvas_get_position (self, self->drag_x, self->drag_y, TRUE));
        RefrainTime to = refrain_axis_to_time (
            axis, refrain_event_canvas_get_position (self, self->drag_to_x, self->drag_to_y, TRUE));

        refrain_selection_set_range (get_selection (self), MIN (from, to), MAX (from, to));
      }
      break;
    case DRAG_BOX:
    case DRAG_SELECT:
    case DRAG_NONE:
    default:
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (!has_painter (self))
    return;
  if (self->drag == DRAG_NONE)
    {
      if (hypot (dx, dy) < CLICK_SLACK)
        return;
      set_drag (self, get_drag_kind (self, GTK_GESTURE (gesture)));
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                       self->drag == DRAG_PAN ? "grabbing" : "crosshair");
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
  refrain_session_show (
      get_session (self), refrain_event_canvas_get_position (self, left, -1, FALSE),
      refrain_event_canvas_get_position (self, right, -1, FALSE), REFRAIN_MOVE_JUMP);
  if (box_height >= MIN_BOX_HEIGHT && box_height < 0.9 * height)
    {
      const gsize row = refrain_event_canvas_find_row (
          self, gtk_adjustment_get_value (self->vadjustment) + top);

      refrain_event_canvas_scale_rows (self, height / box_height, 0);
      gtk_adjustment_set_value (
          self->vadjustment,
          refrain_event_canvas_get_top (self, refrain_event_canvas_get_row_height (self), row));
    }
}

/* Lights up the operations in the box that was dragged. */
static void
select_box (RefrainEventCanvas *self)
{
  RefrainSelection *selection;
  RefrainAxis *axis;
  g_autoptr (RefrainOpSet) set = NULL;
  const double left = MIN (self->drag_x, self->drag_to_x);
  const double right = MAX (self->drag_x, self->drag_to_x);
  const double scroll = gtk_adjustment_get_value (self->vadjustment);
  const guint *processes;
  g_autofree gsize *row_of = NULL;
  g_autofree guint *boxed = NULL;
  gsize top, bottom, n, n_rows, n_boxed = 0;

  axis = refrain_session_get_axis (get_session (self));
  if (axis == NULL || !has_painter (self))
    return;
  selection = get_selection (self);
  processes = refrain_selection_get_processes (selection, &n);
  if (n == 0)
    return;
  g_free (refrain_event_canvas_list_rows (self, &row_of, &n_rows));
  boxed = g_new (guint, n);
  top = MIN (refrain_event_canvas_find_row (self, MIN (self->drag_y, self->drag_to_y) + scroll),
             n_rows - 1);
  bottom = refrain_event_canvas_find_row (self, MAX (self->drag_y, self->drag_to_y) + scroll);
  bottom = CLAMP (bottom, top, n_rows - 1);
  for (gsize i = 0; i < n; i++)
    if (row_of[i] >= top && row_of[i] <= bottom)
      boxed[n_boxed++] = processes[i];
  set = refrain_axis_find_ops (axis, boxed, n_boxed,
                               refrain_event_canvas_get_position (self, left, -1, FALSE),
                               refrain_event_canvas_get_position (self, right, -1, FALSE));
  refrain_subjects_light (
      refrain_session_get_subjects (refrain_canvas_get_session (REFRAIN_CANVAS (self))),
      refrain_op_set_get_size (set) > 0 ? set : NULL, NULL);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainEventCanvas *self = data;
  Drag kind = self->drag;

  set_drag (self, DRAG_NONE);
  if (get_session (self) == NULL)
    return;
  if (kind == DRAG_BOX)
    zoom_to_box (self);
  if (kind == DRAG_SELECT)
    select_box (self);
  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self), refrain_session_get_measuring (get_session (self)) ? "crosshair" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainEventCanvas *self = data;

  set_drag (self, DRAG_NONE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Touch ---- */

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainEventCanvas *self = data;

  if (get_session (self) != NULL)
    refrain_selection_get_window (get_selection (self), &self->pinch_start, &self->pinch_end);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer data)
{
  RefrainEventCanvas *self = data;
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double x, y, span, anchor;

  if (!has_painter (self) || !(scale > 0)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  span = (self->pinch_end - self->pinch_start) / scale;
  anchor = self->pinch_start + (self->pinch_end - self->pinch_start) * x / width;
  refrain_session_show (get_session (self), anchor - span * x / width,
                        anchor + span * (width - x) / width, REFRAIN_MOVE_DRAG);
}

/* ---- Menu ---- */

static void
on_menu_click (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  /* A drag with this button is a box. */
  if (get_session (self) == NULL || self->drag != DRAG_NONE)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  refrain_canvas_point_at (REFRAIN_CANVAS (self), x, y);
  if (refrain_session_get_hover (get_session (self))->kind == REFRAIN_PICK_OP)
    {
      const RefrainPick pick = *refrain_session_get_hover (get_session (self));

      refrain_selection_set_pick (get_selection (self), &pick);
    }
  refrain_canvas_show_menu (REFRAIN_CANVAS (self), x, y);
}

/* ---- Keyboard, and all input together ---- */

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
refrain_event_canvas_bind_keys (GtkWidgetClass *klass)
{
  refrain_widget_class_bind_time_keys (klass);
  gtk_widget_class_add_binding (klass, GDK_KEY_Up, 0, scroll_rows, "(ii)", -1, 0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Down, 0, scroll_rows, "(ii)", 1, 0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Up, 0, scroll_rows, "(ii)", 0, -1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Down, 0, scroll_rows, "(ii)", 0, 1);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_c, 0, "win.show-counters", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_e, 0, "win.expand-calls", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_E, GDK_SHIFT_MASK, "win.expand-all-calls",
                                       NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Up, GDK_CONTROL_MASK, scale_rows, "i", 1);
  gtk_widget_class_add_binding (klass, GDK_KEY_Down, GDK_CONTROL_MASK, scale_rows, "i", -1);
}

void
refrain_event_canvas_init_input (RefrainEventCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *second = gtk_gesture_click_new ();

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

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (second), GDK_BUTTON_SECONDARY);
  g_signal_connect (second, "released", G_CALLBACK (on_menu_click), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (second));
}
