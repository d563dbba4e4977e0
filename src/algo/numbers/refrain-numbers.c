/* refrain-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes are counted on all cores, then put together. All sums are of whole numbers, so that the
 * order in which they are made does not matter.
 */
#include "refrain-numbers.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-numbers-private.h"
#include "refrain-object.h"
#include "refrain-polls.h"
#include "refrain-run.h"
#include "refrain-trace-shares.h"

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainNumbers, refrain_numbers)

const char *
refrain_balance_get_name (RefrainBalanceOf of)
{
  static const char *const names[] = { "computing", "mpi", "waiting", "messages", "bytes" };

  g_return_val_if_fail (of < REFRAIN_N_BALANCES, NULL);
  return names[of];
}

const char *
refrain_balance_get_label (RefrainBalanceOf of)
{
  static const char *const labels[] = { N_ ("Computing"), N_ ("In MPI"), N_ ("Waiting"),
                                        N_ ("Messages sent"), N_ ("Bytes sent") };

  g_return_val_if_fail (of < REFRAIN_N_BALANCES, NULL);
  return _ (labels[of]);
}

gboolean
refrain_balance_is_time (RefrainBalanceOf of)
{
  return of <= REFRAIN_BALANCE_WAITING;
}

/* ---- Putting together ---- */

RefrainNumbers *
refrain_numbers_begin (RefrainNumbersIndex *index, const guint *processes, gsize n)
{
  RefrainNumbers *self = g_object_new (REFRAIN_TYPE_NUMBERS, NULL);
  guint n_processes;

  self->index = g_object_ref (index);
  self->trace = g_object_ref (refrain_numbers_index_get_trace (index));
  n_processes = refrain_trace_get_n_processes (self->trace);
  if (processes == NULL)
    n = n_processes;
  self->counted = g_new (guint, MAX (n, 1));
  self->place = g_new (guint32, MAX (n_processes, 1));
  memset (self->place, 0xff, MAX (n_processes, 1) * sizeof *self->place);
  for (gsize i = 0; i < n; i++)
    {
      const guint process = processes != NULL ? processes[i] : (guint) i;

      if (process >= n_processes || self->place[process] != REFRAIN_NONE)
        continue;
      self->place[process] = (guint32) self->n_counted;
      self->counted[self->n_counted++] = process;
    }
  self->processes = g_new0 (RefrainProcessNumbers, MAX (self->n_counted, 1));
  return self;
}

REFRAIN_DEFINE_COMPARE (compare_routines,
                        RefrainRoutineNumbers,
                        REFRAIN_FALLING (own)
                            ?: REFRAIN_FALLING (calls)
                            ?: REFRAIN_RISING (routine))

REFRAIN_DEFINE_COMPARE (compare_pairs,
                        RefrainPairCount,
                        REFRAIN_FALLING (bytes)
                            ?: REFRAIN_FALLING (messages)
                            ?: REFRAIN_RISING (from)
                            ?: REFRAIN_RISING (to))

static void
list_routines (RefrainNumbers *self, const RefrainNumbersSum *sum)
{
  const guint n = refrain_trace_get_n_routines (self->trace);

  for (guint i = 0; i <= n; i++)
    {
      const RefrainRoutineNumbers routine
          = { i < n ? i : REFRAIN_NONE, sum->own[i], sum->calls[i] };

      if (sum->own[i] == 0 && sum->calls[i] == 0)
        continue;
      self->routine_time += sum->own[i];
      g_array_append_val (self->routines, routine);
    }
  g_array_sort (self->routines, compare_routines);
  self->routine_place = g_new (guint32, (gsize) n + 1);
  memset (self->routine_place, 0xff, ((gsize) n + 1) * sizeof *self->routine_place);
  for (guint i = 0; i < self->routines->len; i++)
    self->routine_place[MIN (g_array_index (self->routines, RefrainRoutineNumbers, i).routine, n)]
        = i;
}

static gint64
pair_key (guint32 from, guint32 to)
{
  return (gint64) ((guint64) from << 32 | to);
}

static void
list_pairs (RefrainNumbers *self)
{
  g_array_sort (self->pairs, compare_pairs);
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const RefrainPairCount *pair = &g_array_index (self->pairs, RefrainPairCount, i);
      gint64 *key = g_new (gint64, 1);

      *key = pair_key (pair->from, pair->to);
      g_hash_table_insert (self->pair_place, key, GUINT_TO_POINTER (i + 1));
    }
}

/* How many streams of accelerators own processes have. */
static guint64
count_streams (const RefrainNumbers *self, const RefrainShares *shares)
{
  guint64 n = 0;

  for (gsize i = 0; i < self->n_counted; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, self->counted[i]);

      for (gsize t = 0; refrain_shares_own (shares, self->counted[i])
                        && t < refrain_process_get_n_threads (process);
           t++)
        n += refrain_process_get_thread (process, t)->is_stream;
    }
  return n;
}

/* With the team, if there is one, which counts all processes: what those of other members do. */
static void
add_others (RefrainNumbers *self, RefrainNumbersSum *sum)
{
  const RefrainShares *shares = refrain_trace_get_shares (self->trace);
  const gsize n = (gsize) refrain_trace_get_n_routines (self->trace) + 1;
  g_autoptr (GPtrArray) all = NULL;

  self->n_streams = count_streams (self, shares);
  if (shares == NULL || !refrain_shares_fill (shares, self->processes, sizeof *self->processes)
      || !refrain_team_sum (shares->team, (guint64 *) sum->own, n)
      || !refrain_team_sum (shares->team, sum->calls, n)
      || !refrain_team_sum (shares->team, (guint64 *) self->sizes,
                            sizeof self->sizes / (sizeof (guint64)))
      || !refrain_team_sum (shares->team, &self->n_streams, 1))
    return;
  all = refrain_team_gather (shares->team, self->pairs->data,
                             self->pairs->len * sizeof (RefrainPairCount));
  g_array_set_size (self->pairs, 0);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      const GByteArray *parcel = all->pdata[m];

      g_array_append_vals (self->pairs, parcel->data, parcel->len / sizeof (RefrainPairCount));
    }
}

static void
add_up (RefrainNumbers *self)
{
  self->total.waiting = self->n_counted > 0 ? 0 : -1;
  for (gsize i = 0; i < self->n_counted; i++)
    {
      const RefrainProcessNumbers *own = &self->processes[i];

      self->total.length += own->length;
      for (guint w = 0; w < REFRAIN_N_WORKS; w++)
        self->total.work[w] += own->work[w];
      if (own->waiting < 0)
        self->total.waiting = -1;
      else if (self->total.waiting >= 0)
        self->total.waiting += own->waiting;
      self->total.sends += own->sends;
      self->total.receives += own->receives;
      self->total.collectives += own->collectives;
      self->total.bytes_sent += own->bytes_sent;
      self->total.bytes_received += own->bytes_received;
    }
}

RefrainNumbers *
refrain_numbers_finish (RefrainNumbers *self,
                        RefrainNumbersSum *sum,
                        RefrainParallelFunc func,
                        GCancellable *cancellable,
                        GError **error)
{
  const gsize n = (gsize) refrain_trace_get_n_routines (self->trace) + 1;
  gboolean cancelled;

  sum->numbers = self;
  sum->cancellable = cancellable;
  sum->own = g_new0 (RefrainTime, n);
  sum->calls = g_new0 (guint64, n);
  g_mutex_init (&sum->lock);
  refrain_parallel_run (self->n_counted, func, sum, cancellable);
  cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
  if (!cancelled)
    {
      add_others (self, sum);
      list_routines (self, sum);
      list_pairs (self);
      add_up (self);
    }
  g_mutex_clear (&sum->lock);
  refrain_free (sum->own, sum->calls);
  if (cancelled)
    g_clear_object (&self);
  return self;
}

/* ---- A span of time ---- */

typedef struct
{
  RefrainNumbersSum sum;
  RefrainSpanSums *waits; /* or NULL */
} SpanSum;

/* What the threads that call MPI wait for, their mean. */
static RefrainTime
sum_waiting (
    RefrainNumbers *self, RefrainSpanSums *waits, guint process, RefrainTime start, RefrainTime end)
{
  const gsize n_threads
      = refrain_process_get_n_threads (refrain_trace_get_process (self->trace, process));
  const guint calling = refrain_numbers_index_count_calling (self->index, process);
  g_autofree float *shares = NULL;
  double sum = 0;
  gsize n_kinds;

  refrain_span_sums_get_kinds (waits, &n_kinds);
  shares = g_new (float, MAX (n_kinds, 1));
  for (gsize t = 0; t < n_threads; t++)
    {
      refrain_fill (shares, 0, n_kinds * sizeof *shares);
      refrain_span_sums_add_shares (waits, process, t, start, end, 1, 1, shares, n_kinds);
      for (gsize k = 0; k < n_kinds; k++)
        sum += shares[k];
    }
  return (RefrainTime) round (sum * (double) (end - start) / MAX (calling, 1));
}

static void
count_span (gsize item, gpointer data)
{
  SpanSum *sum = data;
  RefrainNumbers *self = sum->sum.numbers;
  const guint process = self->counted[item];
  const gsize n_routines = (gsize) refrain_trace_get_n_routines (self->trace) + 1;
  RefrainProcessNumbers *out = &self->processes[item];
  g_autofree RefrainTime *own = g_new0 (RefrainTime, n_routines);
  g_autofree guint64 *calls = g_new0 (guint64, n_routines);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (RefrainPairCount));
  RefrainNumbersSpan span;
  RefrainTime start, end;

  if (!refrain_shares_own (refrain_trace_get_shares (self->trace), process))
    return;
  refrain_numbers_index_get_span (self->index, process, &start, &end);
  start = MAX (start, self->start);
  end = MAX (start, MIN (end, self->end));
  refrain_numbers_index_measure (self->index, process, start, end, &span, own, calls);
  if (end > start)
    refrain_numbers_index_add_pairs (self->index, process, start, end, pairs);
  out->length = end - start;
  memcpy (out->work, span.work, sizeof out->work);
  out->polling = refrain_trace_get_poll_time (self->trace, process, start, end);
  out->sends = span.sends;
  out->receives = span.receives;
  out->collectives = span.collectives;
  out->bytes_sent = span.bytes_sent;
  out->bytes_received = span.bytes_received;
  out->waiting = sum->waits == NULL ? -1
                 : end > start      ? sum_waiting (self, sum->waits, process, start, end)
                                    : 0;
  g_mutex_lock (&sum->sum.lock);
  for (gsize i = 0; i < n_routines; i++)
    {
      sum->sum.own[i] += own[i];
      sum->sum.calls[i] += calls[i];
    }
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      self->sizes[i].messages += span.sizes[i].messages;
      self->sizes[i].bytes += span.sizes[i].bytes;
    }
  if (pairs->len > 0)
    g_array_append_vals (self->pairs, pairs->data, pairs->len);
  g_mutex_unlock (&sum->sum.lock);
}

RefrainNumbers *
refrain_numbers_new (RefrainNumbersIndex *index,
                     RefrainSpanSums *waits,
                     const guint *processes,
                     gsize n,
                     RefrainTime start,
                     RefrainTime end,
                     GCancellable *cancellable,
                     GError **error)
{
  RefrainNumbers *self;
  SpanSum sum = { .waits = waits };

  g_return_val_if_fail (REFRAIN_IS_NUMBERS_INDEX (index), NULL);
  g_return_val_if_fail (waits == NULL || REFRAIN_IS_SPAN_SUMS (waits), NULL);

  self = refrain_numbers_begin (index, processes, n);
  self->start = start;
  self->end = MAX (start, end);
  /* With the team, so not by whichever thread comes first. */
  refrain_trace_get_run (self->trace);
  return refrain_numbers_finish (self, &sum.sum, count_span, cancellable, error);
}

/* ---- What is asked ---- */

REFRAIN_GETTER (RefrainNumbers, refrain_numbers, RefrainTrace *, get_trace, self->trace)

void
refrain_numbers_get_span (RefrainNumbers *self, RefrainTime *start, RefrainTime *end)
{
  g_return_if_fail (REFRAIN_IS_NUMBERS (self));
  *start = self->start;
  *end = self->end;
}

REFRAIN_GETTER (RefrainNumbers, refrain_numbers, RefrainOpSet *, get_ops, self->ops)

REFRAIN_ROWS_GETTER (
    RefrainNumbers, refrain_numbers, guint, gsize, get_processes, self->counted, self->n_counted)

const RefrainProcessNumbers *
refrain_numbers_get_process (RefrainNumbers *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  return process < refrain_trace_get_n_processes (self->trace)
                 && self->place[process] != REFRAIN_NONE
             ? &self->processes[self->place[process]]
             : NULL;
}

REFRAIN_GETTER (
    RefrainNumbers, refrain_numbers, const RefrainProcessNumbers *, get_total, &self->total)
REFRAIN_GETTER (RefrainNumbers, refrain_numbers, const RefrainSizeCount *, get_sizes, self->sizes)

REFRAIN_ARRAY_GETTER (
    RefrainNumbers, refrain_numbers, RefrainRoutineNumbers, gsize, get_routines, self->routines)

REFRAIN_GETTER (RefrainNumbers, refrain_numbers, RefrainTime, get_routine_time, self->routine_time)

const RefrainRoutineNumbers *
refrain_numbers_get_routine (RefrainNumbers *self, guint32 routine)
{
  guint32 place;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  place = self->routine_place[MIN (routine, refrain_trace_get_n_routines (self->trace))];
  return place != REFRAIN_NONE ? &g_array_index (self->routines, RefrainRoutineNumbers, place)
                               : NULL;
}

REFRAIN_ARRAY_GETTER (
    RefrainNumbers, refrain_numbers, RefrainPairCount, gsize, get_pairs, self->pairs)

const RefrainPairCount *
refrain_numbers_get_pair (RefrainNumbers *self, guint32 from, guint32 to)
{
  const gint64 key = pair_key (from, to);
  guint place;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->pair_place, &key));
  return place > 0 ? &g_array_index (self->pairs, RefrainPairCount, place - 1) : NULL;
}

RefrainTime
refrain_process_numbers_get_mpi (const RefrainProcessNumbers *self)
{
  RefrainTime sum = 0;

  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    sum += w != REFRAIN_WORK_COMPUTING ? self->work[w] : 0;
  return sum;
}

static double
get_value (const RefrainProcessNumbers *self, RefrainBalanceOf of)
{
  switch (of)
    {
    case REFRAIN_BALANCE_COMPUTING:
      return (double) self->work[REFRAIN_WORK_COMPUTING];
    case REFRAIN_BALANCE_MPI:
      return (double) refrain_process_numbers_get_mpi (self);
    case REFRAIN_BALANCE_WAITING:
      return (double) self->waiting;
    case REFRAIN_BALANCE_MESSAGES:
      return (double) self->sends;
    case REFRAIN_BALANCE_BYTES:
    case REFRAIN_N_BALANCES:
    default:
      return (double) self->bytes_sent;
    }
}

gboolean
refrain_numbers_get_balance (RefrainNumbers *self, RefrainBalanceOf of, RefrainBalance *balance)
{
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), FALSE);
  g_return_val_if_fail (of < REFRAIN_N_BALANCES, FALSE);

  *balance = (RefrainBalance){ .max = -1, .min = INFINITY };
  if (self->n_counted == 0 || (of == REFRAIN_BALANCE_WAITING && self->total.waiting < 0))
    return FALSE;
  for (gsize i = 0; i < self->n_counted; i++)
    {
      const double value = get_value (&self->processes[i], of);

      balance->mean += value / (double) self->n_counted;
      if (value > balance->max)
        {
          balance->max = value;
          balance->most = self->counted[i];
        }
      if (value < balance->min)
        {
          balance->min = value;
          balance->least = self->counted[i];
        }
    }
  return balance->max > 0;
}

/* ---- Object ---- */

static void
refrain_numbers_finalize (RefrainNumbers *self)
{
  g_clear_pointer (&self->ops, refrain_op_set_unref);
  refrain_free (self->counted, self->place, self->processes, self->routine_place);
  refrain_unref_arrays (self->routines, self->pairs);
  g_hash_table_unref (self->pair_place);
  refrain_clear_objects (&self->trace, &self->index);
}

static void
refrain_numbers_init (RefrainNumbers *self)
{
  self->routines = g_array_new (FALSE, FALSE, sizeof (RefrainRoutineNumbers));
  self->pairs = g_array_new (FALSE, FALSE, sizeof (RefrainPairCount));
  self->pair_place = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
}
