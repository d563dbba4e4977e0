/* refrain-segmentation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segments of few runs are cut by looking at each cut, long ones by branch and bound over blocks of
 * runs whose counts of symbols are kept.
 */
#include "refrain-segmentation.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-search.h"

/* A run of equal symbols. */
typedef struct
{
  guint32 symbol, first;
} Run;

struct _RefrainSegmentation
{
  guint32 length, n_symbols;
  GArray *nodes; /* of RefrainSegmentationNode */
  GArray *runs;  /* of Run, in order, and one that begins at the end */
};

static inline const Run *
get_run (const RefrainSegmentation *self, guint32 run)
{
  return &g_array_index (self->runs, Run, run);
}

static inline guint32
get_run_end (const RefrainSegmentation *self, guint32 run)
{
  return get_run (self, run + 1)->first;
}

static inline RefrainSegmentationNode *
get_node (const RefrainSegmentation *self, guint32 node)
{
  return &g_array_index (self->nodes, RefrainSegmentationNode, node);
}

/* What looking for cuts needs. The counts are all 0 between two segments. */
typedef struct
{
  RefrainSegmentation *self;
  double *x_log_x;     /* x log2 x for x up to the length */
  guint32 *total;      /* of each symbol, in the segment */
  guint32 *left;       /* of each symbol, left of the cut */
  double *divergences; /* of the cut behind each run of the segment, times the segment's length */
  guint32 block;       /* so many runs are a block */
  guint32 *before;     /* of each symbol, before each block of the sequence */
  guint32 *base;       /* of each symbol, before the segment */
  GCancellable *cancellable;
} Work;

/* The segment's runs are [run, end_run). */
typedef struct
{
  guint32 run, end_run;
} Runs;

/* So many steps of a loop between two looks at the cancellable. */
#define STEPS_PER_CHECK 0xffff

static inline double
x_log_x (double x)
{
  return x > 0 ? x * log2 (x) : 0;
}

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
count_blocks (Work *work)
{
  const RefrainSegmentation *self = work->self;
  const guint32 n_runs = self->runs->len - 1;
  const gsize n_symbols = self->n_symbols, n_blocks = n_runs / work->block + 1;

  work->before = g_new0 (guint32, n_blocks * n_symbols);
  for (gsize b = 1; b < n_blocks; b++)
    {
      guint32 *counts = work->before + b * n_symbols;

      refrain_copy (counts, counts - n_symbols, n_symbols * sizeof *counts);
      for (guint32 r = (guint32) (b - 1) * work->block; r < b * work->block; r++)
        counts[get_run (self, r)->symbol] += get_run_end (self, r) - get_run (self, r)->first;
    }
}

static void
work_init (Work *work, RefrainSegmentation *self, GCancellable *cancellable)
{
  *work = (Work){
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
    work->x_log_x[x] = x_log_x ((double) x);
  count_blocks (work);
}

REFRAIN_DEFINE_CLEAR (
    work_clear,
    Work,
    refrain_free (x->x_log_x, x->total, x->left, x->base, x->divergences, x->before))

/* Adds to @counts the symbols of the sequence before @run. O(symbols + block). */
static void
count_before (const Work *work, guint32 run, guint32 *counts)
{
  const gsize n_symbols = work->self->n_symbols;
  const guint32 *known = work->before + run / work->block * n_symbols;

  for (gsize i = 0; i < n_symbols; i++)
    counts[i] += known[i];
  for (guint32 r = run - run % work->block; r < run; r++)
    counts[get_run (work->self, r)->symbol]
        += get_run_end (work->self, r) - get_run (work->self, r)->first;
}

/* ---- Long segments -------------------------------------------------------------------------- */

/* The best cut of a long segment, without looking at each cut: branch and bound over blocks.
 *
 * With f (x) = x log x, the segment's N elements, N_j of symbol j, and of these l_j to the left of
 * the cut, l in all, the divergence (Alawneh 2012, equation 5.4) times N is
 *   G = f (N) - f (l) - f (N - l) + sum over j of [f (l_j) + f (N_j - l_j) - f (N_j)].
 * The terms of l are concave: they lie below their tangent at any m, with slope
 * t = log ((N - m) / m). As l is the sum of the l_j,
 *   G <= f (N) - f (m) - f (N - m) - t m + sum over j of [t l_j + f (l_j) + f (N_j - l_j) - f
 * (N_j)], and each bracket is convex in l_j: between two cuts it is no greater than at one of them.
 * So the counts at two cuts bound all cuts between, closely where symbols are mixed evenly. */

typedef struct
{
  Work *work;
  const RefrainSegmentationNode *node;
  Runs runs;
  guint32 first_block; /* the first whose beginning is behind the segment's */
  guint32 n_edges;     /* the segment's ends, and beginnings of blocks between */
  double constant;     /* of G and its bound: f (N) - sum of f (N_j) */
  double best;         /* the greatest G so far, or what is sought */
  guint32 behind;      /* the run behind that cut */
  gboolean first;      /* stop at the first that is not below best */
  gboolean stopped, cancelled;
} Search;

/* Edges: where counts are known. */

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
  return get_run (search->work->self, get_edge_run (search, edge))->first - search->node->start;
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
  const Work *work = search->work;
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

/* Looks at each cut between two neighbouring edges. */
static void
scan (Search *search, guint32 edge)
{
  Work *work = search->work;
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
      const Run *at = get_run (work->self, r);
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

/* The run behind the best cut of a segment of several blocks, whose counts of symbols are known,
 * without looking at each cut; sets *@largest to its divergence, times the length. FALSE when
 * cancelled. */
static gboolean
search_blocks (
    Work *work, const RefrainSegmentationNode *node, Runs runs, guint32 *behind, double *largest)
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

/* ---- Run by run --------------------------------------------------------------------------------
 */

/* Counts the symbols of @node from @run on; gives how many are different, and the run behind. */
static guint32
count_symbols (Work *work, const RefrainSegmentationNode *node, guint32 run, guint32 *end_run)
{
  guint32 distinct = 0;

  for (; get_run (work->self, run)->first < node->end; run++)
    {
      const Run *at = get_run (work->self, run);

      distinct += work->total[at->symbol] == 0;
      work->total[at->symbol] += at[1].first - at->first;
    }
  *end_run = run;
  return distinct;
}

/* Finds the divergence behind each run but the last, moving one run at a time from the right side
 * to the left. With f (x) = x log x the segment's length times its divergence (Alawneh 2012,
 * equation 5.4) is f (N) - f (i) - f (N - i) - sum over j of [f (N_j) - f (N_j^l) - f (N_j^r)];
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
      const Run *at = get_run (work->self, run + r);
      const guint32 n = at[1].first - at->first, i = at[1].first - node->start;
      const guint32 left = work->left[at->symbol], right = work->total[at->symbol] - left;
      double divergence;

      sum += (f[left] - f[left + n]) + (f[right] - f[right - n]);
      work->left[at->symbol] = left + n;
      divergence = (f[length] - f[i] - f[length - i]) - sum;
      work->divergences[r] = divergence;
      best = MAX (best, divergence);
      if ((r & STEPS_PER_CHECK) == STEPS_PER_CHECK
          && g_cancellable_is_cancelled (work->cancellable))
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
    work->left[get_run (work->self, r)->symbol] = 0;
  for (guint32 r = run; r <= cut_run; r++)
    {
      const Run *at = get_run (work->self, r);

      node->distinct_left += work->left[at->symbol] == 0;
      work->left[at->symbol] = 1;
    }
  for (guint32 r = cut_run + 1; r < end_run; r++)
    {
      const guint32 symbol = get_run (work->self, r)->symbol;

      node->distinct_right += work->total[symbol] > 0;
      work->total[symbol] = work->left[symbol] = 0;
    }
  for (guint32 r = run; r <= cut_run; r++)
    {
      const guint32 symbol = get_run (work->self, r)->symbol;

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
cut_runs (Work *work, RefrainSegmentationNode *node, Runs runs, guint32 *behind)
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
cut_blocks (Work *work, RefrainSegmentationNode *node, Runs runs, guint32 *behind)
{
  const gsize n_symbols = work->self->n_symbols;
  double largest = 0;

  if (!search_blocks (work, node, runs, behind, &largest))
    return FALSE;
  node->divergence = CLAMP (largest / (node->end - node->start), 0, 1);
  refrain_fill (work->left, 0, n_symbols * sizeof *work->left);
  count_before (work, *behind, work->left);
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
count_by_blocks (Work *work, RefrainSegmentationNode *node, Runs runs)
{
  const gsize n_symbols = work->self->n_symbols;

  refrain_fill (work->base, 0, n_symbols * sizeof *work->base);
  count_before (work, runs.run, work->base);
  count_before (work, runs.end_run, work->total);
  for (gsize i = 0; i < n_symbols; i++)
    {
      work->total[i] -= work->base[i];
      node->distinct += work->total[i] > 0;
    }
}

/* ---- One segment -------------------------------------------------------------------------------
 */

/* Finds the best cut of @node: fills in all that is known of it, and in @behind the run behind the
 * cut where there is one between different symbols. FALSE when cancelled. */
static gboolean
find_cut (Work *work, RefrainSegmentationNode *node, Runs runs, guint32 *behind)
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
  node->cut = get_run (work->self, *behind)->first;
  weigh (node);
  return TRUE;
}

/* ---- The tree ------------------------------------------------------------------------------- */

/* A segment to be looked at. */
typedef struct
{
  guint32 node;
  Runs runs;
} Open;

static void
add_node (
    RefrainSegmentation *self, GArray *open, guint32 start, guint32 end, guint32 parent, Open next)
{
  const RefrainSegmentationNode node
      = { .start = start, .end = end, .parent = parent, .left = REFRAIN_NONE };

  next.node = self->nodes->len;
  g_array_append_val (self->nodes, node);
  g_array_append_val (open, next);
}

/* Depth-first, so that what is looked at soon comes to lie in the caches. FALSE when cancelled. */
static gboolean
grow (Work *work, double least, const RefrainProgress *progress)
{
  RefrainSegmentation *self = work->self;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  guint32 decided = 0, told = 0, behind = 0;

  add_node (self, open, 0, self->length, REFRAIN_NONE, (Open){ 0, { 0, self->runs->len - 1 } });
  while (open->len > 0)
    {
      const Open at = g_array_index (open, Open, open->len - 1);
      RefrainSegmentationNode *node = get_node (self, at.node);

      g_array_set_size (open, open->len - 1);
      if (g_cancellable_is_cancelled (work->cancellable)
          || !find_cut (work, node, at.runs, &behind))
        return FALSE;
      if (node->distinct > 1 && node->strength > least)
        {
          const RefrainSegmentationNode whole = *node;

          node->left = self->nodes->len;
          add_node (self, open, whole.start, whole.cut, at.node,
                    (Open){ 0, { at.runs.run, behind } });
          add_node (self, open, whole.cut, whole.end, at.node,
                    (Open){ 0, { behind, at.runs.end_run } });
          continue;
        }
      decided += node->end - node->start;
      if (decided - told >= self->length / 100 + 1)
        {
          refrain_progress_tell (progress, (double) decided / self->length, _ ("Finding phases"));
          told = decided;
        }
    }
  return TRUE;
}

/* Brings the nodes into breadth-first order, in place: there may be many. */
static void
sort_nodes (RefrainSegmentation *self)
{
  const guint32 n = self->nodes->len;
  g_autofree guint32 *from = g_new (guint32, n); /* where each is */
  guint32 next = 1;

  from[0] = 0;
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 left = get_node (self, from[i])->left;

      if (left == REFRAIN_NONE)
        continue;
      from[next++] = left;
      from[next++] = left + 1;
    }
  g_assert (next == n);
  for (guint32 i = 0; i < n; i++)
    {
      const RefrainSegmentationNode first = *get_node (self, i);
      guint32 to = i;

      while (from[to] != i && from[to] != to)
        {
          const guint32 at = from[to];

          *get_node (self, to) = *get_node (self, at);
          from[to] = to;
          to = at;
        }
      if (to != i)
        *get_node (self, to) = first;
      from[to] = to;
    }
  next = 1;
  for (guint32 i = 0; i < n; i++)
    {
      RefrainSegmentationNode *node = get_node (self, i);

      if (node->left == REFRAIN_NONE)
        continue;
      node->left = next;
      for (guint32 part = 0; part < 2; part++)
        get_node (self, next++)->parent = i;
    }
}

/* Numbers the symbols without gaps when there are fewer of them than their values promise. */
static void
number_symbols (RefrainSegmentation *self)
{
  g_autoptr (GHashTable) numbers = NULL;
  guint32 largest = 0;

  for (guint32 r = 0; r + 1 < self->runs->len; r++)
    largest = MAX (largest, get_run (self, r)->symbol);
  self->n_symbols = largest;
  if (largest < self->runs->len)
    {
      self->n_symbols++;
      return;
    }
  numbers = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (guint32 r = 0; r + 1 < self->runs->len; r++)
    {
      Run *run = &g_array_index (self->runs, Run, r);
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
  const Run last = { 0, self->length };

  for (guint32 i = 0; i < self->length; i++)
    if (i == 0 || symbols[i] != symbols[i - 1])
      {
        const Run run = { symbols[i], i };

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
                          const RefrainProgress *progress)
{
  g_autoptr (RefrainSegmentation) self = NULL;
  Work work;
  gboolean grown;

  g_return_val_if_fail (symbols != NULL || n == 0, NULL);
  g_return_val_if_fail (n < G_MAXINT32, NULL);
  g_return_val_if_fail (least >= -1, NULL);

  self = g_new0 (RefrainSegmentation, 1);
  self->length = (guint32) n;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (RefrainSegmentationNode));
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  if (n == 0)
    return g_steal_pointer (&self);
  find_runs (self, symbols);
  work_init (&work, self, cancellable);
  grown = grow (&work, least, progress);
  work_clear (&work);
  if (!grown)
    return NULL;
  sort_nodes (self);
  return g_steal_pointer (&self);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_segmentation_free,
                             RefrainSegmentation,
                             refrain_unref_arrays (x->nodes, x->runs))

/* ---- Reading the tree ----------------------------------------------------------------------- */

gsize
refrain_segmentation_get_length (const RefrainSegmentation *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->length;
}

const RefrainSegmentationNode *
refrain_segmentation_get_nodes (const RefrainSegmentation *self, gsize *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  *n = self->nodes->len;
  return *n > 0 ? get_node (self, 0) : NULL;
}

gboolean
refrain_segmentation_is_leaf (const RefrainSegmentation *self, guint32 node, double strength)
{
  g_return_val_if_fail (self != NULL && node < self->nodes->len, TRUE);
  return get_node (self, node)->left == REFRAIN_NONE
         || !(get_node (self, node)->strength > strength);
}

guint32 *
refrain_segmentation_prune (const RefrainSegmentation *self, double strength, gsize *n)
{
  GArray *kept;
  guint32 node = 0;

  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  kept = g_array_new (FALSE, FALSE, sizeof node);
  if (self->nodes->len > 0)
    g_array_append_val (kept, node);
  for (guint i = 0; i < kept->len; i++)
    {
      guint32 left;

      node = g_array_index (kept, guint32, i);
      if (refrain_segmentation_is_leaf (self, node, strength))
        continue;
      left = get_node (self, node)->left;
      g_array_append_val (kept, left);
      left++;
      g_array_append_val (kept, left);
    }
  *n = kept->len;
  return (guint32 *) (gpointer) g_array_free (kept, FALSE);
}

guint32 *
refrain_segmentation_get_leaves (const RefrainSegmentation *self, double strength, gsize *n)
{
  g_autoptr (GArray) open = NULL;
  GArray *leaves;
  guint32 node = 0;

  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  open = g_array_new (FALSE, FALSE, sizeof node);
  leaves = g_array_new (FALSE, FALSE, sizeof node);
  if (self->nodes->len > 0)
    g_array_append_val (open, node);
  while (open->len > 0)
    {
      guint32 left, right;

      node = g_array_index (open, guint32, open->len - 1);
      g_array_set_size (open, open->len - 1);
      if (refrain_segmentation_is_leaf (self, node, strength))
        {
          g_array_append_val (leaves, node);
          continue;
        }
      left = get_node (self, node)->left;
      right = left + 1;
      g_array_append_val (open, right);
      g_array_append_val (open, left);
    }
  *n = leaves->len;
  return (guint32 *) (gpointer) g_array_free (leaves, FALSE);
}

/* The run in which @element stands. */
static guint32
find_run (const RefrainSegmentation *self, guint32 element)
{
  return (guint32) REFRAIN_LOWER_BOUND (r, 1, self->runs->len - 1,
                                        get_run (self, (guint32) r)->first <= element)
         - 1;
}

double *
refrain_segmentation_get_curve (const RefrainSegmentation *self, guint32 node, gsize *n)
{
  const RefrainSegmentationNode *at;
  g_autofree guint32 *total = NULL, *left = NULL;
  guint32 first_run, length;
  double *curve, sum = 0;

  g_return_val_if_fail (self != NULL && node < self->nodes->len && n != NULL, NULL);

  at = get_node (self, node);
  length = at->end - at->start;
  first_run = find_run (self, at->start);
  total = g_new0 (guint32, self->n_symbols);
  left = g_new0 (guint32, self->n_symbols);
  curve = g_new (double, length);
  for (guint32 r = first_run; get_run (self, r)->first < at->end; r++)
    total[get_run (self, r)->symbol] += get_run_end (self, r) - get_run (self, r)->first;
  for (guint32 i = 0, r = first_run; i + 1 < length; i++)
    {
      const guint32 symbol = get_run (self, r)->symbol;
      const double l = left[symbol]++, rest = total[symbol] - l;

      sum += (x_log_x (l) - x_log_x (l + 1)) + (x_log_x (rest) - x_log_x (rest - 1));
      curve[i] = (x_log_x (length) - x_log_x (i + 1.0) - x_log_x (length - (i + 1.0)) - sum);
      curve[i] = at->distinct > 1 ? CLAMP (curve[i] / length, 0, 1) : 0;
      if (at->start + i + 1 == get_run_end (self, r))
        r++;
    }
  *n = length - 1;
  return curve;
}
