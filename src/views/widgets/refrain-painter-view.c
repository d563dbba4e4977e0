/* refrain-painter-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The painter is given instead of made; all else is the base's.
 */
#include "refrain-painter-view.h"

#include "refrain-object.h"

struct _RefrainPainterView
{
  RefrainCanvas parent_instance;

  RefrainPainter *painter;
  RefrainPainterViewOver over;
  gpointer over_data;
};

G_DEFINE_FINAL_TYPE (RefrainPainterView, refrain_painter_view, REFRAIN_TYPE_CANVAS)

void
refrain_painter_view_set (RefrainPainterView *self,
                          RefrainSession *session,
                          RefrainPainter *painter)
{
  g_return_if_fail (REFRAIN_IS_PAINTER_VIEW (self));
  g_return_if_fail (painter == NULL || REFRAIN_IS_PAINTER (painter));

  refrain_canvas_set_session (REFRAIN_CANVAS (self), session);
  if (g_set_object (&self->painter, painter))
    refrain_canvas_renew (REFRAIN_CANVAS (self));
}

void
refrain_painter_view_set_over (RefrainPainterView *self, RefrainPainterViewOver over, gpointer data)
{
  g_return_if_fail (REFRAIN_IS_PAINTER_VIEW (self));

  self->over = over;
  self->over_data = data;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static RefrainPainter *
refrain_painter_view_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainPainterView *self = REFRAIN_PAINTER_VIEW (canvas);

  return self->painter != NULL ? g_object_ref (self->painter) : NULL;
}

static void
refrain_painter_view_snapshot_over (RefrainCanvas *canvas,
                                    GtkSnapshot *snapshot,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainPainterView *self = REFRAIN_PAINTER_VIEW (canvas);
  cairo_t *cr;

  if (self->over == NULL)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  self->over (self->painter, cr, viewport, style, self->over_data);
  cairo_destroy (cr);
}

REFRAIN_DEFINE_END (RefrainPainterView, refrain_painter_view, dispose, g_clear_object (&x->painter))

static void
refrain_painter_view_class_init (RefrainPainterViewClass *klass)
{
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_painter_view_dispose;
  canvas_class->direct = TRUE;
  for (guint i = 0; i < 2; i++)
    {
      canvas_class->minimum[i] = 80;
      canvas_class->natural[i] = 200;
    }
  canvas_class->make_painter = refrain_painter_view_make_painter;
  canvas_class->snapshot_over = refrain_painter_view_snapshot_over;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "painterview");
}

static void
refrain_painter_view_init (RefrainPainterView *self)
{
}
