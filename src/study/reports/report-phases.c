/* report-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * phases: where a run becomes different.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-pattern-options.h"
#include "refrain-phase-options.h"
#include "refrain-phases-found.h"
#include "refrain-report-composites.h"
#include "refrain-report-main-loop.h"
#include "refrain-report-options.h"
#include "refrain-run.h"
#include "refrain-thread-note.h"
#include "refrain-unrecorded-note.h"

/* A repetition in text tells no more than so many symbols. */
#define MAX_BODY_SHOWN 8
/* More of the run than this without any operation is told. */
#define MOST_OUTSIDE 0.5

typedef struct
{
  gboolean for_programs;
  gboolean intervals, suggest;
  char *symbols, *level;
  RefrainPhaseArguments what;
  RefrainPatternArguments how;
} Options;

static void
init (gpointer data)
{
  Options *options = data;

  options->what = (RefrainPhaseArguments) REFRAIN_PHASE_ARGUMENTS_INIT;
  options->for_programs = TRUE;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->symbols); g_free (x->level);
                      refrain_phase_arguments_clear (&x->what);
                      refrain_pattern_arguments_clear (&x->how))

REFRAIN_REPORT_ENTRIES (Options,
                        REFRAIN_PHASE_ENTRIES (x->what),
                        { "level", 0, 0, G_OPTION_ARG_STRING, &x->level,
                          N_ ("Cut the elementary or the composite patterns"), N_ ("LEVEL") },
                        { "suggest", 0, 0, G_OPTION_ARG_NONE, &x->suggest,
                          N_ ("With --json: add the best choice of phases"), NULL },
                        { "intervals", 0, 0, G_OPTION_ARG_NONE, &x->intervals,
                          N_ ("With --json: add the time of each process in each phase"), NULL },
                        { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &x->symbols,
                          N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") },
                        REFRAIN_PATTERN_ENTRIES (x->how))

/* The patterns that were asked for. */
static RefrainPhaseLevel
get_level (const Options *options)
{
  if (options->level != NULL)
    return g_str_equal (options->level, "composite") ? REFRAIN_PHASES_OF_COMPOSITE
                                                     : REFRAIN_PHASES_OF_ELEMENTARY;
  return refrain_pattern_arguments_are_composite (&options->how) ? REFRAIN_PHASES_OF_EITHER
                                                                 : REFRAIN_PHASES_OF_ELEMENTARY;
}

/* Options that say nothing about a sequence of words, and levels that there are not. */
static gboolean
check_sources (const Options *options, GError **error)
{
  static const char *const levels[] = { "elementary", "composite", NULL };
  const char *stray = refrain_pattern_arguments_get_elementary (&options->how);
  guint level = 0;

  if (!refrain_report_choose ("--level", options->level, levels, &level, error))
    return FALSE;
  if (get_level (options) == REFRAIN_PHASES_OF_COMPOSITE && stray != NULL)
    return refrain_report_refuse_both (stray, "--level composite", error);
  stray = options->intervals                  ? "--intervals"
          : options->level != NULL            ? "--level"
          : options->suggest                  ? "--suggest"
          : options->what.without_collectives ? "--without-collectives"
                                              : refrain_pattern_arguments_get_first (&options->how);
  return options->symbols == NULL || stray == NULL
         || refrain_report_refuse_both (stray, "--symbols", error);
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  return refrain_report_expect_trace_or_file (words, "--symbols", options->symbols, error)
         && refrain_phase_arguments_check (&options->what, error) && check_sources (options, error)
         && refrain_pattern_arguments_understand (&options->how, NULL, error);
}

/* What only programs are told is wrong usage elsewhere. */
static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  Options *options = data;
  const char *stray = options->intervals ? "--intervals" : options->suggest ? "--suggest" : NULL;

  options->for_programs = format == REFRAIN_REPORT_JSON;
  return options->for_programs || stray == NULL
         || refrain_report_refuse (error, _ ("%s expects %s"), stray, "--json");
}

/* ---- The tree as it is told: pruned --------------------------------------------------------- */

typedef struct
{
  RefrainReport *report;
  RefrainPhases *phases;
  const RefrainSegmentation *segmentation;
  const RefrainSegmentationNode *nodes;
  const RefrainWords *words; /* names of the symbols, or NULL for patterns */
  double strength;
  guint32 *kept; /* nodes, breadth-first */
  gsize n_kept;
  guint32 *id; /* of each node, from 1; 0 where it does not remain */
  guint32 *leaves;
  gsize n_leaves;
} Tree;

static void
tree_init (Tree *self,
           RefrainReport *report,
           RefrainPhases *phases,
           double strength,
           const RefrainWords *words)
{
  gsize n;

  self->report = report;
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

REFRAIN_DEFINE_AUTO (tree_clear, Tree, g_free (x->kept); g_free (x->id); g_free (x->leaves))

static gboolean
is_leaf (const Tree *tree, guint32 node)
{
  return refrain_segmentation_is_leaf (tree->segmentation, node, tree->strength);
}

/* Of one element there is no cut. */
static gboolean
is_cuttable (const RefrainSegmentationNode *node)
{
  return node->end - node->start > 1;
}

static const char *
get_routine_name (const Tree *tree, guint32 node, gboolean *whole)
{
  RefrainRoutine *routine = refrain_phases_get_routine (tree->phases, node, whole);

  return routine != NULL ? refrain_routine_get_label (routine) : NULL;
}

static RefrainCell
get_parent (const Tree *tree, guint32 node)
{
  const guint32 parent = tree->nodes[node].parent;

  return parent != REFRAIN_NONE ? REFRAIN_INT (tree->id[parent]) : REFRAIN_NO_CELL;
}

/* The name of the symbol of @element: a word, or the id of a pattern. */
static char *
name_element (const Tree *tree, guint32 element)
{
  gsize n;
  const guint32 symbol = refrain_phases_get_symbols (tree->phases, &n)[element];

  return tree->words != NULL ? g_strdup (tree->words->words[symbol])
                             : g_strdup_printf ("%u", symbol + 1);
}

static guint32
count_distinct (const Tree *tree)
{
  return tree->n_kept > 0 ? tree->nodes[0].distinct : 0;
}

/* ---- The tree for programs ------------------------------------------------------------------ */

static void
add_span (RefrainReport *report, const char *name, RefrainTime start, RefrainTime end)
{
  refrain_report_begin_object (report, name);
  refrain_report_add_seconds (report, "from", start);
  refrain_report_add_seconds (report, "to", end);
  refrain_report_end (report);
}

static void
add_repetition (const Tree *tree, guint32 node)
{
  RefrainReport *report = tree->report;
  RefrainPhaseRepetition repetition;

  refrain_phases_get_repetition (tree->phases, node, &repetition);
  if (repetition.count == 0)
    {
      refrain_report_add_null (report, "repetition");
      return;
    }
  refrain_report_begin_object (report, "repetition");
  refrain_report_add_int (report, "start", (gint64) repetition.first + 1);
  refrain_report_add_int (report, "period", repetition.period);
  refrain_report_add_int (report, "count", repetition.count);
  refrain_report_add_int (report, "rest", repetition.rest);
  refrain_report_add_int (report, "iterations", repetition.iterations);
  refrain_report_begin_array (report, "symbols");
  for (guint32 i = 0; i < repetition.period; i++)
    {
      g_autofree char *name = name_element (tree, repetition.first + i);

      refrain_report_add_string (report, NULL, name);
    }
  refrain_report_end (report);
  refrain_report_end (report);
}

static void
add_intervals (const Tree *tree, guint32 node)
{
  const guint n = refrain_trace_get_n_processes (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (tree->phases)));
  g_autofree RefrainPhaseInterval *intervals = g_new (RefrainPhaseInterval, n + 1);

  refrain_phases_get_intervals (tree->phases, node, intervals);
  refrain_report_begin_array (tree->report, "processes");
  for (guint p = 0; p < n; p++)
    {
      if (intervals[p].start > intervals[p].end)
        {
          refrain_report_add_null (tree->report, NULL);
          continue;
        }
      refrain_report_begin_array (tree->report, NULL);
      refrain_report_add_seconds (tree->report, NULL, intervals[p].start);
      refrain_report_add_seconds (tree->report, NULL, intervals[p].end);
      refrain_report_end (tree->report);
    }
  refrain_report_end (tree->report);
}

static void
add_segment (const Tree *tree, guint32 node, gboolean intervals)
{
  const RefrainSegmentationNode *at = &tree->nodes[node];
  RefrainReport *report = tree->report;
  const gboolean leaf = is_leaf (tree, node), cuttable = is_cuttable (at);
  RefrainTime start, end;
  gboolean whole;
  const char *routine = get_routine_name (tree, node, &whole);

  refrain_report_begin_object (report, NULL);
  refrain_report_add_int (report, "id", tree->id[node]);
  refrain_report_add_int (report, "start", (gint64) at->start + 1);
  refrain_report_add_int (report, "end", at->end);
  refrain_report_add_int (report, "length", at->end - at->start);
  refrain_report_add_int (report, "distinct", at->distinct);
  refrain_report_add_double (report, "divergence", at->divergence);
  refrain_report_add (report, "cut", cuttable ? REFRAIN_INT (at->cut) : REFRAIN_NO_CELL);
  refrain_report_add_double (report, "threshold", at->threshold);
  refrain_report_add (report, "strength",
                      cuttable ? REFRAIN_DOUBLE (at->strength) : REFRAIN_NO_CELL);
  refrain_report_add (report, "parent", get_parent (tree, node));
  refrain_report_add_ranks (
      report, "children",
      leaf ? NULL : ((const guint32[]){ tree->id[at->left], tree->id[at->left + 1] }),
      leaf ? 0 : 2);
  refrain_report_add_string (report, "routine", routine);
  if (refrain_phases_get_span (tree->phases, node, &start, &end))
    {
      refrain_report_add_boolean (report, "whole", whole);
      refrain_report_add_seconds (report, "from", start);
      refrain_report_add_seconds (report, "to", end);
    }
  if (leaf)
    {
      add_repetition (tree, node);
      if (intervals && refrain_phases_get_pattern_set (tree->phases) != NULL)
        add_intervals (tree, node);
    }
  refrain_report_end (report);
}

/* The segments that remain at the strength asked for, numbered anew from 1. @intervals: the time of
 * each process in each phase, too. */
static void
add_tree (const Tree *tree, gboolean intervals)
{
  RefrainReport *report = tree->report;
  g_autofree guint32 *ids = g_new (guint32, tree->n_leaves + 1);
  RefrainTime start, end;

  refrain_report_add_int (report, "sequence_length",
                          refrain_segmentation_get_length (tree->segmentation));
  refrain_report_add_int (report, "distinct", count_distinct (tree));
  refrain_report_add_double (report, "strength", tree->strength);
  if (refrain_phases_get_communication (tree->phases, &start, &end))
    {
      RefrainTrace *trace
          = refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (tree->phases));

      add_span (report, "initialize", refrain_trace_get_start (trace), start);
      add_span (report, "finalize", end, refrain_trace_get_end (trace));
    }
  refrain_report_begin_array (report, "segments");
  for (gsize i = 0; i < tree->n_kept; i++)
    add_segment (tree, tree->kept[i], intervals);
  refrain_report_end (report);
  for (gsize i = 0; i < tree->n_leaves; i++)
    ids[i] = tree->id[tree->leaves[i]];
  refrain_report_add_ranks (report, "phases", ids, tree->n_leaves);
}

/* ---- The tree for people -------------------------------------------------------------------- */

/* "(1 2 3 …) × 20 (the last: 2 of 3)"; "" where it is no repetition. Free with g_free(). */
static char *
describe_repetition (const Tree *tree, guint32 node)
{
  GString *text = g_string_new (NULL);
  RefrainPhaseRepetition repetition;

  refrain_phases_get_repetition (tree->phases, node, &repetition);
  if (repetition.count == 0)
    return g_string_free (text, FALSE);
  g_string_append_c (text, '(');
  for (guint32 i = 0; i < MIN (repetition.period, MAX_BODY_SHOWN); i++)
    {
      g_autofree char *name = name_element (tree, repetition.first + i);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", name);
    }
  g_string_append_printf (text, "%s) × %u", repetition.period > MAX_BODY_SHOWN ? " …" : "",
                          repetition.iterations);
  if (repetition.rest > 0)
    g_string_append_printf (text, _ (" (the last: %u of %u)"), repetition.rest, repetition.period);
  return g_string_free (text, FALSE);
}

/* A phase is called after what fills it, with what it repeats; another segment after the routine
 * that begins it, with dots where there is more in it. "" where that is not known. Free with
 * g_free(). */
static char *
name_segment (const Tree *tree, guint32 node)
{
  const RefrainSegmentationNode *at = &tree->nodes[node];
  g_autofree char *name = NULL, *repetition = NULL;
  const char *routine;
  gboolean whole;

  if (!is_leaf (tree, node))
    {
      routine = get_routine_name (tree, node, &whole);
      return g_strconcat ("  ", routine != NULL ? routine : "",
                          routine != NULL && !whole ? " …" : "", NULL);
    }
  name = refrain_phases_describe_joined (tree->phases, at->start, at->end, NULL);
  repetition = describe_repetition (tree, node);
  return g_strconcat ("• ", name, *name != '\0' && *repetition != '\0' ? ": " : "", repetition,
                      NULL);
}

/* The same as Alawneh 2012, Table 5.2. */
static void
say_tree (const Tree *tree)
{
  const RefrainReportColumn columns[] = {
    { "id", _ ("segment"), REFRAIN_CELL_INT },
    { "start", _ ("start"), REFRAIN_CELL_INT },
    { "end", _ ("end"), REFRAIN_CELL_INT },
    { "length", _ ("length"), REFRAIN_CELL_INT },
    { "divergence", _ ("divergence"), REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_DIGITS (4) },
    { "cut", _ ("cut"), REFRAIN_CELL_INT },
    { "threshold", _ ("threshold"), REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_DIGITS (4) },
    { "strength", _ ("strength"), REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_DIGITS (3) },
    { "parent", _ ("parent"), REFRAIN_CELL_INT },
    { NULL, _ ("phases (•) and routines"), REFRAIN_CELL_TEXT },
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { "phase", NULL, REFRAIN_CELL_BOOLEAN },
  };
  RefrainReportTable *table;
  RefrainTime start, end;

  refrain_report_say (tree->report, _ ("Symbols: %u, different: %u, phases: %u, strength: %g"),
                      (guint) refrain_segmentation_get_length (tree->segmentation),
                      count_distinct (tree), (guint) tree->n_leaves, tree->strength);
  if (refrain_phases_get_communication (tree->phases, &start, &end))
    refrain_report_say (tree->report, _ ("Communication: %.6f s to %.6f s"), (double) start / 1e9,
                        (double) end / 1e9);
  refrain_report_print (tree->report, "\n");
  table = refrain_report_add_table (tree->report, NULL, "", columns);
  for (gsize i = 0; i < tree->n_kept; i++)
    {
      const guint32 node = tree->kept[i];
      const RefrainSegmentationNode *at = &tree->nodes[node];
      const gboolean cuttable = is_cuttable (at);
      g_autofree char *name = name_segment (tree, node);
      gboolean whole;

      refrain_report_add_row (
          table, REFRAIN_INT (tree->id[node]), REFRAIN_INT ((gint64) at->start + 1),
          REFRAIN_INT (at->end), REFRAIN_INT (at->end - at->start), REFRAIN_DOUBLE (at->divergence),
          cuttable ? REFRAIN_INT (at->cut) : REFRAIN_NO_CELL,
          cuttable ? REFRAIN_DOUBLE (at->threshold) : REFRAIN_NO_CELL,
          cuttable ? REFRAIN_DOUBLE (at->strength) : REFRAIN_NO_CELL, get_parent (tree, node),
          REFRAIN_TEXT (name), REFRAIN_TEXT (get_routine_name (tree, node, &whole)),
          REFRAIN_BOOLEAN (is_leaf (tree, node)));
    }
}

/* ---- The first answer: what fills each phase ------------------------------------------------ */

/* How many phases there are, and what fills the one that weighs most: by time and by operations, as
 * a set-up may take longer than what a run is for. */
static void
say_heaviest (RefrainReport *report, const RefrainPhasesFound *found)
{
  RefrainTrace *trace
      = refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (found->phases));
  const guint32 end = g_array_index (found->pieces, RefrainPhasePiece, found->pieces->len - 1).end;
  const double all = refrain_phases_count_operations (found->phases, 0, end);
  double most = -1, share = 0;
  g_autofree char *filling = NULL;
  guint best = 0;

  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      RefrainTime from = 0, to = 0;
      double time, weight;

      refrain_phases_get_span_of (found->phases, piece->start, piece->end, &from, &to);
      time = refrain_trace_get_share (trace, from, to);
      weight = time
               + refrain_phases_count_operations (found->phases, piece->start, piece->end)
                     / MAX (all, 1);
      if (weight > most)
        {
          most = weight;
          share = time;
          best = i;
        }
    }
  filling = refrain_phases_found_describe (found,
                                           &g_array_index (found->pieces, RefrainPhasePiece, best));
  if (found->choice.n_shown == 1)
    refrain_report_say (report, _ ("1 phase: %s"), filling);
  else
    /* Translators: the number of phases, the one of most time and operations, its share of the run;
     * what fills it. */
    refrain_report_say (report, _ ("%u phases; phase %u takes %.0f %% of the run: %s"),
                        found->choice.n_shown, best + 1, 100 * share, filling);
}

/* What of the run is before the first phase and after the last one, where that is most of it: then
 * no phase is what the run's time goes to. */
static void
say_outside (RefrainReport *report, const RefrainPhasesFound *found)
{
  RefrainTrace *trace
      = refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (found->phases));
  const guint32 n = g_array_index (found->pieces, RefrainPhasePiece, found->pieces->len - 1).end;
  RefrainTime from = 0, to = 0;
  double before, after;

  refrain_phases_get_span_of (found->phases, 0, n, &from, &to);
  before = refrain_trace_get_share (trace, refrain_trace_get_start (trace), from);
  after = refrain_trace_get_share (trace, to, refrain_trace_get_end (trace));
  if (before + after > MOST_OUTSIDE)
    refrain_report_say (report,
                        _ ("%.0f %% of the run is before the first operation, %.0f %% after the "
                           "last: processes communicate for %.0f %% only"),
                        100 * before, 100 * after, 100 * (1 - before - after));
}

/* Why these phases, in one sentence. Free with g_free(). */
static char *
explain (const RefrainPhasesFound *found)
{
  g_autofree char *text = refrain_phase_choice_explain (&found->choice);

  return g_strconcat (text, *text != '\0' ? "; " : "", _ ("--strength 0 shows the full tree"),
                      NULL);
}

/* The phases as they are listed: what --phase counts from 1. */
static void
add_phases (RefrainReport *report, const RefrainPhasesFound *found, gboolean shown)
{
  const RefrainReportColumn columns[] = {
    { "phase", _ ("phase"), REFRAIN_CELL_INT },
    { "from", NULL, REFRAIN_CELL_TIME },
    { "to", NULL, REFRAIN_CELL_TIME },
    { NULL, _ ("from"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_DIGITS (6) },
    { NULL, _ ("to"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_DIGITS (6) },
    { "symbols", _ ("symbols"), REFRAIN_CELL_INT },
    { "contents", _ ("contents"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, "listed", shown ? "" : NULL, columns);

  /* Loops one after the other may stand before them. */
  refrain_report_set_main (table);
  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      g_autofree char *filling = refrain_phases_found_describe (found, piece);
      RefrainTime from = 0, to = 0;

      refrain_phases_get_span_of (found->phases, piece->start, piece->end, &from, &to);
      refrain_report_add_row (table, REFRAIN_INT ((gint64) i + 1), REFRAIN_TIME (from),
                              REFRAIN_TIME (to), REFRAIN_TIME (from), REFRAIN_TIME (to),
                              REFRAIN_INT (piece->end - piece->start), REFRAIN_TEXT (filling));
    }
}

/* The phases alone, each with what fills it. @composites: whose notes come first, with @loop; or
 * NULL. */
static void
say_suggestion (RefrainReport *report,
                const RefrainPhasesFound *found,
                RefrainComposites *composites,
                RefrainMainLoop *loop)
{
  RefrainTrace *trace
      = refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (found->phases));
  g_autofree char *reason = explain (found);
  g_autofree char *threads = refrain_thread_note_describe (trace);
  g_autofree char *unrecorded = refrain_unrecorded_note_describe (trace);
  const gboolean beside = composites != NULL && refrain_main_loop_has_groups (loop);

  if (found->n_leaves == 0)
    {
      if (unrecorded != NULL)
        refrain_report_say (report, _ ("no phases: %s"), unrecorded);
      else
        refrain_report_say (
            report, _ ("no phases: the trace holds no messages and no collective operations"));
      add_phases (report, found, FALSE);
      return;
    }
  if (composites != NULL)
    {
      g_autoptr (GArray) loops
          = refrain_report_is_main_loop (loop)
                ? NULL
                : refrain_phases_found_list_loops (found, refrain_main_loop_get_main (loop));

      refrain_report_say_notes (report, composites, loop, loops);
      refrain_report_say_parts (report, loop);
    }
  say_outside (report, found);
  /* Of loops beside each other phases would have what happens to come together. */
  if (!beside)
    say_heaviest (report, found);
  refrain_report_say (report, "(%s)", beside ? _ ("--strength 0 shows the full tree") : reason);
  add_phases (report, found, !beside);
  if (threads != NULL)
    /* Translators: %s is "2 threads communicate in each of 4 processes". */
    refrain_report_say (report, _ ("%s; events are in logical time"), threads);
}

static void
add_suggestion (RefrainReport *report, const RefrainPhasesFound *found)
{
  g_autofree char *reason = explain (found);

  refrain_report_begin_object (report, "suggested");
  refrain_report_add_string (report, "level", found->choice.composite ? "composite" : "elementary");
  refrain_report_add_double (report, "strength", found->choice.strength);
  refrain_report_add_boolean (report, "collapse", found->choice.collapse);
  refrain_report_add_int (report, "phases", found->choice.n_shown);
  refrain_report_add_string (report, "reason", reason);
  refrain_report_end (report);
}

/* ---- Asking --------------------------------------------------------------------------------- */

static void
tell_tree (RefrainReport *report,
           RefrainPhases *phases,
           const Options *options,
           const RefrainWords *words,
           gboolean for_people,
           gboolean for_programs)
{
  g_auto (Tree) tree = { 0 };

  tree_init (&tree, report, phases, refrain_phase_arguments_get_strength (&options->what, NULL),
             words);
  if (for_programs)
    add_tree (&tree, options->intervals);
  if (for_people)
    say_tree (&tree);
}

/* The tree for people: of composite patterns where ids of --merge mean these, as those do that
 * people read; programs know the elementary ones. */
static gboolean
say_whole_tree (RefrainReport *report,
                const Options *options,
                RefrainStudy *study,
                const RefrainStudyAsk *ask,
                GError **error)
{
  const RefrainPhaseLevel level = get_level (options);
  const gboolean composite = level == REFRAIN_PHASES_OF_COMPOSITE
                             || (level == REFRAIN_PHASES_OF_EITHER && options->what.merge != NULL
                                 && !options->for_programs);
  g_autoptr (RefrainPhasesFound) found
      = refrain_phase_arguments_find_tree (&options->what, composite, study, ask, error);

  if (found == NULL)
    return FALSE;
  tell_tree (report, found->phases, options, NULL, TRUE, FALSE);
  refrain_report_print (report, "\n");
  refrain_report_say (report, "%s",
                      composite ? _ ("Symbols are composite patterns, by the ids of “patterns”")
                                : _ ("Symbols are elementary patterns, by the ids of “patterns "
                                     "--elementary”"));
  return TRUE;
}

static RefrainReport *
make_of_trace (const Options *options,
               RefrainStudy *study,
               const RefrainStudyAsk *ask,
               GError **error)
{
  const gboolean suggest = !refrain_phase_arguments_are_by_hand (&options->what);
  g_autoptr (RefrainReport) report = refrain_report_new ("phases");
  g_autoptr (RefrainPhasesFound) suggestion = NULL, tree = NULL;
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;

  if (suggest && get_level (options) != REFRAIN_PHASES_OF_ELEMENTARY)
    {
      /* The loop first: what its turns take on the way is gone before patterns take theirs. */
      loop = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, ask, error);
      if (loop != NULL)
        composites = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, ask, error);
      if (composites == NULL)
        return NULL;
    }
  if (suggest)
    {
      suggestion = refrain_phase_arguments_find_listed (&options->what, get_level (options), study,
                                                        ask, error);
      if (suggestion == NULL)
        return NULL;
    }
  if (suggest)
    say_suggestion (report, suggestion, composites, loop);
  else if (!say_whole_tree (report, options, study, ask, error))
    return NULL;
  if (!options->for_programs)
    return g_steal_pointer (&report);
  tree = refrain_phase_arguments_find_tree (
      &options->what, get_level (options) == REFRAIN_PHASES_OF_COMPOSITE, study, ask, error);
  if (tree == NULL)
    return NULL;
  tell_tree (report, tree->phases, options, NULL, FALSE, TRUE);
  if (options->suggest && suggest)
    add_suggestion (report, suggestion);
  return g_steal_pointer (&report);
}

static RefrainReport *
make_of_words (const Options *options, GError **error)
{
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree guint32 *symbols = NULL;
  RefrainWords words = { 0, NULL };
  RefrainReport *report = NULL;
  gsize n;

  symbols = refrain_words_read (options->symbols, &words, &n, error);
  if (symbols != NULL)
    phases = refrain_phase_arguments_find_in_words (&options->what, symbols, n, &words, error);
  if (phases != NULL)
    {
      report = refrain_report_new ("phases");
      tell_tree (report, phases, options, &words, TRUE, options->for_programs);
    }
  g_strfreev (words.words);
  return report;
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainStudyOptions) how = NULL;
  RefrainStudyAsk own;

  if (study == NULL)
    return make_of_words (options, error);
  how = refrain_report_copy_options (study, ask, &own);
  refrain_pattern_arguments_apply (&options->how, how);
  return make_of_trace (options, study, &own, error);
}

const RefrainReportKind refrain_report_phases = {
  .name = "phases",
  .arguments = "TRACE",
  .summary = N_ ("Divide the run into phases"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
