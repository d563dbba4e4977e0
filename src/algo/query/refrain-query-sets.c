/* refrain-query-sets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns and loops are the series of occurrences that their durations are taken of; a phase is
 * all of its piece.
 */
#include "config.h"

#include "refrain-query-sets.h"

#include "refrain-query.h"
#include "refrain-phase-choice.h"
#include "refrain-recurrences.h"

struct _RefrainQuerySets
{
  gatomicrefcount references;
  GArray *of[REFRAIN_QUERY_N_SETS]; /* of RefrainQuerySet */
};

G_DEFINE_BOXED_TYPE (RefrainQuerySets,
                     refrain_query_sets,
                     refrain_query_sets_ref,
                     refrain_query_sets_unref)

const char *
refrain_query_set_kind_get_name (RefrainQuerySetKind kind)
{
  static const char *const names[REFRAIN_QUERY_N_SETS] = { "pattern", "phase", "loop" };

  g_return_val_if_fail (kind < REFRAIN_QUERY_N_SETS, NULL);

  return names[kind];
}

static void
clear_set (gpointer data)
{
  RefrainQuerySet *set = data;

  g_free (set->name);
  refrain_op_set_unref (set->ops);
}

RefrainQuerySets *
refrain_query_sets_new (void)
{
  RefrainQuerySets *self = g_new0 (RefrainQuerySets, 1);

  g_atomic_ref_count_init (&self->references);
  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    {
      self->of[i] = g_array_new (FALSE, FALSE, sizeof (RefrainQuerySet));
      g_array_set_clear_func (self->of[i], clear_set);
    }
  return self;
}

RefrainQuerySets *
refrain_query_sets_ref (RefrainQuerySets *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
refrain_query_sets_unref (RefrainQuerySets *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    g_array_unref (self->of[i]);
  g_free (self);
}

void
refrain_query_sets_add (RefrainQuerySets *self,
                        RefrainQuerySetKind kind,
                        guint32 id,
                        const char *name,
                        RefrainOpSet *ops)
{
  const RefrainQuerySet set = { id, g_strdup (name), refrain_op_set_ref (ops) };

  g_return_if_fail (kind < REFRAIN_QUERY_N_SETS);

  g_array_append_val (self->of[kind], set);
}

const RefrainQuerySet *
refrain_query_sets_list (RefrainQuerySets *self, RefrainQuerySetKind kind, guint *n)
{
  g_return_val_if_fail (kind < REFRAIN_QUERY_N_SETS, NULL);

  *n = self->of[kind]->len;
  return (const RefrainQuerySet *) self->of[kind]->data;
}

/* ---- As the commands list them ---- */

static void
add_series (RefrainQuerySets *self,
            const RefrainRecurrenceSources *sources,
            RefrainRecurs kind,
            RefrainQuerySetKind as,
            GCancellable *cancellable)
{
  const guint32 n = refrain_recurrence_sources_count (sources, kind);

  for (guint32 id = 1; id <= n && !g_cancellable_is_cancelled (cancellable); id++)
    {
      /* Constructs that are no loops have no series. */
      g_autoptr (RefrainOccurrences) series
          = refrain_recurrence_sources_collect (sources, kind, id, cancellable, NULL);
      g_autoptr (RefrainOpSet) ops
          = series != NULL ? refrain_occurrences_make_op_set (series, NULL, 0) : NULL;

      if (ops != NULL)
        refrain_query_sets_add (self, as, id, refrain_occurrences_get_name (series), ops);
    }
}

/* Phases as the command lists them: all of each piece, not only what it repeats. */
static void
add_piece (RefrainQuerySets *self,
           RefrainPhases *phases,
           guint32 id,
           const RefrainPhasePiece *piece)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  gsize n_sequence;
  const RefrainPatternEvent *sequence = refrain_pattern_set_get_sequence (set, &n_sequence);
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  gboolean whole;
  RefrainRoutine *routine
      = refrain_phases_get_naming_routine (phases, piece->start, piece->end, &whole);

  for (guint32 e = piece->start; e < piece->end; e++)
    {
      gsize n;
      const guint32 *positions = refrain_phases_get_positions (phases, e, &n);

      for (gsize k = 0; k < n; k++)
        {
          const RefrainPatternEvent *event = &sequence[positions[k]];
          gsize n_parts;
          const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
              refrain_pattern_set_get_pattern (set, event->pattern), event->occurrence, &n_parts);

          refrain_occurrence_add_to (symbols, parts, n_parts, ops);
        }
    }
  refrain_query_sets_add (self, REFRAIN_QUERY_SET_PHASE, id,
                          routine != NULL ? refrain_routine_get_label (routine) : NULL, ops);
}

static gboolean
add_phases (RefrainQuerySets *self, RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  const RefrainPatternOptions how = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainPhaseOptions what = { 0 };
  g_autoptr (RefrainPatternSet) elementary
      = refrain_pattern_set_new (trace, &how, cancellable, NULL, NULL, error);
  g_autoptr (RefrainComposites) composites
      = elementary != NULL ? refrain_composites_new (elementary, cancellable, error) : NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree guint32 *leaves = NULL;
  g_autoptr (GArray) pieces = NULL;
  RefrainPhaseChoice choice;
  gsize n;

  if (composites != NULL)
    phases = refrain_phases_choose_level (composites, &what, &choice, cancellable, error);
  if (phases == NULL)
    return FALSE;
  leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases),
                                            choice.strength, &n);
  pieces = n > 0 ? refrain_phases_join_pieces (phases, leaves, n) : NULL;
  for (guint32 i = 0; pieces != NULL && i < pieces->len; i++)
    add_piece (self, phases, i + 1, &g_array_index (pieces, RefrainPhasePiece, i));
  return TRUE;
}

static gboolean
add_recurrences (RefrainQuerySets *self,
                 RefrainTrace *trace,
                 RefrainRecurs kind,
                 RefrainQuerySetKind as,
                 GCancellable *cancellable,
                 GError **error)
{
  g_auto (RefrainRecurrenceSources) sources = { 0 };

  if (!refrain_recurrence_sources_find (&sources, trace, kind, cancellable, error))
    return FALSE;
  add_series (self, &sources, kind, as, cancellable);
  return TRUE;
}

RefrainQuerySets *
refrain_query_sets_find (RefrainTrace *trace,
                         guint needs,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainQuerySets) self = refrain_query_sets_new ();

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  if (((needs & REFRAIN_QUERY_NEEDS_PATTERNS) != 0
       && !add_recurrences (self, trace, REFRAIN_RECURS_PATTERN, REFRAIN_QUERY_SET_PATTERN,
                            cancellable, error))
      || ((needs & REFRAIN_QUERY_NEEDS_PHASES) != 0
          && !add_phases (self, trace, cancellable, error))
      || ((needs & REFRAIN_QUERY_NEEDS_LOOPS) != 0
          && !add_recurrences (self, trace, REFRAIN_RECURS_LOOP, REFRAIN_QUERY_SET_LOOP,
                               cancellable, error))
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}
