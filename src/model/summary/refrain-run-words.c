/* refrain-run-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A page that speaks of these asks here, so that no two have thresholds or wholes of their own.
 */
#include "config.h"

#include "refrain-run-words.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-run.h"
#include "refrain-time-format.h"

/* Computing longer than this times the mean is worth a word, if it is so much of the time at all.
 */
#define UNEVEN  1.05
#define NOTICED 0.01
/* Of the run: what is left is before MPI_Init and behind MPI_Finalize. */
#define NEARLY_ALL 0.9
/* Of the time of all processes. */
#define WORTH_A_WORD 0.005

/* From MPI_Init to MPI_Finalize, of the process that is there longest. */
static RefrainTime
get_busy_time (const RefrainProfile *self)
{
  RefrainTime longest = 0;

  for (guint p = 0; p < self->n_processes; p++)
    longest = MAX (longest, self->processes[p].end - self->processes[p].start);
  return longest;
}

double
refrain_profile_get_mpi_share (const RefrainProfile *self)
{
  const double all = (double) self->mpi + (double) self->computing;

  return self->calls_mpi && all > 0 ? (double) self->mpi / all : 0;
}

/* The first call of @routine; FALSE if there is none. */
static gboolean
find_first_call (RefrainTrace *trace, guint32 routine, guint *process, RefrainTime *time)
{
  gboolean found = FALSE;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (trace, p);

      for (gsize i = calls->n; i-- > 0;)
        if (calls->routine[i] == routine && (!found || calls->start[i] < *time))
          {
            *process = p;
            *time = calls->start[i];
            found = TRUE;
          }
    }
  return found;
}

gboolean
refrain_trace_has_operations (RefrainTrace *trace)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    if (refrain_trace_get_ops (trace, p)->n > 0)
      return TRUE;
  return FALSE;
}

char *
refrain_trace_describe_abort (RefrainTrace *trace)
{
  guint process;
  RefrainTime time;

  for (guint32 i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      g_autofree char *when = NULL;

      if (g_strcmp0 (refrain_routine_get_name (routine), "MPI_Abort") != 0
          || !find_first_call (trace, i, &process, &time))
        continue;
      when = refrain_time_format (time - refrain_trace_get_start (trace), 3);
      return g_strdup_printf (_ ("Process %u calls MPI_Abort after %s, which ends the run."),
                              process, when);
    }
  return NULL;
}

static char *
describe_time (const RefrainProfile *self, RefrainTrace *trace)
{
  const RefrainTime whole = refrain_trace_get_end (trace) - refrain_trace_get_start (trace);
  const RefrainRun *run = refrain_trace_get_run (trace);
  const RefrainTime busy = run->end - run->start;
  const double percent = 100 * refrain_profile_get_mpi_share (self);
  g_autofree char *count = refrain_count_format (self->n_processes);
  g_autofree char *processes
      = g_strdup_printf (ngettext ("%s process", "%s processes", self->n_processes), count);
  g_autofree char *span = refrain_time_format (whole, 3);
  g_autofree char *inner = refrain_time_format (busy, 3);

  if (!self->calls_mpi)
    return g_strdup_printf (_ ("%s, %s; no routine of MPI is recorded, so no time in it."),
                            processes, span);
  if ((double) busy < NEARLY_ALL * (double) whole)
    return g_strdup_printf (
        _ ("%s, %s: %s between MPI_Init and MPI_Finalize; %.1f %% of that time is spent in MPI."),
        processes, span, inner, percent);
  return g_strdup_printf (_ ("%s, %s; %.1f %% of the time is spent in MPI."), processes, span,
                          percent);
}

char *
refrain_profile_describe_time (const RefrainProfile *self, RefrainTrace *trace)
{
  g_autofree char *time = describe_time (self, trace);
  g_autofree char *aborted = refrain_trace_describe_abort (trace);

  return aborted != NULL ? g_strdup_printf ("%s %s", time, aborted) : g_steal_pointer (&time);
}

/* ---- How evenly they compute ---- */

gboolean
refrain_load_measure (RefrainLoad *self,
                      const guint *processes,
                      gsize n,
                      const RefrainTime *computing,
                      const RefrainTime *polling,
                      double whole)
{
  double all = 0, polled = 0;

  for (gsize i = 0; i < n; i++)
    {
      all += (double) computing[i];
      polled += polling != NULL ? (double) polling[i] : 0;
    }
  *self = (RefrainLoad){ .n = (guint) n, .max = -1, .whole = whole };
  self->polls = polled > (UNEVEN - 1) * all;
  for (gsize i = 0; i < n; i++)
    {
      const guint process = processes != NULL ? processes[i] : (guint) i;
      const double own = (double) MAX (computing[i] - (self->polls ? polling[i] : 0), 0);

      self->mean += own / (double) n;
      if (i == 0 || own > self->max)
        {
          self->max = own;
          self->most = process;
        }
      if (i == 0 || own < self->min)
        {
          self->min = own;
          self->least = process;
        }
    }
  return self->max > 0;
}

gboolean
refrain_profile_get_load (const RefrainProfile *self, RefrainLoad *load)
{
  g_autofree RefrainTime *computing = NULL;

  if (!self->calls_mpi || self->n_processes < 2 || self->computing <= 0)
    return FALSE;
  computing = g_new (RefrainTime, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    computing[p] = self->processes[p].computing;
  return refrain_load_measure (load, NULL, self->n_processes, computing, self->polling,
                               (double) get_busy_time (self));
}

gboolean
refrain_load_is_uneven (const RefrainLoad *self)
{
  return self->max - self->mean > MAX ((UNEVEN - 1) * self->mean, NOTICED * self->whole);
}

static char *
describe_load (const RefrainLoad *self)
{
  g_autofree char *longest = refrain_time_format ((RefrainTime) self->max, 3);
  g_autofree char *shortest = refrain_time_format ((RefrainTime) self->min, 3);
  g_autofree char *factor = refrain_factor_format (self->max / MAX (self->mean, 1));

  if (refrain_load_is_uneven (self))
    return g_strdup_printf (
        _ ("Process %u computes longest: %s, %s times the mean; process %u shortest: %s."),
        self->most, longest, factor, self->least, shortest);
  if (self->max <= UNEVEN * self->mean)
    return g_strdup_printf (self->polls
                                ? _ ("Evenly loaded: each process computes %s to %s.")
                                : _ ("Evenly loaded: outside MPI each process spends %s to %s."),
                            shortest, longest);
  /* Translators: two times, how many times the mean the longer one is, and a share. */
  return g_strdup_printf (
      self->polls
          ? _ ("Little is computed: %s to %s by each process, at most %s times the mean and "
               "%.1f %% of the time.")
          : _ ("Little is computed: outside MPI each process spends %s to %s, at most "
               "%s times the mean and %.1f %% of the time."),
      shortest, longest, factor, self->whole > 0 ? 100 * self->max / self->whole : 0);
}

char *
refrain_load_describe (const RefrainLoad *self)
{
  g_autofree char *load = describe_load (self);

  return g_strconcat (
      load,
      self->polls ? _ (" Time between two tests for the same message is no useful computing.") : "",
      NULL);
}

/* ---- Accelerators ---- */

gboolean
refrain_routine_waits_for_device (RefrainRoutine *routine)
{
  static const char *const waits[] = {
    "clFinish",
    "clWaitForEvents",
    "acc_wait",
    "zeEventHostSynchronize",
    "zeFenceHostSynchronize",
    "zeCommandQueueSynchronize",
    "zeCommandListHostSynchronize",
  };
  const char *name = refrain_routine_get_name (routine);
  const gsize length = strcspn (name, "( ");

  if (g_str_has_prefix (name, "hip") || g_str_has_prefix (name, "cu"))
    return g_strstr_len (name, (gssize) length, "Synchronize") != NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (waits); i++)
    if (strlen (waits[i]) == length && strncmp (waits[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

double
refrain_trace_get_device_share (RefrainTrace *trace, RefrainRoutine **longest)
{
  const double whole = (double) refrain_trace_get_run (trace)->time;
  RefrainRoutine *most = NULL;
  double time = 0;

  for (guint32 i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const RefrainTime own = refrain_routine_get_time (routine);

      if (own <= 0 || !refrain_routine_waits_for_device (routine))
        continue;
      time += (double) own;
      if (most == NULL || own > refrain_routine_get_time (most))
        most = routine;
    }
  if (longest != NULL)
    *longest = most;
  return whole > 0 ? MIN (time / whole, 1) : 0;
}

char *
refrain_trace_describe_device (RefrainTrace *trace)
{
  RefrainRoutine *longest;
  const double share = refrain_trace_get_device_share (trace, &longest);

  if (longest == NULL || share < WORTH_A_WORD)
    return NULL;
  return g_strdup_printf (
      /* Translators: a share, and a routine. */
      _ ("Processes wait for an accelerator for %.1f %% of their time, most of it in %s."),
      100 * share, refrain_routine_get_label (longest));
}
