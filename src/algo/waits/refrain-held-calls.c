/* refrain-held-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Durations are counted in a histogram of a quarter of an octave a bin, one for each routine and
 * order of magnitude of bytes; the lower decile is what such a call needs.
 */
#include "config.h"

#include "refrain-held-calls.h"

#include <math.h>

#include "refrain-op-span.h"

/* Bins an octave, and how many there are. */
#define BINS_PER_OCTAVE 4
#define N_BINS          (64 * BINS_PER_OCTAVE)
/* Orders of magnitude of bytes, in powers of two. */
#define N_SIZES 64
/* What a call needs: what so many of its kind do with. */
#define FAST 0.1
/* A call is held up that lasts so many times what it needs, and so many nanoseconds. */
#define HELD_TIMES 10.0
#define HELD_LEAST 50e3

typedef struct
{
  RefrainWaits *waits;
  RefrainTrace *trace;
  guint n_routines;
  guint8 *is_mpi;
  guint32 **bins; /* of each routine and size; NULL where there are no calls */
  double *need;   /* of each routine and size */
} Search;

/* The calls of a process: how long each lasts without waiting, and its bytes. */
typedef struct
{
  const RefrainCalls *calls;
  RefrainTime *waiting;
  guint64 *bytes;
} Own;

static Own
own_new (const Search *search, guint process)
{
  RefrainProcess *is = refrain_trace_get_process (search->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (is);
  const RefrainWaitColumns *columns = refrain_waits_get_columns (search->waits, process);
  Own own = { .calls = refrain_process_get_calls (is) };

  own.waiting = g_new0 (RefrainTime, own.calls->n + 1);
  own.bytes = g_new0 (guint64, own.calls->n + 1);
  for (gsize i = 0; i < columns->n; i++)
    {
      const guint32 call = refrain_waits_get_call (search->waits, process, i);

      if (call == REFRAIN_NONE)
        continue;
      own.waiting[call] += refrain_waits_get_stay (search->waits, process, i);
      own.bytes[call] += ops->bytes[i];
    }
  return own;
}

static void
own_clear (Own *own)
{
  g_free (own->waiting);
  g_free (own->bytes);
}

/* Where a call of a routine of MPI is counted; FALSE for others, and for those that do nothing but
 * wait. */
static gboolean
find_kind (const Search *search, const Own *own, gsize call, gsize *kind, double *time)
{
  const guint32 routine = own->calls->routine[call];

  if (routine >= search->n_routines || !search->is_mpi[routine])
    return FALSE;
  *kind = (gsize) routine * N_SIZES
          + (own->bytes[call] > 0 ? g_bit_storage (own->bytes[call]) - 1 : 0);
  *time = (double) (own->calls->end[call] - own->calls->start[call]) - (double) own->waiting[call];
  return *time > 0;
}

static void
count_calls (Search *search, guint process)
{
  Own own = own_new (search, process);

  for (gsize i = 0; i < own.calls->n; i++)
    {
      gsize kind;
      double time;

      if (!find_kind (search, &own, i, &kind, &time))
        continue;
      if (search->bins[kind] == NULL)
        search->bins[kind] = g_new0 (guint32, N_BINS);
      search->bins[kind][CLAMP ((int) (BINS_PER_OCTAVE * log2 (time)), 0, N_BINS - 1)]++;
    }
  own_clear (&own);
}

static void
find_needs (Search *search)
{
  for (gsize kind = 0; kind < (gsize) search->n_routines * N_SIZES; kind++)
    {
      guint64 n = 0, below = 0;
      guint bin = 0;

      if (search->bins[kind] == NULL)
        continue;
      for (guint i = 0; i < N_BINS; i++)
        n += search->bins[kind][i];
      while (bin < N_BINS - 1 && (double) (below += search->bins[kind][bin]) < FAST * (double) n)
        bin++;
      search->need[kind] = exp2 ((bin + 0.5) / BINS_PER_OCTAVE);
    }
}

static void
add_held (const Search *search, guint process, RefrainHeldCalls *held)
{
  Own own = own_new (search, process);

  for (gsize i = 0; i < own.calls->n; i++)
    {
      RefrainHeldCalls *sum;
      gsize kind;
      double time;

      if (!find_kind (search, &own, i, &kind, &time))
        continue;
      sum = &held[(gsize) process * search->n_routines + own.calls->routine[i]];
      sum->n++;
      sum->time += time;
      if (time < MAX (HELD_LEAST, HELD_TIMES * search->need[kind]))
        continue;
      sum->n_held++;
      sum->held += time;
      sum->need += search->need[kind];
    }
  own_clear (&own);
}

RefrainHeldCalls *
refrain_held_calls_new (RefrainWaits *waits, GCancellable *cancellable, GError **error)
{
  RefrainTrace *trace = refrain_waits_get_trace (waits);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  const gsize n_kinds = (gsize) n_routines * N_SIZES;
  g_autofree guint8 *is_mpi = refrain_op_spans_flag_routines (trace);
  g_autofree double *need = g_new0 (double, n_kinds + 1);
  g_autofree RefrainHeldCalls *held
      = g_new0 (RefrainHeldCalls, (gsize) n_processes * n_routines + 1);
  Search search = { waits, trace, n_routines, is_mpi, g_new0 (guint32 *, n_kinds + 1), need };
  guint n_counted = n_processes;
  gboolean cancelled = FALSE;

  if (refrain_waits_have_other_clocks (waits))
    n_counted = 0;
  for (guint p = 0; p < n_counted && !cancelled; p++)
    {
      count_calls (&search, p);
      cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  find_needs (&search);
  for (guint p = 0; p < n_counted && !cancelled; p++)
    {
      add_held (&search, p, held);
      cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  for (gsize kind = 0; kind < n_kinds; kind++)
    g_free (search.bins[kind]);
  g_free (search.bins);
  return cancelled ? NULL : g_steal_pointer (&held);
}
