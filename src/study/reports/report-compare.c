/* report-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compare: what makes one occurrence take longer than another, or one run.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-comparison.h"
#include "refrain-occurrence-words.h"
#include "refrain-report-options.h"
#include "refrain-run-comparison.h"
#include "refrain-series-options.h"
#include "refrain-time-format.h"

/* Differences and operations in text, operations in JSON. */
#define MAX_DIFFERENCES 12
#define MAX_OPS         8
#define MAX_JSON_OPS    1000

typedef struct
{
  char *occurrences;
  RefrainSeriesArguments which;
  RefrainRecurs kind;
  guint32 id;
  RefrainRunArguments runs;
} Options;

/* ---- The two ---- */

static void
add_side (RefrainReport *report, const char *name, RefrainComparison *comparison, guint side)
{
  const guint32 i = refrain_comparison_get_occurrence (comparison, side);
  const RefrainOccurrence at
      = refrain_occurrences_get (refrain_comparison_get_occurrences (comparison), i);
  g_autofree char *which
      = refrain_occurrences_describe_number (refrain_comparison_get_occurrences (comparison), i);
  g_autofree char *duration = refrain_time_format (at.duration, 3);
  g_autofree char *from = refrain_time_format (at.start, 6);
  g_autofree char *to = refrain_time_format (at.end, 6);

  refrain_report_begin_object (report, name);
  refrain_report_add_int (report, "occurrence", (gint64) i + 1);
  refrain_report_add_seconds (report, "from", at.start);
  refrain_report_add_seconds (report, "to", at.end);
  refrain_report_add_seconds (report, "duration", at.duration);
  refrain_report_end (report);
  if (at.process == REFRAIN_NONE)
    refrain_report_say (report, _ ("%s takes %s, from %s to %s"), which, duration, from, to);
  else
    refrain_report_say (report, _ ("%s takes %s, from %s to %s on process %u"), which, duration,
                        from, to, at.process);
}

static void
add_processes (RefrainReport *report, RefrainComparison *comparison)
{
  static const RefrainReportColumn columns[] = {
    { "process", NULL, REFRAIN_CELL_INT },
    { "same", NULL, REFRAIN_CELL_BOOLEAN },
    { "a", NULL, REFRAIN_CELL_TIME },
    { "b", NULL, REFRAIN_CELL_TIME },
  };
  RefrainReportTable *table = refrain_report_add_table (report, "processes", NULL, columns);
  gsize n, n_other = 0;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (comparison, &n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainComparedProcess *at = &processes[i];

      refrain_report_add_row (
          table, REFRAIN_INT (at->process), REFRAIN_BOOLEAN (at->same),
          REFRAIN_TIME (MAX (at->end[REFRAIN_COMPARED_A] - at->start[REFRAIN_COMPARED_A], 0)),
          REFRAIN_TIME (MAX (at->end[REFRAIN_COMPARED_B] - at->start[REFRAIN_COMPARED_B], 0)));
      n_other += !at->same;
    }
  if (n_other > 0)
    refrain_report_say (report,
                        ngettext ("%zu process differs in its operations",
                                  "%zu processes differ in their operations", n_other),
                        n_other);
}

/* ---- What differs ---- */

/* A sentence each, below @title. */
static RefrainReportTable *
add_sentences (RefrainReport *report, const char *title)
{
  static const RefrainReportColumn columns[] = { { NULL, "", REFRAIN_CELL_TEXT } };

  return refrain_report_add_table (report, NULL, title, columns);
}

static const char *
get_routine (RefrainComparison *comparison, guint32 routine)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (comparison));

  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_trace_get_routine_label (trace, routine)
             : NULL;
}

static void
add_differences (RefrainReport *report, RefrainComparison *comparison)
{
  const RefrainReportColumn columns[] = {
    { "kind", _ ("kind"), REFRAIN_CELL_TEXT },      { "what", _ ("routine"), REFRAIN_CELL_TEXT },
    { "process", _ ("process"), REFRAIN_CELL_INT }, { "a", _ ("first"), REFRAIN_CELL_TIME },
    { "b", _ ("second"), REFRAIN_CELL_TIME },       { "seconds", _ ("longer"), REFRAIN_CELL_TIME },
    { "sentence", NULL, REFRAIN_CELL_TEXT },
  };
  gsize n;
  const RefrainDifference *differences = refrain_comparison_get_differences (comparison, &n);
  RefrainReportTable *table = refrain_report_add_table (report, "differences", NULL, columns);
  RefrainReportTable *told
      = n > 0 ? add_sentences (report, _ ("Largest differences by routine:")) : NULL;

  refrain_report_set_main (table);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainDifference *at = &differences[i];
      g_autofree char *sentence = refrain_comparison_tell_difference (comparison, at);

      refrain_report_add_row (
          table, REFRAIN_TEXT (refrain_differs_get_name (at->kind)),
          REFRAIN_TEXT (get_routine (comparison, at->routine)), REFRAIN_INT (at->process),
          REFRAIN_TIME (at->time[REFRAIN_COMPARED_A]), REFRAIN_TIME (at->time[REFRAIN_COMPARED_B]),
          REFRAIN_TIME (at->time[REFRAIN_COMPARED_A] - at->time[REFRAIN_COMPARED_B]),
          REFRAIN_TEXT (sentence));
      if (i < MAX_DIFFERENCES)
        refrain_report_add_row (told, REFRAIN_TEXT (sentence));
    }
}

static void
add_op_side (RefrainReport *report, const char *name, const RefrainComparedOp *op, guint side)
{
  if (op->op[side] == REFRAIN_NONE)
    {
      refrain_report_add_null (report, name);
      return;
    }
  refrain_report_begin_object (report, name);
  refrain_report_add_int (report, "row", op->op[side]);
  refrain_report_add_seconds (report, "from", op->start[side]);
  refrain_report_add_seconds (report, "gap", op->gap[side]);
  refrain_report_add_seconds (report, "duration", op->duration[side]);
  refrain_report_add_seconds (report, "waiting", op->waiting[side]);
  refrain_report_end (report);
}

static void
add_ops (RefrainReport *report, RefrainComparison *comparison)
{
  g_autoptr (GArray) list = refrain_comparison_list_ops (comparison, MAX_JSON_OPS, FALSE);
  RefrainReportTable *told
      = list->len > 0 ? add_sentences (report, _ ("Differences by operation:")) : NULL;
  gsize n;
  const RefrainComparedOp *ops = refrain_comparison_get_ops (comparison, &n);
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (comparison, &n);

  refrain_report_begin_array (report, "operations");
  for (guint i = 0; i < list->len; i++)
    {
      const gsize k = g_array_index (list, gsize, i);
      g_autofree char *name = refrain_comparison_name_op (comparison, k);
      g_autofree char *sentence = refrain_comparison_tell_op (comparison, k);

      refrain_report_begin_object (report, NULL);
      refrain_report_add_int (report, "process",
                              processes[refrain_comparison_find_process (comparison, k)].process);
      refrain_report_add_string (report, "what", name);
      add_op_side (report, "a", &ops[k], REFRAIN_COMPARED_A);
      add_op_side (report, "b", &ops[k], REFRAIN_COMPARED_B);
      refrain_report_add_string (report, "sentence", sentence);
      refrain_report_end (report);
      if (i < MAX_OPS)
        refrain_report_add_row (told, REFRAIN_TEXT (sentence));
    }
  refrain_report_end (report);
}

/* ---- The kind ---- */

REFRAIN_REPORT_ENTRIES (
    Options,
    { "occurrences", 0, 0, G_OPTION_ARG_STRING, &x->occurrences,
      N_ ("Compare these occurrences, such as 118,120 (default: the slowest and a typical one)"),
      N_ ("I,J") },
    REFRAIN_SERIES_ENTRIES (x->which),
    REFRAIN_RUN_ENTRIES (x->runs))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  if (!refrain_series_arguments_understand (&options->which, &options->kind, &options->id, error))
    return FALSE;
  if (g_strv_length (words) > 1 && options->kind == REFRAIN_N_RECURS
      && options->occurrences == NULL)
    return refrain_run_arguments_check (&options->runs, words, error);
  if (options->runs.fail_above != NULL)
    return refrain_report_refuse (error, _ ("--fail-above expects two traces"));
  if (!refrain_report_expect_trace (words, error))
    return FALSE;
  return options->kind != REFRAIN_N_RECURS
         || refrain_report_refuse (error, _ ("expects two traces, or one and one of %s"),
                                   "--pattern, --loop, --phase, --routine, --sequence");
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainOccurrences) occurrences = NULL;
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autofree char *sentence = NULL;
  RefrainReport *report;

  if (options->kind == REFRAIN_N_RECURS)
    return refrain_run_arguments_report (&options->runs, study, ask, error);
  occurrences = refrain_series_arguments_collect (&options->which, study, ask, options->kind,
                                                  options->id, error);
  if (occurrences != NULL)
    comparison = refrain_series_compare (occurrences, options->occurrences, study, ask, error);
  if (comparison == NULL)
    return NULL;
  report = refrain_report_new ("compare");
  sentence = refrain_comparison_tell (comparison);
  refrain_report_add_string (report, "kind", refrain_recurs_get_name (options->kind));
  refrain_report_add_int (report, "id", refrain_occurrences_get_id (occurrences));
  refrain_report_add_string (report, "sentence", sentence);
  refrain_report_say (report, "%s", sentence);
  add_side (report, "a", comparison, REFRAIN_COMPARED_A);
  add_side (report, "b", comparison, REFRAIN_COMPARED_B);
  add_processes (report, comparison);
  add_differences (report, comparison);
  add_ops (report, comparison);
  return report;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->occurrences);
                      refrain_series_arguments_clear (&x->which);
                      refrain_run_arguments_clear (&x->runs))

const RefrainReportKind refrain_report_compare = {
  .name = "compare",
  .arguments = "A B | A… -- B… | TRACE",
  .summary = N_ ("Explain why one run, or one occurrence, takes longer than another"),
  .options_size = sizeof (Options),
  .describe = describe,
  .rewrite = refrain_run_arguments_rewrite,
  .check = check,
  .of_patterns = TRUE,
  .make = make,
  .clear = clear,
};
