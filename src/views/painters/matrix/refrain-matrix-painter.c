/* refrain-matrix-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells are joined to blocks where they are smaller than pixels, the largest value of each block
 * shown; many blocks are painted as an image.
 */
#include "config.h"

#include "refrain-matrix-painter.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-ruler.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* More cells than this are painted as an image. */
#define MAX_BOXES  20000
#define MAX_BLOCKS 2048
#define N_SHADES   64
/* On a logarithmic scale, of waiting so many powers of ten are told apart. */
#define WAITING_DECADES 4

struct _RefrainMatrixPainter
{
  RefrainPainter parent_instance;

  RefrainMatrix *matrix;
  RefrainProcessOrder *order; /* or NULL */
  gboolean bytes, logarithmic, waiting;
  guint n;
  double max;
  RefrainPick lit; /* a channel, or none */
};

/* Where things stand on the surface. Cells are square. */
typedef struct
{
  double unit;
  double x, y, size;             /* of the plot */
  double cell;                   /* of one process */
  guint n_blocks;                /* processes are joined to so many blocks a side */
  double legend_x, legend_width; /* no legend where this is 0 */
} Layout;

G_DEFINE_FINAL_TYPE (RefrainMatrixPainter, refrain_matrix_painter, REFRAIN_TYPE_PAINTER)

static void
refrain_matrix_painter_finalize (GObject *object)
{
  g_clear_object (&REFRAIN_MATRIX_PAINTER (object)->matrix);
  g_clear_object (&REFRAIN_MATRIX_PAINTER (object)->order);
  G_OBJECT_CLASS (refrain_matrix_painter_parent_class)->finalize (object);
}

/* Where a process stands, down and to the right. */
static guint
get_position (RefrainMatrixPainter *self, guint process)
{
  return refrain_process_order_get_position (self->order, process);
}

static char *
dup_label (RefrainMatrixPainter *self, guint position)
{
  return refrain_process_order_dup_label (
      self->order, refrain_process_order_get_process (self->order, position));
}

/* The width of the largest rank's number, or of the last place. */
static double
get_rank_width (RefrainMatrixPainter *self, const RefrainStyle *style)
{
  g_autofree char *last = dup_label (self, MAX (self->n, 1) - 1);

  return refrain_text_get_width (style, last, 0.9);
}

static Layout
lay_out (RefrainMatrixPainter *self, const RefrainViewport *viewport, const RefrainStyle *style)
{
  double font = style->font_size, width, height;
  Layout layout = { .unit = font / 11 };

  layout.x = get_rank_width (self, style) + 2.6 * font;
  layout.y = 3.4 * font;
  layout.legend_width = viewport->width > 22 * font ? 7.5 * font : 0;
  width = viewport->width - layout.x - font - layout.legend_width;
  height = viewport->height - layout.y - font;
  layout.size = MAX (MIN (width, height), 1);
  layout.x += MAX (width - layout.size, 0) / 2;
  layout.cell = layout.size / MAX (self->n, 1);
  layout.n_blocks = MIN (MIN (self->n, (guint) layout.size), MAX_BLOCKS);
  layout.legend_x = layout.x + layout.size + 1.4 * font;
  return layout;
}

static double
get_value (RefrainMatrixPainter *self, const RefrainMatrixCell *cell)
{
  return self->bytes ? cell->bytes : cell->count;
}

/* Where a value stands on the scale of colours; what is not zero is never drawn as zero. */
static double
get_scale (RefrainMatrixPainter *self, double value)
{
  if (value <= 0 || self->max <= 0)
    return 0;
  if (self->logarithmic && self->waiting)
    return 0.12 + 0.88 * CLAMP (1 + log10 (value / self->max) / WAITING_DECADES, 0, 1);
  if (self->logarithmic && self->max > 1)
    return 0.12 + 0.88 * log (MAX (value, 1)) / log (self->max);
  return 0.06 + 0.94 * value / self->max;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The largest value in each block of processes, row by row. */
static float *
get_blocks (RefrainMatrixPainter *self, guint n_blocks, gsize *n_filled)
{
  float *blocks = g_new0 (float, (gsize) n_blocks *n_blocks);

  *n_filled = 0;
  for (guint source = 0; source < self->n; source++)
    {
      gsize n,
          line = (gsize) ((guint64) get_position (self, source) * n_blocks / self->n) * n_blocks;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (self->matrix, source, &n);

      for (gsize i = 0; i < n; i++)
        {
          float *block
              = &blocks[line
                        + (guint64) get_position (self, cells[i].destination) * n_blocks / self->n];
          float value = get_value (self, &cells[i]);

          if (value > 0 && *block == 0)
            (*n_filled)++;
          *block = MAX (*block, value);
        }
    }
  return blocks;
}

static void
fill_boxes (RefrainMatrixPainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainStyle *style,
            const float *blocks)
{
  guint n = layout->n_blocks;
  double size = layout->size / n, gap = size > 6 * layout->unit ? 0.5 * layout->unit : 0;

  for (guint shade = 0; shade <= N_SHADES; shade++)
    {
      RefrainColor color = refrain_style_get_scale_color (style, (double) shade / N_SHADES);
      gboolean any = FALSE;

      for (gsize i = 0; i < (gsize) n * n; i++)
        if (blocks[i] > 0 && lround (get_scale (self, blocks[i]) * N_SHADES) == (long) shade)
          {
            cairo_rectangle (cr, layout->x + (i % n) * size + gap,
                             layout->y + (double) (i / n) * size + gap, size - 2 * gap,
                             size - 2 * gap);
            any = TRUE;
          }
      if (!any)
        continue;
      refrain_color_set_source (color, cr);
      cairo_fill (cr);
    }
}

static void
fill_image (RefrainMatrixPainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainStyle *style,
            const float *blocks)
{
  int n = layout->n_blocks;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, n, n);
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / 4;

  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      guint32 shades[256];

      for (guint i = 0; i < G_N_ELEMENTS (shades); i++)
        {
          RefrainColor color = refrain_style_get_scale_color (style, i / 255.0);

          shades[i] = (guint32) lround (color.red * 255) << 16
                      | (guint32) lround (color.green * 255) << 8
                      | (guint32) lround (color.blue * 255);
        }
      for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
          pixels[y * stride + x] = shades[lround (get_scale (self, blocks[y * n + x]) * 255)];
      cairo_surface_mark_dirty (surface);
      cairo_save (cr);
      cairo_translate (cr, layout->x, layout->y);
      cairo_scale (cr, layout->size / n, layout->size / n);
      cairo_set_source_surface (cr, surface, 0, 0);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (surface);
}

/* "15.8k": at most four characters and a letter. */
static char *
format_short (double value)
{
  static const char *const suffixes[] = { "", "k", "M", "G", "T", "P", "E" };
  guint power = 0;

  while (value >= 999.5 && power + 1 < G_N_ELEMENTS (suffixes))
    {
      value /= 1000;
      power++;
    }
  if (power == 0 || value >= 99.95)
    return g_strdup_printf ("%.0f%s", value, suffixes[power]);
  return g_strdup_printf ("%.1f%s", value, suffixes[power]);
}

/* Numbers in the cells, where they fit. */
static void
write_values (RefrainMatrixPainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style)
{
  if (layout->cell < 3.3 * style->font_size || self->n > 64)
    return;
  for (guint source = 0; source < self->n; source++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (self->matrix, source, &n);

      for (gsize i = 0; i < n; i++)
        {
          double value = get_value (self, &cells[i]);
          RefrainColor ground = refrain_style_get_scale_color (style, get_scale (self, value));
          g_autofree char *text
              = self->waiting ? refrain_time_format ((RefrainTime) value, 2) : format_short (value);
          RefrainText place
              = { .x = layout->x + (get_position (self, cells[i].destination) + 0.5) * layout->cell,
                  .y = layout->y + (get_position (self, source) + 0.5) * layout->cell,
                  .align = REFRAIN_TEXT_CENTER,
                  .scale = 0.9,
                  .color = refrain_style_get_ink (style, ground) };

          refrain_text_show (cr, style, &place, text);
        }
    }
}

/* ---- Axes ------------------------------------------------------------------------------------ */

/* Every how many ranks there is room for a label of @size units. */
static guint
get_label_step (const Layout *layout, double size)
{
  static const guint steps[] = { 1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * layout->cell >= size)
      return steps[i];
  return 1000 * (guint) ceil (size / (1000 * layout->cell));
}

static const char *
get_column_title (const RefrainMatrixPainter *self)
{
  if (self->waiting)
    return self->order != NULL ? _ ("who waits, by place") : _ ("rank that waits");
  return self->order != NULL ? _ ("destination place") : _ ("destination rank");
}

static const char *
get_row_title (const RefrainMatrixPainter *self)
{
  if (self->waiting)
    return self->order != NULL ? _ ("who is waited for, by place") : _ ("rank that is waited for");
  return self->order != NULL ? _ ("source place") : _ ("source rank");
}

static void
paint_axes (RefrainMatrixPainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainStyle *style)
{
  double font = style->font_size;
  guint step = get_label_step (layout, MAX (get_rank_width (self, style) + 0.6 * font, 1.5 * font));
  RefrainText place = { .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  for (guint rank = 0; rank < self->n; rank += step)
    {
      g_autofree char *text = dup_label (self, rank);
      double middle = (rank + 0.5) * layout->cell;

      place.x = layout->x + middle;
      place.y = layout->y - 0.9 * font;
      place.align = REFRAIN_TEXT_CENTER;
      refrain_text_show (cr, style, &place, text);
      place.x = layout->x - 0.6 * font;
      place.y = layout->y + middle;
      place.align = REFRAIN_TEXT_RIGHT;
      refrain_text_show (cr, style, &place, text);
      if (layout->cell < 4 * layout->unit)
        {
          cairo_move_to (cr, place.x + 0.2 * font, place.y);
          cairo_line_to (cr, layout->x, place.y);
          cairo_move_to (cr, layout->x + middle, layout->y - 0.35 * font);
          cairo_line_to (cr, layout->x + middle, layout->y);
        }
    }
  cairo_rectangle (cr, layout->x, layout->y, layout->size, layout->size);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);

  place.color = style->colors[REFRAIN_COLOR_TEXT];
  place.scale = 1;
  place.align = REFRAIN_TEXT_CENTER;
  place.x = layout->x + layout->size / 2;
  place.y = layout->y - 2.4 * font;
  refrain_text_show (cr, style, &place, get_column_title (self));
  place.x = layout->x - get_rank_width (self, style) - 1.6 * font;
  place.y = layout->y + layout->size / 2;
  place.angle = -G_PI / 2;
  refrain_text_show (cr, style, &place, get_row_title (self));
}

static void
paint_grid (RefrainMatrixPainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainStyle *style)
{
  if (layout->cell < 7 * layout->unit)
    return;
  for (guint i = 1; i < self->n; i++)
    {
      cairo_move_to (cr, layout->x, layout->y + i * layout->cell);
      cairo_rel_line_to (cr, layout->size, 0);
      cairo_move_to (cr, layout->x + i * layout->cell, layout->y);
      cairo_rel_line_to (cr, 0, layout->size);
    }
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_GRID, 0.7);
  cairo_set_line_width (cr, style->line_width * 0.6);
  cairo_stroke (cr);
}

/* ---- Legend ---------------------------------------------------------------------------------- */

static void
label_legend (RefrainMatrixPainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style,
              double top,
              double height,
              double value)
{
  double bar = 1.1 * style->font_size;
  double y = top + height * (1 - get_scale (self, value));
  g_autofree char *text = self->waiting ? refrain_time_format ((RefrainTime) value, 2)
                          : self->bytes ? refrain_bytes_format (value)
                                        : refrain_count_format (value);
  RefrainText place = { .x = layout->legend_x + bar + 0.6 * style->font_size,
                        .y = y,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  cairo_move_to (cr, layout->legend_x + bar, y);
  cairo_rel_line_to (cr, 0.35 * style->font_size, 0);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
  refrain_text_show (cr, style, &place, text);
}

/* A fourth of the scale or so, in a round number. */
static double
get_round_step (const RefrainMatrixPainter *self)
{
  return refrain_ruler_get_step (MAX (self->max / 4, 1));
}

static void
paint_legend (RefrainMatrixPainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style)
{
  double top = layout->y, height = MIN (layout->size, 18 * style->font_size);
  double last;
  RefrainText title = { .x = layout->legend_x,
                        .y = layout->y - 1.5 * style->font_size,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  if (layout->legend_width <= 0 || self->max <= 0 || height < 4 * style->font_size)
    return;
  for (guint i = 0; i < N_SHADES; i++)
    {
      RefrainColor color = refrain_style_get_scale_color (style, (i + 0.5) / N_SHADES);

      cairo_rectangle (cr, layout->legend_x, top + height * (N_SHADES - 1 - i) / N_SHADES,
                       1.1 * style->font_size, height / N_SHADES + 0.05);
      refrain_color_set_source (color, cr);
      cairo_fill (cr);
    }
  refrain_text_show (cr, style, &title,
                     self->waiting ? _ ("waiting")
                     : self->bytes ? _ ("bytes")
                                   : _ ("messages"));
  label_legend (self, cr, layout, style, top, height, self->max);
  last = get_scale (self, self->max);
  for (double value = self->logarithmic ? pow (10, floor (log10 (self->max)))
                                        : self->max - fmod (self->max, get_round_step (self));
       value >= (self->waiting && self->logarithmic ? self->max / 1e4 : 1);
       value = self->logarithmic ? value / 10 : value - get_round_step (self))
    {
      if ((last - get_scale (self, value)) * height < 1.5 * style->font_size)
        continue;
      last = get_scale (self, value);
      label_legend (self, cr, layout, style, top, height, value);
    }
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_matrix_painter_paint (RefrainPainter *painter,
                              cairo_t *cr,
                              const RefrainViewport *viewport,
                              const RefrainStyle *style)
{
  RefrainMatrixPainter *self = REFRAIN_MATRIX_PAINTER (painter);
  Layout layout = lay_out (self, viewport, style);
  g_autofree float *blocks = NULL;
  gsize n_filled;

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (layout.n_blocks == 0)
    return;
  blocks = get_blocks (self, layout.n_blocks, &n_filled);
  if (n_filled > MAX_BOXES)
    fill_image (self, cr, &layout, style, blocks);
  else
    {
      paint_grid (self, cr, &layout, style);
      fill_boxes (self, cr, &layout, style, blocks);
    }
  write_values (self, cr, &layout, style);
  paint_axes (self, cr, &layout, style);
  paint_legend (self, cr, &layout, style);
}

static void
mark_cell (RefrainMatrixPainter *self,
           cairo_t *cr,
           const Layout *layout,
           const RefrainStyle *style,
           const RefrainPick *pick,
           double width)
{
  double size = MAX (layout->cell, 2 * layout->unit), x, y;

  if (pick->process >= self->n)
    return;
  x = layout->x + get_position (self, pick->process) * layout->cell;
  y = layout->y + get_position (self, pick->process) * layout->cell;
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (cr, width);
  if (pick->kind == REFRAIN_PICK_CHANNEL && pick->peer < self->n)
    cairo_rectangle (cr, layout->x + get_position (self, pick->peer) * layout->cell, y, size, size);
  else if (pick->kind == REFRAIN_PICK_PROCESS)
    {
      cairo_rectangle (cr, layout->x, y, layout->size, size);
      cairo_rectangle (cr, x, layout->y, size, layout->size);
    }
  cairo_stroke (cr);
}

static void
refrain_matrix_painter_paint_overlay (RefrainPainter *painter,
                                      cairo_t *cr,
                                      const RefrainViewport *viewport,
                                      const RefrainStyle *style,
                                      RefrainSelection *selection,
                                      const RefrainPick *hover)
{
  RefrainMatrixPainter *self = REFRAIN_MATRIX_PAINTER (painter);
  Layout layout = lay_out (self, viewport, style);
  const RefrainPick *pick = selection != NULL ? refrain_selection_get_pick (selection) : NULL;

  mark_cell (self, cr, &layout, style, &self->lit, 2 * layout.unit);
  if (pick != NULL)
    mark_cell (self, cr, &layout, style, pick, 2 * layout.unit);
  if (hover != NULL)
    mark_cell (self, cr, &layout, style, hover, layout.unit);
}

static gboolean
refrain_matrix_painter_pick (RefrainPainter *painter,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style,
                             double x,
                             double y,
                             RefrainPick *pick)
{
  RefrainMatrixPainter *self = REFRAIN_MATRIX_PAINTER (painter);
  Layout layout = lay_out (self, viewport, style);
  double column = floor ((x - layout.x) / layout.cell), row = floor ((y - layout.y) / layout.cell);

  if (column < 0 || row < 0 || column >= self->n || row >= self->n)
    return FALSE;
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_CHANNEL,
                         .process = refrain_process_order_get_process (self->order, (guint) row),
                         .peer = refrain_process_order_get_process (self->order, (guint) column) };
  return TRUE;
}

static void
refrain_matrix_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainMatrixPainter *self = REFRAIN_MATRIX_PAINTER (painter);

  viewport->start = 0;
  viewport->end = MAX (self->n, 1);
  viewport->first_row = 0;
  viewport->n_rows = MAX (self->n, 1);
}

static void
refrain_matrix_painter_class_init (RefrainMatrixPainterClass *klass)
{
  RefrainPainterClass *painter_class = REFRAIN_PAINTER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_matrix_painter_finalize;
  painter_class->paint = refrain_matrix_painter_paint;
  painter_class->paint_overlay = refrain_matrix_painter_paint_overlay;
  painter_class->pick = refrain_matrix_painter_pick;
  painter_class->get_extent = refrain_matrix_painter_get_extent;
}

static void
refrain_matrix_painter_init (RefrainMatrixPainter *self)
{
}

RefrainMatrixPainter *
refrain_matrix_painter_new (RefrainMatrix *matrix, gboolean bytes, gboolean logarithmic)
{
  RefrainMatrixPainter *self;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);

  self = g_object_new (REFRAIN_TYPE_MATRIX_PAINTER, NULL);
  self->matrix = g_object_ref (matrix);
  self->bytes = bytes;
  self->logarithmic = logarithmic;
  self->n = refrain_matrix_get_n_processes (matrix);
  self->max = bytes ? refrain_matrix_get_max_bytes (matrix) : refrain_matrix_get_max_count (matrix);
  return self;
}

void
refrain_matrix_painter_set_waiting (RefrainMatrixPainter *self, gboolean waiting)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_PAINTER (self));
  self->waiting = waiting;
}

void
refrain_matrix_painter_set_lit (RefrainMatrixPainter *self, guint source, guint destination)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_PAINTER (self));
  self->lit = (RefrainPick){ REFRAIN_PICK_CHANNEL, source, destination, 0 };
}

void
refrain_matrix_painter_set_order (RefrainMatrixPainter *self, RefrainProcessOrder *order)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_PAINTER (self));
  g_return_if_fail (order == NULL || refrain_process_order_get_n (order) == self->n);

  g_set_object (&self->order, order);
}
