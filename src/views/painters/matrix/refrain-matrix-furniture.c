/* refrain-matrix-furniture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands around the matrix: axes and legend.
 */
#include "config.h"

#include "refrain-matrix-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"
#include "refrain-time-format.h"

#define N_SHADES 64

/* ---- Axes ---- */

/* Every how many ranks there is room for a label of @size units. */
static guint
get_label_step (const RefrainMatrixLayout *layout, double size)
{
  static const guint steps[] = { 1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * layout->cell >= size)
      return steps[i];
  return 1000 * (guint) ceil (size / (1000 * layout->cell));
}

void
refrain_matrix_paint_axes (RefrainMatrixPainter *self,
                           cairo_t *cr,
                           const RefrainMatrixLayout *layout,
                           const RefrainStyle *style)
{
  double font = style->font_size;
  guint step = get_label_step (
      layout, MAX (refrain_matrix_get_rank_width (self, style) + 0.6 * font, 1.5 * font));
  RefrainText place = { .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  for (guint rank = 0; rank < self->n; rank += step)
    {
      g_autofree char *text = g_strdup_printf ("%u", rank);
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
  refrain_text_show (cr, style, &place, _ ("destination rank"));
  place.x = layout->x - refrain_matrix_get_rank_width (self, style) - 1.6 * font;
  place.y = layout->y + layout->size / 2;
  place.angle = -G_PI / 2;
  refrain_text_show (cr, style, &place, _ ("source rank"));
}

void
refrain_matrix_paint_grid (RefrainMatrixPainter *self,
                           cairo_t *cr,
                           const RefrainMatrixLayout *layout,
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

/* ---- Legend ---- */

static void
label_legend (RefrainMatrixPainter *self,
              cairo_t *cr,
              const RefrainMatrixLayout *layout,
              const RefrainStyle *style,
              double top,
              double height,
              double value)
{
  double bar = 1.1 * style->font_size;
  double y = top + height * (1 - refrain_matrix_get_scale (self, value));
  g_autofree char *text = self->bytes ? refrain_bytes_format (value) : refrain_count_format (value);
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
get_round_step (RefrainMatrixPainter *self)
{
  double power = pow (10, floor (log10 (MAX (self->max / 4, 1)))), rest = self->max / 4 / power;

  return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

void
refrain_matrix_paint_legend (RefrainMatrixPainter *self,
                             cairo_t *cr,
                             const RefrainMatrixLayout *layout,
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
      cairo_set_source_rgb (cr, color.red, color.green, color.blue);
      cairo_fill (cr);
    }
  refrain_text_show (cr, style, &title, self->bytes ? _ ("bytes") : _ ("messages"));
  label_legend (self, cr, layout, style, top, height, self->max);
  last = refrain_matrix_get_scale (self, self->max);
  for (double value = self->logarithmic ? pow (10, floor (log10 (self->max)))
                                        : self->max - fmod (self->max, get_round_step (self));
       value >= 1; value = self->logarithmic ? value / 10 : value - get_round_step (self))
    {
      if ((last - refrain_matrix_get_scale (self, value)) * height < 1.5 * style->font_size)
        continue;
      last = refrain_matrix_get_scale (self, value);
      label_legend (self, cr, layout, style, top, height, value);
    }
}
