/* refrain-ruler.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-ruler.h"

#include <math.h>

#include "refrain-text.h"

#define MAX_TICKS 400

GArray *
refrain_ruler_get_ticks (RefrainAxis *axis,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style,
                         double *tick)
{
  GArray *positions = g_array_new (FALSE, FALSE, sizeof (double));
  double span = viewport->end - viewport->start;
  gboolean compressed = refrain_axis_get_kind (axis) == REFRAIN_AXIS_COMPRESSED;
  double from = viewport->start, to = viewport->end, last = -G_MAXDOUBLE;

  *tick = refrain_axis_get_tick (axis, span * 8.5 * style->font_size / viewport->width);
  if (!(span > 0))
    return positions;
  if (compressed)
    {
      from = refrain_axis_to_time (axis, from);
      to = refrain_axis_to_time (axis, to);
    }
  for (double at = ceil (from / *tick) * *tick; at <= to && positions->len < MAX_TICKS;)
    {
      double position = compressed ? refrain_axis_from_time (axis, at) : at;

      if (position - last >= 0.7 * *tick)
        {
          g_array_append_val (positions, position);
          last = position;
        }
      if (compressed)
        {
          /* Do not walk through a long gap tick by tick. */
          double next = refrain_axis_to_time (axis, position + 0.7 * *tick);

          at = MAX (at + *tick, ceil (next / *tick) * *tick);
        }
      else
        at += *tick;
    }
  return positions;
}

void
refrain_ruler_paint (RefrainAxis *axis,
                     cairo_t *cr,
                     const RefrainViewport *viewport,
                     const RefrainStyle *style)
{
  g_autoptr (GArray) ticks = NULL;
  double tick, span = viewport->end - viewport->start, height = viewport->height;

  g_return_if_fail (REFRAIN_IS_AXIS (axis));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  if (viewport->width < 1 || !(span > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, height);
  cairo_clip (cr);
  ticks = refrain_ruler_get_ticks (axis, viewport, style, &tick);
  for (guint i = 0; i < ticks->len; i++)
    {
      double position = g_array_index (ticks, double, i);
      double x = (position - viewport->start) / span * viewport->width;
      g_autofree char *label = refrain_axis_format_resolved (axis, position, tick, span);
      double width = refrain_text_get_width (style, label, 0.9);
      RefrainText place = { .x = x,
                            .y = (height - 4 * style->line_width) / 2,
                            .align = REFRAIN_TEXT_CENTER,
                            .scale = 0.9,
                            .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

      cairo_move_to (cr, x, height - 4 * style->line_width);
      cairo_line_to (cr, x, height);
      if (x - width / 2 >= 0 && x + width / 2 <= viewport->width)
        refrain_text_show (cr, style, &place, label);
    }
  cairo_move_to (cr, 0, height - style->line_width / 2);
  cairo_line_to (cr, viewport->width, height - style->line_width / 2);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
  cairo_restore (cr);
}
