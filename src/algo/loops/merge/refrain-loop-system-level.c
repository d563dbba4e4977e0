/* refrain-loop-system-level.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-system-private.h"

RefrainLoopLevel *
refrain_loop_level_new (RefrainLoopChannels *channels,
                        guint32 depth,
                        guint32 n_slots,
                        const guint32 *process,
                        GPtrArray **chain)
{
  RefrainLoopLevel *self = g_new0 (RefrainLoopLevel, 1);

  self->channels = channels;
  self->depth = depth;
  self->n_slots = n_slots;
  self->process = g_memdup2 (process, n_slots * sizeof *process);
  self->chain = g_memdup2 (chain, n_slots * sizeof *chain);
  return self;
}

static void
clear_links (RefrainLoopLevel *self)
{
  g_clear_pointer (&self->item, g_free);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->entry, g_free);
  g_clear_pointer (&self->entry_of, g_free);
  g_clear_pointer (&self->flow_first, g_free);
  g_clear_pointer (&self->meets, g_free);
  g_clear_pointer (&self->link, g_free);
  g_clear_pointer (&self->incident_first, g_free);
  g_clear_pointer (&self->incident, g_free);
}

void
refrain_loop_level_free (RefrainLoopLevel *self)
{
  clear_links (self);
  for (guint32 s = 0; s < self->n_slots; s++)
    g_ptr_array_unref (self->chain[s]);
  g_clear_pointer (&self->blocked, g_hash_table_unref);
  g_free (self->chain);
  g_free (self->process);
  g_free (self);
}

guint32
refrain_loop_level_find_slot (const RefrainLoopLevel *self, guint32 process)
{
  guint32 low = 0;
  guint32 high = self->n_slots;

  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (self->process[middle] < process)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_slots && self->process[low] == process ? low : REFRAIN_NONE;
}

const RefrainLoopEntry *
refrain_loop_level_find_entry (const RefrainLoopLevel *self, guint32 item, guint32 port)
{
  const RefrainLoopNode *node = self->item[item].node;
  gsize low = 0;
  gsize high = node->n_flow;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (node->flow[middle].port < port)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == node->n_flow || node->flow[low].port != port)
    return NULL;
  return &self->entry[self->entry_of[self->flow_first[item] + low]];
}

static void
number_items (RefrainLoopLevel *self)
{
  guint32 n = 0;

  self->first = g_new (guint32, (gsize) self->n_slots + 1);
  for (guint32 s = 0; s < self->n_slots; s++)
    {
      self->first[s] = n;
      n += self->chain[s]->len;
    }
  self->first[self->n_slots] = n;
  self->n_items = n;
  self->item = g_new (RefrainLoopItem, n);
  self->flow_first = g_new (gsize, (gsize) n + 1);
  self->flow_first[0] = 0;
  for (guint32 s = 0; s < self->n_slots; s++)
    for (guint32 i = 0; i < self->chain[s]->len; i++)
      {
        const guint32 at = self->first[s] + i;

        self->item[at]
            = (RefrainLoopItem){ .node = self->chain[s]->pdata[i], .slot = s, .position = i };
        self->flow_first[at + 1] = self->flow_first[at] + self->item[at].node->n_flow;
      }
}

static int
compare_entries (const void *a, const void *b)
{
  const RefrainLoopEntry *x = a;
  const RefrainLoopEntry *y = b;

  if (x->port != y->port)
    return x->port < y->port ? -1 : 1;
  return (x->item > y->item) - (x->item < y->item);
}

static void
list_entries (RefrainLoopLevel *self)
{
  g_autofree guint32 *next = g_new0 (guint32, self->n_items);
  gsize n = 0;

  self->n_entries = self->flow_first[self->n_items];
  self->entry = g_new (RefrainLoopEntry, self->n_entries);
  self->entry_of = g_new (guint32, self->n_entries);
  for (guint32 i = 0; i < self->n_items; i++)
    for (guint32 k = 0; k < self->item[i].node->n_flow; k++)
      self->entry[n++] = (RefrainLoopEntry){ .port = self->item[i].node->flow[k].port,
                                             .item = i,
                                             .joint = REFRAIN_NONE,
                                             .count = self->item[i].node->flow[k].count };
  if (n > 0)
    qsort (self->entry, n, sizeof *self->entry, compare_entries);
  for (gsize e = 0; e < n; e++)
    {
      const guint32 item = self->entry[e].item;

      if (e > 0 && self->entry[e - 1].port == self->entry[e].port
          && self->item[self->entry[e - 1].item].slot == self->item[item].slot)
        self->entry[e].start
            = MIN (self->entry[e - 1].start + self->entry[e - 1].count, REFRAIN_LOOP_MANY);
      /* Both the entries and each item's flows are in order of ports. */
      self->entry_of[self->flow_first[item] + next[item]++] = (guint32) e;
    }
}

static void
list_incident (RefrainLoopLevel *self)
{
  g_autofree gsize *next = g_new0 (gsize, (gsize) self->n_items + 1);

  self->incident_first = g_new0 (gsize, (gsize) self->n_items + 1);
  self->incident = g_new (guint32, 2 * self->n_links);
  for (gsize i = 0; i < self->n_links; i++)
    {
      self->incident_first[self->link[i].from + 1]++;
      if (self->link[i].to != self->link[i].from)
        self->incident_first[self->link[i].to + 1]++;
    }
  for (guint32 i = 0; i < self->n_items; i++)
    {
      self->incident_first[i + 1] += self->incident_first[i];
      next[i] = self->incident_first[i];
    }
  for (gsize i = 0; i < self->n_links; i++)
    {
      self->incident[next[self->link[i].from]++] = (guint32) i;
      if (self->link[i].to != self->link[i].from)
        self->incident[next[self->link[i].to]++] = (guint32) i;
    }
}

void
refrain_loop_level_link (RefrainLoopLevel *self)
{
  clear_links (self);
  number_items (self);
  list_entries (self);
  self->meets = g_new0 (guint8, self->n_items);
  self->n_joints = 0;
  refrain_loop_level_make_links (self);
  list_incident (self);
}

GPtrArray *
refrain_loop_level_unroll (const RefrainLoopLevel *self, guint32 item)
{
  const RefrainLoopNode *node = self->item[item].node;
  const guint64 count = refrain_loop_node_get_count (node);
  GPtrArray *parts = refrain_loop_sequence_new ();

  for (guint64 k = 1; k <= count; k++)
    refrain_loop_sequence_unwrap (parts, self->channels, node->body, node->n_body, self->depth, k);
  return parts;
}

void
refrain_loop_level_replace (RefrainLoopLevel *self, GPtrArray **replacement)
{
  for (guint32 s = 0; s < self->n_slots; s++)
    {
      GPtrArray *chain = refrain_loop_sequence_new ();

      for (guint32 i = self->first[s]; i < self->first[s + 1]; i++)
        if (replacement[i] == NULL)
          g_ptr_array_add (chain, refrain_loop_node_ref (self->item[i].node));
        else
          g_ptr_array_extend_and_steal (chain, replacement[i]);
      g_ptr_array_unref (self->chain[s]);
      self->chain[s] = chain;
    }
  refrain_loop_level_link (self);
}
