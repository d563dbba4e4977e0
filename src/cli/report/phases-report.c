/* phases-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "phases-report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-command.h"
#include "refrain-json-writer.h"

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

  return routine != NULL ? refrain_routine_get_name (routine) : NULL;
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

int
phases_report_print_json (RefrainPhases *phases,
                          double strength,
                          const RefrainWords *words,
                          gboolean intervals)
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
  return REFRAIN_EXIT_OK;
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

void
phases_report_print_text (RefrainPhases *phases, double strength, const RefrainWords *words)
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
