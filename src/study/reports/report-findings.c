/* report-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * findings: why the run takes the time it takes.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-cores.h"
#include "refrain-findings.h"
#include "refrain-profile.h"
#include "refrain-report-time.h"
#include "refrain-run.h"
#include "refrain-run-words.h"
#include "refrain-time-format.h"

/* MPI_Init and what comes before it are worth a line from this share of the trace on. */
#define START_UP 0.2
/* Of the run: whether calls of MPI wait for a core matters from then on. */
#define CALLS_MATTER 0.1

/* The pattern in which a finding costs most, from 1; or null. */
static RefrainCell
find_pattern (const RefrainTimeParts *parts, const RefrainFinding *own)
{
  RefrainPatternEvent event = { REFRAIN_NONE, REFRAIN_NONE };

  if (own->op != REFRAIN_NONE)
    refrain_pattern_set_find_occurrence (parts->set, own->process, own->op, &event);
  return event.pattern == REFRAIN_NONE ? REFRAIN_NO_CELL : REFRAIN_INT ((gint64) event.pattern + 1);
}

static RefrainCell
get_routine (const RefrainTimeParts *parts, const RefrainFinding *own)
{
  const char *routine = refrain_time_parts_get_routine (parts, own->routine);

  return routine != NULL ? REFRAIN_TEXT (routine) : REFRAIN_NO_CELL;
}

static void
add_iterations (RefrainReport *report, const RefrainFinding *own)
{
  if (own->iterations == NULL)
    {
      refrain_report_add_null (report, "iterations");
      return;
    }
  refrain_report_begin_array (report, "iterations");
  for (guint i = 0; i < own->iterations->len; i++)
    refrain_report_add_int (report, NULL, (gint64) g_array_index (own->iterations, guint32, i) + 1);
  refrain_report_end (report);
}

static void
add_finding (RefrainReport *report, const RefrainTimeParts *parts, const RefrainFinding *own)
{
  refrain_report_begin_object (report, NULL);
  refrain_report_add_string (report, "sentence", own->sentence);
  refrain_report_add_string (report, "kind", refrain_finding_kind_get_name (own->kind));
  refrain_report_add_ranks (report, "ranks", (const guint32 *) (gpointer) own->processes->data,
                            own->processes->len);
  refrain_report_add (report, "routine", get_routine (parts, own));
  refrain_report_add (report, "pattern", find_pattern (parts, own));
  add_iterations (report, own);
  refrain_report_add_seconds (report, "seconds", own->waiting);
  refrain_report_add_seconds (report, "saves", own->saves);
  refrain_report_add_double (report, "saves_share", own->share);
  refrain_report_add_seconds (report, "saves_alone", own->alone);
  refrain_report_begin_array (report, "interval");
  refrain_report_add_seconds (report, NULL, own->low);
  refrain_report_add_seconds (report, NULL, own->high);
  refrain_report_end (report);
  refrain_report_add_seconds (report, "from", own->start);
  refrain_report_add_seconds (report, "to", own->end);
  refrain_report_add_double (report, "confidence", own->confidence);
  refrain_report_end (report);
}

/* For papers; who reads text reads sentences. */
static void
add_table (RefrainReport *report,
           const RefrainTimeParts *parts,
           const RefrainFinding *list,
           gsize n,
           const GArray *remarks)
{
  const RefrainReportColumn columns[] = {
    { "saves", _ ("time saved"), REFRAIN_CELL_TIME },
    { "sentence", _ ("finding"), REFRAIN_CELL_TEXT },
    { NULL, _ ("confidence"), REFRAIN_CELL_TEXT },
    { "kind", NULL, REFRAIN_CELL_TEXT },
    { "ranks", NULL, REFRAIN_CELL_RANKS },
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { "pattern", NULL, REFRAIN_CELL_INT },
    { "seconds", NULL, REFRAIN_CELL_TIME },
    { "saves_share", NULL, REFRAIN_CELL_DOUBLE },
    { "saves_alone", NULL, REFRAIN_CELL_TIME },
    { "low", NULL, REFRAIN_CELL_TIME },
    { "high", NULL, REFRAIN_CELL_TIME },
    { "from", NULL, REFRAIN_CELL_TIME },
    { "to", NULL, REFRAIN_CELL_TIME },
    { "confidence", NULL, REFRAIN_CELL_DOUBLE },
  };
  RefrainReportTable *table = refrain_report_add_table (report, NULL, NULL, columns);

  for (gsize i = 0; i < n + remarks->len; i++)
    {
      const RefrainFinding *own
          = i < n ? &list[i] : &g_array_index (remarks, RefrainFinding, i - n);

      refrain_report_add_row (
          table, REFRAIN_TIME (own->saves), REFRAIN_TEXT (own->sentence),
          REFRAIN_TEXT (refrain_finding_describe_confidence (own)),
          REFRAIN_TEXT (refrain_finding_kind_get_name (own->kind)),
          REFRAIN_RANKS ((const guint32 *) (gpointer) own->processes->data, own->processes->len),
          get_routine (parts, own), find_pattern (parts, own), REFRAIN_TIME (own->waiting),
          REFRAIN_DOUBLE (own->share), REFRAIN_TIME (own->alone), REFRAIN_TIME (own->low),
          REFRAIN_TIME (own->high), REFRAIN_TIME (own->start), REFRAIN_TIME (own->end),
          REFRAIN_DOUBLE (own->confidence));
    }
}

/* From the start of the trace to the end of MPI_Init. */
static double
measure_start_up (RefrainTrace *trace)
{
  return MAX (
      (double) refrain_trace_get_run (trace)->start - (double) refrain_trace_get_start (trace), 0);
}

/* MPI_Init is no part of the run; where it takes a good part of the trace that is worth a line:
 * free with g_free(). Else NULL. */
static char *
describe_start_up (RefrainTrace *trace)
{
  const double before = measure_start_up (trace);
  const double whole
      = (double) refrain_trace_get_end (trace) - (double) refrain_trace_get_start (trace);
  g_autofree char *time = NULL;

  if (whole <= 0 || before < START_UP * whole)
    return NULL;
  time = refrain_time_format ((RefrainTime) before, 3);
  return g_strdup_printf (_ ("Start-up takes %s, %.0f %% of the trace, and is not part of the run"),
                          time, 100 * before / whole);
}

REFRAIN_DEFINE_CLEAR (clear_remark, RefrainFinding, g_free (x->sentence);
                      g_array_unref (x->processes))

/* Whether calls wait for a core no trace tells: where another cause is found, that matters, and
 * where they take little time it hardly does. */
static gboolean
do_cores_matter (RefrainTrace *trace, const RefrainFinding *list, gsize n)
{
  g_autoptr (RefrainProfile) profile = NULL;

  if (n > 0)
    return list[0].kind == REFRAIN_FINDING_SHARED_CORES;
  profile = refrain_profile_new (trace);
  return refrain_profile_get_mpi_share (profile) >= CALLS_MATTER;
}

/* Takes @sentence, or nothing if that is NULL: what concerns the whole run, and saves nothing of
 * it.
 */
static void
add_remark (GArray *list,
            const RefrainTimeParts *parts,
            RefrainFindingKind kind,
            char *sentence,
            RefrainTime end)
{
  RefrainFinding remark = { .kind = kind,
                            .sentence = sentence,
                            .routine = REFRAIN_NONE,
                            .start = refrain_trace_get_start (parts->trace),
                            .end = end,
                            .op = REFRAIN_NONE,
                            .confidence = 1 };

  if (sentence == NULL)
    return;
  remark.processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 p = 0; p < refrain_trace_get_n_processes (parts->trace); p++)
    g_array_append_val (remark.processes, p);
  g_array_append_val (list, remark);
}

static RefrainReport *
make (RefrainStudy *study, gpointer options, const RefrainStudyAsk *ask, GError **error)
{
  g_auto (RefrainTimeParts) parts = { 0 };
  const RefrainAnalysis first = REFRAIN_ANALYSIS_FINDINGS;
  RefrainFindings *findings;
  g_autofree char *why = NULL, *cores = NULL, *aborted = NULL;
  RefrainReport *report;
  g_autoptr (GArray) remarks = g_array_new (FALSE, FALSE, sizeof (RefrainFinding));
  const RefrainFinding *list;
  const char *rest;
  gboolean cores_first;
  gsize n;

  g_array_set_clear_func (remarks, clear_remark);
  if (!refrain_time_parts_load (&parts, study, options, ask, &first, 1, FALSE, error))
    return NULL;
  findings = REFRAIN_FINDINGS (parts.first[0]);
  report = refrain_report_new ("findings");
  why = refrain_findings_explain (findings);
  refrain_time_parts_say_clocks (&parts, report);
  cores = refrain_trace_describe_cores (parts.trace);
  aborted = refrain_trace_describe_abort (parts.trace);
  if (aborted != NULL)
    refrain_report_say (report, "%s", aborted);
  if (refrain_findings_get_end (findings) != NULL)
    refrain_report_say (report, "%s", refrain_findings_get_end (findings));
  list = refrain_findings_get (findings, &n);
  cores_first = do_cores_matter (parts.trace, list, n);
  rest = refrain_findings_get_rest (findings);
  if (refrain_findings_rest_leads (findings))
    refrain_report_say (report, "%s", g_steal_pointer (&rest));
  if (cores != NULL && cores_first)
    refrain_report_say (report, "%s", cores);
  if (why != NULL && rest != NULL)
    refrain_report_say (report, "%s", g_steal_pointer (&rest));
  if (why != NULL)
    refrain_report_say (report, "%s", why);
  refrain_report_begin_array (report, "findings");
  for (gsize i = 0; i < n; i++)
    {
      refrain_report_say (report, "%s (%s)", list[i].sentence,
                          refrain_finding_describe_confidence (&list[i]));
      add_finding (report, &parts, &list[i]);
    }
  if (cores != NULL && !cores_first)
    refrain_report_say (report, "%s", cores);
  if (rest != NULL)
    refrain_report_say (report, "%s", rest);
  if (refrain_findings_get_in_vain (findings) != NULL)
    refrain_report_say (report, "%s", refrain_findings_get_in_vain (findings));
  if (parts.clocks->disagree && !parts.clocks->corrected)
    add_remark (remarks, &parts, REFRAIN_FINDING_CLOCKS,
                refrain_time_parts_describe_clocks (&parts), refrain_trace_get_end (parts.trace));
  add_remark (remarks, &parts, REFRAIN_FINDING_SHARED_CORES, g_steal_pointer (&cores),
              refrain_trace_get_end (parts.trace));
  add_remark (remarks, &parts, REFRAIN_FINDING_START_UP, describe_start_up (parts.trace),
              refrain_trace_get_run (parts.trace)->start);
  for (guint i = 0; i < remarks->len; i++)
    {
      const RefrainFinding *remark = &g_array_index (remarks, RefrainFinding, i);

      if (remark->kind == REFRAIN_FINDING_START_UP)
        refrain_report_say (report, "%s", remark->sentence);
      add_finding (report, &parts, remark);
    }
  refrain_report_end (report);
  add_table (report, &parts, list, n, remarks);
  refrain_report_add_seconds (report, "run", refrain_findings_get_run (findings));
  refrain_report_add_seconds (report, "start_up", (RefrainTime) measure_start_up (parts.trace));
  refrain_report_add_seconds (report, "waiting", refrain_findings_get_waiting (findings));
  refrain_report_add_int (report, "iterations",
                          refrain_iterations_get_n (refrain_findings_get_iterations (findings)));
  refrain_time_parts_add_clocks (&parts, report);
  return report;
}

const RefrainReportKind refrain_report_findings = {
  .name = "findings",
  .arguments = "TRACE",
  .summary = N_ ("List the main causes of lost time"),
  .options_size = sizeof (RefrainReportTimeOptions),
  .describe = refrain_report_time_describe,
  .of_patterns = TRUE,
  .make = make,
};
