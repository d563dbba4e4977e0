/* refrain-overview-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Activity is the mean over processes, out of the summary; so is what is lit up, column by column.
 * Of very many processes some are taken, evenly.
 */
#include "refrain-overview-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-event-legend.h"
#include "refrain-free.h"
#include "refrain-pixel-columns.h"
#include "refrain-raster.h"
#include "refrain-ruler.h"
#include "refrain-run-words.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* The strip shows the mean of at most so many processes, evenly chosen. */
#define MAX_PROCESSES 64
#define N_LAYERS      4
/* Before and after what communicates no more of the strip is left empty. */
#define MOST_OUTSIDE 0.35
/* Pixels of what is more. */
#define NARROW 26.0
/* Before, in and after what communicates. */
#define MAX_PARTS 3

struct _RefrainOverviewPainter
{
  RefrainPainter parent_instance;

  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainPixelMemory *columns;
  RefrainOpSet *highlight;
  RefrainBands *bands;         /* or NULL */
  RefrainBookmarks *bookmarks; /* of figures; or NULL */
};

static void
refrain_overview_painter_finalize (RefrainOverviewPainter *self)
{
  g_clear_pointer (&self->columns, refrain_pixel_memory_unref);
  g_clear_pointer (&self->highlight, refrain_op_set_unref);
  g_clear_pointer (&self->bands, refrain_bands_unref);
  g_clear_pointer (&self->bookmarks, refrain_bookmarks_unref);
  refrain_clear_objects (&self->trace, &self->summary, &self->axis);
}

/* ---- Breaks ---------------------------------------------------------------------------------- */

/* A stretch of the strip. */
typedef struct
{
  double x, width;
  double start, end; /* on the axis */
  gboolean narrow;
} Part;

/* From left to right; gives how many. */
static guint
get_parts (RefrainOverviewPainter *self, const RefrainViewport *viewport, Part parts[MAX_PARTS])
{
  const double whole = viewport->end - viewport->start;
  double first, last, left = 0, right = 0;
  guint n = 0;

  refrain_axis_get_busy_extent (self->axis, &first, &last);
  if (!viewport->furniture && viewport->width > 8 * NARROW && first < last)
    {
      left = first - viewport->start > MOST_OUTSIDE * whole ? NARROW : 0;
      /* Of what is left. */
      right = viewport->end - last > MOST_OUTSIDE * (left > 0 ? viewport->end - first : whole)
                  ? NARROW
                  : 0;
    }
  if (left > 0)
    parts[n++] = (Part){ 0, left, viewport->start, first, TRUE };
  parts[n++] = (Part){ left, viewport->width - left - right, left > 0 ? first : viewport->start,
                       right > 0 ? last : viewport->end, FALSE };
  if (right > 0)
    parts[n++] = (Part){ viewport->width - right, right, last, viewport->end, TRUE };
  return n;
}

double
refrain_overview_painter_to_x (RefrainOverviewPainter *self,
                               const RefrainViewport *viewport,
                               double position)
{
  Part parts[MAX_PARTS];
  guint n, i = 0;

  g_return_val_if_fail (REFRAIN_IS_OVERVIEW_PAINTER (self), 0);
  g_return_val_if_fail (viewport != NULL, 0);

  n = get_parts (self, viewport, parts);
  while (i + 1 < n && position > parts[i].end)
    i++;
  return parts[i].x
         + (position - parts[i].start) * parts[i].width / MAX (parts[i].end - parts[i].start, 1e-9);
}

double
refrain_overview_painter_to_position (RefrainOverviewPainter *self,
                                      const RefrainViewport *viewport,
                                      double x)
{
  Part parts[MAX_PARTS];
  guint n, i = 0;

  g_return_val_if_fail (REFRAIN_IS_OVERVIEW_PAINTER (self), 0);
  g_return_val_if_fail (viewport != NULL, 0);

  n = get_parts (self, viewport, parts);
  while (i + 1 < n && x > parts[i].x + parts[i].width)
    i++;
  return parts[i].start
         + (x - parts[i].x) * (parts[i].end - parts[i].start) / MAX (parts[i].width, 1e-9);
}

/* How long @part is; free with g_free(). */
static char *
format_length (RefrainOverviewPainter *self, const Part *part)
{
  return refrain_time_format (refrain_axis_to_time (self->axis, part->end)
                                  - refrain_axis_to_time (self->axis, part->start),
                              3);
}

char *
refrain_overview_painter_describe_break (RefrainOverviewPainter *self,
                                         const RefrainViewport *viewport,
                                         double x)
{
  Part parts[MAX_PARTS];
  guint n;

  g_return_val_if_fail (REFRAIN_IS_OVERVIEW_PAINTER (self), NULL);
  g_return_val_if_fail (viewport != NULL, NULL);

  n = get_parts (self, viewport, parts);
  for (guint i = 0; i < n; i++)
    if (parts[i].narrow && x >= parts[i].x && x < parts[i].x + parts[i].width)
      {
        g_autofree char *time = format_length (self, &parts[i]);

        return g_strdup_printf (i == 0 ? _ ("%s before the first communication, drawn narrow")
                                       : _ ("%s after the last communication, drawn narrow"),
                                time);
      }
  return NULL;
}

/* Two slanted lines at the inner edge of a narrow part, and how long it is along it. */
static void
paint_break (RefrainOverviewPainter *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style,
             const Part *part)
{
  const double slant = viewport->height / 8, inner = part->x > 0 ? 0 : part->width;
  g_autofree char *time = format_length (self, part);
  const RefrainText place = { .x = part->width / 2 + (part->x > 0 ? 2 : -2),
                              .y = viewport->height / 2,
                              .align = REFRAIN_TEXT_CENTER,
                              .color = style->colors[REFRAIN_COLOR_TEXT],
                              .scale = 0.8,
                              .max_width = viewport->height,
                              .angle = -G_PI / 2 };

  cairo_rectangle (cr, 0, 0, part->width, viewport->height);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_GAP, 0.5);
  cairo_fill (cr);
  for (int i = -1; i <= 1; i += 2)
    {
      const double x = inner + (part->x > 0 ? 3 : -3) + 1.5 * i;

      cairo_move_to (cr, x - slant / 4, viewport->height);
      cairo_line_to (cr, x + slant / 4, 0);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (cr, MAX (style->line_width, 1));
  cairo_stroke (cr);
  refrain_text_show (cr, style, &place, time);
}

/* ---- The strip ------------------------------------------------------------------------------- */

static guint
get_step (RefrainOverviewPainter *self)
{
  guint n = refrain_trace_get_n_processes (self->trace);

  return (n + MAX_PROCESSES - 1) / MAX_PROCESSES;
}

static double
get_tick_height (RefrainOverviewPainter *self, const RefrainViewport *viewport)
{
  return self->highlight != NULL ? MIN (viewport->height * 0.25, 8) : 0;
}

/* The upper edge that bands are labelled in, if there is room. */
static double
get_labels_height (RefrainOverviewPainter *self,
                   const RefrainViewport *viewport,
                   const RefrainStyle *style)
{
  const double height = 1.35 * style->font_size;

  return self->bands != NULL && viewport->height >= 2.2 * height ? height : 0;
}

/* Whether each routine waits for an accelerator; NULL where none is called that does. */
static gboolean *
find_device_routines (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *waits = g_new0 (gboolean, (gsize) n + 1);
  gboolean any = FALSE;

  for (guint32 i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      waits[i]
          = refrain_routine_get_calls (routine) > 0 && refrain_routine_waits_for_device (routine);
      any |= waits[i];
    }
  return any ? g_steal_pointer (&waits) : NULL;
}

/* Adds the columns in which @process waits for an accelerator: no MPI, but waiting. O(calls). */
static void
add_device (RefrainOverviewPainter *self,
            guint process,
            const gboolean *waits,
            const RefrainViewport *viewport,
            float *shares,
            gsize n,
            double weight)
{
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, process);
  const double scale = (double) n / MAX (viewport->end - viewport->start, 1e-9);

  for (gsize i = 0; i < calls->n; i++)
    {
      double from, to;

      if (calls->routine[i] == REFRAIN_NONE || !waits[calls->routine[i]])
        continue;
      from = (refrain_axis_from_time (self->axis, calls->start[i]) - viewport->start) * scale;
      to = (refrain_axis_from_time (self->axis, calls->end[i]) - viewport->start) * scale;
      from = CLAMP (from, 0, (double) n);
      to = CLAMP (to, 0, (double) n);
      for (gsize c = (gsize) from; c < n && (double) c < to; c++)
        shares[c * N_LAYERS + REFRAIN_ACTIVITY_WAIT]
            += (float) (weight * (MIN (to, (double) c + 1) - MAX (from, (double) c)));
    }
}

static void
paint_activity (RefrainOverviewPainter *self,
                cairo_t *cr,
                const RefrainViewport *viewport,
                const RefrainStyle *style)
{
  RefrainRaster *raster = refrain_raster_new (cr, viewport->width, viewport->height);
  gsize n = refrain_raster_get_n_columns (raster);
  RefrainPixelColumns *columns
      = refrain_pixel_memory_take (self->columns, viewport->start, viewport->end, n);
  g_autofree float *shares = g_new0 (float, n *N_LAYERS);
  RefrainColor colors[N_LAYERS] = {
    style->colors[REFRAIN_COLOR_P2P],
    style->colors[REFRAIN_COLOR_WAIT],
    style->colors[REFRAIN_COLOR_COLLECTIVE],
    style->colors[REFRAIN_COLOR_MPI],
  };
  guint n_processes = refrain_trace_get_n_processes (self->trace), step = get_step (self);
  guint shown = (n_processes + step - 1) / MAX (step, 1);
  double top = get_tick_height (self, viewport);
  g_autofree gboolean *device = refrain_axis_get_kind (self->axis) != REFRAIN_AXIS_LOGICAL
                                    ? find_device_routines (self->trace)
                                    : NULL;

  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    colors[1] = refrain_color_mix (colors[0], style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
  for (guint l = 0; l < N_LAYERS && self->highlight != NULL; l++)
    colors[l] = refrain_style_dim (style, colors[l]);
  for (guint p = 0; p < n_processes; p += step)
    {
      const RefrainSummaryBin *bins = refrain_pixel_columns_get_bins (columns, p, G_MAXSIZE);

      for (gsize c = 0; c < n; c++)
        for (guint l = 0; l < N_LAYERS; l++)
          shares[c * N_LAYERS + l] += bins[c].share[l] / shown;
      if (device != NULL)
        add_device (self, p, device, viewport, shares, n, 1.0 / shown);
    }
  refrain_pixel_memory_give (self->columns, columns);
  refrain_raster_stack (raster, shares, n, N_LAYERS, colors, top, viewport->height - top);
  refrain_raster_finish (raster);
}

/* 1 for each of the @n columns in which any process has an operation of @set. */
static void
find_hits (RefrainOverviewPainter *self,
           RefrainPixelColumns *columns,
           const RefrainOpSet *set,
           float *hits,
           gsize n)
{
  guint n_processes = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n_processes; p += get_step (self))
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const guint32 *edges = refrain_pixel_columns_get_edges (columns, p, t);

          for (gsize c = 0; c < n; c++)
            if (edges[c] < edges[c + 1]
                && refrain_op_set_find_next (set, p, edges[c], edges[c + 1]) < edges[c + 1])
              hits[c] = 1;
        }
    }
}

/* Where operations are highlighted, on any process: ticks along the upper edge, a line of them for
 * each part. */
static void
paint_ticks (RefrainOverviewPainter *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  RefrainRaster *raster = refrain_raster_new (cr, viewport->width, viewport->height);
  const gsize n = refrain_raster_get_n_columns (raster);
  RefrainPixelColumns *columns
      = refrain_pixel_memory_take (self->columns, viewport->start, viewport->end, n);
  const guint n_parts = refrain_op_set_get_n_parts (self->highlight);
  const double height = (get_tick_height (self, viewport) - 1) / MAX (n_parts, 1);

  for (guint i = 0; i < MAX (n_parts, 1); i++)
    {
      g_autofree float *hits = g_new0 (float, n);

      find_hits (self, columns,
                 n_parts > 0 ? refrain_op_set_get_part (self->highlight, i) : self->highlight, hits,
                 n);
      refrain_raster_shade (raster, hits, n, i * height, height,
                            n_parts > 0 ? refrain_event_get_part_color (style, self->highlight, i)
                                        : style->colors[REFRAIN_COLOR_SELECTION]);
    }
  refrain_pixel_memory_give (self->columns, columns);
  refrain_raster_finish (raster);
}

static void
paint_gaps (RefrainOverviewPainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  double scale = viewport->width / MAX (viewport->end - viewport->start, 1e-9);
  gsize n;
  const RefrainAxisGap *gaps = refrain_axis_get_gaps (self->axis, &n);

  for (gsize i = 0; i < n; i++)
    {
      double x = CLAMP ((gaps[i].position - viewport->start) * scale, -10, viewport->width + 10);

      cairo_rectangle (cr, x, 0, MAX (MIN (gaps[i].width * scale, viewport->width), 1),
                       viewport->height);
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_GAP);
  cairo_fill (cr);
}

/* Until cairo_restore(), what is drawn in @viewport (the whole strip before) is in @part. */
static void
begin_part (cairo_t *cr, RefrainViewport *viewport, const Part *part)
{
  cairo_save (cr);
  cairo_translate (cr, part->x, 0);
  cairo_rectangle (cr, 0, 0, part->width, viewport->height);
  cairo_clip (cr);
  viewport->width = part->width;
  viewport->start = part->start;
  viewport->end = part->end;
}

static void
paint_strip (RefrainOverviewPainter *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  const double labels = get_labels_height (self, viewport, style);
  RefrainViewport rest = *viewport;

  refrain_style_set_color (style, cr, REFRAIN_COLOR_ROW);
  cairo_paint (cr);
  rest.height -= labels;
  cairo_save (cr);
  cairo_translate (cr, 0, labels);
  if (self->bands != NULL)
    refrain_bands_paint (self->bands, self->axis, cr, &rest, style, REFRAIN_NONE, 0, rest.height);
  paint_activity (self, cr, &rest, style);
  paint_gaps (self, cr, &rest, style);
  if (self->highlight != NULL)
    paint_ticks (self, cr, &rest, style);
  cairo_restore (cr);
  if (labels > 0)
    refrain_bands_paint_labels (self->bands, self->axis, cr, viewport, style, 0, labels);
}

/* Each part as if it were a strip of its own. */
static void
paint_parts (RefrainOverviewPainter *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  Part parts[MAX_PARTS];
  const guint n = get_parts (self, viewport, parts);

  for (guint i = 0; i < n; i++)
    {
      RefrainViewport part = *viewport;

      begin_part (cr, &part, &parts[i]);
      paint_strip (self, cr, &part, style);
      if (parts[i].narrow)
        paint_break (self, cr, &part, style, &parts[i]);
      if (self->bookmarks != NULL)
        refrain_bookmarks_paint_lines (self->bookmarks, self->axis, cr, &part, style);
      cairo_restore (cr);
    }
}

/* What the colours mean, and the height; gives the height of the legend, which is only measured
 * where @cr is NULL. */
static double
paint_legend (
    RefrainOverviewPainter *self, cairo_t *cr, double width, double y, const RefrainStyle *style)
{
  const RefrainEventKey key
      = { .trace = self->trace,
          .logical = refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL,
          .highlight = self->highlight };
  g_autoptr (GArray) entries = refrain_event_key_get_entries (&key, style);
  const double margin = 0.4 * style->font_size;
  RefrainLegend legend;

  refrain_legend_init (&legend, cr, style, margin, width - margin);
  legend.y += y + margin;
  refrain_legend_write (&legend, entries);
  refrain_legend_add_note (&legend, _ ("height: part of the time, mean of all processes"));
  return refrain_legend_get_height (&legend) + 2 * margin;
}

static void
refrain_overview_painter_paint (RefrainPainter *painter,
                                cairo_t *cr,
                                const RefrainViewport *viewport,
                                const RefrainStyle *style)
{
  RefrainOverviewPainter *self = REFRAIN_OVERVIEW_PAINTER (painter);
  RefrainViewport part = *viewport;
  double ruler = MIN (1.9 * style->font_size, viewport->height / 3), bottom = 0;

  if (!viewport->furniture)
    {
      paint_parts (self, cr, viewport, style);
      return;
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  part.height = ruler;
  refrain_ruler_paint (self->axis, cr, &part, style);
  if (viewport->height > 12 * style->font_size)
    bottom = MIN (paint_legend (self, NULL, viewport->width, 0, style), viewport->height / 2);
  part.height = viewport->height - ruler - bottom;
  if (bottom > 0)
    paint_legend (self, cr, viewport->width, viewport->height - bottom, style);
  cairo_translate (cr, 0, ruler);
  cairo_rectangle (cr, 0, 0, part.width, part.height);
  cairo_clip (cr);
  paint_strip (self, cr, &part, style);
  if (self->bookmarks != NULL)
    refrain_bookmarks_paint (self->bookmarks, self->axis, cr, &part, style);
}

/* A pin at the lower edge where the operations @set lie, and how long they take. */
static void
mark_current (RefrainOverviewPainter *self,
              cairo_t *cr,
              const RefrainViewport *viewport,
              const RefrainStyle *style,
              const RefrainOpSet *set)
{
  const double scale = viewport->width / MAX (viewport->end - viewport->start, 1e-9);
  const double unit = style->font_size / 11, size = 5 * unit, foot = viewport->height;
  double start = G_MAXDOUBLE, end = -G_MAXDOUBLE, from, to, x;

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    if (refrain_axis_get_set_span (self->axis, set, p, &from, &to))
      {
        start = MIN (start, from);
        end = MAX (end, to);
      }
  if (start > end)
    return;
  from = CLAMP ((start - viewport->start) * scale, -size, viewport->width + size);
  to = CLAMP ((end - viewport->start) * scale, -size, viewport->width + size);
  x = (from + to) / 2;
  cairo_rectangle (cr, x - MAX (to - from, unit) / 2, 0, MAX (to - from, unit), foot);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_TEXT, 0.35);
  cairo_fill (cr);
  cairo_move_to (cr, x, foot - 1.6 * size);
  cairo_line_to (cr, x + size, foot);
  cairo_line_to (cr, x - size, foot);
  cairo_close_path (cr);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_set_line_width (cr, 2 * unit);
  cairo_stroke_preserve (cr);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_fill (cr);
}

/* A bar along the lower edge, and its ends: what happens in it stays as it is. */
static void
mark_range (
    cairo_t *cr, const RefrainViewport *viewport, const RefrainStyle *style, double x0, double x1)
{
  const double line = MAX (style->line_width * 1.5, 1), bar = 3 * line;

  x1 = MAX (x1, x0 + line);
  cairo_rectangle (cr, x0, viewport->height - bar, x1 - x0, bar);
  cairo_rectangle (cr, x0, 0, line, viewport->height);
  cairo_rectangle (cr, x1 - line, 0, line, viewport->height);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_fill (cr);
}

static void
refrain_overview_painter_paint_overlay (RefrainPainter *painter,
                                        cairo_t *cr,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        RefrainSelection *selection,
                                        const RefrainPick *hover)
{
  RefrainOverviewPainter *self = REFRAIN_OVERVIEW_PAINTER (painter);
  double start, end, x0, x1, line = MAX (style->line_width * 1.5, 1);
  Part parts[MAX_PARTS];
  RefrainTime from, to;
  guint n;

  if (selection == NULL)
    return;
  refrain_selection_get_range (selection, &from, &to);
  if (from <= to)
    {
      x0 = refrain_overview_painter_to_x (self, viewport,
                                          refrain_axis_from_time (self->axis, from));
      x1 = refrain_overview_painter_to_x (self, viewport, refrain_axis_from_time (self->axis, to));
      mark_range (cr, viewport, style, CLAMP (x0, -2, viewport->width + 2),
                  CLAMP (x1, -2, viewport->width + 2));
    }
  refrain_selection_get_window (selection, &start, &end);
  x0 = CLAMP (refrain_overview_painter_to_x (self, viewport, start), 0, viewport->width);
  x1 = CLAMP (refrain_overview_painter_to_x (self, viewport, end), 0, viewport->width);
  if (x1 - x0 < 3)
    {
      x0 = CLAMP ((x0 + x1) / 2 - 1.5, 0, viewport->width - 3);
      x1 = x0 + 3;
    }
  /* With high contrast the frame tells it alone. */
  if (!style->contrast)
    {
      cairo_rectangle (cr, 0, 0, x0, viewport->height);
      cairo_rectangle (cr, x1, 0, viewport->width - x1, viewport->height);
      refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_BACKGROUND, 0.6);
      cairo_fill (cr);
    }
  cairo_rectangle (cr, x0 + line / 2, line / 2, MAX (x1 - x0 - line, 1), viewport->height - line);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  n = get_parts (self, viewport, parts);
  for (guint i = 0; i < n && refrain_selection_get_current (selection) != NULL; i++)
    {
      RefrainViewport part = *viewport;

      begin_part (cr, &part, &parts[i]);
      mark_current (self, cr, &part, style, refrain_selection_get_current (selection));
      cairo_restore (cr);
    }
}

static void
refrain_overview_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainOverviewPainter *self = REFRAIN_OVERVIEW_PAINTER (painter);

  refrain_axis_get_extent (self->axis, &viewport->start, &viewport->end);
}

static void
refrain_overview_painter_inherit (RefrainPainter *painter, RefrainPainter *before)
{
  refrain_pixel_memory_inherit (&REFRAIN_OVERVIEW_PAINTER (painter)->columns,
                                REFRAIN_OVERVIEW_PAINTER (before)->columns);
}

REFRAIN_DEFINE_PAINTER (RefrainOverviewPainter,
                        refrain_overview_painter,
                        .paint = refrain_overview_painter_paint,
                        .paint_overlay = refrain_overview_painter_paint_overlay,
                        .get_extent = refrain_overview_painter_get_extent,
                        .inherit = refrain_overview_painter_inherit)

RefrainOverviewPainter *
refrain_overview_painter_new (RefrainTrace *trace,
                              RefrainSummary *summary,
                              RefrainAxis *axis,
                              RefrainOpSet *highlight)
{
  RefrainOverviewPainter *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (summary), NULL);
  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), NULL);

  self = g_object_new (REFRAIN_TYPE_OVERVIEW_PAINTER, NULL);
  self->trace = g_object_ref (trace);
  self->summary = g_object_ref (summary);
  self->axis = g_object_ref (axis);
  self->columns = refrain_pixel_memory_new (trace, summary, axis);
  self->highlight = highlight != NULL ? refrain_op_set_ref (highlight) : NULL;
  return self;
}

void
refrain_overview_painter_set_bookmarks (RefrainOverviewPainter *self, RefrainBookmarks *bookmarks)
{
  g_return_if_fail (REFRAIN_IS_OVERVIEW_PAINTER (self));

  g_clear_pointer (&self->bookmarks, refrain_bookmarks_unref);
  self->bookmarks = bookmarks != NULL ? refrain_bookmarks_ref (bookmarks) : NULL;
}

void
refrain_overview_painter_set_bands (RefrainOverviewPainter *self, RefrainBands *bands)
{
  g_return_if_fail (REFRAIN_IS_OVERVIEW_PAINTER (self));

  g_clear_pointer (&self->bands, refrain_bands_unref);
  self->bands = bands != NULL ? refrain_bands_ref (bands) : NULL;
}
