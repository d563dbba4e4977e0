/* refrain-pattern-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages of a pattern as arrows.
 */
#include "config.h"

#include <math.h>

#include "refrain-pattern-view-private.h"

#define MAX_ARROWS 2500

guint
refrain_pattern_get_thinning (const RefrainPatternLayout *layout)
{
  return (guint) ((layout->n_arrows + MAX_ARROWS - 1) / MAX_ARROWS);
}

gboolean
refrain_pattern_get_arrow (const RefrainPatternFrame *frame,
                           const RefrainPatternArrow *arrow,
                           double ends[4])
{
  const RefrainPatternMark *send = &frame->layout->marks[arrow->send];
  const RefrainPatternMark *receive = &frame->layout->marks[arrow->receive];
  double x0 = refrain_pattern_frame_get_x (frame, send->step);
  double y0 = refrain_pattern_frame_get_y (frame, send->row);
  double x1 = refrain_pattern_frame_get_x (frame, receive->step);
  double y1 = refrain_pattern_frame_get_y (frame, receive->row);
  double length = hypot (x1 - x0, y1 - y0), margin = frame->radius + 0.5 * frame->unit;

  if (length < 2 * margin + frame->unit || MAX (x0, x1) < 0 || MIN (x0, x1) > frame->width
      || MAX (y0, y1) < 0 || MIN (y0, y1) > frame->height)
    return FALSE;
  ends[0] = x0 + (x1 - x0) * margin / length;
  ends[1] = y0 + (y1 - y0) * margin / length;
  ends[2] = x1 - (x1 - x0) * margin / length;
  ends[3] = y1 - (y1 - y0) * margin / length;
  return TRUE;
}

/* A message from a process to itself: below its line. */
static void
draw_loop (const RefrainPatternFrame *frame, const RefrainPatternArrow *arrow)
{
  const RefrainPatternMark *send = &frame->layout->marks[arrow->send];
  const RefrainPatternMark *receive = &frame->layout->marks[arrow->receive];
  double x0 = refrain_pattern_frame_get_x (frame, send->step);
  double x1 = refrain_pattern_frame_get_x (frame, receive->step);
  double y = refrain_pattern_frame_get_y (frame, send->row) + frame->radius;
  double low = y + MIN (frame->row_height * 0.3, 16 * frame->unit);

  cairo_move_to (frame->cr, x0, y);
  cairo_curve_to (frame->cr, x0, low, x1, low, x1, y);
  cairo_stroke (frame->cr);
}

void
refrain_pattern_draw_arrow (const RefrainPatternFrame *frame,
                            const RefrainPatternArrow *arrow,
                            double width)
{
  cairo_t *cr = frame->cr;
  double ends[4], size, dx, dy, length;

  cairo_set_line_width (cr, width);
  if (frame->layout->marks[arrow->send].row == frame->layout->marks[arrow->receive].row)
    {
      draw_loop (frame, arrow);
      return;
    }
  if (!refrain_pattern_get_arrow (frame, arrow, ends))
    return;
  length = hypot (ends[2] - ends[0], ends[3] - ends[1]);
  dx = (ends[2] - ends[0]) / length;
  dy = (ends[3] - ends[1]) / length;
  size = MIN (5 * frame->unit + width, MIN (0.35 * length, 0.45 * frame->row_height));
  if (size < 1.6 * frame->unit)
    size = 0;
  cairo_move_to (cr, ends[0], ends[1]);
  cairo_line_to (cr, ends[2] - 0.8 * size * dx, ends[3] - 0.8 * size * dy);
  cairo_stroke (cr);
  if (size <= 0)
    return;
  cairo_move_to (cr, ends[2], ends[3]);
  cairo_line_to (cr, ends[2] - size * dx + 0.42 * size * dy,
                 ends[3] - size * dy - 0.42 * size * dx);
  cairo_line_to (cr, ends[2] - size * dx - 0.42 * size * dy,
                 ends[3] - size * dy + 0.42 * size * dx);
  cairo_fill (cr);
}

void
refrain_pattern_paint_messages (const RefrainPatternFrame *frame)
{
  const guint thinning = refrain_pattern_get_thinning (frame->layout);
  const gsize n = frame->layout->n_arrows / MAX (thinning, 1);
  double alpha = n > 1000 ? 0.35 : n > 150 ? 0.6 : 0.9;
  double width = frame->style->line_width * (n > 150 ? 0.7 : 1.1);

  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_MESSAGE, alpha);
  for (gsize i = 0; i < frame->layout->n_arrows; i++)
    if (refrain_pattern_is_drawn (i, thinning))
      refrain_pattern_draw_arrow (frame, &frame->layout->arrows[i], width);
}
