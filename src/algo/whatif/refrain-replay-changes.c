/* refrain-replay-changes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of what a pass replays much is changed alike in all scenarios: that is read once and put into
 * the whole row.
 */
#include "refrain-free.h"
#include "refrain-replay-pass.h"

#define WIDTH REFRAIN_REPLAY_WIDTH

typedef RefrainReplayRow Row;
typedef RefrainReplayChanges Changes;
typedef RefrainReplayChange Change;

/* Scenarios of a pass that are the same, but for what each leaves out. */
typedef struct
{
  Changes *changes;
  const RefrainReplay *replay;
  const RefrainRunGraph *graph;
  gsize first;        /* of the pass */
  guint lanes[WIDTH]; /* their places in it */
  guint n;
} Alike;

REFRAIN_DEFINE_PUBLIC_CLEAR (
    refrain_replay_changes_clear, Changes, g_free (x->changed);
    refrain_free (x->changes.rows, x->gaps.rows, x->costs.rows, x->befores.rows);
    g_free (x->earlies.rows))

static void
forget (Changes *self)
{
  const Change *changes = self->changes.rows;

  for (guint32 i = 0; i < self->changes.n; i++)
    self->changed[changes[i].node] = 0;
  self->changes.n = self->gaps.n = self->costs.n = self->befores.n = self->earlies.n = 0;
}

/* One more of @size bytes; its place + 1. */
static inline guint32
add_row (RefrainReplayTable *table, gsize size)
{
  if (table->n == table->room)
    {
      table->room = MAX (2 * table->room, 1024);
      table->rows = g_realloc (table->rows, size * table->room);
    }
  memset ((char *) table->rows + size * table->n, 0, size);
  return ++table->n;
}

/* Of a node of which @row says where it has its own in @table; it gets one where it has none. */
static inline RefrainTime *
get_row (RefrainReplayTable *table, guint32 *row)
{
  if (*row == 0)
    *row = add_row (table, sizeof (Row));
  return ((Row *) table->rows)[*row - 1].time;
}

static inline Change *
get_change (Changes *self, guint32 node)
{
  Change *change;

  if (self->changed[node] == 0)
    self->changed[node] = add_row (&self->changes, sizeof *change);
  change = (Change *) self->changes.rows + self->changed[node] - 1;
  change->node = node;
  return change;
}

/* Whether scenario @lane leaves out what begins at @time. */
static gboolean
leaves_out (const Alike *alike, guint lane, RefrainTime time)
{
  const RefrainReplayHole *hole
      = alike->replay->holes != NULL ? &alike->replay->holes[alike->first + lane] : NULL;

  return hole != NULL && time >= hole->from && time < hole->to;
}

/* Adds @time to computing before @node; @own: unless left out. */
static void
add_gap (const Alike *alike, guint32 node, RefrainTime time, gboolean own)
{
  const RefrainTime at = alike->graph->enter[node];
  RefrainTime *gap = get_row (&alike->changes->gaps, &get_change (alike->changes, node)->gap);

  for (guint i = 0; i < alike->n; i++)
    if (!own || !leaves_out (alike, alike->lanes[i], at))
      gap[alike->lanes[i]] += time;
}

/* @node costs @cost, unless negative, and the rest of @what holds as well. */
static void
change_node (const Alike *alike, const RefrainNodeChange *what, RefrainTime cost, gboolean own)
{
  const RefrainTime at = alike->graph->enter[what->node];
  Changes *changes = alike->changes;
  Change *change = get_change (changes, what->node);
  RefrainTime *costs = cost >= 0 ? get_row (&changes->costs, &change->cost) : NULL;
  RefrainTime *befores = what->before != 0 ? get_row (&changes->befores, &change->before) : NULL;
  RefrainTime *earlies = what->early != 0 ? get_row (&changes->earlies, &change->early) : NULL;

  for (guint i = 0; i < alike->n; i++)
    {
      const guint lane = alike->lanes[i];

      if (own && leaves_out (alike, lane, at))
        continue;
      if (costs != NULL)
        costs[lane] = cost - alike->graph->cost[what->node];
      if (befores != NULL)
        befores[lane] = MAX (befores[lane], what->before);
      if (earlies != NULL)
        earlies[lane] = MAX (earlies[lane], what->early);
      change->cut[lane] |= what->cut;
    }
  change->is_cut |= what->cut != 0;
}

static void
add_base (const Alike *alike, const RefrainScenario *base)
{
  for (guint i = 0; i < base->segs->len; i++)
    {
      const RefrainSegChange *seg = &g_array_index (base->segs, RefrainSegChange, i);

      add_gap (alike, alike->graph->seg_node[seg->seg],
               seg->time - alike->graph->seg_time[seg->seg], FALSE);
    }
  for (guint i = 0; i < base->nodes->len; i++)
    {
      const RefrainNodeChange *node = &g_array_index (base->nodes, RefrainNodeChange, i);

      change_node (alike, node, node->cost, FALSE);
    }
}

/* What a change is of stands first in both kinds. */
#define WHAT(list, size, i) (*(const guint32 *) (gconstpointer) ((list)->data + (i) * (size)))

/* The change of @what in @list (or NULL) of rows of @size bytes, from *@at on, which goes along;
 * NULL where there is none. O(log of how far that is). */
static gconstpointer
find_in (const GArray *list, gsize size, guint32 what, guint *at)
{
  guint low = *at, step = 1;

  if (list == NULL)
    return NULL;
  while (low + step < list->len && WHAT (list, size, low + step) < what)
    {
      low += step;
      step *= 2;
    }
  for (guint end = MIN (low + step, list->len); low < end;)
    {
      const guint middle = low + (end - low) / 2;

      if (WHAT (list, size, middle) < what)
        low = middle + 1;
      else
        end = middle;
    }
  *at = low;
  return low < list->len && WHAT (list, size, low) == what ? list->data + low * size : NULL;
}

/* Of both the smaller time. */
static void
add_own (const Alike *alike, const RefrainScenario *base, const RefrainScenario *own)
{
  const RefrainRunGraph *graph = alike->graph;
  guint at = 0;

  for (guint i = 0; i < own->segs->len; i++)
    {
      const RefrainSegChange *seg = &g_array_index (own->segs, RefrainSegChange, i);
      const RefrainSegChange *before
          = find_in (base != NULL ? base->segs : NULL, sizeof *seg, seg->seg, &at);
      const RefrainTime time = before != NULL ? MIN (seg->time, before->time) : seg->time;

      add_gap (alike, graph->seg_node[seg->seg],
               time - (before != NULL ? before->time : graph->seg_time[seg->seg]), TRUE);
    }
  at = 0;
  for (guint i = 0; i < own->nodes->len; i++)
    {
      const RefrainNodeChange *node = &g_array_index (own->nodes, RefrainNodeChange, i);
      const RefrainNodeChange *before
          = find_in (base != NULL ? base->nodes : NULL, sizeof *node, node->node, &at);
      const gboolean both = before != NULL && before->cost >= 0 && node->cost >= 0;

      change_node (alike, node, both ? MIN (node->cost, before->cost) : node->cost, TRUE);
    }
}

static const RefrainScenario *
get_base (const RefrainReplay *replay, gsize i)
{
  return replay->bases != NULL ? replay->bases[i] : NULL;
}

void
refrain_replay_changes_set (Changes *self, const RefrainReplay *replay, gsize first, gsize n)
{
  gboolean has_base[WIDTH] = { FALSE }, has_own[WIDTH] = { FALSE };

  forget (self);
  if (self->changed == NULL)
    self->changed = g_new0 (guint32, (gsize) replay->graph->n + 1);
  for (guint s = 0; s < n; s++)
    {
      const RefrainScenario *base = get_base (replay, first + s);
      const RefrainScenario *own = replay->scenarios[first + s];
      Alike of_base = { .changes = self, .replay = replay, .graph = replay->graph, .first = first };
      Alike all = of_base;

      for (guint i = s; i < n; i++)
        if (get_base (replay, first + i) == base)
          {
            if (!has_base[i])
              of_base.lanes[of_base.n++] = i;
            if (replay->scenarios[first + i] == own && !has_own[i])
              all.lanes[all.n++] = i;
          }
      for (guint i = 0; i < of_base.n; i++)
        has_base[of_base.lanes[i]] = TRUE;
      for (guint i = 0; i < all.n; i++)
        has_own[all.lanes[i]] = TRUE;
      if (base != NULL && of_base.n > 0)
        add_base (&of_base, base);
      if (own != NULL && all.n > 0)
        add_own (&all, base, own);
    }
}
