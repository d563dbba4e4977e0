/* refrain-comparison.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known of two occurrences once they are compared, and which are worth it.
 */
#include "refrain-comparison-private.h"

#include <math.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-search.h"

/* What differs by less of the longer one is the same. */
#define SAME 0.01

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainComparison, refrain_comparison)

static void
refrain_comparison_finalize (RefrainComparison *self)
{
  refrain_unref_arrays (self->processes, self->ops, self->differences);
  refrain_clear_objects (&self->occurrences, &self->waits);
}

static void
refrain_comparison_init (RefrainComparison *self)
{
  self->processes = g_array_new (FALSE, FALSE, sizeof (RefrainComparedProcess));
  self->ops = g_array_new (FALSE, FALSE, sizeof (RefrainComparedOp));
  self->differences = g_array_new (FALSE, FALSE, sizeof (RefrainDifference));
}

const char *
refrain_differs_get_name (RefrainDiffers kind)
{
  static const char *const names[REFRAIN_N_DIFFERS] = {
    [REFRAIN_DIFFERS_COMPUTING] = "computing",
    [REFRAIN_DIFFERS_WAITING] = "waiting",
    [REFRAIN_DIFFERS_COMMUNICATING] = "communicating",
  };

  g_return_val_if_fail (kind < REFRAIN_N_DIFFERS, NULL);
  return names[kind];
}

gboolean
refrain_comparison_are_alike (RefrainOccurrences *occurrences, guint32 a, guint32 b)
{
  gsize n_a, n_b;
  const RefrainOccurrencePart *parts_a, *parts_b;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (occurrences), FALSE);

  parts_a = refrain_occurrences_get_parts (occurrences, a, &n_a);
  parts_b = refrain_occurrences_get_parts (occurrences, b, &n_b);
  if (n_a != n_b
      || refrain_occurrences_get (occurrences, a).process
             != refrain_occurrences_get (occurrences, b).process)
    return FALSE;
  for (gsize i = 0; i < n_a; i++)
    if (parts_a[i].process != parts_b[i].process || parts_a[i].n != parts_b[i].n)
      return FALSE;
  return TRUE;
}

guint32
refrain_comparison_choose_usual (RefrainDurations *durations,
                                 RefrainOccurrences *occurrences,
                                 guint32 other)
{
  const double median = refrain_durations_get_median (durations);
  gsize n, usual = G_MAXSIZE;
  gboolean is_like = FALSE;
  const double *values = refrain_durations_get_values (durations, &n);

  if (n < 2)
    return 0;
  for (gsize i = 0; i < n; i++)
    {
      const gboolean like
          = occurrences != NULL && refrain_comparison_are_alike (occurrences, (guint32) i, other);

      if (i == other || like < is_like)
        continue;
      if (usual == G_MAXSIZE || like > is_like
          || fabs (values[i] - median) < fabs (values[usual] - median))
        usual = i;
      is_like = like;
    }
  return usual != G_MAXSIZE ? (guint32) usual : 0;
}

/* ---- Asking ---- */

REFRAIN_GETTER (
    RefrainComparison, refrain_comparison, RefrainOccurrences *, get_occurrences, self->occurrences)

guint32
refrain_comparison_get_occurrence (RefrainComparison *self, guint which)
{
  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), 0);
  g_return_val_if_fail (which < REFRAIN_N_COMPARED, 0);
  return self->which[which];
}

const RefrainComparedProcess *
refrain_comparison_get_processes (RefrainComparison *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  *n = self->processes->len;
  return (const RefrainComparedProcess *) (gpointer) self->processes->data;
}

REFRAIN_ARRAY_GETTER (
    RefrainComparison, refrain_comparison, RefrainComparedOp, gsize, get_ops, self->ops)

const RefrainDifference *
refrain_comparison_get_differences (RefrainComparison *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  *n = self->differences->len;
  return (const RefrainDifference *) (gpointer) self->differences->data;
}

REFRAIN_GETTER (RefrainComparison,
                refrain_comparison,
                const RefrainComparisonCause *,
                get_cause,
                self->has_cause ? &self->cause : NULL)

RefrainTime
refrain_comparison_get_excess (RefrainComparison *self)
{
  RefrainTime duration[REFRAIN_N_COMPARED];

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), 0);

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    duration[side] = refrain_occurrences_get (self->occurrences, self->which[side]).duration;
  return fabs ((double) duration[0] - (double) duration[1])
                 > REFRAIN_COMPARISON_ALIKE * (double) MAX (duration[0], duration[1])
             ? duration[REFRAIN_COMPARED_A] - duration[REFRAIN_COMPARED_B]
             : 0;
}

gsize
refrain_comparison_find_process (RefrainComparison *self, gsize op)
{
  gsize after;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), 0);
  after
      = REFRAIN_LOWER_BOUND (i, 0, self->processes->len,
                             g_array_index (self->processes, RefrainComparedProcess, i).first
                                     + g_array_index (self->processes, RefrainComparedProcess, i).n
                                 <= op);
  return MIN (after, MAX (self->processes->len, 1) - 1);
}

gboolean
refrain_compared_op_is_gap (const RefrainComparedOp *op)
{
  return ABS (op->gap[0] - op->gap[1]) > ABS (op->duration[0] - op->duration[1]);
}

typedef struct
{
  gsize op;
  RefrainTime by;
} Ranked;

REFRAIN_DEFINE_COMPARE (compare_ranked, Ranked, REFRAIN_FALLING (by) ?: REFRAIN_RISING (op))

/* Whether what differs in it takes longer in the one of the two that takes longer. */
static gboolean
adds (const RefrainComparedOp *op, RefrainTime excess)
{
  const RefrainTime *time = refrain_compared_op_is_gap (op) ? op->gap : op->duration;

  return excess == 0 || (excess > 0) == (time[REFRAIN_COMPARED_A] > time[REFRAIN_COMPARED_B]);
}

GArray *
refrain_comparison_list_ops (RefrainComparison *self, guint most, gboolean adding)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  RefrainTime longest = 0, excess;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), list);

  excess = refrain_comparison_get_excess (self);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    longest
        = MAX (longest, refrain_occurrences_get (self->occurrences, self->which[side]).duration);
  for (gsize i = 0; i < self->ops->len; i++)
    {
      const RefrainComparedOp *op = &g_array_index (self->ops, RefrainComparedOp, i);
      const RefrainTime gap = ABS (op->gap[0] - op->gap[1]);
      const RefrainTime duration = ABS (op->duration[0] - op->duration[1]);
      /* What is computed makes others wait: of about as much it comes first. */
      const Ranked one = { i, MAX (gap + gap / 4, duration) };

      if ((double) one.by > SAME * (double) longest && (!adding || adds (op, excess)))
        g_array_append_val (ranked, one);
    }
  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < MIN (ranked->len, most); i++)
    g_array_append_val (list, g_array_index (ranked, Ranked, i).op);
  return list;
}
/* ---- What belongs together ---- */

/* Reaches of the diagonals -d to d after d differences, for each d: row d begins at d². */
#define ROW(d) ((gsize) (d) * (gsize) (d))

/* How far diagonal @k gets with @d differences out of those of the row before. */
static gsize
get_reach (const gsize *before, gssize d, gssize k)
{
  if (d == 0)
    return 0;
  /* Of the row before, whose diagonals are -(d - 1) to d - 1. */
  if (k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]))
    return before[k + 1 + d - 1];
  return before[k - 1 + d - 1] + 1;
}

/* Goes back from the end through the rows. */
static void
trace_back (const GArray *rows,
            const guint64 *a,
            gssize n,
            gssize m,
            gssize d,
            guint32 *match,
            gsize offset)
{
  gssize x = n, y = m;

  for (; d > 0; d--)
    {
      const gsize *before = &g_array_index (rows, gsize, ROW (d - 1));
      const gssize k = x - y;
      const gboolean down = k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]);
      const gssize from = down ? k + 1 : k - 1;
      const gssize px = (gssize) before[from + d - 1], py = px - from;

      while (x > px + (down ? 0 : 1) && y > py + (down ? 1 : 0))
        match[--x] = (guint32) ((gsize) --y + offset);
      x = px;
      y = py;
    }
  while (x > 0 && y > 0)
    match[--x] = (guint32) ((gsize) --y + offset);
}

/* The part between common beginning and end; FALSE where it differs too much. */
static gboolean
align_middle (const guint64 *a, gssize n, const guint64 *b, gssize m, guint32 *match, gsize offset)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gssize d = 0; d <= MIN (n + m, REFRAIN_ALIGN_MOST); d++)
    {
      g_array_set_size (rows, (guint) ROW (d + 1));
      for (gssize k = -d; k <= d; k += 2)
        {
          const gsize *before = d > 0 ? &g_array_index (rows, gsize, ROW (d - 1)) : NULL;
          gssize x = (gssize) get_reach (before, d, k), y = x - k;

          while (x < n && y >= 0 && y < m && a[x] == b[y])
            {
              x++;
              y++;
            }
          g_array_index (rows, gsize, ROW (d) + (gsize) (k + d)) = (gsize) x;
          if (x >= n && y >= m)
            {
              trace_back (rows, a, n, m, d, match, offset);
              return TRUE;
            }
        }
    }
  return FALSE;
}

void
refrain_align (const guint64 *a, gsize n, const guint64 *b, gsize m, guint32 *match)
{
  gsize first = 0, last = 0;

  for (; first < MIN (n, m) && a[first] == b[first]; first++)
    match[first] = (guint32) first;
  for (; last < MIN (n, m) - first && a[n - 1 - last] == b[m - 1 - last]; last++)
    match[n - 1 - last] = (guint32) (m - 1 - last);
  for (gsize i = first; i < n - last; i++)
    match[i] = G_MAXUINT32;
  if (n > first + last && m > first + last)
    align_middle (a + first, (gssize) (n - first - last), b + first, (gssize) (m - first - last),
                  match + first, first);
}
