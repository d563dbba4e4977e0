/* refrain-axis.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-axis-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-time-format.h"

/* Positions are clamped to this, so that they fit a RefrainTime and its differences. */
#define LIMIT ((double) REFRAIN_TIME_LIMIT)

struct _RefrainAxis
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainAxisKind kind;
  double start, end;
  double busy_start, busy_end;
  GArray *gaps;  /* of RefrainAxisGap */
  GArray *steps; /* of RefrainTime */
  guint32 n_steps, stride;
};

G_DEFINE_FINAL_TYPE (RefrainAxis, refrain_axis, G_TYPE_OBJECT)

static void
refrain_axis_finalize (GObject *object)
{
  RefrainAxis *self = REFRAIN_AXIS (object);

  g_clear_pointer (&self->gaps, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_axis_parent_class)->finalize (object);
}

static void
refrain_axis_class_init (RefrainAxisClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_axis_finalize;
}

static void
refrain_axis_init (RefrainAxis *self)
{
}

/* From the first operation's start to the last one's time; FALSE when there is none. */
static gboolean
find_busy_time (RefrainTrace *trace, RefrainTime *start, RefrainTime *end)
{
  *start = G_MAXINT64;
  *end = G_MININT64;
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainOps *ops = refrain_process_get_ops (process);

      if (ops->n == 0)
        continue;
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          if (thread->n_ops == 0)
            continue;
          *start = MIN (*start, refrain_process_get_op_start (process, thread->first_op));
          *end = MAX (*end, ops->time[thread->first_op + thread->n_ops - 1]);
        }
    }
  return *start <= *end;
}

static void
set_extents (RefrainAxis *self)
{
  RefrainTime busy_start, busy_end;

  if (self->kind == REFRAIN_AXIS_LOGICAL)
    {
      self->start = self->busy_start = 1;
      self->end = self->busy_end = MAX (self->n_steps, 1) + 1.0;
      return;
    }
  self->start = refrain_axis_from_time (self, refrain_trace_get_start (self->trace));
  self->end = refrain_axis_from_time (self, refrain_trace_get_end (self->trace));
  self->end = MAX (self->end, self->start + 1);
  self->busy_start = self->start;
  self->busy_end = self->end;
  if (find_busy_time (self->trace, &busy_start, &busy_end))
    {
      double from = refrain_axis_from_time (self, busy_start);
      double to = refrain_axis_from_time (self, busy_end);
      double margin = MAX ((to - from) * 0.01, 1);

      self->busy_start = MAX (from - margin, self->start);
      self->busy_end = MAX (MIN (to + margin, self->end), self->busy_start + 1);
    }
}

RefrainAxis *
refrain_axis_new (RefrainTrace *trace, RefrainAxisKind kind)
{
  RefrainAxis *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_AXIS, NULL);
  self->trace = g_object_ref (trace);
  self->kind = kind;
  if (kind == REFRAIN_AXIS_COMPRESSED)
    self->gaps = refrain_axis_find_gaps (trace);
  else
    self->gaps = g_array_new (FALSE, FALSE, sizeof (RefrainAxisGap));
  if (kind == REFRAIN_AXIS_LOGICAL)
    self->steps = refrain_axis_find_steps (trace, &self->n_steps, &self->stride);
  set_extents (self);
  return self;
}

RefrainAxisKind
refrain_axis_get_kind (RefrainAxis *self)
{
  g_return_val_if_fail (REFRAIN_IS_AXIS (self), REFRAIN_AXIS_TIME);
  return self->kind;
}

RefrainTrace *
refrain_axis_get_trace (RefrainAxis *self)
{
  return self->trace;
}

void
refrain_axis_get_extent (RefrainAxis *self, double *start, double *end)
{
  g_return_if_fail (REFRAIN_IS_AXIS (self));

  *start = self->start;
  *end = self->end;
}

void
refrain_axis_get_busy_extent (RefrainAxis *self, double *start, double *end)
{
  g_return_if_fail (REFRAIN_IS_AXIS (self));

  *start = self->busy_start;
  *end = self->busy_end;
}

const RefrainAxisGap *
refrain_axis_get_gaps (RefrainAxis *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_AXIS (self), NULL);

  *n = self->gaps->len;
  return (const RefrainAxisGap *) self->gaps->data;
}

/* The last gap that starts at or before @at (a time or a position), or NULL. */
static const RefrainAxisGap *
find_gap (RefrainAxis *self, double at, gboolean is_position)
{
  const RefrainAxisGap *gaps = (const RefrainAxisGap *) self->gaps->data;
  gsize low = 0, high = self->gaps->len;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      double start = is_position ? gaps[middle].position : (double) gaps[middle].start;

      if (start <= at)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? &gaps[low - 1] : NULL;
}

static double
step_from_time (RefrainAxis *self, RefrainTime time)
{
  const RefrainTime *times = (const RefrainTime *) self->steps->data;
  gsize low = 0, high = self->steps->len;
  double part = 0;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (times[middle] <= time)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return 1;
  if (low < self->steps->len && times[low] > times[low - 1])
    part = ((double) time - times[low - 1]) / ((double) times[low] - times[low - 1]);
  else if (low == self->steps->len)
    part = time > times[low - 1] ? 1 : 0;
  return MIN (1 + (low - 1 + part) * self->stride, self->n_steps + 1.0);
}

double
refrain_axis_from_time (RefrainAxis *self, RefrainTime time)
{
  const RefrainAxisGap *gap;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), 0);

  if (self->kind == REFRAIN_AXIS_LOGICAL)
    return step_from_time (self, time);
  gap = find_gap (self, time, FALSE);
  if (gap == NULL)
    return time;
  if (time < gap->end)
    return gap->position
           + gap->width * ((double) time - gap->start) / ((double) gap->end - gap->start);
  return gap->position + gap->width + ((double) time - gap->end);
}

RefrainTime
refrain_axis_to_time (RefrainAxis *self, double position)
{
  const RefrainAxisGap *gap;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), 0);

  position = CLAMP (position, -LIMIT, LIMIT);
  if (self->kind == REFRAIN_AXIS_LOGICAL)
    {
      const RefrainTime *times = (const RefrainTime *) self->steps->data;
      double at = (position - 1) / self->stride;
      gsize low;
      double next;

      if (self->steps->len == 0 || at <= 0)
        return self->steps->len > 0 ? times[0] : refrain_trace_get_start (self->trace);
      if (at >= self->steps->len)
        return refrain_trace_get_end (self->trace);
      low = at;
      next = low + 1 < self->steps->len ? times[low + 1] : refrain_trace_get_end (self->trace);
      return times[low] + (RefrainTime) ((next - times[low]) * (at - low));
    }
  gap = find_gap (self, position, TRUE);
  if (gap == NULL)
    return llround (position);
  if (position < gap->position + gap->width)
    return gap->start
           + llround (((double) gap->end - gap->start) * (position - gap->position) / gap->width);
  return gap->end + llround (position - gap->position - gap->width);
}

/* Whether @call is of an MPI routine: then it is the operation's own. */
static gboolean
is_mpi_call (RefrainTrace *trace, const RefrainCalls *calls, guint32 call)
{
  guint32 routine;

  if (call >= calls->n)
    return FALSE;
  routine = calls->routine[call];
  return routine < refrain_trace_get_n_routines (trace)
         && refrain_routine_get_kind (refrain_trace_get_routine (trace, routine))
                != REFRAIN_ROUTINE_USER;
}

void
refrain_axis_get_op_span (RefrainAxis *self, guint process, gsize op, double *start, double *end)
{
  RefrainProcess *object;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  RefrainTime from, to;

  g_return_if_fail (REFRAIN_IS_AXIS (self));
  g_return_if_fail (process < refrain_trace_get_n_processes (self->trace));

  object = refrain_trace_get_process (self->trace, process);
  ops = refrain_process_get_ops (object);
  g_return_if_fail (op < ops->n);

  if (self->kind == REFRAIN_AXIS_LOGICAL)
    {
      *start = ops->logical[op];
      *end = *start + 1;
      return;
    }
  calls = refrain_process_get_calls (object);
  from = to = ops->time[op];
  if (is_mpi_call (self->trace, calls, ops->call[op]))
    {
      from = MIN (from, calls->start[ops->call[op]]);
      to = MAX (to, calls->end[ops->call[op]]);
    }
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && ops->record[op] != REFRAIN_NONE)
    from = MIN (from, refrain_process_get_op_start (object, op));
  *start = refrain_axis_from_time (self, from);
  *end = refrain_axis_from_time (self, to);
}

double
refrain_axis_get_op_position (RefrainAxis *self, guint process, gsize op)
{
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));

  if (self->kind == REFRAIN_AXIS_LOGICAL)
    return ops->logical[op] + 0.5;
  return refrain_axis_from_time (self, ops->time[op]);
}

char *
refrain_axis_format (RefrainAxis *self, double position, double span)
{
  g_return_val_if_fail (REFRAIN_IS_AXIS (self), NULL);

  return refrain_axis_format_resolved (self, position, span / 1000, span);
}

char *
refrain_axis_format_resolved (RefrainAxis *self, double position, double resolution, double span)
{
  g_return_val_if_fail (REFRAIN_IS_AXIS (self), NULL);

  position = CLAMP (position, -LIMIT, LIMIT);
  resolution = CLAMP (resolution, 1, LIMIT);
  span = CLAMP (span, 1, LIMIT);
  if (self->kind == REFRAIN_AXIS_LOGICAL)
    {
      g_autofree char *count = refrain_count_format (MAX (0, llround (floor (position))));

      return g_strdup_printf (_ ("step %s"), count);
    }
  return refrain_time_format_resolved (refrain_axis_to_time (self, position),
                                       (RefrainTime) resolution, (RefrainTime) span);
}

double
refrain_axis_get_tick (RefrainAxis *self, double wanted)
{
  double power, rest;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), 1);

  if (!(wanted > 1))
    return 1;
  power = pow (10, floor (log10 (wanted)));
  rest = wanted / power;
  return power * (rest <= 1.0001 ? 1 : rest <= 2.0001 ? 2 : rest <= 5.0001 ? 5 : 10);
}

gboolean
refrain_axis_parse (RefrainAxis *self, const char *text, double *position)
{
  RefrainTime time;
  char *end = NULL;
  guint64 step;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), FALSE);
  g_return_val_if_fail (text != NULL && position != NULL, FALSE);

  if (self->kind != REFRAIN_AXIS_LOGICAL)
    {
      if (!refrain_time_parse (text, &time))
        return FALSE;
      *position = refrain_axis_from_time (self, time);
      return TRUE;
    }
  while (*text != '\0' && *text != '-' && !g_ascii_isdigit (*text))
    text++;
  step = g_ascii_strtoull (text, &end, 10);
  if (end == text || *end != '\0' || step > G_MAXUINT32)
    return FALSE;
  *position = step;
  return TRUE;
}
