/* refrain-segmentation-cut.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The best cut of one segment.
 */
#include "config.h"

#include "refrain-segmentation-private.h"

#include <string.h>

/* A divergence no further from its threshold is equal to it. */
#define ROUNDING 1e-12
/* A block has so many runs, or more when there are more symbols: a table of symbols for each block
 * is then no larger than the runs are. */
#define MIN_BLOCK 64
/* Segments of so many blocks are searched by blocks. */
#define MIN_BLOCKS 8

/* ---- What is needed ----------------------------------------------------------------------------
 */

/* Counts the symbols before each block. */
static void
count_blocks (RefrainSegmentationWork *work)
{
  const RefrainSegmentation *self = work->self;
  const guint32 n_runs = self->runs->len - 1;
  const gsize n_symbols = self->n_symbols, n_blocks = n_runs / work->block + 1;

  work->before = g_new0 (guint32, n_blocks * n_symbols);
  for (gsize b = 1; b < n_blocks; b++)
    {
      guint32 *counts = work->before + b * n_symbols;

      memcpy (counts, counts - n_symbols, n_symbols * sizeof *counts);
      for (guint32 r = (guint32) (b - 1) * work->block; r < b * work->block; r++)
        counts[refrain_segmentation_get_run (self, r)->symbol]
            += refrain_segmentation_get_run_end (self, r)
               - refrain_segmentation_get_run (self, r)->first;
    }
}

void
refrain_segmentation_work_init (RefrainSegmentationWork *work,
                                RefrainSegmentation *self,
                                GCancellable *cancellable)
{
  *work = (RefrainSegmentationWork){
    .self = self,
    .x_log_x = g_new (double, (gsize) self->length + 1),
    .total = g_new0 (guint32, self->n_symbols),
    .left = g_new0 (guint32, self->n_symbols),
    .base = g_new0 (guint32, self->n_symbols),
    .divergences = g_new (double, self->runs->len),
    .block = MAX (MIN_BLOCK, self->n_symbols),
    .cancellable = cancellable,
  };
  for (gsize x = 0; x <= self->length; x++)
    work->x_log_x[x] = refrain_x_log_x ((double) x);
  count_blocks (work);
}

void
refrain_segmentation_work_clear (RefrainSegmentationWork *work)
{
  g_free (work->x_log_x);
  g_free (work->total);
  g_free (work->left);
  g_free (work->base);
  g_free (work->divergences);
  g_free (work->before);
}

void
refrain_segmentation_count_before (const RefrainSegmentationWork *work,
                                   guint32 run,
                                   guint32 *counts)
{
  const gsize n_symbols = work->self->n_symbols;
  const guint32 *known = work->before + run / work->block * n_symbols;

  for (gsize i = 0; i < n_symbols; i++)
    counts[i] += known[i];
  for (guint32 r = run - run % work->block; r < run; r++)
    counts[refrain_segmentation_get_run (work->self, r)->symbol]
        += refrain_segmentation_get_run_end (work->self, r)
           - refrain_segmentation_get_run (work->self, r)->first;
}

/* ---- Run by run --------------------------------------------------------------------------------
 */

/* Counts the symbols of @node from @run on; gives how many are different, and the run behind. */
static guint32
count_symbols (RefrainSegmentationWork *work,
               const RefrainSegmentationNode *node,
               guint32 run,
               guint32 *end_run)
{
  guint32 distinct = 0;

  for (; refrain_segmentation_get_run (work->self, run)->first < node->end; run++)
    {
      const RefrainSegmentationRun *at = refrain_segmentation_get_run (work->self, run);

      distinct += work->total[at->symbol] == 0;
      work->total[at->symbol] += at[1].first - at->first;
    }
  *end_run = run;
  return distinct;
}

/* Finds the divergence behind each run but the last, moving one run at a time from the right side
 * to the left. With f (x) = x log x the segment's length times its divergence (eq. 5.4) is
 *   f (N) - f (i) - f (N - i) - sum over j of [f (N_j) - f (N_j^l) - f (N_j^r)];
 * only one term of the sum changes. Gives the largest; FALSE when cancelled. */
static gboolean
measure_cuts (RefrainSegmentationWork *work,
              const RefrainSegmentationNode *node,
              guint32 run,
              guint32 n_runs,
              double *largest)
{
  const double *f = work->x_log_x;
  const guint32 length = node->end - node->start;
  double sum = 0, best = 0;

  for (guint32 r = 0; r + 1 < n_runs; r++)
    {
      const RefrainSegmentationRun *at = refrain_segmentation_get_run (work->self, run + r);
      const guint32 n = at[1].first - at->first, i = at[1].first - node->start;
      const guint32 left = work->left[at->symbol], right = work->total[at->symbol] - left;
      double divergence;

      sum += (f[left] - f[left + n]) + (f[right] - f[right - n]);
      work->left[at->symbol] = left + n;
      divergence = (f[length] - f[i] - f[length - i]) - sum;
      work->divergences[r] = divergence;
      best = MAX (best, divergence);
      if ((r & REFRAIN_SEGMENTATION_STRIDE) == REFRAIN_SEGMENTATION_STRIDE
          && g_cancellable_is_cancelled (work->cancellable))
        return FALSE;
    }
  *largest = best;
  return TRUE;
}

/* Counts the different symbols on either side of the cut behind @cut_run, and sets the counts of
 * the segment's symbols back to 0. */
static void
count_sides (RefrainSegmentationWork *work,
             RefrainSegmentationNode *node,
             guint32 run,
             guint32 cut_run,
             guint32 end_run)
{
  for (guint32 r = run; r < end_run; r++)
    work->left[refrain_segmentation_get_run (work->self, r)->symbol] = 0;
  for (guint32 r = run; r <= cut_run; r++)
    {
      const RefrainSegmentationRun *at = refrain_segmentation_get_run (work->self, r);

      node->distinct_left += work->left[at->symbol] == 0;
      work->left[at->symbol] = 1;
    }
  for (guint32 r = cut_run + 1; r < end_run; r++)
    {
      const guint32 symbol = refrain_segmentation_get_run (work->self, r)->symbol;

      node->distinct_right += work->total[symbol] > 0;
      work->total[symbol] = work->left[symbol] = 0;
    }
  for (guint32 r = run; r <= cut_run; r++)
    {
      const guint32 symbol = refrain_segmentation_get_run (work->self, r)->symbol;

      work->total[symbol] = work->left[symbol] = 0;
    }
}

/* Threshold and strength, eq. 5.10 to 5.12. */
static void
weigh (RefrainSegmentationNode *node)
{
  const double n = node->end - node->start;
  const double k = (double) node->distinct_left + node->distinct_right + 1 - node->distinct;

  node->threshold = log2 (n) * k / (2 * n);
  node->strength = fabs (node->divergence - node->threshold) < ROUNDING
                       ? 0
                       : node->divergence / node->threshold - 1;
}

/* Finds the best cut, looking at each; the run behind it is *@behind. */
static gboolean
cut_runs (RefrainSegmentationWork *work,
          RefrainSegmentationNode *node,
          RefrainSegmentationRuns runs,
          guint32 *behind)
{
  const guint32 length = node->end - node->start;
  double largest = 0;
  guint32 cut = 0;

  if (!measure_cuts (work, node, runs.run, runs.end_run - runs.run, &largest))
    return FALSE;
  while (work->divergences[cut] < largest - REFRAIN_SEGMENTATION_TOLERANCE * length)
    cut++;
  node->divergence = CLAMP (work->divergences[cut] / length, 0, 1);
  *behind = runs.run + cut + 1;
  count_sides (work, node, runs.run, runs.run + cut, runs.end_run);
  return TRUE;
}

/* ---- By blocks ---------------------------------------------------------------------------------
 */

/* Finds the best cut of a segment of at least two different symbols, many runs long. */
static gboolean
cut_blocks (RefrainSegmentationWork *work,
            RefrainSegmentationNode *node,
            RefrainSegmentationRuns runs,
            guint32 *behind)
{
  const gsize n_symbols = work->self->n_symbols;
  double largest = 0;

  if (!refrain_segmentation_search_blocks (work, node, runs, behind, &largest))
    return FALSE;
  node->divergence = CLAMP (largest / (node->end - node->start), 0, 1);
  memset (work->left, 0, n_symbols * sizeof *work->left);
  refrain_segmentation_count_before (work, *behind, work->left);
  for (gsize i = 0; i < n_symbols; i++)
    {
      const guint32 left = work->left[i] - work->base[i];

      node->distinct_left += left > 0;
      node->distinct_right += work->total[i] > left;
      work->left[i] = work->total[i] = 0;
    }
  return TRUE;
}

/* Counts the segment's symbols, and those before it. */
static void
count_by_blocks (RefrainSegmentationWork *work,
                 RefrainSegmentationNode *node,
                 RefrainSegmentationRuns runs)
{
  const gsize n_symbols = work->self->n_symbols;

  memset (work->base, 0, n_symbols * sizeof *work->base);
  refrain_segmentation_count_before (work, runs.run, work->base);
  refrain_segmentation_count_before (work, runs.end_run, work->total);
  for (gsize i = 0; i < n_symbols; i++)
    {
      work->total[i] -= work->base[i];
      node->distinct += work->total[i] > 0;
    }
}

/* ---- One segment -------------------------------------------------------------------------------
 */

gboolean
refrain_segmentation_find_cut (RefrainSegmentationWork *work,
                               RefrainSegmentationNode *node,
                               RefrainSegmentationRuns runs,
                               guint32 *behind)
{
  const gboolean by_blocks = (runs.end_run - runs.run) / work->block >= MIN_BLOCKS;
  guint32 end_run;

  node->cut = node->start;
  node->strength = -INFINITY;
  if (runs.end_run - runs.run == 1)
    {
      node->distinct = 1;
      if (node->end - node->start == 1)
        return TRUE;
      node->cut = node->start + 1;
      node->distinct_left = node->distinct_right = 1;
      weigh (node);
      return TRUE;
    }
  if (by_blocks)
    count_by_blocks (work, node, runs);
  else
    node->distinct = count_symbols (work, node, runs.run, &end_run);
  if (!(by_blocks ? cut_blocks : cut_runs) (work, node, runs, behind))
    return FALSE;
  node->cut = refrain_segmentation_get_run (work->self, *behind)->first;
  weigh (node);
  return TRUE;
}
