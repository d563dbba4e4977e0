/* refrain-raster.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-raster.h"

#include <math.h>

#define MAX_PIXELS   16384
#define PAPER_LEVELS 12

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
  cairo_surface_t *surface;
  guint32 *pixels;
  int stride, n_lines;
  /* on paper */
  GArray *cells;
};

static gboolean
is_paper (cairo_t *cr)
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

RefrainRaster *
refrain_raster_new (cairo_t *cr, double width, double height)
{
  RefrainRaster *self = g_new0 (RefrainRaster, 1);
  double scale_x, scale_y;

  self->cr = cr;
  self->width = width;
  self->height = height;
  if (is_paper (cr))
    {
      self->n_columns = CLAMP (width, 1, MAX_PIXELS);
      self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
      return self;
    }
  get_scale (cr, &scale_x, &scale_y);
  self->n_columns = CLAMP (ceil (width * scale_x - 0.01), 1, MAX_PIXELS);
  self->n_lines = CLAMP (ceil (height * scale_y - 0.01), 1, MAX_PIXELS);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->n_columns, self->n_lines);
  if (cairo_surface_status (self->surface) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (self->surface);
      self->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (self->surface);
      self->stride = cairo_image_surface_get_stride (self->surface) / 4;
    }
  return self;
}

gsize
refrain_raster_get_n_columns (RefrainRaster *self)
{
  return self->n_columns;
}

/* ---- Pixels ---- */

static inline guint32
premultiply (RefrainColor color, double coverage)
{
  double alpha = color.alpha * coverage * 255;

  return (guint32) (alpha + 0.5) << 24 | (guint32) (color.red * alpha + 0.5) << 16
         | (guint32) (color.green * alpha + 0.5) << 8 | (guint32) (color.blue * alpha + 0.5);
}

/* @source over @below, both premultiplied. */
static inline guint32
blend (guint32 below, guint32 source)
{
  guint32 rest = 255 - (source >> 24);
  guint32 rb = (below & 0x00ff00ff) * rest + 0x00800080;
  guint32 ag = (below >> 8 & 0x00ff00ff) * rest + 0x00800080;

  if (rest == 255)
    return below;
  rb = (rb + (rb >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  ag = (ag + (ag >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return source + (rb | ag);
}

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
    RefrainRaster *self, const float *values, double y, double height, RefrainColor color)
{
  int top, bottom;

  if (self->cells != NULL)
    {
      for (gsize first = 0, last; first < self->n_columns; first = last)
        {
          int level = ceil (CLAMP (values[first], 0, 1) * PAPER_LEVELS);
          RefrainColor shade = color;

          for (last = first + 1;
               last < self->n_columns && ceil (CLAMP (values[last], 0, 1) * PAPER_LEVELS) == level;)
            last++;
          shade.alpha *= (double) level / PAPER_LEVELS;
          if (level > 0)
            add_cell (self, first, last, y, height, shade);
        }
      return;
    }
  if (self->pixels == NULL || !get_lines (self, y, height, &top, &bottom))
    return;
  for (gsize c = 0; c < self->n_columns; c++)
    {
      guint32 value;

      if (!(values[c] > 0))
        continue;
      value = premultiply (color, MIN (values[c], 1));
      for (int line = top; line < bottom; line++)
        self->pixels[line * self->stride + c]
            = blend (self->pixels[line * self->stride + c], value);
    }
}

/* ---- Stacks ---- */

static void
stack_pixels (RefrainRaster *self,
              const float *shares,
              gsize n_layers,
              const RefrainColor *colors,
              int top,
              int bottom)
{
  double height = bottom - top;

  for (gsize c = 0; c < self->n_columns; c++)
    {
      double below = 0;

      for (gsize l = 0; l < n_layers; l++)
        {
          double share = shares[c * n_layers + l];
          double low = below * height, high = MIN ((below + share) * height, height);
          int first = low, last = ceil (high);

          below += MAX (share, 0);
          if (!(share > 0.002))
            continue;
          for (int i = first; i < MIN (last, (int) height); i++)
            {
              double coverage = MIN (high, i + 1) - MAX (low, i);
              guint32 *pixel = &self->pixels[(bottom - 1 - i) * self->stride + c];

              *pixel = blend (*pixel, premultiply (colors[l], coverage));
            }
        }
    }
}

/* A layer on paper is one polygon: its upper edge from left to right, its lower edge back. */
static void
stack_paper (RefrainRaster *self,
             const float *shares,
             gsize n_layers,
             const RefrainColor *colors,
             double y,
             double height)
{
  double column = self->width / self->n_columns;
  g_autofree double *base = g_new0 (double, self->n_columns);
  g_autofree double *next = g_new0 (double, self->n_columns);

  for (gsize l = 0; l < n_layers; l++)
    {
      for (gsize c = 0; c < self->n_columns; c++)
        next[c] = round (MIN (base[c] + MAX (shares[c * n_layers + l], 0), 1) * 100) / 100;
      cairo_set_source_rgba (self->cr, colors[l].red, colors[l].green, colors[l].blue,
                             colors[l].alpha);
      for (gsize first = 0, last; first < self->n_columns; first = last)
        {
          for (last = first; last < self->n_columns && next[last] > base[last];)
            last++;
          if (last == first)
            {
              last++;
              continue;
            }
          for (gsize c = first; c < last; c++)
            if (c == first || next[c] != next[c - 1])
              {
                cairo_line_to (self->cr, c * column,
                               y + height * (1 - next[c == first ? c : c - 1]));
                cairo_line_to (self->cr, c * column, y + height * (1 - next[c]));
              }
          cairo_line_to (self->cr, last * column, y + height * (1 - next[last - 1]));
          for (gsize c = last; c-- > first;)
            if (c + 1 == last || base[c] != base[c + 1])
              {
                cairo_line_to (self->cr, (c + 1) * column,
                               y + height * (1 - base[c + 1 == last ? c : c + 1]));
                cairo_line_to (self->cr, (c + 1) * column, y + height * (1 - base[c]));
              }
          cairo_line_to (self->cr, first * column, y + height * (1 - base[first]));
          cairo_close_path (self->cr);
        }
      cairo_fill (self->cr);
      for (gsize c = 0; c < self->n_columns; c++)
        base[c] = MAX (base[c], next[c]);
    }
}

void
refrain_raster_stack (RefrainRaster *self,
                      const float *shares,
                      gsize n_layers,
                      const RefrainColor *colors,
                      double y,
                      double height)
{
  int top, bottom;

  if (self->cells != NULL)
    stack_paper (self, shares, n_layers, colors, y, height);
  else if (self->pixels != NULL && get_lines (self, y, height, &top, &bottom))
    stack_pixels (self, shares, n_layers, colors, top, bottom);
}

/* ---- The end ---- */

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
