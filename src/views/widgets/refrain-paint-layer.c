/* refrain-paint-layer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-paint-layer.h"

#include <math.h>

/* Device pixels: what every graphics driver takes, and cairo too. */
#define MAX_TEXTURE 8192

/* A texture stretched more than this says nothing any more. */
#define MAX_STRETCH 200.0

void
refrain_paint_layer_free (gpointer data)
{
  RefrainPaintLayer *layer = data;

  g_clear_object (&layer->texture);
  g_free (layer);
}

static gboolean
is_close (double a, double b)
{
  return fabs (a - b) <= 1e-6 * MAX (fabs (a), fabs (b));
}

gboolean
refrain_paint_layer_has_scale_of (const RefrainPaintLayer *layer,
                                  const RefrainViewport *visible,
                                  int scale)
{
  const RefrainViewport *viewport = &layer->viewport;

  return layer->scale == scale
         && is_close ((viewport->end - viewport->start) * visible->width,
                      (visible->end - visible->start) * viewport->width)
         && is_close (viewport->n_rows * visible->height, visible->n_rows * viewport->height);
}

gboolean
refrain_viewport_covers (const RefrainViewport *viewport,
                         const RefrainViewport *visible,
                         double slack,
                         double total_rows)
{
  double x = slack * (visible->end - visible->start);
  double y = slack * visible->n_rows;
  double top = MAX (0, visible->first_row - y);
  double bottom = MIN (MAX (total_rows, visible->first_row + visible->n_rows),
                       visible->first_row + visible->n_rows + y);
  double x_error = 1e-6 * (visible->end - visible->start);
  double y_error = 1e-6 * visible->n_rows;

  return viewport->start <= visible->start - x + x_error
         && viewport->end >= visible->end + x - x_error && viewport->first_row <= top + y_error
         && viewport->first_row + viewport->n_rows >= bottom - y_error;
}

RefrainViewport
refrain_viewport_extend (const RefrainViewport *visible,
                         double margin,
                         double total_rows,
                         int scale)
{
  RefrainViewport wide = *visible;
  double span = visible->end - visible->start;
  double row_height = visible->height / visible->n_rows;
  double x_margin = MIN (margin * visible->width, (MAX_TEXTURE / scale - visible->width) / 2);
  double y_margin = MIN (margin * visible->height, (MAX_TEXTURE / scale - visible->height) / 2);
  double top, bottom;

  /* Whole device pixels, so that the texture can be laid on the view's grid. */
  x_margin = MAX (0, floor (x_margin));
  y_margin = MAX (0, floor (y_margin));
  wide.window_start = visible->start;
  wide.window_end = visible->end;
  wide.start -= x_margin * span / visible->width;
  wide.end += x_margin * span / visible->width;
  wide.width += 2 * x_margin;
  top = MAX (0, visible->first_row - y_margin / row_height);
  bottom = MIN (MAX (total_rows, visible->first_row + visible->n_rows),
                visible->first_row + visible->n_rows + y_margin / row_height);
  wide.first_row = MIN (top, visible->first_row);
  wide.n_rows = bottom - wide.first_row;
  wide.height = wide.n_rows * row_height;
  return wide;
}

gboolean
refrain_paint_layer_can_be_shown (const RefrainPaintLayer *layer, const RefrainViewport *visible)
{
  const RefrainViewport *viewport = &layer->viewport;
  double width
      = (viewport->end - viewport->start) * visible->width / (visible->end - visible->start);
  double height = viewport->n_rows * visible->height / visible->n_rows;

  return width >= 1 && height >= 1 && width <= viewport->width * MAX_STRETCH
         && height <= viewport->height * MAX_STRETCH;
}

void
refrain_paint_layer_append (const RefrainPaintLayer *layer,
                            GtkSnapshot *snapshot,
                            const RefrainViewport *visible)
{
  const RefrainViewport *viewport = &layer->viewport;
  double x_scale = visible->width / (visible->end - visible->start);
  double row_height = visible->height / visible->n_rows;
  double x = (viewport->start - visible->start) * x_scale;
  double width = (viewport->end - viewport->start) * x_scale;
  double y = (viewport->first_row - visible->first_row) * row_height;
  double height = viewport->n_rows * row_height;

  if (width > viewport->width * MAX_STRETCH || height > viewport->height * MAX_STRETCH || width < 1
      || height < 1)
    return;
  if (x > visible->width || y > visible->height || x + width < 0 || y + height < 0)
    return;
  if (refrain_paint_layer_has_scale_of (layer, visible, layer->scale))
    {
      x = round (x * layer->scale) / layer->scale;
      y = round (y * layer->scale) / layer->scale;
      width = gdk_texture_get_width (layer->texture) / (double) layer->scale;
      height = gdk_texture_get_height (layer->texture) / (double) layer->scale;
    }
  gtk_snapshot_append_texture (
      snapshot, layer->texture,
      &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}
