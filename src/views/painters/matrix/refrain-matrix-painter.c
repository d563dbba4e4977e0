/* refrain-matrix-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells are joined to blocks where they are smaller than pixels, the largest value of each block
 * shown; many blocks are painted as an image.
 */
#include "refrain-matrix-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-ruler.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* More cells than this are painted as an image. */
#define MAX_BOXES  20000
#define MAX_BLOCKS 2048
#define N_SHADES   64
/* On a logarithmic scale, of times so many powers of ten are told apart. */
#define TIME_DECADES 4
/* How wide sums are, and the least picture that has some, in letters. */
#define SUMS            4.4
#define LEAST_WITH_SUMS 20

struct _RefrainMatrixPainter
{
  RefrainPainter parent_instance;

  RefrainMatrix *matrix; /* of a difference what it is, in `time`, more where `count` is not 0 */
  gboolean is_difference;
  RefrainProcessOrder *order; /* or NULL */
  RefrainMatrixMetric metric;
  gboolean logarithmic;
  guint n;
  double max;
  RefrainMatrixCell *sent, *received; /* sums of rows and columns; or NULL */
  double max_sum;
  RefrainPick lit; /* a channel, or none */
};

/* Where things stand on the surface. Cells are square. */
typedef struct
{
  double unit;
  double x, y, size;             /* of the plot */
  double cell;                   /* of one process */
  guint n_blocks;                /* processes are joined to so many blocks a side */
  double sums;                   /* how wide the sums are; 0: none */
  double legend_x, legend_width; /* no legend where this is 0 */
} Layout;

static void
refrain_matrix_painter_finalize (RefrainMatrixPainter *self)
{
  refrain_clear_objects (&self->matrix, &self->order);
  refrain_free (self->sent, self->received);
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
  if (self->sent != NULL && viewport->width > LEAST_WITH_SUMS * font
      && viewport->height > LEAST_WITH_SUMS * font)
    layout.sums = SUMS * font;
  width = viewport->width - layout.x - font - layout.legend_width - layout.sums;
  height = viewport->height - layout.y - font - layout.sums;
  layout.size = MAX (MIN (width, height), 1);
  layout.x += MAX (width - layout.size, 0) / 2;
  layout.cell = layout.size / MAX (self->n, 1);
  layout.n_blocks = MIN (MIN (self->n, (guint) layout.size), MAX_BLOCKS);
  layout.legend_x = layout.x + layout.size + layout.sums + 1.4 * font;
  return layout;
}

static double
get_value (RefrainMatrixPainter *self, const RefrainMatrixCell *cell)
{
  if (self->is_difference)
    return cell->count > 0 ? (double) cell->time : -(double) cell->time;
  return refrain_matrix_cell_get_value (cell, self->metric);
}

static gboolean
is_time (const RefrainMatrixPainter *self)
{
  return self->metric == REFRAIN_MATRIX_TIME || self->metric == REFRAIN_MATRIX_WAITING;
}

/* Where a value stands on the scale of colours; what is not zero is never drawn as zero. */
static double
get_scale (RefrainMatrixPainter *self, double value)
{
  if (self->is_difference && value < 0)
    return -get_scale (self, -value);
  if (value <= 0 || self->max <= 0)
    return 0;
  if (self->logarithmic && is_time (self))
    return 0.12 + 0.88 * CLAMP (1 + log10 (value / self->max) / TIME_DECADES, 0, 1);
  if (self->logarithmic && self->max > 1)
    return 0.12 + 0.88 * log (MAX (value, 1)) / log (self->max);
  return 0.06 + 0.94 * value / self->max;
}

/* The colour of a place on the scale. */
static RefrainColor
get_color (RefrainMatrixPainter *self, const RefrainStyle *style, double scale)
{
  return self->is_difference ? refrain_style_get_diverging_color (style, scale)
                             : refrain_style_get_scale_color (style, scale);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The value furthest from zero in each block of processes, row by row. */
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

          if (value != 0 && *block == 0)
            (*n_filled)++;
          if (fabsf (value) > fabsf (*block))
            *block = value;
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

  for (int shade = self->is_difference ? -N_SHADES : 0; shade <= N_SHADES; shade++)
    {
      RefrainColor color = get_color (self, style, (double) shade / N_SHADES);
      gboolean any = FALSE;

      for (gsize i = 0; i < (gsize) n * n; i++)
        if (blocks[i] != 0 && lround (get_scale (self, blocks[i]) * N_SHADES) == shade)
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
          RefrainColor color
              = get_color (self, style, self->is_difference ? i / 127.5 - 1 : i / 255.0);

          shades[i] = (guint32) lround (color.red * 255) << 16
                      | (guint32) lround (color.green * 255) << 8
                      | (guint32) lround (color.blue * 255);
        }
      for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
          {
            const double scale = get_scale (self, blocks[y * n + x]);

            pixels[y * stride + x]
                = shades[lround (self->is_difference ? (scale + 1) * 127.5 : scale * 255)];
          }
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

static char *
format_value (const RefrainMatrixPainter *self, double value)
{
  const double amount = fabs (value);
  g_autofree char *text
      = is_time (self) ? refrain_time_format ((RefrainTime) amount, 2) : format_short (amount);

  return self->is_difference ? g_strconcat (value < 0 ? "−" : "+", text, NULL)
                             : g_steal_pointer (&text);
}

/* Whether each number, of cells or of @sums, fits into the width of a cell: the one with most
 * characters tells, as digits are equally wide. */
static gboolean
has_room (RefrainMatrixPainter *self,
          const Layout *layout,
          const RefrainStyle *style,
          const RefrainMatrixCell *sums)
{
  g_autofree char *longest = g_strdup ("");

  if (layout->cell < 1.6 * style->font_size || self->n > 64)
    return FALSE;
  for (guint source = 0; source < self->n; source++)
    {
      gsize n = 1;
      const RefrainMatrixCell *cells
          = sums != NULL ? &sums[source] : refrain_matrix_get_row (self->matrix, source, &n);

      for (gsize i = 0; i < n; i++)
        {
          g_autofree char *text = format_value (self, get_value (self, &cells[i]));

          if (g_utf8_strlen (text, -1) > g_utf8_strlen (longest, -1))
            {
              g_free (longest);
              longest = g_steal_pointer (&text);
            }
        }
    }
  return refrain_text_get_width (style, longest, 0.9) <= layout->cell - 0.6 * style->font_size;
}

/* Numbers in the cells, where they fit. */
static void
write_values (RefrainMatrixPainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style)
{
  if (!has_room (self, layout, style, NULL))
    return;
  for (guint source = 0; source < self->n; source++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (self->matrix, source, &n);

      for (gsize i = 0; i < n; i++)
        {
          double value = get_value (self, &cells[i]);
          RefrainColor ground = get_color (self, style, get_scale (self, value));
          g_autofree char *text = format_value (self, value);
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
  const gboolean places = refrain_process_order_has_labels (self->order);

  if (self->metric == REFRAIN_MATRIX_WAITING)
    return places ? _ ("waiting process, by coordinates") : _ ("waiting process");
  return places ? _ ("destination coordinates") : _ ("destination rank");
}

static const char *
get_row_title (const RefrainMatrixPainter *self)
{
  const gboolean places = refrain_process_order_has_labels (self->order);

  if (self->metric == REFRAIN_MATRIX_WAITING)
    return places ? _ ("process waited for, by coordinates") : _ ("process waited for");
  return places ? _ ("source coordinates") : _ ("source rank");
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
  const double bar = 1.1 * style->font_size, amount = fabs (value);
  const double scale = get_scale (self, value);
  const double y = top + height * (1 - (self->is_difference ? (scale + 1) / 2 : scale));
  g_autofree char *plain = is_time (self) ? refrain_time_format ((RefrainTime) amount, 2)
                           : self->metric == REFRAIN_MATRIX_MESSAGES
                               ? refrain_count_format ((guint64) amount)
                               : refrain_bytes_format ((guint64) amount);
  g_autofree char *text = g_strconcat (!self->is_difference || value == 0 ? ""
                                       : value < 0                        ? "−"
                                                                          : "+",
                                       plain, NULL);
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

static const char *
get_legend_title (const RefrainMatrixPainter *self)
{
  static const char *const titles[REFRAIN_N_MATRIX_METRICS] = {
    [REFRAIN_MATRIX_MESSAGES] = N_ ("messages"),     [REFRAIN_MATRIX_BYTES] = N_ ("bytes"),
    [REFRAIN_MATRIX_TIME] = N_ ("message duration"), [REFRAIN_MATRIX_MEAN_SIZE] = N_ ("mean size"),
    [REFRAIN_MATRIX_WAITING] = N_ ("waiting"),
  };

  return _ (titles[self->metric]);
}

static void
paint_legend (RefrainMatrixPainter *self,
              cairo_t *cr,
              const Layout *layout,
              const RefrainStyle *style)
{
  double top = layout->y, height = MIN (layout->size, 18 * style->font_size);
  double last;
  g_autofree char *text = NULL;
  RefrainText title = { .x = layout->legend_x,
                        .y = layout->y - 1.5 * style->font_size,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  if (layout->legend_width <= 0 || self->max <= 0 || height < 4 * style->font_size)
    return;
  /* Each shade down to the end of the bar, the most first: between two there is no seam. */
  for (guint i = 0; i < N_SHADES; i++)
    {
      const double at = (N_SHADES - i - 0.5) / N_SHADES;
      RefrainColor color = get_color (self, style, self->is_difference ? 2 * at - 1 : at);

      cairo_rectangle (cr, layout->legend_x, top + height * i / N_SHADES, 1.1 * style->font_size,
                       height * (N_SHADES - i) / N_SHADES);
      refrain_color_set_source (color, cr);
      cairo_fill (cr);
    }
  text = self->is_difference ? g_strdup_printf (_ ("%s, B − A"), get_legend_title (self))
                             : g_strdup (get_legend_title (self));
  refrain_text_show (cr, style, &title, text);
  label_legend (self, cr, layout, style, top, height, self->max);
  if (self->is_difference)
    {
      label_legend (self, cr, layout, style, top, height, 0);
      label_legend (self, cr, layout, style, top, height, -self->max);
      return;
    }
  last = get_scale (self, self->max);
  for (double value = self->logarithmic ? pow (10, floor (log10 (self->max)))
                                        : self->max - fmod (self->max, get_round_step (self));
       value >= (is_time (self) && self->logarithmic ? self->max / 1e4 : 1);
       value = self->logarithmic ? value / 10 : value - get_round_step (self))
    {
      if ((last - get_scale (self, value)) * height < 1.5 * style->font_size)
        continue;
      last = get_scale (self, value);
      label_legend (self, cr, layout, style, top, height, value);
    }
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* One bar for each block of processes, the longest of its sums, at the right of rows or below
 * columns. */
static void
fill_sums (RefrainMatrixPainter *self, cairo_t *cr, const Layout *layout, gboolean of_rows)
{
  const RefrainMatrixCell *sums = of_rows ? self->sent : self->received;
  const double gap = layout->cell > 6 * layout->unit ? 0.5 * layout->unit : 0;
  const double block = layout->size / layout->n_blocks;
  const double from = layout->size + 0.4 * layout->sums / SUMS;
  const double room = layout->sums * (1 - 0.4 / SUMS);
  g_autofree double *most = g_new0 (double, (gsize) layout->n_blocks + 1);

  for (guint p = 0; p < self->n; p++)
    {
      double *of_block
          = &most[(guint64) get_position (self, p) * layout->n_blocks / MAX (self->n, 1)];

      *of_block = MAX (*of_block, get_value (self, &sums[p]));
    }
  for (guint b = 0; b < layout->n_blocks; b++)
    {
      const double length = self->max_sum > 0 ? room * most[b] / self->max_sum : 0;

      if (of_rows)
        cairo_rectangle (cr, layout->x + from, layout->y + b * block + gap, length,
                         block - 2 * gap);
      else
        cairo_rectangle (cr, layout->x + b * block + gap, layout->y + from, block - 2 * gap,
                         length);
    }
  cairo_fill (cr);
}

/* The sums as numbers, where there is room. */
static void
write_sums (RefrainMatrixPainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainStyle *style,
            gboolean of_rows)
{
  const RefrainMatrixCell *sums = of_rows ? self->sent : self->received;
  const double font = style->font_size;
  RefrainText place = { .align = of_rows ? REFRAIN_TEXT_LEFT : REFRAIN_TEXT_CENTER,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  if (of_rows ? layout->cell < 1.2 * font : !has_room (self, layout, style, sums))
    return;
  for (guint p = 0; p < self->n; p++)
    {
      const double value = get_value (self, &sums[p]);
      const double middle = (get_position (self, p) + 0.5) * layout->cell;
      g_autofree char *text = format_value (self, value);

      if (value <= 0)
        continue;
      place.x = of_rows ? layout->x + layout->size + 0.8 * font : layout->x + middle;
      place.y = of_rows ? layout->y + middle : layout->y + layout->size + 1.3 * font;
      refrain_text_show (cr, style, &place, text);
    }
}

static void
paint_sums (RefrainMatrixPainter *self,
            cairo_t *cr,
            const Layout *layout,
            const RefrainStyle *style)
{
  const double font = style->font_size;
  const char *title = self->metric == REFRAIN_MATRIX_MEAN_SIZE ? _ ("mean") : _ ("sum");
  RefrainText place = { .x = layout->x + layout->size + 0.6 * font,
                        .y = layout->y - 0.9 * font,
                        .align = REFRAIN_TEXT_LEFT,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  if (layout->sums <= 0)
    return;
  refrain_color_set_source (refrain_style_get_scale_color (style, 0.3), cr);
  fill_sums (self, cr, layout, TRUE);
  fill_sums (self, cr, layout, FALSE);
  write_sums (self, cr, layout, style, TRUE);
  write_sums (self, cr, layout, style, FALSE);
  refrain_text_show (cr, style, &place, title);
  /* Beside the ranks, whose names may be shorter: never beyond the edge. */
  place.x = MAX (layout->x - 0.6 * font,
                 0.2 * font + refrain_text_get_width (style, title, place.scale));
  place.y = layout->y + layout->size + 1.3 * font;
  place.align = REFRAIN_TEXT_RIGHT;
  refrain_text_show (cr, style, &place, title);
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
  paint_sums (self, cr, &layout, style);
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

/* A sum is the process whose it is. */
static gboolean
pick_sum (RefrainMatrixPainter *self,
          const Layout *layout,
          double column,
          double row,
          double x,
          double y,
          RefrainPick *pick)
{
  const double end = layout->size + layout->sums;
  const gboolean of_row
      = row >= 0 && row < self->n && x >= layout->x + layout->size && x < layout->x + end;
  const gboolean of_column
      = column >= 0 && column < self->n && y >= layout->y + layout->size && y < layout->y + end;

  if (layout->sums <= 0 || of_row == of_column)
    return FALSE;
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_PROCESS,
                         .process = refrain_process_order_get_process (
                             self->order, (guint) (of_row ? row : column)) };
  return TRUE;
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

  if (pick_sum (self, &layout, column, row, x, y, pick))
    return TRUE;
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

  viewport->end = MAX (self->n, 1);
  viewport->n_rows = MAX (self->n, 1);
}

REFRAIN_DEFINE_PAINTER (RefrainMatrixPainter,
                        refrain_matrix_painter,
                        .paint = refrain_matrix_painter_paint,
                        .paint_overlay = refrain_matrix_painter_paint_overlay,
                        .pick = refrain_matrix_painter_pick,
                        .get_extent = refrain_matrix_painter_get_extent)

/* What is furthest from zero. */
static void
find_max (RefrainMatrixPainter *self)
{
  self->max = 0;
  for (guint p = 0; p < self->n; p++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (self->matrix, p, &n);

      for (gsize i = 0; i < n; i++)
        self->max = MAX (self->max, fabs (get_value (self, &cells[i])));
    }
}

RefrainMatrixPainter *
refrain_matrix_painter_new (RefrainMatrix *matrix, RefrainMatrixMetric metric, gboolean logarithmic)
{
  RefrainMatrixPainter *self;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);
  g_return_val_if_fail (metric < REFRAIN_N_MATRIX_METRICS, NULL);

  self = g_object_new (REFRAIN_TYPE_MATRIX_PAINTER, NULL);
  self->matrix = g_object_ref (matrix);
  self->metric = metric;
  self->logarithmic = logarithmic;
  self->n = refrain_matrix_get_n_processes (matrix);
  find_max (self);
  return self;
}

/* What a row of @b has more than that of @a, by destination. */
static GArray *
subtract_rows (RefrainMatrix *a, RefrainMatrix *b, guint source, RefrainMatrixMetric metric)
{
  GArray *row = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
  gsize n_a, n_b, i = 0, k = 0;
  const RefrainMatrixCell *of_a = refrain_matrix_get_row (a, source, &n_a);
  const RefrainMatrixCell *of_b = refrain_matrix_get_row (b, source, &n_b);

  while (i < n_a || k < n_b)
    {
      const guint32 x = i < n_a ? of_a[i].destination : G_MAXUINT32;
      const guint32 y = k < n_b ? of_b[k].destination : G_MAXUINT32;
      double more = 0;
      RefrainMatrixCell cell = { .destination = MIN (x, y) };

      if (x <= y)
        more -= refrain_matrix_cell_get_value (&of_a[i++], metric);
      if (y <= x)
        more += refrain_matrix_cell_get_value (&of_b[k++], metric);
      cell.count = more > 0;
      cell.time = (guint64) llround (fabs (more));
      if (cell.time > 0)
        g_array_append_val (row, cell);
    }
  return row;
}

RefrainMatrixPainter *
refrain_matrix_painter_new_difference (RefrainMatrix *a,
                                       RefrainMatrix *b,
                                       RefrainMatrixMetric metric,
                                       gboolean logarithmic)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (RefrainMatrix) difference = NULL;
  RefrainMatrixPainter *self;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (a) && REFRAIN_IS_MATRIX (b), NULL);
  g_return_val_if_fail (refrain_matrix_get_n_processes (a) == refrain_matrix_get_n_processes (b),
                        NULL);

  for (guint p = 0; p < refrain_matrix_get_n_processes (a); p++)
    g_ptr_array_add (rows, subtract_rows (a, b, p, metric));
  difference = refrain_matrix_new_from_rows (rows);
  self = refrain_matrix_painter_new (difference, metric, logarithmic);
  self->is_difference = TRUE;
  find_max (self);
  return self;
}

void
refrain_matrix_painter_set_sums (RefrainMatrixPainter *self, gboolean sums)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_PAINTER (self));

  refrain_clear (&self->sent, &self->received);
  self->max_sum = 0;
  if (!sums)
    return;
  self->sent = g_new (RefrainMatrixCell, (gsize) self->n + 1);
  self->received = g_new (RefrainMatrixCell, (gsize) self->n + 1);
  refrain_matrix_get_sums (self->matrix, self->sent, self->received);
  for (guint p = 0; p < self->n; p++)
    self->max_sum = MAX (self->max_sum, MAX (get_value (self, &self->sent[p]),
                                             get_value (self, &self->received[p])));
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
