/* refrain-event-detail.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls and operations one by one: boxes that ask for labels. On the logical axis each
 * operation is a box one step wide.
 */

#include "refrain-event-frame.h"
#include "refrain-time-format.h"

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

/* A label that waits until all boxes above its own are known. */
typedef struct
{
  double x0, x1; /* the room it has left */
  double end;    /* of its box */
  guint32 routine;
} Waiting;

typedef struct
{
  const RefrainEventFrame *frame;
  const RefrainCalls *calls;
  RefrainRowShape shape;
  double y;                /* of the row */
  double drawn[MAX_DEPTH]; /* how far to the right each depth of calls is painted */
  double covered[REFRAIN_EVENT_MAX_LEVELS]; /* and each level */
  gint64 row;
  GArray *labels;                                  /* of RefrainEventLabel: those asked for */
  GArray *waiting[REFRAIN_EVENT_MAX_LEVELS];       /* of Waiting */
  guint open[REFRAIN_EVENT_MAX_LEVELS][MAX_DEPTH]; /* those whose box has not ended */
  guint n_open[REFRAIN_EVENT_MAX_LEVELS];
} Band;

/* Lets the box [@x0, @x1] wait for its label. Labels of boxes it lies on end before it or move
 * behind it. */
static void
await_label (Band *self, guint level, double x0, double x1, guint32 routine)
{
  const RefrainEventFrame *frame = self->frame;
  double height = self->shape.band_height / self->shape.n_levels - frame->unit;
  GArray *waiting = self->waiting[level];
  guint *open = self->open[level], *n_open = &self->n_open[level];
  Waiting label = { .x0 = x0, .x1 = x1, .end = x1, .routine = routine };

  while (*n_open > 0 && g_array_index (waiting, Waiting, open[*n_open - 1]).end <= x0)
    (*n_open)--;
  for (guint i = 0; i < *n_open; i++)
    {
      Waiting *below = &g_array_index (waiting, Waiting, open[i]);

      if (below->x1 <= x0 || below->x0 >= x1)
        continue;
      if (x0 - MAX (below->x0, 0)
          >= refrain_event_guess_label_width (frame, frame->painter->names[below->routine], height))
        below->x1 = x0;
      else
        below->x0 = x1;
    }
  if (*n_open == MAX_DEPTH || !refrain_text_may_fit (frame->style, x1 - MAX (x0, 0)))
    return;
  open[(*n_open)++] = waiting->len;
  g_array_append_val (waiting, label);
}

static void
label_band (Band *self)
{
  const double height = self->shape.band_height / self->shape.n_levels;

  for (guint level = 0; level < self->shape.n_levels; level++)
    for (guint i = 0; i < self->waiting[level]->len; i++)
      {
        const Waiting *waiting = &g_array_index (self->waiting[level], Waiting, i);
        const RefrainEventLabel label = { .row = self->row,
                                          .x0 = MAX (waiting->x0, 0),
                                          .x1 = MIN (waiting->x1, self->frame->viewport->width),
                                          .y = self->y + self->shape.band_y + level * height,
                                          .height = height - self->frame->unit,
                                          .continued = waiting->x0 < 0,
                                          .what = waiting->routine,
                                          .kind = REFRAIN_EVENT_LABEL_ROUTINE };

        if (refrain_text_may_fit (self->frame->style, label.x1 - label.x0))
          g_array_append_val (self->labels, label);
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
    if (refrain_event_has_box (self->frame, self->calls, call))
      open[n++] = call;
  while (n > 0)
    draw_routine (self, open[--n]);
}

static void
draw_band (const RefrainEventFrame *frame, gint64 row, gsize t, GArray *labels)
{
  RefrainProcess *process
      = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);
  const RefrainThread *thread = refrain_process_get_thread (process, t);
  Band band = { .frame = frame,
                .calls = refrain_process_get_calls (process),
                .shape = refrain_event_frame_get_shape (frame, frame->painter->rows[row], t),
                .y = refrain_event_frame_get_y (frame, row),
                .row = row,
                .labels = labels };

  if (band.shape.band_height <= 0)
    return;
  for (guint i = 0; i < MAX_DEPTH; i++)
    band.drawn[i] = -G_MAXDOUBLE;
  for (guint i = 0; i < REFRAIN_EVENT_MAX_LEVELS; i++)
    {
      band.covered[i] = -G_MAXDOUBLE;
      band.waiting[i] = g_array_new (FALSE, FALSE, sizeof (Waiting));
      band.n_open[i] = 0;
    }
  draw_open_routines (&band, process, thread);
  for (gsize i = refrain_process_find_call (process, thread, frame->from);
       i < thread->first_call + thread->n_calls && band.calls->start[i] <= frame->to; i++)
    if (refrain_event_has_box (frame, band.calls, i))
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
  if (refrain_event_guess_label_width (frame, full, height) <= width)
    return g_steal_pointer (&full);
  if (refrain_event_guess_label_width (frame, partner, height) <= width)
    return g_steal_pointer (&partner);
  return g_strdup (name);
}

/* Notes that the box [@x0, @x1] of call or operation @what has room for words. */
static void
ask_for_label (const RefrainEventFrame *frame,
               gint64 row,
               gsize thread,
               double x0,
               double x1,
               double y,
               double height,
               RefrainColor ground,
               gsize what,
               RefrainEventLabelKind kind,
               GArray *labels)
{
  const RefrainEventLabel label = { .row = row,
                                    .x0 = MAX (x0, 0),
                                    .x1 = MIN (x1, frame->viewport->width),
                                    .y = y,
                                    .height = height,
                                    .continued = x0 < 0,
                                    .ground = ground,
                                    .thread = thread,
                                    .what = what,
                                    .kind = kind };

  if (height >= frame->style->font_size * 0.8
      && refrain_text_may_fit (frame->style, label.x1 - label.x0))
    g_array_append_val (labels, label);
}

static void
draw_mpi_calls (const RefrainEventFrame *frame, gint64 row, gsize t, GArray *labels)
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
      if (kind == REFRAIN_ROUTINE_USER
          || (frame->painter->hidden != NULL && frame->painter->hidden[calls->routine[call]]))
        continue;
      x0 = refrain_event_frame_get_time_x (frame, calls->start[call]);
      x1 = refrain_event_frame_get_time_x (frame, calls->end[call]);
      if (x1 < drawn + 0.4 * frame->unit && x1 - x0 < frame->unit)
        continue;
      drawn = MAX (x1, x0 + 0.8 * frame->unit);
      color = refrain_event_get_call_color (frame, calls->routine[call]);
      fill_box (frame, x0, x1, y, height, color);
      if (frame->painter->waits != NULL)
        refrain_event_draw_wait (frame, frame->painter->rows[row], t, call, y, height, &hint,
                                 &color);
      ask_for_label (frame, row, t, x0, x1, y, height, color, call, REFRAIN_EVENT_LABEL_CALL,
                     labels);
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

/* Writes those of @labels that the frame has room for. */
static void
draw_labels (const RefrainEventFrame *frame, GArray *labels)
{
  refrain_event_share_labels (frame, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      const RefrainEventLabel *label = &g_array_index (labels, RefrainEventLabel, i);
      RefrainProcess *process
          = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[label->row]);
      g_autofree char *text = NULL;

      if (label->kind == REFRAIN_EVENT_LABEL_ROUTINE)
        refrain_event_draw_label (frame, label, 3 * frame->unit,
                                  refrain_event_get_hue (frame, label->what),
                                  frame->painter->names[label->what]);
      else if (label->kind == REFRAIN_EVENT_LABEL_CALL)
        {
          text = describe_call (frame, process, refrain_process_get_thread (process, label->thread),
                                label->what, label->x1 - label->x0, label->height);
          refrain_event_draw_label (frame, label, 3 * frame->unit, label->ground, text);
        }
      else
        {
          text = describe_op (refrain_process_get_ops (process), label->what);
          refrain_event_draw_label (frame, label, frame->unit, label->ground, text);
        }
    }
}

void
refrain_event_paint_detail (const RefrainEventFrame *frame)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (RefrainEventLabel));

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
            draw_band (frame, row, t, labels);
          draw_mpi_calls (frame, row, t, labels);
          draw_bare_ops (frame, row, t);
        }
    }
  draw_labels (frame, labels);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

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
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (RefrainEventLabel));
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
              ask_for_label (frame, row, t, x0, x1, y, shape.lane_height, color, i,
                             REFRAIN_EVENT_LABEL_OP, labels);
            }
        }
    }
  draw_labels (frame, labels);
}
