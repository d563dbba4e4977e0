/* refrain-event-overlay.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Above the event graph: the measured range, what is picked and what is under the pointer.
 */
#include "config.h"

#include "refrain-event-private.h"

#include <math.h>

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
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (painter->trace, pick->process));
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
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (painter->trace, pick->process));
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
}

static void
mark_row (const RefrainEventFrame *frame, guint process, double alpha)
{
  gint32 row = process < frame->painter->n_processes ? frame->painter->row_of[process] : -1;

  if (row < 0)
    return;
  cairo_rectangle (frame->cr, 0, refrain_event_frame_get_y (frame, row), frame->viewport->width,
                   MAX (frame->row_height, frame->unit));
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

static void
mark_range (const RefrainEventFrame *frame, RefrainTime start, RefrainTime end)
{
  double x0 = refrain_event_frame_get_time_x (frame, start);
  double x1 = refrain_event_frame_get_time_x (frame, end);

  if (start > end)
    return;
  cairo_rectangle (frame->cr, x0, 0, MAX (x1 - x0, frame->unit), frame->viewport->height);
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_SELECTION, 0.1);
  cairo_fill_preserve (frame->cr);
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_SELECTION, 0.7);
  cairo_set_line_width (frame->cr, frame->style->line_width);
  cairo_stroke (frame->cr);
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
        refrain_event_paint_current (frame, refrain_selection_get_current (selection));
      if (pick != NULL)
        mark (frame, pick, FALSE);
    }
  if (hover != NULL)
    mark (frame, hover, TRUE);
}
