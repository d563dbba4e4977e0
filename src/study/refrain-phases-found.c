/* refrain-phases-found.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By what describes the run most briefly, or as the user says it; merged patterns are told apart by
 * keys, as their numbers are others in another run.
 */
#include "refrain-phases-found.h"

#include "refrain-pattern-names.h"

RefrainPhasesFound *
refrain_phases_found_ref (RefrainPhasesFound *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
refrain_phases_found_unref (RefrainPhasesFound *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->phases);
  g_clear_pointer (&self->pieces, g_array_unref);
  g_free (self->leaves);
  g_free (self->key);
  g_free (self);
}

/* For each pattern of @set the one that it counts as, or NULL where each counts as itself. */
static guint32 *
make_merge (RefrainPatternSet *set, const RefrainStudyPhaseOptions *options)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  const GPtrArray *merged = options->merged_keys;
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint32 *first = NULL;
  guint32 *merge;

  if (merged == NULL || merged->len == 0)
    return NULL;
  first = g_new (guint32, merged->len);
  for (guint i = 0; i < merged->len; i++)
    {
      first[i] = REFRAIN_NONE;
      for (char **key = merged->pdata[i]; *key != NULL; key++)
        g_hash_table_insert (groups, *key, GUINT_TO_POINTER (i + 1));
    }
  merge = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *key = refrain_pattern_names_make_key (
          refrain_pattern_set_get_pattern (set, i), refrain_pattern_set_get_symbols (set));
      const guint group = GPOINTER_TO_UINT (g_hash_table_lookup (groups, key));

      merge[i] = i;
      if (group == 0)
        continue;
      if (first[group - 1] == REFRAIN_NONE)
        first[group - 1] = i;
      merge[i] = first[group - 1];
    }
  return merge;
}

/* The phases that are read best. What counts as one is told of elementary patterns. */
static RefrainPhases *
choose (RefrainPatternSet *elementary,
        RefrainComposites *composites,
        const RefrainStudyPhaseOptions *how,
        RefrainPhaseChoice *choice,
        GCancellable *cancellable,
        GError **error)
{
  g_autofree guint32 *merge = elementary != NULL ? make_merge (elementary, how) : NULL;
  const RefrainPhaseOptions options = {
    .without_collectives = how->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? refrain_pattern_set_get_n_patterns (elementary) : 0,
  };

  if (how->level == REFRAIN_PHASES_OF_COMPOSITE)
    return refrain_phases_choose (NULL, refrain_composites_get_set (composites), &options, choice,
                                  cancellable, error);
  return merge == NULL && how->level == REFRAIN_PHASES_OF_EITHER
             ? refrain_phases_choose_level (composites, &options, choice, cancellable, error)
             : refrain_phases_choose (elementary, NULL, &options, choice, cancellable, error);
}

/* The phases as the user says it, whatever would be read better. */
static RefrainPhases *
look (RefrainPatternSet *set,
      const RefrainStudyPhaseOptions *how,
      GCancellable *cancellable,
      RefrainProgressFunc progress,
      gpointer progress_data,
      GError **error)
{
  const GArray *given = how->merge;
  g_autofree guint32 *merge = given != NULL    ? g_memdup2 (given->data, given->len * sizeof *merge)
                              : how->composite ? NULL
                                               : make_merge (set, how);
  const RefrainPhaseOptions options = {
    .collapse = how->collapse,
    .without_collectives = how->without_collectives,
    .merge = merge,
    .n_merge = given != NULL   ? given->len
               : merge != NULL ? refrain_pattern_set_get_n_patterns (set)
                               : 0,
    .least = how->least,
  };

  return refrain_phases_new (set, &options, cancellable, progress, progress_data, error);
}

/* What tells a sequence of symbols apart from others in every run of the program: a digest of its
 * symbols in order, each by the key of its pattern. */
static char *
make_key (RefrainPhases *phases)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  RefrainPatternSet *set;
  g_autofree guint32 *number = NULL;
  guint32 n_seen = 0;
  const guint32 *symbols;
  gsize n;

  set = refrain_phases_get_pattern_set (phases);
  symbols = refrain_phases_get_symbols (phases, &n);
  number = g_new0 (guint32, refrain_pattern_set_get_n_patterns (set) + 1);
  /* Patterns by what they are where they first come, then by number. */
  for (gsize i = 0; i < n; i++)
    {
      guint32 written;

      if (number[symbols[i]] == 0)
        {
          g_autofree char *key
              = refrain_pattern_names_make_key (refrain_pattern_set_get_pattern (set, symbols[i]),
                                                refrain_pattern_set_get_symbols (set));

          number[symbols[i]] = ++n_seen;
          g_checksum_update (digest, (const guchar *) key, -1);
        }
      written = GUINT32_TO_LE (number[symbols[i]]);
      g_checksum_update (digest, (const guchar *) &written, sizeof written);
    }
  return g_strdup (g_checksum_get_string (digest));
}

/* Fills in the phases chosen, and which of them are shown as one. */
static void
find_pieces (RefrainPhasesFound *self)
{
  self->leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (self->phases),
                                                  self->choice.strength, &self->n_leaves);
  if (self->n_leaves == 0)
    return;
  g_array_unref (self->pieces);
  self->pieces = refrain_phases_join_pieces (self->phases, self->leaves, self->n_leaves);
}

RefrainPhasesFound *
refrain_phases_found_new (RefrainPatternSet *elementary,
                          RefrainComposites *composites,
                          const RefrainStudyPhaseOptions *options,
                          GCancellable *cancellable,
                          RefrainProgressFunc progress,
                          gpointer progress_data,
                          GError **error)
{
  g_autoptr (RefrainPhasesFound) self = NULL;

  g_return_val_if_fail (elementary != NULL || composites != NULL, NULL);

  if (elementary == NULL)
    elementary = refrain_composites_get_elementary (composites);
  self = g_new0 (RefrainPhasesFound, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->chosen = !options->by_hand;
  self->least = options->least;
  self->pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPhasePiece));
  if (self->chosen)
    self->phases = choose (elementary, composites, options, &self->choice, cancellable, error);
  else
    self->phases = look (options->composite ? refrain_composites_get_set (composites) : elementary,
                         options, cancellable, progress, progress_data, error);
  if (self->phases == NULL)
    return NULL;
  self->composite = refrain_phases_get_pattern_set (self->phases) != elementary;
  if (self->chosen)
    find_pieces (self);
  refrain_phases_find_fillings (self->phases);
  self->key = make_key (self->phases);
  return g_steal_pointer (&self);
}

RefrainPhasesFound *
refrain_phases_found_new_listed (RefrainPhasesFound *found, GArray *listed)
{
  RefrainPhasesFound *self;

  g_return_val_if_fail (found != NULL, NULL);

  self = g_new (RefrainPhasesFound, 1);
  *self = *found;
  g_atomic_ref_count_init (&self->ref_count);
  self->phases = g_object_ref (found->phases);
  self->key = g_strdup (found->key);
  self->n_leaves = listed == NULL ? found->n_leaves : 0;
  self->leaves = g_memdup2 (found->leaves, self->n_leaves * sizeof *found->leaves);
  self->pieces = listed != NULL          ? g_array_ref (listed)
                 : found->pieces != NULL ? g_array_ref (found->pieces)
                                         : NULL;
  return self;
}
