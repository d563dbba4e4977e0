/* refrain-event-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words in boxes. Boxes ask for a label first; what a frame has room for is then shared among its
 * rows, and in a row the widest boxes come first. A box has one label where it begins; what is said
 * of it again, far from there, begins with an ellipsis.
 */
#include <math.h>

#include "refrain-event-frame.h"

/* Between the labels of a long box, and at least between its first and the next, in font sizes. */
#define PITCH 40
#define APART 24
/* What says that a box is the one that was labelled before. */
#define AGAIN "… "
/* The width of a letter, in its size: a guess that costs nothing. */
#define LETTER 0.58

/* ---- Which ----------------------------------------------------------------------------------- */

/* How many labels each row may have so that @most are not exceeded: rows that want less leave the
 * rest to the others. @wanted: of each of @n rows. */
static guint
find_cap (const guint *wanted, gsize n, guint most)
{
  guint low = 0, high = most;

  while (low < high)
    {
      const guint cap = low + (high - low + 1) / 2;
      guint64 sum = 0;

      for (gsize i = 0; i < n; i++)
        sum += MIN (wanted[i], cap);
      if (sum <= most)
        low = cap;
      else
        high = cap - 1;
    }
  return low;
}

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const RefrainEventLabel *first = a, *second = b;
  const double wide = first->x1 - first->x0, other = second->x1 - second->x0;

  if (first->row != second->row)
    return first->row < second->row ? -1 : 1;
  if (wide != other)
    return wide > other ? -1 : 1;
  return first->x0 < second->x0 ? -1 : first->x0 > second->x0;
}

void
refrain_event_share_labels (const RefrainEventFrame *frame, GArray *labels)
{
  const gsize n_rows = (gsize) MAX (frame->last_row - frame->first_row, 1);
  g_autofree guint *wanted = g_new0 (guint, n_rows);
  guint cap, kept = 0, in_row = 0;
  gint64 row = -1;

  g_array_sort (labels, compare_labels);
  for (guint i = 0; i < labels->len; i++)
    wanted[g_array_index (labels, RefrainEventLabel, i).row - frame->first_row]++;
  cap = find_cap (wanted, n_rows, REFRAIN_EVENT_MAX_LABELS);
  for (guint i = 0; i < labels->len; i++)
    {
      const RefrainEventLabel label = g_array_index (labels, RefrainEventLabel, i);

      in_row = label.row == row ? in_row + 1 : 0;
      row = label.row;
      if (in_row < cap)
        g_array_index (labels, RefrainEventLabel, kept++) = label;
    }
  g_array_set_size (labels, kept);
}

/* ---- Where ----------------------------------------------------------------------------------- */

/* The size of words in a box of @height, in font sizes. */
static double
refrain_event_get_label_scale (const RefrainEventFrame *frame, double height)
{
  const double least = frame->style->least_font / frame->style->font_size;

  return CLAMP (height / frame->style->font_size * 0.72, MAX (0.6, least), MAX (0.9, least));
}

double
refrain_event_guess_label_width (const RefrainEventFrame *frame, const char *text, double height)
{
  return g_utf8_strlen (text, -1) * frame->style->font_size
             * refrain_event_get_label_scale (frame, height) * LETTER
         + 6 * frame->unit;
}

/* Draws @text from @x0 on, cut to end before @x1. FALSE when too little would be left of it. */
static gboolean
draw_once (
    const RefrainEventFrame *frame, double x0, double x1, RefrainText *place, const char *text)
{
  double letter = frame->style->font_size * place->scale * LETTER, room = x1 - x0;

  if (room < 2 * letter)
    return FALSE;
  place->max_width = 0;
  if (room < g_utf8_strlen (text, -1) * letter)
    {
      if (room < 6.5 * letter)
        return FALSE;
      place->max_width = room;
    }
  place->x = x0;
  refrain_text_show (frame->cr, frame->style, place, text);
  return TRUE;
}

/* A box that is longer than a window, or begins before a tile, is told again at fixed places of the
 * axis, from @x0 on: wherever one pans to, there is one. Gives whether there was any. */
static gboolean
draw_again (
    const RefrainEventFrame *frame, double x0, double x1, RefrainText *place, const char *text)
{
  double pitch = PITCH * frame->style->font_size;
  double letter = frame->style->font_size * place->scale * LETTER;
  double width = (g_utf8_strlen (text, -1) + 2) * letter;
  double phase = fmod (frame->viewport->start * frame->scale, pitch);
  gboolean any = FALSE;

  /* Where the axis is beyond what doubles can tell, there is no fixed place. */
  if (!isfinite (phase) || !(pitch >= 1))
    return FALSE;
  for (double x = -phase; x < x1; x += pitch)
    if (x >= x0 && x + width <= x1)
      any |= draw_once (frame, x, x1, place, text);
  return any;
}

gboolean
refrain_event_draw_label (const RefrainEventFrame *frame,
                          const RefrainEventLabel *label,
                          double pad,
                          RefrainColor ground,
                          const char *text)
{
  const RefrainViewport *viewport = frame->viewport;
  const gboolean is_tile = viewport->window_end > viewport->window_start;
  const double x0 = MAX (label->x0, 0) + pad, x1 = MIN (label->x1, viewport->width) - pad;
  RefrainText place = { .y = label->y + label->height / 2,
                        .scale = refrain_event_get_label_scale (frame, label->height),
                        .color = frame->painter->highlight != NULL
                                     ? refrain_style_get_faint_ink (frame->style, ground)
                                     : refrain_style_get_ink (frame->style, ground) };
  g_autofree char *again = NULL;

  if (label->height < frame->style->font_size * 0.8)
    return FALSE;
  if (!label->continued && !is_tile)
    return draw_once (frame, x0, x1, &place, text);
  again = g_strconcat (AGAIN, text, NULL);
  if (label->continued)
    return (is_tile && draw_again (frame, x0, x1, &place, again))
           || draw_once (frame, x0, x1, &place, again);
  if (!draw_once (frame, x0, x1, &place, text))
    return FALSE;
  draw_again (frame, x0 + APART * frame->style->font_size, x1, &place, again);
  return TRUE;
}
