/* refrain-phase-model-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How phases are looked for: by what is read best, or as the user says it. Whatever changes has
 * them found anew.
 */
#include "refrain-object.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>

#include "refrain-pattern-names.h"

REFRAIN_GETTER (
    RefrainPhaseModel, refrain_phase_model, const RefrainPhaseMemory *, get_memory, self->memory)

void
refrain_phase_model_set_memory (RefrainPhaseModel *self, const RefrainPhaseMemory *memory)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (memory != NULL);

  refrain_phase_memory_free (self->memory);
  self->memory = refrain_phase_memory_copy (memory);
  refrain_phase_model_notify (self, "options");
}

/* ---- What is cut ---- */

/* Has them found anew as the user says it. */
static void
find_by_hand (RefrainPhaseModel *self)
{
  self->memory->by_hand = TRUE;
  refrain_phase_model_notify (self, "automatic");
  refrain_phase_model_find (self);
}

REFRAIN_GETTER (
    RefrainPhaseModel, refrain_phase_model, gboolean, is_automatic, !self->memory->by_hand)

void
refrain_phase_model_set_automatic (RefrainPhaseModel *self, gboolean automatic)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->memory->by_hand == !automatic)
    return;
  if (!automatic)
    {
      self->memory->composite = self->memory->collapse = FALSE;
      self->memory->strength = 0;
      find_by_hand (self);
      return;
    }
  self->memory->by_hand = FALSE;
  refrain_phase_model_notify (self, "automatic");
  refrain_phase_model_find (self);
}

char *
refrain_phase_model_explain (RefrainPhaseModel *self)
{
  g_autofree char *reason = NULL;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);

  if (self->phases == NULL)
    return g_strdup ("");
  if (!self->chosen)
    return g_strdup (self->memory->composite || self->memory->collapse
                             || self->memory->strength != 0
                         ? _ ("Chosen by you.")
                         : _ ("The whole tree of elementary patterns."));
  reason = refrain_phase_choice_explain (&self->choice);
  if (*reason == '\0')
    return g_strdup (_ ("Chosen automatically: the whole tree."));
  /* Translators: %s is why these phases are shown: "equal neighbours collapsed; 60 phases become
   * 5". */
  return g_strdup_printf (_ ("Chosen automatically: %s."), reason);
}

void
refrain_phase_model_set_collapse (RefrainPhaseModel *self, gboolean collapse)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->memory->collapse == !!collapse)
    return;
  self->memory->collapse = !!collapse;
  self->memory->by_hand = TRUE;
  refrain_phase_model_notify (self, "options");
  find_by_hand (self);
}

void
refrain_phase_model_set_composite (RefrainPhaseModel *self, gboolean composite)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->memory->composite == !!composite)
    return;
  self->memory->composite = !!composite;
  self->memory->by_hand = TRUE;
  refrain_phase_model_notify (self, "options");
  find_by_hand (self);
}

void
refrain_phase_model_set_without_collectives (RefrainPhaseModel *self, gboolean without)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->memory->without_collectives == !!without)
    return;
  self->memory->without_collectives = !!without;
  refrain_phase_model_notify (self, "options");
  refrain_phase_model_find (self);
}

/* ---- What counts as one symbol ---- */

gboolean
refrain_phase_model_merge_patterns (RefrainPhaseModel *self, const guint32 *indices, guint n)
{
  RefrainPatternSet *set;
  g_autoptr (GPtrArray) keys = NULL;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);

  set = refrain_patterns_get_elementary (self->patterns);
  if (set == NULL || n < 2)
    return FALSE;
  keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (
        keys, refrain_pattern_names_make_key (refrain_pattern_set_get_pattern (set, indices[i]),
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
  refrain_phase_model_notify (self, "options");
  refrain_phase_model_find (self);
  return TRUE;
}

void
refrain_phase_model_unmerge (RefrainPhaseModel *self, guint i)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (i < self->memory->merged->len);

  g_ptr_array_remove_index (self->memory->merged, i);
  refrain_phase_model_notify (self, "options");
  refrain_phase_model_find (self);
}
