/* refrain-wait-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each victim by itself, on all cores, with a place for every culprit; then all in order.
 */
#include "refrain-wait-pairs.h"

#include "refrain-compare.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-trace-shares.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

typedef struct
{
  RefrainWaits *waits;
  RefrainOpSet *ops; /* or NULL */
  RefrainTime start, end;
  guint n_processes;
  GArray **pairs; /* of each victim */
  GCancellable *cancellable;
} Search;

RefrainTime
refrain_wait_pair_get_time (const RefrainWaitPair *self)
{
  RefrainTime time = 0;

  g_return_val_if_fail (self != NULL, 0);
  for (guint k = 0; k < REFRAIN_N_WAITS; k++)
    time = refrain_time_add (time, self->time[k]);
  return time;
}

RefrainWaitKind
refrain_wait_pair_get_kind (const RefrainWaitPair *self)
{
  guint most = 0;

  g_return_val_if_fail (self != NULL, REFRAIN_WAIT_NONE);
  for (guint k = 1; k < REFRAIN_N_WAITS; k++)
    if (self->time[k] > self->time[most])
      most = k;
  return most;
}

/* Adds @time of waiting; @places has 1 + the place of each culprit's pair, or 0. */
static void
add_wait (GArray *pairs,
          guint32 *places,
          guint32 culprit,
          guint32 victim,
          RefrainWaitKind kind,
          RefrainTime time)
{
  RefrainWaitPair *pair;

  if (places[culprit] == 0)
    {
      const RefrainWaitPair made = { .culprit = culprit, .victim = victim };

      g_array_append_val (pairs, made);
      places[culprit] = pairs->len;
    }
  pair = &g_array_index (pairs, RefrainWaitPair, places[culprit] - 1);
  pair->count++;
  pair->time[kind] = refrain_time_add (pair->time[kind], time);
}

/* With the team: the pairs of all members' victims. */
static void
gather_pairs (GArray *pairs, const RefrainShares *shares)
{
  g_autoptr (GPtrArray) all
      = refrain_team_gather (shares->team, pairs->data, pairs->len * sizeof (RefrainWaitPair));

  g_array_set_size (pairs, 0);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      const GByteArray *parcel = all->pdata[m];

      g_array_append_vals (pairs, parcel->data, parcel->len / sizeof (RefrainWaitPair));
    }
}

static void
find_culprits (gsize p, gpointer data)
{
  Search *search = data;
  const RefrainWaitColumns *columns = refrain_waits_get_columns (search->waits, (guint) p);
  g_autofree guint32 *places = g_new0 (guint32, (gsize) search->n_processes + 1);
  GArray *pairs = search->pairs[p] = g_array_new (FALSE, TRUE, sizeof (RefrainWaitPair));

  for (gsize i = 0; i < columns->n; i++)
    {
      RefrainTime start, end;
      guint32 culprit, op;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (search->cancellable))
        return;
      if (columns->waiting[i] <= 0
          || (search->ops != NULL && !refrain_op_set_contains (search->ops, (guint) p, i))
          || !refrain_waits_get_span (search->waits, (guint) p, i, &start, &end))
        continue;
      start = MAX (start, search->start);
      end = MIN (end, search->end);
      if (end > start && refrain_waits_get_culprit (search->waits, (guint) p, i, &culprit, &op))
        add_wait (pairs, places, culprit, (guint32) p, columns->kind[i], end - start);
    }
}

REFRAIN_DEFINE_COMPARE (compare_pairs,
                        RefrainWaitPair,
                        REFRAIN_RISING (culprit) ?: REFRAIN_RISING (victim))

GArray *
refrain_wait_pairs_new (RefrainWaits *waits,
                        RefrainOpSet *ops,
                        RefrainTime start,
                        RefrainTime end,
                        GCancellable *cancellable,
                        GError **error)
{
  Search search
      = { .waits = waits, .ops = ops, .start = start, .end = end, .cancellable = cancellable };
  const RefrainShares *shares;
  GArray *all;
  gboolean done;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  shares = refrain_trace_get_shares (refrain_waits_get_trace (waits));
  search.n_processes = refrain_trace_get_n_processes (refrain_waits_get_trace (waits));
  search.pairs = g_new0 (GArray *, search.n_processes + 1);
  done = refrain_parallel_run (search.n_processes, find_culprits, &search, cancellable)
         && !g_cancellable_is_cancelled (cancellable);
  all = g_array_new (FALSE, FALSE, sizeof (RefrainWaitPair));
  for (guint p = 0; p < search.n_processes; p++)
    if (search.pairs[p] != NULL)
      {
        g_array_append_vals (all, search.pairs[p]->data, search.pairs[p]->len);
        g_array_unref (search.pairs[p]);
      }
  g_free (search.pairs);
  if (shares != NULL)
    gather_pairs (all, shares);
  if (!done)
    {
      g_array_unref (all);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  g_array_sort (all, compare_pairs);
  return all;
}

RefrainMatrix *
refrain_wait_pairs_to_matrix (const GArray *pairs, guint n_processes)
{
  g_autoptr (GPtrArray) rows = NULL;

  g_return_val_if_fail (pairs != NULL, NULL);

  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint p = 0; p < n_processes; p++)
    g_ptr_array_add (rows, g_array_new (FALSE, TRUE, sizeof (RefrainMatrixCell)));
  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, i);
      const RefrainMatrixCell cell
          = { pair->victim, pair->count, (guint64) refrain_wait_pair_get_time (pair) };

      g_array_append_val ((GArray *) rows->pdata[pair->culprit], cell);
    }
  return refrain_matrix_new_from_rows (rows);
}
