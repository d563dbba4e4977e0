/* command-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli compare: what makes one occurrence take longer than another.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-comparison.h"
#include "refrain-json-writer.h"
#include "refrain-occurrence-words.h"
#include "refrain-series-options.h"
#include "refrain-time-format.h"

/* Lines of text, and operations in JSON. */
#define MAX_DIFFERENCES 12
#define MAX_OPS         8
#define MAX_JSON_OPS    1000

typedef struct
{
  gboolean json;
  char *occurrences;
  RefrainSeriesArguments which;
  RefrainRecurs kind;
  guint32 id;
} Options;

static void
clear_options (Options *self)
{
  g_free (self->occurrences);
  refrain_series_arguments_clear (&self->which);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *
get_routine (RefrainComparison *comparison, guint32 routine)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (comparison));

  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_routine_get_label (refrain_trace_get_routine (trace, routine))
             : NULL;
}

static void
add_side (RefrainJsonWriter *json, const char *name, RefrainComparison *comparison, guint side)
{
  const guint32 i = refrain_comparison_get_occurrence (comparison, side);
  const RefrainOccurrence at
      = refrain_occurrences_get (refrain_comparison_get_occurrences (comparison), i);

  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "occurrence", (gint64) i + 1);
  refrain_json_add_double (json, "from", (double) at.start / 1e9);
  refrain_json_add_double (json, "to", (double) at.end / 1e9);
  refrain_json_add_double (json, "duration", (double) at.duration / 1e9);
  refrain_json_end_object (json);
}

static void
add_difference (RefrainJsonWriter *json,
                RefrainComparison *comparison,
                const RefrainDifference *difference)
{
  g_autofree char *sentence = refrain_comparison_tell_difference (comparison, difference);
  const char *routine = get_routine (comparison, difference->routine);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_string (json, "kind", refrain_differs_get_name (difference->kind));
  refrain_json_add_string (json, "what", routine);
  refrain_json_add_int (json, "process", difference->process);
  refrain_json_add_double (json, "a", (double) difference->time[REFRAIN_COMPARED_A] / 1e9);
  refrain_json_add_double (json, "b", (double) difference->time[REFRAIN_COMPARED_B] / 1e9);
  refrain_json_add_double (
      json, "seconds",
      (double) (difference->time[REFRAIN_COMPARED_A] - difference->time[REFRAIN_COMPARED_B]) / 1e9);
  refrain_json_add_string (json, "sentence", sentence);
  refrain_json_end_object (json);
}

static void
add_op_side (RefrainJsonWriter *json, const char *name, const RefrainComparedOp *op, guint side)
{
  if (op->op[side] == REFRAIN_NONE)
    {
      refrain_json_add_null (json, name);
      return;
    }
  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "row", op->op[side]);
  refrain_json_add_double (json, "from", (double) op->start[side] / 1e9);
  refrain_json_add_double (json, "gap", (double) op->gap[side] / 1e9);
  refrain_json_add_double (json, "duration", (double) op->duration[side] / 1e9);
  refrain_json_add_double (json, "waiting", (double) op->waiting[side] / 1e9);
  refrain_json_end_object (json);
}

static void
add_processes (RefrainJsonWriter *json, RefrainComparison *comparison)
{
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (comparison, &n);

  refrain_json_begin_array (json, "processes");
  for (gsize i = 0; i < n; i++)
    {
      const RefrainComparedProcess *at = &processes[i];

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "process", at->process);
      refrain_json_add_boolean (json, "same", at->same);
      refrain_json_add_double (
          json, "a",
          (double) MAX (at->end[REFRAIN_COMPARED_A] - at->start[REFRAIN_COMPARED_A], 0) / 1e9);
      refrain_json_add_double (
          json, "b",
          (double) MAX (at->end[REFRAIN_COMPARED_B] - at->start[REFRAIN_COMPARED_B], 0) / 1e9);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
print_json (RefrainComparison *comparison)
{
  RefrainJsonWriter json = { 0 };
  RefrainOccurrences *occurrences = refrain_comparison_get_occurrences (comparison);
  g_autofree char *sentence = refrain_comparison_tell (comparison);
  g_autoptr (GArray) list = refrain_comparison_list_ops (comparison, MAX_JSON_OPS);
  gsize n;
  const RefrainDifference *differences = refrain_comparison_get_differences (comparison, &n);
  const RefrainComparedOp *ops;

  refrain_json_begin_object (&json, NULL);
  refrain_json_add_string (&json, "kind",
                           refrain_recurs_get_name (refrain_occurrences_get_kind (occurrences)));
  refrain_json_add_int (&json, "id", refrain_occurrences_get_id (occurrences));
  refrain_json_add_string (&json, "sentence", sentence);
  add_side (&json, "a", comparison, REFRAIN_COMPARED_A);
  add_side (&json, "b", comparison, REFRAIN_COMPARED_B);
  add_processes (&json, comparison);
  refrain_json_begin_array (&json, "differences");
  for (gsize i = 0; i < n; i++)
    add_difference (&json, comparison, &differences[i]);
  refrain_json_end_array (&json);
  ops = refrain_comparison_get_ops (comparison, &n);
  refrain_json_begin_array (&json, "operations");
  for (guint i = 0; i < list->len; i++)
    {
      const gsize k = g_array_index (list, gsize, i);
      g_autofree char *name = refrain_comparison_name_op (comparison, k);
      g_autofree char *told = refrain_comparison_tell_op (comparison, k);
      const RefrainComparedProcess *processes = refrain_comparison_get_processes (comparison, &n);

      refrain_json_begin_object (&json, NULL);
      refrain_json_add_int (&json, "process",
                            processes[refrain_comparison_find_process (comparison, k)].process);
      refrain_json_add_string (&json, "what", name);
      add_op_side (&json, "a", &ops[k], REFRAIN_COMPARED_A);
      add_op_side (&json, "b", &ops[k], REFRAIN_COMPARED_B);
      refrain_json_add_string (&json, "sentence", told);
      refrain_json_end_object (&json);
    }
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void
print_side (RefrainComparison *comparison, guint side)
{
  RefrainOccurrences *occurrences = refrain_comparison_get_occurrences (comparison);
  const guint32 i = refrain_comparison_get_occurrence (comparison, side);
  const RefrainOccurrence at = refrain_occurrences_get (occurrences, i);
  g_autofree char *duration = refrain_time_format (at.duration, 3);
  g_autofree char *from = refrain_time_format (at.start, 6);
  g_autofree char *to = refrain_time_format (at.end, 6);

  printf (_ ("number %u takes %s, from %s to %s"), i + 1, duration, from, to);
  if (at.process != REFRAIN_NONE)
    printf (_ (" on process %u"), at.process);
  printf ("\n");
}

static void
print_text (RefrainComparison *comparison)
{
  g_autofree char *sentence = refrain_comparison_tell (comparison);
  g_autoptr (GArray) ops = refrain_comparison_list_ops (comparison, MAX_OPS);
  gsize n, n_processes, n_other = 0;
  const RefrainDifference *differences = refrain_comparison_get_differences (comparison, &n);
  const RefrainComparedProcess *processes
      = refrain_comparison_get_processes (comparison, &n_processes);

  for (gsize i = 0; i < n_processes; i++)
    n_other += !processes[i].same;
  printf ("%s\n", sentence);
  print_side (comparison, REFRAIN_COMPARED_A);
  print_side (comparison, REFRAIN_COMPARED_B);
  if (n_other > 0)
    printf (ngettext ("%zu process does not do the same in both\n",
                      "%zu processes do not do the same in both\n", n_other),
            n_other);
  if (n > 0)
    printf (_ ("\nWhat differs most, routine by routine:\n"));
  for (gsize i = 0; i < n && i < MAX_DIFFERENCES; i++)
    {
      g_autofree char *told = refrain_comparison_tell_difference (comparison, &differences[i]);

      printf ("  %s\n", told);
    }
  if (ops->len > 0)
    printf (_ ("\nOperation by operation:\n"));
  for (guint i = 0; i < ops->len; i++)
    {
      g_autofree char *told
          = refrain_comparison_tell_op (comparison, g_array_index (ops, gsize, i));

      printf ("  %s\n", told);
    }
}

/* ---- The command ----------------------------------------------------------------------------- */

static int
compare (const Options *options, RefrainTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainOccurrences) occurrences = refrain_series_arguments_collect (
      &options->which, trace, path, options->kind, options->id, &error);
  g_autoptr (RefrainComparison) comparison = NULL;

  if (occurrences != NULL)
    comparison = refrain_series_compare (occurrences, options->occurrences, path, &error);
  if (comparison == NULL)
    return refrain_command_refuse (&refrain_command_compare, error);
  if (options->json)
    print_json (comparison);
  else
    print_text (comparison);
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "occurrences", 0, 0, G_OPTION_ARG_STRING, &options.occurrences,
      N_ ("Which two: 118,120; one alone is compared with a usual one (default: the slowest)"),
      N_ ("I,J") },
    REFRAIN_SERIES_ENTRIES (options.which),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_compare, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_series_arguments_understand (&options.which, &options.kind, &options.id, &error))
    return refrain_command_refuse (&refrain_command_compare, error);
  if (options.kind == REFRAIN_N_RECURS)
    return refrain_command_usage (&refrain_command_compare, _ ("expects one of %s"),
                                  "--pattern --loop --phase --routine --sequence");
  trace = refrain_command_load (arguments[1]);
  return trace != NULL ? compare (&options, trace, arguments[1]) : REFRAIN_EXIT_ERROR;
}

const RefrainCommand refrain_command_compare = {
  .name = "compare",
  .arguments = "TRACE",
  .summary = N_ ("Tell why one occurrence of what repeats takes longer than another"),
  .run = run,
};
