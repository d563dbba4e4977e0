/* refrain-series-furniture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Axes, legend and title around the times of a loop.
 */
#include "config.h"

#include "refrain-series-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"
#include "refrain-time-format.h"

/* Processes that a legend names. */
#define MAX_LEGEND 16

/* A round distance of at least @wanted: 1, 2 or 5 times a power of ten. */
static double
get_tick (double wanted)
{
  const double power = pow (10, floor (log10 (MAX (wanted, 1))));
  const double part = wanted / power;

  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void
write_at (const RefrainSeriesFrame *frame,
          cairo_t *cr,
          double x,
          double y,
          RefrainTextAlign align,
          double scale,
          const char *text)
{
  const RefrainText place = { .x = x,
                              .y = y,
                              .align = align,
                              .scale = scale,
                              .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

  refrain_text_show (cr, frame->style, &place, text);
}

static void
paint_values (const RefrainSeriesFrame *frame, cairo_t *cr)
{
  const double font = frame->style->font_size;
  const double span = frame->self->greatest - frame->self->least;
  const double tick = get_tick (span * 2.6 * font / MAX (frame->height, 1));

  for (double value = ceil (frame->self->least / tick) * tick; value <= frame->self->greatest;
       value += tick)
    {
      const double y = floor (refrain_series_get_y (frame, value)) + 0.5;
      g_autofree char *text = refrain_time_format_resolved (
          (RefrainTime) value, (RefrainTime) MAX (tick, 1), (RefrainTime) MAX (span, 1));

      refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_GRID);
      cairo_move_to (cr, frame->x, y);
      cairo_line_to (cr, frame->x + frame->width, y);
      cairo_set_line_width (cr, frame->style->line_width);
      cairo_stroke (cr);
      write_at (frame, cr, frame->x - 0.5 * font, y, REFRAIN_TEXT_RIGHT, 0.9, text);
    }
}

static void
paint_iterations (const RefrainSeriesFrame *frame, cairo_t *cr)
{
  const double font = frame->style->font_size;
  const double span = frame->viewport->end - frame->viewport->start;
  const double last = (double) refrain_loop_series_get_length (frame->self->series);
  const double label = refrain_text_get_width (frame->style, "0,000,000", 0.9);
  const gint64 stride = refrain_text_get_stride (span * label / MAX (frame->width, 1));
  const double bottom = frame->y + frame->height;

  for (double at = MAX (1, ceil (frame->viewport->start / (double) stride) * (double) stride);
       at <= MIN (last, frame->viewport->end); at += (double) stride)
    {
      g_autofree char *text = refrain_count_format ((guint64) at);
      const double x = floor (refrain_series_get_x (frame, at)) + 0.5;

      refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_move_to (cr, x, bottom);
      cairo_line_to (cr, x, bottom + 0.3 * font);
      cairo_set_line_width (cr, frame->style->line_width);
      cairo_stroke (cr);
      write_at (frame, cr, x, bottom + font, REFRAIN_TEXT_CENTER, 0.9, text);
    }
  write_at (frame, cr, frame->x + frame->width / 2, bottom + 2.2 * font, REFRAIN_TEXT_CENTER, 0.9,
            _ ("Iteration"));
}

static void
paint_legend (const RefrainSeriesFrame *frame, cairo_t *cr)
{
  const double font = frame->style->font_size;
  double x = frame->x + frame->width;
  gsize n;
  const guint32 *processes = refrain_loop_series_get_processes (frame->self->series, &n);

  for (gsize i = n; i-- > 0 && n <= MAX_LEGEND;)
    {
      g_autofree char *text = g_strdup_printf ("%u", processes[i]);
      const RefrainColor color = refrain_series_get_color (frame, i);

      write_at (frame, cr, x, font, REFRAIN_TEXT_RIGHT, 0.9, text);
      x -= refrain_text_get_width (frame->style, text, 0.9) + 0.3 * font;
      cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
      cairo_rectangle (cr, x - 0.7 * font, 0.65 * font, 0.7 * font, 0.7 * font);
      cairo_fill (cr);
      x -= 1.4 * font;
    }
  if (frame->self->title != NULL)
    {
      const RefrainText place = { .x = frame->x,
                                  .y = font,
                                  .bold = TRUE,
                                  .max_width = MAX (x - frame->x, 1),
                                  .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

      refrain_text_show (cr, frame->style, &place, frame->self->title);
    }
}

void
refrain_series_paint_furniture (const RefrainSeriesFrame *frame, cairo_t *cr)
{
  paint_values (frame, cr);
  paint_iterations (frame, cr);
  paint_legend (frame, cr);
}
