/* refrain-summary-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a summary is kept; shared by what builds it and what reads it.
 */
#pragma once

#include "refrain-summary.h"

G_BEGIN_DECLS

/* One mark every so many calls or operations. */
#define REFRAIN_SUMMARY_STRIDE 64

/* Totals of a thread up to the start of one of its calls. A call of an MPI routine that is then
 * still open, lasting until open_end, is counted up to there. */
typedef struct
{
  RefrainTime total[REFRAIN_N_ACTIVITIES];
  RefrainTime open_end;
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
} RefrainThreadSummary;

typedef struct
{
  gsize n_threads;
  RefrainThreadSummary *threads;
  gsize n_peers;
  guint *peers;
  gsize *first_send; /* n_peers + 1 elements: the peer's part of send_rows */
  guint32 *send_rows;
  gsize n_unmatched;
  guint32 *unmatched;
} RefrainProcessSummary;

struct _RefrainSummary
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint8 *activities; /* of each routine: a RefrainActivity, or REFRAIN_N_ACTIVITIES */
  guint n_routines;
  guint n_processes;
  RefrainProcessSummary *processes;
};

/* Fills self->processes[@process] from the events. */
void refrain_summary_build_process (RefrainSummary *self, guint process, GCancellable *cancellable);
void refrain_process_summary_clear (RefrainProcessSummary *self);
gsize refrain_process_summary_get_memory (const RefrainProcessSummary *self);

/* The activity of call row @row, REFRAIN_N_ACTIVITIES for the program's own work. */
static inline guint
refrain_summary_get_activity (RefrainSummary *self, const RefrainCalls *calls, gsize row)
{
  guint32 routine = calls->routine[row];

  return routine < self->n_routines ? self->activities[routine] : REFRAIN_N_ACTIVITIES;
}

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

G_END_DECLS
