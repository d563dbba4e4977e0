/* refrain-loop-boxes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boxes of loops, and the process lines that run through them.
 */
#include "config.h"

#include <math.h>

#include "refrain-loop-private.h"

/* ---- Boxes ---------------------------------------------------------------------------------- */

/* Deeper boxes are darker (lighter on dark ground). */
RefrainColor
refrain_loop_frame_get_ground (const RefrainLoopFrame *frame, guint32 level)
{
  const RefrainStyle *style = frame->style;

  return refrain_color_mix (style->colors[REFRAIN_COLOR_BACKGROUND],
                            style->colors[REFRAIN_COLOR_TEXT], 0.075 + 0.06 * MIN (level, 4));
}

/* Filled rectangles cost a tenth of stroked ones. */
static void
fill (const RefrainLoopFrame *frame, double x, double y, double width, double height)
{
  cairo_rectangle (frame->cr, x, y, width, height);
  cairo_fill (frame->cr);
}

/* A closed box has a second border at its sides, like the edge of what is folded up. */
static void
paint_box (const RefrainLoopFrame *frame, guint32 i)
{
  const RefrainLoopBox *box = &frame->layout->boxes[i];
  const RefrainColor ground = refrain_loop_frame_get_ground (frame, box->level);
  const double unit = frame->unit, line = 0.7 * unit, inset = 2 * unit;
  RefrainLoopRect rect;

  refrain_loop_frame_get_rect (frame, i, &rect);
  if (rect.y > frame->height || rect.y + rect.height < 0)
    return;
  if (rect.width < 4 * unit || rect.height < 4 * unit)
    {
      refrain_loop_set_source (frame->cr, ground, 1);
      fill (frame, rect.x, rect.y, MAX (rect.width, 0.5 * unit), rect.height);
      return;
    }
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM, 0.7);
  fill (frame, rect.x, rect.y, rect.width, rect.height);
  refrain_loop_set_source (frame->cr, ground, 1);
  fill (frame, rect.x + line, rect.y + line, rect.width - 2 * line, rect.height - 2 * line);
  if (frame->states[i] != REFRAIN_LOOP_SHUT || rect.width < 4 * inset)
    return;
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM, 0.7);
  fill (frame, rect.x + inset, rect.y, line, rect.height);
  fill (frame, rect.x + rect.width - inset - line, rect.y, line, rect.height);
}

void
refrain_loop_paint_boxes (const RefrainLoopFrame *frame)
{
  for (gsize i = refrain_loop_frame_next_box (frame, 0); i < frame->layout->n_boxes;
       i = refrain_loop_frame_next_box (frame, i + 1))
    if (frame->states[i] != REFRAIN_LOOP_UNSEEN)
      paint_box (frame, (guint32) i);
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* Lines closer than this are no longer drawn. */
#define MIN_LINE_DISTANCE 2.5

/* A line's way through the window. Moves too small to be seen are drawn as one. */
static void
trace_line (const RefrainLoopFrame *frame, guint32 line)
{
  const RefrainLoopLayout *layout = frame->layout;
  gsize low = layout->first_bend[line], high = layout->first_bend[line + 1];
  const gsize end = high;
  double last = -G_MAXDOUBLE;

  cairo_move_to (
      frame->cr, 0,
      refrain_loop_frame_get_y (frame, refrain_loop_layout_get_y (layout, line, frame->start)));
  /* The first bend that ends in the window. */
  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (layout->bends[middle].end <= frame->start)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < end && layout->bends[low].start < frame->end; low++)
    {
      const RefrainLoopBend *bend = &layout->bends[low];
      const double x = refrain_loop_frame_get_x (frame, bend->end);

      if (x - last < 0.5 * frame->unit)
        continue;
      if (bend->start > frame->start)
        cairo_line_to (frame->cr, refrain_loop_frame_get_x (frame, bend->start),
                       refrain_loop_frame_get_y (frame, bend->from));
      cairo_line_to (frame->cr, x, refrain_loop_frame_get_y (frame, bend->to));
      last = x;
    }
  cairo_line_to (
      frame->cr, frame->width,
      refrain_loop_frame_get_y (frame, refrain_loop_layout_get_y (layout, line, frame->end)));
}

void
refrain_loop_paint_lines (const RefrainLoopFrame *frame)
{
  if (frame->row_height < MIN_LINE_DISTANCE * frame->unit)
    return;
  for (guint line = 0; line < frame->layout->n_lines; line++)
    {
      trace_line (frame, line);
      refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM,
                                     frame->row_height < 8 * frame->unit ? 0.45 : 0.8);
      cairo_set_line_width (frame->cr, 0.7 * frame->unit);
      cairo_stroke (frame->cr);
    }
}
