/* refrain-raster-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Smoothed lines and triangles, written as pixels.
 */
#include "config.h"

#include "refrain-raster-private.h"

#include <math.h>

static inline void
blend_at (RefrainRaster *self, int x, int y, RefrainColor color, double coverage)
{
  guint32 *pixel;

  if (x < 0 || y < 0 || (gsize) x >= self->n_columns || y >= self->n_lines || coverage <= 0.004)
    return;
  pixel = &self->pixels[y * self->stride + x];
  *pixel = refrain_raster_blend (*pixel, refrain_raster_premultiply (color, MIN (coverage, 1)));
}

/* Walks along the longer side; each pixel near the line is covered by how close its centre is. */
void
refrain_raster_line (RefrainRaster *self,
                     double x0,
                     double y0,
                     double x1,
                     double y1,
                     double width,
                     RefrainColor color)
{
  double scale = self->n_lines / self->height, dx, dy, slope, half;
  gboolean steep;
  int first, last;

  if (self->pixels == NULL)
    return;
  x0 *= scale, y0 *= scale, x1 *= scale, y1 *= scale;
  dx = x1 - x0, dy = y1 - y0;
  steep = fabs (dy) > fabs (dx);
  if (hypot (dx, dy) < 0.1)
    return;
  /* From here on the walk goes along "x", whichever that is. */
  if (steep)
    {
      double swap = x0;

      x0 = y0, y0 = swap;
      swap = x1, x1 = y1, y1 = swap;
      swap = dx, dx = dy, dy = swap;
    }
  if (dx < 0)
    {
      double swap = x0;

      x0 = x1, x1 = swap;
      swap = y0, y0 = y1, y1 = swap;
      dx = -dx, dy = -dy;
    }
  slope = dy / dx;
  half = MAX (width * scale, 0.6) / 2 * hypot (1, slope);
  first = MAX (floor (x0 + 0.5), 0);
  last = MIN (floor (x1 + 0.5), (steep ? self->n_lines : (int) self->n_columns) - 1);
  for (int along = first; along <= last; along++)
    {
      double middle = y0 + (along + 0.5 - x0) * slope;
      int low = floor (middle - half - 0.5), high = ceil (middle + half + 0.5);

      for (int across = low; across < high; across++)
        {
          double coverage = 0.5 + half - fabs (across + 0.5 - middle);

          if (steep)
            blend_at (self, across, along, color, coverage);
          else
            blend_at (self, along, across, color, coverage);
        }
    }
}

void
refrain_raster_triangle (RefrainRaster *self, const double corners[6], RefrainColor color)
{
  double scale = self->n_lines / self->height, p[6], left, right, top, bottom, turn;

  if (self->pixels == NULL)
    return;
  for (guint i = 0; i < 6; i++)
    p[i] = corners[i] * scale;
  turn = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]) > 0 ? 1 : -1;
  left = MAX (MIN (MIN (p[0], p[2]), p[4]) - 1, 0);
  right = MIN (MAX (MAX (p[0], p[2]), p[4]) + 1, (double) self->n_columns);
  top = MAX (MIN (MIN (p[1], p[3]), p[5]) - 1, 0);
  bottom = MIN (MAX (MAX (p[1], p[3]), p[5]) + 1, self->n_lines);
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      {
        double coverage = 1;

        /* How far inside each of the three edges the pixel's centre lies. */
        for (guint i = 0; i < 6; i += 2)
          {
            double ex = p[(i + 2) % 6] - p[i], ey = p[(i + 3) % 6] - p[i + 1];
            double cross = ex * (y + 0.5 - p[i + 1]) - ey * (x + 0.5 - p[i]);
            double length = hypot (ex, ey);

            if (length > 0)
              coverage = MIN (coverage, 0.5 + turn * cross / length);
          }
        blend_at (self, x, y, color, coverage);
      }
}

void
refrain_raster_trapezoid (RefrainRaster *self,
                          double y0,
                          double y1,
                          double left0,
                          double left1,
                          double right0,
                          double right1,
                          RefrainColor color)
{
  double scale = self->n_lines / self->height;
  int first = lround (MAX (y0, 0) * scale), last = lround (MIN (y1, self->height) * scale);
  guint32 full = refrain_raster_premultiply (color, 1);

  if (self->pixels == NULL || y1 <= y0)
    return;
  for (int y = first; y < MIN (last, self->n_lines); y++)
    {
      double part = CLAMP (((y + 0.5) / scale - y0) / (y1 - y0), 0, 1);
      double left = CLAMP ((left0 + part * (left1 - left0)) * scale, 0, (double) self->n_columns);
      double right
          = CLAMP ((right0 + part * (right1 - right0)) * scale, 0, (double) self->n_columns);
      int from = ceil (left), to = floor (right);

      if (right <= left)
        continue;
      if (from > to)
        {
          blend_at (self, to, y, color, right - left);
          continue;
        }
      blend_at (self, from - 1, y, color, from - left);
      for (int x = from; x < to; x++)
        self->pixels[y * self->stride + x]
            = refrain_raster_blend (self->pixels[y * self->stride + x], full);
      blend_at (self, to, y, color, right - to);
    }
}
