/* refrain-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-summary-private.h"

#include "refrain-parallel.h"

G_DEFINE_FINAL_TYPE (RefrainSummary, refrain_summary, G_TYPE_OBJECT)

static void
refrain_summary_finalize (GObject *object)
{
  RefrainSummary *self = REFRAIN_SUMMARY (object);

  for (guint i = 0; i < self->n_processes; i++)
    refrain_process_summary_clear (&self->processes[i]);
  g_free (self->processes);
  g_free (self->activities);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_summary_parent_class)->finalize (object);
}

static void
refrain_summary_class_init (RefrainSummaryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_summary_finalize;
}

static void
refrain_summary_init (RefrainSummary *self)
{
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

  refrain_summary_build_process (job->summary, item, job->cancellable);
}

static guint8
activity_of (RefrainRoutine *routine)
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

RefrainSummary *
refrain_summary_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainSummary) self = NULL;
  Job job;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_SUMMARY, NULL);
  self->trace = g_object_ref (trace);
  self->n_routines = refrain_trace_get_n_routines (trace);
  self->activities = g_new (guint8, self->n_routines);
  for (guint i = 0; i < self->n_routines; i++)
    self->activities[i] = activity_of (refrain_trace_get_routine (trace, i));
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (RefrainProcessSummary, self->n_processes);
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

/* The last mark at or before @time, sought from @from on; 0 when there is none. */
static gsize
seek_mark (const RefrainTime *times, gsize n, gsize from, double time)
{
  gsize low = from, step = 1, high;

  while (low + step < n && (double) times[low + step] <= time)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n);
  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if ((double) times[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  return low;
}

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
      activity = refrain_summary_get_activity (self->summary, self->calls, row);
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
  self->mark = seek_mark (marks->call_time, marks->n_call_marks, self->mark, time);
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

/* ---- Operations ---- */

void
refrain_summary_get_op_edges (RefrainSummary *self,
                              guint process,
                              gsize thread,
                              RefrainTime start,
                              RefrainTime end,
                              gsize n,
                              gboolean exact,
                              guint32 *edges)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const RefrainTime *time = refrain_process_get_ops (object)->time;
  const RefrainThread *of = refrain_process_get_thread (object, thread);
  const RefrainThreadSummary *marks = &self->processes[process].threads[thread];
  double width = ((double) end - (double) start) / n;
  gsize mark = 0;

  for (gsize i = 0; i <= n; i++)
    {
      double edge = i == n ? (double) end : start + i * width;
      gsize low, high;

      if (marks->n_op_marks == 0 || edge <= (double) marks->op_time[0])
        {
          edges[i] = of->first_op;
          continue;
        }
      mark = seek_mark (marks->op_time, marks->n_op_marks, mark, edge);
      /* Equal times: go back to the first mark of them. */
      while (mark > 0 && (double) marks->op_time[mark] >= edge)
        mark--;
      low = mark * REFRAIN_SUMMARY_STRIDE;
      high = MIN (low + REFRAIN_SUMMARY_STRIDE, of->n_ops);
      while (low < high)
        {
          gsize middle = low + (high - low) / 2;

          if ((double) time[of->first_op + middle] < edge)
            low = middle + 1;
          else
            high = middle;
        }
      edges[i] = of->first_op + low;
    }
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

static void
add_counts (RefrainSummary *self,
            guint process,
            gsize thread,
            const guint32 *edges,
            gsize n,
            RefrainSummaryBin *bins)
{
  RefrainOpMark before = count_before (self, process, thread, edges[0]);

  for (gsize i = 0; i < n; i++)
    if (edges[i + 1] > edges[i])
      {
        RefrainOpMark after = count_before (self, process, thread, edges[i + 1]);

        bins[i].sends += after.sends - before.sends;
        bins[i].receives += after.receives - before.receives;
        bins[i].collectives += after.collectives - before.collectives;
        before = after;
      }
}

void
refrain_summary_get_shares (RefrainSummary *self,
                            guint process,
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
    calling += of->threads[t].calls_mpi;
  for (gsize t = 0; t < of->n_threads; t++)
    if (of->threads[t].calls_mpi)
      add_shares (self, process, t, start, ((double) end - (double) start) / n, n, 1.0 / calling,
                  bins);
}

void
refrain_summary_get_bins (RefrainSummary *self,
                          guint process,
                          RefrainTime start,
                          RefrainTime end,
                          gsize n,
                          RefrainSummaryBin *bins)
{
  g_autofree guint32 *edges = NULL;

  g_return_if_fail (REFRAIN_IS_SUMMARY (self));
  g_return_if_fail (process < self->n_processes);

  refrain_summary_get_shares (self, process, start, end, n, bins);
  if (end <= start || n == 0)
    return;
  edges = g_new (guint32, n + 1);
  for (gsize t = 0; t < self->processes[process].n_threads; t++)
    {
      if (self->processes[process].threads[t].n_op_marks == 0)
        continue;
      refrain_summary_get_op_edges (self, process, t, start, end, n, TRUE, edges);
      add_counts (self, process, t, edges, n, bins);
    }
}

/* ---- Calls ---- */

guint32
refrain_summary_find_call_at (RefrainSummary *self,
                              guint process,
                              gsize thread,
                              RefrainTime time,
                              RefrainTime tolerance,
                              gsize *hint)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (object);
  const RefrainThread *of = refrain_process_get_thread (object, thread);
  const RefrainThreadSummary *marks = &self->processes[process].threads[thread];
  gsize low, high;
  guint32 call;

  if (marks->n_call_marks == 0 || marks->call_time[0] > time)
    return REFRAIN_NONE;
  if (*hint >= marks->n_call_marks || marks->call_time[*hint] > time)
    *hint = 0;
  *hint = seek_mark (marks->call_time, marks->n_call_marks, *hint, time);
  low = of->first_call + *hint * REFRAIN_SUMMARY_STRIDE;
  high = MIN (low + REFRAIN_SUMMARY_STRIDE, of->first_call + of->n_calls);
  if (*hint + 1 < marks->n_call_marks
      && marks->call_time[*hint + 1] - marks->call_time[*hint] <= tolerance)
    time = marks->call_time[*hint];
  while (high - low > 1 && calls->start[low + 1] <= time)
    {
      gsize middle = low + (high - low) / 2;

      if (calls->start[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  /* Calls that end before are left through their callers. */
  for (call = low; call != REFRAIN_NONE && calls->end[call] <= time;)
    call = calls->parent[call];
  return call;
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
  return of->send_rows + of->first_send[peer_index];
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
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (rows[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The span of @edges in which @row lies. */
static gsize
find_span (const guint32 *edges, gsize n, guint32 row)
{
  gsize low = 0, high = n;

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (edges[middle] <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
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
      refrain_summary_get_op_edges (self, process, t, start, end, n, TRUE, edges);
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
      while (high - mark > 1)
        {
          gsize middle = mark + (high - mark) / 2;

          if (marks->op_marks[middle].collectives <= number)
            mark = middle;
          else
            high = middle;
        }
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
      refrain_summary_get_op_edges (self, process, t, start, end + 1, 1, TRUE, edges);
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

  for (guint i = 0; i < self->n_processes; i++)
    bytes += refrain_process_summary_get_memory (&self->processes[i]);
  return bytes;
}
