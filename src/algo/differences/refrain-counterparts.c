/* refrain-counterparts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operations of the first thread of a process in both runs: how many are the same from the
 * front, and from the back. Between two of them time passes in proportion.
 */
#include "refrain-counterparts.h"

#include "refrain-compare.h"
#include "refrain-run.h"
#include "refrain-search.h"

/* Operations of a process in one run. */
typedef struct
{
  const RefrainOps *ops;
  gsize first, n;
} Sequence;

typedef struct
{
  Sequence of[2];
  gsize head, tail; /* operations that are the same */
} Pair;

struct _RefrainCounterparts
{
  RefrainTrace *traces[2];
  guint n; /* processes of both */
  Pair *pairs;
};

static Sequence
find_sequence (RefrainTrace *trace, guint p)
{
  RefrainProcess *process = refrain_trace_get_process (trace, p);
  Sequence sequence = { refrain_process_get_ops (process), 0, 0 };

  if (refrain_process_get_n_threads (process) > 0)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, 0);

      sequence.first = thread->first_op;
      sequence.n = thread->n_ops;
    }
  return sequence;
}

/* Partners, tags and sizes may differ between runs. */
static gboolean
is_same_op (const Pair *pair, gsize i, gsize j)
{
  const RefrainOps *a = pair->of[0].ops, *b = pair->of[1].ops;
  const gsize x = pair->of[0].first + i, y = pair->of[1].first + j;

  return a->kind[x] == b->kind[y]
         && (a->kind[x] != REFRAIN_OP_COLLECTIVE || a->tag[x] == b->tag[y]);
}

static void
compare_sequences (Pair *pair)
{
  const gsize n = pair->of[0].n, m = pair->of[1].n, most = MIN (n, m);

  while (pair->head < most && is_same_op (pair, pair->head, pair->head))
    pair->head++;
  while (pair->tail < most && is_same_op (pair, n - 1 - pair->tail, m - 1 - pair->tail))
    pair->tail++;
}

RefrainCounterparts *
refrain_counterparts_new (RefrainTrace *a, RefrainTrace *b)
{
  RefrainCounterparts *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (a) && REFRAIN_IS_TRACE (b), NULL);

  self = g_new0 (RefrainCounterparts, 1);
  self->traces[0] = g_object_ref (a);
  self->traces[1] = g_object_ref (b);
  self->n = MIN (refrain_trace_get_n_processes (a), refrain_trace_get_n_processes (b));
  self->pairs = g_new0 (Pair, self->n + 1);
  for (guint p = 0; p < self->n; p++)
    {
      for (guint s = 0; s < 2; s++)
        self->pairs[p].of[s] = find_sequence (self->traces[s], p);
      compare_sequences (&self->pairs[p]);
    }
  return self;
}

void
refrain_counterparts_free (RefrainCounterparts *self)
{
  for (guint s = 0; s < 2; s++)
    g_object_unref (self->traces[s]);
  g_free (self->pairs);
  g_free (self);
}

/* When operation @i - 1 of @side ends: of the first one the run begins; behind the last it ends. */
static RefrainTime
get_edge (const RefrainCounterparts *self, const Pair *pair, guint side, gsize i)
{
  const Sequence *own = &pair->of[side];
  const RefrainRun *run = refrain_trace_get_run (self->traces[side]);

  return i == 0 ? run->start : i > own->n ? run->end : own->ops->time[own->first + i - 1];
}

static gboolean
find_of_process (const RefrainCounterparts *self,
                 guint side,
                 guint process,
                 RefrainTime time,
                 RefrainTime *there)
{
  const Pair *pair = &self->pairs[process];
  const Sequence *own = &pair->of[side], *other = &pair->of[1 - side];
  const gsize i = REFRAIN_LOWER_BOUND (k, 0, own->n, own->ops->time[own->first + k] <= time);
  RefrainTime from, to, other_from, other_to;
  gsize j;

  /* Between operations i - 1 and i, which both have to be the same, or the edge of the run. */
  if (i < pair->head || (i == own->n && i == other->n && pair->head == i))
    j = i;
  else if (own->n - i < pair->tail)
    j = i + other->n - own->n;
  else
    return FALSE;
  from = get_edge (self, pair, side, i);
  to = get_edge (self, pair, side, i + 1);
  other_from = get_edge (self, pair, 1 - side, j);
  other_to = get_edge (self, pair, 1 - side, j + 1);
  if (time < from || own->n == 0)
    return FALSE;
  *there = to > from
               ? other_from
                     + (RefrainTime) ((double) (MIN (time, to) - from)
                                      * (double) (other_to - other_from) / (double) (to - from))
               : other_from;
  return TRUE;
}

gboolean
refrain_counterparts_find (const RefrainCounterparts *self,
                           guint side,
                           guint32 process,
                           RefrainTime time,
                           RefrainTime *there)
{
  g_autoptr (GArray) times = NULL;

  g_return_val_if_fail (self != NULL && side < 2 && there != NULL, FALSE);

  if (process != REFRAIN_NONE)
    return process < self->n && find_of_process (self, side, process, time, there);
  times = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint p = 0; p < self->n; p++)
    {
      RefrainTime own;

      if (find_of_process (self, side, p, time, &own))
        g_array_append_val (times, own);
    }
  if (times->len * 2 <= self->n)
    return FALSE;
  g_array_sort (times, refrain_compare_int64);
  *there = g_array_index (times, gint64, (times->len - 1) / 2);
  return TRUE;
}

gboolean
refrain_counterparts_find_op (
    const RefrainCounterparts *self, guint side, guint32 process, gsize op, gsize *there)
{
  const Sequence *own, *other;
  const Pair *pair;
  gsize i;

  g_return_val_if_fail (self != NULL && side < 2 && there != NULL, FALSE);

  if (process >= self->n)
    return FALSE;
  pair = &self->pairs[process];
  own = &pair->of[side];
  other = &pair->of[1 - side];
  if (op < own->first || op - own->first >= own->n)
    return FALSE;
  i = op - own->first;
  if (i >= pair->head && own->n - i > pair->tail)
    return FALSE;
  *there = other->first + (i < pair->head ? i : i + other->n - own->n);
  return TRUE;
}
