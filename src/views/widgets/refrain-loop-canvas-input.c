/* refrain-loop-canvas-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pointer, touch and keyboard of the loop boxes.
 */
#include "config.h"
#include "refrain-loop-canvas-private.h"

#include <math.h>

/* One click of a wheel, and one press of a key. */
#define WHEEL_ZOOM 1.25
#define WHEEL_ROWS 1.15
#define WHEEL_PAN  0.1
#define KEY_ZOOM   1.5

/* Pixels that a press may move and still be a click. */
#define CLICK_SLACK 4.0

/* A box less wide than this, in pixels, cannot show what is in it. */
#define SMALL_BOX 40.0

static RefrainLoops *
get_loops (RefrainLoopCanvas *self)
{
  return refrain_session_get_loops (self->session);
}

/* ---- Pointer ---- */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RefrainLoopCanvas *self = data;

  self->pointer_x = x;
  self->pointer_y = y;
}

static void
pan (RefrainLoopCanvas *self, double fraction)
{
  if (self->span > 0)
    refrain_loop_canvas_show (self, self->start + fraction * self->span, self->span);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainLoopCanvas *self = data;
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const gboolean has_more_rows = gtk_adjustment_get_upper (self->vadjustment)
                                 > gtk_adjustment_get_page_size (self->vadjustment) + 0.5;

  if (self->painter == NULL)
    return FALSE;
  if ((state & GDK_CONTROL_MASK) && (state & GDK_SHIFT_MASK))
    refrain_loop_canvas_scale_rows (self, pow (WHEEL_ROWS, -(dx + dy)), MAX (self->pointer_y, 0));
  else if (state & GDK_CONTROL_MASK)
    refrain_loop_canvas_zoom (self, pow (WHEEL_ZOOM, dy),
                              MAX (self->pointer_x - self->label_width, 0));
  else if ((state & GDK_SHIFT_MASK) || !has_more_rows || fabs (dx) > fabs (dy))
    pan (self, (dx + dy) * WHEEL_PAN);
  else
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment)
                                  + dy * gtk_adjustment_get_step_increment (self->vadjustment));
  return TRUE;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (data));
}

/* Opens what is closed by choice, zooms into what is closed for lack of room, closes the rest. */
static void
open_box (RefrainLoopCanvas *self, const RefrainLoopHit *hit)
{
  const guint32 box = hit->kind == REFRAIN_LOOP_HIT_BOX ? hit->construct : hit->box;
  RefrainViewport viewport, place = { 0 };

  if (box == REFRAIN_NONE || !refrain_loop_canvas_get_viewport (self, &viewport)
      || !refrain_loop_painter_locate (self->painter, box, &place))
    return;
  if (!refrain_loops_is_folded (get_loops (self), box)
      && (place.end - place.start) * viewport.width < SMALL_BOX * (viewport.end - viewport.start))
    refrain_loop_canvas_reveal (self, box, TRUE);
  else
    refrain_loop_canvas_toggle (self, box);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainLoopHit hit;

  if (self->painter == NULL || self->dragging)
    return;
  refrain_loop_canvas_find (self, x, y, &hit);
  if (n_press == 2)
    open_box (self, &hit);
  else if (n_press == 1)
    refrain_loops_select (get_loops (self),
                          hit.construct != REFRAIN_NONE ? hit.construct : hit.box);
}

/* ---- Drags ---- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainLoopCanvas *self = data;

  self->dragging = FALSE;
  self->drag_start = self->start;
  self->drag_scroll = gtk_adjustment_get_value (self->vadjustment);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainViewport viewport;

  if (!refrain_loop_canvas_get_viewport (self, &viewport))
    return;
  if (!self->dragging)
    {
      if (hypot (dx, dy) < CLICK_SLACK)
        return;
      self->dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  if (self->span > 0)
    refrain_loop_canvas_show (self, self->drag_start - dx * self->span / viewport.width,
                              self->span);
  gtk_adjustment_set_value (self->vadjustment, self->drag_scroll - dy);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainLoopCanvas *self = data;

  self->dragging = FALSE;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

/* ---- Touch ---- */

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainViewport viewport;

  if (refrain_loop_canvas_get_viewport (self, &viewport))
    self->drag_start = viewport.end - viewport.start;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainViewport viewport;
  double x, y;

  if (!(scale > 0) || !refrain_loop_canvas_get_viewport (self, &viewport)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  refrain_loop_canvas_zoom (self, self->drag_start / scale / (viewport.end - viewport.start),
                            MAX (x - self->label_width, 0));
}

/* ---- Keyboard ---- */

static gboolean
walk (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  int direction;

  g_variant_get (args, "(i)", &direction);
  if (self->painter != NULL)
    refrain_loops_walk (get_loops (self), (RefrainLoopsWalk) direction);
  return self->painter != NULL;
}

static gboolean
zoom (GtkWidget *widget, GVariant *args, gpointer data)
{
  double factor;

  g_variant_get (args, "(d)", &factor);
  if (factor > 0)
    refrain_loop_canvas_zoom (REFRAIN_LOOP_CANVAS (widget), factor, -1);
  else
    refrain_loop_canvas_show_all (REFRAIN_LOOP_CANVAS (widget));
  return TRUE;
}

static gboolean
move (GtkWidget *widget, GVariant *args, gpointer data)
{
  double fraction;

  g_variant_get (args, "(d)", &fraction);
  pan (REFRAIN_LOOP_CANVAS (widget), fraction);
  return TRUE;
}

static gboolean
toggle (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  const guint32 selected
      = self->session != NULL ? refrain_loops_get_selected (get_loops (self)) : REFRAIN_NONE;

  if (selected == REFRAIN_NONE)
    return FALSE;
  refrain_loop_canvas_toggle (self, selected);
  return TRUE;
}

static gboolean
show_selected (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);

  if (self->session == NULL || refrain_loops_get_selected (get_loops (self)) == REFRAIN_NONE)
    return FALSE;
  refrain_loop_canvas_reveal (self, refrain_loops_get_selected (get_loops (self)), TRUE);
  return TRUE;
}

void
refrain_loop_canvas_class_bind_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    RefrainLoopsWalk walk;
  } walks[] = {
    { GDK_KEY_Up, REFRAIN_LOOPS_OUT },        { GDK_KEY_KP_Up, REFRAIN_LOOPS_OUT },
    { GDK_KEY_Down, REFRAIN_LOOPS_IN },       { GDK_KEY_KP_Down, REFRAIN_LOOPS_IN },
    { GDK_KEY_Left, REFRAIN_LOOPS_PREVIOUS }, { GDK_KEY_KP_Left, REFRAIN_LOOPS_PREVIOUS },
    { GDK_KEY_Right, REFRAIN_LOOPS_NEXT },    { GDK_KEY_KP_Right, REFRAIN_LOOPS_NEXT },
  };
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    double factor; /* 0: all */
  } zooms[] = {
    { GDK_KEY_plus, 0, 1 / KEY_ZOOM },
    { GDK_KEY_plus, GDK_SHIFT_MASK, 1 / KEY_ZOOM },
    { GDK_KEY_equal, 0, 1 / KEY_ZOOM },
    { GDK_KEY_KP_Add, 0, 1 / KEY_ZOOM },
    { GDK_KEY_minus, 0, KEY_ZOOM },
    { GDK_KEY_KP_Subtract, 0, KEY_ZOOM },
    { GDK_KEY_0, 0, 0 },
    { GDK_KEY_KP_0, 0, 0 },
  };
  static const guint toggles[]
      = { GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_KP_Space };

  for (gsize i = 0; i < G_N_ELEMENTS (walks); i++)
    gtk_widget_class_add_binding (klass, walks[i].key, 0, walk, "(i)", walks[i].walk);
  for (gsize i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (klass, zooms[i].key, zooms[i].modifiers, zoom, "(d)",
                                  zooms[i].factor);
  for (gsize i = 0; i < G_N_ELEMENTS (toggles); i++)
    gtk_widget_class_add_binding (klass, toggles[i], 0, toggle, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Left, GDK_SHIFT_MASK, move, "(d)", -0.5);
  gtk_widget_class_add_binding (klass, GDK_KEY_Right, GDK_SHIFT_MASK, move, "(d)", 0.5);
  gtk_widget_class_add_binding (klass, GDK_KEY_z, 0, show_selected, NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "win.clear-selection", NULL);
}

void
refrain_loop_canvas_init_input (RefrainLoopCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *controllers[] = { motion, scroll, GTK_EVENT_CONTROLLER (click),
                                        GTK_EVENT_CONTROLLER (drag), GTK_EVENT_CONTROLLER (pinch) };

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_gesture_group (drag, click);
  for (gsize i = 0; i < G_N_ELEMENTS (controllers); i++)
    gtk_widget_add_controller (GTK_WIDGET (self), controllers[i]);
}
