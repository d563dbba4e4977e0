/* refrain-wait-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waits are collected thread by thread and sorted where they do not end in order.
 */
#include "refrain-wait-lines.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-parallel.h"
#include "refrain-run.h"

typedef struct
{
  RefrainWaitLines *self;
  gboolean path;
} Job;

REFRAIN_DEFINE_COMPARE (compare_ends, RefrainWaitEnd, REFRAIN_RISING (end) ?: REFRAIN_RISING (op))

/* From the first to the last thing the thread does in the run. */
static void
find_span (RefrainWaitLine *line,
           RefrainProcess *process,
           const RefrainThread *thread,
           const RefrainRunSpan *run)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  const gsize end_call = thread->first_call + thread->n_calls;

  line->start = G_MAXINT64;
  line->end = G_MININT64;
  if (thread->n_calls > 0)
    line->start = calls->start[thread->first_call];
  for (gsize i = thread->first_call; i < end_call; i++)
    if (calls->parent[i] == REFRAIN_NONE)
      line->end = MAX (line->end, calls->end[i]);
  if (thread->n_records > 0)
    {
      if (thread->n_calls == 0)
        line->start = records->time[thread->first_record];
      line->end = MAX (line->end, records->time[thread->first_record + thread->n_records - 1]);
    }
  if (thread->n_ops > 0)
    {
      line->start = MIN (line->start, ops->time[thread->first_op]);
      line->end = MAX (line->end, ops->time[thread->first_op + thread->n_ops - 1]);
    }
  line->start = MAX (line->start, run->start);
  line->end = MIN (line->end, run->end);
}

/* Only a root that reduces may be released without having waited. */
static inline gboolean
may_wait (const Job *job, const RefrainWaitColumns *columns, const RefrainOps *ops, gsize op)
{
  return columns->waiting[op] != 0 || (job->path && ops->kind[op] == REFRAIN_OP_COLLECTIVE);
}

static void
fill_line (gsize l, gpointer data)
{
  const Job *job = data;
  RefrainWaitLine *line = &job->self->lines[l];
  RefrainWaits *waits = job->self->waits;
  const RefrainWaitColumns *columns = refrain_waits_get_columns (waits, line->process);
  RefrainProcess *process
      = refrain_trace_get_process (refrain_waits_get_trace (waits), line->process);
  const RefrainThread *thread = refrain_process_get_thread (process, line->thread);
  const RefrainOps *ops = refrain_process_get_ops (process);
  gboolean sorted = TRUE;
  gsize most = 0;

  find_span (line, process, thread,
             &refrain_trace_get_run (refrain_waits_get_trace (waits))->processes[line->process]);
  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    most += may_wait (job, columns, ops, i);
  line->waits = g_new (RefrainWaitEnd, most + 1);
  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    {
      RefrainWaitEnd *wait = &line->waits[line->n];
      guint32 other, other_op;

      if (!may_wait (job, columns, ops, i))
        continue;
      wait->op = (guint32) i;
      refrain_waits_get_span (waits, line->process, i, &wait->start, &wait->end);
      if (job->path && ops->kind[i] == REFRAIN_OP_COLLECTIVE
          && !refrain_waits_get_release (waits, line->process, i, &other, &other_op, &wait->end))
        continue;
      sorted = sorted && (line->n == 0 || wait[-1].end <= wait->end);
      line->n++;
    }
  if (!sorted)
    refrain_sort (line->waits, line->n, sizeof *line->waits, compare_ends);
}

RefrainWaitLines *
refrain_wait_lines_new (RefrainWaits *waits, gboolean path)
{
  RefrainWaitLines *self = g_new0 (RefrainWaitLines, 1);
  RefrainTrace *trace = refrain_waits_get_trace (waits);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  Job job = { self, path };

  self->waits = waits;
  self->first = g_new (gsize, n_processes + 1);
  for (guint p = 0; p < n_processes; p++)
    {
      self->first[p] = self->n;
      self->n += refrain_process_get_n_threads (refrain_trace_get_process (trace, p));
    }
  self->first[n_processes] = self->n;
  self->lines = g_new0 (RefrainWaitLine, MAX (self->n, 1));
  for (guint p = 0; p < n_processes; p++)
    for (gsize l = self->first[p]; l < self->first[p + 1]; l++)
      {
        self->lines[l].process = p;
        self->lines[l].thread = (guint32) (l - self->first[p]);
      }
  refrain_parallel_run (self->n, fill_line, &job, NULL);
  return self;
}

void
refrain_wait_lines_free (RefrainWaitLines *self)
{
  for (gsize i = 0; i < self->n; i++)
    g_free (self->lines[i].waits);
  refrain_free (self->lines, self->first, self);
}

gsize
refrain_wait_lines_find (const RefrainWaitLines *self, guint process, gsize op)
{
  RefrainTrace *trace = refrain_waits_get_trace (self->waits);
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  gsize l = self->first[process];

  while (l + 1 < self->first[process + 1])
    {
      const RefrainThread *thread = refrain_process_get_thread (own, self->lines[l].thread);

      if (op >= thread->first_op && op < thread->first_op + thread->n_ops)
        break;
      l++;
    }
  return l;
}
