/* refrain-polls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread is walked along its operations; from the call of each one goes back over the
 * questions before it, never behind the call that ended another operation.
 */
#include "refrain-polls.h"

#include <string.h>

#include "refrain-trace-private.h"

/* Between most questions of one row there is no more than this, or it computes between them. */
#define USUAL_GAP (RefrainTime) 200000
/* Longer gaps than this, time slices of other programs, make at most a quarter of a row. */
#define LONG_GAP (RefrainTime) 1000000

/* What a call of a routine means to a row of questions. */
typedef enum
{
  NOTHING, /* of the program, or local to the process */
  ENDS,    /* other communication */
  ASKS,
  BLOCKS /* asks until a message is there */
} Role;

static Role
classify (RefrainRoutine *routine)
{
  static const char *const asks[] = { "MPI_Iprobe", "MPI_Improbe", "MPI_Request_get_status" };
  static const char *const blocks[] = { "MPI_Probe", "MPI_Mprobe" };
  const char *name = refrain_routine_get_name (routine);
  const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

  if (kind == REFRAIN_ROUTINE_USER)
    return NOTHING;
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    if (g_str_has_prefix (name, asks[i]))
      return ASKS;
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    if (g_str_has_prefix (name, blocks[i]))
      return BLOCKS;
  if (g_str_has_prefix (name, "MPI_Test") && !g_str_has_prefix (name, "MPI_Test_cancelled"))
    return ASKS;
  return kind == REFRAIN_ROUTINE_MPI ? NOTHING : ENDS;
}

/* Where the row of questions begins that ends in @call; @call without one. @used: the last call
 * that completed something else, or one before all. */
static guint32
find_start (const RefrainCalls *calls, const guint8 *roles, guint32 call, gint64 used)
{
  guint32 first = call, next = call;
  guint64 n = 0, n_usual = 0;
  RefrainTime idle = 0;

  for (gint64 i = (gint64) call - 1; i > used; i--)
    {
      const Role role = calls->routine[i] != REFRAIN_NONE ? roles[calls->routine[i]] : NOTHING;
      const RefrainTime gap = calls->start[next] - calls->end[i];

      if (role == NOTHING)
        continue;
      if (role == BLOCKS && n == 0)
        return (guint32) i;
      if (role != ASKS)
        break;
      n++;
      n_usual += gap <= USUAL_GAP;
      idle += gap > LONG_GAP ? gap : 0;
      next = (guint32) i;
      /* One question before the receive is no row. */
      if (n > 1 && 2 * n_usual >= n && idle <= (calls->end[call] - calls->start[i]) / 4)
        first = next;
    }
  return first;
}

static guint32 *
find_polls (RefrainProcess *process, const guint8 *roles)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  g_autofree guint32 *starts = NULL;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      gint64 used = (gint64) thread->first_call - 1;
      guint32 last = REFRAIN_NONE, start = REFRAIN_NONE;

      for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
        {
          const guint32 call = ops->call[i];

          if (call == REFRAIN_NONE || calls->routine[call] == REFRAIN_NONE
              || roles[calls->routine[call]] == NOTHING)
            continue;
          if (call != last)
            {
              start = find_start (calls, roles, call, used);
              last = call;
              used = MAX (used, (gint64) call);
            }
          if (start == call || REFRAIN_OP_IS_SEND (ops->kind[i]))
            continue;
          if (starts == NULL)
            {
              starts = g_new (guint32, ops->n);
              memset (starts, 0xff, ops->n * sizeof *starts);
            }
          starts[i] = start;
        }
    }
  return g_steal_pointer (&starts);
}

static RefrainPolls *
find_all (RefrainTrace *trace)
{
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *roles = g_malloc0 (n_routines + 1);
  RefrainPolls *polls = g_new0 (RefrainPolls, 1);
  gboolean any = FALSE;

  polls->n_processes = refrain_trace_get_n_processes (trace);
  polls->starts = g_new0 (guint32 *, polls->n_processes + 1);
  for (guint i = 0; i < n_routines; i++)
    {
      roles[i] = classify (refrain_trace_get_routine (trace, i));
      any = any || roles[i] == ASKS || roles[i] == BLOCKS;
    }
  for (guint p = 0; any && p < polls->n_processes; p++)
    polls->starts[p] = find_polls (refrain_trace_get_process (trace, p), roles);
  return polls;
}

const guint32 *
refrain_trace_get_polls (RefrainTrace *trace, guint process)
{
  RefrainPolls *polls;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (process < refrain_trace_get_n_processes (trace), NULL);

  polls = g_atomic_pointer_get (&trace->polls);
  if (polls == NULL)
    {
      /* Whoever comes second throws its own, which are equal, away. */
      polls = find_all (trace);
      if (!g_atomic_pointer_compare_and_exchange (&trace->polls, NULL, polls))
        g_clear_pointer (&polls, refrain_polls_free);
      polls = g_atomic_pointer_get (&trace->polls);
    }
  return polls->starts[process];
}
