/* refrain-row-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawn by the canvas' painter with the canvas' viewport, so that names stand beside their rows.
 */
#include "refrain-row-labels.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-widget-style.h"

#define MIN_WIDTH 36
#define MAX_WIDTH 220
/* What opens a row, in pixels. */
#define DISCLOSURE 13

struct _RefrainRowLabels
{
  GtkWidget parent_instance;

  RefrainEventCanvas *canvas; /* weak */
  RefrainSession *session;
  RefrainEventPainter *measured;
};

G_DEFINE_FINAL_TYPE (RefrainRowLabels, refrain_row_labels, GTK_TYPE_WIDGET)

void
refrain_row_labels_set_session (RefrainRowLabels *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_ROW_LABELS (self));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
  g_set_object (&self->session, session);
  if (session != NULL)
    refrain_connect (refrain_session_get_selection (session), "notify::pick", gtk_widget_queue_draw,
                     self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static gboolean
get_viewport (RefrainRowLabels *self, RefrainViewport *viewport)
{
  return self->canvas != NULL && self->session != NULL
         && refrain_canvas_get_viewport (REFRAIN_CANVAS (self->canvas), viewport);
}

static RefrainEventPainter *
get_painter (RefrainRowLabels *self)
{
  return REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self->canvas)));
}

static gboolean
has_lanes (RefrainRowLabels *self, guint process)
{
  return refrain_event_painter_has_lanes (get_painter (self), process);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainRowLabels *self = data;
  RefrainViewport viewport;
  RefrainPick pick = { REFRAIN_PICK_PROCESS, 0, 0, 0 };
  int process;

  if (!get_viewport (self, &viewport))
    return;
  process = refrain_event_painter_get_process_at (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self->canvas))), &viewport,
      y);
  if (process >= 0 && (x < DISCLOSURE + 3 || n_press == 2) && has_lanes (self, (guint) process))
    {
      RefrainOpenRows *rows = refrain_session_get_open_rows (self->session);

      refrain_open_rows_set_open (rows, (guint) process,
                                  !refrain_open_rows_is_open (rows, (guint) process));
      return;
    }
  if (process < 0)
    pick.kind = REFRAIN_PICK_NONE;
  else
    pick.process = (guint) process;
  refrain_selection_set_pick (refrain_session_get_selection (self->session), &pick);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainRowLabels *self = data;
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  GtkAdjustment *rows;

  if (self->canvas == NULL)
    return FALSE;
  rows = refrain_event_canvas_get_vadjustment (self->canvas);
  if (state & GDK_CONTROL_MASK)
    refrain_event_canvas_scale_rows (self->canvas, pow (1.15, -dy), 0);
  else
    gtk_adjustment_set_value (rows, gtk_adjustment_get_value (rows)
                                        + dy * gtk_adjustment_get_step_increment (rows));
  return TRUE;
}

static void
refrain_row_labels_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainRowLabels *self = REFRAIN_ROW_LABELS (widget);
  RefrainViewport viewport;
  RefrainStyle style;
  cairo_t *cr;

  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (!get_viewport (self, &viewport))
    return;
  viewport.width = gtk_widget_get_width (widget);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport.width, (float) viewport.height));
  refrain_event_painter_paint_labels (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self->canvas))), cr,
      &viewport, &style);
  refrain_event_painter_paint_disclosures (get_painter (self), cr, &viewport, &style, DISCLOSURE);
  cairo_destroy (cr);
}

static void
refrain_row_labels_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  RefrainRowLabels *self = REFRAIN_ROW_LABELS (widget);
  RefrainEventPainter *painter
      = self->canvas != NULL
            ? REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self->canvas)))
            : NULL;
  RefrainStyle style;
  double width = MIN_WIDTH;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = 1;
      return;
    }
  refrain_widget_get_style (widget, self->session, &style);
  if (painter != NULL)
    width = ceil (refrain_event_painter_get_label_width (painter, &style)) + DISCLOSURE - 4;
  *minimum = *natural = (int) CLAMP (width, MIN_WIDTH, MAX_WIDTH);
}

REFRAIN_DEFINE_END (RefrainRowLabels,
                    refrain_row_labels,
                    dispose,
                    g_clear_weak_pointer (&x->canvas);
                    g_clear_object (&x->session);
                    g_clear_object (&x->measured))

static void
refrain_row_labels_class_init (RefrainRowLabelsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_row_labels_dispose;
  widget_class->snapshot = refrain_row_labels_snapshot;
  widget_class->measure = refrain_row_labels_measure;
  gtk_widget_class_set_css_name (widget_class, "rowlabels");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_row_labels_init (RefrainRowLabels *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), _ ("Expand calls (E; all: Shift+E)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Names of the processes"), -1);
}

static void
on_view_changed (RefrainRowLabels *self)
{
  RefrainEventPainter *painter
      = REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self->canvas)));

  gtk_widget_queue_draw (GTK_WIDGET (self));
  /* Measuring names is for new names, not for every move of the view. */
  if (g_set_object (&self->measured, painter))
    gtk_widget_queue_resize (GTK_WIDGET (self));
}

GtkWidget *
refrain_row_labels_new (RefrainEventCanvas *canvas)
{
  RefrainRowLabels *self = g_object_new (REFRAIN_TYPE_ROW_LABELS, NULL);

  g_set_weak_pointer (&self->canvas, canvas);
  refrain_connect (canvas, "view-changed", on_view_changed, self);
  return GTK_WIDGET (self);
}
