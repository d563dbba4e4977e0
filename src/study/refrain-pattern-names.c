/* refrain-pattern-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keys are digests of what each process does; on both levels a pattern that is one thing has one.
 */
#include "refrain-pattern-names.h"

char *
refrain_pattern_names_make_key (RefrainPattern *pattern, RefrainSymbols *symbols)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  const RefrainPatternPart *parts;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  parts = refrain_pattern_get_parts (pattern, &n);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *process = g_strdup_printf ("%u:", parts[i].process);

      g_checksum_update (digest, (const guchar *) process, -1);
      for (gsize k = 0; k < parts[i].n; k++)
        {
          g_autofree char *event = refrain_symbols_describe_from (symbols, parts[i].symbol[k], 0);
          g_autofree char *text = g_strdup_printf ("%s x%u;", event, parts[i].count[k]);

          g_checksum_update (digest, (const guchar *) text, -1);
        }
    }
  return g_strdup (g_checksum_get_string (digest));
}

char *
refrain_pattern_names_make_key_in (RefrainComposites *composites,
                                   RefrainPatternSet *set,
                                   guint32 index)
{
  g_autofree char *key = refrain_pattern_names_make_key (
      refrain_pattern_set_get_pattern (set, index), refrain_pattern_set_get_symbols (set));
  const RefrainCompositeInfo *info;

  if (set != refrain_composites_get_set (composites))
    return g_steal_pointer (&key);
  info = refrain_composites_get_info (composites, index);
  return info->n_groups > 1 ? g_strconcat ("groups-", key, NULL) : g_steal_pointer (&key);
}

void
refrain_pattern_names_apply (GHashTable *names, RefrainComposites *composites)
{
  RefrainPatternSet *sets[2];
  gboolean any;

  g_return_if_fail (names != NULL);
  g_return_if_fail (REFRAIN_IS_COMPOSITES (composites));

  sets[0] = refrain_composites_get_elementary (composites);
  sets[1] = refrain_composites_get_set (composites);
  any = g_hash_table_size (names) > 0;
  for (gsize k = 0; k < G_N_ELEMENTS (sets); k++)
    for (guint i = 0; i < refrain_pattern_set_get_n_patterns (sets[k]); i++)
      {
        g_autofree char *key
            = any ? refrain_pattern_names_make_key_in (composites, sets[k], i) : NULL;

        refrain_pattern_set_name (refrain_pattern_set_get_pattern (sets[k], i),
                                  any ? g_hash_table_lookup (names, key) : NULL);
      }
}

/* Whether composite pattern @index is elementary pattern @elementary, no more and no less. */
static gboolean
is_same (RefrainComposites *composites, guint32 index, guint32 elementary)
{
  const RefrainCompositeInfo *info = refrain_composites_get_info (composites, index);

  return info->n_groups <= 1 && info->hub == REFRAIN_NONE && info->n_parts == 1
         && info->stages[0] == elementary
         && refrain_pattern_get_n_occurrences (
                refrain_pattern_set_get_pattern (refrain_composites_get_set (composites), index))
                == refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (
                    refrain_composites_get_elementary (composites), elementary));
}

guint32
refrain_pattern_names_find_composite (RefrainComposites *composites, guint32 elementary)
{
  const guint n = refrain_pattern_set_get_n_patterns (refrain_composites_get_set (composites));

  for (guint32 i = 0; i < n; i++)
    if (is_same (composites, i, elementary))
      return i;
  return REFRAIN_NONE;
}

RefrainPattern *
refrain_pattern_names_find_twin (RefrainComposites *composites,
                                 RefrainPatternSet *set,
                                 guint32 index)
{
  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);

  if (set == refrain_composites_get_elementary (composites))
    {
      const guint32 twin = refrain_pattern_names_find_composite (composites, index);

      return twin != REFRAIN_NONE
                 ? refrain_pattern_set_get_pattern (refrain_composites_get_set (composites), twin)
                 : NULL;
    }
  for (gsize i = 0; i < refrain_composites_get_info (composites, index)->n_parts; i++)
    {
      const guint32 part = refrain_composites_get_info (composites, index)->stages[i];

      if (is_same (composites, index, part))
        return refrain_pattern_set_get_pattern (refrain_composites_get_elementary (composites),
                                                part);
    }
  return NULL;
}

GHashTable *
refrain_pattern_names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

GHashTable *
refrain_pattern_names_copy (GHashTable *names)
{
  GHashTable *copy = refrain_pattern_names_new ();
  GHashTableIter iter;
  gpointer key, name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &key, &name))
    g_hash_table_insert (copy, g_strdup (key), g_strdup (name));
  return copy;
}
