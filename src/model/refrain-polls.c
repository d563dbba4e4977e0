/* refrain-polls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread is walked along its calls of MPI. Questions that follow each other are a row where
 * the last one completes something, or has seen a message that is received next: then the process
 * goes on. Questions that the program asks anyway, for the sake of progress, go on after that.
 */
#include "refrain-polls.h"

#include <string.h>

#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-trace-private.h"

/* Between questions of one row, where no other routine is called in between, there is less than
 * this; or half of them follow within REFRAIN_POLL_GAP, and what is longer than a millisecond, time
 * slices of other programs, is at most a quarter of it. */
#define GAP_ALONE (RefrainTime) 3000000
#define LONG_GAP  (RefrainTime) 1000000

/* What a call of a routine means to a row of questions. */
typedef enum
{
  NOTHING, /* of the program */
  ENDS,    /* other calls of MPI */
  ASKS,
  PROBES, /* ... for a message that is received later */
  BLOCKS  /* asks until a message is there */
} Role;

static Role
classify (RefrainRoutine *routine)
{
  const char *name = refrain_routine_get_name (routine);

  if (refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    return NOTHING;
  if (g_str_equal (name, "MPI_Iprobe") || g_str_equal (name, "MPI_Improbe"))
    return PROBES;
  if (g_str_equal (name, "MPI_Probe") || g_str_equal (name, "MPI_Mprobe"))
    return BLOCKS;
  return (g_str_has_prefix (name, "MPI_Test") && !g_str_equal (name, "MPI_Test_cancelled"))
                 || g_str_equal (name, "MPI_Request_get_status")
             ? ASKS
             : ENDS;
}

gboolean
refrain_routine_polls (RefrainRoutine *routine)
{
  const Role role = classify (routine);

  return role == ASKS || role == PROBES;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* The calls of one process. */
typedef struct
{
  const RefrainCalls *calls;
  const guint8 *roles;
  const guint8 *completes; /* of each call: whether it completes something */
  guint8 *goes_on;         /* ... whether it goes on with the row that the call before it is in */
} Walk;

static Role
get_role (const Walk *walk, gsize call)
{
  const guint32 routine = walk->calls->routine[call];

  return routine != REFRAIN_NONE ? (Role) walk->roles[routine] : NOTHING;
}

static gboolean
asks (const Walk *walk, gsize call)
{
  const Role role = get_role (walk, call);

  return role == ASKS || role == PROBES;
}

/* The question before @call, one that is not the first. */
static guint32
find_before (const Walk *walk, guint32 call)
{
  do
    call--;
  while (get_role (walk, call) == NOTHING);
  return call;
}

/* Flags the row that ends in the last of the questions from @first to @last, if the process waits
 * in it; @next is the call of MPI that follows. */
static void
flag_row (const Walk *walk, guint32 first, guint32 last, guint32 next)
{
  const RefrainCalls *calls = walk->calls;
  guint64 n = 0, n_soon = 0;
  RefrainTime idle = 0;
  gboolean alone = TRUE;
  guint32 start = last;

  for (guint32 call = last; call > first;)
    {
      const guint32 before = find_before (walk, call);
      const RefrainTime gap = calls->start[call] - calls->end[before];

      n++;
      n_soon += gap < REFRAIN_POLL_GAP;
      idle += gap > LONG_GAP ? gap : 0;
      alone = alone && gap < GAP_ALONE;
      if (alone || (2 * n_soon >= n && idle <= (calls->end[last] - calls->start[before]) / 4))
        start = before;
      call = before;
    }
  if (!walk->completes[last]
      && (get_role (walk, last) != PROBES || next == REFRAIN_NONE || !walk->completes[next]
          || calls->start[next] - calls->end[last]
                 >= (n > 0 && 2 * n_soon >= n ? GAP_ALONE : REFRAIN_POLL_GAP)))
    return;
  for (guint32 call = last; call > start;)
    {
      const guint32 before = find_before (walk, call);

      walk->goes_on[call] = !walk->completes[before];
      call = before;
    }
}

static void
flag_thread (const Walk *walk, const RefrainThread *thread)
{
  const RefrainCalls *calls = walk->calls;
  const guint32 end = (guint32) (thread->first_call + thread->n_calls);
  guint32 first = REFRAIN_NONE, last = REFRAIN_NONE; /* of the questions so far */

  for (guint32 call = (guint32) thread->first_call; call <= end; call++)
    {
      const gboolean question = call < end && asks (walk, call);

      if (call < end && get_role (walk, call) == NOTHING)
        continue;
      if (last == REFRAIN_NONE || !question
          || (call > last + 1 && calls->start[call] - calls->end[last] >= REFRAIN_POLL_GAP))
        {
          if (last != REFRAIN_NONE)
            flag_row (walk, first, last, call < end ? call : REFRAIN_NONE);
          first = call;
        }
      last = question ? call : REFRAIN_NONE;
    }
}

static guint8 *
flag_process (RefrainProcess *process, const guint8 *roles)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  g_autofree guint8 *completes = g_malloc0 (calls->n + 1);
  const Walk walk = { calls, roles, completes, g_malloc0 (calls->n + 1) };

  for (gsize i = 0; i < ops->n; i++)
    if (ops->call[i] != REFRAIN_NONE && !REFRAIN_OP_IS_SEND (ops->kind[i]))
      completes[ops->call[i]] = TRUE;
  for (gsize i = 0; i < records->n; i++)
    if (records->kind[i] == REFRAIN_RECORD_ISEND_COMPLETE && records->call[i] != REFRAIN_NONE)
      completes[records->call[i]] = TRUE;
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    flag_thread (&walk, refrain_process_get_thread (process, t));
  return walk.goes_on;
}

/* Where the row of questions begins that ends in @call of @thread; @call without one. */
static guint32
find_start (const Walk *walk, const RefrainThread *thread, guint32 call)
{
  guint32 at = call;

  if (!asks (walk, call))
    {
      do
        if (at-- == thread->first_call)
          return call;
      while (get_role (walk, at) == NOTHING);
      if (get_role (walk, at) == BLOCKS)
        return at;
      /* One question before the receive is no row. */
      if (get_role (walk, at) != PROBES || !walk->goes_on[at])
        return call;
    }
  while (walk->goes_on[at])
    at = find_before (walk, at);
  return at;
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
measure_idle (const Walk *walk, guint32 first, guint32 call)
{
  const RefrainCalls *calls = walk->calls;
  RefrainTime until = calls->start[first], idle = 0;

  for (guint32 i = first; i < call; i++)
    if (get_role (walk, i) != NOTHING && calls->end[i] > until)
      {
        idle += MAX (calls->start[i] - until, 0);
        until = calls->end[i];
      }
  return idle + MAX (calls->start[call] - until, 0);
}

/* The row from @start on that ends in @call, of a thread whose rows begin with @first. */
static void
add_row (GArray *rows, gsize first, const Walk *walk, guint32 start, guint32 call)
{
  const Row *last = rows->len > first ? &g_array_index (rows, Row, rows->len - 1) : NULL;
  const Row row = { .start = walk->calls->start[start],
                    .end = walk->calls->start[call],
                    .idle = measure_idle (walk, start, call),
                    .before = last != NULL ? last->before + last->idle : 0 };

  g_array_append_val (rows, row);
}

/* All there is of one process. */
static void
find_polls (RefrainProcess *process, const guint8 *roles, RefrainPollsOfProcess *own)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const gsize n_threads = refrain_process_get_n_threads (process);
  const Walk walk = { refrain_process_get_calls (process), roles, NULL,
                      own->goes_on = flag_process (process, roles) };

  own->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  own->first_row = g_new0 (gsize, n_threads + 1);
  for (gsize t = 0; t < n_threads; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      guint32 last = REFRAIN_NONE, start = REFRAIN_NONE;

      own->first_row[t] = own->rows->len;
      for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
        {
          const guint32 call = ops->call[i];
          const gboolean is_next = call != last;

          if (call == REFRAIN_NONE || REFRAIN_OP_IS_SEND (ops->kind[i])
              || get_role (&walk, call) == NOTHING)
            continue;
          if (is_next)
            start = find_start (&walk, thread, call);
          last = call;
          if (start == call)
            continue;
          if (own->starts == NULL)
            {
              own->starts = g_new (guint32, ops->n);
              memset (own->starts, 0xff, ops->n * sizeof *own->starts);
            }
          own->starts[i] = start;
          if (is_next)
            add_row (own->rows, own->first_row[t], &walk, start, call);
        }
    }
  own->first_row[n_threads] = own->rows->len;
}

/* Of all processes. */
typedef struct
{
  RefrainTrace *trace;
  const guint8 *roles;
  RefrainPolls *polls;
} Search;

static void
find_of_process (gsize p, gpointer data)
{
  const Search *search = data;

  find_polls (refrain_trace_get_process (search->trace, (guint) p), search->roles,
              &search->polls->of[p]);
}

static RefrainPolls *
find_all (RefrainTrace *trace)
{
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *roles = g_malloc0 (n_routines + 1);
  RefrainPolls *polls = g_new0 (RefrainPolls, 1);
  Search search = { trace, roles, polls };

  polls->n_processes = refrain_trace_get_n_processes (trace);
  polls->of = g_new0 (RefrainPollsOfProcess, polls->n_processes + 1);
  for (guint i = 0; i < n_routines; i++)
    roles[i] = (guint8) classify (refrain_trace_get_routine (trace, i));
  if (refrain_trace_has_polls (trace))
    refrain_parallel_run (polls->n_processes, find_of_process, &search, NULL);
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

  return get_polls (trace)->of[process].starts;
}

const guint8 *
refrain_trace_get_poll_rows (RefrainTrace *trace, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (process < refrain_trace_get_n_processes (trace), NULL);

  return get_polls (trace)->of[process].goes_on;
}

gboolean
refrain_trace_has_polls (RefrainTrace *trace)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    if (classify (refrain_trace_get_routine (trace, i)) >= ASKS)
      return TRUE;
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
  const RefrainPollsOfProcess *polls;
  double sum = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);
  g_return_val_if_fail (process < refrain_trace_get_n_processes (trace), 0);

  polls = &get_polls (trace)->of[process];
  if (polls->rows == NULL || polls->rows->len == 0)
    return 0;
  for (gsize t = 0; t < refrain_process_get_n_threads (refrain_trace_get_process (trace, process));
       t++)
    {
      const gsize first = polls->first_row[t];
      const gsize n = polls->first_row[t + 1] - first;
      const Row *row = &g_array_index (polls->rows, Row, first);

      sum += sum_before (row, n, end) - sum_before (row, n, start);
    }
  return (RefrainTime) (sum / MAX (refrain_trace_get_run (trace)->processes[process].n_calling, 1));
}
