/* refrain-loop-pieces.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pieces are the strongly connected components (Tarjan 1972) of the graph that the processes'
 * orders and, both ways, the links make of a body's constructs. They are ordered by the longest way
 * to them, and so, step by step, are the constructs in each.
 */
#include "refrain-loop-pieces.h"

#include "refrain-compare.h"
#include "refrain-free.h"

#define NONE REFRAIN_NONE

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

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loop_pieces_clear,
                             RefrainLoopPieces,
                             g_clear_object (&x->model);
                             refrain_clear (&x->item, &x->partner_first, &x->partner))

/* ---- The graph of a body -------------------------------------------------------------------- */

/* The constructs of a body, and what comes next on each process. */
typedef struct
{
  RefrainLoopPieces *pieces;
  guint32 n;
  guint32 *construct; /* by item */
  guint32 *process;   /* by item: the lowest that it covers */
  GArray *edges;      /* of RefrainConstructLink: from an item to the next of a process */
  guint32 *edge_first;
  guint32 *edge; /* the items these go to, by the one they come from */
  /* Tarjan's */
  guint32 *number; /* by item: order of discovery from 1, 0: not yet */
  guint32 *low;
  guint32 *next; /* by item: edge to go on from, then partner */
  GArray *stack;
  GArray *path;
  guint32 n_discovered;
  /* result */
  guint32 *piece; /* by item, NONE: not yet; a piece has a lower number than those before it */
  guint32 n_pieces;
} Graph;

REFRAIN_DEFINE_AUTO (graph_clear, Graph, refrain_free (x->construct, x->process);
                     g_clear_pointer (&x->edges, g_array_unref);
                     refrain_free (x->edge_first, x->edge, x->number, x->low, x->next);
                     g_clear_pointer (&x->stack, g_array_unref);
                     g_clear_pointer (&x->path, g_array_unref);
                     g_free (x->piece))

/* @item comes after the last construct of each process that it covers; @last is of processes from
 * word @low on. */
static void
follow_processes (Graph *self, guint32 item, gsize low, guint32 *last)
{
  gsize first, words;
  const guint64 *coverage = refrain_loop_model_get_coverage (self->pieces->model,
                                                             self->construct[item], &first, &words);

  for (gsize w = 0; w < words; w++)
    for (guint64 bits = coverage[w]; bits != 0; bits &= bits - 1)
      {
        const guint32 process = (guint32) (64 * (first + w)) + (guint32) __builtin_ctzll (bits);
        guint32 *before = &last[process - 64 * low];
        const RefrainConstructLink edge = { *before, item };

        if (self->process[item] == NONE)
          self->process[item] = process;
        if (edge.from != NONE)
          g_array_append_val (self->edges, edge);
        *before = item;
      }
}

static void
sort_edges (Graph *self)
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
graph_init (Graph *self, RefrainLoopPieces *pieces, guint32 at, guint32 end)
{
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (pieces->model, &n);
  g_autofree guint32 *last = NULL;
  gsize low = G_MAXSIZE, high = 0; /* words of processes */

  self->pieces = pieces;
  for (guint32 i = at; i < end; i = REFRAIN_CONSTRUCT_NEXT (construct, i))
    {
      gsize first, words;

      refrain_loop_model_get_coverage (pieces->model, i, &first, &words);
      low = MIN (low, first);
      high = MAX (high, first + words);
      self->n++;
    }
  low = MIN (low, high);
  self->construct = g_new (guint32, (gsize) self->n + 1);
  self->process = g_new (guint32, (gsize) self->n + 1);
  self->edges = g_array_new (FALSE, FALSE, sizeof (RefrainConstructLink));
  last = g_new (guint32, 64 * (high - low) + 1);
  for (gsize p = 0; p < 64 * (high - low); p++)
    last[p] = NONE;
  for (guint32 i = at, item = 0; i < end; i = REFRAIN_CONSTRUCT_NEXT (construct, i), item++)
    {
      pieces->item[i] = item;
      self->construct[item] = i;
      self->process[item] = NONE;
      follow_processes (self, item, low, last);
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
discover (Graph *self, guint32 item)
{
  self->number[item] = self->low[item] = ++self->n_discovered;
  self->next[item] = 0;
  self->piece[item] = NONE;
  g_array_append_val (self->stack, item);
  g_array_append_val (self->path, item);
}

/* The next neighbour of @item to look at, or NONE. */
static guint32
next_neighbour (Graph *self, guint32 item)
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
leave (Graph *self, guint32 item)
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
find_components (Graph *self)
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

/* ---- The order in a piece ------------------------------------------------------------------- */

typedef struct
{
  guint32 level;
  guint32 process; /* the lowest */
  guint32 number;
} Rank;

REFRAIN_DEFINE_COMPARE (compare_ranks,
                        Rank,
                        REFRAIN_RISING (level)
                            ?: REFRAIN_RISING (process)
                            ?: REFRAIN_RISING (number))

/* Constructs of a piece, step by step: each step takes all that wait for nothing. Where all wait
 * for messages, it takes one that waits for nothing else. */
typedef struct
{
  const Graph *graph;
  GArray *result;    /* of guint32: constructs */
  guint32 *before;   /* by item: constructs of its processes not yet taken */
  guint32 *messages; /* by item: sends not yet taken */
  gboolean *taken;
  GArray *step;     /* of Rank */
  GArray *next;     /* of Rank: the step after it */
  GArray *possible; /* of guint32: items that wait for messages at most */
  guint first_possible;
} Walk;

static void
look_at (Walk *self, guint32 item)
{
  const Rank rank = { 0, self->graph->process[item], item };

  if (self->before[item] == 0 && self->messages[item] == 0)
    g_array_append_val (self->next, rank);
}

static void
take (Walk *self, guint32 item)
{
  const Graph *graph = self->graph;
  const RefrainLoopPieces *pieces = graph->pieces;
  const guint32 construct = graph->construct[item];

  if (self->taken[item])
    return;
  self->taken[item] = TRUE;
  g_array_append_val (self->result, graph->construct[item]);
  for (guint32 k = graph->edge_first[item]; k < graph->edge_first[item + 1]; k++)
    if (graph->piece[graph->edge[k]] == graph->piece[item] && --self->before[graph->edge[k]] == 0)
      {
        g_array_append_val (self->possible, graph->edge[k]);
        look_at (self, graph->edge[k]);
      }
  for (gsize k = pieces->partner_first[construct]; k < pieces->partner_first[construct + 1]; k++)
    if (pieces->partner[k].is_behind)
      {
        const guint32 to = pieces->item[pieces->partner[k].construct];

        if (--self->messages[to] == 0 && !self->taken[to])
          look_at (self, to);
      }
}

/* The items [@item, @item + @n) of one piece. */
static void
walk_piece (Walk *self, const guint32 *item, guint32 n)
{
  const guint end = self->result->len + n;

  g_array_set_size (self->next, 0);
  g_array_set_size (self->possible, 0);
  self->first_possible = 0;
  for (guint32 i = 0; i < n; i++)
    {
      if (self->before[item[i]] == 0)
        g_array_append_val (self->possible, item[i]);
      look_at (self, item[i]);
    }
  while (self->result->len < end)
    {
      GArray *step = self->next;

      self->next = self->step;
      self->step = step;
      g_array_set_size (self->next, 0);
      g_array_sort (step, compare_ranks);
      for (guint i = 0; i < step->len; i++)
        take (self, g_array_index (step, Rank, i).number);
      if (step->len == 0)
        take (self, g_array_index (self->possible, guint32, self->first_possible++));
    }
}

/* What waits for what in the same piece. */
static void
count_waiting (Walk *self)
{
  const Graph *graph = self->graph;
  const RefrainLoopPieces *pieces = graph->pieces;

  for (guint32 i = 0; i < graph->n; i++)
    {
      const guint32 construct = graph->construct[i];

      for (guint32 k = graph->edge_first[i]; k < graph->edge_first[i + 1]; k++)
        if (graph->piece[graph->edge[k]] == graph->piece[i])
          self->before[graph->edge[k]]++;
      for (gsize k = pieces->partner_first[construct]; k < pieces->partner_first[construct + 1];
           k++)
        self->messages[i] += !pieces->partner[k].is_behind;
    }
}

/* ---- The order of pieces -------------------------------------------------------------------- */

/* The items of each piece, at @first of its number. */
static guint32 *
sort_items (const Graph *self, guint32 *first)
{
  guint32 *items = g_new (guint32, (gsize) self->n + 1);

  for (guint32 i = 0; i < self->n; i++)
    first[self->piece[i] + 2]++;
  for (guint32 p = 1; p <= self->n_pieces; p++)
    first[p + 1] += first[p];
  for (guint32 i = 0; i < self->n; i++)
    items[first[self->piece[i] + 1]++] = i;
  return items;
}

/* Pieces by the longest way to them; of equally long ones none covers what another covers. */
static Rank *
rank_pieces (const Graph *self, const guint32 *first, const guint32 *items)
{
  Rank *rank = g_new (Rank, (gsize) self->n_pieces + 1);

  for (guint32 p = 0; p < self->n_pieces; p++)
    rank[p] = (Rank){ 0, NONE, p };
  for (guint32 p = self->n_pieces; p-- > 0;)
    for (guint32 i = first[p]; i < first[p + 1]; i++)
      {
        const guint32 item = items[i];

        rank[p].process = MIN (rank[p].process, self->process[item]);
        for (guint32 k = self->edge_first[item]; k < self->edge_first[item + 1]; k++)
          {
            const guint32 to = self->piece[self->edge[k]];

            if (to != p)
              rank[to].level = MAX (rank[to].level, rank[p].level + 1);
          }
      }
  refrain_sort (rank, self->n_pieces, sizeof *rank, compare_ranks);
  return rank;
}

/* Appends the @constructs of all pieces in order, and where in these each piece begins. */
static void
order_pieces (const Graph *self, GArray *starts, GArray *constructs)
{
  g_autofree guint32 *first = g_new0 (guint32, (gsize) self->n_pieces + 2);
  g_autofree guint32 *items = sort_items (self, first);
  g_autofree Rank *rank = rank_pieces (self, first, items);
  g_autofree guint32 *before = g_new0 (guint32, (gsize) self->n + 1);
  g_autofree guint32 *messages = g_new0 (guint32, (gsize) self->n + 1);
  g_autofree gboolean *taken = g_new0 (gboolean, (gsize) self->n + 1);
  g_autoptr (GArray) possible = g_array_new (FALSE, FALSE, sizeof (guint32));
  Walk walk = { self, constructs, before, messages, taken, NULL, NULL, possible, 0 };

  walk.step = g_array_new (FALSE, FALSE, sizeof (Rank));
  walk.next = g_array_new (FALSE, FALSE, sizeof (Rank));
  count_waiting (&walk);
  for (guint32 p = 0; p < self->n_pieces; p++)
    {
      const guint32 piece = rank[p].number;

      g_array_append_val (starts, constructs->len);
      walk_piece (&walk, items + first[piece], first[piece + 1] - first[piece]);
    }
  refrain_unref_arrays (walk.step, walk.next);
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
  g_auto (Graph) graph = { NULL };

  if (self->is_local)
    list_constructs (self, at, end, first, constructs);
  else
    {
      graph_init (&graph, self, at, end);
      find_components (&graph);
      order_pieces (&graph, first, constructs);
    }
  g_array_append_val (first, constructs->len);
}
