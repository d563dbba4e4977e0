/* refrain-axis-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-axis-private.h"

#include <math.h>

#include "refrain-parallel.h"

/* Gaps of a 512th of the run and more are looked for; two buckets' width is the least that shows
 * as an empty bucket. */
#define N_BUCKETS      2048
#define MIN_GAP_PART   512
#define MAX_STEP_TABLE 65536

/* ---- Gaps ---- */

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
  RefrainProcess *process = refrain_trace_get_process (job->trace, item);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  guint n_routines = refrain_trace_get_n_routines (job->trace);
  g_autofree gboolean *is_mpi = g_new (gboolean, n_routines);
  g_autofree Buckets *own = buckets_new ();
  double scale = N_BUCKETS / MAX (1.0, (double) job->end - (double) job->start);

  for (guint i = 0; i < n_routines; i++)
    is_mpi[i] = refrain_routine_get_kind (refrain_trace_get_routine (job->trace, i))
                != REFRAIN_ROUTINE_USER;
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

GArray *
refrain_axis_find_gaps (RefrainTrace *trace)
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

/* ---- Logical steps ---- */

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
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (job->trace, item));
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
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (job->trace, item));
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

GArray *
refrain_axis_find_steps (RefrainTrace *trace, guint32 *n_steps, guint32 *stride)
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
