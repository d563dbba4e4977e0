/* refrain-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-summary-private.h"

#include "refrain-parallel.h"

G_DEFINE_FINAL_TYPE (RefrainSummary, refrain_summary, G_TYPE_OBJECT)

static void
refrain_summary_finalize (GObject *object)
{
  RefrainSummary *self = REFRAIN_SUMMARY (object);

  for (guint i = 0; i < self->n_processes; i++)
    refrain_process_summary_clear (&self->processes[i]);
  g_free (self->processes);
  g_free (self->activities);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_summary_parent_class)->finalize (object);
}

static void
refrain_summary_class_init (RefrainSummaryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_summary_finalize;
}

static void
refrain_summary_init (RefrainSummary *self)
{
}

typedef struct
{
  RefrainSummary *summary;
  GCancellable *cancellable;
} Job;

static void
build_process (gsize item, gpointer data)
{
  Job *job = data;

  refrain_summary_build_process (job->summary, item, job->cancellable);
}

static guint8
activity_of (RefrainRoutine *routine)
{
  switch (refrain_routine_get_kind (routine))
    {
    case REFRAIN_ROUTINE_P2P:
      return REFRAIN_ACTIVITY_P2P;
    case REFRAIN_ROUTINE_WAIT:
      return REFRAIN_ACTIVITY_WAIT;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return REFRAIN_ACTIVITY_COLLECTIVE;
    case REFRAIN_ROUTINE_MPI:
      return REFRAIN_ACTIVITY_MPI;
    case REFRAIN_ROUTINE_USER:
    default:
      return REFRAIN_N_ACTIVITIES;
    }
}

RefrainSummary *
refrain_summary_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainSummary) self = NULL;
  Job job;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_SUMMARY, NULL);
  self->trace = g_object_ref (trace);
  self->n_routines = refrain_trace_get_n_routines (trace);
  self->activities = g_new (guint8, self->n_routines);
  for (guint i = 0; i < self->n_routines; i++)
    self->activities[i] = activity_of (refrain_trace_get_routine (trace, i));
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (RefrainProcessSummary, self->n_processes);
  job = (Job){ self, cancellable };
  refrain_parallel_run (self->n_processes, build_process, &job, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- Time in activities ---- */

/* Walks along one thread's calls; knows the time spent in each activity so far. */
typedef struct
{
  RefrainSummary *summary;
  const RefrainCalls *calls;
  const RefrainThread *thread;
  const RefrainThreadSummary *marks;
  gsize mark;  /* the last one at or before the current time */
  gsize row;   /* the next call to be looked at, counted from the thread's first */
  gsize known; /* the mark from which row and state were made, plus one; 0 for none */
  double total[REFRAIN_N_ACTIVITIES];
  double counted, open_end;
  guint open;
} Walker;

/* Totals at @time by walking over the calls since the last mark. */
static void
walk_to (Walker *self, double time, double total[REFRAIN_N_ACTIVITIES])
{
  if (self->known != self->mark + 1)
    {
      const RefrainCallMark *mark = &self->marks->call_marks[self->mark];

      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        self->total[a] = mark->total[a];
      self->counted = self->marks->call_time[self->mark];
      self->open_end = mark->open_end;
      self->open = mark->activity;
      self->row = self->mark * REFRAIN_SUMMARY_STRIDE;
      self->known = self->mark + 1;
    }
  for (; self->row < self->thread->n_calls; self->row++)
    {
      gsize row = self->thread->first_call + self->row;
      double start = self->calls->start[row];
      guint activity;

      if (start >= time)
        break;
      activity = refrain_summary_get_activity (self->summary, self->calls, row);
      if (activity >= REFRAIN_N_ACTIVITIES || start < self->open_end)
        continue;
      self->total[self->open] += MAX (0, self->open_end - self->counted);
      self->counted = start;
      self->open_end = self->calls->end[row];
      self->open = activity;
    }
  for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
    total[a] = self->total[a];
  total[self->open] += MAX (0, MIN (self->open_end, time) - self->counted);
}

/* Totals at @time, no earlier than at the last call of this function; finer than @width. */
static void
total_at (Walker *self, double time, double width, double total[REFRAIN_N_ACTIVITIES])
{
  const RefrainThreadSummary *marks = self->marks;
  double from, to, part;

  if (marks->n_call_marks == 0 || time <= (double) marks->call_time[0])
    {
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        total[a] = 0;
      return;
    }
  self->mark = refrain_summary_seek_mark (marks->call_time, marks->n_call_marks, self->mark, time);
  from = marks->call_time[self->mark];
  if (self->mark + 1 == marks->n_call_marks
      || (to = marks->call_time[self->mark + 1]) - from >= width)
    {
      walk_to (self, time, total);
      return;
    }
  part = to > from ? (time - from) / (to - from) : 0;
  for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
    {
      double low = marks->call_marks[self->mark].total[a];
      double high = marks->call_marks[self->mark + 1].total[a];

      total[a] = low + part * (high - low);
    }
}

static void
add_shares (RefrainSummary *self,
            guint process,
            gsize thread,
            double start,
            double width,
            gsize n,
            double weight,
            RefrainSummaryBin *bins)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  Walker walker = {
    .summary = self,
    .calls = refrain_process_get_calls (object),
    .thread = refrain_process_get_thread (object, thread),
    .marks = &self->processes[process].threads[thread],
  };
  double before[REFRAIN_N_ACTIVITIES], after[REFRAIN_N_ACTIVITIES];

  total_at (&walker, start, width, before);
  for (gsize i = 0; i < n; i++)
    {
      total_at (&walker, start + (i + 1) * width, width, after);
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        {
          bins[i].share[a] += CLAMP ((after[a] - before[a]) / width, 0, 1) * weight;
          before[a] = after[a];
        }
    }
}

void
refrain_summary_get_shares (RefrainSummary *self,
                            guint process,
                            gsize thread,
                            RefrainTime start,
                            RefrainTime end,
                            gsize n,
                            RefrainSummaryBin *bins)
{
  const RefrainProcessSummary *of;
  guint calling = 0;

  g_return_if_fail (REFRAIN_IS_SUMMARY (self));
  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (bins != NULL || n == 0);

  for (gsize i = 0; i < n; i++)
    bins[i] = (RefrainSummaryBin){ 0 };
  if (end <= start || n == 0)
    return;
  of = &self->processes[process];
  for (gsize t = 0; t < of->n_threads; t++)
    calling += (thread == G_MAXSIZE || t == thread) && of->threads[t].calls_mpi;
  for (gsize t = 0; t < of->n_threads; t++)
    if ((thread == G_MAXSIZE || t == thread) && of->threads[t].calls_mpi)
      add_shares (self, process, t, start, ((double) end - (double) start) / n, n, 1.0 / calling,
                  bins);
}

/* ---- Calls ---- */

guint32
refrain_summary_find_call_at (RefrainSummary *self,
                              guint process,
                              gsize thread,
                              RefrainTime time,
                              RefrainTime tolerance,
                              gsize *hint)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  const RefrainThread *of = refrain_process_get_thread (object, thread);
  const RefrainThreadSummary *marks = &self->processes[process].threads[thread];
  gsize low, high;
  guint32 call;

  if (marks->n_call_marks == 0 || marks->call_time[0] > time)
    return REFRAIN_NONE;
  if (*hint >= marks->n_call_marks || marks->call_time[*hint] > time)
    *hint = 0;
  *hint = refrain_summary_seek_mark (marks->call_time, marks->n_call_marks, *hint, time);
  low = of->first_call + *hint * REFRAIN_SUMMARY_STRIDE;
  high = MIN (low + REFRAIN_SUMMARY_STRIDE, of->first_call + of->n_calls);
  if (*hint + 1 < marks->n_call_marks
      && marks->call_time[*hint + 1] - marks->call_time[*hint] <= tolerance)
    time = marks->call_time[*hint];
  while (high - low > 1 && calls->start[low + 1] <= time)
    {
      gsize middle = low + (high - low) / 2;

      if (calls->start[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  /* Calls that end before are left through their callers. */
  for (call = low; call != REFRAIN_NONE && calls->end[call] <= time;)
    call = calls->parent[call];
  return call;
}

gsize
refrain_summary_get_memory (RefrainSummary *self)
{
  gsize bytes = sizeof *self + self->n_routines;

  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), 0);

  for (guint i = 0; i < self->n_processes; i++)
    bytes += refrain_process_summary_get_memory (&self->processes[i]);
  return bytes;
}
