/* refrain-polls.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a process begins to wait for an operation that it asks for again and again: MPI_Test,
 * MPI_Iprobe and the like in a loop, or MPI_Probe and MPI_Mprobe before the receive. Such a row of
 * calls is one wait.
 */
#pragma once

#include "refrain-trace.h"

/* Who asks again after no more than this, ns, has not computed in between. */
#define REFRAIN_POLL_GAP ((RefrainTime) 200000)

/* Whether calls of @routine ask and return at once. */
gboolean refrain_routine_polls (RefrainRoutine *routine);

/* Of each operation of @process the first call of such a row, which ends in the operation's own
 * call, or REFRAIN_NONE. NULL where there is none at all. Valid as long as @trace; any thread. The
 * first call takes O(calls + operations) where the trace calls such routines. */
const guint32 *refrain_trace_get_polls (RefrainTrace *trace, guint process);

/* Of each call of @process whether it goes on with the row that the call of MPI before it is in:
 * not the first of a row. NULL where @trace calls nothing that asks. */
const guint8 *refrain_trace_get_poll_rows (RefrainTrace *trace, guint process);

/* Whether any routine of @trace asks so, called or not. O(routines). */
gboolean refrain_trace_has_polls (RefrainTrace *trace);
/* How long @process is outside MPI between the questions of such rows, from @start to @end, the
 * mean of its threads that call MPI: it waits, and computes nothing that anybody waits for. Of rows
 * that are cut a share. O(log operations) but for the first call. */
RefrainTime refrain_trace_get_poll_time (RefrainTrace *trace,
                                         guint process,
                                         RefrainTime start,
                                         RefrainTime end);
