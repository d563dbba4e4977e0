/* refrain-role-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the outside to the inside: the loop that explains most on most processes, then what is
 * before it, behind it and in its median iteration.
 */
#include "refrain-role-tree.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"
#include "refrain-role-cuts.h"
#include "refrain-role-joined.h"

/* How deep loops are told in loops, and less than which share of the whole is left alone. */
#define DEEPEST     3
#define LEAST_SHARE 0.04
#define LEAST_INNER 0.1
/* A loop explains at least so much. */
#define LEAST_SCORE 0.2
/* An outer loop explains nearly as much as what it holds. */
#define NEARLY 0.9
/* A process has a loop of the run's count if it is so good beside its best one. */
#define GOOD_ENOUGH 0.4
/* Iterations that differ in turn: so many of them are alike at a distance, and more than next to
 * each other. */
#define SAME_IN_TURN 0.9
#define SAME_NEXT    0.75
#define MORE_IN_TURN 0.15
/* With so many iterations sizes may tell a loop around them, of a third of these. */
#define MANY_ITERATIONS 12
/* Elements that are looked at in all. */
#define WORK 60000000

typedef struct
{
  RefrainRoleTree *tree;
  guint n_processes;
  GCancellable *cancellable;
  double *all_ops, *all_time; /* of each process: what shares are of */
  double least;
  guint depth;
  gboolean sized; /* symbols tell sizes */
} Level;

static void
free_node (gpointer data)
{
  RefrainRoleNode *node = data;

  g_clear_pointer (&node->parts, g_ptr_array_unref);
  for (guint p = 0; p < node->n_processes; p++)
    g_free (node->cuts[p].cuts);
  refrain_free (node->cuts, node);
}

static RefrainRoleNode *
make_node (const Level *level, RefrainRoleNodeKind kind, guint32 n)
{
  RefrainRoleNode *node = g_new0 (RefrainRoleNode, 1);

  node->kind = kind;
  node->n = node->least = node->most = n;
  node->similarity = node->of = 1;
  node->n_processes = level->n_processes;
  node->cuts = g_new0 (RefrainRoleCuts, (gsize) level->n_processes + 1);
  return node;
}

static void
set_cuts (RefrainRoleNode *node, guint p, const RefrainRoleRange *range, guint32 from, guint32 to)
{
  node->cuts[p].sequence = range->sequence;
  node->cuts[p].cuts = g_new (guint32, 2);
  node->cuts[p].cuts[0] = from;
  node->cuts[p].cuts[1] = to;
  node->cuts[p].n_cuts = 2;
}

static double
get_share (const Level *level, guint p, const RefrainRoleSequence *q, guint32 from, guint32 to)
{
  return ((double) refrain_role_sequence_count (q, from, to) / level->all_ops[p]
          + (double) refrain_role_sequence_time (q, from, to) / level->all_time[p])
         / 2;
}

static guint
count_ranges (const Level *level, const RefrainRoleRange *ranges)
{
  guint n = 0;

  for (guint p = 0; p < level->n_processes; p++)
    n += ranges[p].sequence != NULL && ranges[p].from < ranges[p].to;
  return n;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

gsize
refrain_role_count_rounds (const RefrainRoleOp *ops, gsize n_ops, GArray *ends)
{
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  RefrainTime done = G_MININT64;
  gsize n = 0, first = 0;
  gboolean ways[2] = { FALSE };

  for (gsize i = 0; i <= n_ops; i++)
    {
      const RefrainRoleOp *op = i < n_ops ? &ops[i] : NULL;
      gint64 key = 0;
      gboolean ends_here = op == NULL || op->way == REFRAIN_ROLE_OTHER;

      if (op != NULL && op->way != REFRAIN_ROLE_OTHER)
        {
          const gboolean over = op->start >= done;

          key = (gint64) refrain_hash_mix (((guint64) (guint32) op->peer << 32 | (guint32) op->tag)
                                           ^ (guint64) op->way << 63);
          ends_here = (over && ways[0] && ways[1])
                      || ((over || op->blocking) && g_hash_table_contains (seen, &key));
        }
      if (ends_here && i > first)
        {
          n++;
          if (ends != NULL)
            g_array_append_val (ends, i);
          g_hash_table_remove_all (seen);
          ways[0] = ways[1] = FALSE;
          done = G_MININT64;
          first = i;
        }
      if (op == NULL)
        break;
      if (op->way != REFRAIN_ROLE_OTHER)
        ways[op->way] = TRUE;
      if (!g_hash_table_contains (seen, &key))
        g_hash_table_add (seen, g_memdup2 (&key, sizeof key));
      done = MAX (done, op->end);
    }
  return n;
}

/* The element of each process that holds most of it, and what that explains. */
typedef struct
{
  guint32 *element;
  guint32 *rounds; /* of each process */
  double score;
} Flat;

REFRAIN_DEFINE_AUTO (clear_flat, Flat, g_free (x->element); g_free (x->rounds))

static guint32
find_widest (const RefrainRoleRange *range)
{
  guint32 best = range->from;

  for (guint32 i = range->from + 1; i < range->to; i++)
    if (refrain_role_sequence_count (range->sequence, i, i + 1)
        > refrain_role_sequence_count (range->sequence, best, best + 1))
      best = i;
  return best;
}

/* How many processes share the commonest value of @values. */
static guint
count_commonest (const guint32 *values, guint n, const RefrainRoleRange *ranges)
{
  g_autofree guint32 *sorted = g_new (guint32, (gsize) n + 1);
  guint kept = 0, most = 0, row = 0;

  for (guint p = 0; p < n; p++)
    if (ranges[p].sequence != NULL)
      sorted[kept++] = values[p];
  refrain_sort (sorted, kept, sizeof *sorted, refrain_compare_uint32);
  for (guint i = 0; i < kept; i++)
    {
      row = i > 0 && sorted[i] == sorted[i - 1] ? row + 1 : 1;
      most = MAX (most, row);
    }
  return most;
}

static void
measure_rounds (const Level *level, const RefrainRoleRange *ranges, guint n_ranges, Flat *flat)
{
  flat->element = g_new0 (guint32, (gsize) level->n_processes + 1);
  flat->rounds = g_new0 (guint32, (gsize) level->n_processes + 1);
  flat->score = 0;
  for (guint p = 0; p < level->n_processes; p++)
    {
      const RefrainRoleSequence *q = ranges[p].sequence;
      guint32 i;
      double share;

      if (q == NULL || ranges[p].from >= ranges[p].to)
        continue;
      i = flat->element[p] = find_widest (&ranges[p]);
      flat->rounds[p] = (guint32) refrain_role_count_rounds (
          q->ops + q->first[i], refrain_role_sequence_count (q, i, i + 1), NULL);
      share
          = ((double) refrain_role_sequence_count (q, i, i + 1)
                 / (double) MAX (refrain_role_sequence_count (q, ranges[p].from, ranges[p].to), 1)
             + (double) refrain_role_sequence_time (q, i, i + 1)
                   / (double) MAX (refrain_role_sequence_time (q, ranges[p].from, ranges[p].to), 1))
            / 2;
      if (flat->rounds[p] > 2)
        flat->score += share * (1 - 0.5 / flat->rounds[p]) / n_ranges;
    }
  flat->score
      *= (double) count_commonest (flat->rounds, level->n_processes, ranges) / MAX (n_ranges, 1);
}

/* ---- One loop of all processes --------------------------------------------------------------- */

typedef struct
{
  const Level *level;
  RefrainRoleRange *ranges;
  GArray **loops; /* of each process: RefrainRoleLoop */
  gsize work;
} Search;

static void
find_loops (gsize p, gpointer data)
{
  const Search *search = data;
  const RefrainRoleRange *range = &search->ranges[p];

  if (range->sequence != NULL && range->to > range->from + 3)
    search->loops[p] = refrain_role_sequence_find_loops (range->sequence, search->level->tree->ops,
                                                         range->from, range->to, search->work);
}

typedef struct
{
  guint32 n;
  double score;
} Sum;

REFRAIN_DEFINE_COMPARE (compare_sums, Sum, REFRAIN_RISING (n))

/* For each number of iterations what loops of all processes explain together; of Sum, ascending. */
static GArray *
add_up (const Search *search, guint n_ranges)
{
  g_autoptr (GHashTable) by_n = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  GHashTableIter iter;
  gpointer value;

  for (guint p = 0; p < search->level->n_processes; p++)
    for (guint i = 0; search->loops[p] != NULL && i < search->loops[p]->len; i++)
      {
        const RefrainRoleLoop *loop = &g_array_index (search->loops[p], RefrainRoleLoop, i);
        Sum *sum = g_hash_table_lookup (by_n, GUINT_TO_POINTER (loop->n));

        if (sum == NULL)
          {
            sum = g_new0 (Sum, 1);
            sum->n = loop->n;
            g_hash_table_insert (by_n, GUINT_TO_POINTER (loop->n), sum);
          }
        sum->score += loop->score / n_ranges;
      }
  g_hash_table_iter_init (&iter, by_n);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_array_append_vals (sums, value, 1);
  g_array_sort (sums, compare_sums);
  return sums;
}

/* One more than @sum, that explains as much or nearly so, is the same loop with the first or the
 * last iteration. */
static const Sum *
add_one (const GArray *sums, const Sum *sum)
{
  const Sum *next = sum + 1;

  return next < &g_array_index (sums, Sum, sums->len) && next->n == sum->n + 1
                 && next->score >= NEARLY * sum->score
             ? next
             : sum;
}

/* The count that explains most; a smaller one, where it makes an outer loop that explains nearly as
 * much. NULL where there is none. */
static const Sum *
choose_sum (const GArray *sums)
{
  const Sum *best = NULL;

  for (guint i = 0; i < sums->len; i++)
    {
      const Sum *sum = &g_array_index (sums, Sum, i);

      if (best == NULL || sum->score > best->score)
        best = sum;
    }
  best = best != NULL ? add_one (sums, best) : NULL;
  for (guint i = 0; best != NULL && i < sums->len; i++)
    {
      const Sum *sum = &g_array_index (sums, Sum, i);

      if (sum->n >= 3 && sum->n <= best->n / 2 && sum->score >= NEARLY * best->score)
        return add_one (sums, sum);
    }
  return best;
}

static const RefrainRoleLoop *
find_loop (const GArray *loops, guint32 n)
{
  const RefrainRoleLoop *found = NULL;
  double best = 0;

  for (guint i = 0; loops != NULL && i < loops->len; i++)
    {
      const RefrainRoleLoop *loop = &g_array_index (loops, RefrainRoleLoop, i);

      best = MAX (best, loop->score);
      if (loop->n == n)
        found = loop;
    }
  return found != NULL && found->score >= GOOD_ENOUGH * best ? found : NULL;
}

/* ---- Iterations in turn ---------------------------------------------------------------------- */

static guint
bit_length (guint64 x)
{
  return x > 0 ? 64 - (guint) __builtin_clzll (x) : 0;
}

static double
count_same (const guint64 *keys, guint32 n, guint32 lag)
{
  guint32 same = 0;

  for (guint32 i = 0; i + lag < n; i++)
    same += keys[i] == keys[i + lag];
  return (double) same / (n - lag);
}

/* How many iterations that differ in turn make one: 1 where they do not. */
static guint32
find_period (const RefrainRoleSequence *q, const RefrainRoleLoop *loop)
{
  const guint32 n = loop->n;
  g_autofree guint64 *keys = g_new (guint64, (gsize) n + 1);
  guint32 best = 1;
  double next, most = 0;

  if (n < 6)
    return 1;
  for (guint32 i = 0; i < n; i++)
    {
      const gsize first = q->first[loop->cuts[i]];
      const gsize count = refrain_role_sequence_count (q, loop->cuts[i], loop->cuts[i + 1]);
      guint64 bytes = 0;

      for (gsize k = first; k < first + count; k++)
        bytes += q->ops[k].bytes;
      keys[i] = (guint64) count << 8 | bit_length (bytes);
    }
  next = count_same (keys, n, 1);
  if (next >= SAME_NEXT)
    return 1;
  for (guint32 lag = 2; lag <= MIN (n / 3, 256); lag++)
    {
      const double same = count_same (keys, n, lag);

      if (same > most + 0.01)
        {
          most = same;
          best = lag;
        }
    }
  return most >= SAME_IN_TURN && most > next + MORE_IN_TURN ? best : 1;
}

/* Puts @period iterations of @cuts together; what is left over at the end goes with the last. */
static void
join_iterations (RefrainRoleCuts *cuts, guint32 period)
{
  const guint32 n = cuts->n_cuts - 1, end = cuts->cuts[n], whole = n / period;

  for (guint32 i = 0; i < whole; i++)
    cuts->cuts[i] = cuts->cuts[i * period];
  cuts->cuts[whole] = end;
  cuts->n_cuts = whole + 1;
}

static void
join_in_turn (const Level *level, RefrainRoleNode *node, const Search *search)
{
  g_autofree guint32 *periods = g_new0 (guint32, (gsize) level->n_processes + 1);
  guint32 best = 1;
  guint n_have = 0, votes = 0;

  for (guint p = 0; p < level->n_processes; p++)
    {
      const RefrainRoleLoop *loop = find_loop (search->loops[p], node->n);

      if (loop == NULL)
        continue;
      n_have++;
      periods[p] = find_period (search->ranges[p].sequence, loop);
    }
  for (guint p = 0; p < level->n_processes; p++)
    {
      guint same = 0;

      for (guint k = 0; periods[p] > 1 && k < level->n_processes; k++)
        same += periods[k] == periods[p];
      if (same > votes)
        {
          votes = same;
          best = periods[p];
        }
    }
  if (best < 2 || 2 * votes < n_have)
    return;
  for (guint p = 0; p < level->n_processes; p++)
    if (periods[p] > 0)
      join_iterations (&node->cuts[p], best);
  node->n = node->least = node->most = node->n / best;
}

/* ---- Taking apart ---------------------------------------------------------------------------- */

static void take_apart (const Level *level, RefrainRoleRange *ranges, GPtrArray *to);

/* Those that lack the loop are cut by time, as one. */
static void
cut_by_time (const Level *level, RefrainRoleNode *node, const RefrainRoleRange *ranges)
{
  RefrainTime start = 0, end = 0;
  gboolean any = FALSE;

  for (guint p = 0; p < level->n_processes && !any; p++)
    if (node->cuts[p].cuts != NULL)
      {
        const RefrainRoleSequence *q = ranges[p].sequence;
        const guint32 last = node->cuts[p].cuts[node->cuts[p].n_cuts - 1];

        start = q->ops[q->first[node->cuts[p].cuts[0]]].start;
        end = last < q->n ? q->ops[q->first[last]].start : G_MAXINT64;
        any = TRUE;
      }
  for (guint p = 0; p < level->n_processes; p++)
    {
      const RefrainRoleSequence *q = ranges[p].sequence;
      guint32 from = ranges[p].from, to;

      if (q == NULL || from >= ranges[p].to || node->cuts[p].cuts != NULL)
        continue;
      while (from < ranges[p].to && q->ops[q->first[from]].start < start)
        from++;
      for (to = from; to < ranges[p].to && q->ops[q->first[to]].start < end;)
        to++;
      set_cuts (node, p, &ranges[p], from, to);
    }
}

/* A sequence that got more elements within the loop stands for that before. */
static void
follow_sequence (RefrainRoleRange *range, const RefrainRoleCuts *cuts)
{
  if (cuts->sequence == NULL || cuts->sequence == range->sequence)
    return;
  range->to += cuts->sequence->n - range->sequence->n;
  range->sequence = cuts->sequence;
}

static RefrainRoleNode *
make_loop (const Level *level, Search *search, guint32 n, guint n_ranges)
{
  RefrainRoleNode *node = make_node (level, REFRAIN_ROLE_LOOP, n);
  guint have = 0, wide = 0;

  node->similarity = 0;
  for (guint p = 0; p < level->n_processes; p++)
    {
      const RefrainRoleLoop *loop = find_loop (search->loops[p], n);

      if (loop == NULL)
        continue;
      have++;
      wide += loop->wide;
      node->similarity += loop->similarity;
      node->cuts[p].sequence = search->ranges[p].sequence;
      node->cuts[p].cuts = g_memdup2 (loop->cuts, ((gsize) n + 1) * sizeof *loop->cuts);
      node->cuts[p].n_cuts = n + 1;
    }
  node->similarity /= MAX (have, 1);
  node->wide = 2 * wide > have;
  have += refrain_role_cut_others (level->tree, node, search->ranges);
  node->of = (double) have / MAX (n_ranges, 1);
  join_in_turn (level, node, search);
  refrain_role_divide_joined (level->tree, node);
  for (guint p = 0; p < level->n_processes; p++)
    follow_sequence (&search->ranges[p], &node->cuts[p]);
  cut_by_time (level, node, search->ranges);
  return node;
}

static RefrainRoleNode *
make_rounds (const Level *level, const RefrainRoleRange *ranges, const Flat *flat)
{
  RefrainRoleNode *node = make_node (level, REFRAIN_ROLE_ROUNDS, 0);
  g_autofree guint32 *sorted = g_new (guint32, (gsize) level->n_processes + 1);
  guint n = 0;

  for (guint p = 0; p < level->n_processes; p++)
    if (ranges[p].sequence != NULL && ranges[p].from < ranges[p].to)
      {
        set_cuts (node, p, &ranges[p], flat->element[p], flat->element[p] + 1);
        sorted[n++] = flat->rounds[p];
      }
  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_uint32);
  node->n = sorted[n / 2];
  node->least = sorted[0];
  node->most = sorted[n - 1];
  return node;
}

static void
set_share (const Level *level, RefrainRoleNode *node)
{
  for (guint p = 0; p < level->n_processes; p++)
    if (node->cuts[p].n_cuts > 0)
      node->share += get_share (level, p, node->cuts[p].sequence, node->cuts[p].cuts[0],
                                node->cuts[p].cuts[node->cuts[p].n_cuts - 1])
                     / level->n_processes;
}

/* The iteration of @node that holds as many operations of all processes as the median. */
static guint32
find_median (const RefrainRoleNode *node)
{
  g_autofree guint64 *counts = g_new0 (guint64, (gsize) node->n + 1);

  for (guint p = 0; p < node->n_processes; p++)
    for (guint32 i = 0; node->cuts[p].n_cuts == node->n + 1 && i < node->n; i++)
      counts[i] += refrain_role_sequence_count (node->cuts[p].sequence, node->cuts[p].cuts[i],
                                                node->cuts[p].cuts[i + 1]);
  for (guint32 i = 0; i < node->n; i++)
    counts[i] = counts[i] << 24 | MIN (i, 0xffffff);
  refrain_sort (counts, node->n, sizeof *counts, refrain_compare_uint64);
  return MIN ((guint32) (counts[node->n / 2] & 0xffffff), node->n - 1);
}

/* The median iteration stands for all. */
static void
take_inside_apart (const Level *level, RefrainRoleNode *node)
{
  g_autofree RefrainRoleRange *inner = g_new0 (RefrainRoleRange, (gsize) level->n_processes + 1);
  g_autofree double *ops = g_new0 (double, (gsize) level->n_processes + 1);
  g_autofree double *time = g_new0 (double, (gsize) level->n_processes + 1);
  const guint32 median = find_median (node);
  Level below = *level;

  for (guint p = 0; p < level->n_processes; p++)
    {
      const RefrainRoleCuts *cuts = &node->cuts[p];

      if (cuts->n_cuts != node->n + 1 || node->n < 2)
        continue;
      inner[p] = (RefrainRoleRange){ cuts->sequence, cuts->cuts[median], cuts->cuts[median + 1] };
      ops[p] = (double) MAX (
          refrain_role_sequence_count (cuts->sequence, inner[p].from, inner[p].to), 1);
      time[p] = (double) MAX (
          refrain_role_sequence_time (cuts->sequence, inner[p].from, inner[p].to), 1);
    }
  below.all_ops = ops;
  below.all_time = time;
  below.least = LEAST_INNER;
  below.depth++;
  node->parts = g_ptr_array_new_with_free_func (free_node);
  take_apart (&below, inner, node->parts);
  if (node->parts->len == 1
      && ((RefrainRoleNode *) node->parts->pdata[0])->kind == REFRAIN_ROLE_REST)
    g_ptr_array_set_size (node->parts, 0);
}

/* Before and behind @node. */
static void
take_side_apart (const Level *level,
                 const RefrainRoleNode *node,
                 const RefrainRoleRange *ranges,
                 gboolean behind,
                 GPtrArray *to)
{
  g_autofree RefrainRoleRange *side = g_new0 (RefrainRoleRange, (gsize) level->n_processes + 1);
  Level below = *level;

  for (guint p = 0; p < level->n_processes; p++)
    {
      const RefrainRoleCuts *cuts = &node->cuts[p];

      if (cuts->n_cuts == 0)
        continue;
      side[p] = ranges[p];
      if (behind)
        side[p].from = cuts->cuts[cuts->n_cuts - 1];
      else
        side[p].to = cuts->cuts[0];
    }
  below.depth++;
  take_apart (&below, side, to);
}

static void
make_rest (const Level *level, const RefrainRoleRange *ranges, double share, GPtrArray *to)
{
  RefrainRoleNode *node = make_node (level, REFRAIN_ROLE_REST, 1);

  node->share = share;
  for (guint p = 0; p < level->n_processes; p++)
    if (ranges[p].sequence != NULL && ranges[p].from < ranges[p].to)
      set_cuts (node, p, &ranges[p], ranges[p].from, ranges[p].to);
  g_ptr_array_add (to, node);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* @range with the magnitude of the size in the symbols of messages. */
static const RefrainRoleSequence *
add_sizes (RefrainRoleTree *tree, const RefrainRoleRange *range)
{
  const RefrainRoleSequence *q = range->sequence;
  const gsize first = q->first[range->from];
  const gsize n = refrain_role_sequence_count (q, range->from, range->to);
  g_autofree guint32 *symbols = g_new (guint32, n + 1);
  RefrainRoleSequence *sized;

  for (gsize i = 0; i < n; i++)
    {
      const RefrainRoleOp *op = &q->ops[first + i];

      symbols[i] = op->role;
      if (op->way != REFRAIN_ROLE_OTHER)
        symbols[i] = tree->ops->roles->len * (1 + bit_length (op->bytes)) + op->role;
    }
  sized = refrain_role_sequence_new (q->ops + first, n, symbols);
  g_ptr_array_add (tree->sequences, sized);
  return sized;
}

/* A loop around one of @n iterations that only sizes of messages tell apart, as levels of
 * multigrid do. FALSE where there is none that explains @score. */
static gboolean
take_sized_apart (const Level *level,
                  const RefrainRoleRange *ranges,
                  guint n_ranges,
                  const Sum *found,
                  GPtrArray *to)
{
  g_autofree RefrainRoleRange *sized = g_new0 (RefrainRoleRange, (gsize) level->n_processes + 1);
  g_autofree GArray **loops = g_new0 (GArray *, (gsize) level->n_processes + 1);
  Search search = { level, sized, loops, WORK / MAX (n_ranges, 1) };
  Level below = *level;
  gboolean good = FALSE;

  for (guint p = 0; p < level->n_processes; p++)
    if (ranges[p].sequence != NULL && ranges[p].from < ranges[p].to)
      {
        sized[p].sequence = add_sizes (level->tree, &ranges[p]);
        sized[p].to = sized[p].sequence->n;
      }
  if (refrain_parallel_run (level->n_processes, find_loops, &search, level->cancellable))
    {
      g_autoptr (GArray) sums = add_up (&search, n_ranges);

      for (guint i = 0; i < sums->len; i++)
        {
          const Sum *sum = &g_array_index (sums, Sum, i);

          good = good
                 || (sum->n >= 3 && sum->n <= found->n / 3 && sum->score >= NEARLY * found->score);
        }
    }
  for (guint p = 0; p < level->n_processes; p++)
    g_clear_pointer (&loops[p], g_array_unref);
  if (!good)
    return FALSE;
  below.sized = TRUE;
  below.depth++;
  take_apart (&below, sized, to);
  return TRUE;
}

static void
take_apart (const Level *level, RefrainRoleRange *ranges, GPtrArray *to)
{
  const guint n_ranges = count_ranges (level, ranges);
  g_autofree GArray **loops = g_new0 (GArray *, (gsize) level->n_processes + 1);
  g_autoptr (GArray) sums = NULL;
  g_auto (Flat) flat = { 0 };
  Search search = { level, ranges, loops, WORK / MAX (n_ranges, 1) };
  const Sum *best;
  RefrainRoleNode *node = NULL;
  double share = 0;

  for (guint p = 0; p < level->n_processes; p++)
    if (ranges[p].sequence != NULL)
      share += get_share (level, p, ranges[p].sequence, ranges[p].from, ranges[p].to)
               / level->n_processes;
  if (n_ranges == 0 || share < level->least)
    return;
  if (level->depth <= DEEPEST)
    {
      refrain_parallel_run (level->n_processes, find_loops, &search, level->cancellable);
      sums = add_up (&search, n_ranges);
      measure_rounds (level, ranges, n_ranges, &flat);
    }
  if (level->sized)
    flat.score = 0;
  best = sums != NULL ? choose_sum (sums) : NULL;
  if (best != NULL && best->score > flat.score && best->score >= LEAST_SCORE)
    {
      if (!level->sized && best->n >= MANY_ITERATIONS
          && take_sized_apart (level, ranges, n_ranges, best, to))
        goto out;
      node = make_loop (level, &search, best->n, n_ranges);
      refrain_role_join_exchange (node);
    }
  else if (flat.score >= LEAST_SCORE && flat.score > 0)
    node = make_rounds (level, ranges, &flat);
  if (node == NULL)
    {
      make_rest (level, ranges, share, to);
      goto out;
    }
  set_share (level, node);
  take_side_apart (level, node, ranges, FALSE, to);
  g_ptr_array_add (to, node);
  take_side_apart (level, node, ranges, TRUE, to);
  if (node->kind == REFRAIN_ROLE_LOOP && level->depth < DEEPEST)
    take_inside_apart (level, node);
out:
  for (guint p = 0; p < level->n_processes; p++)
    g_clear_pointer (&loops[p], g_array_unref);
}

/* ---- All ------------------------------------------------------------------------------------- */

static void
free_sequence (gpointer data)
{
  refrain_role_sequence_free (data);
}

RefrainRoleTree *
refrain_role_tree_new (const RefrainRoleOps *ops, GCancellable *cancellable)
{
  g_autoptr (RefrainRoleTree) self = g_new0 (RefrainRoleTree, 1);
  g_autofree RefrainRoleRange *ranges = g_new0 (RefrainRoleRange, (gsize) ops->n_processes + 1);
  g_autofree double *all_ops = g_new0 (double, (gsize) ops->n_processes + 1);
  g_autofree double *all_time = g_new0 (double, (gsize) ops->n_processes + 1);
  const Level level = { .tree = self,
                        .n_processes = ops->n_processes,
                        .cancellable = cancellable,
                        .all_ops = all_ops,
                        .all_time = all_time,
                        .least = LEAST_SHARE };

  self->ops = ops;
  self->sequences = g_ptr_array_new_with_free_func (free_sequence);
  self->nodes = g_ptr_array_new_with_free_func (free_node);
  for (guint p = 0; p < ops->n_processes; p++)
    {
      RefrainRoleSequence *q
          = refrain_role_sequence_new (ops->processes[p].ops, ops->processes[p].n, NULL);

      g_ptr_array_add (self->sequences, q);
      all_ops[p] = (double) MAX (refrain_role_sequence_count (q, 0, q->n), 1);
      all_time[p] = (double) MAX (refrain_role_sequence_time (q, 0, q->n), 1);
      if (q->n > 0)
        ranges[p] = (RefrainRoleRange){ q, 0, q->n };
    }
  take_apart (&level, ranges, self->nodes);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_role_tree_free, RefrainRoleTree, g_ptr_array_unref (x->nodes);
                             g_ptr_array_unref (x->sequences))
