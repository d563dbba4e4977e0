/* refrain-event-detail.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls and operations one by one: boxes with labels where they fit. On the logical axis each
 * operation is a box one step wide.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "refrain-event-frame.h"
#include "refrain-time-format.h"

/* ---- Words in boxes -------------------------------------------------------------------------- */

/* Between the labels of a long box, in font sizes. */
#define LABEL_PITCH 36

/* Draws @text from @x0 on, cut to end before @x1. FALSE when too little would be left of it. */
static gboolean
draw_label_once (
    const RefrainEventFrame *frame, double x0, double x1, RefrainText *place, const char *text)
{
  double letter = frame->style->font_size * place->scale * 0.58, room = x1 - x0;

  if (room < 2 * letter)
    return FALSE;
  place->max_width = 0;
  if (room < g_utf8_strlen (text, -1) * letter)
    {
      if (room < 6.5 * letter)
        return FALSE;
      place->max_width = room;
    }
  place->x = x0;
  refrain_text_show (frame->cr, frame->style, place, text);
  return TRUE;
}

/* The labels of a box that begins before a tile, or is longer than a window, are said again at
 * fixed places of the axis: wherever one pans to, there is one. */
static void
repeat_label (
    const RefrainEventFrame *frame, double x0, double x1, RefrainText *place, const char *text)
{
  double pitch = LABEL_PITCH * frame->style->font_size;
  double letter = frame->style->font_size * place->scale * 0.58;
  double width = (g_utf8_strlen (text, -1) + 2) * letter;
  double phase = fmod (frame->viewport->start * frame->scale, pitch);

  /* Where the axis is beyond what doubles can tell, there is no fixed place. */
  if (!isfinite (phase) || !(pitch >= 1))
    return;
  for (double x = -phase; x < x1; x += pitch)
    if (x >= x0 && x + width <= x1)
      draw_label_once (frame, x, x1, place, text);
}

gboolean
refrain_event_draw_label (const RefrainEventFrame *frame,
                          double x0,
                          double x1,
                          double y,
                          double height,
                          double pad,
                          RefrainColor ground,
                          const char *text)
{
  const RefrainViewport *viewport = frame->viewport;
  double scale = CLAMP (height / frame->style->font_size * 0.72, 0.6, 0.9);
  RefrainText place = { .y = y + height / 2, .scale = scale };
  gboolean drawn;

  x0 = MAX (x0, 0) + pad;
  x1 = MIN (x1, viewport->width) - pad;
  if (height < frame->style->font_size * 0.8)
    return FALSE;
  place.color = refrain_style_get_ink (frame->style, ground);
  if (frame->painter->highlight != NULL)
    place.color = refrain_color_mix (place.color, ground, 0.45);
  drawn = draw_label_once (frame, x0, x1, &place, text);
  if (drawn && viewport->window_end > viewport->window_start)
    repeat_label (frame,
                  x0 + (g_utf8_strlen (text, -1) + 4) * frame->style->font_size * scale * 0.58, x1,
                  &place, text);
  return drawn;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

#define MAX_DEPTH 128

static void
fill_box (const RefrainEventFrame *frame,
          double x0,
          double x1,
          double y,
          double height,
          RefrainColor color)
{
  double width = MAX (x1 - x0, 0.8 * frame->unit);

  if (width > 3 * frame->unit)
    width -= 0.6 * frame->unit;
  refrain_color_set_source (color, frame->cr);
  cairo_rectangle (frame->cr, x0, y, width, height);
  cairo_fill (frame->cr);
}

/* ---- Routines -------------------------------------------------------------------------------- */

/* How wide @text is at most in a box @height high; cheap. */
static double
guess_width (const RefrainEventFrame *frame, const char *text, double height)
{
  double scale = CLAMP (height / frame->style->font_size * 0.72, 0.6, 0.9);

  return g_utf8_strlen (text, -1) * frame->style->font_size * scale * 0.58 + 6 * frame->unit;
}

/* A label that waits until all boxes above its own are known. */
typedef struct
{
  double x0, x1; /* the room it has left */
  double end;    /* of its box */
  guint32 routine;
} Label;

typedef struct
{
  const RefrainEventFrame *frame;
  const RefrainCalls *calls;
  RefrainRowShape shape;
  double y;                /* of the row */
  double drawn[MAX_DEPTH]; /* how far to the right each depth of calls is painted */
  double covered[REFRAIN_EVENT_MAX_LEVELS];        /* and each level */
  guint *labels;                                   /* how many more are allowed */
  GArray *waiting[REFRAIN_EVENT_MAX_LEVELS];       /* of Label */
  guint open[REFRAIN_EVENT_MAX_LEVELS][MAX_DEPTH]; /* those whose box has not ended */
  guint n_open[REFRAIN_EVENT_MAX_LEVELS];
} Band;

static void
label_routine (Band *self, guint level, double x0, double x1, guint32 routine)
{
  const RefrainEventFrame *frame = self->frame;
  double height = self->shape.band_height / self->shape.n_levels;

  if (*self->labels == 0)
    return;
  if (refrain_event_draw_label (
          frame, x0, x1, self->y + self->shape.band_y + level * height, height - frame->unit,
          3 * frame->unit, refrain_event_get_hue (frame, routine), frame->painter->names[routine]))
    (*self->labels)--;
}

/* Lets the box [@x0, @x1] wait for its label. Labels of boxes it lies on end before it or move
 * behind it. */
static void
await_label (Band *self, guint level, double x0, double x1, guint32 routine)
{
  const RefrainEventFrame *frame = self->frame;
  double height = self->shape.band_height / self->shape.n_levels - frame->unit;
  GArray *waiting = self->waiting[level];
  guint *open = self->open[level], *n_open = &self->n_open[level];
  Label label = { .x0 = MAX (x0, 0), .x1 = x1, .end = x1, .routine = routine };

  while (*n_open > 0 && g_array_index (waiting, Label, open[*n_open - 1]).end <= x0)
    (*n_open)--;
  for (guint i = 0; i < *n_open; i++)
    {
      Label *below = &g_array_index (waiting, Label, open[i]);

      if (below->x1 <= x0 || below->x0 >= x1)
        continue;
      if (x0 - below->x0 >= guess_width (frame, frame->painter->names[below->routine], height))
        below->x1 = x0;
      else
        below->x0 = x1;
    }
  if (*n_open == MAX_DEPTH || !refrain_text_may_fit (frame->style, x1 - x0))
    return;
  open[(*n_open)++] = waiting->len;
  g_array_append_val (waiting, label);
}

static void
label_band (Band *self)
{
  for (guint level = 0; level < self->shape.n_levels; level++)
    for (guint i = 0; i < self->waiting[level]->len; i++)
      {
        const Label *label = &g_array_index (self->waiting[level], Label, i);

        label_routine (self, level, label->x0, label->x1, label->routine);
      }
}

static void
draw_routine (Band *self, gsize call)
{
  const RefrainEventFrame *frame = self->frame;
  guint depth = MIN (self->calls->depth[call], MAX_DEPTH - 1);
  guint level = refrain_event_frame_get_level (frame, &self->shape, depth);
  double height = self->shape.band_height / self->shape.n_levels;
  double y = self->y + self->shape.band_y + level * height;
  double x0 = refrain_event_frame_get_time_x (frame, self->calls->start[call]);
  double x1 = refrain_event_frame_get_time_x (frame, self->calls->end[call]);
  guint32 routine = self->calls->routine[call];
  RefrainColor color = refrain_event_get_hue (frame, routine);

  /* Not to be told from the box before it, or a speck on its caller's box. */
  if (x1 < self->drawn[depth] + 0.5 * frame->unit
      || (x1 - x0 < 0.5 * frame->unit && x1 < self->covered[level]))
    return;
  self->drawn[depth] = MAX (x1, x0 + 0.8 * frame->unit);
  self->covered[level] = MAX (self->covered[level], x1);
  fill_box (frame, x0, x1, y, height - MIN (height * 0.1, frame->unit), color);
  await_label (self, level, x0, x1, routine);
}

/* The calls open at the window's start, outermost first. */
static void
draw_open_routines (Band *self, RefrainProcess *process, const RefrainThread *thread)
{
  guint32 open[MAX_DEPTH];
  guint n = 0;

  for (guint32 call = refrain_process_find_call_at (process, thread, self->frame->from);
       call != REFRAIN_NONE && n < MAX_DEPTH; call = self->calls->parent[call])
    if (refrain_event_is_user_call (self->frame, self->calls, call))
      open[n++] = call;
  while (n > 0)
    draw_routine (self, open[--n]);
}

static void
draw_band (const RefrainEventFrame *frame, gint64 row, gsize t, guint *labels)
{
  RefrainProcess *process
      = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);
  const RefrainThread *thread = refrain_process_get_thread (process, t);
  Band band = { .frame = frame,
                .calls = refrain_process_get_calls (process),
                .shape = refrain_event_frame_get_shape (frame, frame->painter->rows[row], t),
                .y = refrain_event_frame_get_y (frame, row),
                .labels = labels };

  if (band.shape.band_height <= 0)
    return;
  for (guint i = 0; i < MAX_DEPTH; i++)
    band.drawn[i] = -G_MAXDOUBLE;
  for (guint i = 0; i < REFRAIN_EVENT_MAX_LEVELS; i++)
    {
      band.covered[i] = -G_MAXDOUBLE;
      band.waiting[i] = g_array_new (FALSE, FALSE, sizeof (Label));
      band.n_open[i] = 0;
    }
  draw_open_routines (&band, process, thread);
  for (gsize i = refrain_process_find_call (process, thread, frame->from);
       i < thread->first_call + thread->n_calls && band.calls->start[i] <= frame->to; i++)
    if (refrain_event_is_user_call (frame, band.calls, i))
      draw_routine (&band, i);
  label_band (&band);
  for (guint i = 0; i < REFRAIN_EVENT_MAX_LEVELS; i++)
    g_array_unref (band.waiting[i]);
}

/* ---- MPI calls ------------------------------------------------------------------------------- */

/* "Send → 3 · 2 kB", or as much of it as there is room for. */
static char *
describe_call (const RefrainEventFrame *frame,
               RefrainProcess *process,
               const RefrainThread *thread,
               gsize call,
               double width,
               double height)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const char *name = frame->painter->names[calls->routine[call]];
  gsize op = refrain_process_find_op (process, thread, calls->start[call]);
  g_autofree char *full = NULL, *partner = NULL, *bytes = NULL;

  if (g_str_has_prefix (name, "MPI_"))
    name += 4;
  if (op >= thread->first_op + thread->n_ops || ops->call[op] != call
      || !REFRAIN_OP_IS_P2P (ops->kind[op]) || ops->peer[op] < 0)
    return g_strdup (name);
  partner = g_strdup_printf ("%s %s %d", name, REFRAIN_OP_IS_SEND (ops->kind[op]) ? "→" : "←",
                             ops->peer[op]);
  bytes = refrain_bytes_format (ops->bytes[op]);
  full = g_strdup_printf ("%s · %s", partner, bytes);
  if (guess_width (frame, full, height) <= width)
    return g_steal_pointer (&full);
  if (guess_width (frame, partner, height) <= width)
    return g_steal_pointer (&partner);
  return g_strdup (name);
}

static void
draw_mpi_calls (const RefrainEventFrame *frame, gint64 row, gsize t, guint *labels)
{
  RefrainProcess *process
      = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);
  const RefrainThread *thread = refrain_process_get_thread (process, t);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  RefrainRowShape shape = refrain_event_frame_get_shape (frame, frame->painter->rows[row], t);
  double y = refrain_event_frame_get_y (frame, row) + shape.lane_y;
  double height = shape.lane_height, drawn = -G_MAXDOUBLE;
  gsize i = refrain_process_find_call (process, thread, frame->from);
  guint32 open = refrain_process_find_call_at (process, thread, frame->from);
  gboolean first = open != REFRAIN_NONE;
  gsize hint = 0;

  while (first || (i < thread->first_call + thread->n_calls && calls->start[i] <= frame->to))
    {
      gsize call = first ? open : i++;
      RefrainRoutineKind kind = frame->painter->kinds[calls->routine[call]];
      double x0, x1;
      RefrainColor color;

      first = FALSE;
      if (kind == REFRAIN_ROUTINE_USER)
        continue;
      x0 = refrain_event_frame_get_time_x (frame, calls->start[call]);
      x1 = refrain_event_frame_get_time_x (frame, calls->end[call]);
      if (x1 < drawn + 0.4 * frame->unit && x1 - x0 < frame->unit)
        continue;
      drawn = MAX (x1, x0 + 0.8 * frame->unit);
      color = refrain_event_get_kind_color (frame, kind);
      fill_box (frame, x0, x1, y, height, color);
      if (frame->painter->waits != NULL)
        refrain_event_draw_wait (frame, frame->painter->rows[row], t, call, y, height, &hint,
                                 &color);
      if (*labels > 0 && refrain_text_may_fit (frame->style, x1 - x0)
          && height > frame->style->font_size * 0.8)
        {
          g_autofree char *text = describe_call (
              frame, process, thread, call, MIN (x1, frame->viewport->width) - MAX (x0, 0), height);

          if (refrain_event_draw_label (frame, x0, x1, y, height, 3 * frame->unit, color, text))
            (*labels)--;
        }
    }
}

/* Operations that stand in no MPI call have no box: a diamond. */
static void
draw_bare_ops (const RefrainEventFrame *frame, gint64 row, gsize t)
{
  RefrainProcess *process
      = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);
  const RefrainThread *thread = refrain_process_get_thread (process, t);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  RefrainRowShape shape = refrain_event_frame_get_shape (frame, frame->painter->rows[row], t);
  double y = refrain_event_frame_get_y (frame, row) + refrain_row_shape_get_lane_middle (&shape);
  double radius = MIN (shape.lane_height / 2, 4 * frame->unit);
  gsize first, last;

  refrain_event_frame_get_ops (frame, process, thread, &first, &last);
  for (gsize i = first; i < last; i++)
    {
      RefrainColor color;
      double x;

      if (ops->call[i] < calls->n && !refrain_event_is_user_call (frame, calls, ops->call[i]))
        continue;
      x = refrain_event_frame_get_time_x (frame, ops->time[i]);
      color = refrain_event_get_kind_color (frame, ops->kind[i] == REFRAIN_OP_COLLECTIVE
                                                       ? REFRAIN_ROUTINE_COLLECTIVE
                                                       : REFRAIN_ROUTINE_P2P);
      refrain_color_set_source (color, frame->cr);
      cairo_move_to (frame->cr, x - radius, y);
      cairo_line_to (frame->cr, x, y - radius);
      cairo_line_to (frame->cr, x + radius, y);
      cairo_line_to (frame->cr, x, y + radius);
      cairo_fill (frame->cr);
    }
}

void
refrain_event_paint_detail (const RefrainEventFrame *frame)
{
  guint labels = REFRAIN_EVENT_MAX_LABELS;

  if (frame->detail <= 0)
    return;
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      RefrainProcess *process
          = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);

      gboolean tracks = refrain_event_frame_has_tracks (frame, frame->painter->rows[row]);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          /* Where all threads share one band, it is the first one's. */
          if (t == 0 || tracks)
            draw_band (frame, row, t, &labels);
          draw_mpi_calls (frame, row, t, &labels);
          draw_bare_ops (frame, row, t);
        }
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static char *
describe_op (const RefrainOps *ops, gsize op)
{
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    {
      const char *name = refrain_collective_get_name (ops->tag[op]);

      return g_strdup (g_str_has_prefix (name, "MPI_") ? name + 4 : name);
    }
  if (ops->peer[op] < 0)
    return g_strdup (REFRAIN_OP_IS_SEND (ops->kind[op]) ? "→" : "←");
  return g_strdup_printf ("%s%d", REFRAIN_OP_IS_SEND (ops->kind[op]) ? "→" : "←", ops->peer[op]);
}

static RefrainColor
get_op_color (const RefrainEventFrame *frame, RefrainOpKind kind)
{
  RefrainColor color;

  if (kind == REFRAIN_OP_COLLECTIVE)
    return refrain_event_get_kind_color (frame, REFRAIN_ROUTINE_COLLECTIVE);
  color = refrain_event_get_kind_color (frame, REFRAIN_ROUTINE_P2P);
  if (REFRAIN_OP_IS_SEND (kind))
    return color;
  return refrain_color_mix (color, frame->style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
}

void
refrain_event_paint_steps (const RefrainEventFrame *frame)
{
  guint labels = REFRAIN_EVENT_MAX_LABELS;
  double inset = frame->scale > 6 * frame->unit ? 0.08 : 0;

  if (frame->detail <= 0)
    return;
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      RefrainProcess *process
          = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);
      const RefrainOps *ops = refrain_process_get_ops (process);
      double top = refrain_event_frame_get_y (frame, row);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          RefrainRowShape shape
              = refrain_event_frame_get_shape (frame, frame->painter->rows[row], t);
          double y = top + shape.lane_y;
          gsize first, last;

          refrain_event_frame_get_ops (frame, process, refrain_process_get_thread (process, t),
                                       &first, &last);
          for (gsize i = first; i < last; i++)
            {
              double x0 = refrain_event_frame_get_x (frame, ops->logical[i] + inset);
              double x1 = refrain_event_frame_get_x (frame, ops->logical[i] + 1.0 - inset);
              RefrainColor color = get_op_color (frame, ops->kind[i]);

              fill_box (frame, x0, x1, y, shape.lane_height, color);
              if (frame->painter->waits != NULL)
                refrain_event_draw_step_wait (frame, frame->painter->rows[row], i, x0, x1, y,
                                              shape.lane_height);
              if (labels > 0 && refrain_text_may_fit (frame->style, x1 - x0))
                {
                  g_autofree char *text = describe_op (ops, i);

                  if (refrain_event_draw_label (frame, x0, x1, y, shape.lane_height, frame->unit,
                                                color, text))
                    labels--;
                }
            }
        }
    }
}
