/* report-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * findings: why the run takes the time it takes.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-findings.h"
#include "refrain-report-time.h"
#include "refrain-unrecorded-note.h"

/* Lines of text. */
#define MAX_ROWS 12

/* A number that people count from 1, or null. */
static RefrainCell
count_from_one (guint32 value)
{
  return value == REFRAIN_NONE ? REFRAIN_NO_CELL : REFRAIN_INT ((gint64) value + 1);
}

static void
add_finding (RefrainReportTable *table, const RefrainTimeParts *parts, const RefrainFinding *own)
{
  const char *routine = refrain_time_parts_get_routine (parts, own->routine);
  RefrainPatternEvent event = { REFRAIN_NONE, REFRAIN_NONE };

  refrain_pattern_set_find_occurrence (parts->set, own->victim, own->victim_op, &event);
  refrain_report_add_row (
      table, REFRAIN_TIME (own->time), REFRAIN_TEXT (own->sentence),
      REFRAIN_TEXT (refrain_finding_describe_confidence (own)),
      REFRAIN_TEXT (refrain_finding_kind_get_name (own->kind)), REFRAIN_INT (own->process),
      REFRAIN_INT (own->n_processes), routine != NULL ? REFRAIN_TEXT (routine) : REFRAIN_NO_CELL,
      count_from_one (event.pattern), count_from_one (event.occurrence),
      count_from_one (own->iteration), REFRAIN_INT (own->n_iterations), REFRAIN_TIME (own->start),
      REFRAIN_TIME (own->end), REFRAIN_INT (own->victim), REFRAIN_DOUBLE (own->confidence));
}

/* A table for programs and papers; who reads text reads sentences. */
static void
add_findings (RefrainReport *report,
              const RefrainTimeParts *parts,
              const RefrainFinding *list,
              gsize n)
{
  const RefrainReportColumn columns[] = {
    { "seconds", _ ("time"), REFRAIN_CELL_TIME },
    { "sentence", _ ("finding"), REFRAIN_CELL_TEXT },
    { NULL, _ ("confidence"), REFRAIN_CELL_TEXT },
    { "kind", NULL, REFRAIN_CELL_TEXT },
    { "process", NULL, REFRAIN_CELL_INT },
    { "processes", NULL, REFRAIN_CELL_INT },
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { "pattern", NULL, REFRAIN_CELL_INT },
    { "occurrence", NULL, REFRAIN_CELL_INT },
    { "iteration", NULL, REFRAIN_CELL_INT },
    { "iterations", NULL, REFRAIN_CELL_INT },
    { "from", NULL, REFRAIN_CELL_TIME },
    { "to", NULL, REFRAIN_CELL_TIME },
    { "victim", NULL, REFRAIN_CELL_INT },
    { "confidence", NULL, REFRAIN_CELL_DOUBLE },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, "findings", NULL, columns, G_N_ELEMENTS (columns));

  for (gsize i = 0; i < n; i++)
    add_finding (table, parts, &list[i]);
}

static void
say_findings (RefrainReport *report, const RefrainFinding *list, gsize n)
{
  for (gsize i = 0; i < MIN (n, MAX_ROWS); i++)
    refrain_report_say (report, "%s (%s)", list[i].sentence,
                        refrain_finding_describe_confidence (&list[i]));
  if (n > MAX_ROWS)
    refrain_report_say (report, ngettext ("and %u more", "and %u more", (guint) n - MAX_ROWS),
                        (guint) n - MAX_ROWS);
}

static RefrainReport *
make (RefrainStudy *study, gpointer options, const RefrainStudyAsk *ask, GError **error)
{
  g_auto (RefrainTimeParts) parts = { 0 };
  g_autoptr (RefrainFindings) findings = NULL;
  g_autofree char *why = NULL, *unrecorded = NULL;
  RefrainReport *report;
  const RefrainFinding *list;
  gsize n;

  if (!refrain_time_parts_load (&parts, study, options, ask, FALSE, error))
    return NULL;
  findings = refrain_study_find (study, REFRAIN_ANALYSIS_FINDINGS, &parts.ask, error);
  if (findings == NULL)
    return NULL;
  report = refrain_report_new ("findings");
  why = refrain_findings_explain (findings);
  unrecorded = refrain_unrecorded_note_describe (parts.trace);
  refrain_time_parts_say_clocks (&parts, report);
  if (unrecorded != NULL)
    refrain_report_say (report, "%s", unrecorded);
  if (why != NULL)
    refrain_report_say (report, "%s", why);
  list = refrain_findings_get (findings, &n);
  say_findings (report, list, n);
  add_findings (report, &parts, list, n);
  refrain_report_add_seconds (report, "waiting", refrain_waits_get_time (parts.waits));
  refrain_report_add_int (report, "iterations",
                          refrain_iterations_get_n (refrain_findings_get_iterations (findings)));
  refrain_time_parts_add_clocks (&parts, report);
  return report;
}

const RefrainReportKind refrain_report_findings = {
  .name = "findings",
  .arguments = "TRACE",
  .summary = N_ ("Tell why the run takes the time it takes"),
  .options_size = sizeof (RefrainReportTimeOptions),
  .describe = refrain_report_time_describe,
  .make = make,
};
