/* refrain-loop-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text in the plot of loop boxes: iteration counts, and process numbers said again.
 */
#include "config.h"

#include "refrain-loop-private.h"

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

  refrain_loop_set_source (frame->cr, ground, 0.85);
  cairo_rectangle (frame->cr, x - 1.5 * frame->unit, place->y - height / 2, width + 3 * frame->unit,
                   height);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, place, text);
}

/* Where a label of @scale stands in the corner of @rect, or beside those that stand there already;
 * FALSE where it has no room. */
static gboolean
place_in_corner (const RefrainLoopFrame *frame,
                 const RefrainLoopRect *rect,
                 const char *text,
                 double scale,
                 const GArray *taken,
                 RefrainLoopRect *label)
{
  const double font = scale * frame->style->font_size, pad = 2 * frame->unit;

  *label
      = (RefrainLoopRect){ MAX (rect->x, frame->left) + pad, rect->y + 0.5 * frame->unit,
                           refrain_text_get_width (frame->style, text, scale) + pad, 1.1 * font };
  for (guint k = 0; k < taken->len; k++)
    {
      const RefrainLoopRect *other = &g_array_index (taken, RefrainLoopRect, k);

      if (label->x < other->x + other->width && other->x < label->x + label->width
          && label->y + 0.15 * font < other->y + other->height
          && other->y + 0.15 * font < label->y + label->height)
        label->x = other->x + other->width + pad;
    }
  return label->x + label->width <= rect->x + rect->width;
}

/* Closed boxes that are too narrow are told what they are from the bottom up. */
static void
label_upright (const RefrainLoopFrame *frame,
               const RefrainLoopRect *rect,
               const char *text,
               RefrainColor ground)
{
  const double scale = 0.8, font = scale * frame->style->font_size;
  const double top = MAX (rect->y, 0), bottom = MIN (rect->y + rect->height, frame->height);
  const double width = refrain_text_get_width (frame->style, text, scale);
  const RefrainText place = { .x = rect->x + rect->width / 2,
                              .y = (top + bottom) / 2,
                              .align = REFRAIN_TEXT_CENTER,
                              .scale = scale,
                              .color = frame->style->colors[REFRAIN_COLOR_TEXT],
                              .angle = -G_PI / 2 };

  if (rect->width < 1.1 * font || width + font > bottom - top)
    return;
  refrain_loop_set_source (frame->cr, ground, 0.85);
  cairo_rectangle (frame->cr, place.x - 0.5 * font, place.y - width / 2 - 2 * frame->unit, font,
                   width + 4 * frame->unit);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, &place, text);
}

static void
label_box (const RefrainLoopFrame *frame, guint32 i, GArray *taken)
{
  const RefrainLoopBox *box = &frame->layout->boxes[i];
  const RefrainColor ground = refrain_loop_frame_get_ground (frame, box->level);
  static const double scales[] = { 0.9, 0.7 };
  g_autofree char *text = NULL;
  RefrainLoopRect rect, label;

  refrain_loop_frame_get_rect (frame, i, &rect);
  if (rect.height < 0.8 * frame->style->font_size || rect.y > frame->height
      || rect.y + rect.height < 0 || rect.width < 0.8 * frame->style->font_size)
    return;
  text = refrain_loop_painter_get_box_label (frame->painter, i);
  for (guint k = 0; k < G_N_ELEMENTS (scales); k++)
    if (place_in_corner (frame, &rect, text, scales[k], taken, &label))
      {
        const RefrainText place = { .x = label.x,
                                    .y = label.y + label.height / 2,
                                    .scale = scales[k],
                                    .bold = TRUE,
                                    .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

        g_array_append_val (taken, label);
        show_on_ground (frame, &place, text, label.width - 2 * frame->unit, ground);
        return;
      }
  if (frame->states[i] == REFRAIN_LOOP_SHUT)
    label_upright (frame, &rect, text, ground);
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
