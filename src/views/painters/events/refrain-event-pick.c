/* refrain-event-pick.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is at a point, and which edges of events are near it.
 */
#include "refrain-pixel-columns.h"
#include "refrain-event-frame.h"

#include <math.h>

#define NEAR         4.0 /* units */
#define MAX_SEARCHED 512
#define MAX_ARROWS   1200
#define MAX_CALL_OPS 4096

static gboolean
pick_arrow (const RefrainEventFrame *frame, double x, double y, RefrainPick *pick)
{
  g_autoptr (GArray) arrows = NULL;
  double best = NEAR * frame->unit;
  gboolean found = FALSE;

  if (frame->arrows <= 0)
    return FALSE;
  arrows = refrain_event_find_arrows (frame, MAX_ARROWS);
  for (guint i = 0; i < arrows->len; i++)
    {
      const RefrainArrow *arrow = &g_array_index (arrows, RefrainArrow, i);
      double distance
          = refrain_painter_get_distance (x, y, arrow->x0, arrow->y0, arrow->x1, arrow->y1);

      if (distance < best)
        {
          best = distance;
          *pick = (RefrainPick){ .kind = REFRAIN_PICK_OP,
                                 .process = arrow->sender,
                                 .row = arrow->send };
          found = TRUE;
        }
    }
  return found;
}

/* The operation of @thread whose mark is nearest to @x, of those of call @call if one is given. */
static gboolean
pick_op (const RefrainEventFrame *frame,
         guint process,
         const RefrainThread *thread,
         guint32 call,
         double x,
         double reach,
         RefrainPick *pick)
{
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (object);
  RefrainAxis *axis = frame->painter->axis;
  double position = frame->viewport->start + x / frame->scale, best = reach;
  gsize end = thread->first_op + thread->n_ops, first, last;
  gboolean found = FALSE;

  if (refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL)
    first = refrain_pixel_columns_find_step (ops, thread, 0, position - 1);
  else if (call != REFRAIN_NONE)
    first
        = refrain_process_find_op (object, thread, refrain_process_get_calls (object)->start[call]);
  else
    first = refrain_process_find_op (object, thread, refrain_axis_to_time (axis, position));
  last = MIN (first + (call != REFRAIN_NONE ? MAX_CALL_OPS : 8), end);
  if (call == REFRAIN_NONE)
    first -= MIN (first - thread->first_op, 8);
  for (gsize op = first; op < last; op++)
    {
      double at = refrain_axis_get_op_position (axis, process, op), distance;

      if (call != REFRAIN_NONE && ops->call[op] != call)
        {
          if (ops->time[op] > refrain_process_get_calls (object)->end[call])
            break;
          continue;
        }
      distance = fabs (at - position) * frame->scale;
      if (distance < best || (call != REFRAIN_NONE && !found))
        {
          best = distance;
          found = TRUE;
          *pick = (RefrainPick){ .kind = REFRAIN_PICK_OP, .process = process, .row = op };
        }
    }
  return found;
}

/* The call of @thread that is open at @x, or begins or ends within reach; MPI's only, or the
 * program's own at @level. */
static guint32
find_call (const RefrainEventFrame *frame,
           guint process,
           const RefrainThread *thread,
           double x,
           gboolean mpi,
           const RefrainRowShape *shape,
           guint level)
{
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  double offsets[] = { 0, -NEAR * frame->unit / 2, NEAR * frame->unit / 2 };

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      RefrainTime time = refrain_axis_to_time (
          frame->painter->axis, frame->viewport->start + (x + offsets[i]) / frame->scale);
      guint32 call = refrain_process_find_call_at (object, thread, time);

      for (guint depth = 0; call != REFRAIN_NONE && depth < MAX_SEARCHED;
           call = calls->parent[call], depth++)
        {
          gboolean is_mpi = frame->painter->kinds[calls->routine[call]] != REFRAIN_ROUTINE_USER;

          if (is_mpi == mpi
              && (mpi || refrain_event_frame_get_level (frame, shape, calls->depth[call]) == level))
            return call;
        }
      if (!mpi)
        break;
    }
  return REFRAIN_NONE;
}

static gboolean
pick_peer (const RefrainEventFrame *frame, guint process, double y, RefrainPick *pick)
{
  double height;
  gsize n_lanes = refrain_event_get_peer_lanes (frame, process, &height), n_peers;
  const guint *peers = refrain_summary_get_peers (frame->painter->summary, process, &n_peers);
  double part = (y - refrain_event_frame_get_shape (frame, process, 0).peer_y)
                / (height * MAX (n_lanes, 1));

  if (frame->shading < 0.5 || n_lanes == 0 || part < 0 || part >= 1)
    return FALSE;
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_CHANNEL,
                         .process = process,
                         .peer = peers[(gsize) (part * n_lanes) * n_peers / n_lanes] };
  return TRUE;
}

/* In the lane of thread @only, or, where @only is G_MAXSIZE, of all. */
static gboolean
pick_in_lane (
    const RefrainEventFrame *frame, guint process, gsize only, double x, RefrainPick *pick)
{
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  gboolean logical = refrain_axis_get_kind (frame->painter->axis) == REFRAIN_AXIS_LOGICAL;
  double reach = logical ? MAX (frame->scale * 0.5, NEAR * frame->unit) : NEAR * frame->unit;

  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);
      guint32 call
          = logical ? REFRAIN_NONE : find_call (frame, process, thread, x, TRUE, &frame->shape, 0);

      if (only != G_MAXSIZE && t != only)
        continue;
      if (call != REFRAIN_NONE && pick_op (frame, process, thread, call, x, reach, pick))
        return TRUE;
      if (call != REFRAIN_NONE)
        {
          *pick = (RefrainPick){ .kind = REFRAIN_PICK_CALL, .process = process, .row = call };
          return TRUE;
        }
      if (pick_op (frame, process, thread, REFRAIN_NONE, x, reach, pick))
        return TRUE;
    }
  return FALSE;
}

/* In a lane of the open row of @process: an operation of the MPI call there, or the call. */
static gboolean
pick_in_depth (
    const RefrainEventFrame *frame, guint process, double inside, double x, RefrainPick *pick)
{
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  gsize thread;
  guint depth;
  guint32 call;

  if (!refrain_event_frame_find_lane (frame, frame->painter->row_of[process], inside, &thread,
                                      &depth))
    return FALSE;
  call = refrain_event_find_in_lane (frame, process, thread, depth, x);
  if (call == REFRAIN_NONE)
    return FALSE;
  if (frame->painter->kinds[calls->routine[call]] != REFRAIN_ROUTINE_USER
      && pick_op (frame, process, refrain_process_get_thread (object, thread), call, x,
                  NEAR * frame->unit, pick))
    return TRUE;
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_CALL, .process = process, .row = call };
  return TRUE;
}

gboolean
refrain_event_pick (const RefrainEventFrame *frame, double x, double y, RefrainPick *pick)
{
  RefrainEventPainter *painter = frame->painter;
  gint process = refrain_event_painter_get_process_at (painter, frame->viewport, y);
  RefrainProcess *object;
  RefrainRowShape shape;
  gsize thread = 0;
  gboolean tracks;
  double inside;

  if (process < 0)
    return FALSE;
  object = refrain_trace_get_process (painter->trace, process);
  inside = y - refrain_event_frame_get_y (frame, painter->row_of[process]);
  if (inside >= frame->row_height)
    {
      if (!pick_in_depth (frame, process, inside, x, pick) && !pick_arrow (frame, x, y, pick))
        *pick = (RefrainPick){ .kind = REFRAIN_PICK_PROCESS, .process = process };
      return TRUE;
    }
  tracks = refrain_event_frame_has_tracks (frame, process);
  if (tracks)
    thread = refrain_event_frame_get_thread_at (frame, process, inside);
  shape = refrain_event_frame_get_shape (frame, process, thread);
  if (inside >= shape.lane_y && inside < shape.lane_y + shape.lane_height
      && pick_in_lane (frame, process, tracks ? thread : G_MAXSIZE, x, pick))
    return TRUE;
  if (pick_arrow (frame, x, y, pick))
    return TRUE;
  if (shape.band_height > 0 && inside >= shape.band_y && inside < shape.band_y + shape.band_height
      && thread < refrain_process_get_n_threads (object))
    {
      guint32 call
          = find_call (frame, process, refrain_process_get_thread (object, thread), x, FALSE,
                       &shape, (inside - shape.band_y) / shape.band_height * shape.n_levels);

      if (call != REFRAIN_NONE)
        {
          *pick = (RefrainPick){ .kind = REFRAIN_PICK_CALL, .process = process, .row = call };
          return TRUE;
        }
    }
  if (shape.peer_height > 0 && pick_peer (frame, process, inside, pick))
    return TRUE;
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_PROCESS, .process = process };
  return TRUE;
}

/* ---- Snapping -------------------------------------------------------------------------------- */

typedef struct
{
  const RefrainEventFrame *frame;
  double x, best, position;
} Snap;

static void
try_edge (Snap *self, double position)
{
  double distance = fabs ((position - self->frame->viewport->start) * self->frame->scale - self->x);

  if (distance < self->best)
    {
      self->best = distance;
      self->position = position;
    }
}

static void
snap_to_thread (Snap *self, guint process, const RefrainThread *thread, double reach)
{
  const RefrainEventFrame *frame = self->frame;
  RefrainAxis *axis = frame->painter->axis;
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  double position = frame->viewport->start + self->x / frame->scale;
  RefrainTime from = refrain_axis_to_time (axis, position - reach / frame->scale);
  gsize first = refrain_process_find_call (object, thread, from), n = 0, op;
  guint32 call
      = refrain_process_find_call_at (object, thread, refrain_axis_to_time (axis, position));

  for (; call != REFRAIN_NONE && n < MAX_SEARCHED; call = calls->parent[call], n++)
    {
      try_edge (self, refrain_axis_from_time (axis, calls->start[call]));
      try_edge (self, refrain_axis_from_time (axis, calls->end[call]));
    }
  first -= MIN (first - thread->first_call, 8);
  for (gsize i = first; i < MIN (first + MAX_SEARCHED, thread->first_call + thread->n_calls); i++)
    {
      try_edge (self, refrain_axis_from_time (axis, calls->start[i]));
      try_edge (self, refrain_axis_from_time (axis, calls->end[i]));
    }
  op = refrain_process_find_op (object, thread, from);
  for (n = op; n < MIN (op + MAX_SEARCHED, thread->first_op + thread->n_ops); n++)
    try_edge (self, refrain_axis_get_op_position (axis, process, n));
}

gboolean
refrain_event_painter_snap (RefrainEventPainter *self,
                            const RefrainViewport *viewport,
                            double x,
                            double y,
                            double distance,
                            double *position)
{
  gint process = refrain_event_painter_get_process_at (self, viewport, y);
  RefrainStyle style;
  RefrainEventFrame frame;
  Snap snap = { .frame = &frame, .x = x, .best = distance };

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (viewport != NULL && position != NULL, FALSE);

  if (process < 0)
    return FALSE;
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_event_frame_init (&frame, self, NULL, viewport, &style);
  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    try_edge (&snap, round (viewport->start + x / frame.scale));
  else
    {
      RefrainProcess *object = refrain_trace_get_process (self->trace, process);

      for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
        snap_to_thread (&snap, process, refrain_process_get_thread (object, t), distance);
    }
  if (snap.best >= distance)
    return FALSE;
  *position = snap.position;
  return TRUE;
}
