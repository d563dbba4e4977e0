/* refrain-segmentation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-segmentation-private.h"

#include <glib/gi18n.h>

/* So many steps of a loop between two looks at the cancellable. */
#define STRIDE 0xffff
/* A divergence no further from its threshold is equal to it. */
#define ROUNDING 1e-12

/* The tree as it grows. The counts are all 0 between two segments. */
typedef struct
{
  RefrainSegmentation *self;
  GArray *first_run;   /* of guint32: of each node */
  double *x_log_x;     /* x log2 x for x up to the length */
  guint32 *total;      /* of each symbol, in the segment */
  guint32 *left;       /* of each symbol, left of the cut */
  double *divergences; /* of the cut behind each run of the segment, times the segment's length */
  GCancellable *cancellable;
} Work;

/* ---- One segment -------------------------------------------------------------------------------
 */

/* Counts the symbols of @node from @run on; gives how many are different, and the run behind. */
static guint32
count_symbols (Work *work, const RefrainSegmentationNode *node, guint32 run, guint32 *end_run)
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
measure_cuts (
    Work *work, const RefrainSegmentationNode *node, guint32 run, guint32 n_runs, double *largest)
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
      if ((r & STRIDE) == STRIDE && g_cancellable_is_cancelled (work->cancellable))
        return FALSE;
    }
  *largest = best;
  return TRUE;
}

/* Counts the different symbols on either side of the cut behind @cut_run, and sets the counts of
 * the segment's symbols back to 0. */
static void
count_sides (
    Work *work, RefrainSegmentationNode *node, guint32 run, guint32 cut_run, guint32 end_run)
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

/* Finds the best cut of segment @index. Gives the run behind it; FALSE when cancelled. */
static gboolean
find_cut (Work *work, guint32 index, guint32 *behind)
{
  RefrainSegmentationNode *node = refrain_segmentation_get_node (work->self, index);
  const guint32 run = g_array_index (work->first_run, guint32, index);
  const guint32 length = node->end - node->start;
  guint32 end_run, cut = 0;
  double largest = 0;

  node->distinct = count_symbols (work, node, run, &end_run);
  node->cut = node->start;
  node->strength = -INFINITY;
  if (node->distinct == 1)
    {
      work->total[refrain_segmentation_get_run (work->self, run)->symbol] = 0;
      if (length == 1)
        return TRUE;
      node->cut = node->start + 1;
      node->distinct_left = node->distinct_right = 1;
      weigh (node);
      return TRUE;
    }
  if (!measure_cuts (work, node, run, end_run - run, &largest))
    return FALSE;
  while (work->divergences[cut] < largest - REFRAIN_SEGMENTATION_TOLERANCE * length)
    cut++;
  node->divergence = CLAMP (work->divergences[cut] / length, 0, 1);
  node->cut = refrain_segmentation_get_run_end (work->self, run + cut);
  count_sides (work, node, run, run + cut, end_run);
  weigh (node);
  *behind = run + cut + 1;
  return TRUE;
}

/* ---- The tree ----------------------------------------------------------------------------------
 */

static void
add_node (Work *work, guint32 start, guint32 end, guint32 parent, guint32 run)
{
  const RefrainSegmentationNode node
      = { .start = start, .end = end, .parent = parent, .left = REFRAIN_NONE };

  g_array_append_val (work->self->nodes, node);
  g_array_append_val (work->first_run, run);
}

static gboolean
grow (Work *work, double least, RefrainProgressFunc progress, gpointer progress_data)
{
  RefrainSegmentation *self = work->self;
  guint32 decided = 0, told = 0, behind = 0;

  add_node (work, 0, self->length, REFRAIN_NONE, 0);
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      RefrainSegmentationNode *node;

      if (g_cancellable_is_cancelled (work->cancellable) || !find_cut (work, i, &behind))
        return FALSE;
      node = refrain_segmentation_get_node (self, i);
      if (node->distinct > 1 && node->strength > least)
        {
          const guint32 start = node->start, cut = node->cut, end = node->end;

          node->left = self->nodes->len;
          add_node (work, start, cut, i, g_array_index (work->first_run, guint32, i));
          add_node (work, cut, end, i, behind);
          continue;
        }
      decided += node->end - node->start;
      if (progress != NULL && decided - told >= self->length / 100 + 1)
        {
          progress ((double) decided / self->length, _ ("Finding phases"), progress_data);
          told = decided;
        }
    }
  return TRUE;
}

/* Numbers the symbols without gaps when there are fewer of them than their values promise. */
static void
number_symbols (RefrainSegmentation *self)
{
  g_autoptr (GHashTable) numbers = NULL;
  guint32 largest = 0;

  for (guint32 r = 0; r + 1 < self->runs->len; r++)
    largest = MAX (largest, refrain_segmentation_get_run (self, r)->symbol);
  self->n_symbols = largest;
  if (largest < self->runs->len)
    {
      self->n_symbols++;
      return;
    }
  numbers = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (guint32 r = 0; r + 1 < self->runs->len; r++)
    {
      RefrainSegmentationRun *run = &g_array_index (self->runs, RefrainSegmentationRun, r);
      gpointer key = GUINT_TO_POINTER (run->symbol), number;

      if (!g_hash_table_lookup_extended (numbers, key, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, key, number);
        }
      run->symbol = GPOINTER_TO_UINT (number);
    }
  self->n_symbols = g_hash_table_size (numbers);
}

static void
find_runs (RefrainSegmentation *self, const guint32 *symbols)
{
  const RefrainSegmentationRun last = { 0, self->length };

  for (guint32 i = 0; i < self->length; i++)
    if (i == 0 || symbols[i] != symbols[i - 1])
      {
        const RefrainSegmentationRun run = { symbols[i], i };

        g_array_append_val (self->runs, run);
      }
  g_array_append_val (self->runs, last);
  number_symbols (self);
}

RefrainSegmentation *
refrain_segmentation_new (const guint32 *symbols,
                          gsize n,
                          double least,
                          GCancellable *cancellable,
                          RefrainProgressFunc progress,
                          gpointer progress_data)
{
  g_autoptr (RefrainSegmentation) self = NULL;
  g_autoptr (GArray) first_run = NULL;
  g_autofree double *table = NULL, *divergences = NULL;
  g_autofree guint32 *total = NULL, *left = NULL;
  Work work;

  g_return_val_if_fail (symbols != NULL || n == 0, NULL);
  g_return_val_if_fail (n < G_MAXINT32, NULL);
  g_return_val_if_fail (least >= -1, NULL);

  self = g_new0 (RefrainSegmentation, 1);
  self->length = (guint32) n;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (RefrainSegmentationNode));
  self->runs = g_array_new (FALSE, FALSE, sizeof (RefrainSegmentationRun));
  if (n == 0)
    return g_steal_pointer (&self);
  find_runs (self, symbols);
  first_run = g_array_new (FALSE, FALSE, sizeof (guint32));
  table = g_new (double, n + 1);
  for (gsize x = 0; x <= n; x++)
    table[x] = refrain_x_log_x ((double) x);
  total = g_new0 (guint32, self->n_symbols);
  left = g_new0 (guint32, self->n_symbols);
  divergences = g_new (double, self->runs->len);
  work = (Work){ self, first_run, table, total, left, divergences, cancellable };
  if (!grow (&work, least, progress, progress_data))
    return NULL;
  return g_steal_pointer (&self);
}

void
refrain_segmentation_free (RefrainSegmentation *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->nodes);
  g_array_unref (self->runs);
  g_free (self);
}
