/* refrain-event-lanes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls in depth: below the row of a process that is open, a lane for each level of the stack of
 * each of its threads. What is drawn is what is open in the middle of each column of pixels: a
 * frame costs pixels. A call is as long as the columns that it is open in; calls too short for a
 * column are drawn fainter, as there may be others beside them.
 */
#include <math.h>

#include "refrain-event-frame.h"

/* The most lanes of a thread. */
#define MAX_LANES 256
/* So many callers are looked at, of what is open in a column. */
#define MAX_CALLERS 4096
/* How far what is too short fades. */
#define FADE 0.55
/* The size of threads' names. */
#define NAME_SCALE 0.8

/* ---- Where lanes are ------------------------------------------------------------------------- */

/* How many lanes @thread of @process has where it is open: as deep as its stack gets. */
static guint
refrain_event_count_lanes (RefrainEventPainter *painter, guint process, gsize thread)
{
  return MIN (refrain_summary_get_depth (painter->summary, process, thread), MAX_LANES);
}

/* The lanes of all threads of @process. */
static guint
count_all_lanes (RefrainEventPainter *painter, guint process)
{
  RefrainProcess *object = refrain_trace_get_process (painter->trace, process);
  guint n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    n += refrain_event_count_lanes (painter, process, t);
  return n;
}

gboolean
refrain_event_painter_has_lanes (RefrainEventPainter *self, guint process)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return process < self->n_processes && refrain_axis_get_kind (self->axis) != REFRAIN_AXIS_LOGICAL
         && count_all_lanes (self, process) > 0;
}

void
refrain_event_painter_set_lanes (RefrainEventPainter *self, const gboolean *open, double height)
{
  guint before = 0;

  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->lanes_before, g_free);
  self->lane_height = height;
  if (open == NULL || refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    return;
  self->lanes_before = g_new (guint, self->n_rows + 1);
  for (gsize row = 0; row < self->n_rows; row++)
    {
      self->lanes_before[row] = before;
      if (open[self->rows[row]])
        before += count_all_lanes (self, self->rows[row]);
    }
  self->lanes_before[self->n_rows] = before;
}

/* How many lanes stand below @row; 0 where it is not open. */
static guint
refrain_event_frame_count_lanes (const RefrainEventFrame *self, gint64 row)
{
  const guint *before = self->painter->lanes_before;

  return before != NULL ? before[row + 1] - before[row] : 0;
}

gboolean
refrain_event_frame_find_lane (
    const RefrainEventFrame *self, gint64 row, double inside, gsize *thread, guint *depth)
{
  const guint process = self->painter->rows[row];
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  const double at
      = floor ((inside - self->row_height)
               / refrain_event_painter_get_lane_height (self->painter, self->row_height));
  guint before = 0;

  if (inside < self->row_height || at >= refrain_event_frame_count_lanes (self, row))
    return FALSE;
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const guint n = refrain_event_count_lanes (self->painter, process, t);

      if (at < before + n)
        {
          *thread = t;
          *depth = (guint) at - before;
          return TRUE;
        }
      before += n;
    }
  return FALSE;
}

/* The top of the first lane of @thread in @row. */
static double
get_lanes_top (const RefrainEventFrame *self, gint64 row, gsize thread)
{
  const guint process = self->painter->rows[row];
  guint before = 0;

  for (gsize t = 0; t < thread; t++)
    before += refrain_event_count_lanes (self->painter, process, t);
  return refrain_event_frame_get_y (self, row) + self->row_height
         + before * refrain_event_painter_get_lane_height (self->painter, self->row_height);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* A box while it grows. */
typedef struct
{
  guint32 call;
  gsize begun;
} Box;

typedef struct
{
  const RefrainEventFrame *frame;
  RefrainRaster *raster;
  GArray *labels; /* of RefrainEventLabel */
  gint64 row;
  const RefrainCalls *calls;
  double y, height; /* of the first lane, and of each */
  double shortest;  /* what fills a column, in nanoseconds */
} Lanes;

static RefrainColor
get_color (const RefrainEventFrame *frame, guint32 routine)
{
  const RefrainRoutineKind kind = frame->painter->kinds[routine];

  return kind == REFRAIN_ROUTINE_USER ? refrain_event_get_hue (frame, routine)
                                      : refrain_event_get_kind_color (frame, kind);
}

static void
fill_box (Lanes *self, guint depth, const Box *box, gsize end)
{
  const RefrainEventFrame *frame = self->frame;
  const guint32 routine = self->calls->routine[box->call];
  const double column = frame->viewport->width / refrain_raster_get_n_columns (self->raster);
  const double y = self->y + depth * self->height;
  const gsize width = end - box->begun;
  const RefrainEventLabel label = { .row = self->row,
                                    .x0 = (double) box->begun * column,
                                    .x1 = (double) end * column,
                                    .y = y,
                                    .height = self->height - frame->unit,
                                    .what = routine,
                                    .kind = REFRAIN_EVENT_LABEL_ROUTINE,
                                    .continued = box->begun == 0 };
  RefrainColor color = get_color (frame, routine);

  if ((double) self->calls->end[box->call] - (double) self->calls->start[box->call]
      < self->shortest)
    color = refrain_color_mix (color, frame->style->colors[REFRAIN_COLOR_BACKGROUND], FADE);
  refrain_raster_fill (self->raster, box->begun, end - (width > 4 ? 1 : 0), y,
                       self->height - MIN (self->height * 0.12, frame->unit), color);
  if (refrain_text_may_fit (frame->style, label.x1 - label.x0))
    g_array_append_val (self->labels, label);
}

/* What is open at each of @n columns, as @found, level by level. */
static void
fill_lanes (Lanes *self, guint n_lanes, const guint32 *found, gsize n)
{
  g_autofree Box *boxes = g_new (Box, n_lanes);
  g_autofree guint32 *now = g_new (guint32, n_lanes);

  for (guint d = 0; d < n_lanes; d++)
    boxes[d].call = REFRAIN_NONE;
  for (gsize c = 0; c <= n; c++)
    {
      guint32 call;

      for (guint d = 0; d < n_lanes; d++)
        now[d] = REFRAIN_NONE;
      call = c < n ? found[c] : REFRAIN_NONE;
      for (guint k = 0; call != REFRAIN_NONE && k < MAX_CALLERS; k++)
        {
          if (self->calls->depth[call] < n_lanes)
            now[self->calls->depth[call]] = call;
          call = self->calls->parent[call];
        }
      for (guint d = 0; d < n_lanes; d++)
        if (now[d] != boxes[d].call)
          {
            if (boxes[d].call != REFRAIN_NONE)
              fill_box (self, d, &boxes[d], c);
            boxes[d] = (Box){ now[d], c };
          }
    }
}

static void
paint_thread (Lanes *self, gint64 row, gsize thread)
{
  const RefrainEventFrame *frame = self->frame;
  RefrainEventPainter *painter = frame->painter;
  const guint process = painter->rows[row];
  const guint n_lanes = refrain_event_count_lanes (painter, process, thread);
  const gsize n = refrain_raster_get_n_columns (self->raster);
  const double column = (frame->viewport->end - frame->viewport->start) / n;
  g_autofree RefrainTime *times = NULL;
  g_autofree guint32 *found = NULL;

  self->row = row;
  self->y = get_lanes_top (frame, row, thread);
  if (n_lanes == 0 || self->y >= frame->viewport->height || self->y + n_lanes * self->height <= 0)
    return;
  self->calls = refrain_trace_get_calls (painter->trace, process);
  times = g_new (RefrainTime, n);
  found = g_new (guint32, n);
  for (gsize c = 0; c < n; c++)
    times[c] = refrain_axis_to_time (painter->axis, frame->viewport->start + (c + 0.5) * column);
  refrain_summary_find_calls (painter->summary, process, thread, times, n, 0, found);
  fill_lanes (self, n_lanes, found, n);
}

static void
label_lanes (const Lanes *self)
{
  const RefrainEventFrame *frame = self->frame;

  refrain_event_share_labels (frame, self->labels);
  for (guint i = 0; i < self->labels->len; i++)
    {
      const RefrainEventLabel *label = &g_array_index (self->labels, RefrainEventLabel, i);

      refrain_event_draw_label (frame, label, 3 * frame->unit,
                                get_color (frame, (guint32) label->what),
                                frame->painter->names[label->what]);
    }
}

void
refrain_event_paint_lanes (const RefrainEventFrame *frame)
{
  RefrainEventPainter *painter = frame->painter;
  g_autoptr (GArray) labels = NULL;
  Lanes lanes = { .frame = frame };

  if (painter->lanes_before == NULL || frame->last_row <= frame->first_row)
    return;
  labels = g_array_new (FALSE, FALSE, sizeof (RefrainEventLabel));
  lanes.labels = labels;
  lanes.height = refrain_event_painter_get_lane_height (painter, frame->row_height);
  lanes.raster = refrain_raster_new (frame->cr, frame->viewport->width, frame->viewport->height);
  lanes.shortest = (frame->viewport->end - frame->viewport->start)
                   / (double) refrain_raster_get_n_columns (lanes.raster);
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    if (refrain_event_frame_count_lanes (frame, row) > 0)
      for (gsize t = 0; t < refrain_process_get_n_threads (
                            refrain_trace_get_process (painter->trace, painter->rows[row]));
           t++)
        paint_thread (&lanes, row, t);
  refrain_raster_finish (lanes.raster);
  label_lanes (&lanes);
}

/* ---- What is at a point ---------------------------------------------------------------------- */

guint32
refrain_event_find_in_lane (
    const RefrainEventFrame *frame, guint process, gsize thread, guint depth, double x)
{
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  const RefrainTime time
      = refrain_axis_to_time (frame->painter->axis, frame->viewport->start + x / frame->scale);
  guint32 call
      = refrain_process_find_call_at (object, refrain_process_get_thread (object, thread), time);

  while (call != REFRAIN_NONE && calls->depth[call] > depth)
    call = calls->parent[call];
  return call != REFRAIN_NONE && calls->depth[call] == depth ? call : REFRAIN_NONE;
}

gboolean
refrain_event_frame_get_call_lane (
    const RefrainEventFrame *self, guint process, gsize call, double *y, double *height)
{
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  const gint32 row = self->painter->row_of[process];
  const guint depth = refrain_process_get_calls (object)->depth[call];

  if (row < 0 || refrain_event_frame_count_lanes (self, row) == 0)
    return FALSE;
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);

      if (call < thread->first_call || call >= thread->first_call + thread->n_calls
          || depth >= refrain_event_count_lanes (self->painter, process, t))
        continue;
      *height = refrain_event_painter_get_lane_height (self->painter, self->row_height);
      *y = get_lanes_top (self, row, t) + depth * *height;
      return TRUE;
    }
  return FALSE;
}

/* ---- Names of threads ------------------------------------------------------------------------ */

void
refrain_event_label_lanes (const RefrainEventFrame *frame, gint64 row, double width)
{
  const guint process = frame->painter->rows[row];
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const double height = refrain_event_painter_get_lane_height (frame->painter, frame->row_height);

  if (refrain_event_frame_count_lanes (frame, row) == 0
      || height < 0.9 * NAME_SCALE * frame->style->font_size)
    return;
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      RefrainText place = { .x = width - 5 * frame->unit,
                            .y = get_lanes_top (frame, row, t) + height / 2,
                            .align = REFRAIN_TEXT_RIGHT,
                            .max_width = width - 8 * frame->unit,
                            .scale = NAME_SCALE,
                            .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };

      if (refrain_event_count_lanes (frame->painter, process, t) > 0)
        refrain_text_show (frame->cr, frame->style, &place,
                           refrain_process_get_thread (object, t)->name);
    }
}

/* A triangle to the right, or, where the row is open, down. */
static void
draw_disclosure (cairo_t *cr, double x, double y, double size, gboolean open)
{
  if (open)
    {
      cairo_move_to (cr, x - size, y - 0.6 * size);
      cairo_line_to (cr, x + size, y - 0.6 * size);
      cairo_line_to (cr, x, y + 0.7 * size);
    }
  else
    {
      cairo_move_to (cr, x - 0.6 * size, y - size);
      cairo_line_to (cr, x + 0.7 * size, y);
      cairo_line_to (cr, x - 0.6 * size, y + size);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

void
refrain_event_painter_paint_disclosures (RefrainEventPainter *self,
                                         cairo_t *cr,
                                         const RefrainViewport *viewport,
                                         const RefrainStyle *style,
                                         double size)
{
  RefrainEventFrame frame;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  refrain_event_frame_init (&frame, self, cr, viewport, style);
  if (frame.row_height < 10 * frame.unit)
    return;
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
  for (gint64 row = frame.first_row; row < frame.last_row; row++)
    {
      double y = refrain_event_frame_get_y (&frame, row);

      /* Beside the name. */
      y += frame.row_height > 2.4 * style->font_size
               ? refrain_row_shape_get_lane_middle (&frame.shape)
               : frame.row_height / 2;
      if (refrain_event_painter_has_lanes (self, self->rows[row]))
        draw_disclosure (cr, size / 2, MAX (y, 0.6 * style->font_size), 0.28 * size,
                         refrain_event_frame_count_lanes (&frame, row) > 0);
    }
}
