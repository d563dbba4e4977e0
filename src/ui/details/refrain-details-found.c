/* refrain-details-found.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was found in the run, among the details: the patterns, phases and loops that an operation
 * belongs to, the selected ones, and what many operations belong to.
 */
#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-details-private.h"
#include "refrain-free.h"
#include "refrain-loop-text.h"
#include "refrain-loop-words.h"
#include "refrain-run.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

/* ---- Patterns ---- */

/* An operation belongs to one pattern or two; more are not listed. */
#define MAX_AT_ONCE 8

/* Where the first heading stands. */
static guint
find_header (GListStore *list)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainDetail) detail = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (refrain_detail_get_kind (detail) == REFRAIN_DETAIL_HEADER)
        return i;
    }
  return n;
}

static void
insert (GListStore *list, guint *place, RefrainDetail *detail)
{
  g_list_store_insert (list, (*place)++, detail);
  g_object_unref (detail);
}

/* Free with g_free(). */
static char *
tell_times (guint64 n)
{
  g_autofree char *count = refrain_count_format (n);

  /* TRANSLATORS: how often a pattern comes: "80 times". */
  return g_strdup_printf (ngettext ("%s time", "%s times", MIN (n, G_MAXINT)), count);
}

/* The composite pattern that holds @pick, where it is more than the elementary one. */
static void
add_composite (GListStore *list, guint *place, const RefrainPick *pick, RefrainPatterns *patterns)
{
  RefrainComposites *composites = refrain_patterns_get_composites (patterns);
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  RefrainPatternEvent event;
  RefrainPattern *pattern;
  g_autofree char *count = NULL, *number = NULL, *text = NULL;

  if (!refrain_pattern_set_find_occurrence (set, pick->process, pick->row, &event)
      || refrain_composites_get_info (composites, event.pattern)->n_parts < 2)
    return;
  pattern = refrain_pattern_set_get_pattern (set, event.pattern);
  count = refrain_count_format (refrain_pattern_get_n_occurrences (pattern));
  number = refrain_count_format ((guint64) event.occurrence + 1);
  /* TRANSLATORS: which occurrence of a pattern, and how many there are. */
  text = g_strdup_printf (_ ("%s of %s"), number, count);
  insert (
      list, place,
      refrain_detail_new (REFRAIN_DETAIL_VALUE, refrain_pattern_get_name (pattern), text, NULL));
}

void
refrain_details_add_patterns (GListStore *list, const RefrainPick *pick, RefrainPatterns *patterns)
{
  RefrainPatternSet *set;
  RefrainPatternEvent event;
  guint32 indices[MAX_AT_ONCE];
  guint n, place;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (REFRAIN_IS_PATTERNS (patterns));

  set = refrain_patterns_get_elementary (patterns);
  if (set == NULL || pick->kind != REFRAIN_PICK_OP)
    return;
  n = refrain_pattern_set_find (set, pick->process, pick->row, indices, MAX_AT_ONCE);
  if (n == 0)
    return;
  place = find_header (list);
  insert (list, &place, refrain_detail_new (REFRAIN_DETAIL_HEADER, _ ("In Patterns"), NULL, NULL));
  add_composite (list, &place, pick, patterns);
  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, indices[i]);
      g_autofree char *count = refrain_count_format (refrain_pattern_get_n_occurrences (pattern));
      g_autofree char *times = tell_times (refrain_pattern_get_n_occurrences (pattern));

      if (refrain_pattern_set_find_occurrence (set, pick->process, pick->row, &event)
          && event.pattern == indices[i])
        {
          g_autofree char *number = refrain_count_format ((guint64) event.occurrence + 1);

          g_free (times);
          /* TRANSLATORS: which occurrence of a pattern, and how many there are. */
          times = g_strdup_printf (_ ("%s of %s"), number, count);
        }
      insert (list, &place,
              refrain_detail_new_for_pattern (refrain_pattern_get_name (pattern), times,
                                              refrain_pattern_get_id (pattern)));
    }
}

/* ---- Phases ---- */

/* Most frequent patterns that are listed. */
#define MAX_FREQUENT 5

/* ---- Time ---- */

static void
add_time (GListStore *list, RefrainPhaseModel *model, const RefrainPhaseRange *range)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (
      refrain_phases_get_pattern_set (refrain_phase_model_get_phases (model)));
  RefrainTime start, end;

  if (!refrain_phase_model_get_span (model, range, &start, &end))
    return;
  refrain_details_add_times (list, start, end);
  refrain_details_add (
      list, _ ("Share of the run"),
      g_strdup_printf (_ ("%.1f %%"), 100 * refrain_trace_get_share (trace, start, end)));
}

static void
add_processes (GListStore *list, RefrainTrace *trace, const RefrainPhaseInterval *intervals)
{
  const guint n = refrain_trace_get_n_processes (trace);

  refrain_details_add_header (list, _ ("By Process"));
  for (guint p = 0; p < n; p++)
    {
      g_autofree char *process = g_strdup_printf ("%u", p);
      g_autofree char *from = NULL, *to = NULL;

      if (intervals[p].start > intervals[p].end)
        continue;
      from = refrain_details_format_time (intervals[p].start);
      to = refrain_details_format_time (intervals[p].end);
      refrain_details_add (list, process, g_strdup_printf ("%s – %s", from, to));
    }
}

/* ---- Symbols ---- */

typedef struct
{
  guint32 symbol;
  guint64 count;
} Frequency;

REFRAIN_DEFINE_COMPARE (compare_frequencies,
                        Frequency,
                        REFRAIN_FALLING (count) ?: REFRAIN_RISING (symbol))

/* The different symbols of @range, those of which most occurrences are in it first: of equal ones
 * in a row, which may be one symbol, each counts. */
static GArray *
count_symbols (RefrainPhases *phases, const RefrainPhaseRange *range)
{
  const guint n_patterns
      = refrain_pattern_set_get_n_patterns (refrain_phases_get_pattern_set (phases));
  g_autofree guint64 *counts = g_new0 (guint64, (gsize) n_patterns + 1);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Frequency));
  gsize n;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  for (guint32 i = range->start; i < range->end; i++)
    {
      gsize n_occurrences;

      refrain_phases_get_positions (phases, i, &n_occurrences);
      counts[symbols[i]] += n_occurrences;
    }
  for (guint32 k = 0; k < n_patterns; k++)
    {
      const Frequency frequency = { k, counts[k] };

      if (counts[k] > 0)
        g_array_append_val (found, frequency);
    }
  g_array_sort (found, compare_frequencies);
  return found;
}

static void
add_patterns (GListStore *list, RefrainPhaseModel *model, const GArray *found)
{
  RefrainPhases *phases = refrain_phase_model_get_phases (model);
  const gboolean composite = refrain_phase_model_is_composite (model);
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);

  refrain_details_add_header (list, _ ("Most Frequent Patterns"));
  for (guint i = 0; i < MIN (found->len, MAX_FREQUENT); i++)
    {
      const Frequency *frequency = &g_array_index (found, Frequency, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, frequency->symbol);
      g_autofree char *times = tell_times (frequency->count);
      g_autoptr (RefrainDetail) detail
          = (composite ? refrain_detail_new_for_composite : refrain_detail_new_for_pattern) (
              refrain_pattern_get_name (pattern), times, refrain_pattern_get_id (pattern));

      g_list_store_append (list, detail);
    }
}

/* ---- The cut ---- */

static void
add_cut (GListStore *list, RefrainPhaseModel *model, const RefrainPhaseRange *range)
{
  RefrainPhases *phases = refrain_phase_model_get_phases (model);
  const guint32 node = refrain_phase_model_find_node (model, range);
  const RefrainSegmentationNode *at;
  RefrainTime time, end;
  gsize n;

  if (node == REFRAIN_NONE || range->end - range->start < 2)
    return;
  at = &refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n)[node];
  refrain_details_add_header (list, _ ("Best Cut"));
  refrain_details_add (list, _ ("After symbol"), refrain_count_format (at->cut));
  if (refrain_phases_get_span_of (phases, at->cut, at->cut + 1, &time, &end))
    refrain_details_add (list, _ ("At"), refrain_details_format_time (time));
  refrain_details_add_explained (list, _ ("Divergence D"),
                                 g_strdup_printf (_ ("%.4f bit"), at->divergence),
                                 _ ("Difference of both sides (0–1 bit)"));
  refrain_details_add_explained (list, _ ("Threshold τ"),
                                 g_strdup_printf (_ ("%.4f bit"), at->threshold),
                                 _ ("Difference expected by chance"));
  refrain_details_add_explained (list, _ ("Strength s"), g_strdup_printf ("%.3f", at->strength),
                                 _ ("Divergence above threshold: (D − τ) / τ"));
}

/* ---- All of it ---- */

/* What most of it belongs to, or else where it begins. */
static void
add_routine (GListStore *list, RefrainPhases *phases, const RefrainPhaseRange *range)
{
  RefrainRoutine *routine;
  gboolean whole;
  gsize n_there, n;

  routine = refrain_phases_get_filling (phases, range->start, range->end, &n_there, &n);
  if (routine != NULL)
    {
      g_autofree char *there = refrain_count_format (n_there);
      g_autofree char *all = refrain_count_format (n);

      refrain_details_add_explained (
          list, _ ("Mostly in"),
          /* TRANSLATORS: a routine, how many occurrences of patterns it holds, and of how many. */
          n_there == n ? g_strdup (refrain_routine_get_label (routine))
                       : g_strdup_printf (_ ("%s, %s of %s"), refrain_routine_get_label (routine),
                                          there, all),
          _ ("Routine of most occurrences"));
      return;
    }
  routine = refrain_phases_get_routine_of (phases, range->start, range->end, &whole);
  if (routine != NULL)
    refrain_details_add_explained (list, _ ("Begins in"),
                                   g_strdup (refrain_routine_get_label (routine)),
                                   _ ("Outermost call starting with it"));
}

static void
add_phase (GListStore *list,
           RefrainPhaseModel *model,
           const RefrainPhaseRange *range,
           const RefrainPhaseInterval *intervals,
           gboolean is_one)
{
  RefrainPhases *phases = refrain_phase_model_get_phases (model);
  g_autofree char *name = refrain_phase_model_describe (model, range);
  g_autofree char *symbols = g_strdup_printf (_ ("Symbols %u–%u"), range->start + 1, range->end);
  g_autoptr (GArray) found = count_symbols (phases, range);
  const char *note = refrain_phase_model_get_note (model, range);

  /* The card has the name of one alone. */
  if (is_one)
    refrain_details_add_header (list, _ ("Phase"));
  else
    refrain_details_add_title (list, name, symbols);
  if (note != NULL)
    refrain_details_add (list, _ ("Note"), g_strdup (note));
  add_time (list, model, range);
  add_routine (list, phases, range);
  refrain_details_add (
      list, _ ("Pattern occurrences"),
      refrain_count_format (refrain_phases_count_occurrences (phases, range->start, range->end)));
  refrain_details_add_explained (list, _ ("Symbols"),
                                 refrain_count_format (range->end - range->start),
                                 _ ("Occurrences between which phases are cut"));
  refrain_details_add (list, _ ("Different symbols"), refrain_count_format (found->len));
  add_cut (list, model, range);
  add_patterns (list, model, found);
  if (intervals != NULL)
    add_processes (list, refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (phases)),
                   intervals);
}

void
refrain_details_add_phases (GListStore *list,
                            RefrainPhaseModel *model,
                            RefrainPhaseTimes *times,
                            gboolean is_named)
{
  const RefrainPhaseRange *selected;
  guint n;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (model));

  if (refrain_phase_model_get_phases (model) == NULL)
    return;
  selected = refrain_phase_model_get_selected (model, &n);
  for (guint i = 0; i < MIN (n, REFRAIN_PHASE_TIMES_MAX); i++)
    add_phase (list, model, &selected[i],
               times != NULL ? refrain_phase_times_get (times, &selected[i]) : NULL,
               n == 1 && is_named);
}

/* ---- Loops ---- */

/* More lines of a loop's text are not listed. */
#define MAX_LINES 40

static char *
get_title (RefrainLoops *loops, guint32 construct)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint32 number = refrain_loops_get_number (loops, construct);

  if (refrain_loops_is_loop (loops, construct))
    return g_strdup_printf (_ ("Loop %u"), number);
  refrain_loop_text_append_construct (text, refrain_loops_get_model (loops), construct);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- Where an event lies ---- */

void
refrain_details_add_loops (GListStore *list, const RefrainPick *pick, RefrainLoops *loops)
{
  g_autoptr (GArray) place = NULL;
  guint32 n;
  const RefrainConstruct *constructs;
  gboolean has_header = FALSE;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (REFRAIN_IS_LOOPS (loops));

  if (pick->kind != REFRAIN_PICK_OP || refrain_loops_get_model (loops) == NULL)
    return;
  place = refrain_loops_find_place (loops, pick->process, pick->row);
  constructs = refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n);
  for (guint i = 0; place != NULL && i < place->len; i++)
    {
      const RefrainLoopStep *step = &g_array_index (place, RefrainLoopStep, i);
      g_autofree char *processes = NULL, *label = NULL, *iteration = NULL;
      g_autofree char *count = NULL, *value = NULL;
      g_autoptr (RefrainDetail) detail = NULL;

      if (step->iteration == 0)
        continue;
      if (!has_header)
        refrain_details_add_header (list, _ ("In Loops"));
      has_header = TRUE;
      processes = refrain_loops_format_processes (loops, step->construct, step->construct + 1);
      label = g_strdup_printf (_ ("Loop %u on processes %s"),
                               refrain_loops_get_number (loops, step->construct), processes);
      iteration = refrain_count_format ((guint64) step->iteration);
      count = refrain_count_format ((guint64) step->count);
      value = g_strdup_printf (_ ("i%u = %s of %s"), constructs[step->construct].depth, iteration,
                               count);
      detail = refrain_detail_new_for_loop (label, value,
                                            refrain_loops_get_number (loops, step->construct));
      g_list_store_append (list, detail);
    }
}

/* ---- The selected one ---- */

/* The loops around, as in the text. */
static void
add_around (GListStore *list, RefrainLoops *loops, guint32 construct)
{
  guint32 n;
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n);
  gboolean has_header = FALSE;

  for (guint32 at = constructs[construct].parent; at != REFRAIN_NONE; at = constructs[at].parent)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *title = get_title (loops, at);
      g_autoptr (RefrainDetail) detail = NULL;

      if (!has_header)
        refrain_details_add_header (list, _ ("Inside"));
      has_header = TRUE;
      refrain_loop_text_append_construct (text, refrain_loops_get_model (loops), at);
      detail = refrain_detail_new_for_loop (title, text->str, refrain_loops_get_number (loops, at));
      g_list_store_append (list, detail);
    }
}

static gboolean
is_use (RefrainLoops *loops, guint32 construct)
{
  guint32 n;

  return refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n)[construct].kind
         == REFRAIN_CONSTRUCT_USE;
}

/* The patterns that operations of an iteration are parts of. */
static void
add_loop_patterns (GListStore *list, RefrainLoops *loops)
{
  g_autoptr (GArray) shares = refrain_loops_list_patterns (loops);
  RefrainPatternSet *set = refrain_loops_get_patterns (loops);

  if (shares->len > 0)
    refrain_details_add_header (list, _ ("Patterns per Iteration"));
  for (guint i = 0; i < MIN (shares->len, MAX_FREQUENT); i++)
    {
      const RefrainLoopPattern *share = &g_array_index (shares, RefrainLoopPattern, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, share->pattern);
      g_autofree char *times = share->times > 0 ? tell_times (share->times) : NULL;
      g_autoptr (RefrainDetail) detail = refrain_detail_new_for_pattern (
          refrain_pattern_get_name (pattern), times, refrain_pattern_get_id (pattern));

      g_list_store_append (list, detail);
    }
}

static void
add_messages (GListStore *list, RefrainLoops *loops)
{
  RefrainMatrix *matrix = refrain_loops_get_matrix (loops);
  guint64 count, bytes;

  if (matrix == NULL)
    return;
  refrain_matrix_get_total (matrix, &count, &bytes);
  refrain_details_add_header (list, _ ("Messages"));
  refrain_details_add (list, _ ("Messages"), refrain_count_format (count));
  refrain_details_add (list, _ ("Bytes"), refrain_bytes_format (bytes));
}

static void
add_text (GListStore *list, RefrainLoops *loops, guint32 construct)
{
  RefrainLoopModel *model = refrain_loops_get_model (loops);
  guint32 n, lines = 0;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  /* What is used is told, not that it is. */
  if (constructs[construct].kind == REFRAIN_CONSTRUCT_USE)
    construct = constructs[construct].what;
  refrain_details_add_header (list, _ ("Text"));
  for (guint32 i = construct; i < constructs[construct].end; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (RefrainDetail) detail = NULL;

      if (lines++ == MAX_LINES)
        {
          refrain_details_add (list, "…", NULL);
          return;
        }
      for (guint32 at = i; at != construct; at = constructs[at].parent)
        g_string_append (text, "\302\240\302\240");
      refrain_loop_text_append_construct (text, model, i);
      detail = refrain_detail_new_for_loop (text->str, NULL, refrain_loops_get_number (loops, i));
      g_list_store_append (list, detail);
    }
}

/* Where less than all of its @all iterations follow each other so. */
static void
add_main_loop (GListStore *list, guint64 n, guint32 all)
{
  if (n > 0 && n < all)
    refrain_details_add_explained (
        list, _ ("Main loop"), g_strdup_printf (_ ("%u of %u iterations"), (guint) n, (guint) all),
        _ ("The events of the other iterations precede and follow these"));
}

gboolean
refrain_details_add_loop (GListStore *list, RefrainLoops *loops)
{
  RefrainLoopModel *model;
  guint32 selected, end, n_iterations;
  guint64 events = 0;
  g_autoptr (GString) line = NULL;
  g_autofree char *words = NULL;

  g_return_val_if_fail (G_IS_LIST_STORE (list), FALSE);
  g_return_val_if_fail (REFRAIN_IS_LOOPS (loops), FALSE);

  selected = refrain_loops_get_selected (loops);
  if (selected == REFRAIN_NONE)
    return FALSE;
  model = refrain_loops_get_model (loops);
  line = g_string_new (NULL);
  end = refrain_loops_get_selected_end (loops);
  refrain_loop_text_append_line (line, model, selected, end);
  if (is_use (loops, selected))
    words = refrain_loop_words_describe (model, selected, selected + 1);
  refrain_details_add (list, words != NULL ? words : line->str, NULL);
  add_main_loop (list, refrain_loops_count_of_main (loops, &n_iterations), n_iterations);
  refrain_details_add (list, _ ("Processes"),
                       refrain_loops_format_processes (loops, selected, end));
  for (guint32 i = selected; i < end; i++)
    events += refrain_loop_model_get_n_events (model)[i];
  refrain_details_add (list, _ ("Events"), refrain_count_format (events));
  refrain_details_add (
      list, _ ("Share of events"),
      g_strdup_printf ("%.2f %%", 100.0 * (double) events
                                      / (double) MAX (refrain_loops_get_size (loops)->events, 1)));
  if (refrain_loops_get_routine (loops) != NULL)
    refrain_details_add_explained (
        list, _ ("Mostly in"),
        g_strdup (refrain_routine_get_label (refrain_loops_get_routine (loops))),
        _ ("Routine of most operations"));
  add_loop_patterns (list, loops);
  add_around (list, loops, selected);
  add_messages (list, loops);
  add_text (list, loops, selected);
  return TRUE;
}

void
refrain_details_add_cycle (GListStore *list,
                           const RefrainSubject *lit,
                           RefrainCycles *cycles,
                           RefrainPatterns *patterns)
{
  const guint32 selected = refrain_cycles_get_selected (cycles);
  RefrainCycle *cycle
      = selected != REFRAIN_NONE ? refrain_cycles_get_list (cycles)->pdata[selected] : NULL;

  if (cycle != NULL && refrain_patterns_is_main_loop (patterns, cycle))
    add_main_loop (list, refrain_subject_count (lit), refrain_patterns_get_n_iterations (patterns));
}

/* ---- Many operations ---- */

/* More patterns are not listed. */
#define MAX_COUNTED 100

struct _RefrainEventCounts
{
  guint64 events;
  guint64 in_none; /* of them that belong to no pattern */
  guint processes;
  RefrainPatternSet *set; /* or NULL */
  guint64 *of_pattern;    /* as many as the set has */
};

REFRAIN_DEFINE_FREE_OR_NULL (refrain_event_counts_free,
                             RefrainEventCounts,
                             g_clear_object (&x->set);
                             g_free (x->of_pattern))

static void
count_op (RefrainEventCounts *self, guint process, gsize op)
{
  RefrainPatternEvent event;

  self->events++;
  if (self->set != NULL && refrain_pattern_set_find_occurrence (self->set, process, op, &event))
    self->of_pattern[event.pattern]++;
  else
    self->in_none++;
}

RefrainEventCounts *
refrain_event_counts_new (RefrainTrace *trace,
                          const RefrainOpSet *chosen,
                          RefrainPatternSet *set,
                          GCancellable *cancellable)
{
  g_autoptr (RefrainEventCounts) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (chosen != NULL, NULL);

  self = g_new0 (RefrainEventCounts, 1);
  g_set_object (&self->set, set);
  if (set != NULL)
    self->of_pattern = g_new0 (guint64, MAX (refrain_pattern_set_get_n_patterns (set), 1));
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
      const guint64 before = self->events;

      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      for (gsize op = refrain_op_set_find_next (chosen, p, 0, n); op < n;
           op = refrain_op_set_find_next (chosen, p, op + 1, n))
        count_op (self, p, op);
      self->processes += self->events > before;
    }
  return g_steal_pointer (&self);
}

/* ---- As a list ---- */

static int
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *of_pattern = data;
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (of_pattern[x] != of_pattern[y])
    return of_pattern[x] > of_pattern[y] ? -1 : 1;
  return (x > y) - (x < y);
}

/* That all of a selected pattern is in that pattern says nothing. */
static gboolean
is_selected_alone (const GArray *found, RefrainPatterns *patterns)
{
  g_autoptr (GArray) selected = refrain_patterns_get_selected_elementary (patterns);

  return found->len == 1 && selected->len == 1
         && g_array_index (found, guint32, 0) == g_array_index (selected, guint32, 0);
}

static void
append_patterns (GListStore *list, const RefrainEventCounts *counts, RefrainPatterns *patterns)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (counts->set); i++)
    if (counts->of_pattern[i] > 0)
      g_array_append_val (order, i);
  if (order->len == 0 || is_selected_alone (order, patterns))
    return;
  g_array_sort_with_data (order, compare_counts, counts->of_pattern);
  refrain_details_add_header (list, _ ("Events by Pattern"));
  for (guint i = 0; i < MIN (order->len, MAX_COUNTED); i++)
    {
      const guint32 index = g_array_index (order, guint32, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (counts->set, index);
      g_autofree char *text = refrain_count_format (counts->of_pattern[index]);

      refrain_details_append (
          list, refrain_detail_new_for_pattern (refrain_pattern_get_name (pattern), text,
                                                refrain_pattern_get_id (pattern)));
    }
  if (counts->in_none > 0)
    refrain_details_add (list, _ ("None"), refrain_count_format (counts->in_none));
}

void
refrain_details_add_events (GListStore *list,
                            const RefrainEventCounts *counts,
                            RefrainPatterns *patterns)
{
  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (counts != NULL);
  g_return_if_fail (REFRAIN_IS_PATTERNS (patterns));

  refrain_details_add (list, _ ("Events"), refrain_count_format (counts->events));
  refrain_details_add (list, _ ("Processes"), refrain_count_format (counts->processes));
  if (counts->set != NULL)
    append_patterns (list, counts, patterns);
}

/* ---- What is selected, whatever it is ---- */

void
refrain_details_add_subject (GListStore *list, const RefrainSubject *subject)
{
  g_autofree char *place = NULL, *heading = NULL;
  RefrainTime start, end;
  gsize at;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (subject != NULL);

  place = refrain_subject_describe_place (subject);
  heading = subject->kind->many != NULL ? refrain_visible_capital (_ (subject->kind->many))
                                        : g_strdup (_ ("Occurrences"));
  if (*place != '\0')
    refrain_details_add (list, heading, g_steal_pointer (&place));
  if (refrain_subject_get_place (subject, &at)
      && refrain_subject_get_span (subject, at, &start, &end))
    refrain_details_add_times (list, start, end);
}
