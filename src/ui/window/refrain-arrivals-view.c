/* refrain-arrivals-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture is taken and drawn at once when the first pixels arrive, then at intervals, so that the
 * reader keeps the processors.
 */
#include "refrain-arrivals-view.h"

#include <adwaita.h>

#include "refrain-arrivals-paint.h"
#include "refrain-object.h"
#include "refrain-widget-style.h"

/* Between two pictures, in milliseconds. */
#define INTERVAL 150

struct _RefrainArrivalsView
{
  GtkDrawingArea parent_instance;

  RefrainArrivals *arrivals;
  RefrainArrivalsPicture *picture; /* or NULL */
  guint wait;                      /* before the next one */
  gboolean waits;                  /* more has arrived since the last one */
};

G_DEFINE_FINAL_TYPE (RefrainArrivalsView, refrain_arrivals_view, GTK_TYPE_DRAWING_AREA)

REFRAIN_GETTER (RefrainArrivalsView,
                refrain_arrivals_view,
                const RefrainArrivalsPicture *,
                get_picture,
                self->picture)

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  RefrainArrivalsView *self = REFRAIN_ARRIVALS_VIEW (area);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  RefrainStyle style;

  if (self->picture == NULL)
    return;
  refrain_widget_get_style (GTK_WIDGET (self), NULL, &style);
  refrain_widget_init_style (&style, adw_style_manager_get_dark (manager), style.font_size);
  refrain_arrivals_paint (self->picture, cr, width, height, &style);
}

static gboolean
take_picture (gpointer data)
{
  RefrainArrivalsView *self = data;

  if (!self->waits)
    {
      self->wait = 0;
      return G_SOURCE_REMOVE;
    }
  self->waits = FALSE;
  g_clear_pointer (&self->picture, refrain_arrivals_picture_free);
  self->picture = refrain_arrivals_take_picture (self->arrivals);
  gtk_widget_set_visible (GTK_WIDGET (self), self->picture != NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_CONTINUE;
}

void
refrain_arrivals_view_update (RefrainArrivalsView *self)
{
  g_return_if_fail (REFRAIN_IS_ARRIVALS_VIEW (self));

  if (self->arrivals == NULL)
    return;
  self->waits = TRUE;
  if (self->wait > 0)
    return;
  take_picture (self);
  if (self->picture != NULL)
    self->wait = g_timeout_add (INTERVAL, take_picture, self);
}

void
refrain_arrivals_view_set_arrivals (RefrainArrivalsView *self, RefrainArrivals *arrivals)
{
  g_return_if_fail (REFRAIN_IS_ARRIVALS_VIEW (self));

  g_set_object (&self->arrivals, arrivals);
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_pointer (&self->picture, refrain_arrivals_picture_free);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

REFRAIN_DEFINE_END (RefrainArrivalsView,
                    refrain_arrivals_view,
                    dispose,
                    g_clear_handle_id (&x->wait, g_source_remove);
                    g_clear_object (&x->arrivals);
                    g_clear_pointer (&x->picture, refrain_arrivals_picture_free))

static void
refrain_arrivals_view_class_init (RefrainArrivalsViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_arrivals_view_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_arrivals_view_init (RefrainArrivalsView *self)
{
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self), draw, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
