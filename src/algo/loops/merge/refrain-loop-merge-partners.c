/* refrain-loop-merge-partners.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-merge-set.h"

/* ---- Order ----------------------------------------------------------------------------------- */

static guint64
count_sent (const RefrainLoopNode *node)
{
  guint64 sent = 0;

  for (guint32 k = 0; k < node->n_flow; k++)
    if (node->flow[k].port % 2 == 0)
      sent += node->flow[k].count;
  return sent;
}

int
refrain_loop_set_compare (const RefrainLoopLevel *level, guint32 a, guint32 b)
{
  const RefrainLoopItem *x = &level->item[a];
  const RefrainLoopItem *y = &level->item[b];
  const int by[] = {
    refrain_loop_compare_sizes (x->position, y->position),
    refrain_loop_compare_sizes (x->node->size, y->node->size),
    refrain_loop_compare_sizes (x->node->n_body, y->node->n_body),
    refrain_loop_compare_sizes (x->node->n_flow, y->node->n_flow),
    refrain_loop_compare_sizes (count_sent (y->node), count_sent (x->node)),
    refrain_loop_compare_sizes (level->chain[x->slot]->len, level->chain[y->slot]->len),
  };

  for (guint i = 0; i < G_N_ELEMENTS (by); i++)
    if (by[i] != 0)
      return by[i];
  return refrain_loop_compare_sizes (a, b);
}

/* ---- Which loops belong together ------------------------------------------------------------- */

static int
compare_partners (gconstpointer a, gconstpointer b)
{
  const RefrainLoopPartner *x = a;
  const RefrainLoopPartner *y = b;

  return (x->item > y->item) - (x->item < y->item);
}

/* Which operations of a collective's channel have been looked through for partners. */
typedef struct
{
  guint64 start;
  guint64 end;
} Seen;

static void
add_partner (const RefrainLoopLevel *level, guint32 item, guint32 other, guint64 flow, GArray *list)
{
  const RefrainLoopPartner partner = { .item = other, .flow = flow };

  if (level->item[other].slot != level->item[item].slot
      && refrain_loop_node_can_cut (level->item[other].node))
    g_array_append_val (list, partner);
}

/* The first entry at or after @low that is of a later port, or of @port and not before @item. */
static gsize
find_entry (const RefrainLoopLevel *level, gsize low, guint32 port, guint32 item)
{
  gsize high = level->n_entries;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;
      const RefrainLoopEntry *entry = &level->entry[middle];

      if (entry->port < port || (entry->port == port && entry->item < item))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The first of the entries @low to @high of a chain that ends after operation @start. */
static gsize
find_after (const RefrainLoopLevel *level, gsize low, gsize high, guint64 start)
{
  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (level->entry[middle].start + level->entry[middle].count <= start)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The loops of other members of the group that take part in operations of @entry. */
static void
list_sync_partners (const RefrainLoopLevel *level, const RefrainLoopEntry *entry, GArray *list)
{
  const guint64 end = entry->start + entry->count;
  gsize at = find_entry (level, 0, entry->port, 0);

  while (at < level->n_entries && level->entry[at].port == entry->port)
    {
      const guint32 slot = level->item[level->entry[at].item].slot;
      const gsize next = find_entry (level, at, entry->port, level->first[slot + 1]);

      for (at = find_after (level, at, next, entry->start);
           at < next && level->entry[at].start < end; at++)
        if (level->entry[at].joint != REFRAIN_NONE)
          {
            const RefrainLoopEntry *other = &level->entry[at];

            add_partner (level, entry->item, other->item,
                         MIN (end, other->start + other->count) - MAX (entry->start, other->start),
                         list);
          }
      at = next;
    }
}

/* Whether the operations of @entry have been looked through; from now on they have. */
static gboolean
is_seen (GHashTable *seen, const RefrainLoopEntry *entry)
{
  const guint64 end = entry->start + entry->count;
  Seen *known = g_hash_table_lookup (seen, GUINT_TO_POINTER (entry->port));

  if (known == NULL)
    {
      known = g_new (Seen, 1);
      *known = (Seen){ entry->start, end };
      g_hash_table_insert (seen, GUINT_TO_POINTER (entry->port), known);
      return FALSE;
    }
  if (known->start <= entry->start && end <= known->end)
    return TRUE;
  known->start = MIN (known->start, entry->start);
  known->end = MAX (known->end, end);
  return FALSE;
}

/* Most messages first. */
static int
compare_best (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainLoopLevel *level = data;
  const RefrainLoopPartner *x = a;
  const RefrainLoopPartner *y = b;

  if (x->flow != y->flow)
    return x->flow > y->flow ? -1 : 1;
  return refrain_loop_set_compare (level, x->item, y->item);
}

GArray *
refrain_loop_set_list_partners (const RefrainLoopLevel *level, guint32 item, GHashTable *seen)
{
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (RefrainLoopPartner));
  guint n = 0;

  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainLoopLink *link = &level->link[level->incident[k]];

      if (!refrain_loop_channels_is_sync (level->channels, link->channel))
        add_partner (level, item, link->from == item ? link->to : link->from, link->flow, partners);
    }
  for (gsize k = level->flow_first[item]; k < level->flow_first[item + 1]; k++)
    {
      const RefrainLoopEntry *entry = &level->entry[level->entry_of[k]];

      if (entry->joint != REFRAIN_NONE && !is_seen (seen, entry))
        list_sync_partners (level, entry, partners);
    }
  g_array_sort (partners, compare_partners);
  for (guint i = 0; i < partners->len; i++)
    {
      const RefrainLoopPartner *partner = &g_array_index (partners, RefrainLoopPartner, i);

      if (n > 0 && g_array_index (partners, RefrainLoopPartner, n - 1).item == partner->item)
        g_array_index (partners, RefrainLoopPartner, n - 1).flow += partner->flow;
      else
        g_array_index (partners, RefrainLoopPartner, n++) = *partner;
    }
  g_array_set_size (partners, n);
  g_array_sort_with_data (partners, compare_best, (gpointer) level);
  return partners;
}
