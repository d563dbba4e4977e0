/* refrain-event-highlight.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands out of the event graph: what is lit up, the one occurrence of it that was gone to,
 * and above both the measured range, what is picked and what is under the pointer.
 */
#include <math.h>

#include "refrain-event-frame.h"
#include "refrain-event-legend.h"
#include "refrain-search.h"

/* The most arrows and ticks of a frame. */
#define MAX_HIGHLIGHTED 1000
#define MAX_TICKS       20000
/* Of a lane's height: what is time of a set, but no operation. */
#define SPAN_PART 0.45

/* A place on the axis, as columns of operations have it. */
typedef struct
{
  double step;
  RefrainTime time;
  gboolean logical;
} Place;

static inline gboolean
is_before (const RefrainOps *ops, gsize op, const Place *place)
{
  return place->logical ? ops->logical[op] + 0.5 < place->step : ops->time[op] < place->time;
}

/* The first operation of [op, last) of a thread that is drawn at @x or to its right. Columns are
 * searched; positions are worked out only around what is found. */
static gsize
skip_to_x (const RefrainEventFrame *frame,
           guint process,
           const RefrainOps *ops,
           gsize op,
           gsize last,
           double x)
{
  RefrainAxis *axis = frame->painter->axis;
  const double position = frame->viewport->start + x / frame->scale;
  const Place place = { .step = position,
                        .time = refrain_axis_to_time (axis, position),
                        .logical = refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL };
  gsize low = op, leap = 1;

  while (low + leap < last && is_before (ops, low + leap, &place))
    {
      low += leap;
      leap *= 2;
    }
  low = REFRAIN_LOWER_BOUND (i, low, MIN (low + leap, last), is_before (ops, i, &place));
  while (low > op && refrain_event_frame_get_op_x (frame, process, low - 1) >= x)
    low--;
  while (low < last && refrain_event_frame_get_op_x (frame, process, low) < x)
    low++;
  return low;
}

/* Whether both ends of @arrow are lit up: a message to something else stays in the background. */
static gboolean
is_lit (const RefrainEventFrame *frame, const RefrainOpSet *set, const RefrainArrow *arrow)
{
  const RefrainOpSet *all = frame->painter->highlight != NULL ? frame->painter->highlight : set;

  return refrain_op_set_contains (all, arrow->sender, arrow->send)
         && refrain_op_set_contains (all, arrow->receiver, arrow->receive);
}

/* A tick or a box for each operation of @set in @row that can be told apart from the one before it:
 * rectangles on the path of the frame's drawing. */
static void
add_row (const RefrainEventFrame *frame,
         const RefrainOpSet *set,
         gint64 row,
         GArray *arrows,
         guint *ticks)
{
  /* Each row has its share of the arrows, spread over the width. */
  gsize share = MAX (MAX_HIGHLIGHTED / MAX (frame->last_row - frame->first_row, 1), 2);
  double distance = frame->detail > 0 ? 0 : frame->viewport->width / share;
  double last_arrow = -G_MAXDOUBLE;
  gsize most = arrows->len + share;
  RefrainEventPainter *painter = frame->painter;
  guint process = painter->rows[row];
  RefrainProcess *object = refrain_trace_get_process (painter->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (object);
  double top = refrain_event_frame_get_y (frame, row);

  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      RefrainRowShape shape = refrain_event_frame_get_shape (frame, process, t);
      gsize first, last;

      refrain_event_frame_get_ops (frame, object, refrain_process_get_thread (object, t), &first,
                                   &last);
      for (gsize op = refrain_op_set_find_next (set, process, first, last); op<last && * ticks> 0;
           op = refrain_op_set_find_next (set, process, op, last))
        {
          double start, end, x0, x1;
          RefrainArrow arrow;

          refrain_axis_get_op_span (painter->axis, process, op, &start, &end);
          x0 = refrain_event_frame_get_x (frame, start);
          x1 = MAX (refrain_event_frame_get_x (frame, end), x0 + 1.2 * frame->unit);
          cairo_rectangle (frame->cr, x0, top + shape.lane_y, x1 - x0, shape.lane_height);
          (*ticks)--;
          if (REFRAIN_OP_IS_P2P (ops->kind[op]) && arrows->len < most && x0 >= last_arrow + distance
              && refrain_event_make_arrow (frame, process, op, &arrow)
              && is_lit (frame, set, &arrow))
            {
              g_array_append_val (arrows, arrow);
              last_arrow = x0;
            }
          op = skip_to_x (frame, process, ops, op + 1, last,
                          refrain_event_frame_get_op_x (frame, process, op)
                              + (frame->detail > 0 ? 0 : 1.5 * frame->unit));
        }
    }
}

/* The time that belongs to @set, in the lane of its process' operations and lower than these:
 * rectangles on the path of the frame's drawing. */
static void
add_spans (const RefrainEventFrame *frame, const RefrainOpSet *set)
{
  const RefrainEventPainter *painter = frame->painter;
  guint32 process = REFRAIN_NONE;
  RefrainTime last = 0;
  double drawn = 0; /* of that process, up to there */
  gsize n;
  const RefrainOpSpan *spans = refrain_op_set_get_spans (set, &n);

  if (refrain_axis_get_kind (painter->axis) == REFRAIN_AXIS_LOGICAL)
    return;
  for (gsize i = 0; i < n; i++)
    {
      const gint32 row = painter->row_of[spans[i].process];
      RefrainRowShape shape;
      double x0, x1;

      if (row < frame->first_row || row >= frame->last_row)
        continue;
      /* Another thread begins anew. */
      if (spans[i].process != process || spans[i].start < last)
        drawn = 0;
      process = spans[i].process;
      last = spans[i].start;
      x0 = MAX (refrain_event_frame_get_time_x (frame, last), drawn);
      x1 = refrain_event_frame_get_time_x (frame, spans[i].end);
      x1 = MIN (MAX (x1, x0 + frame->unit), frame->viewport->width);
      if (x0 >= x1 || x1 < drawn + frame->unit)
        continue;
      shape = refrain_event_frame_get_op_shape (frame, process, spans[i].op);
      cairo_rectangle (frame->cr, x0,
                       refrain_event_frame_get_y (frame, row) + shape.lane_y
                           + (1 - SPAN_PART) / 2 * shape.lane_height,
                       x1 - x0, SPAN_PART * shape.lane_height);
      drawn = x1;
    }
}

/* @set in @color, with at most @ticks ticks. */
static void
paint_set (const RefrainEventFrame *frame, const RefrainOpSet *set, RefrainColor color, guint ticks)
{
  g_autoptr (GArray) arrows = g_array_new (FALSE, FALSE, sizeof (RefrainArrow));
  gboolean many;

  refrain_color_set_source (color, frame->cr);
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      add_row (frame, set, row, arrows, &ticks);
      cairo_fill (frame->cr);
    }
  add_spans (frame, set);
  cairo_fill (frame->cr);
  if (frame->row_height < 6 * frame->unit)
    return;
  many = arrows->len > 300;
  color.alpha *= many ? 0.45 : 0.9;
  refrain_event_draw_arrows (frame, (const RefrainArrow *) arrows->data, arrows->len,
                             frame->style->line_width * (many ? 0.9 : 1.3), color);
}

void
refrain_event_paint_highlight (const RefrainEventFrame *frame)
{
  const RefrainOpSet *set = frame->painter->highlight;
  const guint n_parts = set != NULL ? refrain_op_set_get_n_parts (set) : 0;

  if (set == NULL)
    return;
  if (n_parts == 0)
    paint_set (frame, set, frame->style->colors[REFRAIN_COLOR_SELECTION], MAX_TICKS);
  for (guint i = 0; i < n_parts; i++)
    paint_set (frame, refrain_op_set_get_part (set, i),
               refrain_event_get_part_color (frame->style, set, i), MAX_TICKS / n_parts);
}

/* ---- The occurrence that was gone to --------------------------------------------------------- */

typedef struct
{
  double x0, x1, y0, y1;
} Extent;

/* Where @set lies, on the rows there are; FALSE where nothing of it can be seen. */
static gboolean
find_extent (const RefrainEventFrame *frame, const RefrainOpSet *set, Extent *extent)
{
  double start = G_MAXDOUBLE, end = -G_MAXDOUBLE, from, to;
  gint64 first = G_MAXINT64, last = -1;

  for (gsize row = 0; row < frame->painter->n_rows; row++)
    if (refrain_axis_get_set_span (frame->painter->axis, set, frame->painter->rows[row], &from,
                                   &to))
      {
        start = MIN (start, from);
        end = MAX (end, to);
        first = MIN (first, (gint64) row);
        last = (gint64) row;
      }
  if (last < 0)
    return FALSE;
  extent->x0 = round (refrain_event_frame_get_x (frame, start) - 3 * frame->unit);
  extent->x1 = round (refrain_event_frame_get_x (frame, end) + 3 * frame->unit);
  extent->y0 = round (refrain_event_frame_get_y (frame, first) + frame->unit);
  extent->y1 = round (refrain_event_frame_get_y (frame, last + 1) - frame->unit);
  return extent->x1 >= 0 && extent->x0 <= frame->viewport->width && extent->y1 >= 0
         && extent->y0 <= frame->viewport->height;
}

/* The colour that the operations of @set are lit up in: that of the part which holds them. */
static RefrainColor
find_color (const RefrainEventFrame *frame, const RefrainOpSet *set)
{
  const RefrainOpSet *all = frame->painter->highlight;
  const guint n_parts = all != NULL ? refrain_op_set_get_n_parts (all) : 0;

  for (guint p = 0; p < frame->painter->n_processes && n_parts > 0; p++)
    {
      const gsize n = refrain_trace_get_ops (frame->painter->trace, p)->n;
      const gsize op = refrain_op_set_find_next (set, p, 0, n);

      for (guint i = 0; i < n_parts && op < n; i++)
        if (refrain_op_set_contains (refrain_op_set_get_part (all, i), p, op))
          return refrain_event_get_part_color (frame->style, all, i);
    }
  return frame->style->colors[REFRAIN_COLOR_SELECTION];
}

/* Strokes the path @width wide in the colour of text, on a ground that sets it off. */
static void
stroke_frame (const RefrainEventFrame *frame, double width)
{
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_BACKGROUND, 0.8);
  cairo_set_line_width (frame->cr, width + 2 * frame->unit);
  cairo_stroke_preserve (frame->cr);
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (frame->cr, width);
  cairo_stroke (frame->cr);
}

/* Makes the operations @set, an occurrence of what is lit up, stand out of it: above all else. */
static void
paint_current (const RefrainEventFrame *frame, const RefrainOpSet *set)
{
  g_autoptr (GArray) arrows = g_array_new (FALSE, FALSE, sizeof (RefrainArrow));
  const double unit = frame->unit;
  guint ticks = MAX_TICKS;
  Extent extent;

  if (!find_extent (frame, set, &extent))
    return;
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    add_row (frame, set, row, arrows, &ticks);
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (frame->cr, 1.2 * unit);
  cairo_stroke (frame->cr);
  if (frame->row_height >= 6 * unit)
    {
      refrain_event_draw_arrows (frame, (const RefrainArrow *) arrows->data, arrows->len,
                                 frame->style->line_width * 2.8,
                                 frame->style->colors[REFRAIN_COLOR_TEXT]);
      refrain_event_draw_arrows (frame, (const RefrainArrow *) arrows->data, arrows->len,
                                 frame->style->line_width * 1.4, find_color (frame, set));
    }
  cairo_rectangle (frame->cr, extent.x0, extent.y0, extent.x1 - extent.x0, extent.y1 - extent.y0);
  stroke_frame (frame, 2 * unit);
}

/* ---- The overlay ----------------------------------------------------------------------------- */

static void
outline (
    const RefrainEventFrame *frame, double x0, double x1, double y, double height, double width)
{
  x1 = MAX (x1, x0 + 2 * frame->unit);
  cairo_rectangle (frame->cr, x0 - width, y - width, x1 - x0 + 2 * width, height + 2 * width);
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (frame->cr, width);
  cairo_stroke (frame->cr);
}

static void
outline_op (const RefrainEventFrame *frame, guint process, gsize op, double width)
{
  RefrainEventPainter *painter = frame->painter;
  RefrainRowShape shape;
  double start, end;

  if (painter->row_of[process] < 0)
    return;
  shape = refrain_event_frame_get_op_shape (frame, process, op);
  refrain_axis_get_op_span (painter->axis, process, op, &start, &end);
  outline (frame, refrain_event_frame_get_x (frame, start), refrain_event_frame_get_x (frame, end),
           refrain_event_frame_get_y (frame, painter->row_of[process]) + shape.lane_y,
           shape.lane_height, width);
}

static void
mark_op (const RefrainEventFrame *frame, const RefrainPick *pick, double width)
{
  RefrainEventPainter *painter = frame->painter;
  const RefrainOps *ops = refrain_trace_get_ops (painter->trace, pick->process);
  RefrainArrow arrow;

  if (pick->row >= ops->n)
    return;
  outline_op (frame, pick->process, pick->row, width);
  if (REFRAIN_OP_IS_P2P (ops->kind[pick->row]))
    {
      if (!refrain_event_make_arrow (frame, pick->process, pick->row, &arrow))
        return;
      outline_op (frame, ops->peer[pick->row], ops->partner[pick->row], width);
      refrain_event_draw_arrows (frame, &arrow, 1, width * 1.2,
                                 frame->style->colors[REFRAIN_COLOR_SELECTION]);
    }
  else if (ops->partner[pick->row] != REFRAIN_NONE)
    {
      const RefrainCollectives *all = refrain_trace_get_collectives (painter->trace);
      guint32 instance = ops->partner[pick->row];

      if (instance >= all->n)
        return;
      for (guint64 i = all->first[instance]; i < all->first[instance + 1]; i++)
        {
          gint32 row = painter->row_of[all->process[i]];

          if (row >= frame->first_row && row < frame->last_row)
            outline_op (frame, all->process[i], all->op[i], width);
        }
    }
}

static void
mark_call (const RefrainEventFrame *frame, const RefrainPick *pick, double width)
{
  RefrainEventPainter *painter = frame->painter;
  const RefrainCalls *calls = refrain_trace_get_calls (painter->trace, pick->process);
  RefrainRowShape shape;
  double y, height;

  if (pick->row >= calls->n)
    return;
  shape = refrain_event_frame_get_call_shape (frame, pick->process, pick->row);
  y = refrain_event_frame_get_y (frame, painter->row_of[pick->process]);
  if (painter->kinds[calls->routine[pick->row]] != REFRAIN_ROUTINE_USER || shape.band_height <= 0)
    {
      y += shape.lane_y;
      height = shape.lane_height;
    }
  else
    {
      height = shape.band_height / shape.n_levels;
      y += shape.band_y
           + refrain_event_frame_get_level (frame, &shape, calls->depth[pick->row]) * height;
    }
  outline (frame, refrain_event_frame_get_time_x (frame, calls->start[pick->row]),
           refrain_event_frame_get_time_x (frame, calls->end[pick->row]), y, height, width);
  if (refrain_event_frame_get_call_lane (frame, pick->process, pick->row, &y, &height))
    outline (frame, refrain_event_frame_get_time_x (frame, calls->start[pick->row]),
             refrain_event_frame_get_time_x (frame, calls->end[pick->row]), y, height, width);
}

static void
mark_row (const RefrainEventFrame *frame, guint process, double alpha)
{
  gint32 row = process < frame->painter->n_processes ? frame->painter->row_of[process] : -1;

  if (row < 0)
    return;
  cairo_rectangle (
      frame->cr, 0, refrain_event_frame_get_y (frame, row), frame->viewport->width,
      MAX (refrain_event_frame_get_y (frame, row + 1) - refrain_event_frame_get_y (frame, row),
           frame->unit));
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_SELECTION, alpha);
  cairo_fill (frame->cr);
}

static void
mark (const RefrainEventFrame *frame, const RefrainPick *pick, gboolean hover)
{
  double width = (hover ? 1.2 : 2) * frame->unit;

  if (pick->kind == REFRAIN_PICK_NONE || pick->process >= frame->painter->n_processes
      || frame->painter->row_of[pick->process] < 0)
    return;
  switch (pick->kind)
    {
    case REFRAIN_PICK_OP:
      mark_op (frame, pick, width);
      break;
    case REFRAIN_PICK_CALL:
      if (refrain_axis_get_kind (frame->painter->axis) != REFRAIN_AXIS_LOGICAL)
        mark_call (frame, pick, width);
      break;
    case REFRAIN_PICK_PROCESS:
      mark_row (frame, pick->process, hover ? 0.04 : 0.1);
      break;
    case REFRAIN_PICK_CHANNEL:
      mark_row (frame, pick->process, hover ? 0.06 : 0.14);
      mark_row (frame, pick->peer, hover ? 0.03 : 0.07);
      break;
    case REFRAIN_PICK_NONE:
    default:
      break;
    }
}

/* Its two ends, and less of what is around; what is in it stays as it is. */
static void
mark_range (const RefrainEventFrame *frame, RefrainTime start, RefrainTime end)
{
  const RefrainViewport *viewport = frame->viewport;
  const double line = frame->style->line_width;
  double x0, x1;

  if (start > end)
    return;
  x0 = CLAMP (refrain_event_frame_get_time_x (frame, start), -line, viewport->width + line);
  x1 = CLAMP (refrain_event_frame_get_time_x (frame, end), -line, viewport->width + line);
  x1 = MAX (x1, x0 + frame->unit);
  cairo_rectangle (frame->cr, 0, 0, MAX (x0, 0), viewport->height);
  cairo_rectangle (frame->cr, x1, 0, MAX (viewport->width - x1, 0), viewport->height);
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_BACKGROUND, 0.45);
  cairo_fill (frame->cr);
  cairo_rectangle (frame->cr, x0, 0, line, viewport->height);
  cairo_rectangle (frame->cr, x1 - line, 0, line, viewport->height);
  /* Not the colour of what is lit up: that is another thing. */
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT);
  cairo_fill (frame->cr);
}

void
refrain_event_paint_overlay (const RefrainEventFrame *frame,
                             RefrainSelection *selection,
                             const RefrainPick *hover)
{
  if (selection != NULL)
    {
      const RefrainPick *pick = refrain_selection_get_pick (selection);
      RefrainTime start, end;

      refrain_selection_get_range (selection, &start, &end);
      mark_range (frame, start, end);
      if (refrain_selection_get_current (selection) != NULL)
        paint_current (frame, refrain_selection_get_current (selection));
      if (pick != NULL)
        mark (frame, pick, FALSE);
    }
  if (hover != NULL)
    mark (frame, hover, TRUE);
}
