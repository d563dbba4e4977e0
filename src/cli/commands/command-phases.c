/* command-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli phases: where a run becomes different.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>

#include "refrain-json-writer.h"
#include "refrain-pattern-options.h"
#include "refrain-phase-options.h"

/* A repetition in text tells no more than so many symbols. */
#define MAX_BODY_SHOWN 8

/* The tree as it is printed: pruned. */
typedef struct
{
  RefrainPhases *phases;
  const RefrainSegmentation *segmentation;
  const RefrainSegmentationNode *nodes;
  const RefrainWords *words; /* or NULL */
  double strength;
  guint32 *kept; /* nodes, breadth-first */
  gsize n_kept;
  guint32 *id; /* of each node, from 1; 0 where it does not remain */
  guint32 *leaves;
  gsize n_leaves;
} Report;

static void
report_init (Report *self, RefrainPhases *phases, double strength, const RefrainWords *words)
{
  gsize n;

  self->phases = phases;
  self->segmentation = refrain_phases_get_segmentation (phases);
  self->nodes = refrain_segmentation_get_nodes (self->segmentation, &n);
  self->words = words;
  self->strength = strength;
  self->kept = refrain_segmentation_prune (self->segmentation, strength, &self->n_kept);
  self->leaves = refrain_segmentation_get_leaves (self->segmentation, strength, &self->n_leaves);
  self->id = g_new0 (guint32, n + 1);
  for (gsize i = 0; i < self->n_kept; i++)
    self->id[self->kept[i]] = (guint32) i + 1;
}

static void
report_clear (Report *self)
{
  g_free (self->kept);
  g_free (self->id);
  g_free (self->leaves);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Report, report_clear)

static gboolean
is_leaf (const Report *report, guint32 node)
{
  return refrain_segmentation_is_leaf (report->segmentation, node, report->strength);
}

static const char *
get_routine_name (const Report *report, guint32 node, gboolean *whole)
{
  RefrainRoutine *routine = refrain_phases_get_routine (report->phases, node, whole);

  return routine != NULL ? refrain_routine_get_label (routine) : NULL;
}

/* The name of the symbol of @element: a word, or the id of a pattern. */
static char *
describe (const Report *report, guint32 element)
{
  gsize n;
  const guint32 symbol = refrain_phases_get_symbols (report->phases, &n)[element];

  return report->words != NULL ? g_strdup (report->words->words[symbol])
                               : g_strdup_printf ("%u", symbol + 1);
}

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
add_span (RefrainJsonWriter *json, const char *name, RefrainTime start, RefrainTime end)
{
  refrain_json_begin_object (json, name);
  refrain_json_add_double (json, "from", (double) start / 1e9);
  refrain_json_add_double (json, "to", (double) end / 1e9);
  refrain_json_end_object (json);
}

/* The cut and its numbers; of one element there is no cut. */
static void
add_cut (RefrainJsonWriter *json, const RefrainSegmentationNode *node)
{
  const gboolean cuttable = node->end - node->start > 1;

  refrain_json_add_double (json, "divergence", node->divergence);
  if (cuttable)
    refrain_json_add_int (json, "cut", node->cut);
  else
    refrain_json_add_null (json, "cut");
  refrain_json_add_double (json, "threshold", node->threshold);
  if (cuttable)
    refrain_json_add_double (json, "strength", node->strength);
  else
    refrain_json_add_null (json, "strength");
}

static void
add_relatives (RefrainJsonWriter *json, const Report *report, guint32 node)
{
  const RefrainSegmentationNode *at = &report->nodes[node];

  if (at->parent != REFRAIN_NONE)
    refrain_json_add_int (json, "parent", report->id[at->parent]);
  else
    refrain_json_add_null (json, "parent");
  refrain_json_begin_array (json, "children");
  if (!is_leaf (report, node))
    for (guint32 i = 0; i < 2; i++)
      refrain_json_add_int (json, NULL, report->id[at->left + i]);
  refrain_json_end_array (json);
}

static void
add_repetition (RefrainJsonWriter *json, const Report *report, guint32 node)
{
  RefrainPhaseRepetition repetition;

  refrain_phases_get_repetition (report->phases, node, &repetition);
  if (repetition.count == 0)
    {
      refrain_json_add_null (json, "repetition");
      return;
    }
  refrain_json_begin_object (json, "repetition");
  refrain_json_add_int (json, "start", repetition.first + 1);
  refrain_json_add_int (json, "period", repetition.period);
  refrain_json_add_int (json, "count", repetition.count);
  refrain_json_add_int (json, "rest", repetition.rest);
  refrain_json_add_int (json, "iterations", repetition.iterations);
  refrain_json_begin_array (json, "symbols");
  for (guint32 i = 0; i < repetition.period; i++)
    {
      g_autofree char *name = describe (report, repetition.first + i);

      refrain_json_add_string (json, NULL, name);
    }
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

static void
add_intervals (RefrainJsonWriter *json, const Report *report, guint32 node)
{
  const guint n = refrain_trace_get_n_processes (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (report->phases)));
  g_autofree RefrainPhaseInterval *intervals = g_new (RefrainPhaseInterval, n + 1);

  refrain_phases_get_intervals (report->phases, node, intervals);
  refrain_json_begin_array (json, "processes");
  for (guint p = 0; p < n; p++)
    {
      if (intervals[p].start > intervals[p].end)
        {
          refrain_json_add_null (json, NULL);
          continue;
        }
      refrain_json_begin_array (json, NULL);
      refrain_json_add_double (json, NULL, (double) intervals[p].start / 1e9);
      refrain_json_add_double (json, NULL, (double) intervals[p].end / 1e9);
      refrain_json_end_array (json);
    }
  refrain_json_end_array (json);
}

static void
add_segment (RefrainJsonWriter *json, const Report *report, guint32 node, gboolean intervals)
{
  const RefrainSegmentationNode *at = &report->nodes[node];
  RefrainTime start, end;
  gboolean whole;
  const char *routine = get_routine_name (report, node, &whole);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", report->id[node]);
  refrain_json_add_int (json, "start", (guint64) at->start + 1);
  refrain_json_add_int (json, "end", at->end);
  refrain_json_add_int (json, "length", at->end - at->start);
  refrain_json_add_int (json, "distinct", at->distinct);
  add_cut (json, at);
  add_relatives (json, report, node);
  refrain_json_add_string (json, "routine", routine);
  if (refrain_phases_get_span (report->phases, node, &start, &end))
    {
      refrain_json_add_boolean (json, "whole", whole);
      refrain_json_add_double (json, "from", (double) start / 1e9);
      refrain_json_add_double (json, "to", (double) end / 1e9);
    }
  if (is_leaf (report, node))
    {
      add_repetition (json, report, node);
      if (intervals && refrain_phases_get_pattern_set (report->phases) != NULL)
        add_intervals (json, report, node);
    }
  refrain_json_end_object (json);
}

/* The segments that remain at @strength, numbered anew from 1. @words: the names of the symbols, or
 * NULL for patterns. With @intervals the time of each process in each phase, too. */
static void
print_json (RefrainPhases *phases, double strength, const RefrainWords *words, gboolean intervals)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  g_auto (Report) report = { 0 };
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  RefrainTime start, end;

  report_init (&report, phases, strength, words);
  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "sequence_length",
                        refrain_segmentation_get_length (report.segmentation));
  refrain_json_add_int (json, "distinct", report.n_kept > 0 ? report.nodes[0].distinct : 0);
  refrain_json_add_double (json, "strength", strength);
  if (refrain_phases_get_communication (phases, &start, &end))
    {
      RefrainTrace *trace = refrain_pattern_set_get_trace (set);

      add_span (json, "initialize", refrain_trace_get_start (trace), start);
      add_span (json, "finalize", end, refrain_trace_get_end (trace));
    }
  refrain_json_begin_array (json, "segments");
  for (gsize i = 0; i < report.n_kept; i++)
    add_segment (json, &report, report.kept[i], intervals);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "phases");
  for (gsize i = 0; i < report.n_leaves; i++)
    refrain_json_add_int (json, NULL, report.id[report.leaves[i]]);
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

/* ---- Text --------------------------------------------------------------------------------------
 */

static void
print_repetition (const Report *report, guint32 node, gboolean named)
{
  RefrainPhaseRepetition repetition;

  refrain_phases_get_repetition (report->phases, node, &repetition);
  if (repetition.count == 0)
    return;
  g_print (named ? ": (" : "(");
  for (guint32 i = 0; i < MIN (repetition.period, MAX_BODY_SHOWN); i++)
    {
      g_autofree char *name = describe (report, repetition.first + i);

      g_print ("%s%s", i > 0 ? " " : "", name);
    }
  g_print ("%s) × %u", repetition.period > MAX_BODY_SHOWN ? " …" : "", repetition.iterations);
  if (repetition.rest > 0)
    g_print (_ (" (the last: %u of %u)"), repetition.rest, repetition.period);
}

static void
print_segment (const Report *report, guint32 node)
{
  const RefrainSegmentationNode *at = &report->nodes[node];
  gboolean whole;
  const char *routine = get_routine_name (report, node, &whole);

  g_print ("%6u %8u %8u %8u %7.4f ", report->id[node], at->start + 1, at->end, at->end - at->start,
           at->divergence);
  if (at->end - at->start > 1)
    g_print ("%8u %7.4f %9.3f ", at->cut, at->threshold, at->strength);
  else
    g_print ("%8s %7s %9s ", "–", "–", "–");
  if (at->parent != REFRAIN_NONE)
    g_print ("%6u ", report->id[at->parent]);
  else
    g_print ("%6s ", "–");
  g_print (" %s %s%s", is_leaf (report, node) ? "•" : " ", routine != NULL ? routine : "",
           routine != NULL && !whole ? " …" : "");
  if (is_leaf (report, node))
    print_repetition (report, node, routine != NULL);
  g_print ("\n");
}

/* The same as Alawneh 2012, Table 5.2. */
static void
print_text (RefrainPhases *phases, double strength, const RefrainWords *words)
{
  g_auto (Report) report = { 0 };
  RefrainTime start, end;

  report_init (&report, phases, strength, words);
  g_print (_ ("Symbols: %u, different: %u, phases: %u, strength: %g\n"),
           (guint) refrain_segmentation_get_length (report.segmentation),
           report.n_kept > 0 ? report.nodes[0].distinct : 0, (guint) report.n_leaves, strength);
  if (refrain_phases_get_communication (phases, &start, &end))
    g_print (_ ("Communication: %.6f s to %.6f s\n"), (double) start / 1e9, (double) end / 1e9);
  g_print ("\n%6s %8s %8s %8s %7s %8s %7s %9s %6s    %s\n", "S", _ ("start"), _ ("end"),
           _ ("length"), "D", _ ("cut"), "τ", "s", "P", _ ("phases (•) and routines"));
  for (gsize i = 0; i < report.n_kept; i++)
    print_segment (&report, report.kept[i]);
}

/* ---- The command ------------------------------------------------------------------------------
 */

/* The options as they were written. */
typedef struct
{
  gboolean json, intervals;
  char *symbols;
  RefrainPhaseArguments what;
  RefrainPatternArguments how;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->symbols);
  refrain_phase_arguments_clear (&options->what);
  refrain_pattern_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

static int
print (const Options *options, RefrainPhases *phases, const RefrainWords *words)
{
  if (options->json)
    print_json (phases, options->what.strength, words, options->intervals);
  else
    print_text (phases, options->what.strength, words);
  if (fflush (stdout) != EOF)
    return REFRAIN_EXIT_OK;
  g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
  return REFRAIN_EXIT_ERROR;
}

static int
run_symbols (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree guint32 *symbols = NULL;
  RefrainWords words = { 0, NULL };
  int status;
  gsize n;

  symbols = refrain_words_read (options->symbols, &words, &n, &error);
  if (symbols != NULL)
    phases = refrain_phase_arguments_find_in_words (&options->what, symbols, n, &words, &error);
  status = phases == NULL ? refrain_command_fail (error) : print (options, phases, &words);
  g_strfreev (words.words);
  return status;
}

static int
run_trace (const Options *options, const char *path, const RefrainPatternOptions *how)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainPhases) phases = NULL;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  phases = refrain_phase_arguments_find_in_trace (&options->what, trace, how, &error);
  return phases == NULL ? refrain_command_fail (error) : print (options, phases, NULL);
}

/* Options that a sequence of words cannot follow. FALSE after an explanation. */
static gboolean
check_options (const Options *options)
{
  const char *stray = NULL;

  if (!refrain_phase_arguments_check (&options->what, &refrain_command_phases))
    return FALSE;
  if (options->symbols != NULL)
    stray = options->intervals ? "--intervals"
            : options->what.without_collectives
                ? "--without-collectives"
                : refrain_pattern_arguments_get_first (&options->how);
  if (stray == NULL)
    return TRUE;
  refrain_command_usage (&refrain_command_phases, _ ("%s does not go with --symbols"), stray);
  return FALSE;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    REFRAIN_PHASE_ENTRIES (options.what),
    { "intervals", 0, 0, G_OPTION_ARG_NONE, &options.intervals,
      N_ ("With --json: the time of each process in each phase"), NULL },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &options.symbols,
      N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") },
    REFRAIN_PATTERN_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainPatternOptions how;
  int status = refrain_command_parse (&refrain_command_phases, entries, argc, argv,
                                      refrain_words_expected (argv) ? 0 : 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!check_options (&options)
      || !refrain_pattern_arguments_understand (&options.how, &refrain_command_phases, &how))
    return REFRAIN_EXIT_USAGE;
  return options.symbols != NULL ? run_symbols (&options)
                                 : run_trace (&options, arguments[1], &how);
}

const RefrainCommand refrain_command_phases = {
  .name = "phases",
  .arguments = "TRACE",
  .summary = N_ ("Find where the run becomes different"),
  .run = run,
};
