/* report-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * waits: who waits how long for whom, and why.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-cores.h"
#include "refrain-iterations.h"
#include "refrain-pattern.h"
#include "refrain-report-time.h"
#include "refrain-run.h"
#include "refrain-run-words.h"
#include "refrain-time-format.h"
#include "refrain-wait-causes.h"
#include "refrain-wait-peers.h"

/* Rows of a table of text, and processes that are all listed. */
#define MAX_ROWS      12
#define MAX_PROCESSES 16
/* Phases and patterns with less of the waiting are not worth a row. */
#define LEAST_PHASE   0.001
#define LEAST_PATTERN 0.01
/* A cause of less of the waiting leads nothing. */
#define LEAST_TOLD 0.05

/* The kinds are those from REFRAIN_WAIT_NONE + 1 on. */
#define N_KINDS (REFRAIN_N_WAITS - 1)

typedef struct
{
  const RefrainTimeParts *parts;
  RefrainReport *report;
  const RefrainWaitCause *causes;
  gsize n_causes;
  RefrainTime time; /* of all waiting */
} Waits;

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

static RefrainCell
get_share (const Waits *self, RefrainTime time)
{
  return REFRAIN_SHARE (refrain_report_time_get_share (time, (double) self->time));
}

/* Fills in a column for each kind; for programs. */
static void
fill_kind_columns (RefrainReportColumn *columns, guint flags)
{
  for (guint k = 0; k < N_KINDS; k++)
    columns[k] = (RefrainReportColumn){ refrain_wait_kind_get_name (REFRAIN_WAIT_NONE + 1 + k),
                                        NULL, REFRAIN_CELL_TIME, flags };
}

static void
fill_kind_cells (RefrainCell *cells, const RefrainTime *time, gboolean all)
{
  for (guint k = 0; k < N_KINDS; k++)
    {
      const RefrainTime own = get_time (time, REFRAIN_WAIT_NONE + 1 + k);

      cells[k] = all || own > 0 ? REFRAIN_TIME (own) : REFRAIN_NO_CELL;
    }
}

/* "exchange / MPI_Recv": with names, of which no two are the same, or as people read them. Free
 * with g_free(). */
static char *
name_routine (const RefrainTimeParts *parts, const RefrainWaitRoutine *sum, gboolean label)
{
  const char *caller = label ? refrain_time_parts_get_label (parts, sum->caller)
                             : refrain_time_parts_get_routine (parts, sum->caller);
  const char *routine = label ? refrain_time_parts_get_label (parts, sum->routine)
                              : refrain_time_parts_get_routine (parts, sum->routine);

  if (caller == NULL || routine == NULL)
    return g_strdup (caller != NULL ? caller : routine != NULL ? routine : "?");
  return g_strdup_printf ("%s / %s", caller, routine);
}

/* ---- In sentences ---- */

/* "process 5 in rhs", "processes 0–5 in rhs"; free with g_free(). */
static char *
name_cause (const Waits *self, const RefrainWaitCause *cause, const GArray *peers)
{
  const char *routine = refrain_time_parts_get_label (self->parts, cause->routine);
  g_autofree char *who = refrain_format_ranks ((const guint32 *) peers->data, peers->len);

  return routine != NULL
             ? g_strdup_printf (ngettext ("process %s in %s", "processes %s in %s", peers->len),
                                who, routine)
             : g_strdup_printf (ngettext ("process %s outside recorded routines",
                                          "processes %s outside recorded routines", peers->len),
                                who);
}

static void
say_nobody (const Waits *self)
{
  RefrainTrace *trace = self->parts->trace;
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  g_autofree char *device = refrain_trace_describe_device (trace);

  refrain_report_say (self->report, "%s",
                      refrain_trace_get_n_processes (trace) < 2
                          ? _ ("No process waits: there is one process.")
                      : counts->messages == 0 && counts->collectives == 0
                          ? _ ("No process waits: there are no messages and no collectives.")
                          : _ ("No process waits."));
  if (device != NULL)
    refrain_report_say (self->report, "%s", device);
}

/* Of all threads of @process that call MPI, between MPI_Init and MPI_Finalize. */
static double
get_own_time (RefrainTrace *trace, guint process)
{
  const RefrainRunSpan *span = &refrain_trace_get_run (trace)->processes[process];

  return (double) MAX (span->end - span->start, 1) * MAX (span->n_calling, 1);
}

/* What the cause that leads is said to be. */
typedef enum
{
  LEADS_ALL,
  LEADS_OUTSIDE,  /* MPI */
  LEADS_AFTER,    /* start-up */
  LEADS_START_UP, /* it is no part of the run: so that is said */
} Lead;

static gboolean
is_start_up (const Waits *self, const RefrainWaitCause *cause)
{
  return cause->routine != REFRAIN_NONE
         && refrain_run_is_begun_by (refrain_routine_get_name (
             refrain_trace_get_routine (self->parts->trace, cause->routine)));
}

/* Whether who computes would be told, where processes share cores: one that is in MPI longer than
 * others, such as whoever hands on what came late, has waited for a core or for a message. */
static gboolean
is_outside (const Waits *self, const RefrainWaitCause *cause)
{
  return cause->routine == REFRAIN_NONE
         || refrain_trace_get_routine_kind (self->parts->trace, cause->routine)
                == REFRAIN_ROUTINE_USER;
}

/* The cause that leads, or NULL: the largest one that is worth telling of those that the program's
 * author can do something about. */
static const RefrainWaitCause *
choose_cause (const Waits *self, gboolean crowded, Lead *lead)
{
  const RefrainWaitCause *run = NULL;

  *lead = LEADS_ALL;
  if (self->n_causes == 0)
    return NULL;
  for (gsize i = 0; i < self->n_causes; i++)
    {
      const RefrainWaitCause *cause = &self->causes[i];

      if ((double) cause->time < LEAST_TOLD * (double) self->time)
        break;
      if (is_start_up (self, cause))
        continue;
      run = run != NULL ? run : cause;
      if (crowded && !is_outside (self, cause))
        continue;
      *lead = cause != run ? LEADS_OUTSIDE : i > 0 ? LEADS_AFTER : LEADS_ALL;
      return cause;
    }
  if (is_start_up (self, &self->causes[0]))
    *lead = run != NULL ? LEADS_AFTER : LEADS_START_UP;
  return run != NULL ? run : &self->causes[0];
}

/* Those that would be nearly as late if the process of @cause were not. What calls of MPI take
 * depends on others. Free with g_array_unref(). */
static GArray *
list_peers (const Waits *self, const RefrainWaitCause *cause)
{
  RefrainTrace *trace = self->parts->trace;
  g_autofree double *times = NULL;
  GArray *peers;

  if (is_outside (self, cause))
    {
      times = refrain_wait_peers_measure (trace, cause->routine);
      return refrain_wait_peers_list (trace, times, cause);
    }
  peers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (peers, cause->process);
  return peers;
}

/* What waits for any of @peers as for the process of @cause. */
static RefrainTime
sum_causes (const Waits *self, const RefrainWaitCause *cause, const GArray *peers)
{
  RefrainTime sum = 0;

  for (gsize i = 0; i < self->n_causes; i++)
    for (guint p = 0; p < peers->len && self->causes[i].routine == cause->routine; p++)
      if (g_array_index (peers, guint32, p) == self->causes[i].process)
        sum = MIN (sum, G_MAXINT64 / 2) + MIN (self->causes[i].time, G_MAXINT64 / 2);
  return sum;
}

/* Free with g_free(). */
static char *
describe_lead (const Waits *self, const RefrainWaitCause *cause, Lead lead)
{
  g_autoptr (GArray) peers = list_peers (self, cause);
  g_autofree char *name = name_cause (self, cause, peers);
  g_autofree char *time = refrain_time_format (sum_causes (self, cause, peers), 3);
  /* Translators: a time; "Largest cause: processes 0–5 in work; others wait …". */
  g_autofree char *waits = g_strdup_printf (
      peers->len > 1 ? _ ("others wait %s for the last of them") : _ ("others wait %s for it"),
      time);

  switch (lead)
    {
    case LEADS_OUTSIDE:
      return g_strdup_printf (
          _ ("Largest cause outside MPI, where calls may also wait for a core: %s; %s."), name,
          waits);
    case LEADS_AFTER:
      return g_strdup_printf (_ ("Largest cause after start-up: %s; %s."), name, waits);
    case LEADS_START_UP:
      return g_strdup_printf (_ ("Start-up causes most of it: %s; %s."), name, waits);
    case LEADS_ALL:
    default:
      return g_strdup_printf (_ ("Largest cause: %s; %s."), name, waits);
    }
}

/* How much, who is to blame, who suffers. */
static void
say_headlines (const Waits *self)
{
  RefrainTrace *trace = self->parts->trace;
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree char *text = refrain_waits_describe (self->parts->waits), *most_text = NULL;
  gboolean crowded = FALSE;
  Lead lead;
  const RefrainWaitCause *largest;
  RefrainTime most = 0;
  guint victim = 0;

  for (guint p = 0; p < n_processes; p++)
    if (sum_kinds (refrain_waits_get_totals (self->parts->waits, p)->time) > most)
      {
        victim = p;
        most = sum_kinds (refrain_waits_get_totals (self->parts->waits, p)->time);
      }
  most_text = refrain_time_format (most, 3);
  largest = choose_cause (self, refrain_trace_knows_cores (trace, &crowded) && crowded, &lead);
  refrain_report_say (self->report, "%s", text);
  if (largest != NULL)
    {
      g_autofree char *cause = describe_lead (self, largest, lead);

      refrain_report_say (self->report, "%s", cause);
    }
  refrain_report_say (self->report, _ ("Process %u waits most: %s, %.1f %% of its time."), victim,
                      most_text, 100 * (double) most / get_own_time (trace, victim));
}

/* ---- Tables ---- */

static void
add_causes (const Waits *self)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("share"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { "seconds", _ ("time"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_SUM },
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("routine"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (
      self->report, "causes", self->time > 0 ? _ ("Causes of waiting") : NULL, columns);

  refrain_report_set_main (table);
  refrain_report_limit_rows (table, MAX_ROWS);
  for (gsize i = 0; i < self->n_causes; i++)
    {
      const RefrainWaitCause *cause = &self->causes[i];
      const char *routine = refrain_time_parts_get_label (self->parts, cause->routine);

      refrain_report_add_row (
          table, get_share (self, cause->time), REFRAIN_TIME (cause->time),
          REFRAIN_INT (cause->process), routine != NULL ? REFRAIN_TEXT (routine) : REFRAIN_NO_CELL,
          REFRAIN_TEXT (routine != NULL ? routine : _ ("outside recorded routines")));
    }
}

static void
add_kinds (const Waits *self)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("share"), REFRAIN_CELL_SHARE },
    { NULL, _ ("time"), REFRAIN_CELL_TIME },
    { NULL, _ ("waits"), REFRAIN_CELL_COUNT },
    { NULL, _ ("kind"), REFRAIN_CELL_TEXT },
  };
  const RefrainWaitTotals *totals = refrain_waits_get_totals (self->parts->waits, REFRAIN_NONE);
  RefrainReportTable *table = refrain_report_add_table (
      self->report, NULL, self->time > 0 ? _ ("Waiting by kind") : NULL, columns);

  refrain_report_begin_object (self->report, "kinds");
  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    {
      const RefrainTime time = get_time (totals->time, k);
      g_autofree char *what
          = g_strdup_printf (k == REFRAIN_WAIT_WRONG_ORDER ? _ ("  of these %s") : "%s",
                             refrain_wait_kind_get_label (k));
      guint64 n = totals->count[k];

      refrain_report_add_seconds (self->report, refrain_wait_kind_get_name (k), time);
      if (totals->time[k] == 0)
        continue;
      if (k == REFRAIN_WAIT_LATE_SENDER)
        n += totals->count[REFRAIN_WAIT_WRONG_ORDER];
      refrain_report_add_row (table, get_share (self, time), REFRAIN_TIME (time), REFRAIN_COUNT (n),
                              REFRAIN_TEXT (what));
    }
  refrain_report_end (self->report);
}

static void
add_processes (const Waits *self)
{
  const guint n = refrain_trace_get_n_processes (self->parts->trace);
  RefrainReportColumn columns[3 + N_KINDS] = {
    { NULL, _ ("share"), REFRAIN_CELL_SHARE },
    { "seconds", _ ("time"), REFRAIN_CELL_TIME },
    { "process", _ ("process"), REFRAIN_CELL_INT },
  };
  RefrainReportTable *table;

  fill_kind_columns (columns + 3, 0);
  table = refrain_report_add_table (
      self->report, "per_process",
      self->time > 0 && n <= MAX_PROCESSES ? _ ("Waiting by process") : NULL, columns);
  for (guint p = 0; p < n; p++)
    {
      const RefrainTime *time = refrain_waits_get_totals (self->parts->waits, p)->time;
      RefrainCell cells[3 + N_KINDS] = {
        get_share (self, sum_kinds (time)),
        REFRAIN_TIME (sum_kinds (time)),
        REFRAIN_INT (p),
      };

      fill_kind_cells (cells + 3, time, TRUE);
      refrain_report_add_cells (table, cells, G_N_ELEMENTS (cells));
    }
}

static void
add_routines (const Waits *self)
{
  g_autoptr (GArray) routines = refrain_waits_sum_routines (self->parts->waits, NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  RefrainReportColumn columns[4 + N_KINDS] = {
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("share"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { NULL, _ ("time"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_SUM },
    { NULL, _ ("routine"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table;

  fill_kind_columns (columns + 4, REFRAIN_COLUMN_OPTIONAL);
  table = refrain_report_add_table (self->report, "per_routine",
                                    self->time > 0 ? _ ("Waiting by routine") : NULL, columns);
  refrain_report_set_rows_shape (table, REFRAIN_ROWS_MEMBERS);
  refrain_report_limit_rows (table, MAX_ROWS);
  for (guint i = 0; i < routines->len; i++)
    {
      const RefrainWaitRoutine *sum = &g_array_index (routines, RefrainWaitRoutine, i);
      g_autofree char *label = name_routine (self->parts, sum, TRUE);
      g_autofree char *name = name_routine (self->parts, sum, FALSE);
      /* Overloads may read the same: the second goes by its name. */
      const char *key = g_hash_table_contains (taken, label) ? name : label;
      RefrainCell cells[4 + N_KINDS] = {
        REFRAIN_TEXT (key),
        get_share (self, sum_kinds (sum->time)),
        REFRAIN_TIME (sum_kinds (sum->time)),
        REFRAIN_TEXT (label),
      };

      fill_kind_cells (cells + 4, sum->time, FALSE);
      refrain_report_add_cells (table, cells, G_N_ELEMENTS (cells));
      g_hash_table_add (taken, g_steal_pointer (&label));
    }
}

/* @times: of each kind, phase by phase. */
static void
add_phases (const Waits *self, const RefrainTime *times)
{
  RefrainReportColumn columns[3 + N_KINDS] = {
    { "phase", NULL, REFRAIN_CELL_INT },
    { "name", NULL, REFRAIN_CELL_TEXT },
    { "seconds", NULL, REFRAIN_CELL_TIME },
  };
  const gsize n = refrain_time_parts_count_phases (self->parts);
  RefrainReportTable *all, *shares;

  fill_kind_columns (columns + 3, 0);
  all = refrain_report_add_table (self->report, "per_phase", NULL, columns);
  shares = refrain_report_time_add_shares (
      self->report, self->time > 0 ? _ ("Waiting by phase") : NULL, _ ("phase"));
  refrain_report_limit_rows (shares, n + 1);
  for (guint32 i = 0; i <= n; i++)
    {
      g_autofree char *name = refrain_time_parts_name_phase (self->parts, i);
      RefrainTime own[REFRAIN_N_WAITS], time;
      RefrainCell cells[3 + N_KINDS] = { REFRAIN_INT (i + 1), REFRAIN_TEXT (name) };

      for (guint k = 0; k < REFRAIN_N_WAITS; k++)
        own[k] = times[k * (n + 1) + i];
      time = sum_kinds (own);
      cells[2] = REFRAIN_TIME (time);
      fill_kind_cells (cells + 3, own, TRUE);
      if (i < n)
        refrain_report_add_cells (all, cells, G_N_ELEMENTS (cells));
      if ((double) time >= LEAST_PHASE * (double) self->time)
        refrain_report_time_add_share (shares, time, (double) self->time, name);
    }
}

static void
add_patterns (const Waits *self, const RefrainTime *times)
{
  static const RefrainReportColumn columns[] = {
    { "pattern", NULL, REFRAIN_CELL_INT },
    { "seconds", NULL, REFRAIN_CELL_TIME },
  };
  const guint n = refrain_pattern_set_get_n_patterns (self->parts->set);
  RefrainReportTable *all = refrain_report_add_table (self->report, "per_pattern", NULL, columns);
  RefrainReportTable *shares = refrain_report_time_add_shares (
      self->report, self->time > 0 ? _ ("Waiting by pattern") : NULL, _ ("pattern"));

  refrain_report_limit_rows (shares, (gsize) n + 1);
  for (guint i = 0; i <= n; i++)
    {
      if (i < n && times[i] > 0)
        refrain_report_add_row (all, REFRAIN_INT (i + 1), REFRAIN_TIME (times[i]));
      if ((double) times[i] >= LEAST_PATTERN * (double) self->time)
        {
          g_autofree char *name = refrain_time_parts_name_pattern (self->parts, i);

          refrain_report_time_add_share (shares, times[i], (double) self->time, name);
        }
    }
}

static void
add_groups (const Waits *self)
{
  const RefrainTimeParts *parts = self->parts;
  g_autofree RefrainTime *patterns
      = g_new0 (RefrainTime, refrain_pattern_set_get_n_patterns (parts->set) + 1);
  g_autofree RefrainTime *leaves
      = g_new0 (RefrainTime, REFRAIN_N_WAITS * (parts->phases->n_leaves + 1));
  g_autofree RefrainTime *phases = NULL;

  refrain_time_groups_add_waits (parts->groups, parts->waits, patterns, leaves);
  phases = refrain_time_parts_sum_phases (parts, leaves, REFRAIN_N_WAITS);
  add_phases (self, phases);
  add_patterns (self, patterns);
}

/* The waiting in each iteration of the main loop. */
static void
add_iterations (const Waits *self, RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree RefrainTime *times = g_new0 (RefrainTime, (gsize) n + 1);

  for (guint p = 0; p < refrain_trace_get_n_processes (self->parts->trace); p++)
    {
      const RefrainWaitColumns *columns = refrain_waits_get_columns (self->parts->waits, p);

      for (gsize i = 0; i < columns->n; i++)
        if (columns->waiting[i] > 0)
          times[MIN (refrain_iterations_find (iterations, p, i), n)] += columns->waiting[i];
    }
  refrain_report_begin_array (self->report, "per_iteration");
  for (guint32 i = 0; i < n; i++)
    refrain_report_add_seconds (self->report, NULL, times[i]);
  refrain_report_end (self->report);
}

static RefrainReport *
make (RefrainStudy *study, gpointer options, const RefrainStudyAsk *ask, GError **error)
{
  g_auto (RefrainTimeParts) parts = { 0 };
  const RefrainAnalysis first[] = { REFRAIN_ANALYSIS_CAUSES, REFRAIN_ANALYSIS_ITERATIONS };
  Waits self = { .parts = &parts };

  if (!refrain_time_parts_load (&parts, study, options, ask, first, 2, TRUE, error))
    return NULL;
  self.report = refrain_report_new ("waits");
  self.causes = refrain_wait_causes_get (REFRAIN_WAIT_CAUSES (parts.first[0]), &self.n_causes);
  self.time = refrain_waits_get_time (parts.waits);
  refrain_time_parts_say_clocks (&parts, self.report);
  if (self.time > 0)
    say_headlines (&self);
  else
    say_nobody (&self);
  refrain_report_add_seconds (self.report, "seconds", self.time);
  refrain_report_add_double (self.report, "share", refrain_waits_get_share (parts.waits));
  add_causes (&self);
  add_kinds (&self);
  add_processes (&self);
  add_routines (&self);
  add_groups (&self);
  add_iterations (&self, REFRAIN_ITERATIONS (parts.first[1]));
  refrain_time_parts_add_clocks (&parts, self.report);
  return self.report;
}

const RefrainReportKind refrain_report_waits = {
  .name = "waits",
  .arguments = "TRACE",
  .summary = N_ ("Measure waiting by kind, process and cause"),
  .options_size = sizeof (RefrainReportTimeOptions),
  .describe = refrain_report_time_describe,
  .of_patterns = TRUE,
  .make = make,
};
