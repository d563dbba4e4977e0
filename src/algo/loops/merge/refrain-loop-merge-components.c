/* refrain-loop-merge-components.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-merge-private.h"

/* ---- Connected components -------------------------------------------------------------------- */

static guint32
find_root (guint32 *parent, guint32 item)
{
  while (parent[item] != item)
    {
      parent[item] = parent[parent[item]];
      item = parent[item];
    }
  return item;
}

/* The first item of a component is its root. */
static void
join (guint32 *parent, guint32 a, guint32 b)
{
  a = find_root (parent, a);
  b = find_root (parent, b);
  parent[MAX (a, b)] = MIN (a, b);
}

/* Two loops of which one cannot have fewer iterations than its number says. */
static gboolean
can_pair (const RefrainLoopNode *a, const RefrainLoopNode *b)
{
  if (!a->loop || !b->loop || a->process == b->process)
    return FALSE;
  if (a->number.n == 0 && b->number.n == 0)
    return refrain_loop_node_get_count (a) < REFRAIN_LOOP_MANY
           && refrain_loop_node_get_count (b) < REFRAIN_LOOP_MANY;
  return refrain_loop_number_equal (&a->number, &b->number);
}

typedef struct
{
  guint32 low; /* items */
  guint32 high;
  gboolean regular;
} Pair;

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *x = a;
  const Pair *y = b;

  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return (x->high > y->high) - (x->high < y->high);
}

/* What pairs exchange messages, and those that do not exchange all of them, as keys. */
typedef struct
{
  const RefrainLoopLevel *level;
  GHashTable *irregular;
  guint32 *parent;
} Components;

static gint64
key_of (guint32 a, guint32 b)
{
  return (gint64) ((guint64) MIN (a, b) << 32 | MAX (a, b));
}

/* Whether the two take part in the same operations of each collective, or never at the same time.
 */
static gboolean
agree (const RefrainLoopLevel *level, guint32 a, guint32 b)
{
  if ((level->meets[a] & level->meets[b] & REFRAIN_LOOP_MEETS_LOOP) == 0)
    return TRUE;
  for (gsize k = level->flow_first[a]; k < level->flow_first[a + 1]; k++)
    {
      const RefrainLoopEntry *x = &level->entry[level->entry_of[k]];
      const RefrainLoopEntry *y;

      if (x->joint == REFRAIN_NONE)
        continue;
      y = refrain_loop_level_find_entry (level, b, x->port);
      if (y != NULL && y->joint != REFRAIN_NONE && y->joint != x->joint
          && MAX (x->start, y->start) < MIN (x->start + x->count, y->start + y->count))
        return FALSE;
    }
  return TRUE;
}

static void
join_messages (Components *self)
{
  const RefrainLoopLevel *level = self->level;
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  guint next;

  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainLoopLink *link = &level->link[k];
      const Pair pair = { .low = MIN (link->from, link->to),
                          .high = MAX (link->from, link->to),
                          .regular = link->regular };

      if (!refrain_loop_channels_is_sync (level->channels, link->channel)
          && can_pair (level->item[pair.low].node, level->item[pair.high].node))
        g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs);
  for (guint i = 0; i < pairs->len; i = next)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      const gint64 key = key_of (pair->low, pair->high);
      gboolean regular = TRUE;

      for (next = i;
           next < pairs->len && compare_pairs (pair, &g_array_index (pairs, Pair, next)) == 0;
           next++)
        regular &= g_array_index (pairs, Pair, next).regular;
      if (!regular)
        g_hash_table_add (self->irregular, g_memdup2 (&key, sizeof key));
      else if (agree (level, pair->low, pair->high))
        join (self->parent, pair->low, pair->high);
    }
}

static gboolean
can_join (const Components *self, guint32 a, guint32 b)
{
  const gint64 key = key_of (a, b);

  return can_pair (self->level->item[a].node, self->level->item[b].node)
         && !g_hash_table_contains (self->irregular, &key) && agree (self->level, a, b);
}

/* Joins those of @items that may be: from each that was found, all others are tried that were not,
 * so that no order matters. O(items), and one more try for each two that may not be joined. */
static void
join_items (Components *self, GArray *items)
{
  guint32 *item = (guint32 *) (void *) items->data;
  guint found = 0; /* items before are done or found */

  for (guint at = 0; at < items->len; at++)
    {
      found = MAX (found, at + 1);
      for (guint i = found; i < items->len; i++)
        if (can_join (self, item[at], item[i]))
          {
            const guint32 swap = item[i];

            join (self->parent, item[at], swap);
            item[i] = item[found];
            item[found++] = swap;
          }
    }
}

/* Goes through the joints, whose links stand in a row. */
static void
join_collectives (Components *self)
{
  const RefrainLoopLevel *level = self->level;
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainLoopLink *link = &level->link[k];
      const RefrainLoopLink *last = link - 1;

      if (!link->regular || !refrain_loop_channels_is_sync (level->channels, link->channel))
        continue;
      if (k == 0 || !last->regular || last->channel != link->channel || last->to != link->from)
        {
          join_items (self, items);
          g_array_set_size (items, 0);
          if (level->item[link->from].node->loop)
            g_array_append_val (items, link->from);
        }
      if (level->item[link->to].node->loop)
        g_array_append_val (items, link->to);
    }
  join_items (self, items);
}

guint32 *
refrain_loop_merge_find_components (const RefrainLoopLevel *level)
{
  g_autoptr (GHashTable) irregular
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Components components
      = { .level = level, .irregular = irregular, .parent = g_new (guint32, level->n_items) };

  for (guint32 i = 0; i < level->n_items; i++)
    components.parent[i] = i;
  join_messages (&components);
  join_collectives (&components);
  for (guint32 i = 0; i < level->n_items; i++)
    components.parent[i] = find_root (components.parent, i);
  return components.parent;
}
