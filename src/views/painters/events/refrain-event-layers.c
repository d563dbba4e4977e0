/* refrain-event-layers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an analysis of time says, over the operations: where processes wait, and the critical path.
 */
#include <math.h>

#include "refrain-event-frame.h"
#include "refrain-search.h"

/* So many pieces of the path are drawn one by one; beyond, rows are shaded. */
#define MAX_PIECES 3000
/* Pieces narrower than this, in units, are shaded too, and their hops faint. */
#define WIDE  5
#define FAINT 0.35
/* So many of its hops are drawn then. */
#define FEW_HOPS 300

/* ---- Waiting --------------------------------------------------------------------------------- */

void
refrain_event_add_wait_shares (const RefrainEventFrame *frame,
                               RefrainSpanSums *sums,
                               RefrainPixelColumns *columns,
                               guint process,
                               gsize thread,
                               float scale,
                               float *shares,
                               gsize stride)
{
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const gsize n_threads = refrain_process_get_n_threads (object);
  gsize n;
  const RefrainPixelPiece *pieces = refrain_pixel_columns_get_pieces (columns, &n);

  if (thread == G_MAXSIZE)
    scale /= MAX (refrain_summary_count_calling (frame->painter->summary, process), 1);
  for (gsize t = 0; t < n_threads; t++)
    for (gsize i = 0; i < n && (thread == G_MAXSIZE || t == thread); i++)
      refrain_span_sums_add_shares (sums, process, t, pieces[i].from, pieces[i].to,
                                    pieces[i].last - pieces[i].first, scale,
                                    shares + pieces[i].first * stride, stride);
}

RefrainColor
refrain_event_get_wait_color (const RefrainEventFrame *frame, RefrainWaitKind kind)
{
  RefrainColor color;

  g_assert (kind > REFRAIN_WAIT_NONE);
  color = refrain_style_get_wait_color (frame->style, kind - 1u);
  if (frame->painter->highlight != NULL)
    color = refrain_style_dim (frame->style, color);
  return color;
}

void
refrain_event_draw_wait (const RefrainEventFrame *frame,
                         guint process,
                         gsize thread,
                         gsize call,
                         double y,
                         double height,
                         gsize *hint,
                         RefrainColor *color)
{
  RefrainSpanSums *sums = frame->painter->waits;
  const RefrainCalls *calls = refrain_trace_get_calls (frame->painter->trace, process);
  const gsize i = refrain_span_sums_find (sums, process, thread, calls->start[call], *hint);
  RefrainColor own;
  RefrainSpan span;
  double x0, x1;

  if (i >= refrain_span_sums_get_n (sums, process, thread))
    return;
  *hint = i;
  refrain_span_sums_get (sums, process, thread, i, &span);
  if (span.start != calls->start[call] || span.end > calls->end[call])
    return;
  own = refrain_event_get_wait_color (frame, span.kind);
  x0 = MAX (refrain_event_frame_get_time_x (frame, span.start), 0);
  x1 = MIN (refrain_event_frame_get_time_x (frame, span.end), frame->viewport->width);
  if (x1 <= x0)
    return;
  refrain_color_set_source (own, frame->cr);
  cairo_rectangle (frame->cr, x0, y, x1 - x0, height);
  cairo_fill (frame->cr);
  if (2 * (span.end - span.start) > calls->end[call] - calls->start[call])
    *color = own;
}

void
refrain_event_draw_step_wait (const RefrainEventFrame *frame,
                              guint process,
                              gsize op,
                              double x0,
                              double x1,
                              double y,
                              double height)
{
  RefrainWaits *waits = refrain_span_sums_get_waits (frame->painter->waits);
  const RefrainWaitColumns *columns = refrain_waits_get_columns (waits, process);
  const RefrainCalls *calls = refrain_trace_get_calls (frame->painter->trace, process);
  const guint32 call = refrain_waits_get_call (waits, process, op);
  double share = 1;

  if (columns->waiting[op] <= 0)
    return;
  if (call != REFRAIN_NONE && calls->end[call] > calls->start[call])
    share
        = MIN ((double) columns->waiting[op] / (double) (calls->end[call] - calls->start[call]), 1);
  refrain_color_set_source (refrain_event_get_wait_color (frame, columns->kind[op]), frame->cr);
  cairo_rectangle (frame->cr, x0, y + (1 - share) * height, MAX (x1 - x0, 0.8 * frame->unit),
                   share * height);
  cairo_fill (frame->cr);
}

/* ---- The critical path ----------------------------------------------------------------------- */

/* The middle of the MPI lane of a thread; FALSE where its process has no row. */
static gboolean
get_lane_y (const RefrainEventFrame *frame, const RefrainPathPiece *piece, double *y)
{
  const gint32 row = frame->painter->row_of[piece->process];

  if (row < 0)
    return FALSE;
  *y = refrain_event_frame_get_y (frame, row);
  if (frame->row_height < 3 * frame->unit)
    *y += frame->row_height / 2;
  else
    {
      const RefrainRowShape shape
          = refrain_event_frame_get_shape (frame, piece->process, piece->thread);

      *y += refrain_row_shape_get_lane_middle (&shape);
    }
  return TRUE;
}

/* The pieces of the path between axis positions @start and @end: [*first, *last). */
static void
find_pieces (const RefrainEventFrame *frame, double start, double end, gsize *first, gsize *last)
{
  gsize n;
  const RefrainPathPiece *pieces
      = refrain_critical_path_get_pieces (refrain_span_sums_get_path (frame->painter->path), &n);
  const RefrainTime from = refrain_axis_to_time (frame->painter->axis, start);
  const RefrainTime to = refrain_axis_to_time (frame->painter->axis, end);

  *first = REFRAIN_LOWER_BOUND (i, 0, n, pieces[i].end < from);
  *last = REFRAIN_LOWER_BOUND (i, *first, n, pieces[i].start <= to);
}

/* Where piece @i ends, in pixels from the origin of the axis: the same in every tile. */
static double
get_end (const RefrainEventFrame *frame, const RefrainPathPiece *pieces, gsize i)
{
  return refrain_axis_from_time (frame->painter->axis, pieces[i].end) * frame->scale;
}

/* Piece @i is wide enough to be told from those around it. */
static gboolean
is_wide (const RefrainEventFrame *frame, const RefrainPathPiece *pieces, gsize i)
{
  RefrainAxis *axis = frame->painter->axis;

  return (refrain_axis_from_time (axis, pieces[i].end)
          - refrain_axis_from_time (axis, pieces[i].start))
             * frame->scale
         >= WIDE * frame->unit;
}

/* From piece @i to the one after it. */
static void
add_hop (const RefrainEventFrame *frame, const RefrainPathPiece *pieces, gsize i)
{
  double x = refrain_event_frame_get_time_x (frame, pieces[i].end), y0, y1;

  if (!get_lane_y (frame, &pieces[i], &y0) || !get_lane_y (frame, &pieces[i + 1], &y1))
    return;
  cairo_move_to (frame->cr, x, y0);
  cairo_line_to (frame->cr, x, y1);
}

static void
stroke_path (const RefrainEventFrame *frame, double width, double alpha)
{
  RefrainColor color = frame->style->colors[REFRAIN_COLOR_PATH];

  if (frame->painter->highlight != NULL)
    color = refrain_style_dim (frame->style, color);
  cairo_set_line_cap (frame->cr, CAIRO_LINE_CAP_ROUND);
  if (alpha >= 1)
    {
      cairo_set_line_width (frame->cr, width + 2 * frame->unit);
      refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_BACKGROUND, 0.85);
      cairo_stroke_preserve (frame->cr);
    }
  cairo_set_line_width (frame->cr, width);
  refrain_color_set_source (refrain_color_fade (color, alpha), frame->cr);
  cairo_stroke (frame->cr);
  cairo_set_line_cap (frame->cr, CAIRO_LINE_CAP_BUTT);
}

/* Which part of each column the path is on each row, as a strip @height high. */
static void
shade_rows (const RefrainEventFrame *frame, double height)
{
  RefrainEventPainter *painter = frame->painter;
  RefrainRaster *raster
      = refrain_raster_new (frame->cr, frame->viewport->width, frame->viewport->height);
  const gsize n = refrain_raster_get_n_columns (raster);
  g_autoptr (RefrainPixelColumns) columns
      = refrain_pixel_columns_new (painter->trace, painter->summary, painter->axis,
                                   frame->viewport->start, frame->viewport->end, n);
  g_autofree float *shares = g_new (float, n);
  RefrainColor color = frame->style->colors[REFRAIN_COLOR_PATH];

  if (painter->highlight != NULL)
    color = refrain_style_dim (frame->style, color);
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      const guint process = painter->rows[row];
      const guint calling = MAX (refrain_summary_count_calling (painter->summary, process), 1);
      RefrainPathPiece place = { .process = process };
      double y;

      if (!get_lane_y (frame, &place, &y))
        continue;
      for (gsize c = 0; c < n; c++)
        shares[c] = 0;
      refrain_event_add_wait_shares (frame, painter->path, columns, process, G_MAXSIZE,
                                     (float) calling, shares, 1);
      for (gsize c = 0; c < n; c++)
        if (shares[c] > 0)
          shares[c] = 0.12f + 0.88f * MIN (shares[c], 1);
      refrain_raster_shade (raster, shares, n, y - height / 2, height, color);
    }
  refrain_raster_finish (raster);
}

/* Of hops that follow each other closely one every few pixels, faintly; gives whether there are
 * any. */
static gboolean
draw_close_hops (const RefrainEventFrame *frame,
                 const RefrainPathPiece *pieces,
                 gsize n,
                 gsize first,
                 gsize last)
{
  const double pitch = WIDE * frame->unit;
  gboolean any = FALSE;

  cairo_new_path (frame->cr);
  for (gsize i = first > 0 ? first - 1 : 0; i < last; i++)
    {
      any |= !is_wide (frame, pieces, i);
      if (i + 1 < n && !(is_wide (frame, pieces, i) && is_wide (frame, pieces, i + 1))
          && (i == 0
              || floor (get_end (frame, pieces, i) / pitch)
                     != floor (get_end (frame, pieces, i - 1) / pitch)))
        add_hop (frame, pieces, i);
    }
  stroke_path (frame, frame->unit, FAINT);
  return any;
}

/* Pieces [first, last), one by one. */
static void
draw_pieces (const RefrainEventFrame *frame, gsize first, gsize last)
{
  gsize n;
  const RefrainPathPiece *pieces
      = refrain_critical_path_get_pieces (refrain_span_sums_get_path (frame->painter->path), &n);
  const double width = CLAMP (frame->row_height * 0.06, 1.6 * frame->unit, 3.2 * frame->unit);

  if (draw_close_hops (frame, pieces, n, first, last)
      && refrain_axis_get_kind (frame->painter->axis) != REFRAIN_AXIS_LOGICAL)
    shade_rows (frame, MIN (width, frame->row_height));
  cairo_new_path (frame->cr);
  for (gsize i = first > 0 ? first - 1 : 0; i < last; i++)
    {
      double y;

      if (!is_wide (frame, pieces, i))
        continue;
      if (get_lane_y (frame, &pieces[i], &y))
        {
          cairo_move_to (frame->cr, refrain_event_frame_get_time_x (frame, pieces[i].start), y);
          cairo_line_to (frame->cr, refrain_event_frame_get_time_x (frame, pieces[i].end), y);
        }
      if (i + 1 < n && is_wide (frame, pieces, i + 1))
        add_hop (frame, pieces, i);
    }
  stroke_path (frame, width, 1);
}

/* A few of the hops of pieces [first, last), the same in each tile. */
static void
draw_few_hops (const RefrainEventFrame *frame, gsize n_seen, gsize first, gsize last)
{
  gsize n, stride = 1;
  const RefrainPathPiece *pieces
      = refrain_critical_path_get_pieces (refrain_span_sums_get_path (frame->painter->path), &n);

  while (n_seen / stride > FEW_HOPS)
    stride *= 2;
  cairo_new_path (frame->cr);
  for (gsize i = (first + stride - 1) / stride * stride; i < last && i + 1 < n; i += stride)
    add_hop (frame, pieces, i);
  stroke_path (frame, frame->unit, FAINT);
}

void
refrain_event_paint_path (const RefrainEventFrame *frame)
{
  const RefrainViewport *viewport = frame->viewport;
  const gboolean is_tile = viewport->window_end > viewport->window_start;
  gsize first, last, n_seen;

  if (frame->painter->path == NULL)
    return;
  find_pieces (frame, is_tile ? viewport->window_start : viewport->start,
               is_tile ? viewport->window_end : viewport->end, &first, &last);
  n_seen = last - first;
  find_pieces (frame, viewport->start, viewport->end, &first, &last);
  if (n_seen <= MAX_PIECES && last - first <= 4 * MAX_PIECES)
    {
      draw_pieces (frame, first, last);
      return;
    }
  if (refrain_axis_get_kind (frame->painter->axis) != REFRAIN_AXIS_LOGICAL)
    shade_rows (frame, MIN (CLAMP (0.16 * frame->row_height, 3 * frame->unit, 14 * frame->unit),
                            frame->row_height));
  draw_few_hops (frame, n_seen, first, last);
}
