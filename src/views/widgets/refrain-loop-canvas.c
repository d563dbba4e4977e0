/* refrain-loop-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-loop-canvas-private.h"

#include <glib/gi18n.h>

#include "refrain-widget-style.h"

/* How much is painted beside the view, of its width. */
#define MARGIN 0.5

/* How strongly the loop is marked in which the picked event lies. */
#define HERE_ALPHA 0.45

G_DEFINE_FINAL_TYPE (RefrainLoopCanvas, refrain_loop_canvas, GTK_TYPE_WIDGET)

enum
{
  VIEW_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static RefrainLoops *
get_loops (RefrainLoopCanvas *self)
{
  return refrain_session_get_loops (self->session);
}

/* ---- Scene ---- */

static void
set_painter (RefrainLoopCanvas *self, gboolean keep)
{
  RefrainStyle style;

  refrain_loop_canvas_take_painter (self);
  refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
  self->label_width
      = self->painter != NULL ? refrain_loop_painter_get_label_width (self->painter, &style) : 0;
  refrain_paint_cache_set_painter (
      self->cache, self->painter != NULL ? REFRAIN_PAINTER (self->painter) : NULL, &style, keep);
  refrain_loop_canvas_update_view (self);
}

static void
on_painter_changed (RefrainLoopCanvas *self)
{
  set_painter (self, FALSE);
}

static void
on_selected (RefrainLoopCanvas *self)
{
  const guint32 selected = refrain_loops_get_selected (get_loops (self));
  g_autofree char *text = NULL;

  if (self->painter != NULL && selected != REFRAIN_NONE)
    {
      text = refrain_loop_painter_describe (self->painter, selected);
      refrain_loop_canvas_reveal (self, selected, FALSE);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_loop_canvas_set_session (RefrainLoopCanvas *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (get_loops (self), self);
    }
  g_set_object (&self->session, session);
  self->span = self->row_height = 0;
  self->anchor = REFRAIN_NONE;
  if (session != NULL)
    {
      g_signal_connect_object (session, "notify::dark", G_CALLBACK (on_painter_changed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (get_loops (self), "notify::painter", G_CALLBACK (on_painter_changed),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (get_loops (self), "notify::selected", G_CALLBACK (on_selected), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (get_loops (self), "notify::here", G_CALLBACK (gtk_widget_queue_draw),
                               self, G_CONNECT_SWAPPED);
    }
  set_painter (self, FALSE);
}

GtkAdjustment *
refrain_loop_canvas_get_hadjustment (RefrainLoopCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), NULL);
  return self->hadjustment;
}

GtkAdjustment *
refrain_loop_canvas_get_vadjustment (RefrainLoopCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), NULL);
  return self->vadjustment;
}

double
refrain_loop_canvas_get_label_width (RefrainLoopCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), 0);
  return self->label_width;
}

static void
on_hadjustment (RefrainLoopCanvas *self)
{
  const double value = gtk_adjustment_get_value (self->hadjustment);

  if (self->span > 0 && value != self->start)
    {
      self->start = value;
      refrain_loop_canvas_update_view (self);
    }
}

static void
on_vadjustment (RefrainLoopCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

gboolean
refrain_loop_canvas_is_fresh (RefrainLoopCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), FALSE);
  return self->painter != NULL && refrain_paint_cache_is_fresh (self->cache);
}

/* ---- Widget ---- */

gboolean
refrain_loop_canvas_find (RefrainLoopCanvas *self, double x, double y, RefrainLoopHit *hit)
{
  RefrainViewport viewport;
  RefrainStyle style;

  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), FALSE);
  g_return_val_if_fail (hit != NULL, FALSE);

  *hit = (RefrainLoopHit){ REFRAIN_LOOP_HIT_NONE, REFRAIN_NONE, REFRAIN_NONE,
                           REFRAIN_NONE,          REFRAIN_NONE, FALSE };
  if (!refrain_loop_canvas_get_viewport (self, &viewport) || x < self->label_width)
    return FALSE;
  refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
  return refrain_loop_painter_find (self->painter, &viewport, &style, x - self->label_width, y,
                                    hit);
}

static gboolean
refrain_loop_canvas_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  g_autofree char *text = NULL;
  RefrainLoopHit hit;
  guint32 construct;

  if (keyboard || self->dragging || !refrain_loop_canvas_find (self, x, y, &hit))
    return FALSE;
  construct = hit.construct != REFRAIN_NONE ? hit.construct : hit.box;
  if (construct == REFRAIN_NONE)
    return FALSE;
  text = refrain_loop_painter_describe (self->painter, construct);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

static void
draw_marks (RefrainLoopCanvas *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const guint32 selected = refrain_loops_get_selected (get_loops (self));
  const guint32 here = refrain_loops_get_loop_here (get_loops (self));

  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  if (here != REFRAIN_NONE && here != selected)
    {
      cairo_push_group (cr);
      refrain_loop_painter_paint_highlight (self->painter, cr, viewport, style, here);
      cairo_pop_group_to_source (cr);
      cairo_paint_with_alpha (cr, HERE_ALPHA);
    }
  if (selected != REFRAIN_NONE)
    refrain_loop_painter_paint_highlight (self->painter, cr, viewport, style, selected);
}

static void
refrain_loop_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  RefrainViewport viewport, extent;
  RefrainStyle style;
  cairo_t *cr;

  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (refrain_loop_canvas_get_viewport (self, &viewport))
    {
      refrain_loop_canvas_get_extent (self, &extent);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) self->label_width, 0));
      refrain_paint_cache_snapshot (self->cache, snapshot, &viewport, MARGIN, extent.n_rows,
                                    gtk_widget_get_scale_factor (widget));
      gtk_snapshot_restore (snapshot);
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) (self->label_width + viewport.width),
                                         (float) viewport.height));
      refrain_loop_painter_paint_labels (self->painter, cr, &viewport, &style, self->label_width);
      cairo_translate (cr, self->label_width, 0);
      draw_marks (self, cr, &viewport, &style);
      cairo_destroy (cr);
    }
  refrain_widget_draw_focus (widget, snapshot, &style);
}

static void
refrain_loop_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  refrain_loop_canvas_update_view (REFRAIN_LOOP_CANVAS (widget));
}

static void
refrain_loop_canvas_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 80;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : 260;
}

static void
refrain_loop_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_loop_canvas_parent_class)->css_changed (widget, change);
  set_painter (REFRAIN_LOOP_CANVAS (widget), TRUE);
}

static void
refrain_loop_canvas_dispose (GObject *object)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (object);

  g_clear_object (&self->painter);
  g_clear_object (&self->session);
  g_clear_object (&self->cache);
  g_clear_object (&self->hadjustment);
  g_clear_object (&self->vadjustment);
  G_OBJECT_CLASS (refrain_loop_canvas_parent_class)->dispose (object);
}

static void
refrain_loop_canvas_class_init (RefrainLoopCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_loop_canvas_dispose;
  widget_class->snapshot = refrain_loop_canvas_snapshot;
  widget_class->size_allocate = refrain_loop_canvas_size_allocate;
  widget_class->measure = refrain_loop_canvas_measure;
  widget_class->css_changed = refrain_loop_canvas_css_changed;
  widget_class->query_tooltip = refrain_loop_canvas_query_tooltip;
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  refrain_loop_canvas_class_bind_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "loopcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_loop_canvas_init (RefrainLoopCanvas *self)
{
  self->cache = refrain_paint_cache_new ();
  self->anchor = REFRAIN_NONE;
  self->pointer_x = -1;
  self->hadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->cache, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->hadjustment, "value-changed", G_CALLBACK (on_hadjustment), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vadjustment, "value-changed", G_CALLBACK (on_vadjustment), self,
                           G_CONNECT_SWAPPED);
  refrain_loop_canvas_init_input (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Loops of the run as boxes. The arrow keys walk from box to "
                                     "box, Space closes or opens one."),
                                  -1);
}
