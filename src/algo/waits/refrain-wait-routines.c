/* refrain-wait-routines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waits by the routine they are in, and those that answer a filter.
 */
#include "refrain-op-span.h"
#include "refrain-waits.h"

static int
compare_routines (gconstpointer a, gconstpointer b)
{
  const RefrainWaitRoutine *x = a, *y = b;
  RefrainTime time_x = 0, time_y = 0;

  for (guint k = 0; k < REFRAIN_N_WAITS; k++)
    {
      time_x = refrain_time_add (time_x, x->time[k]);
      time_y = refrain_time_add (time_y, y->time[k]);
    }
  if (time_x != time_y)
    return time_x > time_y ? -1 : 1;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  return (x->routine > y->routine) - (x->routine < y->routine);
}

/* Where operation @op of @process waits, without times. @is_mpi is a flag for each routine. */
static RefrainWaitRoutine
get_routine (
    RefrainWaits *self, const guint8 *is_mpi, guint process, gsize op, const gboolean *wrappers)
{
  RefrainProcess *own = refrain_trace_get_process (refrain_waits_get_trace (self), process);
  const RefrainCalls *calls = refrain_process_get_calls (own);
  RefrainWaitRoutine sum = { .caller = REFRAIN_NONE, .routine = REFRAIN_NONE };
  guint32 call = refrain_waits_get_call (self, process, op);

  if (call != REFRAIN_NONE)
    sum.routine = calls->routine[call];
  else
    call = refrain_process_get_ops (own)->call[op];
  while (call != REFRAIN_NONE
         && (calls->routine[call] == REFRAIN_NONE || is_mpi[calls->routine[call]]
             || (wrappers != NULL && wrappers[calls->routine[call]])))
    call = calls->parent[call];
  if (call != REFRAIN_NONE)
    sum.caller = calls->routine[call];
  return sum;
}

/* The row of @sums for waits of operation @op of @process; made where there is none. */
static RefrainWaitRoutine *
find_routine (RefrainWaits *self,
              const guint8 *is_mpi,
              GArray *sums,
              GHashTable *places,
              guint process,
              gsize op,
              const gboolean *wrappers)
{
  const gsize n_routines
      = (gsize) refrain_trace_get_n_routines (refrain_waits_get_trace (self)) + 1;
  const RefrainWaitRoutine sum = get_routine (self, is_mpi, process, op, wrappers);
  gsize key;
  gpointer place;

  /* REFRAIN_NONE counts as 0. */
  key = (gsize) (sum.caller + 1) * n_routines + (sum.routine + 1);
  place = g_hash_table_lookup (places, GSIZE_TO_POINTER (key + 1));
  if (place == NULL)
    {
      g_array_append_val (sums, sum);
      place = GUINT_TO_POINTER (sums->len);
      g_hash_table_insert (places, GSIZE_TO_POINTER (key + 1), place);
    }
  return &g_array_index (sums, RefrainWaitRoutine, GPOINTER_TO_UINT (place) - 1);
}

GArray *
refrain_waits_sum_routines (RefrainWaits *self, const gboolean *wrappers)
{
  GArray *sums;
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *is_mpi = NULL;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);

  is_mpi = refrain_op_spans_flag_routines (refrain_waits_get_trace (self));
  sums = g_array_new (FALSE, TRUE, sizeof (RefrainWaitRoutine));
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_waits_get_trace (self)); p++)
    {
      const RefrainWaitColumns *columns = refrain_waits_get_columns (self, p);

      for (gsize i = 0; i < columns->n; i++)
        if (columns->waiting[i] > 0)
          {
            RefrainTime *time = find_routine (self, is_mpi, sums, places, p, i, wrappers)->time;
            const guint8 kind = columns->kind[i];

            time[kind] = refrain_time_add (time[kind], columns->waiting[i]);
          }
    }
  g_array_sort (sums, compare_routines);
  return sums;
}

RefrainOpSet *
refrain_waits_find (RefrainWaits *self,
                    const RefrainWaitFilter *filter,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autofree guint8 *is_mpi = NULL;

  g_return_val_if_fail (REFRAIN_IS_WAITS (self), NULL);
  g_return_val_if_fail (filter != NULL, NULL);

  is_mpi = refrain_op_spans_flag_routines (refrain_waits_get_trace (self));
  ops = refrain_op_set_new (refrain_waits_get_trace (self));
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_waits_get_trace (self)); p++)
    {
      const RefrainWaitColumns *columns = refrain_waits_get_columns (self, p);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (filter->process != REFRAIN_NONE && filter->process != p)
        continue;
      for (gsize i = 0; i < columns->n; i++)
        {
          if (columns->waiting[i] == 0
              || (filter->kind != REFRAIN_WAIT_NONE && filter->kind != columns->kind[i]))
            continue;
          if (filter->in_routine)
            {
              const RefrainWaitRoutine routine = get_routine (self, is_mpi, p, i, NULL);

              if (routine.caller != filter->caller || routine.routine != filter->routine)
                continue;
            }
          refrain_op_set_add (ops, p, i);
        }
    }
  return g_steal_pointer (&ops);
}
