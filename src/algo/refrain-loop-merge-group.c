/* refrain-loop-merge-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Coalescing (Ketterlin et al. 2014, III-B.3): loops that communicate form groups; a group that
 * lies on no cycle of the chains between groups becomes one loop.
 */
#include "config.h"

#include "refrain-loop-merge-private.h"

void
refrain_loop_group_free (RefrainLoopGroup *self)
{
  g_free (self->item);
  refrain_loop_number_clear (&self->count);
  g_free (self);
}

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

/* Joins loops all of whose channels between each other are regular. */
static guint32 *
find_components (const RefrainLoopLevel *level)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  guint32 *parent = g_new (guint32, level->n_items);
  guint next;

  for (guint32 i = 0; i < level->n_items; i++)
    parent[i] = i;
  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainLoopLink *link = &level->link[k];
      const Pair pair = { .low = MIN (link->from, link->to),
                          .high = MAX (link->from, link->to),
                          .regular = link->regular };

      if (can_pair (level->item[pair.low].node, level->item[pair.high].node))
        g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs);
  for (guint i = 0; i < pairs->len; i = next)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      gboolean regular = TRUE;

      for (next = i;
           next < pairs->len && compare_pairs (pair, &g_array_index (pairs, Pair, next)) == 0;
           next++)
        regular &= g_array_index (pairs, Pair, next).regular;
      if (regular)
        join (parent, pair->low, pair->high);
    }
  return parent;
}

/* The components of several loops, one of each process; others fall apart. Items become roots of
 * their own where they are in none. */
static GPtrArray *
list_groups (const RefrainLoopLevel *level, guint32 *parent)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_group_free);
  g_autofree guint32 *size = g_new0 (guint32, level->n_items);
  g_autofree guint32 *last_slot = g_new (guint32, level->n_items);
  g_autofree gboolean *conflict = g_new0 (gboolean, level->n_items);
  g_autofree RefrainLoopGroup **group = g_new0 (RefrainLoopGroup *, level->n_items);

  for (guint32 i = 0; i < level->n_items; i++)
    {
      const guint32 root = find_root (parent, i);

      conflict[root] |= size[root] > 0 && last_slot[root] == level->item[i].slot;
      last_slot[root] = level->item[i].slot;
      size[root]++;
    }
  for (guint32 i = 0; i < level->n_items; i++)
    {
      const guint32 root = find_root (parent, i);

      if (size[root] == 1 || conflict[root])
        continue;
      if (group[root] == NULL)
        {
          group[root] = g_new0 (RefrainLoopGroup, 1);
          group[root]->item = g_new (guint32, size[root]);
          g_ptr_array_add (groups, group[root]);
        }
      group[root]->item[group[root]->n++] = i;
    }
  return groups;
}

/* ---- Cycles ---------------------------------------------------------------------------------- */

/* Tarjan's strongly connected components of the groups, without recursion. */
typedef struct
{
  const RefrainLoopLevel *level;
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

/* What each item is part of: the groups come first, other items follow. Gives how many. */
static guint32
list_owners (const RefrainLoopLevel *level, const GPtrArray *groups, guint32 *owner)
{
  guint32 n = groups->len;

  for (guint32 i = 0; i < level->n_items; i++)
    owner[i] = REFRAIN_NONE;
  for (guint g = 0; g < groups->len; g++)
    {
      const RefrainLoopGroup *group = groups->pdata[g];

      for (guint32 i = 0; i < group->n; i++)
        owner[group->item[i]] = g;
    }
  for (guint32 i = 0; i < level->n_items; i++)
    if (owner[i] == REFRAIN_NONE)
      owner[i] = n++;
  return n;
}

/* Drops the groups that would have to be before and after another. */
static void
drop_cyclic (const RefrainLoopLevel *level, GPtrArray *groups)
{
  g_autofree guint32 *owner = g_new (guint32, level->n_items);
  const guint32 n = list_owners (level, groups, owner);
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

/* ---- Counts ---------------------------------------------------------------------------------- */

static guint64
greatest_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      const guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* Finds the common count of the group: FALSE where there is none but 1. */
static gboolean
find_count (const RefrainLoopLevel *level, RefrainLoopGroup *group)
{
  guint64 divisor = 0;

  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainLoopNode *node = level->item[group->item[i]].node;

      if (node->number.n > 0)
        {
          group->count = refrain_loop_number_copy (&node->number);
          return TRUE;
        }
      divisor = greatest_divisor (divisor, refrain_loop_node_get_count (node));
    }
  group->count = (RefrainLoopNumber){ .constant = (gint64) divisor };
  return divisor > 1;
}

/* Unrolls the loops of the group, where they are small. */
static gboolean
unroll (RefrainLoopLevel *level, const RefrainLoopGroup *group, GPtrArray **replacement)
{
  guint64 terms = 0;

  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainLoopNode *node = level->item[group->item[i]].node;
      const guint64 count = refrain_loop_node_get_count (node);

      if (count > REFRAIN_LOOP_MERGE_UNROLLED || node->size > REFRAIN_LOOP_MERGE_UNROLLED)
        return FALSE;
      terms += count * (node->size - 1);
      if (terms > REFRAIN_LOOP_MERGE_UNROLLED)
        return FALSE;
    }
  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainLoopNode *node = level->item[group->item[i]].node;
      const guint64 count = refrain_loop_node_get_count (node);
      GPtrArray *parts = refrain_loop_sequence_new ();

      for (guint64 k = 1; k <= count; k++)
        refrain_loop_sequence_unwrap (parts, level->channels, node->body, node->n_body,
                                      level->depth, k);
      replacement[group->item[i]] = parts;
    }
  return TRUE;
}

GPtrArray *
refrain_loop_merge_find_groups (RefrainLoopLevel *level)
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
  refrain_loop_level_replace (level, replacement);
  return NULL;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* One process' part of the group's body: its loop's body or, where the common count is lower, a
 * loop of as many iterations as come on one. */
static GPtrArray *
enter_loop (RefrainLoopLevel *level, const RefrainLoopNode *loop, const RefrainLoopNumber *count)
{
  GPtrArray *chain = refrain_loop_sequence_new ();
  g_autoptr (GPtrArray) body = NULL;
  RefrainLoopNumber each = { .constant = 1 };
  RefrainLoopSubstitution by = { .depth = level->depth, .inner = 1, .shift = 1 };

  if (count->n > 0 || loop->number.constant == count->constant)
    {
      for (guint32 i = 0; i < loop->n_body; i++)
        g_ptr_array_add (chain, refrain_loop_node_ref (loop->body[i]));
      return chain;
    }
  each.constant = loop->number.constant / count->constant;
  by.here = each.constant;
  by.constant = -each.constant;
  body = refrain_loop_sequence_new ();
  for (guint32 i = 0; i < loop->n_body; i++)
    refrain_loop_sequence_substitute (body, level->channels, loop->body[i], level->depth + 1, &by);
  refrain_loop_sequence_add_loop (chain, level->channels, &each, (RefrainLoopNode **) body->pdata,
                                  body->len, level->depth + 1);
  return chain;
}

/* Blocks the channels of @item that the loops of the group do not exchange iteration by
 * iteration. */
static void
block_channels (const RefrainLoopLevel *level,
                const guint32 *item_of, /* by slot: item of the group + 1 */
                guint32 item,
                GHashTable *blocked)
{
  const RefrainLoopNode *loop = level->item[item].node;

  for (guint32 i = 0; i < loop->n_body; i++)
    for (guint32 k = 0; k < loop->body[i]->n_flow; k++)
      {
        const guint32 inner = loop->body[i]->flow[k].port;
        const guint32 port
            = loop->number.n == 0
                  ? inner
                  : refrain_loop_channels_repeat (level->channels, inner, &loop->number);
        const guint32 slot = refrain_loop_level_find_slot (
            level, refrain_loop_channels_get_destination (level->channels, port / 2));
        const RefrainLoopEntry *from;
        const RefrainLoopEntry *to;

        if (port % 2 == 1 || slot == REFRAIN_NONE || item_of[slot] == 0)
          continue;
        from = refrain_loop_level_find_entry (level, item, port);
        to = refrain_loop_level_find_entry (level, item_of[slot] - 1, port + 1);
        if (to == NULL)
          continue;
        if (from->start != to->start || from->count != to->count
            || (level->blocked != NULL
                && g_hash_table_contains (level->blocked, GUINT_TO_POINTER (port / 2))))
          g_hash_table_add (blocked, GUINT_TO_POINTER (inner / 2));
      }
}

RefrainLoopLevel *
refrain_loop_merge_enter_group (RefrainLoopLevel *level, RefrainLoopGroup *group)
{
  g_autofree guint32 *process = g_new (guint32, group->n);
  g_autofree GPtrArray **chain = g_new (GPtrArray *, group->n);
  g_autofree guint32 *item_of = g_new0 (guint32, level->n_slots);
  RefrainLoopLevel *inner;

  for (guint32 i = 0; i < group->n; i++)
    {
      const RefrainLoopItem *item = &level->item[group->item[i]];

      process[i] = level->process[item->slot];
      chain[i] = enter_loop (level, item->node, &group->count);
      item_of[item->slot] = group->item[i] + 1;
    }
  inner = refrain_loop_level_new (level->channels, level->depth + 1, group->n, process, chain);
  inner->blocked = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < group->n; i++)
    block_channels (level, item_of, group->item[i], inner->blocked);
  return inner;
}
