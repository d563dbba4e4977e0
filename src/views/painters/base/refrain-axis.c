/* refrain-axis.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds idle gaps and logical steps once, when an axis is made, in passes over all processes at a
 * time; what is asked afterwards is searched for in these two tables.
 */
#include "refrain-axis.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-run.h"
#include "refrain-search.h"
#include "refrain-time-format.h"

/* Gaps of a 512th of the run and more are looked for; two buckets' width is the least that shows
 * as an empty bucket. */
#define N_BUCKETS      2048
#define MIN_GAP_PART   512
#define MAX_STEP_TABLE 65536

/* ---- Gaps ------------------------------------------------------------------------------------ */

typedef struct
{
  RefrainTime first[N_BUCKETS], last[N_BUCKETS];
} Buckets;

typedef struct
{
  RefrainTrace *trace;
  RefrainTime start, end;
  Buckets *buckets;
  GMutex lock;
} GapJob;

static Buckets *
buckets_new (void)
{
  Buckets *self = g_new (Buckets, 1);

  for (guint i = 0; i < N_BUCKETS; i++)
    {
      self->first[i] = G_MAXINT64;
      self->last[i] = G_MININT64;
    }
  return self;
}

static inline void
buckets_add (Buckets *self, const GapJob *job, double scale, RefrainTime time)
{
  double at = ((double) time - (double) job->start) * scale;
  guint bucket = CLAMP (at, 0, N_BUCKETS - 1);

  self->first[bucket] = MIN (self->first[bucket], time);
  self->last[bucket] = MAX (self->last[bucket], time);
}

static void
scan_gaps (gsize item, gpointer data)
{
  GapJob *job = data;
  const RefrainCalls *calls = refrain_trace_get_calls (job->trace, item);
  const RefrainOps *ops = refrain_trace_get_ops (job->trace, item);
  guint n_routines = refrain_trace_get_n_routines (job->trace);
  g_autofree gboolean *is_mpi = g_new (gboolean, n_routines);
  g_autofree Buckets *own = buckets_new ();
  double scale = N_BUCKETS / MAX (1.0, (double) job->end - (double) job->start);

  for (guint i = 0; i < n_routines; i++)
    is_mpi[i] = refrain_trace_get_routine_kind (job->trace, i) != REFRAIN_ROUTINE_USER;
  for (gsize i = 0; i < calls->n; i++)
    if (calls->routine[i] < n_routines && is_mpi[calls->routine[i]])
      {
        buckets_add (own, job, scale, calls->start[i]);
        buckets_add (own, job, scale, calls->end[i]);
      }
  for (gsize i = 0; i < ops->n; i++)
    buckets_add (own, job, scale, ops->time[i]);

  g_mutex_lock (&job->lock);
  for (guint i = 0; i < N_BUCKETS; i++)
    {
      job->buckets->first[i] = MIN (job->buckets->first[i], own->first[i]);
      job->buckets->last[i] = MAX (job->buckets->last[i], own->last[i]);
    }
  g_mutex_unlock (&job->lock);
}

static void
add_gap (GArray *gaps, const GapJob *job, RefrainTime start, RefrainTime end)
{
  RefrainAxisGap gap = { .start = start, .end = end };

  if ((double) end - (double) start >= ((double) job->end - (double) job->start) / MIN_GAP_PART)
    g_array_append_val (gaps, gap);
}

/* Shown widths: longer gaps a little wider, all together at most a third of the busy time. */
static void
shrink_gaps (GArray *gaps, double extent)
{
  double idle = 0, weights = 0, busy, unit, hidden = 0;
  guint kept = 0;

  for (guint i = 0; i < gaps->len; i++)
    {
      RefrainAxisGap *gap = &g_array_index (gaps, RefrainAxisGap, i);
      double length = (double) gap->end - (double) gap->start;

      idle += length;
      gap->width = 1 + 0.3 * log10 (length * MIN_GAP_PART / extent);
      weights += gap->width;
    }
  busy = MAX (extent - idle, extent * 1e-6);
  unit = MIN (busy * 0.02, busy / 3 / MAX (weights, 1));
  for (guint i = 0; i < gaps->len; i++)
    {
      RefrainAxisGap gap = g_array_index (gaps, RefrainAxisGap, i);
      double length = (double) gap.end - (double) gap.start;

      gap.width *= unit;
      if (length < 2 * gap.width)
        continue;
      gap.position = gap.start - hidden;
      hidden += length - gap.width;
      g_array_index (gaps, RefrainAxisGap, kept++) = gap;
    }
  g_array_set_size (gaps, kept);
}

/* The gaps (of RefrainAxisGap, ascending) of @trace that are worth compressing, and their shown
 * widths. O(calls + operations), spread over all cores. */
static GArray *
find_gaps (RefrainTrace *trace)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (RefrainAxisGap));
  g_autofree Buckets *buckets = buckets_new ();
  GapJob job = { .trace = trace,
                 .start = refrain_trace_get_start (trace),
                 .end = refrain_trace_get_end (trace),
                 .buckets = buckets };
  RefrainTime last = job.start;

  if (job.end <= job.start)
    return gaps;
  g_mutex_init (&job.lock);
  refrain_parallel_run (refrain_trace_get_n_processes (trace), scan_gaps, &job, NULL);
  g_mutex_clear (&job.lock);

  for (guint i = 0; i < N_BUCKETS; i++)
    if (buckets->first[i] <= buckets->last[i])
      {
        add_gap (gaps, &job, last, buckets->first[i]);
        last = buckets->last[i];
      }
  add_gap (gaps, &job, last, job.end);
  shrink_gaps (gaps, (double) job.end - (double) job.start);
  return gaps;
}

/* ---- Logical steps --------------------------------------------------------------------------- */

typedef struct
{
  RefrainTrace *trace;
  RefrainTime *times;
  guint32 n_steps, stride, n_times;
  guint64 n_ops;
  GMutex lock;
} StepJob;

static void
count_steps (gsize item, gpointer data)
{
  StepJob *job = data;
  const RefrainOps *ops = refrain_trace_get_ops (job->trace, item);
  guint32 most = 0;

  for (gsize i = 0; i < ops->n; i++)
    most = MAX (most, ops->logical[i]);
  g_mutex_lock (&job->lock);
  job->n_steps = MAX (job->n_steps, most);
  job->n_ops += ops->n;
  g_mutex_unlock (&job->lock);
}

static void
scan_steps (gsize item, gpointer data)
{
  StepJob *job = data;
  const RefrainOps *ops = refrain_trace_get_ops (job->trace, item);
  g_autofree RefrainTime *own = g_new (RefrainTime, job->n_times);

  for (guint32 i = 0; i < job->n_times; i++)
    own[i] = G_MAXINT64;
  for (gsize i = 0; i < ops->n; i++)
    {
      guint32 at = (MAX (ops->logical[i], 1) - 1) / job->stride;

      own[at] = MIN (own[at], ops->time[i]);
    }
  g_mutex_lock (&job->lock);
  for (guint32 i = 0; i < job->n_times; i++)
    job->times[i] = MIN (job->times[i], own[i]);
  g_mutex_unlock (&job->lock);
}

/* Element k is the earliest time of an operation at logical step 1 + k·@stride or later; the table
 * has at most 65,536 elements, and not more than there are operations. O(operations), spread over
 * all cores. */
static GArray *
find_steps (RefrainTrace *trace, guint32 *n_steps, guint32 *stride)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  StepJob job = { .trace = trace };
  guint n_processes = refrain_trace_get_n_processes (trace);
  guint64 room;

  g_mutex_init (&job.lock);
  refrain_parallel_run (n_processes, count_steps, &job, NULL);
  /* A damaged file may claim any step: the table is not longer than there are operations. */
  room = CLAMP (job.n_ops, 1, MAX_STEP_TABLE);
  job.stride = MAX (((guint64) job.n_steps + room - 1) / room, 1);
  job.n_times = ((guint64) job.n_steps + job.stride - 1) / job.stride;
  g_array_set_size (times, job.n_times);
  job.times = (RefrainTime *) times->data;
  for (guint32 i = 0; i < job.n_times; i++)
    job.times[i] = G_MAXINT64;
  refrain_parallel_run (n_processes, scan_steps, &job, NULL);
  g_mutex_clear (&job.lock);

  for (guint32 i = job.n_times; i-- > 0;)
    {
      RefrainTime later = i + 1 < job.n_times ? job.times[i + 1] : refrain_trace_get_end (trace);

      job.times[i] = MIN (job.times[i], later);
    }
  *n_steps = job.n_steps;
  *stride = job.stride;
  return times;
}

/* ---- The axis -------------------------------------------------------------------------------- */

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

REFRAIN_DEFINE_OBJECT (RefrainAxis, refrain_axis)

static void
refrain_axis_finalize (RefrainAxis *self)
{
  g_clear_pointer (&self->gaps, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_object (&self->trace);
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
  if (refrain_trace_get_busy_time (self->trace, &busy_start, &busy_end))
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
    self->gaps = find_gaps (trace);
  else
    self->gaps = g_array_new (FALSE, FALSE, sizeof (RefrainAxisGap));
  if (kind == REFRAIN_AXIS_LOGICAL)
    self->steps = find_steps (trace, &self->n_steps, &self->stride);
  set_extents (self);
  return self;
}

REFRAIN_GETTER (RefrainAxis, refrain_axis, RefrainAxisKind, get_kind, self->kind)

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

REFRAIN_ARRAY_GETTER (RefrainAxis, refrain_axis, RefrainAxisGap, gsize, get_gaps, self->gaps)

/* The last gap that starts at or before @at (a time or a position), or NULL. */
static const RefrainAxisGap *
find_gap (RefrainAxis *self, double at, gboolean is_position)
{
  const RefrainAxisGap *gaps = (const RefrainAxisGap *) self->gaps->data;
  const gsize behind = REFRAIN_LOWER_BOUND (
      i, 0, self->gaps->len, (is_position ? gaps[i].position : (double) gaps[i].start) <= at);

  return behind > 0 ? &gaps[behind - 1] : NULL;
}

static double
step_from_time (RefrainAxis *self, RefrainTime time)
{
  const RefrainTime *times = (const RefrainTime *) self->steps->data;
  const gsize behind = REFRAIN_LOWER_BOUND (i, 0, self->steps->len, times[i] <= time);
  double part = 0;

  if (behind == 0)
    return 1;
  if (behind < self->steps->len && times[behind] > times[behind - 1])
    part = ((double) time - times[behind - 1]) / ((double) times[behind] - times[behind - 1]);
  else if (behind == self->steps->len)
    part = time > times[behind - 1] ? 1 : 0;
  return MIN (1 + (behind - 1 + part) * self->stride, self->n_steps + 1.0);
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
         && refrain_trace_get_routine_kind (trace, routine) != REFRAIN_ROUTINE_USER;
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
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);

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

/* ---- The operations in a part of it ---------------------------------------------------------- */

RefrainOpSet *
refrain_axis_find_ops (RefrainAxis *self, const guint *processes, gsize n, double start, double end)
{
  RefrainOpSet *set;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), NULL);
  g_return_val_if_fail (processes != NULL || n == 0, NULL);

  set = refrain_op_set_new (self->trace);
  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, processes[i]);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          const gsize end_of_thread = thread->first_op + thread->n_ops;
          const gsize first
              = REFRAIN_LOWER_BOUND (op, thread->first_op, end_of_thread,
                                     refrain_axis_get_op_position (self, processes[i], op) < start);
          const gsize last
              = REFRAIN_LOWER_BOUND (op, first, end_of_thread,
                                     refrain_axis_get_op_position (self, processes[i], op) <= end);

          for (gsize op = first; op < last; op++)
            refrain_op_set_add (set, processes[i], op);
        }
    }
  return set;
}

gboolean
refrain_axis_get_set_span (
    RefrainAxis *self, const RefrainOpSet *set, guint process, double *start, double *end)
{
  RefrainProcess *object;
  double from = G_MAXDOUBLE, to = -G_MAXDOUBLE;

  g_return_val_if_fail (REFRAIN_IS_AXIS (self), FALSE);
  g_return_val_if_fail (set != NULL && start != NULL && end != NULL, FALSE);

  object = refrain_trace_get_process (self->trace, process);
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);
      const gsize end_of_thread = thread->first_op + thread->n_ops;
      const gsize first = refrain_op_set_find_next (set, process, thread->first_op, end_of_thread);
      double op_start, op_end;

      if (first >= end_of_thread)
        continue;
      refrain_axis_get_op_span (self, process, first, &op_start, &op_end);
      from = MIN (from, op_start);
      refrain_axis_get_op_span (self, process,
                                refrain_op_set_find_last (set, process, first, end_of_thread),
                                &op_start, &op_end);
      to = MAX (to, op_end);
    }
  *start = from;
  *end = to;
  return from <= to;
}
