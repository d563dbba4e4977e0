/* refrain-event-label.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words in boxes.
 */
#include "config.h"

#include "refrain-event-private.h"

#include <math.h>

/* Between the labels of a long box, in font sizes. */
#define LABEL_PITCH 36

/* Draws @text from @x0 on, cut to end before @x1. FALSE when too little would be left of it. */
static gboolean
draw_label_once (
    const RefrainEventFrame *frame, double x0, double x1, RefrainText *place, const char *text)
{
  double letter = frame->style->font_size * place->scale * 0.58, room = x1 - x0;

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

/* The labels of a box that begins before a tile, or is longer than a window, are said again at
 * fixed places of the axis: wherever one pans to, there is one. */
static void
repeat_label (
    const RefrainEventFrame *frame, double x0, double x1, RefrainText *place, const char *text)
{
  double pitch = LABEL_PITCH * frame->style->font_size;
  double letter = frame->style->font_size * place->scale * 0.58;
  double width = (g_utf8_strlen (text, -1) + 2) * letter;
  double phase = fmod (frame->viewport->start * frame->scale, pitch);

  /* Where the axis is beyond what doubles can tell, there is no fixed place. */
  if (!isfinite (phase) || !(pitch >= 1))
    return;
  for (double x = -phase; x < x1; x += pitch)
    if (x >= x0 && x + width <= x1)
      draw_label_once (frame, x, x1, place, text);
}

gboolean
refrain_event_draw_label (const RefrainEventFrame *frame,
                          double x0,
                          double x1,
                          double y,
                          double height,
                          double pad,
                          RefrainColor ground,
                          const char *text)
{
  const RefrainViewport *viewport = frame->viewport;
  double scale = CLAMP (height / frame->style->font_size * 0.72, 0.6, 0.9);
  RefrainText place = { .y = y + height / 2, .scale = scale };
  gboolean drawn;

  x0 = MAX (x0, 0) + pad;
  x1 = MIN (x1, viewport->width) - pad;
  if (height < frame->style->font_size * 0.8)
    return FALSE;
  place.color = refrain_style_get_ink (frame->style, ground);
  if (frame->painter->highlight != NULL)
    place.color = refrain_color_mix (place.color, ground, 0.45);
  drawn = draw_label_once (frame, x0, x1, &place, text);
  if (drawn && viewport->window_end > viewport->window_start)
    repeat_label (frame,
                  x0 + (g_utf8_strlen (text, -1) + 4) * frame->style->font_size * scale * 0.58, x1,
                  &place, text);
  return drawn;
}
