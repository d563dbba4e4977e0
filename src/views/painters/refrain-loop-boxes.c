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
static RefrainColor
get_ground (const RefrainLoopFrame *frame, guint32 level)
{
  const RefrainStyle *style = frame->style;

  return refrain_color_mix (style->colors[REFRAIN_COLOR_BACKGROUND],
                            style->colors[REFRAIN_COLOR_TEXT], 0.075 + 0.06 * MIN (level, 4));
}

static void
set_source (cairo_t *cr, RefrainColor color, double alpha)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha * alpha);
}

/* What a closed box holds is hatched over. */
static void
hatch (const RefrainLoopFrame *frame, const RefrainLoopRect *rect)
{
  const double step = 0.5 * frame->style->font_size;

  if (rect->width < step || rect->height < step)
    return;
  cairo_save (frame->cr);
  cairo_rectangle (frame->cr, rect->x, rect->y, rect->width, rect->height);
  cairo_clip (frame->cr);
  for (double at = rect->x - rect->height; at < rect->x + rect->width; at += step)
    {
      cairo_move_to (frame->cr, at, rect->y + rect->height);
      cairo_rel_line_to (frame->cr, rect->height, -rect->height);
    }
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM, 0.35);
  cairo_set_line_width (frame->cr, 0.7 * frame->unit);
  cairo_stroke (frame->cr);
  cairo_restore (frame->cr);
}

static void
paint_box (const RefrainLoopFrame *frame, guint32 i)
{
  const RefrainLoopBox *box = &frame->layout->boxes[i];
  cairo_t *cr = frame->cr;
  RefrainLoopRect rect;

  refrain_loop_frame_get_rect (frame, i, &rect);
  if (rect.y > frame->height || rect.y + rect.height < 0)
    return;
  set_source (cr, get_ground (frame, box->level), 1);
  cairo_rectangle (cr, rect.x, rect.y, MAX (rect.width, 0.5 * frame->unit), rect.height);
  cairo_fill (cr);
  if (frame->states[i] == REFRAIN_LOOP_SHUT && rect.width > frame->style->font_size)
    hatch (frame, &rect);
  if (rect.width < 4 * frame->unit || rect.height < 4 * frame->unit)
    return;
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_TEXT_DIM, 0.7);
  cairo_set_line_width (cr, 0.7 * frame->unit);
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  cairo_stroke (cr);
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

/* ---- Labels of boxes ------------------------------------------------------------------------ */

/* On @ground, so that lines do not cross it. */
static void
show_on_ground (const RefrainLoopFrame *frame,
                const RefrainText *place,
                const char *text,
                double width,
                RefrainColor ground)
{
  const double height = 1.15 * place->scale * frame->style->font_size;
  const double x = place->align == REFRAIN_TEXT_RIGHT ? place->x - width : place->x;

  set_source (frame->cr, ground, 0.85);
  cairo_rectangle (frame->cr, x - frame->unit, place->y - height / 2, width + 2 * frame->unit,
                   height);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, place, text);
}

/* A label in the corner of its box, or beside that of a box that begins at the same corner. */
static void
label_box (const RefrainLoopFrame *frame, guint32 i, GArray *taken)
{
  const RefrainLoopBox *box = &frame->layout->boxes[i];
  const double scale = 0.9, font = scale * frame->style->font_size, pad = 2 * frame->unit;
  g_autofree char *text = NULL;
  RefrainLoopRect rect, label;
  RefrainText place = { .scale = scale, .bold = TRUE };

  refrain_loop_frame_get_rect (frame, i, &rect);
  if (rect.height < font || rect.y > frame->height || rect.y + rect.height < 0
      || !refrain_text_may_fit (frame->style, rect.width))
    return;
  text = refrain_loop_painter_get_box_label (frame->painter, i);
  label = (RefrainLoopRect){ MAX (rect.x, 0) + pad, rect.y + 0.5 * frame->unit,
                             refrain_text_get_width (frame->style, text, scale) + pad, 1.1 * font };
  for (guint k = 0; k < taken->len; k++)
    {
      const RefrainLoopRect *other = &g_array_index (taken, RefrainLoopRect, k);

      if (label.x < other->x + other->width && other->x < label.x + label.width
          && label.y + 0.15 * font < other->y + other->height
          && other->y + 0.15 * font < label.y + label.height)
        label.x = other->x + other->width + pad;
    }
  if (label.x + label.width > rect.x + rect.width)
    return;
  g_array_append_val (taken, label);
  place.x = label.x;
  place.y = label.y + label.height / 2;
  place.color = frame->style->colors[REFRAIN_COLOR_TEXT];
  show_on_ground (frame, &place, text, label.width - pad, get_ground (frame, box->level));
}

/* Of labels that may be in the way, the last few. */
#define MAX_TAKEN 64

void
refrain_loop_paint_box_labels (const RefrainLoopFrame *frame)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (RefrainLoopRect));

  for (gsize i = refrain_loop_frame_next_box (frame, 0); i < frame->layout->n_boxes;
       i = refrain_loop_frame_next_box (frame, i + 1))
    {
      if (frame->states[i] != REFRAIN_LOOP_UNSEEN)
        label_box (frame, (guint32) i, taken);
      if (taken->len > MAX_TAKEN)
        g_array_remove_range (taken, 0, MAX_TAKEN / 2);
    }
}

/* ---- Numbers said again --------------------------------------------------------------------- */

void
refrain_loop_paint_reminders (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  const double scale = 0.75, font = frame->style->font_size;

  if (frame->row_height < font)
    return;
  for (gsize i = 0; i < layout->n_reminders; i++)
    {
      const RefrainLoopReminder *it = &layout->reminders[i];
      RefrainText place = { .scale = scale,
                            .align = REFRAIN_TEXT_RIGHT,
                            .color = frame->style->colors[REFRAIN_COLOR_TEXT] };
      g_autofree char *text = NULL;
      double width;

      if (it->x > frame->end)
        break;
      if (it->x < frame->start || frame->states[it->box] == REFRAIN_LOOP_UNSEEN)
        continue;
      text = g_strdup_printf (
          "%u", refrain_loop_alike_get_representative (frame->painter->alike, it->line));
      width = refrain_text_get_width (frame->style, text, scale);
      if (width > REFRAIN_LOOP_MOVE * frame->step_width)
        continue;
      place.x = refrain_loop_frame_get_x (frame, it->x) - 1.5 * frame->unit;
      place.y = refrain_loop_frame_get_y (frame, it->row);
      show_on_ground (frame, &place, text, width, frame->style->colors[REFRAIN_COLOR_BACKGROUND]);
    }
}
