/* refrain-loop-merge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the paper reduces models pairwise, all are merged at once, level by level: then all
 * correspondents are known before any loop is cut, and the order of merging cannot matter.
 */
#include "config.h"

#include "refrain-loop-merge.h"

#include "refrain-loop-merge-private.h"
#include "refrain-parallel.h"

/* A body as it will be written. */
typedef struct _Body Body;

typedef struct
{
  RefrainLoopNode *node;   /* an event, or a loop of one process that is written as it is */
  RefrainLoopNumber count; /* else: of the loop */
  Body *body;              /* ... and its body */
  guint32 index;           /* of the construct, once it is written */
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
      g_clear_pointer (&body->written[i].node, refrain_loop_node_unref);
      refrain_loop_number_clear (&body->written[i].count);
      g_clear_pointer (&body->written[i].body, body_free);
    }
  g_free (body->written);
  g_array_unref (body->links);
  g_free (body);
}

/* ---- One level ------------------------------------------------------------------------------- */

static Body *merge_level (RefrainLoopLevel *level, gboolean spread, GCancellable *cancellable);

/* Loops of a level whose bodies are merged. */
typedef struct
{
  RefrainLoopLevel *level;
  GPtrArray *groups;
  Body **body; /* by group */
  gboolean spread;
  GCancellable *cancellable;
} Bodies;

static void
merge_body (gsize item, gpointer data)
{
  Bodies *bodies = data;
  g_autoptr (RefrainLoopLevel) inner
      = refrain_loop_merge_enter_group (bodies->level, bodies->groups->pdata[item]);

  bodies->body[item] = merge_level (inner, bodies->spread, bodies->cancellable);
}

static gboolean
has_self_messages (const RefrainLoopLevel *level, const RefrainLoopNode *node)
{
  for (guint32 k = 0; k < node->n_flow; k++)
    if (!refrain_loop_channels_is_sync (level->channels, node->flow[k].port / 2)
        && refrain_loop_channels_get_source (level->channels, node->flow[k].port / 2)
               == refrain_loop_channels_get_destination (level->channels, node->flow[k].port / 2))
      return TRUE;
  return FALSE;
}

/* A loop that stays alone, but whose body has messages to link. */
static void
add_single (RefrainLoopLevel *level, guint32 item, GPtrArray *groups)
{
  RefrainLoopGroup *group = g_new0 (RefrainLoopGroup, 1);

  group->n = 1;
  group->item = g_memdup2 (&item, sizeof item);
  group->count = refrain_loop_number_copy (&level->item[item].node->number);
  g_ptr_array_add (groups, group);
}

/* Makes groups of single loops whose bodies have messages to themselves. */
static void
add_singles (RefrainLoopLevel *level, GPtrArray *groups)
{
  g_autofree guint32 *owner = g_new (guint32, level->n_items);
  const guint n = groups->len;

  refrain_loop_merge_list_owners (level, groups, owner);
  for (guint32 i = 0; i < level->n_items; i++)
    if (owner[i] >= n && level->item[i].node->loop
        && has_self_messages (level, level->item[i].node))
      add_single (level, i, groups);
}

/* Numbers owners anew in order of their first items, so that of equals the lowest process comes
 * first. Gives the group of each, or REFRAIN_NONE. */
static guint32 *
sort_owners (const RefrainLoopLevel *level, const GPtrArray *groups, guint32 *owner, guint32 n)
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
link_body (const RefrainLoopLevel *level, const guint32 *owner, const guint32 *rank, Body *body)
{
  for (gsize k = 0; k < level->n_links; k++)
    {
      const RefrainLoopLink *link = &level->link[k];
      const WrittenLink written = { .from = rank[owner[link->from]], .to = rank[owner[link->to]] };

      if (!level->item[link->from].node->loop && !level->item[link->to].node->loop)
        g_array_append_val (body->links, written);
    }
}

static Body *
write_body (const RefrainLoopLevel *level, Bodies *bodies, guint32 *owner, guint32 n)
{
  g_autofree guint32 *group = sort_owners (level, bodies->groups, owner, n);
  g_autofree guint32 *order = refrain_loop_merge_order (level, owner, n);
  g_autofree guint32 *rank = g_new (guint32, n);
  Body *body = g_new0 (Body, 1);

  body->n = n;
  body->written = g_new0 (Written, n);
  body->links = g_array_new (FALSE, FALSE, sizeof (WrittenLink));
  for (guint32 i = 0; i < n; i++)
    rank[order[i]] = i;
  for (guint32 i = 0; i < level->n_items; i++)
    if (group[owner[i]] == REFRAIN_NONE)
      body->written[rank[owner[i]]].node = refrain_loop_node_ref (level->item[i].node);
  for (guint32 o = 0; o < n; o++)
    if (group[o] != REFRAIN_NONE)
      {
        const RefrainLoopGroup *of = bodies->groups->pdata[group[o]];

        body->written[rank[o]].count = refrain_loop_number_copy (&of->count);
        body->written[rank[o]].body = g_steal_pointer (&bodies->body[group[o]]);
      }
  link_body (level, owner, rank, body);
  return body;
}

/* Gives NULL when cancelled. Bodies are merged at once where @spread and where that is safe: new
 * channels come to be only where numbers are affine. */
static Body *
merge_level (RefrainLoopLevel *level, gboolean spread, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) groups = NULL;
  g_autofree guint32 *owner = NULL;
  Bodies bodies = { .level = level, .cancellable = cancellable };
  gboolean whole = TRUE;
  Body *result = NULL;
  guint32 n;

  do
    refrain_loop_merge_regularise (level, cancellable);
  while (!g_cancellable_is_cancelled (cancellable)
         && (groups = refrain_loop_merge_find_groups (level)) == NULL);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  owner = g_new (guint32, level->n_items);
  add_singles (level, groups);
  n = refrain_loop_merge_list_owners (level, groups, owner);
  bodies.groups = groups;
  bodies.body = g_new0 (Body *, groups->len);
  if (spread && groups->len > 1 && !refrain_loop_channels_get_affine (level->channels))
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
write_number (RefrainLoopModelBuilder *builder, const RefrainLoopNumber *number)
{
  return refrain_loop_model_builder_affine (builder, number->constant, number->terms, number->n);
}

static guint32
write_node (RefrainLoopModelBuilder *builder, const RefrainLoopNode *node)
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
import_all (RefrainLoopChannels *channels,
            RefrainLoopModel **of,
            const guint32 *process,
            guint32 n,
            GPtrArray **chain)
{
  for (guint32 i = 0; i < n; i++)
    chain[i] = refrain_loop_system_import (channels, of[process[i]], process[i]);
}

/* The outermost level: the processes' constructs as they are in their models. */
static RefrainLoopLevel *
new_level (RefrainLoopChannels *channels, GPtrArray *models)
{
  const guint n_processes
      = refrain_loop_events_get_n_processes (refrain_loop_channels_get_events (channels));
  g_autofree RefrainLoopModel **of = find_models (models, n_processes);
  g_autofree guint32 *process = g_new (guint32, n_processes);
  g_autofree GPtrArray **chain = g_new (GPtrArray *, n_processes);
  guint32 n = 0;

  for (guint p = 0; p < n_processes; p++)
    if (of[p] != NULL)
      process[n++] = p;
  import_all (channels, of, process, n, chain);
  if (refrain_loop_channels_find_uneven (channels))
    {
      for (guint32 i = 0; i < n; i++)
        g_ptr_array_unref (chain[i]);
      import_all (channels, of, process, n, chain);
    }
  return refrain_loop_level_new (channels, 0, n, process, chain);
}

RefrainLoopModel *
refrain_loop_merge (GPtrArray *models, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainLoopModelBuilder) builder = NULL;
  g_autoptr (RefrainLoopChannels) channels = NULL;
  g_autoptr (RefrainLoopLevel) level = NULL;
  Body *body;

  g_return_val_if_fail (models != NULL && models->len > 0, NULL);
  channels = refrain_loop_channels_new (refrain_loop_model_get_events (models->pdata[0]));
  builder = refrain_loop_model_builder_new (refrain_loop_channels_get_events (channels));
  level = new_level (channels, models);
  body = merge_level (level, TRUE, cancellable);
  if (body == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  write_constructs (builder, body);
  body_free (body);
  return refrain_loop_model_builder_finish (builder);
}
