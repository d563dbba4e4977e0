/* refrain-duration-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bars are counted once; what is around them is laid out anew for each size.
 */
#include "refrain-duration-painter.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-occurrence-words.h"
#include "refrain-legend.h"
#include "refrain-ruler.h"
#include "refrain-search.h"
#include "refrain-style.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* ---- The course ---- */

/* Places go by the order of starts, so that a pixel's column is a range of the order. */

typedef struct
{
  RefrainOccurrences *occurrences;
  RefrainDurations *durations;
  const guint32 *order;       /* by start */
  const guint8 *is_outlier;   /* by occurrence */
  double first, last;         /* logarithms at the lower and upper edge */
  RefrainTime start, end;     /* at the left and right edge */
  double x, y, width, height; /* of the plot */
} Course;

/* So many dots are drawn one by one: what is more are columns. */
#define MOST_DOTS 4000

static double
get_value (const Course *self, guint32 i)
{
  gsize n;

  return refrain_durations_get_values (self->durations, &n)[i];
}

static double
course_get_y (const Course *self, double value)
{
  const double log_value = log (MAX (value, 0.5));
  const double part = (log_value - self->first) / MAX (self->last - self->first, 1e-9);

  return self->y + self->height * (1 - CLAMP (part, 0, 1));
}

/* Where occurrence @i, and a duration, stand. */
static double
course_get_x (const Course *self, guint32 i)
{
  const double span = MAX ((double) self->end - (double) self->start, 1);
  const RefrainTime start = refrain_occurrences_get (self->occurrences, i).start;

  return self->x + ((double) start - (double) self->start) / span * self->width;
}

/* The first of the order that stands at @x or behind. */
static gsize
find_place (const Course *self, double x)
{
  const gsize n = refrain_occurrences_get_n (self->occurrences);

  return REFRAIN_LOWER_BOUND (i, 0, n, course_get_x (self, self->order[i]) < x);
}

/* What a dot's colour says. */
static RefrainColorRole
get_role (const Course *self, guint32 i)
{
  return self->is_outlier[i] != 0 ? REFRAIN_COLOR_DEFECT : REFRAIN_COLOR_P2P;
}

static void
paint_dots (const Course *self, cairo_t *cr, const RefrainStyle *style)
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
            cairo_arc (cr, course_get_x (self, i), course_get_y (self, get_value (self, i)), radius,
                       0, 2 * G_PI);
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
get_layer (const Course *self, guint32 i)
{
  if (self->is_outlier[i] == 0)
    return LAYER_USUAL;
  return get_value (self, i) < refrain_durations_get_median (self->durations) ? LAYER_SHORT
                                                                              : LAYER_LONG;
}

static void
paint_column (
    const Course *self, cairo_t *cr, const RefrainStyle *style, double x, gsize first, gsize last)
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
      cairo_rectangle (cr, x, course_get_y (self, greatest[layer]) - 0.5 * style->line_width, 1,
                       course_get_y (self, least[layer]) - course_get_y (self, greatest[layer])
                           + style->line_width);
      cairo_fill (cr);
    }
}

static void
paint_columns (const Course *self, cairo_t *cr, const RefrainStyle *style)
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
paint_trend (const Course *self, cairo_t *cr, const RefrainStyle *style)
{
  const RefrainTrend *trend = refrain_durations_get_trend (self->durations);
  const double median = refrain_durations_get_median (self->durations);
  const double right = self->x + self->width;

  if (trend->kind == REFRAIN_TREND_SLOPE)
    {
      const double first = median / MAX (1 + trend->change / 2, 0.01);

      cairo_move_to (cr, self->x, course_get_y (self, first));
      cairo_line_to (cr, right, course_get_y (self, first * (1 + trend->change)));
    }
  else if (trend->kind == REFRAIN_TREND_STEP)
    {
      const double x = course_get_x (self, (guint32) trend->step);

      cairo_move_to (cr, self->x, course_get_y (self, trend->before));
      cairo_line_to (cr, x, course_get_y (self, trend->before));
      cairo_line_to (cr, x, course_get_y (self, trend->after));
      cairo_line_to (cr, right, course_get_y (self, trend->after));
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (cr, 1.4 * style->line_width);
  cairo_stroke (cr);
}

static void
course_paint (const Course *self, cairo_t *cr, const RefrainStyle *style)
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

/* The occurrence drawn nearest to (x, y), or REFRAIN_NONE. */
static guint32
course_find (const Course *self, double x, double y)
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
      const double distance
          = hypot (course_get_x (self, i) - x, course_get_y (self, get_value (self, i)) - y);

      if (distance < nearest)
        {
          nearest = distance;
          found = i;
        }
    }
  return found;
}

/* ---- What is drawn ---- */

/* Of the height: the histogram. */
#define UPPER 0.62
/* The axis is at least so wide, as a logarithm: so that one duration is no line. */
#define LEAST_SPAN 0.4

struct _RefrainDurationPainter
{
  RefrainPainter parent_instance;

  RefrainOccurrences *occurrences;
  RefrainDurations *durations;
  char *title;
  gsize counts[REFRAIN_DURATION_BINS];
  gsize most;         /* of the counts */
  double first, step; /* logarithms: edges of the bars */
  double low, high;   /* ... and of the axis */
  guint32 *order;     /* by start */
  guint8 *is_outlier; /* longer than whatever is usual, as its sentence counts them */
  gsize n_outliers;
  RefrainTime start, end;
};

typedef struct
{
  RefrainDurationPainter *self;
  cairo_t *cr;
  const RefrainStyle *style;
  double x, y, width, height; /* of the histogram */
  Course course;
  gboolean furniture;
  RefrainText title;
  double legend; /* the height of the legend, at the lower end; 0: none */
} Frame;

static void
refrain_duration_painter_finalize (RefrainDurationPainter *self)
{
  refrain_clear_objects (&self->occurrences, &self->durations);
  refrain_free (self->title, self->order, self->is_outlier);
}

/* ---- Where things stand ---------------------------------------------------------------------- */

/* What the marks mean, at the lower end of @viewport; gives the height. @cr may be NULL. */
static double
paint_legend (const Frame *frame, cairo_t *cr, const RefrainViewport *viewport)
{
  g_autoptr (GArray) entries = refrain_legend_entries_new ();
  const RefrainStyle *style = frame->style;
  RefrainLegend legend;

  refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_P2P],
                              _ ("typical"));
  if (frame->self->n_outliers > 0)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_DEFECT],
                                _ ("outlier"));
  refrain_legend_entries_add (entries, REFRAIN_LEGEND_LINE, style->colors[REFRAIN_COLOR_TEXT],
                              _ ("density"));
  refrain_legend_init (&legend, cr, style, 0.5 * style->font_size,
                       viewport->width - 0.5 * style->font_size);
  legend.y += viewport->height - frame->legend - 0.1 * style->font_size;
  refrain_legend_write (&legend, entries);
  return refrain_legend_get_height (&legend);
}

static void
init_frame (Frame *frame,
            RefrainDurationPainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double font = style->font_size;
  double left = 0, right = 0, top = 0, between = 0.5 * font, bottom = 0;

  *frame = (Frame){ .self = self, .cr = cr, .style = style };
  frame->furniture
      = viewport->furniture && viewport->width > 18 * font && viewport->height > 13 * font;
  if (frame->furniture)
    {
      left = 0.9 * font + refrain_text_get_width (style, "000.0 ms", 0.9);
      right = 1.2 * font;
      frame->title = (RefrainText){ .x = 0.5 * font,
                                    .y = font,
                                    .bold = TRUE,
                                    .max_width = viewport->width - font,
                                    .color = style->colors[REFRAIN_COLOR_TEXT] };
      top = 3.1 * font
            + 1.3 * font
                  * refrain_text_show_lines (NULL, style, &frame->title, 1.3 * font, 2,
                                             self->title);
      between = 2.9 * font;
      frame->legend = viewport->height > 16 * font ? paint_legend (frame, NULL, viewport) : 0;
      bottom = 2 * font + MAX (frame->legend, 0.7 * font);
    }
  frame->x = left;
  frame->y = top;
  frame->width = MAX (viewport->width - left - right, 1);
  frame->height = MAX (UPPER * (viewport->height - top - between - bottom), 1);
  frame->course = (Course){
    .occurrences = self->occurrences,
    .durations = self->durations,
    .order = self->order,
    .is_outlier = self->is_outlier,
    .first = self->low,
    .last = self->high,
    .start = self->start,
    .end = self->end,
    .x = left,
    .y = frame->y + frame->height + between,
    .width = frame->width,
    .height = MAX (viewport->height - frame->y - frame->height - between - bottom, 1),
  };
}

static double
get_x (const Frame *frame, double logarithm)
{
  const RefrainDurationPainter *self = frame->self;

  return frame->x + (logarithm - self->low) / (self->high - self->low) * frame->width;
}

static double
get_x_of (const Frame *frame, double duration)
{
  return get_x (frame, log (MAX (duration, 0.5)));
}

/* Of a number of occurrences, which may be a fraction. */
static double
get_y (const Frame *frame, double count)
{
  return frame->y
         + frame->height * (1 - MIN (count / MAX (1.08 * (double) frame->self->most, 1), 1));
}

static void
write_at (const Frame *frame,
          double x,
          double y,
          RefrainTextAlign align,
          RefrainColorRole role,
          double most,
          const char *text)
{
  const RefrainText place = { .x = x,
                              .y = y,
                              .align = align,
                              .scale = 0.9,
                              .max_width = most,
                              .color = frame->style->colors[role] };

  refrain_text_show (frame->cr, frame->style, &place, text);
}

/* ---- The histogram --------------------------------------------------------------------------- */

/* What is similar to a usual duration, behind the bars. */
static void
paint_windows (const Frame *frame)
{
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (frame->self->durations, &n);

  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_ROW);
  for (gsize i = 0; i < n; i++)
    {
      const double x0 = MAX (get_x_of (frame, peaks[i].from), frame->x);
      const double x1 = MIN (get_x_of (frame, peaks[i].to), frame->x + frame->width);

      cairo_rectangle (frame->cr, x0, frame->y, MAX (x1 - x0, 0), frame->height);
    }
  cairo_fill (frame->cr);
}

/* The bars of what takes from @from to @to. */
static void
paint_bars (const Frame *frame, RefrainColorRole role, double from, double to)
{
  const RefrainDurationPainter *self = frame->self;
  const double bottom = frame->y + frame->height, line = frame->style->line_width;

  refrain_style_set_color (frame->style, frame->cr, role);
  for (gsize i = 0; i < REFRAIN_DURATION_BINS; i++)
    {
      const double edge = self->first + (double) i * self->step;
      const double middle = exp (edge + self->step / 2);
      double x0 = get_x (frame, edge), x1 = get_x (frame, edge + self->step);
      double y;

      if (self->counts[i] == 0 || middle < from || middle > to)
        continue;
      /* All alike: a bar nevertheless. */
      if (!(self->step > 0))
        x0 -= 3 * line;
      x1 = MAX (x1 - MIN (0.15 * (x1 - x0), line), x0 + line);
      if (!(self->step > 0))
        x1 = x0 + 6 * line;
      y = MIN (get_y (frame, (double) self->counts[i]), bottom - 2 * line);
      cairo_rectangle (frame->cr, x0, y, x1 - x0, bottom - y);
      cairo_fill (frame->cr);
    }
}

static void
paint_density (const Frame *frame)
{
  const RefrainDurationPainter *self = frame->self;
  gsize n, n_all;
  double from, step;
  const double *density = refrain_durations_get_density (self->durations, &n, &from, &step);

  refrain_durations_get_values (self->durations, &n_all);
  if (density == NULL || n < 2 || !(self->step > 0))
    return;
  for (gsize i = 0; i < n; i++)
    cairo_line_to (frame->cr, get_x (frame, from + (double) i * step),
                   get_y (frame, density[i] * (double) n_all * self->step));
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (frame->cr, 1.2 * frame->style->line_width);
  cairo_stroke (frame->cr);
}

/* Outliers as ticks below the axis: one in a thousand has no bar to be seen. */
static void
paint_outliers (const Frame *frame)
{
  const double y = frame->y + frame->height;
  gsize n;
  const double *values = refrain_durations_get_values (frame->self->durations, &n);
  double last = -INFINITY;
  g_autofree guint8 *drawn = g_new0 (guint8, (gsize) frame->width + 2);

  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_DEFECT);
  for (gsize i = 0; i < n; i++)
    {
      const double x = get_x_of (frame, values[i]);
      const gsize pixel = (gsize) CLAMP (x - frame->x, 0, frame->width);

      if (!frame->self->is_outlier[i] || drawn[pixel])
        continue;
      drawn[pixel] = 1;
      last = x;
      cairo_move_to (frame->cr, x, y);
      cairo_rel_line_to (frame->cr, 0, 0.45 * frame->style->font_size);
    }
  cairo_set_line_width (frame->cr, 1.5 * frame->style->line_width);
  if (isfinite (last))
    cairo_stroke (frame->cr);
}

/* ---- Around it ------------------------------------------------------------------------------- */

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const RefrainDurationPeak *const *x = a, *const *y = b;

  if ((*x)->count != (*y)->count)
    return (*x)->count > (*y)->count ? -1 : 1;
  return *x < *y ? -1 : *x > *y;
}

/* "64.8 ms · 99.6 %" above each usual duration, the most frequent ones first, where there is room.
 */
static void
paint_peaks (const Frame *frame)
{
  const double font = frame->style->font_size;
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (double));
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (frame->self->durations, &n);

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (sorted, (gpointer) &peaks[i]);
  g_ptr_array_sort (sorted, compare_counts);
  for (guint i = 0; i < sorted->len; i++)
    {
      const RefrainDurationPeak *peak = sorted->pdata[i];
      const double x = get_x_of (frame, peak->duration);
      g_autofree char *duration = refrain_time_format ((RefrainTime) llround (peak->duration), 3);
      g_autofree char *text = g_strdup_printf ("%s · %.1f %%", duration, 100 * peak->share);
      const double half = refrain_text_get_width (frame->style, text, 0.9) / 2;
      const double center
          = CLAMP (x, frame->x + half, MAX (frame->x + frame->width - half, frame->x + half));
      guint row = 0;

      cairo_move_to (frame->cr, x, frame->y);
      cairo_rel_line_to (frame->cr, 0, frame->height);
      refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT, 0.6);
      cairo_set_line_width (frame->cr, frame->style->line_width);
      cairo_stroke (frame->cr);
      for (guint k = 0; k + 1 < taken->len; k += 2)
        if (fabs (g_array_index (taken, double, k) - center)
            < g_array_index (taken, double, k + 1) + half + 0.6 * font)
          row++;
      if (row > 1)
        continue;
      write_at (frame, center, frame->y - (0.7 + 1.1 * row) * font, REFRAIN_TEXT_CENTER,
                REFRAIN_COLOR_TEXT, 0, text);
      g_array_append_val (taken, center);
      g_array_append_val (taken, half);
    }
}

/* Labels at 1, 2 and 5 times powers of ten, or, where the axis is shorter, at round durations. */
static GArray *
get_ticks (const RefrainDurationPainter *self, double room)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (double));
  const double low = exp (self->low), high = exp (self->high);
  static const double digits[] = { 1, 2, 5 };

  if (self->high - self->low < log (12))
    {
      const double step = refrain_ruler_get_step_for (high - low, (high - low) / MAX (room, 2),
                                                      MAX ((high - low) / MAX (2.5 * room, 1), 1));

      for (double at = ceil (low / step) * step; at <= high; at += step)
        if (at > 0)
          g_array_append_val (ticks, at);
      return ticks;
    }
  for (double power = pow (10, floor (log10 (low))); power <= high; power *= 10)
    for (gsize k = 0; k < G_N_ELEMENTS (digits); k++)
      {
        const double at = power * digits[k];

        if (at >= low && at <= high && (k == 0 || 3 * log10 (high / low) <= MAX (room, 9)))
          g_array_append_val (ticks, at);
      }
  return ticks;
}

static void
paint_axis (const Frame *frame)
{
  const double font = frame->style->font_size, bottom = frame->y + frame->height;
  g_autoptr (GArray) ticks = get_ticks (frame->self, frame->width / (5.5 * font));
  double until = -INFINITY;

  for (guint i = 0; i < ticks->len; i++)
    {
      const double at = g_array_index (ticks, double, i);
      const double x = get_x_of (frame, at);
      g_autofree char *text = refrain_time_format ((RefrainTime) llround (at), 3);
      const double half = refrain_text_get_width (frame->style, text, 0.9) / 2;

      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_move_to (frame->cr, x, bottom);
      cairo_rel_line_to (frame->cr, 0, 0.3 * font);
      cairo_set_line_width (frame->cr, frame->style->line_width);
      cairo_stroke (frame->cr);
      if (x - half < until || x - half < 0 || x + half > frame->x + frame->width + 1.2 * font)
        continue;
      write_at (frame, x, bottom + 1.1 * font, REFRAIN_TEXT_CENTER, REFRAIN_COLOR_TEXT_DIM, 0,
                text);
      until = x + half + 0.6 * font;
    }
}

static void
paint_counts (const Frame *frame)
{
  const double font = frame->style->font_size;
  const double most = 1.08 * (double) frame->self->most;
  const double step = MAX (refrain_ruler_get_step (MAX (most * 2 * font / frame->height, 1e-9)), 1);

  for (double at = step; at <= most; at += step)
    {
      const double y = get_y (frame, at);
      g_autofree char *text = refrain_count_format ((guint64) at);

      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_GRID);
      cairo_move_to (frame->cr, frame->x, y);
      cairo_rel_line_to (frame->cr, frame->width, 0);
      cairo_set_line_width (frame->cr, frame->style->line_width);
      cairo_stroke (frame->cr);
      write_at (frame, frame->x - 0.5 * font, y, REFRAIN_TEXT_RIGHT, REFRAIN_COLOR_TEXT_DIM, 0,
                text);
    }
}

/* Durations at the left of the course, times below it. */
static void
paint_course_axes (const Frame *frame)
{
  const double font = frame->style->font_size;
  const Course *course = &frame->course;
  g_autoptr (GArray) ticks = get_ticks (frame->self, course->height / (1.5 * font));
  const double span = (double) course->end - (double) course->start;
  const double step
      = MAX (refrain_ruler_get_step_for (span, MAX (span * 6 * font / course->width, 1),
                                         span * 3.6 * font / course->width),
             1);
  double until = INFINITY;

  cairo_set_line_width (frame->cr, frame->style->line_width);
  for (guint i = 0; i < ticks->len; i++)
    {
      const double at = g_array_index (ticks, double, i);
      const double part = (log (at) - course->first) / (course->last - course->first);
      const double y = course->y + course->height * (1 - part);
      g_autofree char *text = refrain_time_format ((RefrainTime) llround (at), 3);

      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_GRID);
      cairo_move_to (frame->cr, course->x, y);
      cairo_rel_line_to (frame->cr, course->width, 0);
      cairo_stroke (frame->cr);
      if (y + 1.05 * font > until)
        continue;
      write_at (frame, course->x - 0.5 * font, y, REFRAIN_TEXT_RIGHT, REFRAIN_COLOR_TEXT_DIM, 0,
                text);
      until = y;
    }
  for (double at = ceil ((double) course->start / step) * step; at <= (double) course->end;
       at += step)
    {
      const double x = course->x + (at - (double) course->start) / MAX (span, 1) * course->width;
      g_autofree char *text = refrain_time_format_resolved ((RefrainTime) at, (RefrainTime) step,
                                                            (RefrainTime) MAX (span, 1));

      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_move_to (frame->cr, x, course->y + course->height);
      cairo_rel_line_to (frame->cr, 0, 0.3 * font);
      cairo_stroke (frame->cr);
      write_at (frame, x, course->y + course->height + 1.1 * font, REFRAIN_TEXT_CENTER,
                REFRAIN_COLOR_TEXT_DIM, 0, text);
    }
}

static void
paint_title (const Frame *frame)
{
  const double font = frame->style->font_size;
  g_autofree char *trend = refrain_recurs_tell_trend (
      refrain_occurrences_get_kind (frame->self->occurrences), frame->self->durations);
  g_autofree char *below
      = trend != NULL ? g_strdup_printf (_ ("timeline: %s"), trend) : g_strdup (_ ("timeline"));

  refrain_text_show_lines (frame->cr, frame->style, &frame->title, 1.3 * font, 2,
                           frame->self->title);
  write_at (frame, frame->x + frame->width, frame->course.y - 0.75 * font, REFRAIN_TEXT_RIGHT,
            REFRAIN_COLOR_TEXT_DIM, frame->width, below);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_duration_painter_paint (RefrainPainter *painter,
                                cairo_t *cr,
                                const RefrainViewport *viewport,
                                const RefrainStyle *style)
{
  RefrainDurationPainter *self = REFRAIN_DURATION_PAINTER (painter);
  Frame frame;

  init_frame (&frame, self, cr, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  paint_windows (&frame);
  if (frame.furniture)
    {
      paint_counts (&frame);
      paint_course_axes (&frame);
    }
  paint_bars (&frame, REFRAIN_COLOR_P2P, -1, INFINITY);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (cr);
  paint_density (&frame);
  cairo_restore (cr);
  paint_outliers (&frame);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (cr, style->line_width);
  cairo_move_to (cr, frame.x, frame.y + frame.height);
  cairo_rel_line_to (cr, frame.width, 0);
  cairo_move_to (cr, frame.x, frame.course.y + frame.course.height);
  cairo_rel_line_to (cr, frame.width, 0);
  cairo_stroke (cr);
  course_paint (&frame.course, cr, style);
  if (frame.furniture)
    {
      paint_peaks (&frame);
      paint_axis (&frame);
      paint_title (&frame);
      if (frame.legend > 0)
        paint_legend (&frame, cr, viewport);
    }
}

REFRAIN_DEFINE_PAINTER (RefrainDurationPainter,
                        refrain_duration_painter,
                        .paint = refrain_duration_painter_paint)

typedef struct
{
  RefrainTime start;
  guint32 i;
} Place;

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (start) ?: REFRAIN_RISING (i))

/* Numbers the occurrences by their start; notes when the first and the last one begin. */
static void
sort_occurrences (RefrainDurationPainter *self)
{
  const guint32 n = refrain_occurrences_get_n (self->occurrences);
  g_autofree Place *places = g_new (Place, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    places[i] = (Place){ refrain_occurrences_get (self->occurrences, i).start, i };
  refrain_sort (places, n, sizeof *places, compare_places);
  self->order = g_new (guint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    self->order[i] = places[i].i;
  if (n > 0)
    {
      self->start = places[0].start;
      self->end = MAX (places[n - 1].start, places[0].start + 1);
    }
}

RefrainDurationPainter *
refrain_duration_painter_new (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  RefrainDurationPainter *self;
  RefrainSlowOccurrences slow;
  double margin;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (occurrences), NULL);
  g_return_val_if_fail (REFRAIN_IS_DURATIONS (durations), NULL);

  self = g_object_new (REFRAIN_TYPE_DURATION_PAINTER, NULL);
  self->occurrences = g_object_ref (occurrences);
  self->durations = g_object_ref (durations);
  self->title = refrain_occurrences_describe_all (occurrences);
  refrain_durations_count (durations, REFRAIN_DURATION_BINS, self->counts, &self->first,
                           &self->step);
  for (gsize i = 0; i < REFRAIN_DURATION_BINS; i++)
    self->most = MAX (self->most, self->counts[i]);
  self->low = self->first;
  self->high = self->first + REFRAIN_DURATION_BINS * self->step;
  margin = MAX (0.03 * (self->high - self->low), (LEAST_SPAN - (self->high - self->low)) / 2);
  self->low -= margin;
  self->high += margin;
  sort_occurrences (self);
  self->is_outlier = g_new0 (guint8, (gsize) refrain_occurrences_get_n (occurrences) + 1);
  refrain_occurrences_find_slow (occurrences, durations, &slow, self->is_outlier);
  self->n_outliers = slow.n;
  return self;
}

/* Where an occurrence stands in both plots. */
static void
paint_current (const Frame *frame, guint32 current)
{
  const double duration
      = (double) refrain_occurrences_get (frame->self->occurrences, current).duration;
  const double x = get_x_of (frame, duration);

  cairo_set_line_width (frame->cr, 1.5 * frame->style->line_width);
  cairo_move_to (frame->cr, x, frame->y);
  cairo_rel_line_to (frame->cr, 0, frame->height);
  cairo_new_sub_path (frame->cr);
  cairo_arc (frame->cr, course_get_x (&frame->course, current),
             course_get_y (&frame->course, duration), 4 * frame->style->line_width, 0, 2 * G_PI);
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_SELECTION);
  cairo_stroke (frame->cr);
}

void
refrain_duration_painter_paint_over (RefrainDurationPainter *self,
                                     cairo_t *cr,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     double from,
                                     double to,
                                     guint32 current)
{
  Frame frame;

  g_return_if_fail (REFRAIN_IS_DURATION_PAINTER (self));

  init_frame (&frame, self, cr, viewport, style);
  if (from <= to)
    {
      const double x0 = MAX (get_x_of (&frame, from), frame.x);
      const double x1 = MIN (get_x_of (&frame, to), frame.x + frame.width);
      const double top = course_get_y (&frame.course, to);
      const double bottom = course_get_y (&frame.course, from);

      refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_SELECTION, 0.15);
      cairo_rectangle (cr, x0, frame.y, MAX (x1 - x0, 0), frame.height);
      cairo_rectangle (cr, frame.course.x, top - style->line_width, frame.course.width,
                       bottom - top + 2 * style->line_width);
      cairo_fill (cr);
      paint_bars (&frame, REFRAIN_COLOR_SELECTION, from, to);
    }
  if (current < refrain_occurrences_get_n (self->occurrences))
    paint_current (&frame, current);
}

gboolean
refrain_duration_painter_find (RefrainDurationPainter *self,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style,
                               double x,
                               double y,
                               RefrainDurationPoint *point)
{
  Frame frame;
  double at;
  gsize bin;

  g_return_val_if_fail (REFRAIN_IS_DURATION_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL && point != NULL, FALSE);

  init_frame (&frame, self, NULL, viewport, style);
  *point = (RefrainDurationPoint){ .occurrence = REFRAIN_NONE };
  if (x < frame.x || x > frame.x + frame.width)
    return FALSE;
  if (y >= frame.course.y && y <= frame.course.y + frame.course.height)
    {
      point->occurrence = course_find (&frame.course, x, y);
      return point->occurrence != REFRAIN_NONE;
    }
  if (y < frame.y || y > frame.y + frame.height + style->font_size)
    return FALSE;
  at = self->low + (x - frame.x) / frame.width * (self->high - self->low);
  bin = self->step > 0
            ? (gsize) CLAMP ((at - self->first) / self->step, 0, REFRAIN_DURATION_BINS - 1)
            : 0;
  point->duration = exp (at);
  point->from = bin == 0 ? 0 : exp (self->first + (double) bin * self->step);
  point->to = bin + 1 == REFRAIN_DURATION_BINS || !(self->step > 0)
                  ? INFINITY
                  : exp (self->first + (double) (bin + 1) * self->step);
  point->count = self->counts[bin];
  return TRUE;
}
