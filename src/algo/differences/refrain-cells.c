/* refrain-cells.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Medians of blocks, and tests on them.
 */
#include "refrain-cells.h"

#include <math.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"

/* So many of a place's occurrences say what its median is. */
#define MOST_SAMPLES 4096
/* ... and so many blocks where it lies. */
#define MOST_BLOCKS 300
/* What is shorter than this, ns, is not measured. */
#define UNMEASURED 1000.0
/* What is usual of computing: this quantile. */
#define LEVEL 0.2
/* Occurrences in a block that differ by more, as a logarithm, are disturbed. */
#define MOST_STRAY 0.1
/* Means of blocks that differ by less agree. */
#define SAME_MEANS 0.03
/* Turns: fewer occurrences have none; how much further apart than noise both parts are; what of a
 * part is nothing beside the other; how much of the run of all a turn changes. */
#define LEAST_TURNS  8
#define LEAST_PART   4
#define TURN_NOISE   4.0
#define TURN_NOTHING 0.2
#define LEAST_TURN   0.1

/* Of more values than this a sample tells by which to part them. */
#define SAMPLED 600

/* The value at @middle of those from @low to before @high, which are put in another order, parted
 * there: quickselect (Hoare 1961), of many values by one of a sample that is likely to be next to
 * it (Floyd and Rivest 1975). */
static double
select_value_of (double *values, gsize low, gsize high, gsize middle)
{
  while (high - low > 1)
    {
      gsize i = low, j = high - 1;
      double pivot;

      if (high - low > SAMPLED)
        {
          const double n = (double) (high - low), at = (double) (middle - low + 1);
          const double size = 0.5 * exp (2 * log (n) / 3);
          const double out = 0.5 * sqrt (log (n) * size * (n - size) / n) * (at < n / 2 ? -1 : 1);
          const double from = (double) middle - at * size / n + out;

          select_value_of (values, (gsize) MAX (from, (double) low),
                           (gsize) MIN (MAX (from + size, (double) middle) + 1, (double) high),
                           middle);
          /* Not the last one: each part has to be smaller. */
          pivot = values[middle];
          values[middle] = values[low];
          values[low] = pivot;
        }
      else
        pivot = values[low + (high - low - 1) / 2];

      for (;;)
        {
          while (values[i] < pivot)
            i++;
          while (values[j] > pivot)
            j--;
          if (i >= j)
            break;
          {
            const double kept = values[i];

            values[i++] = values[j];
            values[j--] = kept;
          }
        }
      if (middle <= j)
        high = j + 1;
      else
        low = j + 1;
    }
  return values[middle];
}

static double
select_value (double *values, gsize n, gsize middle)
{
  return select_value_of (values, 0, n, middle);
}

double
refrain_cells_median (double *values, gsize n)
{
  const gsize middle = n / 2;
  double above, below;

  if (n == 0)
    return 0;
  above = select_value (values, n, middle);
  if (n % 2 == 1)
    return above;
  below = values[0];
  for (gsize i = 1; i < middle; i++)
    below = MAX (below, values[i]);
  return (below + above) / 2;
}

double
refrain_cells_quantile (double *values, gsize n, double share)
{
  return n > 0 ? select_value (values, n, (gsize) (share * (double) n)) : 0;
}

static double
find_level (double *values, gsize n, RefrainSlotPart part)
{
  return part == REFRAIN_SLOT_MPI ? refrain_cells_median (values, n)
                                  : refrain_cells_quantile (values, n, LEVEL);
}

static double
get_value (const RefrainSlot *slot, RefrainSlotPart part)
{
  return (double) (part == REFRAIN_SLOT_COMPUTING ? slot->gap : slot->work);
}

/* Of one side, in one pass over its slots. */
static void
measure_side (const RefrainCoupling *coupling, RefrainRunPair *pair, guint s)
{
  const guint32 n = pair->n[s], step = (n + MOST_SAMPLES - 1) / MOST_SAMPLES;
  double samples[REFRAIN_SLOT_N_PARTS][MOST_SAMPLES], sum[REFRAIN_SLOT_N_PARTS] = { 0 };
  gsize n_samples = 0, n_sized = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (coupling, pair, s, i);
      const double time[] = {
        [REFRAIN_SLOT_MPI] = (double) slot->stay, [REFRAIN_SLOT_COMPUTING] = (double) slot->gap
      };

      for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
        {
          sum[part] += time[part];
          if (i % step == 0)
            samples[part][n_samples] = time[part];
        }
      n_samples += i % step == 0;
      pair->bytes[s] += (double) slot->bytes;
      pair->share[s] += (double) slot->bytes / MAX (slot->n_members, 1);
      n_sized += slot->bytes > 0 || slot->n_members > 0;
    }
  /* A message to nobody, at an edge, has no size. */
  pair->bytes[s] /= MAX (n_sized, 1);
  pair->share[s] /= MAX (n_sized, 1);
  for (guint part = 0; part < REFRAIN_SLOT_N_PARTS && n > 0; part++)
    {
      pair->sum[s][part] = sum[part] * refrain_coupling_per_process (coupling, s, 1);
      pair->median[s][part] = refrain_cells_median (samples[part], n_samples);
    }
}

void
refrain_pair_measure (const RefrainCoupling *coupling, RefrainRunPair *pair)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    measure_side (coupling, pair, s);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

GArray *
refrain_pair_list_blocks (const RefrainCoupling *coupling,
                          const RefrainRunPair *pair,
                          guint side,
                          RefrainSlotPart part,
                          double scale)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (RefrainRowBlocks));
  g_autofree double *values = g_new (double, pair->n[side] + 1);

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      RefrainRowBlocks own = { .row = refrain_pair_get_slot (coupling, pair, side, first)->row };
      for (end = first; end < pair->n[side]; end++)
        {
          const RefrainSlot *slot = refrain_pair_get_slot (coupling, pair, side, end);

          if (slot->row != own.row)
            break;
          values[end] = get_value (slot, part) * scale;
        }
      own.n = end - first;
      own.n_blocks = MIN (own.n, REFRAIN_N_BLOCKS);
      for (guint32 k = 0; k < own.n_blocks; k++)
        {
          const gsize from = (gsize) own.n * k / own.n_blocks;
          const gsize to = (gsize) own.n * (k + 1) / own.n_blocks;

          for (gsize i = from; i < to; i++)
            own.means[k] += values[first + i] / (double) (to - from);
          own.blocks[k] = find_level (&values[first + from], to - from, part);
          /* That of MPI is the median itself. */
          if (part == REFRAIN_SLOT_COMPUTING)
            own.stray += log ((refrain_cells_median (&values[first + from], to - from) + UNMEASURED)
                              / (own.blocks[k] + UNMEASURED))
                         / own.n_blocks;
        }
      own.level = find_level (&values[first], own.n, part);
      g_array_append_val (list, own);
    }
  return list;
}

double
refrain_pair_get_row_level (const RefrainCoupling *coupling,
                            const RefrainRunPair *pair,
                            guint side,
                            RefrainSlotPart part,
                            guint32 first,
                            guint32 n)
{
  g_autofree double *values = g_new (double, n + 1);

  for (guint32 i = 0; i < n; i++)
    values[i] = get_value (refrain_pair_get_slot (coupling, pair, side, first + i), part);
  return find_level (values, n, part);
}

double
refrain_row_get_lowest (const RefrainRowBlocks *row)
{
  double lowest = row->level;

  for (guint32 k = 0; k < row->n_blocks; k++)
    lowest = MIN (lowest, row->blocks[k]);
  return lowest;
}

const RefrainRowBlocks *
refrain_blocks_find_slowest (const GArray *blocks)
{
  const RefrainRowBlocks *slowest = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      const RefrainRowBlocks *own = &g_array_index (blocks, RefrainRowBlocks, i);

      if (slowest == NULL || own->level > slowest->level)
        slowest = own;
    }
  return slowest;
}

double
refrain_blocks_get_level (const GArray *blocks)
{
  g_autofree double *values = g_new (double, blocks->len + 1);

  for (guint i = 0; i < blocks->len; i++)
    values[i] = g_array_index (blocks, RefrainRowBlocks, i).level;
  return refrain_cells_median (values, blocks->len);
}

/* How far the means of blocks are from each other, or the medians of blocks above their levels, as
 * logarithms: of most threads. */
static double
find_stray (const GArray *blocks, gboolean of_means)
{
  g_autofree double *strays = g_new (double, blocks->len + 1);

  for (guint i = 0; i < blocks->len; i++)
    {
      const RefrainRowBlocks *row = &g_array_index (blocks, RefrainRowBlocks, i);
      double least = G_MAXDOUBLE, most = 0;

      for (guint k = 0; k < row->n_blocks; k++)
        {
          least = MIN (least, row->means[k]);
          most = MAX (most, row->means[k]);
        }
      strays[i] = of_means ? log ((most + UNMEASURED) / (least + UNMEASURED)) / 2 : row->stray;
    }
  return refrain_cells_median (strays, blocks->len);
}

static void
take_means (GArray *blocks, gboolean of_means)
{
  for (guint i = 0; i < blocks->len; i++)
    {
      RefrainRowBlocks *row = &g_array_index (blocks, RefrainRowBlocks, i);

      row->level = 0;
      for (guint k = 0; k < row->n_blocks; k++)
        {
          if (of_means)
            row->blocks[k] = row->means[k];
          row->level += row->blocks[k] / row->n_blocks;
        }
    }
}

gboolean
refrain_blocks_average (GArray *a, GArray *b)
{
  const gboolean of_means = MAX (find_stray (a, TRUE), find_stray (b, TRUE)) < SAME_MEANS;

  if (!of_means && MAX (find_stray (a, FALSE), find_stray (b, FALSE)) > MOST_STRAY)
    return FALSE;
  take_means (a, of_means);
  take_means (b, of_means);
  return TRUE;
}

static void
add_distances (const GArray *blocks, GArray *distances)
{
  for (guint i = 0; i < blocks->len; i++)
    {
      const RefrainRowBlocks *row = &g_array_index (blocks, RefrainRowBlocks, i);

      for (guint k = 0; k < row->n_blocks && row->n_blocks > 2; k++)
        {
          const double distance
              = fabs (log ((row->blocks[k] + UNMEASURED) / (row->level + UNMEASURED)));

          g_array_append_val (distances, distance);
        }
    }
}

double
refrain_blocks_get_spread (const GArray *a, const GArray *b)
{
  double spread = 0;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_autoptr (GArray) distances = g_array_new (FALSE, FALSE, sizeof (double));

      add_distances (s == 0 ? a : b, distances);
      spread = MAX (
          spread,
          1.4826 * refrain_cells_median (REFRAIN_AT_INDEX (distances, double, 0), distances->len));
    }
  return spread;
}

double
refrain_pair_get_spread (const RefrainCoupling *coupling,
                         const RefrainRunPair *pair,
                         RefrainSlotPart part)
{
  g_autoptr (GArray) a = refrain_pair_list_blocks (coupling, pair, 0, part, 1);
  g_autoptr (GArray) b = refrain_pair_list_blocks (coupling, pair, 1, part, 1);

  return refrain_blocks_get_spread (a, b);
}

double
refrain_pair_get_path_level (const RefrainCoupling *coupling,
                             const RefrainRunPair *pair,
                             guint side,
                             RefrainSlotPart part)
{
  g_autofree double *values = g_new (double, pair->n[side] + 1);
  gsize n = 0;

  for (guint32 i = 0; i < pair->n[side]; i++)
    {
      const RefrainSlotVisit *visit = refrain_pair_get_visit (coupling, pair, side, i);

      if (visit->visits[part] > 0)
        values[n++] = (double) visit->path[part];
    }
  return find_level (values, n, part);
}

/* ---- Shifts --------------------------------------------------------------------------------- */

typedef struct
{
  double value;
  guint side;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  return refrain_compare_double (&((const Ranked *) a)->value, &((const Ranked *) b)->value);
}

/* Two-sided, by the normal approximation. */
static double
test_ranks (const double *x, gsize n, const double *y, gsize m)
{
  const gsize all = n + m;
  g_autofree Ranked *list = g_new (Ranked, all + 1);
  double sum = 0, ties = 0, variance;

  for (gsize i = 0; i < all; i++)
    list[i] = i < n ? (Ranked){ x[i], 0 } : (Ranked){ y[i - n], 1 };
  refrain_sort (list, all, sizeof *list, compare_ranked);
  for (gsize i = 0, end; i < all; i = end)
    {
      for (end = i; end < all && list[end].value <= list[i].value; end++)
        ;
      ties += pow ((double) (end - i), 3) - (double) (end - i);
      for (gsize k = i; k < end; k++)
        if (list[k].side == 0)
          sum += (double) (i + end + 1) / 2;
    }
  variance = (double) n * (double) m / 12
             * ((double) all + 1 - ties / ((double) all * MAX ((double) all - 1, 1)));
  if (variance <= 0)
    return 1;
  return erfc (fabs (sum - (double) n * ((double) all + 1) / 2) / sqrt (2 * variance));
}

static RefrainShift
find_shift (const double *x, gsize n, const double *y, gsize m)
{
  g_autofree double *all = g_new (double, n *m + 1);
  const double pairs = (double) n * (double) m;
  RefrainShift shift = { 0, 0, 0, 1 };
  gsize out;

  if (n == 0 || m == 0)
    return shift;
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < m; k++)
      all[i * m + k] = y[k] - x[i];
  refrain_sort (all, n * m, sizeof *all, refrain_compare_double);
  out = (gsize) MAX (pairs / 2 - 1.96 * sqrt (pairs * ((double) (n + m) + 1) / 12), 0);
  shift.low = all[out];
  shift.high = all[n * m - 1 - out];
  shift.shift = (all[(n * m - 1) / 2] + all[n * m / 2]) / 2;
  shift.p = test_ranks (x, n, y, m);
  return shift;
}

/* Logarithms of all blocks, at most MOST_BLOCKS. */
static gsize
take_logs (const RefrainRowBlocks *rows, guint n, double *logs)
{
  gsize all = 0, n_logs = 0, step;

  for (guint i = 0; i < n; i++)
    all += rows[i].n_blocks;
  step = MAX ((all + MOST_BLOCKS - 1) / MOST_BLOCKS, 1);
  all = 0;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < rows[i].n_blocks; k++)
      if (all++ % step == 0)
        logs[n_logs++] = log (rows[i].blocks[k] + UNMEASURED);
  return n_logs;
}

static RefrainShift
find_of_rows (const RefrainRowBlocks *a, guint n_a, const RefrainRowBlocks *b, guint n_b)
{
  double x[MOST_BLOCKS], y[MOST_BLOCKS];
  const gsize n = take_logs (a, n_a, x), m = take_logs (b, n_b, y);

  return find_shift (x, n, y, m);
}

RefrainShift
refrain_shift_find (const GArray *a, const GArray *b)
{
  return find_of_rows (REFRAIN_AT_INDEX (a, RefrainRowBlocks, 0), a->len,
                       REFRAIN_AT_INDEX (b, RefrainRowBlocks, 0), b->len);
}

RefrainShift
refrain_shift_find_rows (const RefrainRowBlocks *a, const RefrainRowBlocks *b)
{
  return find_of_rows (a, 1, b, 1);
}

/* ---- Turns ---------------------------------------------------------------------------------- */

/* How often most threads come to @pair. */
static guint32
find_usual_count (const RefrainCoupling *coupling, const RefrainRunPair *pair, guint side)
{
  g_autoptr (GHashTable) votes = g_hash_table_new (NULL, NULL);
  guint32 best = 0, best_votes = 0;

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      guint32 n;

      end = refrain_pair_find_end (coupling, pair, side, first);
      n = GPOINTER_TO_UINT (g_hash_table_lookup (votes, GUINT_TO_POINTER (end - first))) + 1;
      g_hash_table_insert (votes, GUINT_TO_POINTER (end - first), GUINT_TO_POINTER (n));
      if (n > best_votes || (n == best_votes && end - first > best))
        {
          best = end - first;
          best_votes = n;
        }
    }
  return best;
}

/* Adds to @difference, of @n occurrences, @sign times the median over threads. */
static void
add_profile (const RefrainCoupling *coupling,
             const RefrainRunPair *pair,
             guint side,
             guint32 n,
             double sign,
             double *difference)
{
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree double *values = NULL;

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      end = refrain_pair_find_end (coupling, pair, side, first);
      if (end - first == n)
        g_array_append_val (firsts, first);
    }
  values = g_new (double, firsts->len + 1);
  for (guint32 i = 0; i < n; i++)
    {
      for (guint k = 0; k < firsts->len; k++)
        values[k] = (double) refrain_pair_get_slot (coupling, pair, side,
                                                    g_array_index (firsts, guint32, k) + i)
                        ->gap;
      difference[i] += sign * refrain_cells_median (values, firsts->len);
    }
}

/* The median distance of @n numbers from @centre, as a standard deviation. */
static double
find_deviation (const double *values, gsize n, double centre, double *copy)
{
  for (gsize i = 0; i < n; i++)
    copy[i] = fabs (values[i] - centre);
  return 1.4826 * refrain_cells_median (copy, n);
}

static double
copy_median (const double *values, gsize n, double *copy)
{
  refrain_copy (copy, values, n * sizeof *values);
  return refrain_cells_median (copy, n);
}

/* Where both parts differ most in their means, by least squares. */
static guint32
find_change (const double *values, guint32 n)
{
  double sum = 0, before = 0, best = -1;
  guint32 found = 0;

  for (guint32 i = 0; i < n; i++)
    sum += values[i];
  for (guint32 i = 1; i + 1 < n; i++)
    {
      double apart;

      before += values[i - 1];
      if (i < 2)
        continue;
      apart = fabs ((sum - before) / (n - i) - before / i) * sqrt ((double) i * (n - i));
      if (apart > best)
        {
          best = apart;
          found = i;
        }
    }
  return found;
}

gint32
refrain_pair_find_turn (const RefrainCoupling *coupling,
                        const RefrainRunPair *pair,
                        double scale,
                        double least)
{
  const guint32 n = find_usual_count (coupling, pair, 0);
  g_autofree double *difference = NULL, *copy = NULL;
  double x, y, noise, usual;
  guint32 at;

  if (n < LEAST_TURNS || n != find_usual_count (coupling, pair, 1))
    return 0;
  difference = g_new0 (double, n);
  copy = g_new (double, n);
  add_profile (coupling, pair, 1, n, 1, difference);
  add_profile (coupling, pair, 0, n, -scale, difference);
  at = find_change (difference, n);
  if (at < LEAST_PART || n - at < LEAST_PART)
    return 0;
  x = copy_median (difference, at, copy);
  y = copy_median (difference + at, n - at, copy);
  noise = MAX (find_deviation (difference, at, x, copy),
               find_deviation (difference + at, n - at, y, copy));
  usual = MIN (pair->median[0][REFRAIN_SLOT_COMPUTING] * scale,
               pair->median[1][REFRAIN_SLOT_COMPUTING]);
  if (fabs (x - y) < TURN_NOISE * noise || fabs (x - y) < LEAST_TURN * usual
      || MAX (fabs (x) * at, fabs (y) * (n - at)) < least)
    return 0;
  if (fabs (x) < TURN_NOTHING * fabs (y))
    return (gint32) at + 1;
  return fabs (y) < TURN_NOTHING * fabs (x) ? -(gint32) at : 0;
}
