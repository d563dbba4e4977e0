/* refrain-query-processes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each process did in an interval: its operations, bytes, calls and time in MPI.
 */
#include "refrain-query-table.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-parallel.h"
#include "refrain-run.h"

/* Rows between two looks at the cancellable. */
#define STRIDE 65536
/* Numbers of calls that are held: of each process, of each routine asked for. */
#define MAX_CALLS (G_GUINT64_CONSTANT (1) << 27)

typedef struct
{
  RefrainQueryTable *self;
  RefrainTime from, to;
  GCancellable *cancellable;
  guint8 *is_mpi; /* by routine */
  const RefrainRun *run;
} Count;

static gint64
add (gint64 a, gint64 b)
{
  gint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXINT64 : sum;
}

static void
count_ops (const Count *count, guint p)
{
  static const RefrainQueryColumnId columns[] = { { REFRAIN_QUERY_FIELD_TIME },
                                                  { REFRAIN_QUERY_FIELD_SENT },
                                                  { REFRAIN_QUERY_FIELD_RECEIVED } };
  RefrainQueryTable *self = count->self;
  RefrainQueryTable ops = *self;
  gint64 values[G_N_ELEMENTS (columns)][REFRAIN_QUERY_CHUNK];
  guint32 rows[REFRAIN_QUERY_CHUNK];
  const guint8 *kind = self->ops[p]->kind;

  ops.source = REFRAIN_QUERY_SOURCE_OPERATIONS;
  for (gsize first = 0; first < self->ops[p]->n; first += REFRAIN_QUERY_CHUNK)
    {
      const gsize n = MIN (self->ops[p]->n - first, REFRAIN_QUERY_CHUNK);

      if (first % STRIDE == 0 && g_cancellable_is_cancelled (count->cancellable))
        return;
      for (gsize i = 0; i < n; i++)
        rows[i] = (guint32) (first + i);
      for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
        refrain_query_table_load (&ops, p, columns[c], rows, n, values[c]);
      for (gsize i = 0; i < n; i++)
        if (values[0][i] >= count->from && values[0][i] <= count->to)
          {
            self->sends[p] += REFRAIN_OP_IS_SEND (kind[first + i]);
            self->receives[p] += REFRAIN_OP_IS_RECV (kind[first + i]);
            self->collectives[p] += kind[first + i] == REFRAIN_OP_COLLECTIVE;
            self->sent[p] = add (self->sent[p], values[1][i]);
            self->received[p] = add (self->received[p], values[2][i]);
          }
    }
}

/* Time in MPI is that of its outermost calls within the run and the interval, the mean of the
 * threads that call MPI. */
static void
count_calls (const Count *count, guint p)
{
  RefrainQueryTable *self = count->self;
  const RefrainCalls *calls = self->calls[p];
  const RefrainRunSpan *span = &count->run->processes[p];
  const RefrainTime from = MAX (count->from, span->start), to = MIN (count->to, span->end);
  gint64 *routine_calls = self->routine_calls + (gsize) p * self->n_places;
  g_autofree guint8 *inside = g_malloc0 (calls->n + 1);

  for (gsize i = 0; i < calls->n; i++)
    {
      const guint32 routine = calls->routine[i], parent = calls->parent[i];
      const gboolean is_mpi = routine < self->n_routines && count->is_mpi[routine];
      const gboolean covered = parent != REFRAIN_NONE && inside[parent];

      if (i % STRIDE == 0 && g_cancellable_is_cancelled (count->cancellable))
        return;
      inside[i] = is_mpi || covered;
      if (is_mpi && !covered)
        self->mpi_time[p] = add (self->mpi_time[p],
                                 MAX (MIN (calls->end[i], to) - MAX (calls->start[i], from), 0));
      if (calls->start[i] < count->from || calls->start[i] > count->to)
        continue;
      self->all_calls[p]++;
      if (routine < self->n_routines && self->routine_place[routine] != REFRAIN_NONE)
        routine_calls[self->routine_place[routine]]++;
    }
  self->mpi_time[p] /= MAX (span->n_calling, 1);
}

static void
count_process (gsize p, gpointer data)
{
  count_ops (data, (guint) p);
  count_calls (data, (guint) p);
}

/* Gives each routine in @wanted a place. FALSE where all together take too much. */
static gboolean
place_routines (RefrainQueryTable *self, const guint8 *wanted)
{
  self->routine_place = g_new (guint32, (gsize) self->n_routines + 1);
  for (guint r = 0; r < self->n_routines; r++)
    self->routine_place[r] = wanted[r] ? self->n_places++ : REFRAIN_NONE;
  if ((guint64) self->n_processes * self->n_places > MAX_CALLS)
    return FALSE;
  self->routine_calls = g_new0 (gint64, (gsize) self->n_processes * self->n_places + 1);
  return TRUE;
}

gboolean
refrain_query_table_count (RefrainQueryTable *self,
                           const guint8 *wanted,
                           RefrainTime from,
                           RefrainTime to,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autofree guint8 *is_mpi = g_new0 (guint8, (gsize) self->n_routines + 1);
  const Count count = { self, from, to, cancellable, is_mpi, refrain_trace_get_run (self->trace) };
  const guint n = self->n_processes;

  if (!place_routines (self, wanted))
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                         _ ("too many routines of too many processes; name fewer"));
  self->sends = g_new0 (gint64, n);
  self->receives = g_new0 (gint64, n);
  self->collectives = g_new0 (gint64, n);
  self->sent = g_new0 (gint64, n);
  self->received = g_new0 (gint64, n);
  self->mpi_time = g_new0 (gint64, n);
  self->all_calls = g_new0 (gint64, n);
  for (guint r = 0; r < self->n_routines; r++)
    is_mpi[r] = refrain_trace_get_routine_kind (self->trace, r) != REFRAIN_ROUTINE_USER;
  refrain_parallel_run (n, count_process, (gpointer) &count, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
