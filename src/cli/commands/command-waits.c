/* command-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli waits: who waits how long for whom, and why.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-iterations.h"
#include "refrain-time-format.h"
#include "refrain-time-report.h"
#include "refrain-wait-causes.h"

/* Lines of a table. */
#define MAX_ROWS      12
#define MAX_PROCESSES 16

/* Late senders in the wrong order are late senders, too. */
static RefrainTime
get_time (const RefrainTime *time, RefrainWaitKind kind)
{
  return time[kind] + (kind == REFRAIN_WAIT_LATE_SENDER ? time[REFRAIN_WAIT_WRONG_ORDER] : 0);
}

static RefrainTime
sum_kinds (const RefrainTime *time)
{
  RefrainTime sum = 0;

  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    sum += time[k];
  return sum;
}

/* "exchange / MPI_Recv": with names, of which no two are the same, or as people read them. Free
 * with g_free(). */
static char *
name_routine (const RefrainTimeReport *report, const RefrainWaitRoutine *sum, gboolean label)
{
  const char *caller = label ? refrain_time_report_get_label (report, sum->caller)
                             : refrain_time_report_get_routine (report, sum->caller);
  const char *routine = label ? refrain_time_report_get_label (report, sum->routine)
                              : refrain_time_report_get_routine (report, sum->routine);

  if (caller == NULL || routine == NULL)
    return g_strdup (caller != NULL ? caller : routine != NULL ? routine : "?");
  return g_strdup_printf ("%s / %s", caller, routine);
}

/* Both belong to the caller. */
static void
sum_groups (const RefrainTimeReport *report, RefrainTime **patterns, RefrainTime **phases)
{
  *patterns = g_new0 (RefrainTime, refrain_pattern_set_get_n_patterns (report->set) + 1);
  *phases = g_new0 (RefrainTime, report->n_leaves + 1);
  refrain_time_groups_add_waits (report->groups, report->waits, *patterns, *phases);
}

/* The waiting in each iteration of the main loop, *@n of them. NULL with @error. */
static RefrainTime *
sum_iterations (const RefrainTimeReport *report, guint32 *n, GError **error)
{
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (report->trace, NULL, error);
  RefrainTime *times;

  if (iterations == NULL)
    return NULL;
  *n = refrain_iterations_get_n (iterations);
  times = g_new0 (RefrainTime, (gsize) *n + 1);
  for (guint p = 0; p < refrain_trace_get_n_processes (report->trace); p++)
    {
      const RefrainWaitColumns *columns = refrain_waits_get_columns (report->waits, p);

      for (gsize i = 0; i < columns->n; i++)
        if (columns->waiting[i] > 0)
          times[MIN (refrain_iterations_find (iterations, p, i), *n)] += columns->waiting[i];
    }
  return times;
}

/* ---- JSON ---- */

static void
add_kinds (RefrainJsonWriter *json, const RefrainTime *time, gboolean all)
{
  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    if (all || get_time (time, k) > 0)
      refrain_time_report_add_seconds (json, refrain_wait_kind_get_name (k), get_time (time, k));
}

static void
add_places (const RefrainTimeReport *report, RefrainJsonWriter *json)
{
  g_autoptr (GArray) routines = refrain_waits_sum_routines (report->waits, NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree RefrainTime *patterns = NULL, *phases = NULL;

  sum_groups (report, &patterns, &phases);
  refrain_json_begin_object (json, "per_routine");
  for (guint i = 0; i < routines->len; i++)
    {
      const RefrainWaitRoutine *sum = &g_array_index (routines, RefrainWaitRoutine, i);
      g_autofree char *label = name_routine (report, sum, TRUE);
      g_autofree char *name = name_routine (report, sum, FALSE);

      /* Overloads may read the same: the second goes by its name. */
      refrain_json_begin_object (json, g_hash_table_contains (taken, label) ? name : label);
      g_hash_table_add (taken, g_steal_pointer (&label));
      add_kinds (json, sum->time, FALSE);
      refrain_json_end_object (json);
    }
  refrain_json_end_object (json);
  refrain_json_begin_array (json, "per_pattern");
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (report->set); i++)
    if (patterns[i] > 0)
      {
        refrain_json_begin_object (json, NULL);
        refrain_json_add_int (json, "pattern", i + 1);
        refrain_time_report_add_seconds (json, "seconds", patterns[i]);
        refrain_json_end_object (json);
      }
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "per_phase");
  for (gsize i = 0; i < report->n_leaves; i++)
    {
      g_autofree char *name = refrain_time_report_name_phase (report, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "phase", (gint64) i + 1);
      refrain_json_add_string (json, "name", name);
      refrain_time_report_add_seconds (json, "seconds", phases[i]);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
print_json (const RefrainTimeReport *report,
            RefrainWaitCauses *causes,
            const RefrainTime *iterations,
            guint32 n_iterations)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  gsize n;
  const RefrainWaitCause *list = refrain_wait_causes_get (causes, &n);

  refrain_json_begin_object (json, NULL);
  refrain_time_report_add_seconds (json, "seconds", refrain_waits_get_time (report->waits));
  refrain_json_begin_object (json, "kinds");
  add_kinds (json, refrain_waits_get_totals (report->waits, REFRAIN_NONE)->time, TRUE);
  refrain_json_end_object (json);
  refrain_json_begin_array (json, "per_process");
  for (guint p = 0; p < refrain_trace_get_n_processes (report->trace); p++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "process", p);
      add_kinds (json, refrain_waits_get_totals (report->waits, p)->time, TRUE);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  add_places (report, json);
  refrain_json_begin_array (json, "per_iteration");
  for (guint32 i = 0; i < n_iterations; i++)
    refrain_time_report_add_seconds (json, NULL, iterations[i]);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "causes");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "process", list[i].process);
      refrain_json_add_string (json, "routine",
                               refrain_time_report_get_label (report, list[i].routine));
      refrain_time_report_add_seconds (json, "seconds", list[i].time);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_time_report_add_clocks (report, json);
  refrain_json_end_object (json);
}

/* ---- Text ---- */

/* "process 5: `rhs`"; free with g_free(). */
static char *
name_cause (const RefrainTimeReport *report, const RefrainWaitCause *cause)
{
  const char *routine = refrain_time_report_get_label (report, cause->routine);

  return routine != NULL
             ? g_strdup_printf (_ ("process %u in %s"), cause->process, routine)
             : g_strdup_printf (_ ("process %u outside of all routines"), cause->process);
}

/* How much, who is to blame, who suffers. */
static void
print_headlines (const RefrainTimeReport *report, const RefrainWaitCause *causes, gsize n)
{
  const RefrainTime time = refrain_waits_get_time (report->waits);
  const guint n_processes = refrain_trace_get_n_processes (report->trace);
  const double run = (double) refrain_trace_get_end (report->trace)
                     - (double) refrain_trace_get_start (report->trace);
  g_autofree char *text = refrain_time_format (time, 3), *cause = NULL, *most_text = NULL;
  g_autofree char *cause_time = NULL;
  RefrainTime most = 0;
  guint victim = 0;

  if (time == 0)
    {
      g_print ("%s\n", n_processes < 2 ? _ ("nobody waits: there is one process")
                       : refrain_trace_get_counts (report->trace)->messages == 0
                               && refrain_trace_get_counts (report->trace)->collectives == 0
                           ? _ ("nobody waits: there are no messages and no collectives")
                           : _ ("nobody waits"));
      return;
    }
  for (guint p = 0; p < n_processes; p++)
    if (sum_kinds (refrain_waits_get_totals (report->waits, p)->time) > most)
      {
        victim = p;
        most = sum_kinds (refrain_waits_get_totals (report->waits, p)->time);
      }
  most_text = refrain_time_format (most, 3);
  g_print (_ ("%s of waiting, %.1f %% of the time of all processes\n"), text,
           100 * (double) time / MAX (run * n_processes, 1));
  if (n > 0)
    {
      cause = name_cause (report, &causes[0]);
      cause_time = refrain_time_format (causes[0].time, 3);
      g_print (_ ("most goes back to %s: %s\n"), cause, cause_time);
    }
  g_print (_ ("process %u waits longest: %s\n"), victim, most_text);
}

static void
print_kinds (const RefrainTimeReport *report)
{
  const RefrainWaitTotals *totals = refrain_waits_get_totals (report->waits, REFRAIN_NONE);
  const double whole = (double) refrain_waits_get_time (report->waits);

  g_print ("\n%s\n", _ ("Waiting by kind, and how often"));
  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    if (totals->time[k] > 0)
      {
        guint64 n = totals->count[k];
        g_autofree char *count = NULL, *what = NULL;

        if (k == REFRAIN_WAIT_LATE_SENDER)
          n += totals->count[REFRAIN_WAIT_WRONG_ORDER];
        count = refrain_count_format (n);
        what
            = g_strdup_printf (k == REFRAIN_WAIT_WRONG_ORDER ? _ ("  of these %s (%s)") : "%s (%s)",
                               refrain_wait_kind_get_label (k), count);
        refrain_time_report_print_row (get_time (totals->time, k), whole, what);
      }
}

static void
print_causes (const RefrainTimeReport *report, const RefrainWaitCause *causes, gsize n)
{
  const double whole = (double) refrain_waits_get_time (report->waits);

  g_print ("\n%s\n", _ ("What the waiting goes back to"));
  for (gsize i = 0; i < MIN (n, MAX_ROWS); i++)
    {
      g_autofree char *name = name_cause (report, &causes[i]);

      refrain_time_report_print_row (causes[i].time, whole, name);
    }
}

static void
print_processes (const RefrainTimeReport *report)
{
  const guint n = refrain_trace_get_n_processes (report->trace);
  const double whole = (double) refrain_waits_get_time (report->waits);

  if (n > MAX_PROCESSES)
    return;
  g_print ("\n%s\n", _ ("Who waits"));
  for (guint p = 0; p < n; p++)
    {
      g_autofree char *name = g_strdup_printf (_ ("process %u"), p);

      refrain_time_report_print_row (sum_kinds (refrain_waits_get_totals (report->waits, p)->time),
                                     whole, name);
    }
}

static void
print_places (const RefrainTimeReport *report)
{
  const double whole = (double) refrain_waits_get_time (report->waits);
  g_autoptr (GArray) routines = refrain_waits_sum_routines (report->waits, NULL);
  g_autofree RefrainTime *patterns = NULL, *phases = NULL;

  sum_groups (report, &patterns, &phases);
  g_print ("\n%s\n", _ ("Where"));
  for (guint i = 0; i < MIN (routines->len, MAX_ROWS); i++)
    {
      const RefrainWaitRoutine *sum = &g_array_index (routines, RefrainWaitRoutine, i);
      g_autofree char *name = name_routine (report, sum, TRUE);

      refrain_time_report_print_row (sum_kinds (sum->time), whole, name);
    }
  g_print ("\n%s\n", _ ("In which phases"));
  for (gsize i = 0; i <= report->n_leaves; i++)
    if ((double) phases[i] >= 0.001 * whole)
      {
        g_autofree char *name = refrain_time_report_name_phase (report, i);

        refrain_time_report_print_row (phases[i], whole, name);
      }
  g_print ("\n%s\n", _ ("In which patterns"));
  for (guint i = 0; i <= refrain_pattern_set_get_n_patterns (report->set); i++)
    if ((double) patterns[i] >= 0.01 * whole)
      {
        g_autofree char *name = refrain_time_report_name_pattern (report, i);

        refrain_time_report_print_row (patterns[i], whole, name);
      }
}

static void
print_text (const RefrainTimeReport *report, RefrainWaitCauses *causes)
{
  gsize n;
  const RefrainWaitCause *list = refrain_wait_causes_get (causes, &n);

  refrain_time_report_print_clocks (report);
  print_headlines (report, list, n);
  if (refrain_waits_get_time (report->waits) == 0)
    return;
  print_causes (report, list, n);
  print_kinds (report);
  print_processes (report);
  print_places (report);
}

static int
run (int argc, char **argv)
{
  g_auto (RefrainTimeReport) report = { 0 };
  const GOptionEntry entries[] = {
    REFRAIN_TIME_ENTRIES (report),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainWaitCauses) causes = NULL;
  g_autofree RefrainTime *iterations = NULL;
  guint32 n_iterations;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_waits, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_time_report_load (&report, arguments[1], TRUE))
    return REFRAIN_EXIT_ERROR;
  causes = refrain_wait_causes_new (report.waits, NULL, NULL, NULL, NULL, &error);
  if (causes == NULL)
    return refrain_command_fail (error);
  iterations = sum_iterations (&report, &n_iterations, &error);
  if (iterations == NULL)
    return refrain_command_fail (error);
  if (report.json)
    print_json (&report, causes, iterations, n_iterations);
  else
    print_text (&report, causes);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_waits = {
  .name = "waits",
  .arguments = "TRACE",
  .summary = N_ ("Tell who waits how long for whom, and why"),
  .run = run,
};
