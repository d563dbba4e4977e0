/* refrain-raster.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * On screens cells, lines and triangles are blended into the device pixels of the drawing, or,
 * where these cannot be written, into an image that is painted once; on paper cells are gathered
 * and filled colour by colour.
 */
#include "refrain-raster.h"

#include <math.h>

#include "refrain-arrays.h"
#include "refrain-object.h"

#define MAX_PIXELS   16384
#define PAPER_LEVELS 12
/* Of a pixel; less is not seen. */
#define LEAST_COVERAGE 0.004

typedef struct
{
  guint32 color; /* ARGB, not multiplied */
  float x, y, width, height;
} Cell;

struct _RefrainRaster
{
  cairo_t *cr;
  double width, height;
  gsize n_columns;
  /* on screens */
  cairo_surface_t *surface; /* an image of its own, or NULL: pixels are those of the drawing */
  guint32 *pixels;
  int stride, n_lines;
  /* on paper */
  GArray *cells;
};

static inline guint32
premultiply (RefrainColor color, double coverage)
{
  double alpha = color.alpha * coverage * 255;

  return (guint32) (alpha + 0.5) << 24 | (guint32) (color.red * alpha + 0.5) << 16
         | (guint32) (color.green * alpha + 0.5) << 8 | (guint32) (color.blue * alpha + 0.5);
}

/* @value times @part / 255. */
static inline guint32
scale_pixel (guint32 value, guint32 part)
{
  guint32 rb = (value & 0x00ff00ff) * part + 0x00800080;
  guint32 ag = (value >> 8 & 0x00ff00ff) * part + 0x00800080;

  rb = (rb + (rb >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  ag = (ag + (ag >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return rb | ag;
}

/* @source over @below, both premultiplied. */
static inline guint32
blend (guint32 below, guint32 source)
{
  return below == 0 ? source : source + scale_pixel (below, 255 - (source >> 24));
}

gboolean
refrain_raster_is_paper (cairo_t *cr)
{
  switch (cairo_surface_get_type (cairo_get_target (cr)))
    {
    case CAIRO_SURFACE_TYPE_SVG:
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_PS:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Device pixels for each unit of @cr. */
static void
get_scale (cairo_t *cr, double *x, double *y)
{
  double dx = 1, dy = 0, ex = 0, ey = 1, sx, sy;

  cairo_user_to_device_distance (cr, &dx, &dy);
  cairo_user_to_device_distance (cr, &ex, &ey);
  cairo_surface_get_device_scale (cairo_get_target (cr), &sx, &sy);
  *x = MAX (hypot (dx, dy) * sx, 0.01);
  *y = MAX (hypot (ex, ey) * sy, 0.01);
}

/* Lets the raster write where it will be seen: an image of its own takes milliseconds to clear and
 * to paint. FALSE where pixels do not meet those of the drawing, or are not all to be written. */
static gboolean
share_pixels (RefrainRaster *self, double columns, double lines)
{
  cairo_surface_t *target = cairo_get_target (self->cr);
  cairo_rectangle_list_t *clip;
  cairo_matrix_t matrix;
  double x = 0, y = 0, scale_x, scale_y, offset_x, offset_y;
  gboolean inside;

  cairo_get_matrix (self->cr, &matrix);
  if (cairo_surface_get_type (target) != CAIRO_SURFACE_TYPE_IMAGE
      || cairo_image_surface_get_format (target) > CAIRO_FORMAT_RGB24
      || cairo_get_group_target (self->cr) != target
      || cairo_get_operator (self->cr) != CAIRO_OPERATOR_OVER || matrix.xy != 0 || matrix.yx != 0
      || matrix.xx <= 0 || matrix.yy <= 0 || fabs (columns - (double) self->n_columns) > 1e-3
      || fabs (lines - self->n_lines) > 1e-3)
    return FALSE;
  cairo_user_to_device (self->cr, &x, &y);
  cairo_surface_get_device_scale (target, &scale_x, &scale_y);
  cairo_surface_get_device_offset (target, &offset_x, &offset_y);
  x = x * scale_x + offset_x;
  y = y * scale_y + offset_y;
  clip = cairo_copy_clip_rectangle_list (self->cr);
  inside = clip->status == CAIRO_STATUS_SUCCESS && clip->num_rectangles == 1
           && clip->rectangles[0].x < 1e-3 && clip->rectangles[0].y < 1e-3
           && clip->rectangles[0].x + clip->rectangles[0].width > self->width - 1e-3
           && clip->rectangles[0].y + clip->rectangles[0].height > self->height - 1e-3;
  cairo_rectangle_list_destroy (clip);
  if (!inside || fabs (x - round (x)) > 1e-3 || fabs (y - round (y)) > 1e-3)
    return FALSE;
  cairo_surface_flush (target);
  self->stride = cairo_image_surface_get_stride (target) / 4;
  self->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (target)
                 + lround (y) * self->stride + lround (x);
  return TRUE;
}

RefrainRaster *
refrain_raster_new (cairo_t *cr, double width, double height)
{
  RefrainRaster *self = g_new0 (RefrainRaster, 1);
  double scale_x, scale_y;

  self->cr = cr;
  self->width = width;
  self->height = height;
  if (refrain_raster_is_paper (cr))
    {
      self->n_columns = CLAMP (width, 1, MAX_PIXELS);
      self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
      return self;
    }
  get_scale (cr, &scale_x, &scale_y);
  self->n_columns = CLAMP (ceil (width * scale_x - 0.01), 1, MAX_PIXELS);
  self->n_lines = CLAMP (ceil (height * scale_y - 0.01), 1, MAX_PIXELS);
  if (share_pixels (self, width * scale_x, height * scale_y))
    return self;
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->n_columns, self->n_lines);
  if (cairo_surface_status (self->surface) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (self->surface);
      self->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (self->surface);
      self->stride = cairo_image_surface_get_stride (self->surface) / 4;
    }
  return self;
}

REFRAIN_READER (refrain_raster_get_n_columns, RefrainRaster, gsize, self->n_columns)

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* The lines that [y, y + height] covers: at least one. */
static gboolean
get_lines (RefrainRaster *self, double y, double height, int *first, int *last)
{
  double scale = self->n_lines / self->height;

  if (y >= self->height || y + height <= 0 || height <= 0)
    return FALSE;
  *first = CLAMP (lround (y * scale), 0, self->n_lines - 1);
  *last = CLAMP (lround ((y + height) * scale), *first + 1, self->n_lines);
  return TRUE;
}

static void
add_cell (RefrainRaster *self, gsize first, gsize last, double y, double height, RefrainColor color)
{
  double column = self->width / self->n_columns;
  Cell cell = { .x = first * column, .y = y, .width = (last - first) * column, .height = height };

  cell.color = (guint32) lround (color.alpha * 255) << 24 | (guint32) lround (color.red * 255) << 16
               | (guint32) lround (color.green * 255) << 8 | (guint32) lround (color.blue * 255);
  g_array_append_val (self->cells, cell);
}

void
refrain_raster_fill (
    RefrainRaster *self, gsize first, gsize last, double y, double height, RefrainColor color)
{
  int top, bottom;
  guint32 value;

  last = MIN (last, self->n_columns);
  if (first >= last)
    return;
  if (self->cells != NULL)
    {
      add_cell (self, first, last, y, height, color);
      return;
    }
  if (self->pixels == NULL || !get_lines (self, y, height, &top, &bottom))
    return;
  value = premultiply (color, 1);
  for (int line = top; line < bottom; line++)
    for (gsize c = first; c < last; c++)
      self->pixels[line * self->stride + c] = blend (self->pixels[line * self->stride + c], value);
}

void
refrain_raster_shade (
    RefrainRaster *self, const float *values, gsize n, double y, double height, RefrainColor color)
{
  int top, bottom;

  if (self->cells != NULL)
    {
      for (gsize first = 0, last; first < n; first = last)
        {
          int level = ceil (CLAMP (values[first], 0, 1) * PAPER_LEVELS);
          RefrainColor shade = color;

          for (last = first + 1;
               last < n && ceil (CLAMP (values[last], 0, 1) * PAPER_LEVELS) == level;)
            last++;
          shade.alpha *= (double) level / PAPER_LEVELS;
          if (level > 0)
            add_cell (self, first * self->n_columns / n, last * self->n_columns / n, y, height,
                      shade);
        }
      return;
    }
  if (self->pixels == NULL || !get_lines (self, y, height, &top, &bottom))
    return;
  for (gsize i = 0; i < n; i++)
    {
      gsize first = i * self->n_columns / n, last = (i + 1) * self->n_columns / n;
      guint32 value;

      if (!(values[i] > 0))
        continue;
      value = premultiply (color, MIN (values[i], 1));
      for (int line = top; line < bottom; line++)
        for (gsize c = first; c < last; c++)
          self->pixels[line * self->stride + c]
              = blend (self->pixels[line * self->stride + c], value);
    }
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

/* In a stack of no more lines of pixels than this, layers are mixed. */
#define MIXED_LINES 2

/* What layers look like from afar: their mean, as opaque as they are high. */
static guint32
mix_layers (const float *shares, gsize n_layers, const RefrainColor *colors)
{
  RefrainColor mean = { 0 };
  double height = 0;

  for (gsize l = 0; l < n_layers; l++)
    {
      double part = CLAMP (shares[l], 0, 1 - height);

      height += part;
      mean.red += part * colors[l].red;
      mean.green += part * colors[l].green;
      mean.blue += part * colors[l].blue;
      mean.alpha += part * colors[l].alpha;
    }
  if (!(height > 0.002))
    return 0;
  mean.red /= height;
  mean.green /= height;
  mean.blue /= height;
  mean.alpha /= height;
  return premultiply (mean, height);
}

/* Works out the pixels of one column, from the bottom up, in @pixels (n_lines of them). */
static void
stack_column (guint32 *pixels,
              int n_lines,
              const float *shares,
              gsize n_layers,
              const RefrainColor *colors,
              const guint32 *full)
{
  double below = 0;

  /* Row upon row of so few lines, stacks would be stripes. */
  if (n_lines <= MIXED_LINES)
    {
      guint32 mean = mix_layers (shares, n_layers, colors);

      for (int i = 0; i < n_lines; i++)
        pixels[i] = mean;
      return;
    }
  refrain_fill (pixels, 0, n_lines * sizeof *pixels);
  for (gsize l = 0; l < n_layers; l++)
    {
      double low = below * n_lines, high;

      if (!(shares[l] > 0))
        continue;
      below = MIN (below + shares[l], 1);
      high = below * n_lines;
      for (int i = low; i < n_lines && i < high; i++)
        {
          double coverage = MIN (high, i + 1) - MAX (low, i);

          if (coverage >= 0.998)
            pixels[i] = full[l];
          else if (coverage > 0.002)
            pixels[i] = blend (pixels[i], premultiply (colors[l], coverage));
        }
    }
}

static void
stack_pixels (RefrainRaster *self,
              const float *shares,
              gsize n,
              gsize n_layers,
              const RefrainColor *colors,
              int top,
              int bottom)
{
  g_autofree guint32 *pixels = g_new (guint32, bottom - top);
  g_autofree guint32 *full = g_new (guint32, n_layers);

  for (gsize l = 0; l < n_layers; l++)
    full[l] = premultiply (colors[l], 1);
  for (gsize i = 0; i < n; i++)
    {
      gsize first = i * self->n_columns / n, last = (i + 1) * self->n_columns / n;

      stack_column (pixels, bottom - top, shares + i * n_layers, n_layers, colors, full);
      for (int line = top; line < bottom; line++)
        for (gsize c = first; c < last && pixels[bottom - 1 - line] != 0; c++)
          self->pixels[line * self->stride + c]
              = blend (self->pixels[line * self->stride + c], pixels[bottom - 1 - line]);
    }
}

/* The outline of one run of a layer: its upper edge from left to right, its lower edge back. */
static void
trace_run (cairo_t *cr,
           const double *base,
           const double *next,
           gsize first,
           gsize last,
           double column,
           double y,
           double height)
{
  cairo_new_sub_path (cr);
  for (gsize c = first; c < last; c++)
    if (c == first || next[c] != next[c - 1])
      {
        cairo_line_to (cr, c * column, y + height * (1 - (c == first ? base[c] : next[c - 1])));
        cairo_line_to (cr, c * column, y + height * (1 - next[c]));
      }
  cairo_line_to (cr, last * column, y + height * (1 - next[last - 1]));
  cairo_line_to (cr, last * column, y + height * (1 - base[last - 1]));
  for (gsize c = last - 1; c-- > first;)
    if (base[c] != base[c + 1])
      {
        cairo_line_to (cr, (c + 1) * column, y + height * (1 - base[c + 1]));
        cairo_line_to (cr, (c + 1) * column, y + height * (1 - base[c]));
      }
  cairo_close_path (cr);
}

/* Each layer on paper is a few polygons. */
static void
stack_paper (RefrainRaster *self,
             const float *shares,
             gsize n,
             gsize n_layers,
             const RefrainColor *colors,
             double y,
             double height)
{
  g_autofree double *base = g_new0 (double, n);
  g_autofree double *next = g_new0 (double, n);

  for (gsize l = 0; l < n_layers; l++)
    {
      for (gsize i = 0; i < n; i++)
        next[i] = round (MIN (base[i] + MAX (shares[i * n_layers + l], 0), 1) * 100) / 100;
      for (gsize first = 0, last; first < n; first = MAX (last, first + 1))
        {
          for (last = first; last < n && next[last] > base[last];)
            last++;
          if (last > first)
            trace_run (self->cr, base, next, first, last, self->width / n, y, height);
        }
      refrain_color_set_source (colors[l], self->cr);
      cairo_fill (self->cr);
      for (gsize i = 0; i < n; i++)
        base[i] = MAX (base[i], next[i]);
    }
}

void
refrain_raster_stack (RefrainRaster *self,
                      const float *shares,
                      gsize n,
                      gsize n_layers,
                      const RefrainColor *colors,
                      double y,
                      double height)
{
  int top, bottom;

  if (self->cells != NULL)
    stack_paper (self, shares, n, n_layers, colors, y, height);
  else if (self->pixels != NULL && get_lines (self, y, height, &top, &bottom))
    stack_pixels (self, shares, n, n_layers, colors, top, bottom);
}

/* ---- Smoothed lines, triangles and trapezoids ------------------------------------------------ */

static inline void
blend_at (RefrainRaster *self, int x, int y, RefrainColor color, double coverage)
{
  guint32 *pixel;

  if (x < 0 || y < 0 || (gsize) x >= self->n_columns || y >= self->n_lines
      || coverage <= LEAST_COVERAGE)
    return;
  pixel = &self->pixels[y * self->stride + x];
  *pixel = blend (*pixel, premultiply (color, MIN (coverage, 1)));
}

void
refrain_raster_disc (RefrainRaster *self, double x, double y, double radius, RefrainColor color)
{
  double scale, inner, outer;

  g_return_if_fail (self != NULL);

  if (self->pixels == NULL)
    return;
  scale = self->n_lines / self->height;
  x = CLAMP (x * scale, -MAX_PIXELS, 2 * MAX_PIXELS);
  y = CLAMP (y * scale, -MAX_PIXELS, 2 * MAX_PIXELS);
  radius = MIN (radius * scale, MAX_PIXELS);
  inner = radius > 0.5 ? (radius - 0.5) * (radius - 0.5) : 0;
  outer = (radius + 0.5) * (radius + 0.5);
  for (int line = (int) floor (MAX (y - radius - 0.5, 0));
       line < MIN (y + radius + 0.5, (double) self->n_lines); line++)
    for (int column = (int) floor (MAX (x - radius - 0.5, 0));
         column < MIN (x + radius + 0.5, (double) self->n_columns); column++)
      {
        const double dx = column + 0.5 - x, dy = line + 0.5 - y, square = dx * dx + dy * dy;

        if (square < outer)
          blend_at (self, column, line, color, square < inner ? 1 : radius + 0.5 - sqrt (square));
      }
}

/* Numbers with a point. */
#define ONE_BITS 32
#define ONE      ((gint64) 1 << ONE_BITS)

/* Each line of pixels lies in a page of memory of its own, which no processor foresees. */
#define AHEAD 8

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
  double scale = self->n_lines / self->height, dx, dy, slope;
  gint64 half, middle;
  gboolean steep;
  int first, last, most;
  guint32 full;

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
  first = MAX (floor (x0 + 0.5), 0);
  last = MIN (floor (x1 + 0.5), (steep ? self->n_lines : (int) self->n_columns) - 1);
  most = steep ? (int) self->n_columns : self->n_lines;
  half = MAX (width * scale, 0.6) / 2 * hypot (1, slope) * ONE;
  middle = (y0 + (first + 0.5 - x0) * slope) * ONE;
  full = premultiply (color, 1);
  for (int along = first; along <= last; along++, middle += (gint64) (slope * ONE))
    {
      const int low = CLAMP ((middle - half) >> ONE_BITS, 0, most);
      const int high = CLAMP (((middle + half) >> ONE_BITS) + 1, 0, most);
      guint32 *pixel = steep ? &self->pixels[along * self->stride + low]
                             : &self->pixels[low * self->stride + along];

      if (steep)
        __builtin_prefetch (pixel + AHEAD * (self->stride + (int) slope), 1);
      for (int across = low; across < high; across++, pixel += steep ? 1 : self->stride)
        {
          const gint64 off = ABS (across * ONE + ONE / 2 - middle);
          const gint64 part = (ONE / 2 + half - off) >> (ONE_BITS - 8);

          if (part > 0)
            *pixel = blend (*pixel, scale_pixel (full, (guint32) MIN (part, 255)));
        }
    }
}

void
refrain_raster_triangle (RefrainRaster *self, const double corners[6], RefrainColor color)
{
  double scale = self->n_lines / self->height, p[6], left, right, top, bottom, turn;
  double ex[3], ey[3], length[3]; /* the edges */

  if (self->pixels == NULL)
    return;
  for (guint i = 0; i < 6; i++)
    p[i] = corners[i] * scale;
  for (guint i = 0; i < 3; i++)
    {
      ex[i] = p[(2 * i + 2) % 6] - p[2 * i];
      ey[i] = p[(2 * i + 3) % 6] - p[2 * i + 1];
      length[i] = hypot (ex[i], ey[i]);
    }
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
        for (guint i = 0; i < 3; i++)
          if (length[i] > 0)
            {
              const double cross = ex[i] * (y + 0.5 - p[2 * i + 1]) - ey[i] * (x + 0.5 - p[2 * i]);

              coverage = MIN (coverage, 0.5 + turn * cross / length[i]);
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
  guint32 full = premultiply (color, 1);

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
        self->pixels[y * self->stride + x] = blend (self->pixels[y * self->stride + x], full);
      blend_at (self, to, y, color, right - to);
    }
}

/* ---- The end --------------------------------------------------------------------------------- */

static int
compare_colors (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const Cell *) a)->color, y = ((const Cell *) b)->color;

  return x < y ? -1 : x > y;
}

static void
fill_cells (RefrainRaster *self)
{
  g_array_sort (self->cells, compare_colors);
  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);

      cairo_rectangle (self->cr, cell->x, cell->y, cell->width, cell->height);
      if (i + 1 < self->cells->len && cell[1].color == cell->color)
        continue;
      cairo_set_source_rgba (self->cr, (cell->color >> 16 & 0xff) / 255.0,
                             (cell->color >> 8 & 0xff) / 255.0, (cell->color & 0xff) / 255.0,
                             (cell->color >> 24) / 255.0);
      cairo_fill (self->cr);
    }
}

void
refrain_raster_finish (RefrainRaster *self)
{
  if (self->cells != NULL)
    {
      fill_cells (self);
      g_array_unref (self->cells);
    }
  else if (self->surface == NULL)
    cairo_surface_mark_dirty (cairo_get_target (self->cr));
  else
    {
      cairo_surface_mark_dirty (self->surface);
      cairo_save (self->cr);
      cairo_rectangle (self->cr, 0, 0, self->width, self->height);
      cairo_clip (self->cr);
      cairo_scale (self->cr, self->width / self->n_columns, self->height / self->n_lines);
      cairo_set_source_surface (self->cr, self->surface, 0, 0);
      cairo_pattern_set_filter (cairo_get_source (self->cr), CAIRO_FILTER_NEAREST);
      cairo_paint (self->cr);
      cairo_restore (self->cr);
      cairo_surface_destroy (self->surface);
    }
  g_free (self);
}
