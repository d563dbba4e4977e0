/* refrain-merge-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops that communicate regularly form components; a component of loops of different processes is
 * a group. Groups that lie on a cycle of the chains between groups are dropped, others become one
 * loop.
 */
#include "refrain-merge-group.h"

#include "refrain-compare.h"
#include "refrain-divisor.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-union-find.h"

/* Loops whose counts have no common divisor are unrolled up to so many terms. */
#define MAX_UNROLLED 512

REFRAIN_DEFINE_FREE (merge_group_free, RefrainMergeGroup, g_free (x->item);
                     refrain_merge_number_clear (&x->count))

/* ---- Connected components -------------------------------------------------------------------- */

/* Two loops of which one cannot have fewer iterations than its number says. */
static gboolean
can_pair (const RefrainMergeNode *a, const RefrainMergeNode *b)
{
  if (!a->loop || !b->loop || a->process == b->process)
    return FALSE;
  if (a->number.n == 0 && b->number.n == 0)
    return refrain_merge_node_get_count (a) < REFRAIN_MERGE_MANY
           && refrain_merge_node_get_count (b) < REFRAIN_MERGE_MANY;
  return refrain_merge_number_equal (&a->number, &b->number);
}

typedef struct
{
  guint32 low; /* items */
  guint32 high;
  gboolean regular;
} Pair;

REFRAIN_DEFINE_COMPARE (compare_pairs, Pair, REFRAIN_RISING (low) ?: REFRAIN_RISING (high))

/* What pairs exchange messages, and those that do not exchange all of them, as keys. */
typedef struct
{
  const RefrainMergeLevel *level;
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
agree (const RefrainMergeLevel *level, guint32 a, guint32 b)
{
  if ((level->meets[a] & level->meets[b] & REFRAIN_MERGE_MEETS_LOOP) == 0)
    return TRUE;
  for (gsize k = level->flow_first[a]; k < level->flow_first[a + 1]; k++)
    {
      const RefrainMergeEntry *x = &level->entry[level->entry_of[k]];
      const RefrainMergeEntry *y;

      if (x->joint == REFRAIN_NONE)
        continue;
      y = refrain_merge_level_find_entry (level, b, x->port);
      if (y != NULL && y->joint != REFRAIN_NONE && y->joint != x->joint
          && MAX (x->start, y->start) < MIN (x->start + x->count, y->start + y->count))
        return FALSE;
    }
  return TRUE;
}

static void
join_messages (Components *self)
{
  const RefrainMergeLevel *level = self->level;
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  guint next;

  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainMergeLink *link = &level->link[k];
      const Pair pair = { .low = MIN (link->from, link->to),
                          .high = MAX (link->from, link->to),
                          .regular = link->regular };

      if (!refrain_merge_channels_is_sync (level->channels, link->channel)
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
        refrain_union_find_join (self->parent, pair->low, pair->high);
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

            refrain_union_find_join (self->parent, item[at], swap);
            item[i] = item[found];
            item[found++] = swap;
          }
    }
}

/* Goes through the joints, whose links stand in a row. */
static void
join_collectives (Components *self)
{
  const RefrainMergeLevel *level = self->level;
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainMergeLink *link = &level->link[k];
      const RefrainMergeLink *last = link - 1;

      if (!link->regular || !refrain_merge_channels_is_sync (level->channels, link->channel))
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

/* Joins loops all of whose channels between each other are regular. Gives the first item of each
 * one's component, by item. */
static guint32 *
find_components (const RefrainMergeLevel *level)
{
  g_autoptr (GHashTable) irregular
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  Components components = { .level = level,
                            .irregular = irregular,
                            .parent = refrain_union_find_new (level->n_items) };

  join_messages (&components);
  join_collectives (&components);
  for (guint32 i = 0; i < level->n_items; i++)
    components.parent[i] = refrain_union_find_root (components.parent, i);
  return components.parent;
}

/* ---- Cycles ---------------------------------------------------------------------------------- */

guint32
refrain_merge_group_list_owners (const RefrainMergeLevel *level,
                                 const GPtrArray *groups,
                                 guint32 *owner)
{
  guint32 n = groups->len;

  for (guint32 i = 0; i < level->n_items; i++)
    owner[i] = REFRAIN_NONE;
  for (guint g = 0; g < groups->len; g++)
    {
      const RefrainMergeGroup *group = groups->pdata[g];

      for (guint32 i = 0; i < group->n; i++)
        owner[group->item[i]] = g;
    }
  for (guint32 i = 0; i < level->n_items; i++)
    if (owner[i] == REFRAIN_NONE)
      owner[i] = n++;
  return n;
}

/* Tarjan's strongly connected components of the groups, without recursion. */
typedef struct
{
  const RefrainMergeLevel *level;
  const guint32 *owner; /* by item */
  const guint32 *first; /* by owner: its items */
  const guint32 *items;
  guint32 *number; /* by owner: order of discovery from 1, 0: not yet */
  guint32 *low;
  guint32 *next; /* by owner: item to go on from */
  gboolean *stacked;
  gboolean *cyclic; /* result: in a component with others */
  GArray *stack;
  GArray *path;
  guint32 n;
} Cycles;

static void
discover (Cycles *self, guint32 owner)
{
  self->number[owner] = self->low[owner] = ++self->n;
  self->next[owner] = self->first[owner];
  self->stacked[owner] = TRUE;
  g_array_append_val (self->stack, owner);
  g_array_append_val (self->path, owner);
}

static void
leave (Cycles *self, guint32 owner)
{
  guint32 top;
  guint n = 0;

  g_array_set_size (self->path, self->path->len - 1);
  if (self->path->len > 0)
    {
      const guint32 back = g_array_index (self->path, guint32, self->path->len - 1);

      self->low[back] = MIN (self->low[back], self->low[owner]);
    }
  if (self->low[owner] != self->number[owner])
    return;
  do
    {
      top = g_array_index (self->stack, guint32, self->stack->len - 1);
      g_array_set_size (self->stack, self->stack->len - 1);
      self->stacked[top] = FALSE;
      self->cyclic[top] = n++ > 0 || top != owner;
    }
  while (top != owner);
}

static void
visit (Cycles *self, guint32 root)
{
  discover (self, root);
  while (self->path->len > 0)
    {
      const guint32 owner = g_array_index (self->path, guint32, self->path->len - 1);
      guint32 item;
      guint32 to;

      if (self->next[owner] == self->first[owner + 1])
        {
          leave (self, owner);
          continue;
        }
      item = self->items[self->next[owner]++];
      if (item + 1 == self->level->first[self->level->item[item].slot + 1])
        continue;
      to = self->owner[item + 1];
      if (self->number[to] == 0)
        discover (self, to);
      else if (self->stacked[to])
        self->low[owner] = MIN (self->low[owner], self->number[to]);
    }
}

/* Drops the groups that would have to be before and after another: those in a strongly connected
 * component with others of the graph that the chains make of them. O(items). */
static void
drop_cyclic (const RefrainMergeLevel *level, GPtrArray *groups)
{
  g_autofree guint32 *owner = g_new (guint32, level->n_items);
  const guint32 n = refrain_merge_group_list_owners (level, groups, owner);
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n + 2);
  g_autofree guint32 *items = g_new (guint32, level->n_items);
  g_autofree guint32 *number = g_new0 (guint32, n);
  g_autofree guint32 *low = g_new0 (guint32, n);
  g_autofree guint32 *next = g_new0 (guint32, n);
  g_autofree gboolean *stacked = g_new0 (gboolean, n);
  g_autofree gboolean *cyclic = g_new0 (gboolean, n);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Cycles cycles
      = { level, owner, first, items, number, low, next, stacked, cyclic, stack, path, 0 };

  for (guint32 i = 0; i < level->n_items; i++)
    first[owner[i] + 2]++;
  for (guint32 o = 1; o <= n; o++)
    first[o + 1] += first[o];
  for (guint32 i = 0; i < level->n_items; i++)
    items[first[owner[i] + 1]++] = i;
  for (guint32 o = 0; o < n; o++)
    if (number[o] == 0)
      visit (&cycles, o);
  for (guint g = groups->len; g-- > 0;)
    if (cyclic[g])
      g_ptr_array_remove_index (groups, g);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* The components of several loops, one of each process; others fall apart. Items become roots of
 * their own where they are in none. */
static GPtrArray *
list_groups (const RefrainMergeLevel *level, const guint32 *parent)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) merge_group_free);
  g_autofree guint32 *size = g_new0 (guint32, level->n_items);
  g_autofree guint32 *last_slot = g_new (guint32, level->n_items);
  g_autofree gboolean *conflict = g_new0 (gboolean, level->n_items);
  g_autofree RefrainMergeGroup **group = g_new0 (RefrainMergeGroup *, level->n_items);

  for (guint32 i = 0; i < level->n_items; i++)
    {
      const guint32 root = parent[i];

      conflict[root] |= size[root] > 0 && last_slot[root] == level->item[i].slot;
      last_slot[root] = level->item[i].slot;
      size[root]++;
    }
  for (guint32 i = 0; i < level->n_items; i++)
    {
      const guint32 root = parent[i];

      if (size[root] == 1 || conflict[root])
        continue;
      if (group[root] == NULL)
        {
          group[root] = g_new0 (RefrainMergeGroup, 1);
          group[root]->item = g_new (guint32, size[root]);
          g_ptr_array_add (groups, group[root]);
        }
      group[root]->item[group[root]->n++] = i;
    }
  return groups;
}

/* ---- Counts ---------------------------------------------------------------------------------- */

/* Finds the common count of the group: FALSE where there is none but 1. */
static gboolean
find_count (const RefrainMergeLevel *level, RefrainMergeGroup *group)
{
  guint64 divisor = 0;

  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainMergeNode *node = level->item[group->item[i]].node;

      if (node->number.n > 0)
        {
          group->count = refrain_merge_number_copy (&node->number);
          return TRUE;
        }
      divisor = refrain_find_divisor (divisor, refrain_merge_node_get_count (node));
    }
  group->count = (RefrainMergeNumber){ .constant = (gint64) divisor };
  return divisor > 1;
}

/* Unrolls the loops of the group, where they are small. */
static gboolean
unroll (RefrainMergeLevel *level, const RefrainMergeGroup *group, GPtrArray **replacement)
{
  guint64 terms = 0;

  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainMergeNode *node = level->item[group->item[i]].node;
      const guint64 count = refrain_merge_node_get_count (node);

      if (count > MAX_UNROLLED || node->size > MAX_UNROLLED)
        return FALSE;
      terms += count * (node->size - 1);
      if (terms > MAX_UNROLLED)
        return FALSE;
    }
  for (guint32 i = 0; i < group->n; i++)
    replacement[group->item[i]] = refrain_merge_level_unroll (level, group->item[i]);
  return TRUE;
}

GPtrArray *
refrain_merge_group_find_all (RefrainMergeLevel *level)
{
  g_autofree guint32 *parent = find_components (level);
  g_autoptr (GPtrArray) groups = list_groups (level, parent);
  g_autofree GPtrArray **replacement = g_new0 (GPtrArray *, level->n_items);
  gboolean unrolled = FALSE;

  drop_cyclic (level, groups);
  for (guint g = groups->len; g-- > 0;)
    if (!find_count (level, groups->pdata[g]))
      {
        unrolled |= unroll (level, groups->pdata[g], replacement);
        g_ptr_array_remove_index (groups, g);
      }
  if (!unrolled)
    return g_steal_pointer (&groups);
  refrain_merge_level_replace (level, replacement);
  return NULL;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* One process' part of the group's body: its loop's body or, where the common count is lower, a
 * loop of as many iterations as come on one. */
static GPtrArray *
enter_loop (RefrainMergeLevel *level, const RefrainMergeNode *loop, const RefrainMergeNumber *count)
{
  GPtrArray *chain = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) body = NULL;
  RefrainMergeNumber each = { .constant = 1 };
  RefrainMergeSubstitution by = { .depth = level->depth, .inner = 1, .shift = 1 };

  if (count->n > 0 || loop->number.constant == count->constant)
    {
      for (guint32 i = 0; i < loop->n_body; i++)
        g_ptr_array_add (chain, refrain_merge_node_ref (loop->body[i]));
      return chain;
    }
  each.constant = loop->number.constant / count->constant;
  by.here = each.constant;
  by.constant = -each.constant;
  body = refrain_merge_sequence_new ();
  for (guint32 i = 0; i < loop->n_body; i++)
    refrain_merge_sequence_substitute (body, level->channels, loop->body[i], level->depth + 1, &by);
  refrain_merge_sequence_add_loop (chain, level->channels, &each, (RefrainMergeNode **) body->pdata,
                                   body->len, level->depth + 1);
  return chain;
}

/* Adds to @clean the collective operations that all of the group that take part take part in
 * alike. */
static void
list_clean_syncs (const RefrainMergeLevel *level, const RefrainMergeGroup *group, GHashTable *clean)
{
  g_autoptr (GHashTable) joints = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < group->n; i++)
    for (gsize k = level->flow_first[group->item[i]]; k < level->flow_first[group->item[i] + 1];
         k++)
      {
        const RefrainMergeEntry *entry = &level->entry[level->entry_of[k]];
        const gpointer channel = GUINT_TO_POINTER (entry->port / 2);
        gpointer known;

        if (!refrain_merge_channels_is_sync (level->channels, entry->port / 2))
          continue;
        if (!g_hash_table_lookup_extended (joints, channel, NULL, &known))
          {
            g_hash_table_insert (joints, channel, GUINT_TO_POINTER (entry->joint));
            if (entry->joint != REFRAIN_NONE)
              g_hash_table_add (clean, channel);
          }
        else if (GPOINTER_TO_UINT (known) != entry->joint)
          g_hash_table_remove (clean, channel);
      }
}

/* The channels that the loops of the group exchange all messages of, iteration by iteration. */
static GHashTable *
list_clean (const RefrainMergeLevel *level, const RefrainMergeGroup *group, const guint32 *item_of)
{
  GHashTable *clean = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < group->n; i++)
    for (gsize k = level->incident_first[group->item[i]];
         k < level->incident_first[group->item[i] + 1]; k++)
      {
        const RefrainMergeLink *link = &level->link[level->incident[k]];

        if (link->regular && link->from == group->item[i]
            && !refrain_merge_channels_is_sync (level->channels, link->channel)
            && item_of[level->item[link->to].slot] == link->to + 1)
          g_hash_table_add (clean, GUINT_TO_POINTER (link->channel));
      }
  list_clean_syncs (level, group, clean);
  return clean;
}

/* Blocks the channels in the body of @item that are not @clean. */
static void
block_channels (const RefrainMergeLevel *level,
                guint32 item,
                GHashTable *clean,
                GHashTable *blocked)
{
  const RefrainMergeNode *loop = level->item[item].node;

  for (guint32 i = 0; i < loop->n_body; i++)
    for (guint32 k = 0; k < loop->body[i]->n_flow; k++)
      {
        const guint32 inner = loop->body[i]->flow[k].port;
        const guint32 port
            = loop->number.n == 0
                  ? inner
                  : refrain_merge_channels_repeat (level->channels, inner, &loop->number);

        if (!g_hash_table_contains (clean, GUINT_TO_POINTER (port / 2)))
          g_hash_table_add (blocked, GUINT_TO_POINTER (inner / 2));
      }
}

RefrainMergeLevel *
refrain_merge_group_enter (RefrainMergeLevel *level, RefrainMergeGroup *group)
{
  g_autofree guint32 *process = g_new (guint32, group->n);
  g_autofree GPtrArray **chain = g_new (GPtrArray *, group->n);
  g_autofree guint32 *item_of = g_new0 (guint32, level->n_slots);
  g_autoptr (GHashTable) clean = NULL;
  RefrainMergeLevel *inner;

  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainMergeItem *item = &level->item[group->item[i]];

      process[i] = level->process[item->slot];
      chain[i] = enter_loop (level, item->node, &group->count);
      item_of[item->slot] = group->item[i] + 1;
    }
  inner = refrain_merge_level_new (level->channels, level->depth + 1, group->n, process, chain);
  inner->blocked = g_hash_table_new (NULL, NULL);
  clean = list_clean (level, group, item_of);
  for (guint32 i = 0; i < group->n; i++)
    block_channels (level, group->item[i], clean, inner->blocked);
  return inner;
}
