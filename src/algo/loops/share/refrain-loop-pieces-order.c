/* refrain-loop-pieces-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order in which pieces, and the constructs in each, are written.
 */
#include "config.h"

#include "refrain-loop-pieces-private.h"

#include <stdlib.h>

#define NONE REFRAIN_NONE

/* ---- The order in a piece ------------------------------------------------------------------- */

typedef struct
{
  guint32 level;
  guint32 process; /* the lowest */
  guint32 number;
} Rank;

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const Rank *one = a, *other = b;

  if (one->level != other->level)
    return one->level < other->level ? -1 : 1;
  if (one->process != other->process)
    return one->process < other->process ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

/* Constructs of a piece, step by step: each step takes all that wait for nothing. Where all wait
 * for messages, it takes one that waits for nothing else. */
typedef struct
{
  const RefrainLoopPieceGraph *graph;
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
  const RefrainLoopPieceGraph *graph = self->graph;
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
  const RefrainLoopPieceGraph *graph = self->graph;
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
sort_items (const RefrainLoopPieceGraph *self, guint32 *first)
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
rank_pieces (const RefrainLoopPieceGraph *self, const guint32 *first, const guint32 *items)
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
  qsort (rank, self->n_pieces, sizeof *rank, compare_ranks);
  return rank;
}

void
refrain_loop_pieces_order (const RefrainLoopPieceGraph *self, GArray *starts, GArray *constructs)
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
  g_array_unref (walk.step);
  g_array_unref (walk.next);
}
