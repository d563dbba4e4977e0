/* refrain-ruler.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ticks stand at round times, also where gaps are compressed: there a walk goes from one to the
 * next. Labels that would be too long are told from a base.
 */
#include "refrain-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-text.h"
#include "refrain-time-format.h"

#define MAX_TICKS 400
/* An axis has so many ticks at least, while they are this many font sizes apart. */
#define LEAST_TICKS 3
#define CLOSEST     2.4
/* Labels wider than this, in font sizes, are told from a base that stands at the left. */
#define MAX_LABEL   6.2
#define LABEL_SCALE 0.9

double
refrain_ruler_get_step (double least)
{
  const double power = pow (10, floor (log10 (least))), rest = least / power;

  return power * (rest <= 1.0001 ? 1 : rest <= 2.0001 ? 2 : rest <= 5.0001 ? 5 : 10);
}

double
refrain_ruler_get_step_for (double span, double least, double closest)
{
  const double step = refrain_ruler_get_step (least);
  double fewer;

  if (step <= span / LEAST_TICKS)
    return step;
  /* The greatest round distance that is no more than a part of @span. */
  fewer = refrain_ruler_get_step (span / LEAST_TICKS / 2.5);
  while (refrain_ruler_get_step (fewer * 1.5) <= span / LEAST_TICKS)
    fewer = refrain_ruler_get_step (fewer * 1.5);
  return fewer <= span / LEAST_TICKS && fewer >= closest ? fewer : step;
}

/* The distance between doubles around @at: positions closer than this are one. */
static double
get_spacing (double at)
{
  at = fabs (at);
  return nextafter (at, INFINITY) - at;
}

/* The round time after @at that is at least 0.7 ticks of the axis away: a long gap is not walked
 * through tick by tick. */
static double
skip_gap (RefrainAxis *axis, double at, double position, double tick)
{
  double next = refrain_axis_to_time (axis, position + 0.7 * tick);

  return MAX (at + tick, ceil (next / tick) * tick);
}

/* The span of the window that @viewport is a tile of, or is: all tiles have the same ticks. */
static double
get_window_span (const RefrainViewport *viewport)
{
  return viewport->window_end > viewport->window_start
             ? viewport->window_end - viewport->window_start
             : viewport->end - viewport->start;
}

GArray *
refrain_ruler_get_ticks (RefrainAxis *axis,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style,
                         double *tick)
{
  GArray *positions = g_array_new (FALSE, FALSE, sizeof (double));
  double span = viewport->end - viewport->start, wanted;
  gboolean compressed = refrain_axis_get_kind (axis) == REFRAIN_AXIS_COMPRESSED;
  double from = viewport->start, to = viewport->end, last = -G_MAXDOUBLE, at;

  *tick = 1;
  if (!(span > 0) || !isfinite (span) || !(viewport->width > 0))
    return positions;
  if (compressed)
    {
      from = refrain_axis_to_time (axis, from);
      to = refrain_axis_to_time (axis, to);
    }
  /* Times can be so large that a nanosecond more is the same double. */
  wanted = MAX (span * 8.5 * style->font_size / viewport->width,
                4 * MAX (get_spacing (from), get_spacing (to)));
  *tick = refrain_ruler_get_step_for (get_window_span (viewport), MAX (wanted, 1),
                                      MAX (span * CLOSEST * style->font_size / viewport->width, 1));
  at = ceil (from / *tick) * *tick;
  for (guint i = 0; i < MAX_TICKS && at <= to; i++)
    {
      double position = compressed ? refrain_axis_from_time (axis, at) : at, next;

      if (position - last >= 0.7 * *tick)
        {
          g_array_append_val (positions, position);
          last = position;
        }
      next = compressed ? skip_gap (axis, at, position, *tick) : at + *tick;
      if (!(next > at))
        break;
      at = next;
    }
  return positions;
}

/* The round time that labels in @viewport can be told from: a power of ten of the window's span
 * before it. FALSE when a gap or the axis says that they had better be told as they are. */
static gboolean
find_base (RefrainAxis *axis, const RefrainViewport *viewport, RefrainTime *base, double *unit)
{
  double span = viewport->end - viewport->start;
  RefrainTime from = refrain_axis_to_time (axis, viewport->start);
  RefrainTime to = refrain_axis_to_time (axis, viewport->end);

  *unit = pow (10, ceil (log10 (MAX (span, 1))));
  *base = (RefrainTime) CLAMP (floor ((double) from / *unit) * *unit, -9e18, 9e18);
  return refrain_axis_get_kind (axis) != REFRAIN_AXIS_LOGICAL && *base > 0
         && (double) to - (double) from <= 2 * span;
}

char **
refrain_ruler_get_labels (RefrainAxis *axis,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style,
                          const GArray *ticks,
                          double tick,
                          char **base)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  double span = viewport->end - viewport->start, widest = 0, unit;
  RefrainTime origin;

  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), NULL);
  g_return_val_if_fail (viewport != NULL && style != NULL && ticks != NULL && base != NULL, NULL);

  *base = NULL;
  if (refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL)
    {
      *base = g_strdup (_ ("step"));
      for (guint i = 0; i < ticks->len; i++)
        {
          g_autofree char *label
              = refrain_count_format (MAX (0, llround (g_array_index (ticks, double, i))));

          g_strv_builder_add (builder, label);
        }
      return g_strv_builder_end (builder);
    }
  for (guint i = 0; i < ticks->len; i++)
    {
      g_autofree char *label
          = refrain_axis_format_resolved (axis, g_array_index (ticks, double, i), tick, span);

      widest = MAX (widest, refrain_text_get_width (style, label, LABEL_SCALE));
      g_strv_builder_add (builder, label);
    }
  if (widest <= MAX_LABEL * style->font_size || !find_base (axis, viewport, &origin, &unit))
    return g_strv_builder_end (builder);

  g_strv_builder_unref (g_steal_pointer (&builder));
  builder = g_strv_builder_new ();
  *base = refrain_time_format_resolved (origin, unit, origin);
  for (guint i = 0; i < ticks->len; i++)
    {
      RefrainTime time = refrain_axis_to_time (axis, g_array_index (ticks, double, i));
      g_autofree char *part = refrain_time_format_resolved (time - origin, tick, span);
      g_autofree char *label = g_strconcat ("+", part, NULL);

      g_strv_builder_add (builder, label);
    }
  return g_strv_builder_end (builder);
}

void
refrain_ruler_paint (RefrainAxis *axis,
                     cairo_t *cr,
                     const RefrainViewport *viewport,
                     const RefrainStyle *style)
{
  g_autoptr (GArray) ticks = NULL;
  g_auto (GStrv) labels = NULL;
  g_autofree char *base = NULL;
  double tick, span = viewport->end - viewport->start, height = viewport->height;
  double taken = 0, apart = 0.5 * style->font_size;

  g_return_if_fail (REFRAIN_IS_AXIS (axis));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  if (viewport->width < 1 || !(span > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, height);
  cairo_clip (cr);
  ticks = refrain_ruler_get_ticks (axis, viewport, style, &tick);
  labels = refrain_ruler_get_labels (axis, viewport, style, ticks, tick, &base);
  if (base != NULL)
    {
      RefrainText place = { .x = 2 * style->line_width,
                            .y = (height - 4 * style->line_width) / 2,
                            .scale = LABEL_SCALE,
                            .color = style->colors[REFRAIN_COLOR_TEXT] };

      refrain_text_show (cr, style, &place, base);
      taken = place.x + refrain_text_get_width (style, base, LABEL_SCALE) + apart;
    }
  for (guint i = 0; i < ticks->len; i++)
    {
      double position = g_array_index (ticks, double, i);
      double x = (position - viewport->start) / span * viewport->width;
      double width = refrain_text_get_width (style, labels[i], LABEL_SCALE);
      /* At the ends a label moves in, still at its tick. */
      double middle = MAX (MIN (x, viewport->width - width / 2), width / 2);
      RefrainText place = { .x = middle,
                            .y = (height - 4 * style->line_width) / 2,
                            .align = REFRAIN_TEXT_CENTER,
                            .scale = LABEL_SCALE,
                            .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

      cairo_move_to (cr, x, height - 4 * style->line_width);
      cairo_line_to (cr, x, height);
      if (middle - width / 2 < taken || x < 0 || x > viewport->width || width > viewport->width)
        continue;
      refrain_text_show (cr, style, &place, labels[i]);
      taken = middle + width / 2 + apart;
    }
  cairo_move_to (cr, 0, height - style->line_width / 2);
  cairo_line_to (cr, viewport->width, height - style->line_width / 2);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, style->line_width);
  cairo_stroke (cr);
  cairo_restore (cr);
}
