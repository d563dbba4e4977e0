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

/* Title to the left and numbers to the right: as much as there is room for. */
static void
paint_header (RefrainDivergencePainter *self,
              cairo_t *cr,
              const RefrainDivergenceLayout *layout,
              const RefrainStyle *style)
{
  const double font = style->font_size, room = layout->width;
  const RefrainSegmentationNode *node = &self->node;
  const gboolean named = self->name != NULL && *self->name != '\0';
  g_autofree char *segment = g_strdup_printf (_ ("Segment %u"), self->number);
  g_autofree char *title
      = named ? g_strdup_printf (_ ("Segment %u: %s"), self->number, self->name) : NULL;
  g_autofree char *all = self->n == 0
                             ? g_strdup (_ ("one symbol: no cut"))
                             : g_strdup_printf (_ ("D = %.4f, τ = %.4f, s = %.2f"),
                                                node->divergence, node->threshold, node->strength);
  g_autofree char *strength
      = self->n == 0 ? g_strdup ("") : g_strdup_printf ("s = %.2f", node->strength);
  const char *titles[] = { named ? title : segment, segment }, *numbers[] = { all, strength, "" };
  const guint order[][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 1, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const char *left = titles[order[i][0]], *right = numbers[order[i][1]];
      /* Bold letters are wider. */
      const double taken = *right != '\0' ? refrain_text_get_width (style, right, 0.9) + font : 0;
      const double width = 1.12 * refrain_text_get_width (style, left, 1);

      if (width + taken > room && i + 1 < G_N_ELEMENTS (order))
        continue;
      refrain_text_show (cr, style,
                         &(RefrainText){ .x = layout->x,
                                         .y = 0.9 * font,
                                         .bold = TRUE,
                                         .max_width = room - taken,
                                         .color = style->colors[REFRAIN_COLOR_TEXT] },
                         left);
      if (*right != '\0')
        refrain_text_show (cr, style,
                           &(RefrainText){ .x = layout->x + room,
                                           .y = 0.9 * font,
                                           .align = REFRAIN_TEXT_RIGHT,
                                           .scale = 0.9,
                                           .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
                           right);
      return;
    }
}

/* Writes @text along an axis, or @brief where there is no room for it, or nothing. */
static void
write_along (cairo_t *cr,
             const RefrainStyle *style,
             RefrainText place,
             double room,
             const char *text,
             const char *brief)
{
  const char *fits = refrain_text_get_width (style, text, 1) <= room    ? text
                     : refrain_text_get_width (style, brief, 1) <= room ? brief
                                                                        : NULL;

  place.align = REFRAIN_TEXT_CENTER;
  place.color = style->colors[REFRAIN_COLOR_TEXT];
  if (fits != NULL)
    refrain_text_show (cr, style, &place, fits);
}

static void
paint_titles (RefrainDivergencePainter *self,
              cairo_t *cr,
              const RefrainDivergenceLayout *layout,
              const RefrainStyle *style)
{
  const double font = style->font_size;

  paint_header (self, cr, layout, style);
  write_along (cr, style,
               (RefrainText){ .x = layout->x + layout->width / 2,
                              .y = layout->y + layout->height + 2.2 * font },
               layout->width, _ ("last symbol before the cut"), _ ("cut"));
  write_along (
      cr, style,
      (RefrainText){ .x = 0.7 * font, .y = layout->y + layout->height / 2, .angle = -G_PI / 2 },
      layout->height, _ ("divergence, bits"), _ ("bits"));
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
