/* refrain-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Totals are kept at every 64th call and operation of a thread. A question about a span of time is
 * the difference of two totals: the mark before each end is sought, and from there on rows are
 * looked at one by one, where they are not denser than what is asked for.
 */
#include "refrain-summary.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-summary-private.h"

/* Between two looks at the cancellable. */
#define ROWS_PER_CHECK 65536
#define MAX_UNMATCHED  65536

REFRAIN_DEFINE_OBJECT (RefrainSummary, refrain_summary)

/* The activity of call row @row, REFRAIN_N_ACTIVITIES for the program's own work. */
static inline guint
get_activity (RefrainSummary *self, const RefrainCalls *calls, gsize row)
{
  guint32 routine = calls->routine[row];

  return routine < self->n_routines ? self->activities[routine] : REFRAIN_N_ACTIVITIES;
}

/* ---- Building ---- */

static gsize
count_marks (gsize rows)
{
  return (rows + REFRAIN_SUMMARY_STRIDE - 1) / REFRAIN_SUMMARY_STRIDE;
}

static void
mark_calls (RefrainSummary *self,
            const RefrainCalls *calls,
            const RefrainThread *thread,
            RefrainThreadSummary *out,
            GCancellable *cancellable)
{
  RefrainTime total[REFRAIN_N_ACTIVITIES] = { 0 };
  RefrainTime counted = 0, open_end = G_MININT64;
  guint open = 0;

  out->n_call_marks = count_marks (thread->n_calls);
  out->call_time = g_new (RefrainTime, out->n_call_marks);
  out->call_marks = g_new0 (RefrainCallMark, out->n_call_marks);
  for (gsize i = 0; i < thread->n_calls; i++)
    {
      gsize row = thread->first_call + i;
      RefrainTime start = calls->start[row];
      guint activity = get_activity (self, calls, row);

      if (i % ROWS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      out->depth = MAX (out->depth, calls->depth[row] + 1u);
      if (open_end > counted)
        {
          total[open] += MIN (start, open_end) - counted;
          counted = MIN (start, open_end);
        }
      if (i % REFRAIN_SUMMARY_STRIDE == 0)
        {
          RefrainCallMark *mark = &out->call_marks[i / REFRAIN_SUMMARY_STRIDE];

          out->call_time[i / REFRAIN_SUMMARY_STRIDE] = start;
          memcpy (mark->total, total, sizeof total);
          mark->open_end = open_end;
          mark->activity = open;
        }
      if (start <= out->call_time[i / REFRAIN_SUMMARY_STRIDE])
        {
          RefrainCallMark *mark = &out->call_marks[i / REFRAIN_SUMMARY_STRIDE];

          mark->last = (guint8) (i % REFRAIN_SUMMARY_STRIDE);
          mark->last_end = calls->end[row];
          mark->last_parent = calls->parent[row];
        }
      if (activity < REFRAIN_N_ACTIVITIES && start >= open_end)
        {
          open = activity;
          open_end = calls->end[row];
          counted = start;
          out->calls_mpi = TRUE;
        }
    }
}

static void
mark_ops (const RefrainOps *ops, const RefrainThread *thread, RefrainThreadSummary *out)
{
  RefrainOpMark total = { 0 };

  out->n_op_marks = count_marks (thread->n_ops);
  out->op_time = g_new (RefrainTime, out->n_op_marks);
  out->op_marks = g_new (RefrainOpMark, out->n_op_marks);
  for (gsize i = 0; i < thread->n_ops; i++)
    {
      gsize row = thread->first_op + i;

      if (i % REFRAIN_SUMMARY_STRIDE == 0)
        {
          out->op_time[i / REFRAIN_SUMMARY_STRIDE] = ops->time[row];
          out->op_marks[i / REFRAIN_SUMMARY_STRIDE] = total;
        }
      if (REFRAIN_OP_IS_SEND (ops->kind[row]))
        total.sends++;
      else if (REFRAIN_OP_IS_RECV (ops->kind[row]))
        total.receives++;
      else
        total.collectives++;
    }
}

/* A send from or to whom is recorded: its slot in the table of peers, or REFRAIN_NONE. */
static gboolean
is_send_to (const RefrainOps *ops, gsize row, guint n_processes)
{
  return REFRAIN_OP_IS_SEND (ops->kind[row]) && ops->peer[row] >= 0
         && (guint) ops->peer[row] < n_processes;
}

static int
compare_peers (const void *a, const void *b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? -1 : x > y;
}

/* Sorts the rows of all sends by peer (a counting sort, so each peer's rows stay ascending). */
static void
sort_sends (RefrainProcessSummary *out, const RefrainOps *ops, guint n_processes)
{
  g_autofree guint32 *slots = g_new (guint32, n_processes);
  g_autofree gsize *next = NULL;
  g_autoptr (GArray) peers = g_array_new (FALSE, FALSE, sizeof (guint));
  gsize n_sends = 0;

  refrain_fill (slots, 0xff, n_processes * sizeof *slots);
  for (gsize row = 0; row < ops->n; row++)
    if (is_send_to (ops, row, n_processes))
      {
        guint peer = ops->peer[row];

        n_sends++;
        if (slots[peer] == REFRAIN_NONE)
          {
            slots[peer] = 0;
            g_array_append_val (peers, peer);
          }
      }
  out->n_peers = peers->len;
  out->peers = (gpointer) g_array_free (g_steal_pointer (&peers), FALSE);
  refrain_sort (out->peers, out->n_peers, sizeof *out->peers, compare_peers);
  for (gsize i = 0; i < out->n_peers; i++)
    slots[out->peers[i]] = i;

  out->first_send = g_new0 (gsize, out->n_peers + 1);
  out->send_rows = g_new (guint32, n_sends);
  for (gsize row = 0; row < ops->n; row++)
    if (is_send_to (ops, row, n_processes))
      out->first_send[slots[ops->peer[row]] + 1]++;
  for (gsize i = 0; i < out->n_peers; i++)
    out->first_send[i + 1] += out->first_send[i];
  next = g_memdup2 (out->first_send, (out->n_peers + 1) * sizeof *next);
  for (gsize row = 0; row < ops->n; row++)
    if (is_send_to (ops, row, n_processes))
      out->send_rows[next[slots[ops->peer[row]]]++] = row;
}

static void
collect_unmatched (RefrainProcessSummary *out, const RefrainOps *ops)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize row = 0; row < ops->n && rows->len < MAX_UNMATCHED; row++)
    if (REFRAIN_OP_IS_P2P (ops->kind[row]) && ops->partner[row] == REFRAIN_NONE)
      {
        guint32 found = row;

        g_array_append_val (rows, found);
      }
  out->n_unmatched = rows->len;
  out->unmatched = (gpointer) g_array_free (rows, FALSE);
}

static void
summarise_process (RefrainSummary *self, guint process, GCancellable *cancellable)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  const RefrainOps *ops = refrain_process_get_ops (object);
  RefrainProcessSummary *out = &self->processes[process];

  out->n_threads = refrain_process_get_n_threads (object);
  out->threads = g_new0 (RefrainThreadSummary, out->n_threads);
  for (gsize t = 0; t < out->n_threads; t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (object, t);

      mark_calls (self, calls, thread, &out->threads[t], cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        return;
      mark_ops (ops, thread, &out->threads[t]);
    }
  sort_sends (out, ops, self->n_processes);
  collect_unmatched (out, ops);
}

static void
clear_process (RefrainProcessSummary *self, gboolean own)
{
  for (gsize t = 0; own && t < self->n_threads; t++)
    refrain_free (self->threads[t].call_time, self->threads[t].call_marks, self->threads[t].op_time,
                  self->threads[t].op_marks);
  g_free (self->threads);
  if (!own)
    return;
  refrain_free (self->peers, self->first_send, self->send_rows, self->unmatched);
}

static gsize
get_process_memory (const RefrainProcessSummary *self)
{
  gsize bytes = sizeof *self + self->n_threads * sizeof *self->threads;

  for (gsize t = 0; t < self->n_threads; t++)
    {
      const RefrainThreadSummary *thread = &self->threads[t];

      bytes += thread->n_call_marks * (sizeof *thread->call_time + sizeof *thread->call_marks);
      bytes += thread->n_op_marks * (sizeof *thread->op_time + sizeof *thread->op_marks);
    }
  bytes += self->n_peers * (sizeof *self->peers + sizeof *self->first_send);
  if (self->first_send != NULL)
    bytes += self->first_send[self->n_peers] * sizeof *self->send_rows;
  return bytes + self->n_unmatched * sizeof *self->unmatched;
}

/* ---- The object ---- */

static void
refrain_summary_finalize (RefrainSummary *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    clear_process (&self->processes[i], self->owner == NULL);
  g_clear_pointer (&self->owner, g_bytes_unref);
  refrain_free (self->processes, self->activities);
  g_clear_object (&self->trace);
}

typedef struct
{
  RefrainSummary *summary;
  GCancellable *cancellable;
} Job;

static void
build_process (gsize item, gpointer data)
{
  Job *job = data;

  summarise_process (job->summary, item, job->cancellable);
}

guint8
refrain_summary_get_activity (RefrainRoutine *routine)
{
  switch (refrain_routine_get_kind (routine))
    {
    case REFRAIN_ROUTINE_P2P:
      return REFRAIN_ACTIVITY_P2P;
    case REFRAIN_ROUTINE_WAIT:
      return REFRAIN_ACTIVITY_WAIT;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return REFRAIN_ACTIVITY_COLLECTIVE;
    case REFRAIN_ROUTINE_MPI:
      return REFRAIN_ACTIVITY_MPI;
    case REFRAIN_ROUTINE_USER:
    default:
      return REFRAIN_N_ACTIVITIES;
    }
}

guint8 *
refrain_summary_list_activities (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_routines (trace);
  guint8 *activities = g_new (guint8, n + 1);

  for (guint i = 0; i < n; i++)
    activities[i] = refrain_summary_get_activity (refrain_trace_get_routine (trace, i));
  return activities;
}

RefrainSummary *
refrain_summary_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainSummary) self = NULL;
  Job job;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_SUMMARY, NULL);
  self->trace = g_object_ref (trace);
  self->n_routines = refrain_trace_get_n_routines (trace);
  self->activities = refrain_summary_list_activities (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (RefrainProcessSummary, self->n_processes);
  if (refrain_summary_adopted_fill (self))
    return g_steal_pointer (&self);
  job = (Job){ self, cancellable };
  refrain_parallel_run (self->n_processes, build_process, &job, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- Time in activities ---- */

/* Walks along one thread's calls; knows the time spent in each activity so far. */
typedef struct
{
  RefrainSummary *summary;
  const RefrainCalls *calls;
  const RefrainThread *thread;
  const RefrainThreadSummary *marks;
  gsize mark;  /* the last one at or before the current time */
  gsize row;   /* the next call to be looked at, counted from the thread's first */
  gsize known; /* the mark from which row and state were made, plus one; 0 for none */
  double total[REFRAIN_N_ACTIVITIES];
  double counted, open_end;
  guint open;
} Walker;

/* Totals at @time by walking over the calls since the last mark. */
static void
walk_to (Walker *self, double time, double total[REFRAIN_N_ACTIVITIES])
{
  if (self->known != self->mark + 1)
    {
      const RefrainCallMark *mark = &self->marks->call_marks[self->mark];

      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        self->total[a] = mark->total[a];
      self->counted = self->marks->call_time[self->mark];
      self->open_end = mark->open_end;
      self->open = mark->activity;
      self->row = self->mark * REFRAIN_SUMMARY_STRIDE;
      self->known = self->mark + 1;
    }
  for (; self->row < self->thread->n_calls; self->row++)
    {
      gsize row = self->thread->first_call + self->row;
      double start = self->calls->start[row];
      guint activity;

      if (start >= time)
        break;
      activity = get_activity (self->summary, self->calls, row);
      if (activity >= REFRAIN_N_ACTIVITIES || start < self->open_end)
        continue;
      self->total[self->open] += MAX (0, self->open_end - self->counted);
      self->counted = start;
      self->open_end = self->calls->end[row];
      self->open = activity;
    }
  for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
    total[a] = self->total[a];
  total[self->open] += MAX (0, MIN (self->open_end, time) - self->counted);
}

/* Totals at @time, no earlier than at the last call of this function; finer than @width. */
static void
total_at (Walker *self, double time, double width, double total[REFRAIN_N_ACTIVITIES])
{
  const RefrainThreadSummary *marks = self->marks;
  double from, to, part;

  if (marks->n_call_marks == 0 || time <= (double) marks->call_time[0])
    {
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        total[a] = 0;
      return;
    }
  self->mark = refrain_summary_seek_mark (marks->call_time, marks->n_call_marks, self->mark, time);
  from = marks->call_time[self->mark];
  if (self->mark + 1 == marks->n_call_marks
      || (to = marks->call_time[self->mark + 1]) - from >= width)
    {
      walk_to (self, time, total);
      return;
    }
  part = to > from ? (time - from) / (to - from) : 0;
  for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
    {
      double low = marks->call_marks[self->mark].total[a];
      double high = marks->call_marks[self->mark + 1].total[a];

      total[a] = low + part * (high - low);
    }
}

static void
add_shares (RefrainSummary *self,
            guint process,
            gsize thread,
            double start,
            double width,
            gsize n,
            double weight,
            RefrainSummaryBin *bins)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  Walker walker = {
    .summary = self,
    .calls = refrain_process_get_calls (object),
    .thread = refrain_process_get_thread (object, thread),
    .marks = &self->processes[process].threads[thread],
  };
  double before[REFRAIN_N_ACTIVITIES], after[REFRAIN_N_ACTIVITIES];

  total_at (&walker, start, width, before);
  for (gsize i = 0; i < n; i++)
    {
      total_at (&walker, start + (i + 1) * width, width, after);
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        {
          bins[i].share[a] += CLAMP ((after[a] - before[a]) / width, 0, 1) * weight;
          before[a] = after[a];
        }
    }
}

void
refrain_summary_get_shares (RefrainSummary *self,
                            guint process,
                            gsize thread,
                            RefrainTime start,
                            RefrainTime end,
                            gsize n,
                            RefrainSummaryBin *bins)
{
  const RefrainProcessSummary *of;
  guint calling = 0;

  g_return_if_fail (REFRAIN_IS_SUMMARY (self));
  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (bins != NULL || n == 0);

  for (gsize i = 0; i < n; i++)
    bins[i] = (RefrainSummaryBin){ 0 };
  if (end <= start || n == 0)
    return;
  of = &self->processes[process];
  for (gsize t = 0; t < of->n_threads; t++)
    calling += (thread == G_MAXSIZE || t == thread) && of->threads[t].calls_mpi;
  for (gsize t = 0; t < of->n_threads; t++)
    if ((thread == G_MAXSIZE || t == thread) && of->threads[t].calls_mpi)
      add_shares (self, process, t, start, ((double) end - (double) start) / n, n, 1.0 / calling,
                  bins);
}

guint
refrain_summary_count_calling (RefrainSummary *self, guint process)
{
  guint calling = 0;

  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), 0);
  g_return_val_if_fail (process < self->n_processes, 0);
  for (gsize t = 0; t < self->processes[process].n_threads; t++)
    calling += self->processes[process].threads[t].calls_mpi;
  return calling;
}

/* ---- Calls ---- */

guint
refrain_summary_get_depth (RefrainSummary *self, guint process, gsize thread)
{
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), 0);
  g_return_val_if_fail (process < self->n_processes, 0);
  return thread < self->processes[process].n_threads
             ? self->processes[process].threads[thread].depth
             : 0;
}

void
refrain_summary_find_calls (RefrainSummary *self,
                            guint process,
                            gsize thread,
                            const RefrainTime *times,
                            gsize n,
                            RefrainTime shortest,
                            guint32 *found)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);

  refrain_thread_summary_find_calls (
      &self->processes[process].threads[thread], refrain_process_get_calls (object),
      refrain_process_get_thread (object, thread), times, n, shortest, found);
}

/* ---- Operations ---- */

void
refrain_summary_get_op_edges (RefrainSummary *self,
                              guint process,
                              gsize thread,
                              RefrainTime start,
                              RefrainTime end,
                              gsize n,
                              guint32 *edges)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);

  refrain_thread_summary_get_op_edges (
      &self->processes[process].threads[thread], refrain_process_get_ops (object),
      refrain_process_get_thread (object, thread), start, end, n, edges);
}

static RefrainOpMark
count_before (RefrainSummary *self, guint process, gsize thread, guint32 row)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const guint8 *kind = refrain_process_get_ops (object)->kind;
  const RefrainThread *of = refrain_process_get_thread (object, thread);
  const RefrainThreadSummary *marks = &self->processes[process].threads[thread];
  RefrainOpMark total = { 0 };
  gsize mark = (row - of->first_op) / REFRAIN_SUMMARY_STRIDE;

  if (marks->n_op_marks == 0)
    return total;
  mark = MIN (mark, marks->n_op_marks - 1);
  total = marks->op_marks[mark];
  for (gsize i = of->first_op + mark * REFRAIN_SUMMARY_STRIDE; i < row; i++)
    if (REFRAIN_OP_IS_SEND (kind[i]))
      total.sends++;
    else if (REFRAIN_OP_IS_RECV (kind[i]))
      total.receives++;
    else
      total.collectives++;
  return total;
}

void
refrain_summary_add_ops (RefrainSummary *self,
                         guint process,
                         gsize thread,
                         guint32 first,
                         guint32 last,
                         RefrainSummaryBin *bin)
{
  RefrainOpMark before, after;

  if (first >= last)
    return;
  before = count_before (self, process, thread, first);
  after = count_before (self, process, thread, last);
  bin->sends += after.sends - before.sends;
  bin->receives += after.receives - before.receives;
  bin->collectives += after.collectives - before.collectives;
}

/* ---- Peers ---- */

const guint *
refrain_summary_get_peers (RefrainSummary *self, guint process, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);

  *n = self->processes[process].n_peers;
  return self->processes[process].peers;
}

const guint32 *
refrain_summary_get_sends (RefrainSummary *self, guint process, gsize peer_index, gsize *n)
{
  const RefrainProcessSummary *of;

  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  of = &self->processes[process];
  g_return_val_if_fail (peer_index < of->n_peers, NULL);

  *n = of->first_send[peer_index + 1] - of->first_send[peer_index];
  return REFRAIN_AT (of->send_rows, of->first_send[peer_index]);
}

/* The first of @rows, from @from on, that is not below @row. */
static gsize
seek_row (const guint32 *rows, gsize n, gsize from, guint32 row)
{
  gsize step = 1, low = from, high;

  while (low + step < n && rows[low + step] < row)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n);
  return REFRAIN_LOWER_BOUND (i, low, high, rows[i] < row);
}

/* The span of @edges in which @row lies. */
static gsize
find_span (const guint32 *edges, gsize n, guint32 row)
{
  return REFRAIN_LOWER_BOUND (i, 1, n, edges[i] <= row) - 1;
}

void
refrain_summary_count_rows (
    const guint32 *rows, gsize n_rows, const guint32 *edges, gsize n, float *counts)
{
  gsize at = seek_row (rows, n_rows, 0, edges[0]);
  gsize last = seek_row (rows, n_rows, at, edges[n]);

  if (last - at < n / 8)
    {
      for (; at < last; at++)
        counts[find_span (edges, n, rows[at])]++;
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      gsize next = seek_row (rows, n_rows, at, edges[i + 1]);

      counts[i] += next - at;
      at = next;
    }
}

void
refrain_summary_get_messages (RefrainSummary *self,
                              guint process,
                              gsize peer_index,
                              RefrainTime start,
                              RefrainTime end,
                              gsize n,
                              float *counts)
{
  g_autofree guint32 *edges = NULL;
  const guint32 *rows;
  gsize n_rows = 0;

  for (gsize i = 0; i < n; i++)
    counts[i] = 0;
  rows = refrain_summary_get_sends (self, process, peer_index, &n_rows);
  if (rows == NULL || end <= start || n == 0)
    return;
  edges = g_new (guint32, n + 1);
  for (gsize t = 0; t < self->processes[process].n_threads; t++)
    {
      refrain_summary_get_op_edges (self, process, t, start, end, n, edges);
      refrain_summary_count_rows (rows, n_rows, edges, n, counts);
    }
}

/* ---- Rare things ---- */

/* Appends the first @max collectives of rows [first, last). */
static void
append_collectives (RefrainSummary *self,
                    guint process,
                    gsize thread,
                    guint32 first,
                    guint32 last,
                    gsize max,
                    GArray *rows)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const guint8 *kind = refrain_process_get_ops (object)->kind;
  const RefrainThread *of = refrain_process_get_thread (object, thread);
  const RefrainThreadSummary *marks = &self->processes[process].threads[thread];
  guint32 number = count_before (self, process, thread, first).collectives;
  gsize row = first, mark = (first - of->first_op) / REFRAIN_SUMMARY_STRIDE;

  while (max > 0)
    {
      gsize block_end = MIN (of->first_op + (mark + 1) * REFRAIN_SUMMARY_STRIDE, last);
      gsize high = marks->n_op_marks;

      for (; row < block_end && max > 0; row++)
        if (kind[row] == REFRAIN_OP_COLLECTIVE)
          {
            guint32 found = row;

            g_array_append_val (rows, found);
            number++;
            max--;
          }
      if (row >= last || mark + 1 >= marks->n_op_marks)
        return;
      /* On to the block that holds the next one: the last mark with at most `number` before it. */
      mark++;
      mark = REFRAIN_LOWER_BOUND (i, mark + 1, high, marks->op_marks[i].collectives <= number) - 1;
      row = of->first_op + mark * REFRAIN_SUMMARY_STRIDE;
    }
}

gsize
refrain_summary_find_collectives (RefrainSummary *self,
                                  guint process,
                                  RefrainTime start,
                                  RefrainTime end,
                                  gsize max,
                                  GArray *rows)
{
  gsize total = 0;

  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), 0);
  g_return_val_if_fail (process < self->n_processes, 0);

  if (end < start)
    return 0;
  for (gsize t = 0; t < self->processes[process].n_threads; t++)
    {
      RefrainSummaryBin bin = { 0 };
      guint32 edges[2];
      gsize found;

      if (self->processes[process].threads[t].n_op_marks == 0)
        continue;
      refrain_summary_get_op_edges (self, process, t, start, end + 1, 1, edges);
      refrain_summary_add_ops (self, process, t, edges[0], edges[1], &bin);
      found = bin.collectives;
      total += found;
      if (found > 0 && rows->len < max)
        append_collectives (self, process, t, edges[0], edges[1], MIN (found, max - rows->len),
                            rows);
    }
  return total;
}

const guint32 *
refrain_summary_get_unmatched (RefrainSummary *self, guint process, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);

  *n = self->processes[process].n_unmatched;
  return self->processes[process].unmatched;
}

gsize
refrain_summary_get_memory (RefrainSummary *self)
{
  gsize bytes = sizeof *self + self->n_routines;

  g_return_val_if_fail (REFRAIN_IS_SUMMARY (self), 0);

  for (guint i = 0; self->owner == NULL && i < self->n_processes; i++)
    bytes += get_process_memory (&self->processes[i]);
  return bytes;
}
