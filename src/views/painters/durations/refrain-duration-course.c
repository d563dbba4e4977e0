/* refrain-duration-course.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places go by the order of starts, so that a pixel's column is a range of the order.
 */
#include "refrain-duration-course.h"

#include <math.h>

#include "refrain-search.h"

/* So many dots are drawn one by one: what is more are columns. */
#define MOST_DOTS 4000

static double
get_value (const RefrainDurationCourse *self, guint32 i)
{
  gsize n;

  return refrain_durations_get_values (self->durations, &n)[i];
}

double
refrain_duration_course_get_y (const RefrainDurationCourse *self, double value)
{
  const double log_value = log (MAX (value, 0.5));
  const double part = (log_value - self->first) / MAX (self->last - self->first, 1e-9);

  return self->y + self->height * (1 - CLAMP (part, 0, 1));
}

double
refrain_duration_course_get_x (const RefrainDurationCourse *self, guint32 i)
{
  const double span = MAX ((double) self->end - (double) self->start, 1);
  const RefrainTime start = refrain_occurrences_get (self->occurrences, i).start;

  return self->x + ((double) start - (double) self->start) / span * self->width;
}

/* The first of the order that stands at @x or behind. */
static gsize
find_place (const RefrainDurationCourse *self, double x)
{
  const gsize n = refrain_occurrences_get_n (self->occurrences);

  return REFRAIN_LOWER_BOUND (i, 0, n, refrain_duration_course_get_x (self, self->order[i]) < x);
}

/* What a dot's colour says. */
static RefrainColorRole
get_role (const RefrainDurationCourse *self, guint32 i)
{
  return self->is_outlier[i] != 0 ? REFRAIN_COLOR_DEFECT : REFRAIN_COLOR_P2P;
}

static void
paint_dots (const RefrainDurationCourse *self, cairo_t *cr, const RefrainStyle *style)
{
  const guint32 n = refrain_occurrences_get_n (self->occurrences);
  static const RefrainColorRole layers[] = { REFRAIN_COLOR_P2P, REFRAIN_COLOR_DEFECT };

  for (gsize layer = 0; layer < G_N_ELEMENTS (layers); layer++)
    {
      const double radius = (layer > 0 ? 2 : 1.4) * style->line_width;

      refrain_style_set_color (style, cr, layers[layer]);
      for (guint32 i = 0; i < n; i++)
        if (get_role (self, i) == layers[layer])
          {
            cairo_new_sub_path (cr);
            cairo_arc (cr, refrain_duration_course_get_x (self, i),
                       refrain_duration_course_get_y (self, get_value (self, i)), radius, 0,
                       2 * G_PI);
          }
      cairo_fill (cr);
    }
}

/* A column of pixels: all of it, and above it what is unusually short or long. */
enum
{
  LAYER_USUAL,
  LAYER_SHORT,
  LAYER_LONG,
  N_LAYERS
};

static int
get_layer (const RefrainDurationCourse *self, guint32 i)
{
  if (self->is_outlier[i] == 0)
    return LAYER_USUAL;
  return get_value (self, i) < refrain_durations_get_median (self->durations) ? LAYER_SHORT
                                                                              : LAYER_LONG;
}

static void
paint_column (const RefrainDurationCourse *self,
              cairo_t *cr,
              const RefrainStyle *style,
              double x,
              gsize first,
              gsize last)
{
  static const RefrainColorRole roles[N_LAYERS]
      = { REFRAIN_COLOR_P2P, REFRAIN_COLOR_DEFECT, REFRAIN_COLOR_DEFECT };
  double least[N_LAYERS], greatest[N_LAYERS];

  for (int layer = 0; layer < N_LAYERS; layer++)
    {
      least[layer] = INFINITY;
      greatest[layer] = -INFINITY;
    }
  for (gsize k = first; k < last; k++)
    {
      const int layer = get_layer (self, self->order[k]);
      const double value = get_value (self, self->order[k]);

      least[layer] = MIN (least[layer], value);
      greatest[layer] = MAX (greatest[layer], value);
    }
  for (int layer = 0; layer < N_LAYERS; layer++)
    {
      if (least[layer] > greatest[layer])
        continue;
      refrain_style_set_color_alpha (style, cr, roles[layer], layer == LAYER_USUAL ? 0.75 : 1);
      cairo_rectangle (
          cr, x, refrain_duration_course_get_y (self, greatest[layer]) - 0.5 * style->line_width, 1,
          refrain_duration_course_get_y (self, least[layer])
              - refrain_duration_course_get_y (self, greatest[layer]) + style->line_width);
      cairo_fill (cr);
    }
}

static void
paint_columns (const RefrainDurationCourse *self, cairo_t *cr, const RefrainStyle *style)
{
  gsize first = 0;

  for (double x = floor (self->x); x < self->x + self->width; x++)
    {
      const gsize last = find_place (self, x + 1);

      paint_column (self, cr, style, x, first, last);
      first = last;
    }
}

/* A line that says what the trend is. */
static void
paint_trend (const RefrainDurationCourse *self, cairo_t *cr, const RefrainStyle *style)
{
  const RefrainTrend *trend = refrain_durations_get_trend (self->durations);
  const double median = refrain_durations_get_median (self->durations);
  const double right = self->x + self->width;

  if (trend->kind == REFRAIN_TREND_SLOPE)
    {
      const double first = median / MAX (1 + trend->change / 2, 0.01);

      cairo_move_to (cr, self->x, refrain_duration_course_get_y (self, first));
      cairo_line_to (cr, right, refrain_duration_course_get_y (self, first * (1 + trend->change)));
    }
  else if (trend->kind == REFRAIN_TREND_STEP)
    {
      const double x = refrain_duration_course_get_x (self, (guint32) trend->step);

      cairo_move_to (cr, self->x, refrain_duration_course_get_y (self, trend->before));
      cairo_line_to (cr, x, refrain_duration_course_get_y (self, trend->before));
      cairo_line_to (cr, x, refrain_duration_course_get_y (self, trend->after));
      cairo_line_to (cr, right, refrain_duration_course_get_y (self, trend->after));
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (cr, 1.4 * style->line_width);
  cairo_stroke (cr);
}

void
refrain_duration_course_paint (const RefrainDurationCourse *self,
                               cairo_t *cr,
                               const RefrainStyle *style)
{
  if (refrain_occurrences_get_n (self->occurrences) == 0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, self->x, self->y - 3 * style->line_width, self->width,
                   self->height + 6 * style->line_width);
  cairo_clip (cr);
  if (refrain_occurrences_get_n (self->occurrences) <= MOST_DOTS)
    paint_dots (self, cr, style);
  else
    paint_columns (self, cr, style);
  paint_trend (self, cr, style);
  cairo_restore (cr);
}

guint32
refrain_duration_course_find (const RefrainDurationCourse *self, double x, double y)
{
  const gsize n = refrain_occurrences_get_n (self->occurrences);
  double nearest = INFINITY;
  guint32 found = REFRAIN_NONE;
  gsize first, last;

  if (n == 0)
    return REFRAIN_NONE;
  first = find_place (self, x - 3);
  last = find_place (self, x + 3);
  if (first == last)
    {
      first = MIN (first, n - 1);
      first -= first > 0;
      last = MIN (first + 2, n);
    }
  for (gsize k = first; k < last; k++)
    {
      const guint32 i = self->order[k];
      const double distance = hypot (refrain_duration_course_get_x (self, i) - x,
                                     refrain_duration_course_get_y (self, get_value (self, i)) - y);

      if (distance < nearest)
        {
          nearest = distance;
          found = i;
        }
    }
  return found;
}
