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
add_int (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) value);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_null (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}

static void
add_span (JsonBuilder *builder, const char *name, RefrainTime start, RefrainTime end)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  add_double (builder, "from", (double) start / 1e9);
  add_double (builder, "to", (double) end / 1e9);
  json_builder_end_object (builder);
}

/* The cut and its numbers; of one element there is no cut. */
static void
add_cut (JsonBuilder *builder, const RefrainSegmentationNode *node)
{
  const gboolean cuttable = node->end - node->start > 1;

  add_double (builder, "divergence", node->divergence);
  if (cuttable)
    add_int (builder, "cut", node->cut);
  else
    add_null (builder, "cut");
  add_double (builder, "threshold", node->threshold);
  if (cuttable)
    add_double (builder, "strength", node->strength);
  else
    add_null (builder, "strength");
}

static void
add_relatives (JsonBuilder *builder, const Report *report, guint32 node)
{
  const RefrainSegmentationNode *at = &report->nodes[node];

  if (at->parent != REFRAIN_NONE)
    add_int (builder, "parent", report->id[at->parent]);
  else
    add_null (builder, "parent");
  json_builder_set_member_name (builder, "children");
  json_builder_begin_array (builder);
  if (!is_leaf (report, node))
    for (guint32 i = 0; i < 2; i++)
      json_builder_add_int_value (builder, report->id[at->left + i]);
  json_builder_end_array (builder);
}

static void
add_repetition (JsonBuilder *builder, const Report *report, guint32 node)
{
  RefrainPhaseRepetition repetition;

  json_builder_set_member_name (builder, "repetition");
  refrain_phases_get_repetition (report->phases, node, &repetition);
  if (repetition.count == 0)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  add_int (builder, "start", repetition.first + 1);
  add_int (builder, "period", repetition.period);
  add_int (builder, "count", repetition.count);
  add_int (builder, "rest", repetition.rest);
  add_int (builder, "iterations", repetition.iterations);
  json_builder_set_member_name (builder, "symbols");
  json_builder_begin_array (builder);
  for (guint32 i = 0; i < repetition.period; i++)
    {
      g_autofree char *name = describe (report, repetition.first + i);

      json_builder_add_string_value (builder, name);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_intervals (JsonBuilder *builder, const Report *report, guint32 node)
{
  const guint n = refrain_trace_get_n_processes (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (report->phases)));
  g_autofree RefrainPhaseInterval *intervals = g_new (RefrainPhaseInterval, n + 1);

  refrain_phases_get_intervals (report->phases, node, intervals);
  json_builder_set_member_name (builder, "processes");
  json_builder_begin_array (builder);
  for (guint p = 0; p < n; p++)
    {
      if (intervals[p].start > intervals[p].end)
        {
          json_builder_add_null_value (builder);
          continue;
        }
      json_builder_begin_array (builder);
      json_builder_add_double_value (builder, (double) intervals[p].start / 1e9);
      json_builder_add_double_value (builder, (double) intervals[p].end / 1e9);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static void
add_segment (JsonBuilder *builder, const Report *report, guint32 node, gboolean intervals)
{
  const RefrainSegmentationNode *at = &report->nodes[node];
  RefrainTime start, end;
  gboolean whole;
  const char *routine = get_routine_name (report, node, &whole);

  json_builder_begin_object (builder);
  add_int (builder, "id", report->id[node]);
  add_int (builder, "start", (guint64) at->start + 1);
  add_int (builder, "end", at->end);
  add_int (builder, "length", at->end - at->start);
  add_int (builder, "distinct", at->distinct);
  add_cut (builder, at);
  add_relatives (builder, report, node);
  json_builder_set_member_name (builder, "routine");
  if (routine != NULL)
    json_builder_add_string_value (builder, routine);
  else
    json_builder_add_null_value (builder);
  if (refrain_phases_get_span (report->phases, node, &start, &end))
    {
      json_builder_set_member_name (builder, "whole");
      json_builder_add_boolean_value (builder, whole);
      add_double (builder, "from", (double) start / 1e9);
      add_double (builder, "to", (double) end / 1e9);
    }
  if (is_leaf (report, node))
    {
      add_repetition (builder, report, node);
      if (intervals && refrain_phases_get_pattern_set (report->phases) != NULL)
        add_intervals (builder, report, node);
    }
  json_builder_end_object (builder);
}

/* Prints a value that stands in an array of the outermost object. */
static void
print_in_array (JsonBuilder *builder)
{
  g_autofree char *text = refrain_command_make_json (builder);

  for (const char *at = text; *at != '\0'; at++)
    {
      putchar (*at);
      if (*at == '\n')
        fputs ("    ", stdout);
    }
}

/* Segment by segment: there may be millions. */
static void
print_segments (const Report *report, gboolean intervals)
{
  fputs (",\n  \"segments\" : [", stdout);
  for (gsize i = 0; i < report->n_kept; i++)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      fputs (i > 0 ? ",\n    " : "\n    ", stdout);
      add_segment (builder, report, report->kept[i], intervals);
      print_in_array (builder);
    }
  fputs (report->n_kept > 0 ? "\n  ],\n" : "],\n", stdout);
  fputs ("  \"phases\" : [", stdout);
  for (gsize i = 0; i < report->n_leaves; i++)
    printf ("%s%u", i > 0 ? ",\n    " : "\n    ", report->id[report->leaves[i]]);
  fputs (report->n_leaves > 0 ? "\n  ]\n}\n" : "]\n}\n", stdout);
}

int
phases_report_print_json (RefrainPhases *phases,
                          double strength,
                          const RefrainWords *words,
                          gboolean intervals)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_auto (Report) report = { 0 };
  g_autofree char *head = NULL;
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  RefrainTime start, end;

  report_init (&report, phases, strength, words);
  json_builder_begin_object (builder);
  add_int (builder, "sequence_length", refrain_segmentation_get_length (report.segmentation));
  add_int (builder, "distinct", report.n_kept > 0 ? report.nodes[0].distinct : 0);
  add_double (builder, "strength", strength);
  if (refrain_phases_get_communication (phases, &start, &end))
    {
      RefrainTrace *trace = refrain_pattern_set_get_trace (set);

      add_span (builder, "initialize", refrain_trace_get_start (trace), start);
      add_span (builder, "finalize", end, refrain_trace_get_end (trace));
    }
  json_builder_end_object (builder);
  head = refrain_command_make_json (builder);
  *strrchr (head, '\n') = '\0'; /* the object goes on */
  fputs (head, stdout);
  print_segments (&report, intervals);
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
