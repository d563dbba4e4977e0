/* refrain-loop-pieces.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pieces are the strongly connected components (Tarjan 1972) of the graph that the processes'
 * orders and, both ways, the links make of a body's constructs.
 */
#include "config.h"

#include "refrain-loop-pieces-private.h"

#define NONE G_MAXUINT32

/* ---- Links ---------------------------------------------------------------------------------- */

/* Whether all events of @model are of the same process. */
static gboolean
covers_one (RefrainLoopModel *model)
{
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (model, &n);
  guint32 process = NONE;

  for (guint32 i = 0; i < n; i++)
    if (construct[i].kind == REFRAIN_CONSTRUCT_EVENT)
      {
        if (process != NONE && construct[i].process != process)
          return FALSE;
        process = construct[i].process;
      }
  return TRUE;
}

void
refrain_loop_pieces_init (RefrainLoopPieces *self, RefrainLoopModel *model)
{
  guint32 n;
  gsize n_links;
  const RefrainConstructLink *link = refrain_loop_model_get_links (model, &n_links);
  g_autofree gsize *next = NULL;

  refrain_loop_model_get_constructs (model, &n);
  next = g_new0 (gsize, (gsize) n + 1);
  self->model = g_object_ref (model);
  self->item = g_new (guint32, (gsize) n + 1);
  self->is_local = n_links == 0 && covers_one (model);
  self->partner_first = g_new0 (gsize, (gsize) n + 1);
  self->partner = g_new (RefrainLoopPartner, 2 * n_links + 1);
  for (gsize i = 0; i < n_links; i++)
    {
      self->partner_first[link[i].from + 1]++;
      self->partner_first[link[i].to + 1]++;
    }
  for (guint32 i = 0; i < n; i++)
    next[i + 1] = self->partner_first[i + 1] += self->partner_first[i];
  for (gsize i = 0; i < n_links; i++)
    {
      self->partner[next[link[i].from]++] = (RefrainLoopPartner){ link[i].to, TRUE };
      self->partner[next[link[i].to]++] = (RefrainLoopPartner){ link[i].from, FALSE };
    }
}

void
refrain_loop_pieces_clear (RefrainLoopPieces *self)
{
  g_clear_object (&self->model);
  g_clear_pointer (&self->item, g_free);
  g_clear_pointer (&self->partner_first, g_free);
  g_clear_pointer (&self->partner, g_free);
}

/* ---- The graph of a body -------------------------------------------------------------------- */

static void
graph_clear (RefrainLoopPieceGraph *self)
{
  g_free (self->construct);
  g_free (self->process);
  g_clear_pointer (&self->edges, g_array_unref);
  g_free (self->edge_first);
  g_free (self->edge);
  g_free (self->number);
  g_free (self->low);
  g_free (self->next);
  g_clear_pointer (&self->stack, g_array_unref);
  g_clear_pointer (&self->path, g_array_unref);
  g_free (self->piece);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopPieceGraph, graph_clear)

/* @item comes after the last construct of each process that it covers. */
static void
follow_processes (
    RefrainLoopPieceGraph *self, guint32 item, const guint64 *coverage, gsize words, guint32 *last)
{
  for (gsize w = 0; w < words; w++)
    for (guint64 bits = coverage[w]; bits != 0; bits &= bits - 1)
      {
        const guint32 process = (guint32) (64 * w) + (guint32) __builtin_ctzll (bits);
        const RefrainConstructLink edge = { last[process], item };

        if (self->process[item] == NONE)
          self->process[item] = process;
        if (edge.from != NONE)
          g_array_append_val (self->edges, edge);
        last[process] = item;
      }
}

static void
sort_edges (RefrainLoopPieceGraph *self)
{
  self->edge_first = g_new0 (guint32, (gsize) self->n + 2);
  self->edge = g_new (guint32, (gsize) self->edges->len + 1);
  for (guint i = 0; i < self->edges->len; i++)
    self->edge_first[g_array_index (self->edges, RefrainConstructLink, i).from + 2]++;
  for (guint32 i = 1; i <= self->n; i++)
    self->edge_first[i + 1] += self->edge_first[i];
  for (guint i = 0; i < self->edges->len; i++)
    {
      const RefrainConstructLink *edge = &g_array_index (self->edges, RefrainConstructLink, i);

      self->edge[self->edge_first[edge->from + 1]++] = edge->to;
    }
}

static void
graph_init (RefrainLoopPieceGraph *self, RefrainLoopPieces *pieces, guint32 at, guint32 end)
{
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (pieces->model, &n);
  gsize words;
  const guint64 *coverage = refrain_loop_model_get_coverage (pieces->model, &words);
  g_autofree guint32 *last = g_new (guint32, 64 * words);

  self->pieces = pieces;
  for (guint32 i = at; i < end; i = REFRAIN_CONSTRUCT_NEXT (construct, i))
    self->n++;
  self->construct = g_new (guint32, (gsize) self->n + 1);
  self->process = g_new (guint32, (gsize) self->n + 1);
  self->edges = g_array_new (FALSE, FALSE, sizeof (RefrainConstructLink));
  for (gsize p = 0; p < 64 * words; p++)
    last[p] = NONE;
  for (guint32 i = at, item = 0; i < end; i = REFRAIN_CONSTRUCT_NEXT (construct, i), item++)
    {
      pieces->item[i] = item;
      self->construct[item] = i;
      self->process[item] = NONE;
      follow_processes (self, item, coverage + i * words, words, last);
    }
  sort_edges (self);
  self->number = g_new0 (guint32, (gsize) self->n + 1);
  self->low = g_new (guint32, (gsize) self->n + 1);
  self->next = g_new (guint32, (gsize) self->n + 1);
  self->piece = g_new (guint32, (gsize) self->n + 1);
  self->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* ---- Components ----------------------------------------------------------------------------- */

static void
discover (RefrainLoopPieceGraph *self, guint32 item)
{
  self->number[item] = self->low[item] = ++self->n_discovered;
  self->next[item] = 0;
  self->piece[item] = NONE;
  g_array_append_val (self->stack, item);
  g_array_append_val (self->path, item);
}

/* The next neighbour of @item to look at, or NONE. */
static guint32
next_neighbour (RefrainLoopPieceGraph *self, guint32 item)
{
  const RefrainLoopPieces *pieces = self->pieces;
  const guint32 construct = self->construct[item];
  const guint32 n_edges = self->edge_first[item + 1] - self->edge_first[item];
  const guint32 at = self->next[item]++;

  if (at < n_edges)
    return self->edge[self->edge_first[item] + at];
  if (at - n_edges < pieces->partner_first[construct + 1] - pieces->partner_first[construct])
    return pieces->item[pieces->partner[pieces->partner_first[construct] + at - n_edges].construct];
  return NONE;
}

static void
leave (RefrainLoopPieceGraph *self, guint32 item)
{
  guint32 top;

  g_array_set_size (self->path, self->path->len - 1);
  if (self->path->len > 0)
    {
      const guint32 back = g_array_index (self->path, guint32, self->path->len - 1);

      self->low[back] = MIN (self->low[back], self->low[item]);
    }
  if (self->low[item] != self->number[item])
    return;
  do
    {
      top = g_array_index (self->stack, guint32, self->stack->len - 1);
      g_array_set_size (self->stack, self->stack->len - 1);
      self->piece[top] = self->n_pieces;
    }
  while (top != item);
  self->n_pieces++;
}

static void
find_components (RefrainLoopPieceGraph *self)
{
  for (guint32 root = 0; root < self->n; root++)
    {
      if (self->number[root] == 0)
        discover (self, root);
      while (self->path->len > 0)
        {
          const guint32 item = g_array_index (self->path, guint32, self->path->len - 1);
          const guint32 to = next_neighbour (self, item);

          if (to == NONE)
            leave (self, item);
          else if (self->number[to] == 0)
            discover (self, to);
          else if (self->piece[to] == NONE)
            self->low[item] = MIN (self->low[item], self->number[to]);
        }
    }
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* One process' body without links: each construct by itself, as they stand. */
static void
list_constructs (
    RefrainLoopPieces *self, guint32 at, guint32 end, GArray *first, GArray *constructs)
{
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (self->model, &n);

  for (; at < end; at = REFRAIN_CONSTRUCT_NEXT (construct, at))
    {
      g_array_append_val (first, constructs->len);
      g_array_append_val (constructs, at);
    }
}

void
refrain_loop_pieces_cut (
    RefrainLoopPieces *self, guint32 at, guint32 end, GArray *first, GArray *constructs)
{
  g_auto (RefrainLoopPieceGraph) graph = { NULL };

  if (self->is_local)
    list_constructs (self, at, end, first, constructs);
  else
    {
      graph_init (&graph, self, at, end);
      find_components (&graph);
      refrain_loop_pieces_order (&graph, first, constructs);
    }
  g_array_append_val (first, constructs->len);
}
