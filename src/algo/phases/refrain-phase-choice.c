/* refrain-phase-choice.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every way is tried, and the length of what a reader has to read decides.
 */
#include "config.h"

#include "refrain-phase-choice.h"

#include "refrain-pattern-facts.h"

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

/* The least round strength that leaves no more than a dozen phases. */
static double
find_strength (const RefrainSegmentation *segmentation)
{
  static const double round[] = { 0, 0.5, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000 };
  const guint last = G_N_ELEMENTS (round) - 1;

  for (guint i = 0; i < last; i++)
    {
      gsize n;

      g_free (refrain_segmentation_get_leaves (segmentation, round[i], &n));
      if (n <= REFRAIN_PHASE_CHOICE_MOST)
        return round[i];
    }
  return round[last];
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

RefrainPhases *
refrain_phases_choose (RefrainPatternSet *set,
                       gboolean without_collectives,
                       RefrainPhaseChoice *choice,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (RefrainPhases) best = NULL;
  guint n_all = 0;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (choice != NULL, NULL);

  for (int collapse = 0; collapse <= 1; collapse++)
    {
      const RefrainPhaseOptions options
          = { .collapse = collapse, .without_collectives = without_collectives };
      g_autoptr (RefrainPhases) phases
          = refrain_phases_new (set, &options, cancellable, NULL, NULL, error);
      RefrainPhaseChoice own = { .collapse = collapse };
      gsize n;

      if (phases == NULL)
        return NULL;
      g_free (refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases), 0, &n));
      if (!collapse)
        n_all = (guint) n;
      own.strength = find_strength (refrain_phases_get_segmentation (phases));
      measure (phases, &own);
      if (best != NULL && !is_better (&own, choice))
        continue;
      *choice = own;
      g_set_object (&best, phases);
    }
  choice->n_all = n_all;
  return g_steal_pointer (&best);
}

/* ---- What belongs together ---------------------------------------------------------------------
 */

gboolean
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

/* ---- What fills a phase ------------------------------------------------------------------------
 */

RefrainRoutine *
refrain_phases_get_filling (
    RefrainPhases *self, guint32 start, guint32 end, gsize *n_there, gsize *n)
{
  RefrainPatternSet *set;
  g_autoptr (GHashTable) votes = g_hash_table_new (NULL, NULL);
  const RefrainPatternEvent *sequence;
  RefrainRoutine *best = NULL;
  gsize length;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (n_there != NULL && n != NULL, NULL);

  *n_there = *n = 0;
  set = refrain_phases_get_pattern_set (self);
  if (set == NULL)
    return NULL;
  sequence = refrain_pattern_set_get_sequence (set, &length);
  for (guint32 e = start; e < end; e++)
    {
      gsize n_positions;
      const guint32 *positions = refrain_phases_get_positions (self, e, &n_positions);

      *n += n_positions;
      for (gsize i = 0; i < n_positions; i++)
        {
          const RefrainPatternEvent *event = &sequence[positions[i]];
          gsize n_parts, count;
          const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
              refrain_pattern_set_get_pattern (set, event->pattern), event->occurrence, &n_parts);
          RefrainRoutine *routine = refrain_occurrence_find_routine (set, &parts[0]);

          if (routine == NULL)
            continue;
          count = GPOINTER_TO_SIZE (g_hash_table_lookup (votes, routine)) + 1;
          g_hash_table_insert (votes, routine, GSIZE_TO_POINTER (count));
          if (count > *n_there)
            {
              *n_there = count;
              best = routine;
            }
        }
    }
  return best;
}
