/* refrain-wait-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much is waited for, as every page and command says it: times are those of threads, shares
 * those of processes, whose time is the mean of their threads that call MPI.
 */
#include "config.h"

#include "refrain-waits.h"

#include <glib/gi18n-lib.h>

#include "refrain-run.h"
#include "refrain-time-format.h"

static double
sum_kinds (const RefrainWaitTotals *totals)
{
  double sum = 0;

  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    sum += (double) totals->time[k];
  return sum;
}

double
refrain_waits_get_share (RefrainWaits *self)
{
  RefrainTrace *trace;
  const RefrainRun *run;
  double sum = 0;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), 0);

  trace = refrain_waits_get_trace (self);
  run = refrain_trace_get_run (trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    sum += sum_kinds (refrain_waits_get_totals (self, p)) / MAX (run->processes[p].n_calling, 1);
  return run->time > 0 ? sum / (double) run->time : 0;
}

char *
refrain_waits_describe (RefrainWaits *self)
{
  RefrainTrace *trace;
  g_autofree char *time = NULL;
  guint n_threads = 0;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);

  if (refrain_waits_get_time (self) == 0)
    return NULL;
  trace = refrain_waits_get_trace (self);
  n = refrain_trace_get_n_processes (trace);
  for (guint p = 0; p < n; p++)
    n_threads += MAX (refrain_trace_get_run (trace)->processes[p].n_calling, 1);
  time = refrain_time_format (refrain_waits_get_time (self), 3);
  if (n_threads > n)
    return g_strdup_printf (
        _ ("Waiting time: %s in %u threads, %.1f %% of the time of all processes."), time,
        n_threads, 100 * refrain_waits_get_share (self));
  return g_strdup_printf (_ ("Waiting time: %s, %.1f %% of the time of all processes."), time,
                          100 * refrain_waits_get_share (self));
}
