/* command-critical-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli critical-path: what the run's time hangs on.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-critical-path.h"
#include "refrain-slack.h"
#include "refrain-time-format.h"
#include "refrain-time-report.h"

/* Lines of a table. */
#define MAX_ROWS 12

/* Where the path is. */
typedef struct
{
  RefrainCriticalPath *path;
  const RefrainTime *processes, *routines; /* one more routine: none */
  RefrainTime *patterns, *phases;          /* one more of each: none */
  RefrainTime *slack;                      /* of each process */
  double whole;
} Shares;

static void
shares_clear (Shares *self)
{
  g_free (self->patterns);
  g_free (self->phases);
  g_free (self->slack);
  g_clear_object (&self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shares, shares_clear)

static void
shares_fill (Shares *self, const RefrainTimeReport *report)
{
  RefrainTime **all;

  self->processes = refrain_critical_path_get_processes (self->path);
  self->routines = refrain_critical_path_get_routines (self->path);
  self->patterns = g_new0 (RefrainTime, refrain_pattern_set_get_n_patterns (report->set) + 1);
  self->phases = g_new0 (RefrainTime, report->n_leaves + 1);
  refrain_time_groups_add_path (report->groups, self->path, self->patterns, self->phases);
  all = refrain_slack_new (report->waits);
  self->slack = refrain_slack_get_processes (all, report->waits);
  refrain_slack_free (all, report->waits);
  self->whole = MAX ((double) refrain_critical_path_get_time (self->path), 1);
}

/* ---- JSON ---- */

/* Shares by number, from 1. */
static void
add_numbered (
    RefrainJsonWriter *json, const char *name, const RefrainTime *times, gsize n, double whole)
{
  refrain_json_begin_object (json, name);
  for (gsize i = 0; i < n; i++)
    if (times[i] > 0)
      {
        char id[G_ASCII_DTOSTR_BUF_SIZE];

        g_snprintf (id, sizeof id, "%" G_GSIZE_FORMAT, i + 1);
        refrain_json_add_double (json, id, (double) times[i] / whole);
      }
  refrain_json_end_object (json);
}

static void
print_json (const RefrainTimeReport *report, const Shares *shares)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };

  refrain_json_begin_object (json, NULL);
  refrain_time_report_add_seconds (json, "seconds", refrain_critical_path_get_time (shares->path));
  refrain_time_report_add_seconds (json, "start_gap",
                                   refrain_critical_path_get_start_gap (shares->path));
  refrain_json_add_int (json, "hops", (gint64) refrain_critical_path_get_n_hops (shares->path));
  refrain_json_begin_array (json, "processes");
  for (guint p = 0; p < refrain_trace_get_n_processes (report->trace); p++)
    refrain_json_add_double (json, NULL, (double) shares->processes[p] / shares->whole);
  refrain_json_end_array (json);
  refrain_json_begin_object (json, "routines");
  for (guint r = 0; r < refrain_trace_get_n_routines (report->trace); r++)
    if (shares->routines[r] > 0)
      refrain_json_add_double (json, refrain_time_report_get_routine (report, r),
                               (double) shares->routines[r] / shares->whole);
  refrain_json_end_object (json);
  add_numbered (json, "patterns", shares->patterns,
                refrain_pattern_set_get_n_patterns (report->set), shares->whole);
  add_numbered (json, "phases", shares->phases, report->n_leaves, shares->whole);
  refrain_json_begin_array (json, "slack");
  for (guint p = 0; p < refrain_trace_get_n_processes (report->trace); p++)
    refrain_time_report_add_seconds (json, NULL, shares->slack[p]);
  refrain_json_end_array (json);
  refrain_time_report_add_clocks (report, json);
  refrain_json_end_object (json);
}

/* ---- Text ---- */

typedef struct
{
  RefrainTime time;
  guint32 index;
} Row;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* The longest of @n times, longest first; free with g_free(). */
static Row *
sort_rows (const RefrainTime *times, gsize n)
{
  Row *rows = g_new (Row, n + 1);

  for (gsize i = 0; i < n; i++)
    rows[i] = (Row){ times[i], (guint32) i };
  refrain_sort (rows, n, sizeof *rows, compare_rows);
  return rows;
}

/* The process and the routine that the path is in most; MPI_Init is nobody's concern. */
static void
print_headlines (const RefrainTimeReport *report, const Shares *shares)
{
  const guint n_processes = refrain_trace_get_n_processes (report->trace);
  const guint n_routines = refrain_trace_get_n_routines (report->trace);
  g_autofree Row *processes = sort_rows (shares->processes, n_processes);
  g_autofree Row *routines = sort_rows (shares->routines, n_routines);
  g_autofree char *time = refrain_time_format (refrain_critical_path_get_time (shares->path), 3);
  const gsize n_hops = refrain_critical_path_get_n_hops (shares->path);
  g_autofree char *hops = refrain_count_format (n_hops);
  gsize first = 0;

  if (refrain_critical_path_get_time (shares->path) == 0)
    {
      g_print ("%s\n", _ ("the trace holds no time: there is no path"));
      return;
    }
  while (first + 1 < n_routines
         && g_str_has_prefix (refrain_time_report_get_routine (report, routines[first].index),
                              "MPI_Init"))
    first++;
  g_print (_ ("process %u: %.0f %% of the run hangs on it\n"), processes[0].index,
           100 * (double) processes[0].time / shares->whole);
  if (n_routines > 0)
    g_print (
        _ ("%s: %.0f %% of the path is in it; only what is on the path makes the run shorter\n"),
        refrain_time_report_get_label (report, routines[first].index),
        100 * (double) routines[first].time / shares->whole);
  g_print (ngettext ("the path of %s changes the process %s time\n",
                     "the path of %s changes the process %s times\n", n_hops),
           time, hops);
}

typedef char *(*NameFunc) (const RefrainTimeReport *report, guint32 index);

static char *
name_process (const RefrainTimeReport *report, guint32 process)
{
  return g_strdup_printf (_ ("process %u"), process);
}

/* Processes of which nothing is on the path. */
static void
print_slack (const RefrainTimeReport *report, const Shares *shares)
{
  gboolean told = FALSE;

  for (guint p = 0; p < refrain_trace_get_n_processes (report->trace); p++)
    if (shares->processes[p] == 0 && shares->slack[p] > 0)
      {
        g_autofree char *time = refrain_time_format (shares->slack[p], 3);

        if (!told)
          g_print ("\n%s\n", _ ("Not on the path, and how much later all of it could come"));
        told = TRUE;
        g_print (_ ("process %u: %s\n"), p, time);
      }
}

static char *
name_routine (const RefrainTimeReport *report, guint32 routine)
{
  const char *name = refrain_time_report_get_label (report, routine);

  return g_strdup (name != NULL ? name : _ ("outside of all routines"));
}

static char *
name_phase (const RefrainTimeReport *report, guint32 phase)
{
  return refrain_time_report_name_phase (report, phase);
}

static void
print_table (const RefrainTimeReport *report,
             const char *title,
             const RefrainTime *times,
             gsize n,
             double whole,
             NameFunc name)
{
  g_autofree Row *rows = sort_rows (times, n);

  g_print ("\n%s\n", title);
  for (gsize i = 0; i < MIN (n, MAX_ROWS) && rows[i].time > 0; i++)
    {
      g_autofree char *text = name (report, rows[i].index);

      refrain_time_report_print_row (rows[i].time, whole, text);
    }
}

static void
print_text (const RefrainTimeReport *report, const Shares *shares)
{
  const RefrainTime gap = refrain_critical_path_get_start_gap (shares->path);
  g_autofree char *gap_text = refrain_time_format (gap, 3);

  refrain_time_report_print_clocks (report);
  print_headlines (report, shares);
  if (refrain_critical_path_get_time (shares->path) == 0)
    return;
  if (gap > 0)
    g_print (_ ("it begins %s after the start of the trace\n"), gap_text);
  print_table (report, _ ("On the path, by process"), shares->processes,
               refrain_trace_get_n_processes (report->trace), shares->whole, name_process);
  print_slack (report, shares);
  print_table (report, _ ("By routine, without what it calls"), shares->routines,
               (gsize) refrain_trace_get_n_routines (report->trace) + 1, shares->whole,
               name_routine);
  print_table (report, _ ("By phase"), shares->phases, report->n_leaves + 1, shares->whole,
               name_phase);
  print_table (report, _ ("By pattern"), shares->patterns,
               (gsize) refrain_pattern_set_get_n_patterns (report->set) + 1, shares->whole,
               refrain_time_report_name_pattern);
}

static int
run (int argc, char **argv)
{
  g_auto (RefrainTimeReport) report = { 0 };
  g_auto (Shares) shares = { 0 };
  const GOptionEntry entries[] = {
    REFRAIN_TIME_ENTRIES (report),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  int status
      = refrain_command_parse (&refrain_command_critical_path, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_time_report_load (&report, arguments[1], TRUE))
    return REFRAIN_EXIT_ERROR;
  shares.path = refrain_critical_path_new (report.waits, NULL, &error);
  if (shares.path == NULL)
    return refrain_command_fail (error);
  shares_fill (&shares, &report);
  if (report.json)
    print_json (&report, &shares);
  else
    print_text (&report, &shares);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_critical_path = {
  .name = "critical-path",
  .arguments = "TRACE",
  .summary = N_ ("Tell what the run's time hangs on"),
  .run = run,
};
