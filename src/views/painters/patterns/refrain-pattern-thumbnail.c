/* refrain-pattern-thumbnail.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shape of a pattern in the size of a stamp.
 */
#include "config.h"

#include "refrain-pattern-view-private.h"

/* So many messages and marks at most. */
#define MAX_STROKES 400
#define MAX_DOTS    600

/* Collectives as bars with their members. */
static void
paint_spans (const RefrainPatternLayout *layout,
             cairo_t *cr,
             double x_scale,
             double y_scale,
             double dot,
             const RefrainStyle *style)
{
  const guint thinning = (guint) ((layout->n_marks + MAX_DOTS - 1) / MAX_DOTS);

  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_COLLECTIVE, 0.45);
  for (gsize i = 0; i < layout->n_spans && i < MAX_STROKES; i++)
    {
      const RefrainPatternSpan *span = &layout->spans[i];

      cairo_rectangle (cr, span->step * x_scale - 2 * dot, span->first_row * y_scale - 2 * dot,
                       4 * dot, (span->last_row - span->first_row) * y_scale + 4 * dot);
      cairo_fill (cr);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_COLLECTIVE);
  for (gsize i = 0; i < layout->n_marks; i++)
    if (refrain_pattern_is_drawn (i, thinning) && layout->marks[i].span != REFRAIN_NONE)
      cairo_rectangle (cr, layout->marks[i].step * x_scale - dot,
                       layout->marks[i].row * y_scale - dot, 2 * dot, 2 * dot);
  cairo_fill (cr);
}

void
refrain_pattern_painter_paint_thumbnail (RefrainPatternPainter *self,
                                         cairo_t *cr,
                                         double width,
                                         double height,
                                         const RefrainStyle *style)
{
  const RefrainPatternLayout *layout;
  double margin, x_scale, y_scale, dot;
  guint thinning;

  g_return_if_fail (REFRAIN_IS_PATTERN_PAINTER (self));
  g_return_if_fail (cr != NULL && style != NULL);

  layout = self->layout;
  margin = MIN (0.08 * MIN (width, height), 4) + 1;
  x_scale = (width - 2 * margin) / MAX (layout->n_steps, 2);
  y_scale = (height - 2 * margin) / MAX (layout->n_rows, 2);
  dot = CLAMP (MIN (0.3 * x_scale, 0.3 * y_scale), 0.6, 0.055 * height);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  cairo_translate (cr, width / 2 - 0.5 * x_scale * (layout->n_steps - 1.0),
                   height / 2 - 0.5 * y_scale * (layout->n_rows - 1.0));
  paint_spans (layout, cr, x_scale, y_scale, dot, style);
  thinning = (guint) ((layout->n_arrows + MAX_STROKES - 1) / MAX_STROKES);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_P2P, layout->n_arrows > 150 ? 0.5 : 0.9);
  cairo_set_line_width (cr, CLAMP (0.2 * y_scale, 0.5, 0.03 * height));
  for (gsize i = 0; i < layout->n_arrows; i++)
    if (refrain_pattern_is_drawn (i, thinning))
      {
        const RefrainPatternMark *send = &layout->marks[layout->arrows[i].send];
        const RefrainPatternMark *receive = &layout->marks[layout->arrows[i].receive];

        cairo_move_to (cr, send->step * x_scale, send->row * y_scale);
        cairo_line_to (cr, receive->step * x_scale, receive->row * y_scale);
        cairo_stroke (cr);
      }
  thinning = (guint) ((layout->n_marks + MAX_DOTS - 1) / MAX_DOTS);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_MESSAGE);
  for (gsize i = 0; i < layout->n_marks && dot > 0.8; i++)
    if (refrain_pattern_is_drawn (i, thinning) && layout->marks[i].span == REFRAIN_NONE)
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, layout->marks[i].step * x_scale, layout->marks[i].row * y_scale, dot, 0,
                   2 * G_PI);
      }
  cairo_fill (cr);
  cairo_restore (cr);
}
