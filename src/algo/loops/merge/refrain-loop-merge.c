/* refrain-loop-merge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the paper reduces models pairwise, all are merged at once, level by level: then all
 * correspondents are known before any loop is cut, and the order of merging cannot matter.
 *
 * The constructs of a level are written by Lamport position, then by process. The chains are always
 * kept; messages where they allow it.
 */
#include "refrain-loop-merge.h"

#include "refrain-free.h"
#include "refrain-heap.h"
#include "refrain-merge-align.h"
#include "refrain-merge-group.h"
#include "refrain-parallel.h"

/* ---- Order ----------------------------------------------------------------------------------- */

typedef struct
{
  guint32 position;
  guint32 owner; /* or cluster */
} Waiting;

typedef struct
{
  const RefrainMergeLevel *level;
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

  REFRAIN_HEAP_PUSH (heap, Waiting, waiting, comes_first (x, y));
}

static Waiting
heap_pop (GArray *heap)
{
  return REFRAIN_HEAP_POP (heap, Waiting, comes_first (x, y));
}

/* ---- What comes before what ------------------------------------------------------------------ */

static gboolean
is_sync (const RefrainMergeLevel *level, const RefrainMergeLink *link)
{
  const RefrainMergeNode *from = level->item[link->from].node;
  guint32 n;

  return !from->loop && !level->item[link->to].node->loop
         && refrain_loop_events_get_shapes (refrain_merge_channels_get_events (level->channels),
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
      const RefrainMergeLink *link = &self->level->link[k];
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
  const RefrainMergeLevel *level = self->level;

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

/* The order in which a level's constructs are written: @owner gives what each item is part of,
 * below @n_owners. Gives the owners in that order. */
static guint32 *
order_owners (const RefrainMergeLevel *level, const guint32 *owner, guint32 n_owners)
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
  refrain_free (order.cluster, order.next, order.unready, order.before, order.messages,
                order.position, order.placed, order.edge_first, order.edge);
  refrain_unref_arrays (order.ready, order.possible);
  return order.result;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* A body as it will be written. */
typedef struct _Body Body;

typedef struct
{
  RefrainMergeNode *node;   /* an event, or a loop of one process that is written as it is */
  RefrainMergeNumber count; /* else: of the loop */
  Body *body;               /* ... and its body */
  guint32 index;            /* of the construct, once it is written */
} Written;

typedef struct
{
  guint32 from; /* constructs of the body */
  guint32 to;
} WrittenLink;

struct _Body
{
  guint32 n;
  Written *written;
  GArray *links; /* of WrittenLink */
};

static void
body_free (Body *body)
{
  for (guint32 i = 0; i < body->n; i++)
    {
      g_clear_pointer (&body->written[i].node, refrain_merge_node_unref);
      refrain_merge_number_clear (&body->written[i].count);
      g_clear_pointer (&body->written[i].body, body_free);
    }
  g_free (body->written);
  g_array_unref (body->links);
  g_free (body);
}

/* ---- One level ------------------------------------------------------------------------------- */

static Body *merge_level (RefrainMergeLevel *level, gboolean spread, GCancellable *cancellable);

/* Loops of a level whose bodies are merged. */
typedef struct
{
  RefrainMergeLevel *level;
  GPtrArray *groups;
  Body **body; /* by group */
  gboolean spread;
  GCancellable *cancellable;
} Bodies;

static void
merge_body (gsize item, gpointer data)
{
  Bodies *bodies = data;
  g_autoptr (RefrainMergeLevel) inner
      = refrain_merge_group_enter (bodies->level, bodies->groups->pdata[item]);

  bodies->body[item] = merge_level (inner, bodies->spread, bodies->cancellable);
}

static gboolean
has_self_messages (const RefrainMergeLevel *level, const RefrainMergeNode *node)
{
  for (guint32 k = 0; k < node->n_flow; k++)
    if (!refrain_merge_channels_is_sync (level->channels, node->flow[k].port / 2)
        && refrain_merge_channels_get_source (level->channels, node->flow[k].port / 2)
               == refrain_merge_channels_get_destination (level->channels, node->flow[k].port / 2))
      return TRUE;
  return FALSE;
}

/* A loop that stays alone, but whose body has messages to link. */
static void
add_single (RefrainMergeLevel *level, guint32 item, GPtrArray *groups)
{
  RefrainMergeGroup *group = g_new0 (RefrainMergeGroup, 1);

  group->n = 1;
  group->item = g_memdup2 (&item, sizeof item);
  group->count = refrain_merge_number_copy (&level->item[item].node->number);
  g_ptr_array_add (groups, group);
}

/* Makes groups of single loops whose bodies have messages to themselves. */
static void
add_singles (RefrainMergeLevel *level, GPtrArray *groups)
{
  g_autofree guint32 *owner = g_new (guint32, level->n_items);
  const guint n = groups->len;

  refrain_merge_group_list_owners (level, groups, owner);
  for (guint32 i = 0; i < level->n_items; i++)
    if (owner[i] >= n && level->item[i].node->loop
        && has_self_messages (level, level->item[i].node))
      add_single (level, i, groups);
}

/* Numbers owners anew in order of their first items, so that of equals the lowest process comes
 * first. Gives the group of each, or REFRAIN_NONE. */
static guint32 *
sort_owners (const RefrainMergeLevel *level, const GPtrArray *groups, guint32 *owner, guint32 n)
{
  g_autofree guint32 *number = g_new (guint32, n);
  guint32 *group = g_new (guint32, n);
  guint32 next = 0;

  for (guint32 o = 0; o < n; o++)
    number[o] = REFRAIN_NONE;
  for (guint32 i = 0; i < level->n_items; i++)
    {
      if (number[owner[i]] == REFRAIN_NONE)
        {
          group[next] = owner[i] < groups->len ? owner[i] : REFRAIN_NONE;
          number[owner[i]] = next++;
        }
      owner[i] = number[owner[i]];
    }
  return group;
}

/* Links events that exchange messages; loops' messages are linked in their bodies. */
static void
link_body (const RefrainMergeLevel *level, const guint32 *owner, const guint32 *rank, Body *body)
{
  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainMergeLink *link = &level->link[k];
      const WrittenLink written = { .from = rank[owner[link->from]], .to = rank[owner[link->to]] };

      if (!level->item[link->from].node->loop && !level->item[link->to].node->loop)
        g_array_append_val (body->links, written);
    }
}

static Body *
write_body (const RefrainMergeLevel *level, Bodies *bodies, guint32 *owner, guint32 n)
{
  g_autofree guint32 *group = sort_owners (level, bodies->groups, owner, n);
  g_autofree guint32 *order = order_owners (level, owner, n);
  g_autofree guint32 *rank = g_new (guint32, n);
  Body *body = g_new0 (Body, 1);

  body->n = n;
  body->written = g_new0 (Written, n);
  body->links = g_array_new (FALSE, FALSE, sizeof (WrittenLink));
  for (guint32 i = 0; i < n; i++)
    rank[order[i]] = i;
  for (guint32 i = 0; i < level->n_items; i++)
    if (group[owner[i]] == REFRAIN_NONE)
      body->written[rank[owner[i]]].node = refrain_merge_node_ref (level->item[i].node);
  for (guint32 o = 0; o < n; o++)
    if (group[o] != REFRAIN_NONE)
      {
        const RefrainMergeGroup *of = bodies->groups->pdata[group[o]];

        body->written[rank[o]].count = refrain_merge_number_copy (&of->count);
        body->written[rank[o]].body = g_steal_pointer (&bodies->body[group[o]]);
      }
  link_body (level, owner, rank, body);
  return body;
}

/* Gives NULL when cancelled. Bodies are merged at once where @spread and where that is safe: new
 * channels come to be only where numbers are affine. */
static Body *
merge_level (RefrainMergeLevel *level, gboolean spread, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) groups = NULL;
  g_autofree guint32 *owner = NULL;
  Bodies bodies = { .level = level, .cancellable = cancellable };
  gboolean whole = TRUE;
  Body *result = NULL;
  guint32 n;

  do
    refrain_merge_regularise (level, cancellable);
  while (!g_cancellable_is_cancelled (cancellable)
         && (groups = refrain_merge_group_find_all (level)) == NULL);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  owner = g_new (guint32, level->n_items);
  add_singles (level, groups);
  n = refrain_merge_group_list_owners (level, groups, owner);
  bodies.groups = groups;
  bodies.body = g_new0 (Body *, groups->len);
  if (spread && groups->len > 1 && !refrain_merge_channels_get_affine (level->channels))
    refrain_parallel_run (groups->len, merge_body, &bodies, cancellable);
  else
    {
      bodies.spread = spread;
      for (guint g = 0; g < groups->len; g++)
        merge_body (g, &bodies);
    }
  for (guint g = 0; g < groups->len; g++)
    whole &= bodies.body[g] != NULL;
  if (whole)
    result = write_body (level, &bodies, owner, n);
  for (guint g = 0; g < groups->len; g++)
    g_clear_pointer (&bodies.body[g], body_free);
  g_free (bodies.body);
  return result;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static RefrainAffine
write_number (RefrainLoopModelBuilder *builder, const RefrainMergeNumber *number)
{
  return refrain_loop_model_builder_affine (builder, number->constant, number->terms, number->n);
}

static guint32
write_node (RefrainLoopModelBuilder *builder, const RefrainMergeNode *node)
{
  const RefrainAffine number = write_number (builder, &node->number);
  guint32 index;

  if (!node->loop)
    return refrain_loop_model_builder_add_event (builder, node->process, node->shape,
                                                 write_number (builder, &node->peer), number);
  index = refrain_loop_model_builder_open_loop (builder, number);
  for (guint32 i = 0; i < node->n_body; i++)
    write_node (builder, node->body[i]);
  refrain_loop_model_builder_close (builder);
  return index;
}

static void
write_constructs (RefrainLoopModelBuilder *builder, Body *body)
{
  for (guint32 i = 0; i < body->n; i++)
    {
      Written *written = &body->written[i];

      if (written->node != NULL)
        {
          written->index = write_node (builder, written->node);
          continue;
        }
      written->index
          = refrain_loop_model_builder_open_loop (builder, write_number (builder, &written->count));
      write_constructs (builder, written->body);
      refrain_loop_model_builder_close (builder);
    }
  for (guint i = 0; i < body->links->len; i++)
    {
      const WrittenLink *link = &g_array_index (body->links, WrittenLink, i);

      refrain_loop_model_builder_add_link (builder, body->written[link->from].index,
                                           body->written[link->to].index);
    }
}

/* ---- Models ---------------------------------------------------------------------------------- */

/* Which model tells of each process, or NULL. */
static RefrainLoopModel **
find_models (GPtrArray *models, guint n_processes)
{
  RefrainLoopModel **of = g_new0 (RefrainLoopModel *, n_processes);

  for (guint m = 0; m < models->len; m++)
    {
      guint32 n;
      const RefrainConstruct *construct = refrain_loop_model_get_constructs (models->pdata[m], &n);

      for (guint32 i = 0; i < n; i++)
        if (construct[i].kind == REFRAIN_CONSTRUCT_EVENT)
          of[construct[i].process] = models->pdata[m];
    }
  return of;
}

static void
import_all (RefrainMergeChannels *channels,
            RefrainLoopModel **of,
            const guint32 *process,
            guint32 n,
            GPtrArray **chain)
{
  for (guint32 i = 0; i < n; i++)
    chain[i] = refrain_merge_sequence_import (channels, of[process[i]], process[i]);
}

/* The outermost level: the processes' constructs as they are in their models. */
static RefrainMergeLevel *
new_level (RefrainMergeChannels *channels, GPtrArray *models)
{
  const guint n_processes
      = refrain_loop_events_get_n_processes (refrain_merge_channels_get_events (channels));
  g_autofree RefrainLoopModel **of = find_models (models, n_processes);
  g_autofree guint32 *process = g_new (guint32, n_processes);
  g_autofree GPtrArray **chain = g_new (GPtrArray *, n_processes);
  guint32 n = 0;

  for (guint p = 0; p < n_processes; p++)
    if (of[p] != NULL)
      process[n++] = p;
  import_all (channels, of, process, n, chain);
  if (refrain_merge_channels_find_uneven (channels))
    {
      for (guint32 i = 0; i < n; i++)
        g_ptr_array_unref (chain[i]);
      import_all (channels, of, process, n, chain);
    }
  return refrain_merge_level_new (channels, 0, n, process, chain);
}

RefrainLoopModel *
refrain_loop_merge (GPtrArray *models, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainLoopModelBuilder) builder = NULL;
  g_autoptr (RefrainMergeChannels) channels = NULL;
  g_autoptr (RefrainMergeLevel) level = NULL;
  Body *body;

  g_return_val_if_fail (models != NULL && models->len > 0, NULL);
  channels = refrain_merge_channels_new (refrain_loop_model_get_events (models->pdata[0]));
  builder = refrain_loop_model_builder_new (refrain_merge_channels_get_events (channels));
  level = new_level (channels, models);
  body = merge_level (level, TRUE, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      g_clear_pointer (&body, body_free);
      return NULL;
    }
  write_constructs (builder, body);
  body_free (body);
  return refrain_loop_model_builder_finish (builder);
}
