/* refrain-summary-ops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a summary says of operations: how many, with whom, and where the rare ones are.
 */
#include "config.h"

#include "refrain-summary-private.h"

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
      mark = refrain_summary_seek_mark (marks->op_time, marks->n_op_marks, mark, edge);
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

  refrain_summary_get_shares (self, process, G_MAXSIZE, start, end, n, bins);
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
