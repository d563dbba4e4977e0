/* refrain-segmentation-blocks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The best cut of a long segment, without looking at each cut: branch and bound over blocks.
 *
 * With f (x) = x log x, the segment's N elements, N_j of symbol j, and of these l_j to the left of
 * the cut, l in all, the divergence (eq. 5.4) times N is
 *   G = f (N) - f (l) - f (N - l) + sum over j of [f (l_j) + f (N_j - l_j) - f (N_j)].
 * The terms of l are concave: they lie below their tangent at any m, with slope
 * t = log ((N - m) / m). As l is the sum of the l_j,
 *   G <= f (N) - f (m) - f (N - m) - t m + sum over j of [t l_j + f (l_j) + f (N_j - l_j) - f
 * (N_j)], and each bracket is convex in l_j: between two cuts it is no greater than at one of them.
 * So the counts at two cuts bound all cuts between, closely where symbols are mixed evenly.
 */
#include "config.h"

#include "refrain-segmentation-private.h"

typedef struct
{
  RefrainSegmentationWork *work;
  const RefrainSegmentationNode *node;
  RefrainSegmentationRuns runs;
  guint32 first_block; /* the first whose beginning is behind the segment's */
  guint32 n_edges;     /* the segment's ends, and beginnings of blocks between */
  double constant;     /* of G and its bound: f (N) - sum of f (N_j) */
  double best;         /* the greatest G so far, or what is sought */
  guint32 behind;      /* the run behind that cut */
  gboolean first;      /* stop at the first that is not below best */
  gboolean stopped;
  gboolean cancelled;
} Search;

/* ---- Edges: where counts are known -------------------------------------------------------------
 */

static guint32
get_edge_run (const Search *search, guint32 edge)
{
  if (edge == 0)
    return search->runs.run;
  if (edge == search->n_edges - 1)
    return search->runs.end_run;
  return (search->first_block + edge - 1) * search->work->block;
}

/* The elements to the left of the edge. */
static guint32
get_edge_length (const Search *search, guint32 edge)
{
  return refrain_segmentation_get_run (search->work->self, get_edge_run (search, edge))->first
         - search->node->start;
}

/* The symbols before an edge between blocks, from the sequence's beginning; NULL at the ends. */
static const guint32 *
get_edge_counts (const Search *search, guint32 edge)
{
  if (edge == 0 || edge == search->n_edges - 1)
    return NULL;
  return search->work->before
         + (gsize) (search->first_block + edge - 1) * search->work->self->n_symbols;
}

/* No cut between two edges has a greater G. O(symbols). */
static double
get_bound (const Search *search, guint32 from, guint32 to)
{
  const RefrainSegmentationWork *work = search->work;
  const double *f = work->x_log_x;
  const guint32 *low = get_edge_counts (search, from), *high = get_edge_counts (search, to);
  const guint32 length = search->node->end - search->node->start;
  const guint32 sum = get_edge_length (search, from) / 2 + get_edge_length (search, to) / 2;
  const guint32 middle = CLAMP (sum, 1, length - 1);
  const double slope = log2 ((double) (length - middle) / middle);
  double bound = search->constant - f[middle] - f[length - middle] - slope * middle;

  for (guint32 j = 0; j < work->self->n_symbols; j++)
    {
      const guint32 total = work->total[j];
      const guint32 a = low != NULL ? low[j] - work->base[j] : 0;
      const guint32 b = high != NULL ? high[j] - work->base[j] : total;
      const double at_a = slope * a + f[a] + f[total - a];
      const double at_b = slope * b + f[b] + f[total - b];

      bound += MAX (at_a, at_b);
    }
  return bound;
}

/* ---- The search --------------------------------------------------------------------------------
 */

/* Looks at each cut between two neighbouring edges. */
static void
scan (Search *search, guint32 edge)
{
  RefrainSegmentationWork *work = search->work;
  const double *f = work->x_log_x;
  const guint32 length = search->node->end - search->node->start;
  const guint32 first = get_edge_run (search, edge);
  const guint32 last = MIN (get_edge_run (search, edge + 1), search->runs.end_run - 1);
  const guint32 *counts = get_edge_counts (search, edge);
  double sum = search->constant;

  for (guint32 j = 0; j < work->self->n_symbols; j++)
    {
      work->left[j] = counts != NULL ? counts[j] - work->base[j] : 0;
      sum += f[work->left[j]] + f[work->total[j] - work->left[j]];
    }
  for (guint32 r = first; r < last; r++)
    {
      const RefrainSegmentationRun *at = refrain_segmentation_get_run (work->self, r);
      const guint32 n = at[1].first - at->first, i = at[1].first - search->node->start;
      const guint32 left = work->left[at->symbol], right = work->total[at->symbol] - left;
      double divergence;

      sum += (f[left + n] - f[left]) + (f[right - n] - f[right]);
      work->left[at->symbol] = left + n;
      divergence = sum - f[i] - f[length - i];
      if (search->first ? divergence < search->best : divergence <= search->best)
        continue;
      search->best = divergence;
      search->behind = r + 1;
      search->stopped = search->first;
      if (search->stopped)
        return;
    }
  search->cancelled = g_cancellable_is_cancelled (work->cancellable);
}

/* Looks for a better cut between two edges, where @bound says that there may be one; the better
 * half first, or the left one when the first such cut is sought. */
static void
descend (Search *search, guint32 from, guint32 to, double bound)
{
  const guint32 middle = from + (to - from) / 2;
  double left, right;
  gboolean swap;

  if (search->stopped || search->cancelled || bound < search->best)
    return;
  if (to - from == 1)
    {
      scan (search, from);
      return;
    }
  left = get_bound (search, from, middle);
  right = get_bound (search, middle, to);
  swap = !search->first && right > left;
  if (swap)
    descend (search, middle, to, right);
  descend (search, from, middle, left);
  if (!swap)
    descend (search, middle, to, right);
}

gboolean
refrain_segmentation_search_blocks (RefrainSegmentationWork *work,
                                    const RefrainSegmentationNode *node,
                                    RefrainSegmentationRuns runs,
                                    guint32 *behind,
                                    double *largest)
{
  const guint32 length = node->end - node->start;
  const double *f = work->x_log_x;
  const guint32 first_block = runs.run / work->block + 1;
  const guint32 last_block = (runs.end_run - 1) / work->block;
  Search search = {
    .work = work,
    .node = node,
    .runs = runs,
    .first_block = first_block,
    .n_edges = last_block - first_block + 3,
    .constant = f[length],
    .best = -INFINITY,
  };

  for (guint32 j = 0; j < work->self->n_symbols; j++)
    search.constant -= f[work->total[j]];
  descend (&search, 0, search.n_edges - 1, INFINITY);
  if (search.cancelled)
    return FALSE;
  search.best -= REFRAIN_SEGMENTATION_TOLERANCE * length;
  search.first = TRUE;
  descend (&search, 0, search.n_edges - 1, INFINITY);
  *behind = search.behind;
  *largest = search.best;
  return !search.cancelled;
}
