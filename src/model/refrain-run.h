/* refrain-run.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of a trace that is the run of its program: from the end of MPI_Init, which is mostly
 * the launcher's time, to the start of MPI_Finalize. It is the whole of every share of the run.
 */
#pragma once

#include "refrain-trace.h"

/* Of one process; where it does not call MPI_Init or MPI_Finalize, its first or last event. Both 0
 * where it has none, or none between the two. */
typedef struct
{
  RefrainTime start, end;
  gboolean begins; /* whether it calls MPI_Init */
  guint n_calling; /* threads that call MPI: their mean is what is said of the process' time */
} RefrainRunSpan;

typedef struct
{
  RefrainTime start, end; /* the first start and the last end; both 0 where nothing is */
  RefrainTime time;       /* of all processes, summed: the whole of shares of their time */
  RefrainRunSpan *processes;
} RefrainRun;

/* Whether a routine of this name begins the run: MPI_Init and its like. */
gboolean refrain_run_is_begun_by (const char *routine);
/* Valid as long as @trace; any thread. The first call reads routines of calls from both ends of
 * each process until it meets these two and one of MPI in each thread: O(calls) where one has none.
 */
const RefrainRun *refrain_trace_get_run (RefrainTrace *trace);
/* From the start of the first operation to the time of the last one, of all threads; FALSE where
 * there is none. Any thread. The first call reads both ends of each thread. */
gboolean refrain_trace_get_busy_time (RefrainTrace *trace, RefrainTime *start, RefrainTime *end);
/* Which share of the run lies between @start and @end, from 0 to 1: what “of the run” means of a
 * stretch of time, everywhere. */
double refrain_trace_get_share (RefrainTrace *trace, RefrainTime start, RefrainTime end);
