/* refrain-event-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawing. Rows and positions are in refrain-event-canvas-geometry.c, pointer and keyboard in
 * refrain-event-canvas-input.c.
 */
#include "config.h"
#include "refrain-event-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-pick-text.h"
#include "refrain-widget-style.h"

/* Painted beyond each side of the view, as a fraction of it. */
#define MARGIN 0.5

G_DEFINE_FINAL_TYPE (RefrainEventCanvas, refrain_event_canvas, GTK_TYPE_WIDGET)

enum
{
  VIEW_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

GtkWidget *
refrain_event_canvas_new (void)
{
  return g_object_new (REFRAIN_TYPE_EVENT_CANVAS, NULL);
}

void
refrain_event_canvas_view_changed (RefrainEventCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/* ---- The painter ---- */

gboolean
refrain_event_canvas_is_fresh (RefrainEventCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), FALSE);
  return refrain_paint_cache_is_fresh (self->cache);
}

RefrainEventPainter *
refrain_event_canvas_get_painter (RefrainEventCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), NULL);
  return self->painter;
}

static void
make_painter (RefrainEventCanvas *self, gboolean keep)
{
  g_clear_object (&self->painter);
  if (self->session != NULL && refrain_session_get_axis (self->session) != NULL
      && refrain_session_get_summary (self->session) != NULL)
    {
      RefrainSelection *selection = refrain_session_get_selection (self->session);
      RefrainStyle style;
      gsize n;
      const guint *processes = refrain_selection_get_processes (selection, &n);

      refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
      self->painter = refrain_event_painter_new (
          refrain_session_get_trace (self->session), refrain_session_get_summary (self->session),
          refrain_session_get_axis (self->session), processes, n,
          refrain_selection_get_highlight (selection));
      refrain_event_painter_set_bands (self->painter, refrain_session_get_bands (self->session));
      refrain_paint_cache_set_painter (self->cache, REFRAIN_PAINTER (self->painter), &style, keep);
    }
  else
    refrain_paint_cache_set_painter (self->cache, NULL, NULL, FALSE);
  refrain_event_canvas_update_rows (self, gtk_adjustment_get_value (self->vadjustment));
  refrain_event_canvas_view_changed (self);
}

static void
on_scene_changed (RefrainEventCanvas *self)
{
  make_painter (self, FALSE);
}

static void
on_highlight_changed (RefrainEventCanvas *self)
{
  make_painter (self, TRUE);
}

static void
on_window_changed (RefrainEventCanvas *self)
{
  refrain_event_canvas_view_changed (self);
  /* What is under the resting pointer is another thing now; where nothing was told about it (the
   * window moved to something), nothing is. */
  if (self->drag == REFRAIN_DRAG_NONE
      && refrain_session_get_hover (self->session)->kind != REFRAIN_PICK_NONE)
    refrain_event_canvas_update_hover (self);
}

static void
on_measuring_changed (RefrainEventCanvas *self)
{
  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self), refrain_session_get_measuring (self->session) ? "crosshair" : NULL);
}

void
refrain_event_canvas_set_session (RefrainEventCanvas *self, RefrainSession *session)
{
  RefrainSelection *selection;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_return_if_fail (session == NULL || REFRAIN_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
    }
  g_set_object (&self->session, session);
  self->row_height = 0;
  if (session != NULL)
    {
      const GConnectFlags swapped = G_CONNECT_SWAPPED;

      selection = refrain_session_get_selection (session);
      g_signal_connect_object (session, "notify::axis", G_CALLBACK (on_scene_changed), self,
                               swapped);
      g_signal_connect_object (session, "notify::summary", G_CALLBACK (on_scene_changed), self,
                               swapped);
      g_signal_connect_object (session, "notify::dark", G_CALLBACK (on_scene_changed), self,
                               swapped);
      g_signal_connect_object (session, "notify::bands", G_CALLBACK (on_highlight_changed), self,
                               swapped);
      g_signal_connect_object (session, "notify::measuring", G_CALLBACK (on_measuring_changed),
                               self, swapped);
      g_signal_connect_object (session, "notify::hover", G_CALLBACK (gtk_widget_queue_draw), self,
                               swapped);
      g_signal_connect_object (selection, "notify::processes", G_CALLBACK (on_scene_changed), self,
                               swapped);
      g_signal_connect_object (selection, "notify::highlight", G_CALLBACK (on_highlight_changed),
                               self, swapped);
      g_signal_connect_object (selection, "notify::current", G_CALLBACK (gtk_widget_queue_draw),
                               self, swapped);
      g_signal_connect_object (selection, "notify::window", G_CALLBACK (on_window_changed), self,
                               swapped);
      g_signal_connect_object (selection, "notify::pick", G_CALLBACK (gtk_widget_queue_draw), self,
                               swapped);
      g_signal_connect_object (selection, "notify::range", G_CALLBACK (gtk_widget_queue_draw), self,
                               swapped);
    }
  make_painter (self, FALSE);
}

/* ---- Widget ---- */

static void
draw_box (RefrainEventCanvas *self, cairo_t *cr, const RefrainStyle *style)
{
  RefrainColor color = style->colors[REFRAIN_COLOR_SELECTION];

  cairo_rectangle (cr, MIN (self->drag_x, self->drag_to_x) + 0.5,
                   MIN (self->drag_y, self->drag_to_y) + 0.5, fabs (self->drag_to_x - self->drag_x),
                   fabs (self->drag_to_y - self->drag_y));
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.15);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.9);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* Hover, pick, current occurrence, range and box; nothing is recorded where there is none. */
static void
draw_overlay (RefrainEventCanvas *self,
              GtkSnapshot *snapshot,
              const RefrainViewport *viewport,
              const RefrainStyle *style)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  const RefrainPick *hover = refrain_session_get_hover (self->session);
  RefrainTime start, end;
  cairo_t *cr;

  refrain_selection_get_range (selection, &start, &end);
  if (hover->kind == REFRAIN_PICK_NONE && start > end && self->drag != REFRAIN_DRAG_BOX
      && self->drag != REFRAIN_DRAG_SELECT && refrain_selection_get_current (selection) == NULL
      && refrain_selection_get_pick (selection)->kind == REFRAIN_PICK_NONE)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  refrain_painter_paint_overlay (REFRAIN_PAINTER (self->painter), cr, viewport, style, selection,
                                 hover);
  if (self->drag == REFRAIN_DRAG_BOX || self->drag == REFRAIN_DRAG_SELECT)
    draw_box (self, cr, style);
  cairo_destroy (cr);
}

static void
refrain_event_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);
  RefrainViewport viewport;
  RefrainStyle style;

  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (refrain_event_canvas_get_viewport (self, &viewport))
    {
      refrain_paint_cache_snapshot (self->cache, snapshot, &viewport, MARGIN,
                                    (double) refrain_event_canvas_get_n_rows (self),
                                    gtk_widget_get_scale_factor (widget));
      draw_overlay (self, snapshot, &viewport, &style);
    }
  refrain_widget_draw_focus (widget, snapshot, &style);
}

static void
refrain_event_canvas_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 400;
}

static void
refrain_event_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);

  refrain_event_canvas_update_rows (self, gtk_adjustment_get_value (self->vadjustment));
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

static void
refrain_event_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_event_canvas_parent_class)->css_changed (widget, change);
  make_painter (REFRAIN_EVENT_CANVAS (widget), TRUE);
}

static gboolean
refrain_event_canvas_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);
  g_autofree char *text = NULL;

  /* The row's name stands beside it already. */
  if (keyboard || self->session == NULL || self->drag != REFRAIN_DRAG_NONE
      || refrain_session_get_hover (self->session)->kind == REFRAIN_PICK_PROCESS)
    return FALSE;
  text = refrain_pick_to_text (refrain_session_get_trace (self->session),
                               refrain_session_get_hover (self->session));
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

static void
refrain_event_canvas_dispose (GObject *object)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->painter);
  g_clear_object (&self->session);
  g_clear_object (&self->cache);
  g_clear_object (&self->vadjustment);
  G_OBJECT_CLASS (refrain_event_canvas_parent_class)->dispose (object);
}

static void
refrain_event_canvas_class_init (RefrainEventCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_event_canvas_dispose;
  widget_class->snapshot = refrain_event_canvas_snapshot;
  widget_class->measure = refrain_event_canvas_measure;
  widget_class->size_allocate = refrain_event_canvas_size_allocate;
  widget_class->css_changed = refrain_event_canvas_css_changed;
  widget_class->query_tooltip = refrain_event_canvas_query_tooltip;
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "eventcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  refrain_event_canvas_class_bind_keys (widget_class);
}

static void
refrain_event_canvas_init (RefrainEventCanvas *self)
{
  self->cache = refrain_paint_cache_new ();
  g_signal_connect_object (self->cache, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->vadjustment, "value-changed",
                           G_CALLBACK (refrain_event_canvas_view_changed), self, G_CONNECT_SWAPPED);
  self->pointer_x = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Event graph"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("One row a process, time to the right. N and P step through the operations."), -1);
  refrain_event_canvas_init_input (self);
}
