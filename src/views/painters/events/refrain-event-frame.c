/* refrain-event-frame.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where rows, tracks and their parts stand, how much is in the window, and so what is drawn one by
 * one and what is shaded. The row of a process with several threads is divided into tracks, one
 * above the other: each thread that holds events has its own band of routines and its own MPI lane.
 */
#include "refrain-event-frame.h"

#include <math.h>

/* Boxes are drawn while there are less calls than this in the window and in each pixel of a row. */
#define MAX_BOXES          8000
#define MAX_BOXES_A_COLUMN 0.4
/* Arrows begin to fade and are all gone. */
#define FEW_ARROWS  250
#define MANY_ARROWS 1000

/* How high a lane is where nobody says, as a part of the row. */
#define PART_OF_ROW 0.24
/* Far enough outside every drawing, and safe for cairo's 24-bit fixed point. */
#define FAR_AWAY 20000.0

/* ---- The rows of the scene --------------------------------------------------------------------
 */

const guint *
refrain_event_painter_get_members (RefrainEventPainter *self, gsize row, gsize *n)
{
  *n = self->first_member[row + 1] - self->first_member[row];
  return self->members + self->first_member[row];
}

double
refrain_event_painter_get_lane_height (RefrainEventPainter *self, double row_height)
{
  return self->lane_height > 0 ? self->lane_height : PART_OF_ROW * row_height;
}

double
refrain_event_painter_get_top (RefrainEventPainter *self, double row_height, gsize row)
{
  g_return_val_if_fail (self != NULL, 0);

  row = MIN (row, self->n_rows);
  if (self->lanes_before == NULL)
    return (double) row * row_height;
  return (double) row * row_height
         + self->lanes_before[row] * refrain_event_painter_get_lane_height (self, row_height);
}

double
refrain_event_painter_count_row_units (RefrainEventPainter *self)
{
  g_return_val_if_fail (self != NULL, 1);
  return MAX ((double) self->n_rows, 1)
         + (self->lanes_before != NULL ? PART_OF_ROW * self->lanes_before[self->n_rows] : 0);
}

gsize
refrain_event_painter_find_row (RefrainEventPainter *self, double row_height, double y)
{
  gsize low = 0, high;

  g_return_val_if_fail (self != NULL, 0);

  high = self->n_rows;
  if (!(row_height > 0) || !(y >= 0))
    return 0;
  if (self->lanes_before == NULL)
    return (gsize) MIN (y / row_height, (double) self->n_rows);
  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (refrain_event_painter_get_top (self, row_height, middle + 1) <= y)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gint
refrain_event_painter_get_process_at (RefrainEventPainter *self,
                                      const RefrainViewport *viewport,
                                      double y)
{
  double row_height;
  gsize row;

  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (viewport != NULL, -1);

  row_height = MAX (viewport->height, 1) / MAX (viewport->n_rows, 1e-9);
  if (y < 0 || y >= viewport->height || viewport->first_row * row_height + y < 0)
    return -1;
  row = refrain_event_painter_find_row (self, row_height, viewport->first_row * row_height + y);
  return row < self->n_rows ? (gint) self->rows[row] : -1;
}

/* ---- Places on the surface --------------------------------------------------------------------
 */

double
refrain_event_frame_get_x (const RefrainEventFrame *self, double position)
{
  return CLAMP ((position - self->viewport->start) * self->scale, -FAR_AWAY,
                self->viewport->width + FAR_AWAY);
}

double
refrain_event_frame_get_op_x (const RefrainEventFrame *self, guint process, gsize op)
{
  return refrain_event_frame_get_x (
      self, refrain_axis_get_op_position (self->painter->axis, process, op));
}

double
refrain_event_frame_get_time_x (const RefrainEventFrame *self, RefrainTime time)
{
  return refrain_event_frame_get_x (self, refrain_axis_from_time (self->painter->axis, time));
}

double
refrain_event_frame_get_y (const RefrainEventFrame *self, gint64 row)
{
  double top = row * self->row_height;

  if (self->painter->lanes_before != NULL && row > 0)
    top = refrain_event_painter_get_top (self->painter, self->row_height, row);
  return CLAMP (top - self->viewport->first_row * self->row_height, -FAR_AWAY,
                self->viewport->height + FAR_AWAY);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
shape_rows (RefrainEventFrame *self)
{
  double height = self->row_height, unit = self->unit, pad;
  RefrainRowShape *shape = &self->shape;
  double font = self->style->font_size, level = 1.18 * font;
  guint levels = MIN (self->painter->levels, REFRAIN_EVENT_MAX_LEVELS);

  *shape = (RefrainRowShape){ .n_levels = 1 };
  if (refrain_axis_get_kind (self->painter->axis) == REFRAIN_AXIS_LOGICAL)
    levels = 0;
  if (height < 12 * unit)
    {
      shape->lane_height = height >= 3 * unit ? height - MIN (unit, height * 0.15) : height;
      return;
    }
  pad = MIN (height * 0.08, 8 * unit);
  shape->band_y = pad;
  if (height >= 30 * unit && levels > 0)
    {
      shape->n_levels = CLAMP (height * 0.38 / level, 1, levels);
      shape->band_height = MIN (height * 0.3, shape->n_levels * level);
      if (shape->n_levels > 1)
        shape->band_height = shape->n_levels * level;
      else if (height >= 3.2 * font)
        shape->band_height = MAX (shape->band_height, 0.95 * font);
    }
  shape->lane_y = shape->band_y + shape->band_height + (shape->band_height > 0 ? unit : 0);
  shape->lane_height = CLAMP (height * 0.22, 4 * unit, 24 * unit);
  if (height >= 3.2 * font)
    shape->lane_height = MAX (shape->lane_height, 0.95 * font);
  if (refrain_axis_get_kind (self->painter->axis) == REFRAIN_AXIS_LOGICAL)
    shape->lane_height = CLAMP (height * 0.28, 4 * unit, 30 * unit);
  shape->peer_y = shape->lane_y + shape->lane_height + unit;
  shape->peer_height = MAX (height - pad - shape->peer_y, 0);
}

/* ---- How much is in the window --------------------------------------------------------------- */

static void
find_ops (RefrainEventPainter *painter,
          RefrainProcess *process,
          const RefrainThread *thread,
          double start,
          double end,
          gsize *first,
          gsize *last)
{
  const RefrainOps *ops = refrain_process_get_ops (process);

  if (refrain_axis_get_kind (painter->axis) == REFRAIN_AXIS_LOGICAL)
    {
      *first = refrain_pixel_columns_find_step (ops, thread, 0, start - 1);
      *last = refrain_pixel_columns_find_step (ops, thread, *first, end + 1);
      return;
    }
  *first = refrain_process_find_op (process, thread, refrain_axis_to_time (painter->axis, start));
  *last = refrain_process_find_op (process, thread, refrain_axis_to_time (painter->axis, end) + 1);
}

void
refrain_event_frame_get_ops (const RefrainEventFrame *self,
                             RefrainProcess *process,
                             const RefrainThread *thread,
                             gsize *first,
                             gsize *last)
{
  find_ops (self->painter, process, thread, self->viewport->start, self->viewport->end, first,
            last);
}

/* The call depth of the innermost routine that fills most of the window, on all rows: what is
 * outside of it says nothing here. */
static guint
find_base (const RefrainEventFrame *self, RefrainTime from, RefrainTime to)
{
  RefrainEventPainter *painter = self->painter;
  gint64 step = MAX ((self->last_row - self->first_row) / 8, 1);
  guint base = G_MAXUINT;

  for (gint64 row = self->first_row; row < self->last_row; row += step)
    {
      RefrainProcess *process = refrain_trace_get_process (painter->trace, painter->rows[row]);
      const RefrainCalls *calls = refrain_process_get_calls (process);
      guint32 call = REFRAIN_NONE;

      if (refrain_process_get_n_threads (process) > 0)
        call = refrain_process_find_call_at (process, refrain_process_get_thread (process, 0),
                                             from + (to - from) / 2);
      for (; call != REFRAIN_NONE; call = calls->parent[call])
        if (painter->kinds[calls->routine[call]] == REFRAIN_ROUTINE_USER
            && (double) MIN (calls->end[call], to) - (double) MAX (calls->start[call], from)
                   >= 0.8 * ((double) to - (double) from))
          break;
      base = MIN (base, call != REFRAIN_NONE ? calls->depth[call] : 0);
    }
  return base == G_MAXUINT ? 0 : base;
}

guint
refrain_event_frame_get_level (const RefrainEventFrame *self,
                               const RefrainRowShape *shape,
                               guint depth)
{
  return MIN (depth - MIN (depth, self->base), shape->n_levels - 1);
}

/* Decides what is drawn one by one. */
static void
judge (RefrainEventFrame *self)
{
  RefrainEventPainter *painter = self->painter;
  const RefrainViewport *viewport = self->viewport;
  gboolean is_tile = viewport->window_end > viewport->window_start;
  double start = is_tile ? viewport->window_start : viewport->start;
  double end = is_tile ? viewport->window_end : viewport->end;
  double columns = MAX ((end - start) * self->scale / self->unit, 1);
  gboolean logical = refrain_axis_get_kind (painter->axis) == REFRAIN_AXIS_LOGICAL;
  gsize calls = 0, ops = 0, limit;

  if (self->shape.band_height > 0)
    self->base = find_base (self, refrain_axis_to_time (painter->axis, start),
                            refrain_axis_to_time (painter->axis, end));
  limit = MIN (MAX_BOXES, MAX_BOXES_A_COLUMN * columns * MAX (self->last_row - self->first_row, 1));
  for (gint64 row = self->first_row; row < self->last_row; row++)
    {
      RefrainProcess *process = refrain_trace_get_process (painter->trace, painter->rows[row]);

      if (calls > limit && ops > 2 * MANY_ARROWS)
        break;
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          gsize first, last;

          find_ops (painter, process, thread, start, end, &first, &last);
          ops += last - first;
          if (!logical)
            {
              first = refrain_process_find_call (process, thread,
                                                 refrain_axis_to_time (painter->axis, start));
              last = refrain_process_find_call (process, thread,
                                                refrain_axis_to_time (painter->axis, end) + 1);
            }
          calls += last - first;
        }
    }
  self->detail = calls <= limit ? 1 : 0;
  /* Every message is two operations. */
  self->arrows = CLAMP (1 - ((double) ops / 2 - FEW_ARROWS) / (MANY_ARROWS - FEW_ARROWS), 0, 1);
  self->shading = 1 - self->arrows;
  if (self->arrows > 0)
    self->arrows = 0.25 + 0.75 * self->arrows;
}

void
refrain_event_frame_init (RefrainEventFrame *self,
                          RefrainEventPainter *painter,
                          cairo_t *cr,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style)
{
  double n_rows = viewport->n_rows > 0 ? viewport->n_rows : MAX (painter->n_rows, 1);
  double span = viewport->end - viewport->start;

  *self = (RefrainEventFrame){
    .painter = painter,
    .cr = cr,
    .viewport = viewport,
    .style = style,
    .unit = style->font_size / 11,
    .scale = viewport->width / (span > 0 ? span : 1),
    .row_height = viewport->height / n_rows,
    .first_row = CLAMP (floor (viewport->first_row), 0, (double) painter->n_rows),
    .last_row = CLAMP (ceil (viewport->first_row + n_rows), 0, (double) painter->n_rows),
    .from = refrain_axis_to_time (painter->axis, viewport->start),
    .to = refrain_axis_to_time (painter->axis, viewport->end),
  };
  if (painter->lanes_before != NULL)
    {
      const double top = viewport->first_row * self->row_height;

      self->first_row = refrain_event_painter_find_row (painter, self->row_height, top);
      self->last_row = refrain_event_painter_find_row (painter, self->row_height,
                                                       top + viewport->height - 1e-6)
                       + 1;
      self->last_row = MIN (self->last_row, (gint64) painter->n_rows);
    }
  shape_rows (self);
  judge (self);
}

/* ---- Tracks ---------------------------------------------------------------------------------- */

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

/* The shape of the track whose thread holds operation @row, or call @row. */
static RefrainRowShape
get_shape_of (const RefrainEventFrame *self, guint process, gsize row, gboolean is_call)
{
  RefrainProcess *object = refrain_trace_get_process (self->painter->trace, process);
  gsize t = 0;

  if (!refrain_event_frame_has_tracks (self, process))
    return self->shape;
  for (; t + 1 < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);
      const gsize first = is_call ? thread->first_call : thread->first_op;

      if (row >= first && row < first + (is_call ? thread->n_calls : thread->n_ops))
        break;
    }
  return refrain_event_frame_get_shape (self, process, t);
}

RefrainRowShape
refrain_event_frame_get_op_shape (const RefrainEventFrame *self, guint process, gsize op)
{
  return get_shape_of (self, process, op, FALSE);
}

RefrainRowShape
refrain_event_frame_get_call_shape (const RefrainEventFrame *self, guint process, gsize call)
{
  return get_shape_of (self, process, call, TRUE);
}

/* ---- Colours --------------------------------------------------------------------------------- */

/* @color where something else is lit up, or drawn over it. */
static RefrainColor
step_back (const RefrainEventFrame *frame, RefrainColor color)
{
  if (frame->painter->highlight != NULL)
    return refrain_style_dim (frame->style, color);
  if (frame->painter->waits != NULL || frame->painter->path != NULL)
    return refrain_color_mix (color, frame->style->colors[REFRAIN_COLOR_DIMMED],
                              REFRAIN_EVENT_STEP_BACK);
  return color;
}

RefrainColor
refrain_event_get_kind_color (const RefrainEventFrame *frame, RefrainRoutineKind kind)
{
  const RefrainColor *own = &frame->painter->kind_colors[kind];

  return step_back (frame,
                    own->alpha > 0 ? *own : frame->style->colors[refrain_routine_get_role (kind)]);
}

RefrainColor
refrain_event_get_call_color (const RefrainEventFrame *frame, guint32 routine)
{
  const RefrainColor *own = frame->painter->own_colors;

  return own != NULL && own[routine].alpha > 0
             ? step_back (frame, own[routine])
             : refrain_event_get_kind_color (frame, frame->painter->kinds[routine]);
}

RefrainColor
refrain_event_get_hue (const RefrainEventFrame *frame, guint32 routine)
{
  const RefrainColor *own = frame->painter->own_colors;
  RefrainColor color
      = own != NULL && own[routine].alpha > 0
            ? own[routine]
            : refrain_style_get_routine_color (frame->style, frame->painter->names[routine]);

  if (frame->painter->highlight != NULL || frame->painter->waits != NULL
      || frame->painter->path != NULL)
    color = refrain_color_mix (color, frame->style->colors[REFRAIN_COLOR_BACKGROUND], 0.6);
  return color;
}
