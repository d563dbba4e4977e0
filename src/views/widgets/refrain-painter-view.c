/* refrain-painter-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-painter-view.h"

#include "refrain-widget-style.h"

struct _RefrainPainterView
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPainter *painter;
  GskRenderNode *picture; /* what it painted, or NULL */
  RefrainPainterViewOver over;
  gpointer over_data;
};

G_DEFINE_FINAL_TYPE (RefrainPainterView, refrain_painter_view, GTK_TYPE_WIDGET)

static void
forget_picture (RefrainPainterView *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_painter_view_set (RefrainPainterView *self,
                          RefrainSession *session,
                          RefrainPainter *painter)
{
  g_return_if_fail (REFRAIN_IS_PAINTER_VIEW (self));
  g_return_if_fail (painter == NULL || REFRAIN_IS_PAINTER (painter));

  if (self->session != session)
    {
      if (self->session != NULL)
        g_signal_handlers_disconnect_by_data (self->session, self);
      g_set_object (&self->session, session);
      if (session != NULL)
        g_signal_connect_object (session, "notify::dark", G_CALLBACK (forget_picture), self,
                                 G_CONNECT_SWAPPED);
    }
  if (g_set_object (&self->painter, painter))
    forget_picture (self);
}

RefrainPainter *
refrain_painter_view_get_painter (RefrainPainterView *self)
{
  g_return_val_if_fail (REFRAIN_IS_PAINTER_VIEW (self), NULL);
  return self->painter;
}

void
refrain_painter_view_set_over (RefrainPainterView *self, RefrainPainterViewOver over, gpointer data)
{
  g_return_if_fail (REFRAIN_IS_PAINTER_VIEW (self));

  self->over = over;
  self->over_data = data;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
refrain_painter_view_get_viewport (RefrainPainterView *self,
                                   RefrainViewport *viewport,
                                   RefrainStyle *style)
{
  g_return_val_if_fail (REFRAIN_IS_PAINTER_VIEW (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL, FALSE);

  refrain_widget_get_style (GTK_WIDGET (self), self->session, style);
  *viewport = (RefrainViewport){ 0 };
  if (self->painter == NULL)
    return FALSE;
  refrain_painter_get_extent (self->painter, viewport);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->furniture = TRUE;
  if (!(viewport->end > viewport->start))
    viewport->end = viewport->start + 1;
  if (!(viewport->n_rows > 0))
    viewport->n_rows = 1;
  return viewport->width >= 1 && viewport->height >= 1;
}

static void
refrain_painter_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainPainterView *self = REFRAIN_PAINTER_VIEW (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                     (float) gtk_widget_get_height (widget));
  RefrainViewport viewport;
  RefrainStyle style;
  gboolean drawn;
  cairo_t *cr;

  drawn = refrain_painter_view_get_viewport (self, &viewport, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  if (!drawn)
    return;
  if (self->picture == NULL)
    {
      self->picture = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (self->picture);
      refrain_painter_paint (self->painter, cr, &viewport, &style);
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->picture);
  if (self->over == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  self->over (self->painter, cr, &viewport, &style, self->over_data);
  cairo_destroy (cr);
}

static void
refrain_painter_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&REFRAIN_PAINTER_VIEW (widget)->picture, gsk_render_node_unref);
}

static void
refrain_painter_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (refrain_painter_view_parent_class)->css_changed (widget, change);
  forget_picture (REFRAIN_PAINTER_VIEW (widget));
}

static void
refrain_painter_view_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = 80;
  *natural = 200;
}

static void
refrain_painter_view_dispose (GObject *object)
{
  RefrainPainterView *self = REFRAIN_PAINTER_VIEW (object);

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  g_clear_object (&self->painter);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (refrain_painter_view_parent_class)->dispose (object);
}

static void
refrain_painter_view_class_init (RefrainPainterViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_painter_view_dispose;
  widget_class->snapshot = refrain_painter_view_snapshot;
  widget_class->size_allocate = refrain_painter_view_size_allocate;
  widget_class->css_changed = refrain_painter_view_css_changed;
  widget_class->measure = refrain_painter_view_measure;
  gtk_widget_class_set_css_name (widget_class, "painterview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_painter_view_init (RefrainPainterView *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
