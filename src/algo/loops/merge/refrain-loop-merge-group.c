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

/* ---- Groups ---------------------------------------------------------------------------------- */

/* The components of several loops, one of each process; others fall apart. Items become roots of
 * their own where they are in none. */
static GPtrArray *
list_groups (const RefrainLoopLevel *level, const guint32 *parent)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_group_free);
  g_autofree guint32 *size = g_new0 (guint32, level->n_items);
  g_autofree guint32 *last_slot = g_new (guint32, level->n_items);
  g_autofree gboolean *conflict = g_new0 (gboolean, level->n_items);
  g_autofree RefrainLoopGroup **group = g_new0 (RefrainLoopGroup *, level->n_items);

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
          group[root] = g_new0 (RefrainLoopGroup, 1);
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
      divisor = refrain_loop_greatest_divisor (divisor, refrain_loop_node_get_count (node));
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
    replacement[group->item[i]] = refrain_loop_level_unroll (level, group->item[i]);
  return TRUE;
}

GPtrArray *
refrain_loop_merge_find_groups (RefrainLoopLevel *level)
{
  g_autofree guint32 *parent = refrain_loop_merge_find_components (level);
  g_autoptr (GPtrArray) groups = list_groups (level, parent);
  g_autofree GPtrArray **replacement = g_new0 (GPtrArray *, level->n_items);
  gboolean unrolled = FALSE;

  refrain_loop_merge_drop_cyclic (level, groups);
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

/* Adds to @clean the collective operations that all of the group that take part take part in
 * alike. */
static void
list_clean_syncs (const RefrainLoopLevel *level, const RefrainLoopGroup *group, GHashTable *clean)
{
  g_autoptr (GHashTable) joints = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < group->n; i++)
    for (gsize k = level->flow_first[group->item[i]]; k < level->flow_first[group->item[i] + 1];
         k++)
      {
        const RefrainLoopEntry *entry = &level->entry[level->entry_of[k]];
        const gpointer channel = GUINT_TO_POINTER (entry->port / 2);
        gpointer known;

        if (!refrain_loop_channels_is_sync (level->channels, entry->port / 2))
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
list_clean (const RefrainLoopLevel *level, const RefrainLoopGroup *group, const guint32 *item_of)
{
  GHashTable *clean = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < group->n; i++)
    for (gsize k = level->incident_first[group->item[i]];
         k < level->incident_first[group->item[i] + 1]; k++)
      {
        const RefrainLoopLink *link = &level->link[level->incident[k]];

        if (link->regular && link->from == group->item[i]
            && !refrain_loop_channels_is_sync (level->channels, link->channel)
            && item_of[level->item[link->to].slot] == link->to + 1)
          g_hash_table_add (clean, GUINT_TO_POINTER (link->channel));
      }
  list_clean_syncs (level, group, clean);
  return clean;
}

/* Blocks the channels in the body of @item that are not @clean. */
static void
block_channels (const RefrainLoopLevel *level, guint32 item, GHashTable *clean, GHashTable *blocked)
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

        if (!g_hash_table_contains (clean, GUINT_TO_POINTER (port / 2)))
          g_hash_table_add (blocked, GUINT_TO_POINTER (inner / 2));
      }
}

RefrainLoopLevel *
refrain_loop_merge_enter_group (RefrainLoopLevel *level, RefrainLoopGroup *group)
{
  g_autofree guint32 *process = g_new (guint32, group->n);
  g_autofree GPtrArray **chain = g_new (GPtrArray *, group->n);
  g_autofree guint32 *item_of = g_new0 (guint32, level->n_slots);
  g_autoptr (GHashTable) clean = NULL;
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
  clean = list_clean (level, group, item_of);
  for (guint32 i = 0; i < group->n; i++)
    block_channels (level, group->item[i], clean, inner->blocked);
  return inner;
}
