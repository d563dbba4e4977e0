/* refrain-thread-summary.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what a summary keeps of one thread, at every 64th call and operation of
 * it, and what stands between two of these.
 */
#pragma once

#include "refrain-search.h"
#include "refrain-summary.h"

/* One mark every so many calls or operations. */
#define REFRAIN_SUMMARY_STRIDE 64

/* Totals of a thread up to the start of one of its calls. A call of an MPI routine that is then
 * still open, lasting until open_end, is counted up to there. Of those of the next calls that start
 * at the same time, the last one's end and caller stand here, not to be sought in their columns. */
typedef struct
{
  RefrainTime total[REFRAIN_N_ACTIVITIES];
  RefrainTime open_end;
  RefrainTime last_end;
  guint32 last_parent;
  guint8 last;     /* its row, counted from that of the mark */
  guint8 activity; /* of the open call */
} RefrainCallMark;

/* How many operations of each kind stand before a row. */
typedef struct
{
  guint32 sends, receives, collectives;
} RefrainOpMark;

typedef struct
{
  gsize n_call_marks;
  RefrainTime *call_time; /* start of call first_call + 64 i */
  RefrainCallMark *call_marks;
  gsize n_op_marks;
  RefrainTime *op_time; /* time of operation first_op + 64 i */
  RefrainOpMark *op_marks;
  gboolean calls_mpi;
  guint depth; /* of the stack, at most */
} RefrainThreadSummary;

/* The last mark at or before @time, sought from @from on; 0 when there is none. */
static inline gsize
refrain_summary_seek_mark (const RefrainTime *times, gsize n, gsize from, double time)
{
  gsize low = from, step = 1, high;

  while (low + step < n && (double) times[low + step] <= time)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n);
  return REFRAIN_LOWER_BOUND (i, low + 1, high, (double) times[i] <= time) - 1;
}

/* See refrain_summary_find_calls(). */
void refrain_thread_summary_find_calls (const RefrainThreadSummary *self,
                                        const RefrainCalls *calls,
                                        const RefrainThread *thread,
                                        const RefrainTime *times,
                                        gsize n,
                                        RefrainTime shortest,
                                        guint32 *found);
/* See refrain_summary_get_op_edges(). */
void refrain_thread_summary_get_op_edges (const RefrainThreadSummary *self,
                                          const RefrainOps *ops,
                                          const RefrainThread *thread,
                                          RefrainTime start,
                                          RefrainTime end,
                                          gsize n,
                                          guint32 *edges);
