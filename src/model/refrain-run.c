/* refrain-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MPI_Init stands at the front of a process and MPI_Finalize at its end, so that few calls are
 * read.
 */
#include "refrain-run.h"

#include <string.h>

#include "refrain-trace-private.h"

enum
{
  BEGINS = 1,
  ENDS = 2
};

/* TAU's names have brackets: "MPI_Init()". */
static guint8
classify (const char *name)
{
  static const struct
  {
    const char *name;
    guint8 does;
  } names[] = {
    { "MPI_Init", BEGINS },   { "MPI_Init_thread", BEGINS },    { "MPI_Session_init", BEGINS },
    { "MPI_Finalize", ENDS }, { "MPI_Session_finalize", ENDS },
  };
  const gsize length = strcspn (name, "( ");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i].name) == length && strncmp (names[i].name, name, length) == 0)
      return names[i].does;
  return 0;
}

gboolean
refrain_run_is_begun_by (const char *routine)
{
  return routine != NULL && classify (routine) == BEGINS;
}

/* The first call of @process, or the last, whose routine does @what; REFRAIN_NONE. */
static guint32
find_call (const RefrainCalls *calls, const guint8 *does, guint8 what)
{
  for (gsize k = 0; k < calls->n; k++)
    {
      const gsize i = what == BEGINS ? k : calls->n - 1 - k;

      if (calls->routine[i] != REFRAIN_NONE && does[calls->routine[i]] == what)
        return (guint32) i;
    }
  return REFRAIN_NONE;
}

static void
find_events (RefrainProcess *process, RefrainTime *first, RefrainTime *last)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);

  *first = G_MAXINT64;
  *last = G_MININT64;
  for (gsize i = 0; i < calls->n; i++)
    {
      *first = MIN (*first, calls->start[i]);
      *last = MAX (*last, calls->end[i]);
    }
  for (gsize i = 0; i < ops->n; i++)
    {
      *first = MIN (*first, ops->time[i]);
      *last = MAX (*last, ops->time[i]);
    }
}

static guint
count_calling (RefrainTrace *trace, RefrainProcess *process)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  guint n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
        if (calls->routine[i] != REFRAIN_NONE
            && refrain_trace_get_routine_kind (trace, calls->routine[i]) != REFRAIN_ROUTINE_USER)
          {
            n++;
            break;
          }
    }
  return n;
}

static RefrainRunSpan
find_span (RefrainProcess *process, const guint8 *does, gboolean begins, gboolean ends)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const guint32 init = begins ? find_call (calls, does, BEGINS) : REFRAIN_NONE;
  const guint32 finalize = ends ? find_call (calls, does, ENDS) : REFRAIN_NONE;
  RefrainRunSpan span = { .begins = init != REFRAIN_NONE };

  if (init == REFRAIN_NONE || finalize == REFRAIN_NONE)
    find_events (process, &span.start, &span.end);
  if (init != REFRAIN_NONE)
    span.start = calls->end[init];
  if (finalize != REFRAIN_NONE)
    span.end = calls->start[finalize];
  if (span.start >= span.end)
    span.start = span.end = 0;
  return span;
}

/* All @n processes together; takes @spans. */
static RefrainRun *
make_run (RefrainRunSpan *spans, guint n)
{
  RefrainRun *run = g_new0 (RefrainRun, 1);

  run->processes = spans;
  run->start = G_MAXINT64;
  run->end = G_MININT64;
  for (guint p = 0; p < n; p++)
    {
      if (spans[p].start == spans[p].end)
        continue;
      run->start = MIN (run->start, spans[p].start);
      run->end = MAX (run->end, spans[p].end);
      if (__builtin_add_overflow (run->time, spans[p].end - spans[p].start, &run->time))
        run->time = G_MAXINT64;
    }
  if (run->start > run->end)
    run->start = run->end = 0;
  return run;
}

static RefrainRun *
find_run (RefrainTrace *trace)
{
  const guint n_routines = refrain_trace_get_n_routines (trace);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree guint8 *does = g_malloc0 (n_routines + 1);
  RefrainRunSpan *spans = g_new0 (RefrainRunSpan, n_processes + 1);
  guint8 any = 0;

  for (guint i = 0; i < n_routines; i++)
    any |= does[i] = classify (refrain_routine_get_name (refrain_trace_get_routine (trace, i)));
  for (guint p = 0; p < n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      if (!refrain_shares_own (trace->shares, p))
        continue;
      spans[p] = find_span (process, does, any & BEGINS, any & ENDS);
      spans[p].n_calling = count_calling (trace, process);
    }
  refrain_shares_fill (trace->shares, spans, sizeof *spans);
  return make_run (spans, n_processes);
}

void
refrain_trace_take_run (RefrainTrace *self, RefrainRunSpan *spans)
{
  g_return_if_fail (self->run == NULL);

  g_atomic_pointer_set (&self->run, make_run (spans, refrain_trace_get_n_processes (self)));
}

const RefrainRun *
refrain_trace_get_run (RefrainTrace *trace)
{
  RefrainRun *run;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  run = g_atomic_pointer_get (&trace->run);
  if (run != NULL)
    return run;
  /* Whoever comes second throws its own, which is equal, away. */
  run = find_run (trace);
  if (!g_atomic_pointer_compare_and_exchange (&trace->run, NULL, run))
    g_clear_pointer (&run, refrain_run_free);
  return g_atomic_pointer_get (&trace->run);
}

static RefrainBusyTime
find_busy_time (RefrainTrace *trace)
{
  RefrainBusyTime busy = { G_MAXINT64, G_MININT64 };

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainOps *ops = refrain_process_get_ops (process);

      for (gsize t = 0; ops->n > 0 && t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          if (thread->n_ops == 0)
            continue;
          busy.start = MIN (busy.start, refrain_process_get_op_start (process, thread->first_op));
          busy.end = MAX (busy.end, ops->time[thread->first_op + thread->n_ops - 1]);
        }
    }
  return busy;
}

void
refrain_trace_take_busy_time (RefrainTrace *self, RefrainTime start, RefrainTime end)
{
  RefrainBusyTime *busy = g_new (RefrainBusyTime, 1);

  *busy = (RefrainBusyTime){ start, end };
  /* Whoever comes second throws its own, which is equal, away. */
  if (!g_atomic_pointer_compare_and_exchange (&self->busy, NULL, busy))
    g_free (busy);
}

gboolean
refrain_trace_get_busy_time (RefrainTrace *trace, RefrainTime *start, RefrainTime *end)
{
  const RefrainBusyTime *busy;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  if (g_atomic_pointer_get (&trace->busy) == NULL)
    {
      const RefrainBusyTime found = find_busy_time (trace);

      refrain_trace_take_busy_time (trace, found.start, found.end);
    }
  busy = g_atomic_pointer_get (&trace->busy);
  *start = busy->start;
  *end = busy->end;
  return *start <= *end;
}

double
refrain_trace_get_share (RefrainTrace *trace, RefrainTime start, RefrainTime end)
{
  const RefrainRun *run;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  run = refrain_trace_get_run (trace);
  return (double) MAX (MIN (end, run->end) - MAX (start, run->start), 0)
         / (double) MAX (run->end - run->start, 1);
}
