/* refrain-repeats-suffix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-repeats-index.h"
#include "refrain-repeats-private.h"

/* By rank: in how many places, up to this one, the symbol before the suffix changes. */
static guint32 *
count_changes (const RefrainRepeatsIndex *index, const guint32 *symbols)
{
  guint32 *changes = g_new (guint32, (gsize) index->n + 1);

  changes[0] = 0;
  for (guint32 r = 1; r < index->n; r++)
    {
      const guint32 i = index->suffix[r - 1], j = index->suffix[r];

      changes[r] = changes[r - 1]
                   + (i == 0 || j == 0 || symbols[i - 1] != symbols[j - 1]
                      || symbols[i - 1] == REFRAIN_REPEATS_END);
    }
  return changes;
}

/* By node: the smallest position of its suffixes. */
static guint32 *
first_positions (const RefrainRepeatsIndex *index)
{
  guint32 *first = g_new (guint32, index->n_nodes);

  for (guint32 v = 0; v < index->n_nodes; v++)
    first[v] = G_MAXUINT32;
  for (guint32 r = 0; r < index->n; r++)
    first[index->leaf[r]] = MIN (first[index->leaf[r]], index->suffix[r]);
  for (guint32 k = 0; k < index->n_nodes; k++)
    {
      const guint32 v = index->order[k], parent = index->nodes[v].parent;

      first[parent] = MIN (first[parent], first[v]);
    }
  return first;
}

RefrainRepeats *
refrain_repeats_find_suffix (const guint32 *symbols,
                             gsize n,
                             guint min_length,
                             GCancellable *cancellable)
{
  g_autoptr (RefrainRepeatsIndex) index = NULL;
  g_autofree guint32 *changes = NULL, *first = NULL;
  GArray *entries;

  g_return_val_if_fail (n == 0 || symbols != NULL, NULL);
  g_return_val_if_fail (n < 1u << 29, NULL);

  index = refrain_repeats_index_new (symbols, (guint32) n, cancellable);
  if (index == NULL)
    return NULL;
  changes = count_changes (index, symbols);
  first = first_positions (index);
  entries = g_array_new (FALSE, FALSE, sizeof (RefrainRepeatEntry));
  for (guint32 v = 1; v < index->n_nodes; v++)
    {
      const RefrainRepeatsNode *node = &index->nodes[v];
      const RefrainRepeatEntry entry = { node->depth, node->high - node->low, first[v], node->low };

      if (node->depth >= MAX (min_length, 1) && changes[node->high - 1] > changes[node->low])
        g_array_append_val (entries, entry);
    }
  return refrain_repeats_new (entries, g_steal_pointer (&index->suffix));
}
