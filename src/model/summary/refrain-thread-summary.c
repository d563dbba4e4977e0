/* refrain-thread-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A frame asks thousands of times for what stands somewhere in columns of millions of rows. What it
 * takes is how many lines of memory are looked at, so as few as possible are.
 */
#include "refrain-thread-summary.h"

/* With so many marks in a bin, an edge of it may be any operation between two of them. */
#define MARKS_A_BIN 8

/* ---- Calls ---- */

/* The call or, of its callers, the innermost that is open at @time and no shorter than @shortest.
 */
static guint32
find_open (const RefrainCalls *calls, guint32 call, RefrainTime time, double shortest)
{
  while (call != REFRAIN_NONE
         && (calls->end[call] <= time
             || (double) calls->end[call] - (double) calls->start[call] < shortest))
    call = calls->parent[call];
  return call;
}

/* The same for the time of a mark that is the one of row @row. */
static guint32
find_open_at_mark (const RefrainThreadSummary *marks,
                   gsize mark,
                   const RefrainCalls *calls,
                   gsize row,
                   double shortest)
{
  const RefrainCallMark *at = &marks->call_marks[mark];
  const RefrainTime time = marks->call_time[mark];

  if (at->last_end > time && (double) at->last_end - (double) time >= shortest)
    return (guint32) (row + at->last);
  return find_open (calls, at->last_parent, time, shortest);
}

void
refrain_thread_summary_find_calls (const RefrainThreadSummary *self,
                                   const RefrainCalls *calls,
                                   const RefrainThread *thread,
                                   const RefrainTime *times,
                                   gsize n,
                                   RefrainTime shortest,
                                   guint32 *found)
{
  gsize mark = 0;

  for (gsize i = 0; i < n; i++)
    {
      gsize low, high;

      found[i] = REFRAIN_NONE;
      if (self->n_call_marks == 0 || self->call_time[0] > times[i])
        continue;
      if (self->call_time[mark] > times[i])
        mark = 0;
      mark = refrain_summary_seek_mark (self->call_time, self->n_call_marks, mark, times[i]);
      low = thread->first_call + mark * REFRAIN_SUMMARY_STRIDE;
      high = MIN (low + REFRAIN_SUMMARY_STRIDE, thread->first_call + thread->n_calls);
      if (mark + 1 < self->n_call_marks
          && self->call_time[mark + 1] - self->call_time[mark] <= shortest)
        found[i] = find_open_at_mark (self, mark, calls, low, shortest);
      else
        found[i] = find_open (
            calls,
            (guint32) (REFRAIN_LOWER_BOUND (k, low + 1, high, calls->start[k] <= times[i]) - 1),
            times[i], shortest);
    }
}

/* ---- Operations ---- */

/* The operation from which on each of @n + 1 edges is to be sought, counted from the thread's
 * first, or REFRAIN_NONE before that: between two marks where it would stand if all took equally
 * long. It is fetched while others are sought. */
static void
guess_edges (const RefrainThreadSummary *marks,
             const RefrainTime *time,
             gsize n_ops,
             double start,
             double width,
             double end,
             gsize n,
             guint32 *found)
{
  gsize mark = 0;

  for (gsize i = 0; i <= n; i++)
    {
      const double edge = i == n ? end : start + i * width;
      gsize guess;

      found[i] = REFRAIN_NONE;
      if (marks->n_op_marks == 0 || edge <= (double) marks->op_time[0])
        continue;
      mark = refrain_summary_seek_mark (marks->op_time, marks->n_op_marks, mark, edge);
      guess = mark * REFRAIN_SUMMARY_STRIDE;
      if (mark + 1 < marks->n_op_marks)
        {
          const double from = marks->op_time[mark], to = marks->op_time[mark + 1];

          guess += (gsize) CLAMP ((edge - from) / (to - from) * REFRAIN_SUMMARY_STRIDE, 0,
                                  REFRAIN_SUMMARY_STRIDE - 1);
        }
      found[i] = (guint32) MIN (guess, n_ops - 1);
      REFRAIN_PREFETCH (&time[found[i]]);
    }
}

/* The first of @n ascending times that is not before @edge, sought around @guess. */
static gsize
seek_time (const RefrainTime *time, gsize n, gsize guess, double edge)
{
  gsize low = guess, high = guess, step = 1;

  if ((double) time[guess] < edge)
    {
      for (; high < n && (double) time[high] < edge; step *= 2)
        {
          low = high + 1;
          high += step;
        }
      high = MIN (high, n);
    }
  else
    for (; low > 0 && (double) time[low - 1] >= edge; step *= 2)
      {
        high = low - 1;
        low = low > step ? low - step : 0;
      }
  return REFRAIN_LOWER_BOUND (k, low, high, (double) time[k] < edge);
}

/* Whether so many operations stand around the one at @guess that nobody sees 64 of them in a bin of
 * @width: columns are not touched for these, of which there may be a thousand in a picture. */
static gboolean
is_dense (const RefrainThreadSummary *self, gsize guess, double width)
{
  const gsize mark = guess / REFRAIN_SUMMARY_STRIDE;

  return mark + 1 < self->n_op_marks
         && ((double) self->op_time[mark + 1] - (double) self->op_time[mark]) * MARKS_A_BIN < width;
}

void
refrain_thread_summary_get_op_edges (const RefrainThreadSummary *self,
                                     const RefrainOps *ops,
                                     const RefrainThread *thread,
                                     RefrainTime start,
                                     RefrainTime end,
                                     gsize n,
                                     guint32 *edges)
{
  const RefrainTime *time = ops->time + thread->first_op;
  const double width = ((double) end - (double) start) / n;

  guess_edges (self, time, thread->n_ops, start, width, end, n, edges);
  for (gsize i = 0; i <= n; i++)
    if (edges[i] == REFRAIN_NONE)
      edges[i] = thread->first_op;
    else if (i == 0 || i == n || !is_dense (self, edges[i], width))
      edges[i] = thread->first_op
                 + (guint32) seek_time (time, thread->n_ops, edges[i],
                                        i == n ? (double) end : start + i * width);
    else
      edges[i] += thread->first_op;
}
