/* refrain-run-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An order of all beginnings and ends in which nothing comes before what it waits for.
 */
#include "refrain-run-order.h"

#include "refrain-arrays.h"
#include "refrain-free.h"

void
refrain_run_order_init (RefrainRunOrder *self, const RefrainRunGraph *graph)
{
  *self = (RefrainRunOrder){ .graph = graph,
                             .has_begun = g_malloc0 ((gsize) graph->n + 1),
                             .waiter = g_new0 (guint32, (gsize) graph->n + 1),
                             .other = g_new0 (guint32, graph->n_lines + 1),
                             .awaited = g_new0 (guint32, graph->n_lines + 1),
                             .cursor = g_new (guint32, (gsize) graph->n_groups + 1),
                             .ready = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  refrain_copy (self->cursor, graph->first_member, graph->n_groups * sizeof (guint32));
}

REFRAIN_DEFINE_PUBLIC_CLEAR (
    refrain_run_order_clear,
    RefrainRunOrder,
    refrain_free (x->has_begun, x->waiter, x->other, x->awaited, x->cursor);
    g_array_unref (x->ready))

/* A node that has not begun without which @node cannot end; REFRAIN_NONE where it can. */
static guint32
find_missing (RefrainRunOrder *self, guint32 node)
{
  const RefrainRunGraph *graph = self->graph;

  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      guint32 *cursor;

      if (graph->dep_kind[d] == 0)
        continue;
      if (graph->dep_kind[d] != REFRAIN_RUN_GROUP)
        {
          if (!self->has_begun[graph->dep[d]])
            return graph->dep[d];
          continue;
        }
      cursor = &self->cursor[graph->dep[d]];
      while (*cursor < graph->first_member[graph->dep[d] + 1]
             && self->has_begun[graph->member[*cursor]])
        ++*cursor;
      if (*cursor < graph->first_member[graph->dep[d] + 1])
        return graph->member[*cursor];
    }
  return REFRAIN_NONE;
}

void
refrain_run_order_begin (RefrainRunOrder *self, guint32 node)
{
  self->has_begun[node] = TRUE;
  for (guint32 w = self->waiter[node]; w > 0; w = self->other[w - 1])
    {
      const guint32 line = w - 1;

      g_array_append_val (self->ready, line);
    }
}

gboolean
refrain_run_order_waits (RefrainRunOrder *self, guint32 l, guint32 node)
{
  const guint32 missing = find_missing (self, node);

  if (missing == REFRAIN_NONE)
    return FALSE;
  self->awaited[l] = missing;
  self->other[l] = self->waiter[missing];
  self->waiter[missing] = l + 1;
  return TRUE;
}

/* ---- The order ------------------------------------------------------------------------------ */

typedef struct
{
  RefrainRunOrder order;
  RefrainRunGraph *graph;
  guint32 n_order;
  guint32 *next;   /* of each line: the node at which it stands */
  gboolean *begun; /* ... whether that has begun */
} Sorter;

static void
run_line (Sorter *sorter, guint32 l)
{
  const RefrainRunLine *line = &sorter->graph->lines[l];

  while (sorter->next[l] < line->end)
    {
      const guint32 node = sorter->next[l];

      if (!sorter->begun[l])
        {
          sorter->graph->order[sorter->n_order++] = 2 * node;
          refrain_run_order_begin (&sorter->order, node);
        }
      sorter->begun[l] = TRUE;
      if (refrain_run_order_waits (&sorter->order, l, node))
        return;
      sorter->graph->order[sorter->n_order++] = 2 * node + 1;
      sorter->begun[l] = FALSE;
      sorter->next[l]++;
    }
}

/* Line @l waits no more. */
static void
stop_waiting (RefrainRunOrder *order, guint32 l)
{
  guint32 *w = &order->waiter[order->awaited[l]];

  while (*w != l + 1)
    w = &order->other[*w - 1];
  *w = order->other[l];
}

/* A line of a circle in which lines wait for each other, which line @l is in or waits for. */
static guint32
find_circle (const Sorter *sorter, guint32 l)
{
  for (guint32 i = 0; i < sorter->graph->n_lines; i++)
    l = sorter->graph->line[sorter->order.awaited[l]];
  return l;
}

/* A circle, which clocks can make that are wrong or coarse: one of its lines goes on without what
 * it waits for. FALSE at the end. */
static gboolean
break_circle (Sorter *sorter)
{
  RefrainRunGraph *graph = sorter->graph;
  guint32 l = 0, node;

  while (l < graph->n_lines && sorter->next[l] == graph->lines[l].end)
    l++;
  if (l == graph->n_lines)
    return FALSE;
  l = find_circle (sorter, l);
  node = sorter->next[l];
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_GROUP || graph->dep[d] == sorter->order.awaited[l])
      graph->dep_kind[d] = 0;
  stop_waiting (&sorter->order, l);
  g_array_append_val (sorter->order.ready, l);
  return TRUE;
}

gboolean
refrain_run_order_put (RefrainRunGraph *graph, GCancellable *cancellable)
{
  Sorter sorter = { .graph = graph,
                    .next = g_new (guint32, graph->n_lines + 1),
                    .begun = g_new0 (gboolean, graph->n_lines + 1) };
  GArray *ready;

  refrain_run_order_init (&sorter.order, graph);
  ready = sorter.order.ready;
  graph->order = g_new (guint32, 2 * (gsize) graph->n + 1);
  for (guint32 l = graph->n_lines; l-- > 0;)
    {
      sorter.next[l] = graph->lines[l].first;
      g_array_append_val (ready, l);
    }
  do
    while (ready->len > 0 && !g_cancellable_is_cancelled (cancellable))
      {
        const guint32 l = g_array_index (ready, guint32, ready->len - 1);

        g_array_set_size (ready, ready->len - 1);
        run_line (&sorter, l);
      }
  while (!g_cancellable_is_cancelled (cancellable) && break_circle (&sorter));
  refrain_free (sorter.next, sorter.begun);
  refrain_run_order_clear (&sorter.order);
  return !g_cancellable_is_cancelled (cancellable);
}
