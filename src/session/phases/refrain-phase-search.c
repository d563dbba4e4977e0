/* refrain-phase-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By what describes the run most briefly, or as the user says it; merged patterns are told apart by
 * keys, as their numbers are others in another run.
 */
#include "config.h"
#include "refrain-phase-search.h"

#include "refrain-pattern-names.h"

/* For each pattern the one that it counts as, or NULL where each counts as itself. */
static guint32 *
make_merge (RefrainPatternSet *set, const RefrainPhaseMemory *memory)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint32 *first = g_new (guint32, memory->merged->len + 1);
  guint32 *merge;

  if (memory->merged->len == 0)
    return NULL;
  for (guint i = 0; i < memory->merged->len; i++)
    {
      first[i] = REFRAIN_NONE;
      for (char **key = memory->merged->pdata[i]; *key != NULL; key++)
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

RefrainPhases *
refrain_phase_search_look (RefrainPatternSet *set,
                           const RefrainPhaseMemory *memory,
                           double least,
                           GCancellable *cancellable,
                           RefrainProgressFunc progress,
                           gpointer progress_data,
                           GError **error)
{
  g_autofree guint32 *merge = memory->composite ? NULL : make_merge (set, memory);
  const RefrainPhaseOptions options = {
    .collapse = memory->collapse,
    .without_collectives = memory->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? refrain_pattern_set_get_n_patterns (set) : 0,
    .least = least,
  };

  return refrain_phases_new (set, &options, cancellable, progress, progress_data, error);
}

/* The phases that are read best. What counts as one is told of elementary patterns. */
static RefrainPhases *
choose (RefrainComposites *composites,
        const RefrainPhaseMemory *memory,
        RefrainPhaseChoice *choice,
        GCancellable *cancellable,
        GError **error)
{
  RefrainPatternSet *elementary = refrain_composites_get_elementary (composites);
  g_autofree guint32 *merge = make_merge (elementary, memory);
  const RefrainPhaseOptions options = {
    .without_collectives = memory->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? refrain_pattern_set_get_n_patterns (elementary) : 0,
  };

  return merge == NULL
             ? refrain_phases_choose_level (composites, &options, choice, cancellable, error)
             : refrain_phases_choose (elementary, NULL, &options, choice, cancellable, error);
}

static void
clear_joint (gpointer data)
{
  g_free (((RefrainPhaseJoint *) data)->name);
}

GArray *
refrain_phase_joints_new (void)
{
  GArray *joints = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseJoint));

  g_array_set_clear_func (joints, clear_joint);
  return joints;
}

void
refrain_phases_found_free (RefrainPhasesFound *found)
{
  g_array_unref (found->pieces);
  g_clear_object (&found->phases);
  g_free (found->key);
  g_free (found);
}

char *
refrain_phases_make_key (RefrainPhases *phases)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  RefrainPatternSet *set;
  g_autofree guint32 *number = NULL;
  guint32 n_seen = 0;
  const guint32 *symbols;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);

  set = refrain_phases_get_pattern_set (phases);
  g_return_val_if_fail (set != NULL, NULL);
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

/* Fills in which of the phases chosen are shown as one. */
static void
find_pieces (RefrainPhasesFound *found)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (found->phases);
  gsize n, n_nodes;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, found->choice.strength, &n);
  g_autoptr (GArray) pieces = refrain_phases_join_pieces (found->phases, leaves, n);

  for (guint i = 0; i < pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (pieces, RefrainPhasePiece, i);
      const RefrainPhaseJoint joint = {
        .range
        = { nodes[leaves[piece->first]].start, nodes[leaves[piece->first + piece->n - 1]].end },
        .main = leaves[piece->main],
      };

      if (piece->n > 1)
        g_array_append_val (found->pieces, joint);
    }
}

RefrainPhasesFound *
refrain_phase_search_find (RefrainComposites *composites,
                           const RefrainPhaseMemory *memory,
                           double least,
                           GCancellable *cancellable,
                           RefrainProgressFunc progress,
                           gpointer progress_data,
                           GError **error)
{
  g_autoptr (RefrainPhasesFound) found = g_new0 (RefrainPhasesFound, 1);

  found->chosen = !memory->by_hand;
  found->least = least;
  found->pieces = refrain_phase_joints_new ();
  if (found->chosen)
    found->phases = choose (composites, memory, &found->choice, cancellable, error);
  else
    found->phases = refrain_phase_search_look (
        memory->composite ? refrain_composites_get_set (composites)
                          : refrain_composites_get_elementary (composites),
        memory, least, cancellable, progress, progress_data, error);
  if (found->phases == NULL)
    return NULL;
  found->composite
      = refrain_phases_get_pattern_set (found->phases) == refrain_composites_get_set (composites);
  if (found->chosen)
    find_pieces (found);
  refrain_phases_find_fillings (found->phases);
  found->key = refrain_phases_make_key (found->phases);
  return g_steal_pointer (&found);
}
