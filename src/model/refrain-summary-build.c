/* refrain-summary-build.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-summary-private.h"

#include <stdlib.h>
#include <string.h>

/* Between two looks at the cancellable. */
#define ROWS_PER_CHECK 65536
#define MAX_UNMATCHED  65536

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
      guint activity = refrain_summary_get_activity (self, calls, row);

      if (i % ROWS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
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

  memset (slots, 0xff, n_processes * sizeof *slots);
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
  out->peers = (guint *) g_array_free (g_steal_pointer (&peers), FALSE);
  if (out->n_peers > 0)
    qsort (out->peers, out->n_peers, sizeof *out->peers, compare_peers);
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
  out->unmatched = (guint32 *) g_array_free (rows, FALSE);
}

void
refrain_summary_build_process (RefrainSummary *self, guint process, GCancellable *cancellable)
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

void
refrain_process_summary_clear (RefrainProcessSummary *self)
{
  for (gsize t = 0; t < self->n_threads; t++)
    {
      g_free (self->threads[t].call_time);
      g_free (self->threads[t].call_marks);
      g_free (self->threads[t].op_time);
      g_free (self->threads[t].op_marks);
    }
  g_free (self->threads);
  g_free (self->peers);
  g_free (self->first_send);
  g_free (self->send_rows);
  g_free (self->unmatched);
}

gsize
refrain_process_summary_get_memory (const RefrainProcessSummary *self)
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
