/* refrain-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Guards what painters need not: absurd sizes, points outside, a context that is left as it was.
 */
#include "refrain-painter.h"

#include <math.h>

G_DEFINE_ABSTRACT_TYPE (RefrainPainter, refrain_painter, G_TYPE_OBJECT)

static void
refrain_painter_class_init (RefrainPainterClass *klass)
{
}

static void
refrain_painter_init (RefrainPainter *self)
{
}

/* Nothing can be drawn on an empty or absurd area. */
static gboolean
is_drawable (const RefrainViewport *viewport)
{
  return viewport->width >= 1 && viewport->height >= 1 && viewport->width <= 100000
         && viewport->height <= 100000;
}

void
refrain_painter_paint (RefrainPainter *self,
                       cairo_t *cr,
                       const RefrainViewport *viewport,
                       const RefrainStyle *style)
{
  g_return_if_fail (REFRAIN_IS_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  if (!is_drawable (viewport))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  REFRAIN_PAINTER_GET_CLASS (self)->can.paint (self, cr, viewport, style);
  cairo_restore (cr);
}

void
refrain_painter_paint_overlay (RefrainPainter *self,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style,
                               RefrainSelection *selection,
                               const RefrainPick *hover)
{
  const RefrainPainterFunctions *can;

  g_return_if_fail (REFRAIN_IS_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);
  g_return_if_fail (selection == NULL || REFRAIN_IS_SELECTION (selection));

  can = &REFRAIN_PAINTER_GET_CLASS (self)->can;
  if (can->paint_overlay == NULL || !is_drawable (viewport))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  can->paint_overlay (self, cr, viewport, style, selection, hover);
  cairo_restore (cr);
}

gboolean
refrain_painter_pick (RefrainPainter *self,
                      const RefrainViewport *viewport,
                      const RefrainStyle *style,
                      double x,
                      double y,
                      RefrainPick *pick)
{
  const RefrainPainterFunctions *can;

  g_return_val_if_fail (REFRAIN_IS_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL && pick != NULL, FALSE);

  *pick = (RefrainPick){ .kind = REFRAIN_PICK_NONE };
  can = &REFRAIN_PAINTER_GET_CLASS (self)->can;
  if (can->pick == NULL || !is_drawable (viewport) || x < 0 || y < 0 || x >= viewport->width
      || y >= viewport->height)
    return FALSE;
  return can->pick (self, viewport, style, x, y, pick);
}

void
refrain_painter_get_extent (RefrainPainter *self, RefrainViewport *viewport)
{
  const RefrainPainterFunctions *can;

  g_return_if_fail (REFRAIN_IS_PAINTER (self));
  g_return_if_fail (viewport != NULL);

  viewport->start = 0;
  viewport->end = 1;
  viewport->first_row = 0;
  viewport->n_rows = 1;
  can = &REFRAIN_PAINTER_GET_CLASS (self)->can;
  if (can->get_extent != NULL)
    can->get_extent (self, viewport);
}

void
refrain_painter_inherit (RefrainPainter *self, RefrainPainter *before)
{
  const RefrainPainterFunctions *can;

  g_return_if_fail (REFRAIN_IS_PAINTER (self));
  g_return_if_fail (REFRAIN_IS_PAINTER (before));

  can = &REFRAIN_PAINTER_GET_CLASS (self)->can;
  if (can->inherit != NULL && G_OBJECT_TYPE (self) == G_OBJECT_TYPE (before))
    can->inherit (self, before);
}

double
refrain_painter_get_distance (double x, double y, double x0, double y0, double x1, double y1)
{
  const double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
  const double part = length > 0 ? CLAMP (((x - x0) * dx + (y - y0) * dy) / length, 0, 1) : 0;

  return hypot (x0 + part * dx - x, y0 + part * dy - y);
}
