/* refrain-counter-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All rows but the sum share one scale: that of the counter over the run, from zero on unless it
 * falls below. The sum's is that of what is seen.
 */
#include "refrain-counter-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-ruler.h"
#include "refrain-text.h"

/* A frame asks for at most so many bins. */
#define MAX_BINS 24000
/* The size of names. */
#define NAME_SCALE 0.85

struct _RefrainCounterPainter
{
  RefrainPainter parent_instance;

  RefrainCounters *counters;
  RefrainAxis *axis;
  const RefrainCounter *counter;
  GPtrArray *rows; /* of RefrainCounterSeries of the counters */
  gboolean has_sum, heat;
};

REFRAIN_GETTER (RefrainCounterPainter,
                refrain_counter_painter,
                guint,
                get_n_rows,
                self->rows->len + self->has_sum)

/* ---- A frame --------------------------------------------------------------------------------- */

typedef struct
{
  RefrainCounterPainter *painter;
  cairo_t *cr;
  const RefrainViewport *viewport;
  const RefrainStyle *style;
  double unit, row_height;
  gsize n;            /* bins */
  RefrainTime *edges; /* n + 1 */
  RefrainCounterBin *bins, *sum;
} Frame;

static double
get_row_height (RefrainCounterPainter *self, const RefrainViewport *viewport)
{
  const double n = viewport->n_rows > 0 ? viewport->n_rows
                                        : MAX (refrain_counter_painter_get_n_rows (self), 1);

  return viewport->height / n;
}

static void
frame_init (Frame *self,
            RefrainCounterPainter *painter,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const gsize columns = (gsize) CLAMP (viewport->width, 1, 20000);
  const guint n_rows = MAX (refrain_counter_painter_get_n_rows (painter), 1);

  *self = (Frame){ .painter = painter,
                   .cr = cr,
                   .viewport = viewport,
                   .style = style,
                   .unit = style->font_size / 11,
                   .row_height = get_row_height (painter, viewport) };
  self->n = MAX (columns / (columns * n_rows / MAX_BINS + 1), 1);
  self->edges = g_new (RefrainTime, self->n + 1);
  self->bins = g_new (RefrainCounterBin, self->n);
  self->sum = g_new (RefrainCounterBin, self->n);
  for (gsize i = 0; i <= self->n; i++)
    self->edges[i] = refrain_axis_to_time (
        painter->axis,
        viewport->start + (viewport->end - viewport->start) * (double) i / (double) self->n);
}

REFRAIN_DEFINE_CLEAR (frame_clear, Frame, refrain_free (x->edges, x->bins, x->sum))

static void
fill_bins (const Frame *self, const RefrainCounterSeries *series)
{
  for (gsize i = 0; i < self->n; i++)
    self->bins[i]
        = refrain_counter_levels_get_bin (series->levels, self->edges[i], self->edges[i + 1]);
}

/* Where some series say nothing, the sum is that of the others. */
static void
add_to_sum (const Frame *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (!isnan (self->bins[i].mean))
      {
        const double before = isnan (self->sum[i].mean) ? 0 : self->sum[i].mean;
        const double mean = before + self->bins[i].mean;

        self->sum[i] = (RefrainCounterBin){ mean, mean, mean };
      }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct
{
  double low, high;
} Scale;

static Scale
get_scale (const RefrainCounterPainter *self)
{
  Scale scale = { MIN (self->counter->least, 0), self->counter->most };

  if (!(scale.high > scale.low))
    scale.high = scale.low + 1;
  return scale;
}

static Scale
get_sum_scale (const Frame *self)
{
  Scale scale = { 0, 0 };

  for (gsize i = 0; i < self->n; i++)
    if (!isnan (self->sum[i].mean))
      {
        scale.low = MIN (scale.low, self->sum[i].mean);
        scale.high = MAX (scale.high, self->sum[i].mean);
      }
  if (!(scale.high > scale.low))
    scale.high = scale.low + 1;
  return scale;
}

static double
get_y (const Frame *self, double top, Scale scale, double value)
{
  const double pad = MIN (2 * self->unit, 0.12 * self->row_height);

  return top + self->row_height - pad
         - (value - scale.low) / (scale.high - scale.low) * (self->row_height - 2 * pad);
}

static void
draw_heat (const Frame *self, const RefrainCounterBin *bins, Scale scale, double top)
{
  const double width = self->viewport->width / (double) self->n;
  const double gap = MIN (self->unit, 0.15 * self->row_height);

  for (gsize i = 0; i < self->n;)
    {
      const double part = (bins[i].mean - scale.low) / (scale.high - scale.low);
      const int shade = isnan (bins[i].mean) ? -1 : (int) CLAMP (part * 63, 0, 63);
      const gsize first = i;

      for (i++; i < self->n; i++)
        if ((isnan (bins[i].mean)
                 ? -1
                 : (int) CLAMP ((bins[i].mean - scale.low) / (scale.high - scale.low) * 63, 0, 63))
            != shade)
          break;
      if (shade < 0)
        continue;
      refrain_color_set_source (
          refrain_style_get_scale_color (self->style, 0.06 + 0.94 * shade / 63), self->cr);
      cairo_rectangle (self->cr, (double) first * width, top, (double) (i - first) * width,
                       self->row_height - gap);
      cairo_fill (self->cr);
    }
}

/* Least to most, as a band behind the line; at least a line thick. */
static void
draw_envelope (const Frame *self, const RefrainCounterBin *bins, Scale scale, double top)
{
  const double width = self->viewport->width / (double) self->n;

  for (gsize i = 0; i < self->n; i++)
    if (bins[i].most > bins[i].least)
      {
        const double y0 = get_y (self, top, scale, bins[i].most);
        const double y1 = get_y (self, top, scale, bins[i].least);

        cairo_rectangle (self->cr, (double) i * width, y0, width, MAX (y1 - y0, self->unit));
      }
  refrain_style_set_color_alpha (self->style, self->cr, REFRAIN_COLOR_P2P, 0.3);
  cairo_fill (self->cr);
}

static void
draw_line (const Frame *self, const RefrainCounterBin *bins, Scale scale, double top)
{
  const double width = self->viewport->width / (double) self->n;
  gboolean open = FALSE;

  for (gsize i = 0; i < self->n; i++)
    {
      const double y = get_y (self, top, scale, bins[i].mean);

      if (isnan (bins[i].mean))
        {
          open = FALSE;
          continue;
        }
      if (open)
        cairo_line_to (self->cr, (double) i * width, y);
      else
        cairo_move_to (self->cr, (double) i * width, y);
      cairo_line_to (self->cr, (double) (i + 1) * width, y);
      open = TRUE;
    }
  refrain_style_set_color (self->style, self->cr, REFRAIN_COLOR_P2P);
  cairo_set_line_width (self->cr, 1.3 * self->style->line_width);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (self->cr);
}

static double
get_top (const Frame *self, guint row)
{
  return ((double) row - self->viewport->first_row) * self->row_height;
}

static gboolean
is_seen (const Frame *self, guint row)
{
  const double top = get_top (self, row);

  return top < self->viewport->height && top + self->row_height > 0;
}

static void
draw_row (const Frame *self, const RefrainCounterBin *bins, Scale scale, guint row)
{
  const double top = get_top (self, row);

  if (self->painter->heat)
    {
      draw_heat (self, bins, scale, top);
      return;
    }
  draw_envelope (self, bins, scale, top);
  draw_line (self, bins, scale, top);
}

static void
paint_ground (const Frame *self)
{
  g_autoptr (GArray) ticks = NULL;
  double step;

  refrain_style_set_color (self->style, self->cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (self->cr);
  refrain_style_set_color (self->style, self->cr, REFRAIN_COLOR_ROW);
  for (guint row = 1; row < refrain_counter_painter_get_n_rows (self->painter); row += 2)
    cairo_rectangle (self->cr, 0, get_top (self, row), self->viewport->width, self->row_height);
  cairo_fill (self->cr);
  ticks = refrain_ruler_get_ticks (self->painter->axis, self->viewport, self->style, &step);
  for (guint i = 0; i < ticks->len; i++)
    {
      const double x = (g_array_index (ticks, double, i) - self->viewport->start)
                       * self->viewport->width / (self->viewport->end - self->viewport->start);

      cairo_move_to (self->cr, x, 0);
      cairo_line_to (self->cr, x, self->viewport->height);
    }
  refrain_style_set_color_alpha (self->style, self->cr, REFRAIN_COLOR_GRID, 0.6);
  cairo_set_line_width (self->cr, self->style->line_width * 0.6);
  cairo_stroke (self->cr);
}

static void
paint_plot (RefrainCounterPainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  Frame frame;

  frame_init (&frame, self, cr, viewport, style);
  paint_ground (&frame);
  for (gsize i = 0; i < frame.n; i++)
    frame.sum[i] = (RefrainCounterBin){ NAN, NAN, NAN };
  for (guint i = 0; i < self->rows->len; i++)
    if (self->has_sum || is_seen (&frame, i))
      {
        fill_bins (&frame, g_ptr_array_index (self->rows, i));
        draw_row (&frame, frame.bins, get_scale (self), i + self->has_sum);
        add_to_sum (&frame);
      }
  if (self->has_sum)
    draw_row (&frame, frame.sum, get_sum_scale (&frame), 0);
  frame_clear (&frame);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* "MPI Rank 0", and the thread where it has a name and the process several. */
static char *
dup_name (RefrainCounterPainter *self, guint row)
{
  const RefrainCounterSeries *series;
  RefrainProcess *process;
  const char *thread;

  if (self->has_sum && row == 0)
    return g_strdup (_ ("Sum"));
  series = g_ptr_array_index (self->rows, row - self->has_sum);
  process
      = refrain_trace_get_process (refrain_counters_get_trace (self->counters), series->process);
  thread = refrain_process_get_thread (process, series->thread)->name;
  if (refrain_process_get_n_threads (process) < 2 || thread == NULL || *thread == '\0')
    return g_strdup (refrain_process_get_name (process));
  return g_strdup_printf ("%s · %s", refrain_process_get_name (process), thread);
}

static void
label_row (RefrainCounterPainter *self,
           cairo_t *cr,
           const RefrainViewport *viewport,
           const RefrainStyle *style,
           guint row)
{
  const double height = get_row_height (self, viewport), unit = style->font_size / 11;
  const double top = ((double) row - viewport->first_row) * height;
  const gboolean has_scale
      = !self->heat && !(self->has_sum && row == 0) && height >= 2.6 * style->font_size;
  g_autofree char *name = dup_name (self, row);
  RefrainText place = { .x = viewport->width - 5 * unit,
                        .y = top + height * (has_scale ? 0.34 : 0.5),
                        .align = REFRAIN_TEXT_RIGHT,
                        .scale = NAME_SCALE,
                        .max_width = viewport->width - 8 * unit,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  refrain_text_show (cr, style, &place, name);
  if (has_scale)
    {
      const Scale scale = get_scale (self);
      g_autofree char *high = refrain_counter_format (self->counter, scale.high);
      /* TRANSLATORS: the upper end of a scale. */
      g_autofree char *text = g_strdup_printf (_ ("≤ %s"), high);

      place.y = top + height * 0.72;
      place.color = style->colors[REFRAIN_COLOR_TEXT_DIM];
      refrain_text_show (cr, style, &place, text);
    }
}

void
refrain_counter_painter_paint_labels (RefrainCounterPainter *self,
                                      cairo_t *cr,
                                      const RefrainViewport *viewport,
                                      const RefrainStyle *style)
{
  gint64 step;

  g_return_if_fail (REFRAIN_IS_COUNTER_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  step = refrain_text_get_stride (1.1 * style->font_size
                                  / MAX (get_row_height (self, viewport), 1e-9));
  for (guint row = 0; row < refrain_counter_painter_get_n_rows (self); row += (guint) step)
    label_row (self, cr, viewport, style, row);
}

/* The sum of all rows at @time; NAN where none is known. */
static double
get_sum (const RefrainCounterPainter *self, RefrainTime time)
{
  double sum = NAN;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const RefrainCounterSeries *series = g_ptr_array_index (self->rows, i);
      const double value = refrain_counter_levels_get_value (series->levels, time);

      if (!isnan (value))
        sum = isnan (sum) ? value : sum + value;
    }
  return sum;
}

char *
refrain_counter_painter_describe (RefrainCounterPainter *self,
                                  const RefrainViewport *viewport,
                                  double x,
                                  double y)
{
  const double column = (viewport->end - viewport->start) / MAX (viewport->width, 1);
  const double position = viewport->start + x * column;
  const double row = floor (viewport->first_row + y / MAX (get_row_height (self, viewport), 1e-9));
  g_autofree char *name = NULL, *now = NULL, *least = NULL, *most = NULL, *when = NULL;
  const RefrainTime time = refrain_axis_to_time (self->axis, position);
  const RefrainCounterSeries *series;
  RefrainCounterBin bin;

  g_return_val_if_fail (REFRAIN_IS_COUNTER_PAINTER (self), NULL);

  if (row < 0 || row >= refrain_counter_painter_get_n_rows (self))
    return NULL;
  name = dup_name (self, (guint) row);
  when = refrain_axis_format (self->axis, position, viewport->end - viewport->start);
  if (self->has_sum && row == 0)
    {
      now = refrain_counter_format (self->counter, get_sum (self, time));
      return g_strdup_printf (_ ("%s of %s: %s at %s"), name, self->counter->name, now, when);
    }
  series = g_ptr_array_index (self->rows, (guint) row - self->has_sum);
  now = refrain_counter_format (self->counter,
                                refrain_counter_levels_get_value (series->levels, time));
  bin = refrain_counter_levels_get_bin (series->levels,
                                        refrain_axis_to_time (self->axis, position - column / 2),
                                        refrain_axis_to_time (self->axis, position + column / 2));
  if (!(bin.most > bin.least))
    return g_strdup_printf (_ ("%s: %s %s at %s"), name, self->counter->name, now, when);
  least = refrain_counter_format (self->counter, bin.least);
  most = refrain_counter_format (self->counter, bin.most);
  return g_strdup_printf (_ ("%s: %s %s at %s\n%s to %s in this column of pixels"), name,
                          self->counter->name, now, when, least, most);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_counter_painter_paint (RefrainPainter *painter,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  paint_plot (REFRAIN_COUNTER_PAINTER (painter), cr, viewport, style);
}

static void
refrain_counter_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainCounterPainter *self = REFRAIN_COUNTER_PAINTER (painter);

  refrain_axis_get_extent (self->axis, &viewport->start, &viewport->end);
  viewport->n_rows = MAX (refrain_counter_painter_get_n_rows (self), 1);
}

static void
refrain_counter_painter_finalize (RefrainCounterPainter *self)
{
  refrain_clear_objects (&self->counters, &self->axis);
  g_ptr_array_unref (self->rows);
}

static void
refrain_counter_painter_init (RefrainCounterPainter *self)
{
  self->rows = g_ptr_array_new ();
}

REFRAIN_DEFINE_PAINTER_WITH_INIT (RefrainCounterPainter,
                                  refrain_counter_painter,
                                  .paint = refrain_counter_painter_paint,
                                  .get_extent = refrain_counter_painter_get_extent)

RefrainCounterPainter *
refrain_counter_painter_new (RefrainCounters *counters,
                             RefrainAxis *axis,
                             guint counter,
                             const guint *processes,
                             gsize n,
                             gboolean heat)
{
  RefrainCounterPainter *self;
  const RefrainCounterSeries *series;
  guint n_counters, n_series;

  g_return_val_if_fail (REFRAIN_IS_COUNTERS (counters), NULL);
  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), NULL);

  self = g_object_new (REFRAIN_TYPE_COUNTER_PAINTER, NULL);
  self->counters = g_object_ref (counters);
  self->axis = g_object_ref (axis);
  self->counter = refrain_counters_get (counters, &n_counters) + counter;
  self->heat = heat;
  g_assert (counter < n_counters);
  series = refrain_counters_get_series (counters, &n_series);
  for (gsize p = 0; p < n; p++)
    for (guint i = self->counter->first; i < self->counter->first + self->counter->n; i++)
      if (series[i].process == processes[p])
        g_ptr_array_add (self->rows, (gpointer) &series[i]);
  self->has_sum = self->rows->len > 1;
  return self;
}
