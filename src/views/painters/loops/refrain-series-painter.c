/* refrain-series-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line for each process, or, where several iterations share a pixel, columns from their least to
 * their greatest value; axes, legend and title around them.
 */
#include "refrain-series-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-ruler.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* Points this far apart, in pixels, are marked. */
#define MARK_DISTANCE 6.0
/* Processes that a legend names. */
#define MAX_LEGEND 16

struct _RefrainSeriesPainter
{
  RefrainPainter parent_instance;

  RefrainLoopSeries *series;
  char *title;
  double least, greatest; /* of the axis of values */
};

typedef struct
{
  RefrainSeriesPainter *self;
  const RefrainViewport *viewport;
  const RefrainStyle *style;
  double x, y, width, height; /* of the plot */
  gboolean furniture;
} Frame;

static void
refrain_series_painter_finalize (RefrainSeriesPainter *self)
{
  g_clear_object (&self->series);
  g_free (self->title);
}

/* ---- Where things stand ---------------------------------------------------------------------- */

static void
init_frame (Frame *frame,
            RefrainSeriesPainter *self,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double font = style->font_size;

  *frame = (Frame){ self, viewport, style, 0, 0, viewport->width, viewport->height, FALSE };
  frame->furniture
      = viewport->furniture && viewport->width > 16 * font && viewport->height > 5.5 * font;
  if (!frame->furniture)
    return;
  frame->x = font + refrain_text_get_width (style, "000.00 ms", 0.9);
  frame->y = 1.9 * font;
  frame->width -= frame->x + 1.2 * font;
  frame->height -= frame->y + 2.9 * font;
}

static double
get_x (const Frame *frame, double iteration)
{
  const double span = MAX (frame->viewport->end - frame->viewport->start, 1e-9);

  return frame->x + (iteration - frame->viewport->start) / span * frame->width;
}

static double
get_y (const Frame *frame, double value)
{
  const double span = MAX (frame->self->greatest - frame->self->least, 1e-9);

  return frame->y + frame->height * (1 - (value - frame->self->least) / span);
}

/* The iterations (from 0) that stand in [x, x + 1). */
static void
get_column (const Frame *frame, double x, gsize *first, gsize *end)
{
  const double n = (double) refrain_loop_series_get_length (frame->self->series);
  const double span = frame->viewport->end - frame->viewport->start;
  const double from = frame->viewport->start + (x - frame->x) / frame->width * span;
  const double to = from + span / frame->width;

  *first = (gsize) CLAMP (ceil (from - 1), 0, n);
  *end = (gsize) CLAMP (ceil (to - 1), 0, n);
}

/* The colour of process @i of the series. */
static RefrainColor
get_color (const Frame *frame, gsize i)
{
  gsize n;

  refrain_loop_series_get_processes (frame->self->series, &n);
  return refrain_style_get_curve_color (frame->style, i, n);
}

/* Where there is no colour, neighbours differ in their dashes, too. */
static void
set_dash (const Frame *frame, cairo_t *cr, gsize i)
{
  const double unit = 2.2 * frame->style->line_width;
  const double dashes[][2] = { { 0, 0 }, { 3 * unit, unit }, { unit, unit } };

  cairo_set_dash (cr, dashes[i % 3], frame->style->hatching && i % 3 > 0 ? 2 : 0, 0);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* One point each. */
static void
paint_points (const Frame *frame, cairo_t *cr, const gint64 *values)
{
  const double n = (double) refrain_loop_series_get_length (frame->self->series);
  const gsize first = (gsize) CLAMP (floor (frame->viewport->start) - 2, 0, n);
  const gsize end = (gsize) CLAMP (ceil (frame->viewport->end) + 1, 0, n);
  const double distance = get_x (frame, 2) - get_x (frame, 1);
  gboolean has_point = FALSE;

  for (gsize k = first; k < end; k++)
    {
      if (values[k] == REFRAIN_LOOP_SERIES_NONE)
        {
          has_point = FALSE;
          continue;
        }
      (has_point ? cairo_line_to : cairo_move_to) (cr, get_x (frame, (double) k + 1),
                                                   get_y (frame, (double) values[k]));
      has_point = TRUE;
    }
  cairo_stroke (cr);
  for (gsize k = first; k < end && distance >= MARK_DISTANCE; k++)
    if (values[k] != REFRAIN_LOOP_SERIES_NONE)
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, get_x (frame, (double) k + 1), get_y (frame, (double) values[k]),
                   1.6 * frame->style->line_width, 0, 2 * G_PI);
      }
  cairo_fill (cr);
}

/* The least and the greatest value in each pixel, joined. */
static void
paint_columns (const Frame *frame, cairo_t *cr, const gint64 *values)
{
  gboolean has_point = FALSE;

  for (double x = frame->x; x < frame->x + frame->width; x++)
    {
      gint64 least = G_MAXINT64, greatest = G_MININT64;
      gsize first, end;

      get_column (frame, x, &first, &end);
      for (gsize k = first; k < end; k++)
        if (values[k] != REFRAIN_LOOP_SERIES_NONE)
          {
            least = MIN (least, values[k]);
            greatest = MAX (greatest, values[k]);
          }
      if (least > greatest)
        continue;
      (has_point ? cairo_line_to : cairo_move_to) (cr, x + 0.5, get_y (frame, (double) least));
      cairo_line_to (cr, x + 0.5, get_y (frame, (double) greatest));
      has_point = TRUE;
    }
  cairo_stroke (cr);
}

/* ---- Around the plot ------------------------------------------------------------------------- */

static void
write_at (const Frame *frame,
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
paint_values (const Frame *frame, cairo_t *cr)
{
  const double font = frame->style->font_size;
  const double span = frame->self->greatest - frame->self->least;
  const double tick = refrain_ruler_get_step (MAX (span * 2.6 * font / MAX (frame->height, 1), 1));

  for (double value = ceil (frame->self->least / tick) * tick; value <= frame->self->greatest;
       value += tick)
    {
      const double y = floor (get_y (frame, value)) + 0.5;
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
paint_iterations (const Frame *frame, cairo_t *cr)
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
      const double x = floor (get_x (frame, at)) + 0.5;

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
paint_legend (const Frame *frame, cairo_t *cr)
{
  const double font = frame->style->font_size;
  double x = frame->x + frame->width;
  gsize n;
  const guint32 *processes = refrain_loop_series_get_processes (frame->self->series, &n);

  for (gsize i = n; i-- > 0 && n <= MAX_LEGEND;)
    {
      g_autofree char *text = g_strdup_printf ("%u", processes[i]);
      const RefrainColor color = get_color (frame, i);

      write_at (frame, cr, x, font, REFRAIN_TEXT_RIGHT, 0.9, text);
      x -= refrain_text_get_width (frame->style, text, 0.9) + 0.3 * font;
      refrain_color_set_source (color, cr);
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

static void
paint_furniture (const Frame *frame, cairo_t *cr)
{
  paint_values (frame, cr);
  paint_iterations (frame, cr);
  paint_legend (frame, cr);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_series_painter_paint (RefrainPainter *painter,
                              cairo_t *cr,
                              const RefrainViewport *viewport,
                              const RefrainStyle *style)
{
  RefrainSeriesPainter *self = REFRAIN_SERIES_PAINTER (painter);
  Frame frame;
  gsize n;

  init_frame (&frame, self, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (!(viewport->end > viewport->start))
    return;
  if (frame.furniture)
    paint_furniture (&frame, cr);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_width (cr, 1.2 * style->line_width);
  refrain_loop_series_get_processes (self->series, &n);
  for (gsize i = 0; i < n; i++)
    {
      const gint64 *values = refrain_loop_series_get_values (self->series, i);
      const RefrainColor color = get_color (&frame, i);

      cairo_new_path (cr);
      refrain_color_set_source (color, cr);
      set_dash (&frame, cr, i);
      if (viewport->end - viewport->start > frame.width)
        paint_columns (&frame, cr, values);
      else
        paint_points (&frame, cr, values);
    }
  cairo_restore (cr);
}

static void
refrain_series_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  const double n
      = (double) refrain_loop_series_get_length (REFRAIN_SERIES_PAINTER (painter)->series);

  viewport->start = 0.5;
  viewport->end = MAX (n, 1) + 0.5;
}

REFRAIN_DEFINE_PAINTER (RefrainSeriesPainter,
                        refrain_series_painter,
                        .paint = refrain_series_painter_paint,
                        .get_extent = refrain_series_painter_get_extent)

RefrainSeriesPainter *
refrain_series_painter_new (RefrainLoopSeries *series, const char *title)
{
  RefrainSeriesPainter *self;
  gint64 least, greatest;

  g_return_val_if_fail (REFRAIN_IS_LOOP_SERIES (series), NULL);

  self = g_object_new (REFRAIN_TYPE_SERIES_PAINTER, NULL);
  self->series = g_object_ref (series);
  self->title = g_strdup (title);
  self->greatest = 1;
  if (refrain_loop_series_get_range (series, &least, &greatest))
    {
      const double room = MAX (0.05 * ((double) greatest - MIN ((double) least, 0)), 1);

      self->least = least < 0 ? (double) least - room : 0;
      self->greatest = MAX ((double) greatest + room, 1);
    }
  return self;
}

gboolean
refrain_series_painter_find (RefrainSeriesPainter *self,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style,
                             double x,
                             double y,
                             gsize *process,
                             gsize *iteration)
{
  double nearest = INFINITY;
  gsize n, first, end, k;
  Frame frame;

  g_return_val_if_fail (REFRAIN_IS_SERIES_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL, FALSE);
  g_return_val_if_fail (process != NULL && iteration != NULL, FALSE);

  init_frame (&frame, self, viewport, style);
  n = refrain_loop_series_get_length (self->series);
  if (n == 0 || !(viewport->end > viewport->start) || x < frame.x || y < frame.y
      || x >= frame.x + frame.width || y >= frame.y + frame.height)
    return FALSE;
  get_column (&frame, floor (x), &first, &end);
  k = (gsize) CLAMP (
      round (viewport->start + (x - frame.x) / frame.width * (viewport->end - viewport->start) - 1),
      0, (double) n - 1);
  first = MIN (first, k);
  end = MAX (end, k + 1);
  refrain_loop_series_get_processes (self->series, &n);
  for (gsize i = 0; i < n; i++)
    {
      const gint64 *values = refrain_loop_series_get_values (self->series, i);

      for (k = first; k < end; k++)
        if (values[k] != REFRAIN_LOOP_SERIES_NONE
            && fabs (get_y (&frame, (double) values[k]) - y) < nearest)
          {
            nearest = fabs (get_y (&frame, (double) values[k]) - y);
            *process = i;
            *iteration = k;
          }
    }
  return isfinite (nearest);
}
