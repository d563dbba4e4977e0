/* command-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli findings: why the run takes the time it takes.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-findings.h"
#include "refrain-time-format.h"
#include "refrain-time-report.h"
#include "refrain-unrecorded-note.h"

/* Lines of text. */
#define MAX_ROWS 12

/* ---- JSON ---- */

static void
add_number (RefrainJsonWriter *json, const char *name, guint32 value, guint32 from)
{
  if (value == REFRAIN_NONE)
    refrain_json_add_null (json, name);
  else
    refrain_json_add_int (json, name, (gint64) value + from);
}

static void
print_json (const RefrainTimeReport *report, RefrainFindings *findings)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  gsize n;
  const RefrainFinding *list = refrain_findings_get (findings, &n);

  refrain_json_begin_object (json, NULL);
  refrain_json_begin_array (json, "findings");
  for (gsize i = 0; i < n; i++)
    {
      RefrainPatternEvent event = { REFRAIN_NONE, REFRAIN_NONE };

      refrain_pattern_set_find_occurrence (report->set, list[i].victim, list[i].victim_op, &event);
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "sentence", list[i].sentence);
      refrain_time_report_add_seconds (json, "seconds", list[i].time);
      refrain_json_add_string (json, "kind", refrain_finding_kind_get_name (list[i].kind));
      refrain_json_add_int (json, "process", list[i].process);
      refrain_json_add_int (json, "processes", list[i].n_processes);
      refrain_json_add_string (json, "routine",
                               refrain_time_report_get_routine (report, list[i].routine));
      add_number (json, "pattern", event.pattern, 1);
      add_number (json, "occurrence", event.occurrence, 1);
      add_number (json, "iteration", list[i].iteration, 1);
      refrain_json_add_int (json, "iterations", list[i].n_iterations);
      refrain_time_report_add_seconds (json, "from", list[i].start);
      refrain_time_report_add_seconds (json, "to", list[i].end);
      refrain_json_add_int (json, "victim", list[i].victim);
      refrain_json_add_double (json, "confidence", list[i].confidence);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_time_report_add_seconds (json, "waiting", refrain_waits_get_time (report->waits));
  refrain_json_add_int (json, "iterations",
                        refrain_iterations_get_n (refrain_findings_get_iterations (findings)));
  refrain_time_report_add_clocks (report, json);
  refrain_json_end_object (json);
}

/* ---- Text ---- */

static void
print_text (const RefrainTimeReport *report, RefrainFindings *findings)
{
  gsize n;
  const RefrainFinding *list = refrain_findings_get (findings, &n);
  g_autofree char *why = refrain_findings_explain (findings);
  g_autofree char *unrecorded = refrain_unrecorded_note_describe (report->trace);

  refrain_time_report_print_clocks (report);
  if (unrecorded != NULL)
    g_print ("%s\n", unrecorded);
  if (why != NULL)
    g_print ("%s\n", why);
  for (gsize i = 0; i < MIN (n, MAX_ROWS); i++)
    g_print ("%s (%s)\n", list[i].sentence, refrain_finding_describe_confidence (&list[i]));
  if (n > MAX_ROWS)
    g_print (ngettext ("and %u more\n", "and %u more\n", (guint) n - MAX_ROWS),
             (guint) n - MAX_ROWS);
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
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autoptr (RefrainFindings) findings = NULL;
  g_autoptr (GError) error = NULL;
  int status
      = refrain_command_parse (&refrain_command_findings, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_time_report_load (&report, arguments[1], report.json))
    return REFRAIN_EXIT_ERROR;
  iterations = refrain_iterations_new (report.trace, NULL, &error);
  if (iterations != NULL)
    findings = refrain_findings_new (report.waits, iterations, NULL, &error);
  if (findings == NULL)
    return refrain_command_fail (error);
  if (report.json)
    print_json (&report, findings);
  else
    print_text (&report, findings);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_findings = {
  .name = "findings",
  .arguments = "TRACE",
  .summary = N_ ("Tell why the run takes the time it takes"),
  .run = run,
};
