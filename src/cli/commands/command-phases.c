/* command-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli phases: where a run becomes different.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#include "refrain-composite-report.h"
#include "refrain-json-writer.h"
#include "refrain-pattern-options.h"
#include "refrain-phase-choice.h"
#include "refrain-phase-options.h"
#include "refrain-thread-note.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"

/* A repetition in text tells no more than so many symbols. */
#define MAX_BODY_SHOWN 8
/* ... and a phase in the first answer of no more patterns. */
#define MAX_PATTERNS_SHOWN 4

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

/* ---- The first answer --------------------------------------------------------------------------
 */

/* How the phases of a trace are best read. */
typedef struct
{
  RefrainPhases *phases;
  RefrainPhaseChoice choice;
  RefrainComposites *composites; /* or NULL */
} Suggestion;

static void
suggestion_clear (Suggestion *self)
{
  g_clear_object (&self->phases);
  g_clear_object (&self->composites);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Suggestion, suggestion_clear)

/* Chooses between the patterns of @set and what they are composed to. @level: 0 for the former, 1
 * for the latter, or -1. */
static gboolean
suggest (Suggestion *self,
         RefrainPatternSet *set,
         int level,
         gboolean without_collectives,
         GError **error)
{
  const RefrainPhaseOptions options = { .without_collectives = without_collectives };

  if (level == 0)
    {
      self->phases = refrain_phases_choose (set, NULL, &options, &self->choice, NULL, error);
      return self->phases != NULL;
    }
  self->composites = refrain_composites_new (set, NULL, error);
  if (self->composites == NULL)
    return FALSE;
  self->phases
      = level == 1
            ? refrain_phases_choose (NULL, refrain_composites_get_set (self->composites), &options,
                                     &self->choice, NULL, error)
            : refrain_phases_choose_level (self->composites, &options, &self->choice, NULL, error);
  return self->phases != NULL;
}

/* Why these phases, in one sentence. Free with g_free(). */
static char *
explain (const Suggestion *self)
{
  g_autofree char *text = refrain_phase_choice_explain (&self->choice);

  return g_strconcat (text, *text != '\0' ? "; " : "", _ ("--strength 0 gives the whole tree"),
                      NULL);
}

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
add_suggestion (RefrainJsonWriter *json, const Suggestion *self)
{
  g_autofree char *reason = explain (self);

  refrain_json_begin_object (json, "suggested");
  refrain_json_add_string (json, "level", self->choice.composite ? "composite" : "elementary");
  refrain_json_add_double (json, "strength", self->choice.strength);
  refrain_json_add_boolean (json, "collapse", self->choice.collapse);
  refrain_json_add_int (json, "phases", self->choice.n_shown);
  refrain_json_add_string (json, "reason", reason);
  refrain_json_end_object (json);
}

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
 * NULL for patterns. With @intervals the time of each process in each phase, too. @suggestion may
 * be NULL. */
static void
print_json (RefrainPhases *phases,
            double strength,
            const RefrainWords *words,
            gboolean intervals,
            const Suggestion *suggestion)
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
  if (suggestion != NULL)
    add_suggestion (json, suggestion);
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

/* A phase is called after what fills it, another segment after the routine that begins it, with
 * dots where there is more in it. "" where that is not known. Free with g_free(). */
static char *
get_name (const Report *report, guint32 node)
{
  const RefrainSegmentationNode *at = &report->nodes[node];
  const char *routine;
  gboolean whole;

  if (is_leaf (report, node))
    return refrain_phases_describe_joined (report->phases, at->start, at->end, NULL);
  routine = get_routine_name (report, node, &whole);
  return routine != NULL ? g_strconcat (routine, whole ? "" : " …", NULL) : g_strdup ("");
}

static void
print_segment (const Report *report, guint32 node)
{
  const RefrainSegmentationNode *at = &report->nodes[node];
  g_autofree char *name = get_name (report, node);

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
  g_print (" %s %s", is_leaf (report, node) ? "•" : " ", name);
  if (is_leaf (report, node))
    print_repetition (report, node, *name != '\0');
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

/* The patterns of elements [start, end), those that occur most often first: index and count. */
typedef struct
{
  guint32 pattern;
  guint64 count;
} PatternCount;

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const PatternCount *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

static GArray *
count_patterns (RefrainPhases *phases, guint32 start, guint32 end)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  const guint n_patterns = refrain_pattern_set_get_n_patterns (set);
  g_autofree guint64 *count = g_new0 (guint64, (gsize) n_patterns + 1);
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (PatternCount));
  gsize n;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  for (guint32 e = start; e < end; e++)
    {
      refrain_phases_get_positions (phases, e, &n);
      count[symbols[e]] += n;
    }
  for (guint32 k = 0; k < n_patterns; k++)
    if (count[k] > 0)
      {
        const PatternCount own = { k, count[k] };

        g_array_append_val (counts, own);
      }
  g_array_sort (counts, compare_counts);
  return counts;
}

static const char *
get_pattern_name (RefrainPhases *phases, guint32 pattern)
{
  return refrain_pattern_get_name (
      refrain_pattern_set_get_pattern (refrain_phases_get_pattern_set (phases), pattern));
}

/* "80 × Ring of 8; 2 × MPI_Bcast; 3 more" */
static void
print_counts (RefrainPhases *phases, guint32 start, guint32 end)
{
  g_autoptr (GArray) counts = count_patterns (phases, start, end);

  for (guint i = 0; i < MIN (counts->len, MAX_PATTERNS_SHOWN); i++)
    {
      const PatternCount *at = &g_array_index (counts, PatternCount, i);

      g_print ("%s%" G_GUINT64_FORMAT " × %s", i > 0 ? "; " : "", at->count,
               get_pattern_name (phases, at->pattern));
    }
  if (counts->len > MAX_PATTERNS_SHOWN)
    g_print (_ ("; %u more"), counts->len - MAX_PATTERNS_SHOWN);
}

/* "(5 × Ring of 8; MPI_Bcast) × 80"; FALSE where the segment is no repetition, or too long a one.
 */
static gboolean
print_repeated (RefrainPhases *phases, guint32 start, guint32 end)
{
  RefrainPhaseRepetition repetition;
  g_autoptr (GString) body = g_string_new (NULL);
  guint32 n_items = 0;
  gsize n;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  refrain_phases_get_repetition_of (phases, start, end, &repetition);
  symbols += repetition.first;
  for (guint32 i = 0, next; i < repetition.period; i = next, n_items++)
    {
      for (next = i + 1; next < repetition.period && symbols[next] == symbols[i];)
        next++;
      if (n_items == MAX_BODY_SHOWN)
        return FALSE;
      g_string_append (body, i > 0 ? "; " : "");
      if (next - i > 1)
        g_string_append_printf (body, "%u × ", next - i);
      g_string_append (body, get_pattern_name (phases, symbols[i]));
    }
  if (repetition.count == 0)
    return FALSE;
  g_print ("(%s) × %u", body->str, repetition.iterations);
  return TRUE;
}

/* The routine whose call it is, or the one that fills it: half of its occurrences at least. */
static void
print_phase_name (RefrainPhases *phases, guint32 node, guint32 start, guint32 end)
{
  gsize n_there, n;
  RefrainRoutine *routine;
  gboolean whole;

  routine = refrain_phases_get_routine (phases, node, &whole);
  if (routine != NULL && whole && refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    {
      g_print ("%s: ", refrain_routine_get_label (routine));
      return;
    }
  routine = refrain_phases_get_filling (phases, start, end, &n_there, &n);
  if (routine == NULL)
    return;
  if (n_there == n)
    g_print ("%s: ", refrain_routine_get_label (routine));
  else
    /* Translators: a routine, and how many of a phase's occurrences of patterns are in it. */
    g_print (_ ("%s (%zu of %zu): "), refrain_routine_get_label (routine), n_there, n);
}

static void
print_filling (RefrainPhases *phases, const guint32 *leaves, const RefrainPhasePiece *piece)
{
  print_phase_name (phases, leaves[piece->main], piece->start, piece->end);
  if (!print_repeated (phases, piece->main_start, piece->main_end))
    print_counts (phases, piece->start, piece->end);
  else if (piece->main_end < piece->end)
    g_print (_ (", and a last piece of %u"), piece->end - piece->main_end);
  g_print ("\n");
}

static void
print_phase (RefrainPhases *phases,
             const guint32 *leaves,
             const RefrainPhasePiece *piece,
             guint number)
{
  RefrainTime from = 0, to = 0;
  g_autofree char *from_text = NULL, *to_text = NULL;

  refrain_phases_get_span_of (phases, piece->start, piece->end, &from, &to);
  from_text = refrain_time_format (from, 6);
  to_text = refrain_time_format (to, 6);
  g_print ("%6u %12s %12s %8u  ", number, from_text, to_text, piece->end - piece->start);
  print_filling (phases, leaves, piece);
}

/* How many phases there are, and what fills the longest. */
static void
print_first (Suggestion *self, const guint32 *leaves, const GArray *pieces)
{
  const guint32 n_shown = self->choice.n_shown;
  RefrainTime first = G_MAXINT64, last = G_MININT64, longest = 0;
  guint best = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (pieces, RefrainPhasePiece, i);
      RefrainTime from = 0, to = 0;

      refrain_phases_get_span_of (self->phases, piece->start, piece->end, &from, &to);
      first = MIN (first, from);
      last = MAX (last, to);
      if (to - from > longest)
        {
          longest = to - from;
          best = i;
        }
    }
  if (n_shown == 1)
    g_print (_ ("1 phase: "));
  else
    /* Translators: the number of phases, the longest of these, its share of the time; what fills
     * it follows. */
    g_print (_ ("%u phases; phase %u takes %.0f %% of their time: "), n_shown, best + 1,
             100 * (double) longest / (double) MAX (1, last - first));
  print_filling (self->phases, leaves, &g_array_index (pieces, RefrainPhasePiece, best));
}

/* The phases alone, each with what fills it. */
static void
print_suggestion (Suggestion *self)
{
  g_autofree char *reason = explain (self);
  g_autofree char *threads = NULL;
  g_autofree guint32 *leaves = NULL;
  g_autoptr (GArray) pieces = NULL;
  gsize n;

  leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (self->phases),
                                            self->choice.strength, &n);
  if (n == 0)
    {
      g_autofree char *unrecorded = refrain_unrecorded_note_describe (
          refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (self->phases)));

      if (unrecorded != NULL)
        g_print (_ ("no phases: %s\n"), unrecorded);
      else
        g_print (_ ("no phases: the trace holds no messages and no collective operations\n"));
      return;
    }
  if (self->composites != NULL)
    refrain_composite_report_print_first (self->composites);
  pieces = refrain_phases_join_pieces (self->phases, leaves, n);
  print_first (self, leaves, pieces);
  g_print ("(%s)\n", reason);
  g_print ("%6s %12s %12s %8s  %s\n", _ ("phase"), _ ("from"), _ ("to"), _ ("symbols"),
           _ ("what fills it"));
  for (guint i = 0; i < pieces->len; i++)
    print_phase (self->phases, leaves, &g_array_index (pieces, RefrainPhasePiece, i), i + 1);
  threads = refrain_thread_note_describe (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (self->phases)));
  if (threads != NULL)
    /* Translators: %s is "2 threads communicate in each of 4 processes". */
    g_print (_ ("%s; what they do stands in logical time\n"), threads);
}

/* ---- The command ------------------------------------------------------------------------------
 */

/* The options as they were written. */
typedef struct
{
  gboolean json, intervals, suggest;
  gboolean cut; /* a strength was given */
  char *symbols, *level;
  RefrainPhaseArguments what;
  RefrainPatternArguments how;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->symbols);
  g_free (options->level);
  refrain_phase_arguments_clear (&options->what);
  refrain_pattern_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

static int
print (const Options *options,
       RefrainPhases *phases,
       const RefrainWords *words,
       const Suggestion *suggestion)
{
  if (options->json)
    print_json (phases, options->what.strength, words, options->intervals, suggestion);
  else
    print_text (phases, options->what.strength, words);
  return REFRAIN_EXIT_OK;
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
  status = phases == NULL ? refrain_command_fail (error) : print (options, phases, &words, NULL);
  g_strfreev (words.words);
  return status;
}

/* 0 for elementary patterns, 1 for composite ones, -1 where it was not said. */
static int
get_level (const Options *options)
{
  if (options->level != NULL)
    return g_str_equal (options->level, "composite");
  return refrain_pattern_arguments_are_composite (&options->how) ? -1 : 0;
}

/* The phases as the options ask for them. *@composite: whether they are of composite patterns. The
 * file of --merge has the ids that were read before: those of “patterns”, which are composite ones
 * as text, and elementary ones as JSON. */
static RefrainPhases *
find_phases (const Options *options, RefrainPatternSet *set, gboolean *composite, GError **error)
{
  const int level = get_level (options);
  g_autoptr (RefrainPatternSet) own = NULL;

  *composite = level == 1 || (level < 0 && options->what.merge != NULL && !options->json);
  if (!*composite)
    return refrain_phase_arguments_find_of (&options->what, set, error);
  own = refrain_pattern_arguments_compose (&options->how, set, NULL, error);
  return own != NULL ? refrain_phase_arguments_find_of (&options->what, own, error) : NULL;
}

static int
run_trace (const Options *options, const char *path, const RefrainPatternOptions *how)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_auto (Suggestion) suggestion = { 0 };
  const gboolean first_answer
      = !options->cut && !options->what.collapse && options->what.merge == NULL;
  gboolean composite;
  int status;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  set = refrain_pattern_set_new (trace, how, NULL, NULL, NULL, &error);
  if (set == NULL)
    return refrain_command_fail (error);
  if (first_answer && (options->suggest || !options->json)
      && !suggest (&suggestion, set, get_level (options), options->what.without_collectives,
                   &error))
    return refrain_command_fail (error);
  if (first_answer && !options->json)
    {
      print_suggestion (&suggestion);
      return REFRAIN_EXIT_OK;
    }
  phases = find_phases (options, set, &composite, &error);
  if (phases == NULL)
    return refrain_command_fail (error);
  status = print (options, phases, NULL, suggestion.phases != NULL ? &suggestion : NULL);
  if (!options->json)
    printf ("\n%s\n", composite ? _ ("Symbols are composite patterns, by the ids of “patterns”")
                                : _ ("Symbols are elementary patterns, by the ids of “patterns "
                                     "--elementary”"));
  return status;
}

/* Options that a sequence of words cannot follow. FALSE after an explanation. */
static gboolean
check_options (const Options *options)
{
  const char *stray = NULL;

  if (options->level != NULL && !g_str_equal (options->level, "elementary")
      && !g_str_equal (options->level, "composite"))
    {
      refrain_command_usage (&refrain_command_phases, _ ("%s: “%s” is not one of %s"), "--level",
                             options->level, "elementary, composite");
      return FALSE;
    }
  stray = refrain_pattern_arguments_get_elementary (&options->how);
  if (get_level (options) == 1 && stray != NULL)
    {
      refrain_command_usage (&refrain_command_phases, _ ("%s does not go with %s"), stray,
                             "--level composite");
      return FALSE;
    }
  stray = NULL;
  if (options->symbols != NULL)
    stray = options->intervals       ? "--intervals"
            : options->level != NULL ? "--level"
            : options->suggest       ? "--suggest"
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
  g_auto (Options) options = { .what.strength = -G_MAXDOUBLE };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    REFRAIN_PHASE_ENTRIES (options.what),
    { "level", 0, 0, G_OPTION_ARG_STRING, &options.level,
      N_ ("Cut the elementary or the composite patterns"), N_ ("LEVEL") },
    { "suggest", 0, 0, G_OPTION_ARG_NONE, &options.suggest,
      N_ ("With --json: how the phases are best read, too"), NULL },
    { "intervals", 0, 0, G_OPTION_ARG_NONE, &options.intervals,
      N_ ("With --json: the time of each process in each phase"), NULL },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &options.symbols,
      N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") },
    REFRAIN_PATTERN_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainPatternOptions how;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_phases, entries, argc, argv,
                                      refrain_words_expected (argv) ? 0 : 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  options.cut = !isfinite (options.what.strength) || options.what.strength > -G_MAXDOUBLE;
  if (!options.cut)
    options.what.strength = 0;
  if (!refrain_phase_arguments_check (&options.what, &error))
    return refrain_command_refuse (&refrain_command_phases, error);
  if (!check_options (&options))
    return REFRAIN_EXIT_USAGE;
  if (!refrain_pattern_arguments_understand (&options.how, &how, &error))
    return refrain_command_refuse (&refrain_command_phases, error);
  return options.symbols != NULL ? run_symbols (&options)
                                 : run_trace (&options, arguments[1], &how);
}

const RefrainCommand refrain_command_phases = {
  .name = "phases",
  .arguments = "TRACE",
  .summary = N_ ("Find where the run becomes different"),
  .run = run,
};
