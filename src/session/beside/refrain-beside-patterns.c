/* refrain-beside-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns of the second run by the keys that names are remembered by.
 */
#include "refrain-beside-private.h"

#include "refrain-pattern-names.h"

/* Key of each pattern, kept with it. */
#define KEY_DATA "refrain-beside-key"

/* The key of pattern @index of @set, which belongs to the pattern. */
static const char *
get_key (RefrainComposites *composites, RefrainPatternSet *set, guint32 index)
{
  GObject *pattern = G_OBJECT (refrain_pattern_set_get_pattern (set, index));

  if (g_object_get_data (pattern, KEY_DATA) == NULL)
    g_object_set_data_full (pattern, KEY_DATA,
                            refrain_pattern_names_make_key_in (composites, set, index), g_free);
  return g_object_get_data (pattern, KEY_DATA);
}

/* Takes the keys of what was found in the second run, once. */
static gboolean
take_keys (RefrainBeside *self)
{
  RefrainComposites *composites
      = self->other != NULL
            ? refrain_patterns_get_composites (refrain_session_get_patterns (self->other))
            : NULL;
  RefrainPatternSet *sets[2];

  if (composites == NULL || composites == self->keyed)
    return composites != NULL;
  refrain_beside_forget_patterns (self);
  self->keyed = g_object_ref (composites);
  self->patterns = g_hash_table_new (g_str_hash, g_str_equal);
  sets[0] = refrain_composites_get_set (composites);
  sets[1] = refrain_composites_get_elementary (composites);
  for (guint s = 0; s < G_N_ELEMENTS (sets); s++)
    for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (sets[s]); i++)
      g_hash_table_insert (self->patterns, (gpointer) get_key (composites, sets[s], i),
                           refrain_pattern_set_get_pattern (sets[s], i));
  return TRUE;
}

void
refrain_beside_forget_patterns (RefrainBeside *self)
{
  g_clear_pointer (&self->patterns, g_hash_table_unref);
  g_clear_object (&self->keyed);
}

RefrainPattern *
refrain_beside_find_pattern (RefrainBeside *self, RefrainPattern *pattern)
{
  RefrainPatterns *patterns;
  RefrainPatternSet *set;

  g_return_val_if_fail (REFRAIN_IS_BESIDE (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);

  patterns = refrain_session_get_patterns (self->session);
  set = refrain_patterns_get_set_of (patterns, pattern);
  if (set == NULL || !take_keys (self))
    return NULL;
  return g_hash_table_lookup (self->patterns, get_key (refrain_patterns_get_composites (patterns),
                                                       set, refrain_pattern_get_id (pattern) - 1));
}
