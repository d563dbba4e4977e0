/* refrain-matrix-canvas-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pointer and keyboard of the matrix.
 */
#include "config.h"
#include "refrain-matrix-canvas-private.h"

#include "refrain-widget-style.h"

RefrainPick
refrain_matrix_canvas_pick_at (RefrainMatrixCanvas *self, double x, double y)
{
  RefrainPick pick = { REFRAIN_PICK_NONE, 0, 0, 0 };
  RefrainViewport viewport;
  RefrainStyle style;

  if (!refrain_matrix_canvas_get_viewport (self, &viewport))
    return pick;
  refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
  if (!refrain_painter_pick (REFRAIN_PAINTER (self->painter), &viewport, &style, x, y, &pick))
    pick.kind = REFRAIN_PICK_NONE;
  return pick;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainPick pick = refrain_matrix_canvas_pick_at (self, x, y);

  /* GTK repeats the pointer's place after each redraw; that is no motion. */
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->session != NULL)
    refrain_session_set_hover (self->session, &pick);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

/* The pointer may rest where the widget just appeared: only a motion is a question. */
static void
on_enter (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RefrainMatrixCanvas *self = data;

  self->pointer_x = x;
  self->pointer_y = y;
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  RefrainMatrixCanvas *self = data;

  self->pointer_x = -1;
  if (self->session != NULL)
    refrain_session_set_hover (self->session, NULL);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainPick pick = refrain_matrix_canvas_pick_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->session != NULL)
    refrain_selection_set_pick (refrain_session_get_selection (self->session), &pick);
}

static gboolean
walk_cells (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (widget);
  RefrainSelection *selection;
  RefrainPick pick;
  int down, right, n;

  if (self->painter == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &down, &right);
  n = (int) MIN (refrain_trace_get_n_processes (refrain_session_get_trace (self->session)),
                 G_MAXINT);
  if (n == 0)
    return FALSE;
  selection = refrain_session_get_selection (self->session);
  pick = *refrain_selection_get_pick (selection);
  if (pick.kind == REFRAIN_PICK_CHANNEL)
    {
      pick.process = (guint) CLAMP ((int) pick.process + down, 0, n - 1);
      pick.peer = (guint) CLAMP ((int) pick.peer + right, 0, n - 1);
    }
  else
    pick = (RefrainPick){ REFRAIN_PICK_CHANNEL, 0, 0, 0 };
  refrain_session_set_hover (self->session, NULL);
  refrain_selection_set_pick (selection, &pick);
  return TRUE;
}

void
refrain_matrix_canvas_class_bind_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, walk_cells, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, walk_cells, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, walk_cells, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, walk_cells, "(ii)", 0, 1);
}

void
refrain_matrix_canvas_init_input (RefrainMatrixCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
