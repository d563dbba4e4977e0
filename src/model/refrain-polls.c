/* refrain-polls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread is walked along its operations; from the call of each one goes back over the
 * questions before it, never behind the call that ended another operation.
 */
#include "refrain-polls.h"

#include <string.h>

#include "refrain-search.h"
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

/* From the first question to the call that ends the row. */
typedef struct
{
  RefrainTime start, end;
  RefrainTime idle;   /* outside MPI */
  RefrainTime before; /* ... in the rows of the thread before it */
} Row;

/* Of the calls [first, call) those of MPI, of each other the outermost, leave this much time. */
static RefrainTime
measure_idle (const RefrainCalls *calls, const guint8 *roles, guint32 first, guint32 call)
{
  RefrainTime until = calls->start[first], idle = 0;

  for (guint32 i = first; i < call; i++)
    if (calls->routine[i] != REFRAIN_NONE && roles[calls->routine[i]] != NOTHING
        && calls->end[i] > until)
      {
        idle += MAX (calls->start[i] - until, 0);
        until = calls->end[i];
      }
  return idle + MAX (calls->start[call] - until, 0);
}

/* The row of @calls from @start on that ends in @call, of a thread whose rows begin with @first. */
static void
add_row (GArray *rows,
         gsize first,
         const RefrainCalls *calls,
         const guint8 *roles,
         guint32 start,
         guint32 call)
{
  const Row *last = rows->len > first ? &g_array_index (rows, Row, rows->len - 1) : NULL;
  const Row row = { .start = calls->start[start],
                    .end = calls->start[call],
                    .idle = measure_idle (calls, roles, start, call),
                    .before = last != NULL ? last->before + last->idle : 0 };

  g_array_append_val (rows, row);
}

static guint32 *
find_polls (RefrainProcess *process, const guint8 *roles, GArray *rows, gsize *first_row)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  g_autofree guint32 *starts = NULL;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      gint64 used = (gint64) thread->first_call - 1;
      guint32 last = REFRAIN_NONE, start = REFRAIN_NONE, ended = REFRAIN_NONE;

      first_row[t] = rows->len;
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
          if (call != ended)
            add_row (rows, first_row[t], calls, roles, start, call);
          ended = call;
        }
    }
  first_row[refrain_process_get_n_threads (process)] = rows->len;
  return g_steal_pointer (&starts);
}

static RefrainPolls *
find_all (RefrainTrace *trace)
{
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *roles = g_malloc0 (n_routines + 1);
  RefrainPolls *polls = g_new0 (RefrainPolls, 1);
  const gboolean any = refrain_trace_has_polls (trace);

  polls->n_processes = refrain_trace_get_n_processes (trace);
  polls->starts = g_new0 (guint32 *, polls->n_processes + 1);
  polls->rows = g_new0 (GArray *, polls->n_processes + 1);
  polls->first_row = g_new0 (gsize *, polls->n_processes + 1);
  for (guint i = 0; i < n_routines; i++)
    roles[i] = classify (refrain_trace_get_routine (trace, i));
  for (guint p = 0; any && p < polls->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      polls->rows[p] = g_array_new (FALSE, FALSE, sizeof (Row));
      polls->first_row[p] = g_new0 (gsize, refrain_process_get_n_threads (process) + 1);
      polls->starts[p] = find_polls (process, roles, polls->rows[p], polls->first_row[p]);
    }
  return polls;
}

static const RefrainPolls *
get_polls (RefrainTrace *trace)
{
  RefrainPolls *polls = g_atomic_pointer_get (&trace->polls);

  if (polls == NULL)
    {
      /* Whoever comes second throws its own, which are equal, away. */
      polls = find_all (trace);
      if (!g_atomic_pointer_compare_and_exchange (&trace->polls, NULL, polls))
        g_clear_pointer (&polls, refrain_polls_free);
      polls = g_atomic_pointer_get (&trace->polls);
    }
  return polls;
}

const guint32 *
refrain_trace_get_polls (RefrainTrace *trace, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (process < refrain_trace_get_n_processes (trace), NULL);

  return get_polls (trace)->starts[process];
}

gboolean
refrain_trace_has_polls (RefrainTrace *trace)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      const Role role = classify (refrain_trace_get_routine (trace, i));

      if (role == ASKS || role == BLOCKS)
        return TRUE;
    }
  return FALSE;
}

/* What is outside MPI in the @n rows @row before @time. */
static double
sum_before (const Row *row, gsize n, RefrainTime time)
{
  const gsize behind = REFRAIN_LOWER_BOUND (i, 0, n, row[i].start < time);
  const Row *last = behind > 0 ? &row[behind - 1] : NULL;

  if (last == NULL)
    return 0;
  if (time >= last->end)
    return (double) (last->before + last->idle);
  return (double) last->before
         + (double) last->idle * (double) (time - last->start) / (double) (last->end - last->start);
}

RefrainTime
refrain_trace_get_poll_time (RefrainTrace *trace, guint process, RefrainTime start, RefrainTime end)
{
  const RefrainPolls *polls;
  double sum = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);
  g_return_val_if_fail (process < refrain_trace_get_n_processes (trace), 0);

  polls = get_polls (trace);
  if (polls->rows[process] == NULL || polls->rows[process]->len == 0)
    return 0;
  for (gsize t = 0; t < refrain_process_get_n_threads (refrain_trace_get_process (trace, process));
       t++)
    {
      const gsize first = polls->first_row[process][t];
      const gsize n = polls->first_row[process][t + 1] - first;
      const Row *row = &g_array_index (polls->rows[process], Row, first);

      sum += sum_before (row, n, end) - sum_before (row, n, start);
    }
  return (RefrainTime) (sum / MAX (refrain_trace_get_run (trace)->processes[process].n_calling, 1));
}
