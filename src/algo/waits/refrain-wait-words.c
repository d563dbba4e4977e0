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

static const struct
{
  const char *name;
  const char *label;
} kinds[REFRAIN_N_WAITS] = {
  [REFRAIN_WAIT_NONE] = { "none", N_ ("none") },
  [REFRAIN_WAIT_LATE_SENDER] = { "late_sender", N_ ("Late Sender") },
  [REFRAIN_WAIT_WRONG_ORDER] = { "wrong_order", N_ ("Late Sender, Wrong Order") },
  [REFRAIN_WAIT_LATE_RECEIVER] = { "late_receiver", N_ ("Late Receiver") },
  [REFRAIN_WAIT_NXN] = { "wait_nxn", N_ ("Wait at N×N") },
  [REFRAIN_WAIT_BARRIER] = { "wait_barrier", N_ ("Wait at Barrier") },
  [REFRAIN_WAIT_LATE_BROADCAST] = { "late_broadcast", N_ ("Late Broadcast") },
  [REFRAIN_WAIT_EARLY_REDUCE] = { "early_reduce", N_ ("Early Reduce") },
  [REFRAIN_WAIT_SCAN] = { "scan", N_ ("Early Scan") },
  [REFRAIN_WAIT_CONSTRUCTOR] = { "constructor", N_ ("Communicator creation") },
  [REFRAIN_WAIT_FENCE] = { "wait_fence", N_ ("Wait at Fence") },
  [REFRAIN_WAIT_FILE] = { "wait_file", N_ ("Wait at file operation") },
  [REFRAIN_WAIT_LOCK] = { "lock_contention", N_ ("Lock Contention") },
};

const char *
refrain_wait_kind_get_name (RefrainWaitKind kind)
{
  g_return_val_if_fail (kind < REFRAIN_N_WAITS, NULL);
  return kinds[kind].name;
}

const char *
refrain_wait_kind_get_label (RefrainWaitKind kind)
{
  g_return_val_if_fail (kind < REFRAIN_N_WAITS, NULL);
  return _ (kinds[kind].label);
}

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
