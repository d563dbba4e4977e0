/* refrain-wait-peers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who would be nearly as late is told by what processes take in all, not each time: the last one of
 * those that do alike is another one each time, or always the same by a little.
 */
#include "refrain-wait-peers.h"

#include "refrain-run.h"

/* This share of how late a process is, it takes longer than its peers at most. */
#define ALIKE 0.25
/* ... and longer than who waits for it at least. */
#define UNLIKE 0.5

/* How long @process is in @routine during the run. */
static double
measure (RefrainTrace *trace, guint process, guint32 routine)
{
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, process));
  const RefrainRunSpan *span = &refrain_trace_get_run (trace)->processes[process];
  double sum = routine == REFRAIN_NONE ? (double) (span->end - span->start) : 0;

  for (gsize i = 0; i < calls->n; i++)
    {
      const guint32 parent = calls->parent[i];
      const RefrainTime start = MAX (calls->start[i], span->start);
      const double time = (double) MAX (MIN (calls->end[i], span->end) - start, 0);

      if (routine != REFRAIN_NONE && calls->routine[i] == routine)
        sum += time;
      if (parent != REFRAIN_NONE ? calls->routine[parent] == routine : routine == REFRAIN_NONE)
        sum -= time;
    }
  return sum;
}

double *
refrain_wait_peers_measure (RefrainTrace *trace, guint32 routine)
{
  const guint n = refrain_trace_get_n_processes (trace);
  double *times = g_new (double, (gsize) n + 1);

  for (guint p = 0; p < n; p++)
    times[p] = measure (trace, p, routine);
  return times;
}

/* Messages between @process and each other. Free with g_free(). */
static guint64 *
count_messages (RefrainTrace *trace, guint process)
{
  const guint n = refrain_trace_get_n_processes (trace);
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  guint64 *counts = g_new0 (guint64, (gsize) n + 1);

  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->peer[i] >= 0 && (guint) ops->peer[i] < n)
      counts[ops->peer[i]]++;
  return counts;
}

GArray *
refrain_wait_peers_list (RefrainTrace *trace, const double *times, const RefrainWaitCause *cause)
{
  GArray *peers = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint n = refrain_trace_get_n_processes (trace);
  const double late = (double) cause->late, own = times[cause->process];
  g_autofree guint64 *counts = NULL;
  gboolean any = cause->victim < n && own - times[cause->victim] >= UNLIKE * late;

  if (any && !cause->joint)
    {
      counts = count_messages (trace, cause->victim);
      any = counts[cause->process] > 0;
    }
  for (guint32 p = 0; p < n; p++)
    if (p == cause->process
        || (any && p != cause->victim && own - times[p] < ALIKE * late
            && (counts == NULL || counts[p] == counts[cause->process])))
      g_array_append_val (peers, p);
  return peers;
}
