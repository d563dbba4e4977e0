/* refrain-loop-merge-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order in which the constructs of a level are written: by Lamport position, then by process.
 * The chains are always kept; messages where they allow it.
 */
#include "config.h"

#include "refrain-loop-merge-private.h"

typedef struct
{
  guint32 position;
  guint32 owner; /* or cluster */
} Waiting;

typedef struct
{
  const RefrainLoopLevel *level;
  const guint32 *owner;
  guint32 n;
  guint32 *cluster;  /* by owner: the first one it takes part in a collective operation with */
  guint32 *next;     /* by owner: the next one of the cluster, or REFRAIN_NONE */
  guint32 *unready;  /* by cluster: owners that wait */
  guint32 *before;   /* by owner: constructs of its chains that are to come before */
  guint32 *messages; /* by owner: messages that it waits for */
  guint32 *position; /* by owner */
  gboolean *placed;  /* by owner */
  gsize *edge_first; /* by owner: what comes after it */
  Waiting *edge;     /* `owner`; `position`: 1 for a message */
  GArray *ready;     /* heap of clusters */
  GArray *possible;  /* heap of owners that wait for no more than messages */
  guint32 *result;
  guint32 n_placed;
} Order;

/* ---- Heap ------------------------------------------------------------------------------------ */

static gboolean
comes_first (const Waiting *a, const Waiting *b)
{
  return a->position != b->position ? a->position < b->position : a->owner < b->owner;
}

static void
heap_push (GArray *heap, guint32 position, guint32 owner)
{
  const Waiting waiting = { position, owner };
  guint at = heap->len;

  g_array_append_val (heap, waiting);
  while (at > 0 && comes_first (&waiting, &g_array_index (heap, Waiting, (at - 1) / 2)))
    {
      g_array_index (heap, Waiting, at) = g_array_index (heap, Waiting, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  g_array_index (heap, Waiting, at) = waiting;
}

static Waiting
heap_pop (GArray *heap)
{
  const Waiting top = g_array_index (heap, Waiting, 0);
  const Waiting last = g_array_index (heap, Waiting, heap->len - 1);
  guint at = 0;

  g_array_set_size (heap, heap->len - 1);
  while (2 * at + 1 < heap->len)
    {
      guint child = 2 * at + 1;

      if (child + 1 < heap->len
          && comes_first (&g_array_index (heap, Waiting, child + 1),
                          &g_array_index (heap, Waiting, child)))
        child++;
      if (comes_first (&last, &g_array_index (heap, Waiting, child)))
        break;
      g_array_index (heap, Waiting, at) = g_array_index (heap, Waiting, child);
      at = child;
    }
  if (heap->len > 0)
    g_array_index (heap, Waiting, at) = last;
  return top;
}

/* ---- What comes before what ------------------------------------------------------------------ */

static gboolean
is_sync (const RefrainLoopLevel *level, const RefrainLoopLink *link)
{
  const RefrainLoopNode *from = level->item[link->from].node;
  guint32 n;

  return !from->loop && !level->item[link->to].node->loop
         && refrain_loop_events_get_shapes (refrain_loop_channels_get_events (level->channels),
                                            &n)[from->shape]
                    .kind
                == REFRAIN_LOOP_SYNC;
}

/* Who takes part in one collective operation is written in a row. */
static void
join_clusters (Order *self)
{
  g_autofree guint32 *last = g_new (guint32, self->n);

  for (guint32 o = 0; o < self->n; o++)
    {
      self->cluster[o] = last[o] = o;
      self->next[o] = REFRAIN_NONE;
    }
  for (gsize k = 0; k < self->level->n_links; k++)
    {
      const RefrainLoopLink *link = &self->level->link[k];
      guint32 a = self->cluster[self->owner[link->from]];
      guint32 b = self->cluster[self->owner[link->to]];

      if (a == b || !is_sync (self->level, link))
        continue;
      if (a > b)
        {
          const guint32 swap = a;

          a = b;
          b = swap;
        }
      /* Links come by rising channel, so groups grow by one member at a time, most often. */
      self->next[last[a]] = b;
      last[a] = last[b];
      for (guint32 o = b; o != REFRAIN_NONE; o = self->next[o])
        self->cluster[o] = a;
    }
  for (guint32 o = 0; o < self->n; o++)
    self->unready[self->cluster[o]]++;
}

/* Calls for each edge: counts them (@fill FALSE) or lists them. */
static void
go_through_edges (Order *self, gsize *next, gboolean fill)
{
  const RefrainLoopLevel *level = self->level;

  for (guint32 i = 0; i + 1 < level->n_items; i++)
    if (level->item[i].slot == level->item[i + 1].slot && self->owner[i] != self->owner[i + 1])
      {
        if (fill)
          self->edge[next[self->owner[i]]++] = (Waiting){ 0, self->owner[i + 1] };
        else
          {
            self->edge_first[self->owner[i] + 1]++;
            self->before[self->owner[i + 1]]++;
          }
      }
  for (gsize k = 0; k < level->n_links; k++)
    {
      const guint32 from = self->owner[level->link[k].from];
      const guint32 to = self->owner[level->link[k].to];

      if (from == to || self->cluster[from] == self->cluster[to])
        continue;
      if (fill)
        self->edge[next[from]++] = (Waiting){ 1, to };
      else
        {
          self->edge_first[from + 1]++;
          self->messages[to]++;
        }
    }
}

static void
list_edges (Order *self)
{
  g_autofree gsize *next = g_new (gsize, (gsize) self->n + 1);

  go_through_edges (self, NULL, FALSE);
  for (guint32 o = 0; o < self->n; o++)
    self->edge_first[o + 1] += self->edge_first[o];
  for (guint32 o = 0; o <= self->n; o++)
    next[o] = self->edge_first[o];
  self->edge = g_new (Waiting, self->edge_first[self->n]);
  go_through_edges (self, next, TRUE);
}

/* ---- Placing --------------------------------------------------------------------------------- */

static void
cluster_is_ready (Order *self, guint32 cluster)
{
  guint32 position = 0;

  for (guint32 o = cluster; o != REFRAIN_NONE; o = self->next[o])
    if (!self->placed[o])
      position = MAX (position, self->position[o]);
  heap_push (self->ready, position, cluster);
}

/* To be called when what @owner waits for has changed. */
static void
look_at (Order *self, guint32 owner)
{
  if (self->placed[owner] || self->before[owner] > 0)
    return;
  if (self->messages[owner] > 0)
    heap_push (self->possible, self->position[owner], owner);
  else
    {
      if (self->next[self->cluster[owner]] != REFRAIN_NONE)
        heap_push (self->possible, self->position[owner], owner);
      if (--self->unready[self->cluster[owner]] == 0)
        cluster_is_ready (self, self->cluster[owner]);
    }
}

static void
place (Order *self, guint32 owner, guint32 position)
{
  self->placed[owner] = TRUE;
  self->result[self->n_placed++] = owner;
  for (gsize k = self->edge_first[owner]; k < self->edge_first[owner + 1]; k++)
    {
      const guint32 to = self->edge[k].owner;
      gboolean changed;

      self->position[to] = MAX (self->position[to], position + 1);
      if (self->edge[k].position == 1)
        changed = --self->messages[to] == 0;
      else
        changed = --self->before[to] == 0;
      if (changed)
        look_at (self, to);
    }
}

/* No cluster is ready: messages run against the chains here. Places the first construct that
 * waits for nothing else. */
static void
place_possible (Order *self)
{
  guint32 owner;
  guint32 cluster;

  do
    owner = heap_pop (self->possible).owner;
  while (self->placed[owner]);
  cluster = self->cluster[owner];
  if (self->messages[owner] > 0)
    self->unready[cluster]--;
  place (self, owner, self->position[owner]);
  for (guint32 o = cluster; o != REFRAIN_NONE; o = self->next[o])
    if (!self->placed[o])
      {
        if (self->unready[cluster] == 0)
          cluster_is_ready (self, cluster);
        return;
      }
}

static void
place_all (Order *self)
{
  for (guint32 o = 0; o < self->n; o++)
    look_at (self, o);
  while (self->n_placed < self->n)
    if (self->ready->len == 0)
      place_possible (self);
    else
      {
        const Waiting first = heap_pop (self->ready);

        for (guint32 o = first.owner; o != REFRAIN_NONE; o = self->next[o])
          if (!self->placed[o])
            place (self, o, first.position);
      }
}

guint32 *
refrain_loop_merge_order (const RefrainLoopLevel *level, const guint32 *owner, guint32 n_owners)
{
  Order order = { .level = level, .owner = owner, .n = n_owners };

  order.cluster = g_new (guint32, n_owners);
  order.next = g_new (guint32, n_owners);
  order.unready = g_new0 (guint32, n_owners);
  order.before = g_new0 (guint32, n_owners);
  order.messages = g_new0 (guint32, n_owners);
  order.position = g_new0 (guint32, n_owners);
  order.placed = g_new0 (gboolean, n_owners);
  order.edge_first = g_new0 (gsize, (gsize) n_owners + 1);
  order.ready = g_array_new (FALSE, FALSE, sizeof (Waiting));
  order.possible = g_array_new (FALSE, FALSE, sizeof (Waiting));
  order.result = g_new (guint32, n_owners);
  join_clusters (&order);
  list_edges (&order);
  place_all (&order);
  g_free (order.cluster);
  g_free (order.next);
  g_free (order.unready);
  g_free (order.before);
  g_free (order.messages);
  g_free (order.position);
  g_free (order.placed);
  g_free (order.edge_first);
  g_free (order.edge);
  g_array_unref (order.ready);
  g_array_unref (order.possible);
  return order.result;
}
