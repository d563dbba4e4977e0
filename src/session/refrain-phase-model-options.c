/* refrain-phase-model-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How phases are looked for: what counts as a symbol.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

const RefrainPhaseMemory *
refrain_phase_model_get_memory (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  return self->memory;
}

void
refrain_phase_model_set_memory (RefrainPhaseModel *self, const RefrainPhaseMemory *memory)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (memory != NULL);

  refrain_phase_memory_free (self->memory);
  self->memory = refrain_phase_memory_copy (memory);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_OPTIONS);
}

static void
change_option (RefrainPhaseModel *self, gboolean *option, gboolean value)
{
  if (*option == !!value)
    return;
  *option = !!value;
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_OPTIONS);
  refrain_phase_model_find (self);
}

void
refrain_phase_model_set_collapse (RefrainPhaseModel *self, gboolean collapse)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  change_option (self, &self->memory->collapse, collapse);
}

void
refrain_phase_model_set_without_collectives (RefrainPhaseModel *self, gboolean without)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  change_option (self, &self->memory->without_collectives, without);
}

gboolean
refrain_phase_model_merge_patterns (RefrainPhaseModel *self, const guint32 *indices, guint n)
{
  RefrainPatternSet *set;
  g_autoptr (GPtrArray) keys = NULL;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);

  set = refrain_patterns_get_set (self->patterns);
  if (set == NULL || n < 2)
    return FALSE;
  keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (keys,
                     refrain_patterns_make_key (refrain_pattern_set_get_pattern (set, indices[i]),
                                                refrain_pattern_set_get_symbols (set)));
  /* What one of them counts with comes along. */
  for (guint i = self->memory->merged->len; i-- > 0;)
    {
      char **group = self->memory->merged->pdata[i];
      gboolean met = FALSE;

      for (guint k = 0; k < n; k++)
        met = met || g_strv_contains ((const char *const *) group, keys->pdata[k]);
      if (!met)
        continue;
      for (char **key = group; *key != NULL; key++)
        if (!g_ptr_array_find_with_equal_func (keys, *key, g_str_equal, NULL))
          g_ptr_array_add (keys, g_strdup (*key));
      g_ptr_array_remove_index (self->memory->merged, i);
    }
  g_ptr_array_add (keys, NULL);
  g_ptr_array_add (self->memory->merged, g_ptr_array_free (g_steal_pointer (&keys), FALSE));
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_OPTIONS);
  refrain_phase_model_find (self);
  return TRUE;
}

void
refrain_phase_model_unmerge (RefrainPhaseModel *self, guint i)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (i < self->memory->merged->len);

  g_ptr_array_remove_index (self->memory->merged, i);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_OPTIONS);
  refrain_phase_model_find (self);
}
