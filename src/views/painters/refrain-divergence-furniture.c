/* refrain-divergence-furniture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands around the divergence curve: title, axes and their labels.
 */
#include "config.h"

#include "refrain-divergence-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"

/* 1, 2 or 5 times a power of ten: at least @least. */
static double
get_round_step (double least)
{
  const double power = pow (10, floor (log10 (least))), rest = least / power;

  return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

static void
paint_bits (cairo_t *cr, const RefrainDivergenceLayout *layout, const RefrainStyle *style)
{
  const double font = style->font_size;
  const double step = get_round_step (layout->top * 2 * font / MAX (layout->height, 1));
  const int digits = (int) MAX (0, -floor (log10 (step) + 1e-9));
  RefrainText place = { .x = layout->x - 0.6 * font,
                        .align = REFRAIN_TEXT_RIGHT,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  for (guint i = 0; i * step <= layout->top; i++)
    {
      g_autofree char *label = g_strdup_printf ("%.*f", digits, i * step);

      place.y = refrain_divergence_get_y (layout, i * step);
      refrain_text_show (cr, style, &place, label);
      cairo_move_to (cr, layout->x - 0.35 * font, place.y);
      cairo_line_to (cr, layout->x, place.y);
    }
}

static void
paint_positions (cairo_t *cr,
                 const RefrainDivergenceLayout *layout,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style)
{
  const double font = style->font_size, span = viewport->end - viewport->start;
  const double step = MAX (get_round_step (span * 5 * font / MAX (layout->width, 1)), 1);
  RefrainText place = { .y = layout->y + layout->height + font,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.9,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  for (double at = ceil (viewport->start / step) * step; at <= viewport->end; at += step)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", at);

      place.x = refrain_divergence_get_x (layout, viewport, at);
      refrain_text_show (cr, style, &place, label);
      cairo_move_to (cr, place.x, layout->y + layout->height);
      cairo_rel_line_to (cr, 0, 0.35 * font);
    }
}

static void
paint_titles (RefrainDivergencePainter *self,
              cairo_t *cr,
              const RefrainDivergenceLayout *layout,
              const RefrainStyle *style)
{
  const double font = style->font_size;
  const gboolean named = self->name != NULL && *self->name != '\0';
  g_autofree char *title
      = g_strdup_printf (named ? _ ("Segment %u: %s") : _ ("Segment %u"), self->number, self->name);
  g_autofree char *numbers
      = self->n == 0 ? g_strdup (_ ("one symbol: no cut"))
                     : g_strdup_printf (_ ("D = %.4f, τ = %.4f, s = %.2f"), self->node.divergence,
                                        self->node.threshold, self->node.strength);
  const double taken = refrain_text_get_width (style, numbers, 0.9);
  RefrainText place = { .x = layout->x,
                        .y = 0.9 * font,
                        .bold = TRUE,
                        .max_width = layout->width - taken - font,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  if (place.max_width > 2 * font)
    refrain_text_show (cr, style, &place, title);
  place = (RefrainText){ .x = layout->x + layout->width,
                         .y = 0.9 * font,
                         .align = REFRAIN_TEXT_RIGHT,
                         .scale = 0.9,
                         .max_width = layout->width,
                         .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };
  refrain_text_show (cr, style, &place, numbers);
  place = (RefrainText){ .x = layout->x + layout->width / 2,
                         .y = layout->y + layout->height + 2.2 * font,
                         .align = REFRAIN_TEXT_CENTER,
                         .max_width = layout->width,
                         .color = style->colors[REFRAIN_COLOR_TEXT] };
  refrain_text_show (cr, style, &place, _ ("last symbol before the cut"));
  place.x = 0.7 * font;
  place.y = layout->y + layout->height / 2;
  place.angle = -G_PI / 2;
  place.max_width = layout->height;
  refrain_text_show (cr, style, &place, _ ("divergence, bits"));
}

void
refrain_divergence_paint_furniture (RefrainDivergencePainter *self,
                                    cairo_t *cr,
                                    const RefrainDivergenceLayout *layout,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  cairo_rectangle (cr, layout->x, layout->y, layout->width, layout->height);
  paint_bits (cr, layout, style);
  if (viewport->end > viewport->start)
    paint_positions (cr, layout, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
  paint_titles (self, cr, layout, style);
}
