/* refrain-phase-choice.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every way is tried, and the length of what a reader has to read decides.
 */
#include "refrain-phase-choice.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-compare.h"

/* Of more phases than so many, cuts are left out whose strength, one more, is so many times less
 * than that of the others. */
#define FEW_PHASES 6
#define CLEAR_GAP  4

/* ---- Choosing ----------------------------------------------------------------------------------
 */

/* Runs of equal symbols among elements [start, end). */
static gsize
count_runs (const guint32 *symbols, gsize start, gsize end)
{
  gsize n = end > start;

  for (gsize i = start + 1; i < end; i++)
    n += symbols[i] != symbols[i - 1];
  return n;
}

/* The symbols that tell segment @node: of a repetition its body once, and what is left over. */
static gsize
describe (RefrainPhases *phases, guint32 node)
{
  gsize n;
  const RefrainSegmentationNode *at
      = &refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n)[node];
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);
  RefrainPhaseRepetition repetition;

  refrain_phases_get_repetition (phases, node, &repetition);
  if (repetition.count == 0)
    return 1 + count_runs (symbols, at->start, at->end);
  return 2 + count_runs (symbols, at->start, repetition.first)
         + count_runs (symbols, repetition.first, repetition.first + repetition.period)
         + count_runs (symbols,
                       repetition.first + repetition.period * repetition.count + repetition.rest,
                       at->end);
}

/* For each segment that is cut, the strength from which on it is not: its own or, where that is
 * less, that of one that it is a part of. Descending; free with g_free(). O(n log n). */
static double *
list_strengths (const RefrainSegmentation *segmentation, gsize *n)
{
  gsize n_nodes;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (segmentation, &n_nodes);
  g_autofree double *least = g_new (double, n_nodes + 1);
  double *strengths = g_new (double, n_nodes + 1);

  *n = 0;
  /* Breadth-first: what a segment is a part of comes before it. */
  for (gsize i = 0; i < n_nodes; i++)
    {
      const guint32 parent = nodes[i].parent;

      least[i]
          = parent == REFRAIN_NONE ? nodes[i].strength : MIN (nodes[i].strength, least[parent]);
      if (nodes[i].left != REFRAIN_NONE && least[i] > 0)
        strengths[(*n)++] = -least[i];
    }
  refrain_sort (strengths, *n, sizeof *strengths, refrain_compare_double);
  for (gsize i = 0; i < *n; i++)
    strengths[i] = -strengths[i];
  return strengths;
}

/* The number with fewest digits behind the point that is not below @low and is below @high. */
static double
find_round (double low, double high)
{
  for (double unit = 1; unit <= 1e12; unit *= 10)
    if (ceil (low * unit) / unit < high)
      return ceil (low * unit) / unit;
  return low;
}

/* After how many of the @n cuts the widest gap is, of the first @most; 0 where none is wider than
 * @widest. With k cuts there are k + 1 phases. */
static gsize
find_gap (const double *strengths, gsize n, gsize most, double widest)
{
  gsize best = 0;

  for (gsize k = 1; k < MIN (n, most); k++)
    {
      const double gap = (1 + strengths[k - 1]) / (1 + strengths[k]);

      if (gap > widest * (1 + REFRAIN_SEGMENTATION_TOLERANCE))
        {
          widest = gap;
          best = k;
        }
    }
  return best;
}

/* Where there are not too many phases: a strength that leaves out cuts by far weaker than the
 * others, such as those within what a phase begins with; else 0. */
static double
find_clear_level (const RefrainSegmentation *segmentation)
{
  gsize n, best;
  g_autofree double *strengths = list_strengths (segmentation, &n);

  best = n >= FEW_PHASES && n < REFRAIN_PHASE_CHOICE_MOST ? find_gap (strengths, n, n, CLEAR_GAP)
                                                          : 0;
  return best > 0 ? find_round (strengths[best], strengths[best - 1]) : 0;
}

double
refrain_phases_find_level (const RefrainSegmentation *segmentation)
{
  gsize n, best;
  g_autofree double *strengths = NULL;

  g_return_val_if_fail (segmentation != NULL, 0);

  strengths = list_strengths (segmentation, &n);
  if (n < REFRAIN_PHASE_CHOICE_MOST)
    return 0;
  best = find_gap (strengths, n, REFRAIN_PHASE_CHOICE_MOST, 1);
  /* Where all are equally strong there is no level, and no cut of them is better than another. */
  return best > 0 ? find_round (strengths[best], strengths[best - 1]) : ceil (strengths[0]);
}

static void
measure (RefrainPhases *phases, RefrainPhaseChoice *choice)
{
  gsize n;
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (
      refrain_phases_get_segmentation (phases), choice->strength, &n);

  choice->n_phases = (guint) n;
  choice->description = 0;
  for (gsize i = 0; i < n; i++)
    choice->description += describe (phases, leaves[i]);
}

/* Whether @a, which is further from what is there, is the better first answer: strength 0 is better
 * than another, fewer phases or a description shorter by a quarter are worth it. */
static gboolean
is_better (const RefrainPhaseChoice *a, const RefrainPhaseChoice *b)
{
  if ((a->strength > 0) != (b->strength > 0))
    return b->strength > 0;
  return a->description < b->description
         && (a->n_phases < b->n_phases || 4 * a->description <= 3 * b->description);
}

/* Of the patterns of @set alone. */
static RefrainPhases *
choose (RefrainPatternSet *set,
        const RefrainPhaseOptions *what,
        RefrainPhaseChoice *choice,
        GCancellable *cancellable,
        GError **error)
{
  g_autoptr (RefrainPhases) best = NULL;
  guint n_all = 0;

  for (int collapse = 0; collapse <= 1; collapse++)
    {
      RefrainPhaseOptions options = *what;
      g_autoptr (RefrainPhases) phases = NULL;
      RefrainPhaseChoice own = { .collapse = collapse };
      gsize n;

      options.collapse = collapse;
      phases = refrain_phases_new (set, &options, cancellable, NULL, error);
      if (phases == NULL)
        return NULL;
      g_free (refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases), 0, &n));
      if (!collapse)
        n_all = (guint) n;
      own.strength = refrain_phases_find_level (refrain_phases_get_segmentation (phases));
      measure (phases, &own);
      if (best != NULL && !is_better (&own, choice))
        continue;
      *choice = own;
      g_set_object (&best, phases);
    }
  choice->n_all = n_all;
  return g_steal_pointer (&best);
}

RefrainPhases *
refrain_phases_choose (RefrainPatternSet *elementary,
                       RefrainPatternSet *composite,
                       const RefrainPhaseOptions *options,
                       RefrainPhaseChoice *choice,
                       GCancellable *cancellable,
                       GError **error)
{
  RefrainPatternSet *const sets[] = { elementary, composite };
  g_autoptr (RefrainPhases) best = NULL;
  g_autofree guint32 *leaves = NULL;
  g_autoptr (GArray) pieces = NULL;
  gsize n;

  g_return_val_if_fail (elementary != NULL || composite != NULL, NULL);
  g_return_val_if_fail (options != NULL && choice != NULL, NULL);

  for (int level = 0; level <= 1; level++)
    {
      g_autoptr (RefrainPhases) phases = NULL;
      RefrainPhaseChoice own;

      if (sets[level] == NULL)
        continue;
      phases = choose (sets[level], options, &own, cancellable, error);
      if (phases == NULL)
        return NULL;
      own.composite = level == 1;
      own.reason = elementary != NULL ? REFRAIN_PHASE_REASON_SHORTER : REFRAIN_PHASE_REASON_ONLY;
      if (best != NULL && own.description >= choice->description)
        continue;
      *choice = own;
      g_set_object (&best, phases);
    }
  if (choice->strength <= 0)
    {
      choice->strength = find_clear_level (refrain_phases_get_segmentation (best));
      measure (best, choice);
    }
  leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (best),
                                            choice->strength, &n);
  pieces = refrain_phases_join_pieces (best, leaves, n);
  choice->n_shown = pieces->len;
  return g_steal_pointer (&best);
}

RefrainPhases *
refrain_phases_choose_level (RefrainComposites *composites,
                             const RefrainPhaseOptions *options,
                             RefrainPhaseChoice *choice,
                             GCancellable *cancellable,
                             GError **error)
{
  RefrainCompositeNeed need;
  RefrainPhases *phases;

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);
  g_return_val_if_fail (choice != NULL, NULL);

  need = refrain_composites_find_need (composites);
  phases = refrain_phases_choose (
      need == REFRAIN_COMPOSITE_EITHER ? refrain_composites_get_elementary (composites) : NULL,
      refrain_composites_get_set (composites), options, choice, cancellable, error);
  if (phases != NULL && need == REFRAIN_COMPOSITE_MASTERS)
    choice->reason = REFRAIN_PHASE_REASON_MASTERS;
  if (phases != NULL && need == REFRAIN_COMPOSITE_SHAPELESS)
    choice->reason = REFRAIN_PHASE_REASON_SHAPELESS;
  if (phases != NULL && need == REFRAIN_COMPOSITE_DIVIDED)
    choice->reason = REFRAIN_PHASE_REASON_DIVIDED;
  return phases;
}

char *
refrain_phase_choice_explain (const RefrainPhaseChoice *self)
{
  static const char *const level_reasons[] = {
    [REFRAIN_PHASE_REASON_SHORTER]
    = N_ ("of composite patterns, which describe the run in fewer symbols"),
    [REFRAIN_PHASE_REASON_ONLY] = N_ ("of composite patterns"),
    [REFRAIN_PHASE_REASON_MASTERS]
    = N_ ("of composite patterns, as tasks are distributed in any order"),
    [REFRAIN_PHASE_REASON_SHAPELESS] = N_ ("of composite patterns, as iterations are irregular"),
    [REFRAIN_PHASE_REASON_DIVIDED] = N_ ("of composite patterns, in parts that have known shapes"),
  };
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (self != NULL, NULL);

  if (self->composite)
    g_ptr_array_add (reasons, g_strdup (_ (level_reasons[self->reason])));
  if (self->collapse)
    g_ptr_array_add (reasons, g_strdup (_ ("repeats in a row count once")));
  if (self->strength > 0 && self->n_phases == 1)
    g_ptr_array_add (reasons, g_strdup_printf (_ ("no strength yields 2 to %u phases"),
                                               REFRAIN_PHASE_CHOICE_MOST));
  else if (self->strength > 0)
    g_ptr_array_add (
        reasons,
        g_strdup_printf (_ ("cut above strength %g, the widest gap with at most %u phases"),
                         self->strength, REFRAIN_PHASE_CHOICE_MOST));
  if (self->n_all > self->n_shown)
    g_ptr_array_add (reasons,
                     g_strdup_printf (ngettext ("%2$u of %1$u phase is shown",
                                                "%2$u of %1$u phases are shown", self->n_all),
                                      self->n_all, self->n_shown));
  g_ptr_array_add (reasons, NULL);
  return g_strjoinv ("; ", (char **) reasons->pdata);
}

/* ---- What belongs together ---------------------------------------------------------------------
 */

/* Whether segment @next is what @node, before it, repeats once more but for one symbol: no longer
 * than a piece of it, which ends where @next begins. */
static gboolean
refrain_phases_continues (RefrainPhases *self, guint32 node, guint32 next)
{
  const RefrainSegmentationNode *nodes, *a, *b;
  RefrainPhaseRepetition repetition;
  const guint32 *symbols;
  guint32 others = 0;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);

  nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self), &n);
  g_return_val_if_fail (node < n && next < n, FALSE);
  a = &nodes[node];
  b = &nodes[next];
  symbols = refrain_phases_get_symbols (self, &n);
  refrain_phases_get_repetition (self, node, &repetition);
  if (repetition.count == 0 || a->end != b->start || b->end - b->start > repetition.period
      || repetition.first + repetition.period * repetition.count + repetition.rest != a->end)
    return FALSE;
  for (guint32 i = b->start; i < b->end; i++)
    others += symbols[i] != symbols[repetition.first + (i - repetition.first) % repetition.period];
  return others <= 1 && others < b->end - b->start;
}

/* Whether segment @node only creates communicators. */
static gboolean
only_prepares (RefrainPhases *phases, guint32 node)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  gsize n;
  const RefrainSegmentationNode *at
      = &refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n)[node];
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  for (guint32 e = at->start; e < at->end; e++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, symbols[e]);
      const RefrainOccurrencePart *part = refrain_pattern_get_occurrence (pattern, 0, &n);
      const guint32 op
          = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), part->process)
                ->op[part->first];

      if (!refrain_pattern_is_collective (pattern)
          || refrain_trace_get_ops (refrain_pattern_set_get_trace (set), part->process)->tag[op]
                 != REFRAIN_COLLECTIVE_CREATE_HANDLE)
        return FALSE;
    }
  return TRUE;
}

/* How many elements of @next, less than all, end the last iteration of what repeats from @start to
 * the end of @node, before it, if those of @next repeat themselves as often without them. */
static guint32
count_borrowed (RefrainPhases *phases, guint32 node, guint32 start, guint32 next)
{
  RefrainPhaseRepetition own, with, without;
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n);
  const guint32 end = nodes[node].end, next_end = nodes[next].end;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);
  guint32 missing;

  if (start == nodes[node].start)
    refrain_phases_get_repetition (phases, node, &own);
  else
    refrain_phases_get_repetition_of (phases, start, end, &own);
  missing = own.period - own.rest;
  if (own.count == 0 || own.rest == 0 || missing >= next_end - end
      || own.first + own.period * own.count + own.rest != end)
    return 0;
  for (guint32 i = end; i < end + missing; i++)
    if (symbols[i] != symbols[own.first + (i - own.first) % own.period])
      return 0;
  refrain_phases_get_repetition (phases, next, &with);
  if (with.count == 0 || with.rest == 0)
    return 0;
  refrain_phases_get_repetition_of (phases, end + missing, next_end, &without);
  return without.period == with.period && without.count == with.count ? missing : 0;
}

/* Whether @after repeats itself a whole number of times from where @before, less than a turn of it,
 * begins, and not from where it begins itself. */
static gboolean
begins_turn (RefrainPhases *phases, const RefrainPhasePiece *before, const RefrainPhasePiece *after)
{
  RefrainPhaseRepetition own, both;

  refrain_phases_get_repetition_of (phases, after->start, after->end, &own);
  if (own.count == 0 || before->end - before->start >= own.period
      || (after->end - after->start) % own.period == 0)
    return FALSE;
  refrain_phases_get_repetition_of (phases, before->start, after->end, &both);
  return both.period == own.period && both.first == before->start && both.rest == 0
         && both.first + both.period * both.count == after->end;
}

/* Joins what was cut off the first turn of what follows. */
static void
join_beginnings (RefrainPhases *phases, GArray *pieces)
{
  for (guint i = pieces->len; i-- > 1;)
    {
      RefrainPhasePiece *after = &g_array_index (pieces, RefrainPhasePiece, i);
      const RefrainPhasePiece *before = after - 1;

      if (before->end != after->start || !begins_turn (phases, before, after))
        continue;
      after->n += before->n;
      after->first = before->first;
      after->start = after->main_start = before->start;
      after->main_end = after->end;
      g_array_remove_index (pieces, i - 1);
    }
}

GArray *
refrain_phases_join_pieces (RefrainPhases *phases, const guint32 *leaves, gsize n)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPhasePiece));
  const RefrainSegmentationNode *nodes;
  guint32 borrowed = 0;
  gsize n_nodes;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), pieces);
  g_return_val_if_fail (refrain_phases_get_pattern_set (phases) != NULL, pieces);

  nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n_nodes);

  for (gsize i = 0; i < n;)
    {
      RefrainPhasePiece piece = { .first = i, .main = i };

      while (piece.main + 1 < n && only_prepares (phases, leaves[piece.main]))
        piece.main++;
      piece.start = nodes[leaves[i]].start + borrowed;
      piece.main_start = piece.main > i ? nodes[leaves[piece.main]].start : piece.start;
      piece.main_end = nodes[leaves[piece.main]].end;
      i = piece.main + 1;
      borrowed
          = i < n ? count_borrowed (phases, leaves[piece.main], piece.main_start, leaves[i]) : 0;
      piece.main_end += borrowed;
      piece.end = piece.main_end;
      if (borrowed == 0 && i < n
          && refrain_phases_continues (phases, leaves[piece.main], leaves[i]))
        piece.end = nodes[leaves[i++]].end;
      piece.n = i - piece.first;
      g_array_append_val (pieces, piece);
    }
  join_beginnings (phases, pieces);
  return pieces;
}
