/* refrain-event-tracks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The row of a process with several threads is divided into tracks, one above the other: each
 * thread that holds events has its own routine band and its own MPI lane.
 */
#include "config.h"

#include "refrain-event-private.h"

/* The part of the row's height that tracks take; the rest is for messages. */
#define TRACKS_PART 0.78
/* In a track less high than this, in units, nothing could be told apart: threads share the row. */
#define MIN_TRACK 6

gboolean
refrain_event_has_track (RefrainProcess *process, gsize thread)
{
  const RefrainThread *of = refrain_process_get_thread (process, thread);

  return of->n_calls > 0 || of->n_ops > 0;
}

gsize
refrain_event_count_tracks (RefrainProcess *process)
{
  gsize n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    n += refrain_event_has_track (process, t);
  return n;
}

static double
get_pad (const RefrainEventFrame *frame)
{
  return MIN (frame->row_height * 0.06, 8 * frame->unit);
}

double
refrain_event_frame_get_pitch (const RefrainEventFrame *self, guint process)
{
  return (self->row_height * TRACKS_PART - get_pad (self)) / self->painter->n_tracks[process];
}

gboolean
refrain_event_frame_has_tracks (const RefrainEventFrame *self, guint process)
{
  return self->painter->n_tracks[process] > 1
         && refrain_event_frame_get_pitch (self, process) >= MIN_TRACK * self->unit;
}

static RefrainRowShape
shape_track (const RefrainEventFrame *frame, gsize track, double pitch)
{
  double top = get_pad (frame) + track * pitch, body = pitch - MIN (2 * frame->unit, pitch * 0.15);
  double level = 1.18 * frame->style->font_size;
  guint levels = MIN (frame->painter->levels, REFRAIN_EVENT_MAX_LEVELS);
  RefrainRowShape shape = { .band_y = top, .n_levels = 1 };

  if (levels > 0 && refrain_axis_get_kind (frame->painter->axis) != REFRAIN_AXIS_LOGICAL)
    {
      shape.n_levels = CLAMP (body * 0.6 / level, 1, levels);
      shape.band_height = MIN (shape.n_levels * level, body * 0.6);
    }
  shape.lane_y = top + shape.band_height + (shape.band_height > 0 ? frame->unit * 0.5 : 0);
  shape.lane_height = MIN (top + body - shape.lane_y, 24 * frame->unit);
  shape.peer_y = frame->row_height * TRACKS_PART + frame->unit;
  shape.peer_height = MAX (frame->row_height - get_pad (frame) - shape.peer_y, 0);
  return shape;
}

RefrainRowShape
refrain_event_frame_get_shape (const RefrainEventFrame *self, guint process, gsize thread)
{
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  gsize track = 0;

  if (!refrain_event_frame_has_tracks (self, process))
    return self->shape;
  for (gsize t = 0; t < thread; t++)
    track += refrain_event_has_track (object, t);
  track = MIN (track, self->painter->n_tracks[process] - 1);
  return shape_track (self, track, refrain_event_frame_get_pitch (self, process));
}

gsize
refrain_event_frame_get_thread_at (const RefrainEventFrame *self, guint process, double inside)
{
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  gsize found = 0;

  /* The first as well for what is above it. */
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    if (refrain_event_has_track (object, t)
        && refrain_event_frame_get_shape (self, process, t).band_y <= inside)
      found = t;
  return found;
}

RefrainRowShape
refrain_event_frame_get_op_shape (const RefrainEventFrame *self, guint process, gsize op)
{
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  gsize t = 0;

  if (!refrain_event_frame_has_tracks (self, process))
    return self->shape;
  for (; t + 1 < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);

      if (op >= thread->first_op && op < thread->first_op + thread->n_ops)
        break;
    }
  return refrain_event_frame_get_shape (self, process, t);
}

RefrainRowShape
refrain_event_frame_get_call_shape (const RefrainEventFrame *self, guint process, gsize call)
{
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  gsize t = 0;

  if (!refrain_event_frame_has_tracks (self, process))
    return self->shape;
  for (; t + 1 < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);

      if (call >= thread->first_call && call < thread->first_call + thread->n_calls)
        break;
    }
  return refrain_event_frame_get_shape (self, process, t);
}
