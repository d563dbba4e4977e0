/* refrain-event-canvas-select.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Selecting operations of the event graph with a box, and the menu about what is selected.
 */
#include "config.h"
#include "refrain-event-canvas-private.h"

#include <math.h>

/* ---- Box ---- */

void
refrain_event_canvas_select_box (RefrainEventCanvas *self)
{
  RefrainSelection *selection;
  RefrainAxis *axis;
  g_autoptr (RefrainOpSet) set = NULL;
  const double left = MIN (self->drag_x, self->drag_to_x);
  const double right = MAX (self->drag_x, self->drag_to_x);
  const double row_height = refrain_event_canvas_get_row_height (self);
  const double scroll = gtk_adjustment_get_value (self->vadjustment);
  const guint *processes;
  double top, bottom;
  gsize n;

  axis = self->session != NULL ? refrain_session_get_axis (self->session) : NULL;
  if (axis == NULL || row_height <= 0)
    return;
  selection = refrain_session_get_selection (self->session);
  processes = refrain_selection_get_processes (selection, &n);
  if (n == 0)
    return;
  top = floor ((MIN (self->drag_y, self->drag_to_y) + scroll) / row_height);
  bottom = floor ((MAX (self->drag_y, self->drag_to_y) + scroll) / row_height);
  top = CLAMP (top, 0, (double) (n - 1));
  bottom = CLAMP (bottom, top, (double) (n - 1));
  set = refrain_axis_find_ops (axis, processes + (gsize) top, (gsize) (bottom - top) + 1,
                               refrain_event_canvas_get_position (self, left, -1, FALSE),
                               refrain_event_canvas_get_position (self, right, -1, FALSE));
  refrain_selection_light (selection, refrain_op_set_get_size (set) > 0 ? set : NULL, NULL);
}

/* ---- Menu ---- */

static void
show_menu (RefrainEventCanvas *self, double x, double y)
{
  if (self->menu == NULL || self->painter == NULL)
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_menu_click (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainEventCanvas *self = data;

  /* A drag with this button is a box. */
  if (self->session == NULL || self->drag != REFRAIN_DRAG_NONE)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  refrain_event_canvas_pick_at (self, x, y);
  if (refrain_session_get_hover (self->session)->kind == REFRAIN_PICK_OP)
    {
      const RefrainPick pick = *refrain_session_get_hover (self->session);

      refrain_selection_set_pick (refrain_session_get_selection (self->session), &pick);
    }
  show_menu (self, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  show_menu (REFRAIN_EVENT_CANVAS (widget), gtk_widget_get_width (widget) / 2.0,
             gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

void
refrain_event_canvas_set_menu (RefrainEventCanvas *self, GMenuModel *model)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_return_if_fail (G_IS_MENU_MODEL (model));

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

void
refrain_event_canvas_class_bind_menu_keys (GtkWidgetClass *klass)
{
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, on_menu_key, NULL);
}

void
refrain_event_canvas_init_menu (RefrainEventCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "released", G_CALLBACK (on_menu_click), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
