/* refrain-finding-ratio.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process' own time in the routine in those iterations, beside the median of the others.
 */
#include "config.h"

#include "refrain-finding-ratio.h"

#include "refrain-call-walk.h"
#include "refrain-parallel.h"
#include "refrain-trend.h"

typedef struct
{
  RefrainWaits *waits;
  RefrainTrace *trace;
  RefrainIterations *iterations;
  const gboolean *meant;
  guint32 routine;
  double *spent; /* of each process */
} Job;

static gboolean
is_meant (const Job *job, guint32 iteration)
{
  return iteration != REFRAIN_NONE && job->meant[iteration];
}

static void
measure (gsize p, gpointer data)
{
  const Job *job = data;
  RefrainProcess *process = refrain_trace_get_process (job->trace, (guint) p);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainWaitColumns *columns = refrain_waits_get_columns (job->waits, (guint) p);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      RefrainCallWalk walk = refrain_call_walk_new (calls, refrain_process_get_thread (process, t));
      RefrainTime start, end;
      guint32 call;

      while (refrain_call_walk_next (&walk, &start, &end, &call))
        if (call != REFRAIN_NONE && calls->routine[call] == job->routine
            && is_meant (job, refrain_iterations_find_time (job->iterations, (guint) p, start)))
          job->spent[p] += (double) (end - start);
    }
  for (gsize i = 0; i < columns->n; i++)
    {
      const guint32 call = refrain_waits_get_call (job->waits, (guint) p, i);

      if (call != REFRAIN_NONE && calls->routine[call] == job->routine
          && is_meant (
              job, refrain_iterations_find_time (job->iterations, (guint) p, calls->start[call])))
        job->spent[p] -= (double) refrain_waits_get_stay (job->waits, (guint) p, i);
    }
}

double
refrain_finding_ratio (RefrainWaits *waits,
                       RefrainIterations *iterations,
                       const gboolean *meant,
                       guint process,
                       guint32 routine)
{
  RefrainTrace *trace = refrain_waits_get_trace (waits);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree double *spent = g_new0 (double, (gsize) n_processes + 1);
  g_autofree double *others = g_new (double, (gsize) n_processes + 1);
  Job job = { waits, trace, iterations, meant, routine, spent };
  gsize n = 0;
  double median;

  if (n_processes < 2)
    return 0;
  refrain_parallel_run (n_processes, measure, &job, NULL);
  for (guint p = 0; p < n_processes; p++)
    if (p != process)
      others[n++] = spent[p];
  median = refrain_trend_median (others, n);
  return median > 0 ? spent[process] / median : 0;
}
