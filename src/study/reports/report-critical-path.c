/* report-critical-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * critical-path: what the run's time hangs on.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-report-time.h"
#include "refrain-slack.h"
#include "refrain-time-format.h"

/* Where the path is. */
typedef struct
{
  const RefrainTimeParts *parts;
  RefrainReport *report;
  RefrainCriticalPath *path;
  const RefrainTime *processes, *routines; /* one more routine: none */
  RefrainTime *patterns, *phases;          /* one more of each: none */
  RefrainTime *slack;                      /* of each process */
  guint n_processes, n_routines, n_patterns;
  gsize n_phases;
  double whole;
} Shares;

REFRAIN_DEFINE_AUTO (shares_clear, Shares, refrain_free (x->patterns, x->phases, x->slack))

static void
shares_fill (Shares *self)
{
  const RefrainTimeParts *parts = self->parts;
  g_autofree RefrainTime *leaves = g_new0 (RefrainTime, parts->phases->n_leaves + 1);
  RefrainTime **all;

  self->n_processes = refrain_trace_get_n_processes (parts->trace);
  self->n_routines = refrain_trace_get_n_routines (parts->trace);
  self->n_patterns = refrain_pattern_set_get_n_patterns (parts->set);
  self->n_phases = refrain_time_parts_count_phases (parts);
  self->processes = refrain_critical_path_get_processes (self->path);
  self->routines = refrain_critical_path_get_routines (self->path);
  self->patterns = g_new0 (RefrainTime, self->n_patterns + 1);
  refrain_time_groups_add_path (parts->groups, self->path, self->patterns, leaves);
  self->phases = refrain_time_parts_sum_phases (parts, leaves, 1);
  all = refrain_slack_new (parts->waits);
  self->slack = refrain_slack_get_processes (all, parts->waits);
  refrain_slack_free (all, parts->waits);
  self->whole = MAX ((double) refrain_critical_path_get_time (self->path), 1);
}

/* ---- For programs ---- */

/* Shares by number, from 1. */
static void
add_numbered (const Shares *self, const char *key, const RefrainTime *times, gsize n)
{
  refrain_report_begin_object (self->report, key);
  for (gsize i = 0; i < n; i++)
    if (times[i] > 0)
      {
        g_autofree char *id = g_strdup_printf ("%" G_GSIZE_FORMAT, i + 1);

        refrain_report_add_double (self->report, id, (double) times[i] / self->whole);
      }
  refrain_report_end (self->report);
}

static void
add_members (const Shares *self)
{
  RefrainReport *report = self->report;

  refrain_report_add_seconds (report, "seconds", refrain_critical_path_get_time (self->path));
  refrain_report_add_seconds (report, "start_gap",
                              refrain_critical_path_get_start_gap (self->path));
  refrain_report_add_int (report, "hops", refrain_critical_path_get_n_hops (self->path));
  refrain_report_begin_array (report, "processes");
  for (guint p = 0; p < self->n_processes; p++)
    refrain_report_add_double (report, NULL, (double) self->processes[p] / self->whole);
  refrain_report_end (report);
  refrain_report_begin_object (report, "routines");
  for (guint r = 0; r < self->n_routines; r++)
    if (self->routines[r] > 0)
      refrain_report_add_double (report, refrain_time_parts_get_routine (self->parts, r),
                                 (double) self->routines[r] / self->whole);
  refrain_report_end (report);
  add_numbered (self, "patterns", self->patterns, self->n_patterns);
  add_numbered (self, "phases", self->phases, self->n_phases);
  refrain_report_begin_array (report, "slack");
  for (guint p = 0; p < self->n_processes; p++)
    refrain_report_add_seconds (report, NULL, self->slack[p]);
  refrain_report_end (report);
}

/* ---- For people ---- */

typedef struct
{
  RefrainTime time;
  guint32 index;
} Row;

REFRAIN_DEFINE_COMPARE (compare_rows, Row, REFRAIN_FALLING (time) ?: REFRAIN_RISING (index))

/* @n times, longest first; free with g_free(). */
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
say_headlines (const Shares *self)
{
  g_autofree Row *processes = sort_rows (self->processes, self->n_processes);
  g_autofree Row *routines = sort_rows (self->routines, self->n_routines);
  const RefrainTime gap = refrain_critical_path_get_start_gap (self->path);
  const gsize n_hops = refrain_critical_path_get_n_hops (self->path);
  g_autofree char *time = refrain_time_format (refrain_critical_path_get_time (self->path), 3);
  g_autofree char *gap_text = refrain_time_format (gap, 3), *hops = refrain_count_format (n_hops);
  guint first = 0;

  while (first + 1 < self->n_routines
         && g_str_has_prefix (refrain_time_parts_get_routine (self->parts, routines[first].index),
                              "MPI_Init"))
    first++;
  refrain_report_say (self->report, _ ("%.0f %% of the critical path is on process %u."),
                      100 * (double) processes[0].time / self->whole, processes[0].index);
  if (self->n_routines > 0)
    refrain_report_say (
        self->report,
        _ ("%.0f %% of the path is in %s; only time saved on the path shortens the run."),
        100 * (double) routines[first].time / self->whole,
        refrain_time_parts_get_label (self->parts, routines[first].index));
  if (self->n_processes > 1)
    refrain_report_say (self->report,
                        ngettext ("The path of %s changes the process %s time.",
                                  "The path of %s changes the process %s times.", n_hops),
                        time, hops);
  if (gap > 0)
    refrain_report_say (self->report, _ ("It begins %s after the start of the run."), gap_text);
}

/* Processes of which nothing is on the path. */
static void
add_slack (const Shares *self)
{
  const RefrainReportColumn columns[] = {
    { "seconds", _ ("time"), REFRAIN_CELL_TIME },
    { "process", _ ("process"), REFRAIN_CELL_INT },
  };
  RefrainReportTable *table = NULL;

  for (guint p = 0; p < self->n_processes; p++)
    {
      if (self->processes[p] > 0 || self->slack[p] <= 0)
        continue;
      if (table == NULL)
        table = refrain_report_add_table (self->report, NULL, _ ("Slack of processes off the path"),
                                          columns);
      refrain_report_add_row (table, REFRAIN_TIME (self->slack[p]), REFRAIN_INT (p));
    }
}

static char *
name_process (const RefrainTimeParts *parts, guint32 process)
{
  return g_strdup_printf ("%u", process);
}

static char *
name_routine (const RefrainTimeParts *parts, guint32 routine)
{
  const char *name = refrain_time_parts_get_label (parts, routine);

  return g_strdup (name != NULL ? name : _ ("outside recorded routines"));
}

/* What of the path is in each, longest first, but for those where nothing is. */
static RefrainReportTable *
add_shares (const Shares *self,
            const char *title,
            const char *heading,
            const RefrainTime *times,
            gsize n,
            char *(*name) (const RefrainTimeParts *parts, guint32 index))
{
  g_autofree Row *rows = sort_rows (times, n);
  RefrainReportTable *table = refrain_report_time_add_shares (self->report, title, heading);

  for (gsize i = 0; i < n && rows[i].time > 0; i++)
    {
      g_autofree char *text = name (self->parts, rows[i].index);

      refrain_report_time_add_share (table, rows[i].time, self->whole, text);
    }
  return table;
}

static void
add_tables (const Shares *self)
{
  add_shares (self, _ ("On the path, by process"), _ ("process"), self->processes,
              self->n_processes, name_process);
  add_slack (self);
  refrain_report_set_main (add_shares (self, _ ("By routine (exclusive time)"), _ ("routine"),
                                       self->routines, (gsize) self->n_routines + 1, name_routine));
  add_shares (self, _ ("By phase"), _ ("phase"), self->phases, self->n_phases + 1,
              refrain_time_parts_name_phase);
  add_shares (self, _ ("By pattern"), _ ("pattern"), self->patterns, (gsize) self->n_patterns + 1,
              refrain_time_parts_name_pattern);
}

static RefrainReport *
make (RefrainStudy *study, gpointer options, const RefrainStudyAsk *ask, GError **error)
{
  g_auto (RefrainTimeParts) parts = { 0 };
  const RefrainAnalysis first = REFRAIN_ANALYSIS_CRITICAL_PATH;
  RefrainCriticalPath *path;
  g_auto (Shares) self = { .parts = &parts };

  if (!refrain_time_parts_load (&parts, study, options, ask, &first, 1, TRUE, error))
    return NULL;
  path = REFRAIN_CRITICAL_PATH (parts.first[0]);
  self.path = path;
  self.report = refrain_report_new ("critical-path");
  shares_fill (&self);
  refrain_time_parts_say_clocks (&parts, self.report);
  add_members (&self);
  if (refrain_critical_path_get_time (path) == 0)
    refrain_report_say (self.report, "%s",
                        _ ("The trace has no times, so there is no critical path."));
  else
    {
      say_headlines (&self);
      add_tables (&self);
    }
  refrain_time_parts_add_clocks (&parts, self.report);
  return self.report;
}

const RefrainReportKind refrain_report_critical_path = {
  .name = "critical-path",
  .arguments = "TRACE",
  .summary = N_ ("Compute the critical path"),
  .options_size = sizeof (RefrainReportTimeOptions),
  .describe = refrain_report_time_describe,
  .of_patterns = TRUE,
  .make = make,
};
