/* refrain-remote-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What moves between processes without sends and receives, as messages: puts, gets and accumulates
 * between fences or between start and complete, neighbourhood collectives on Cartesian
 * communicators; and what processes do to files, as collectives. Analyses need to know nothing of
 * them.
 */
#pragma once

#include "refrain-trace.h"

/* Takes @trace and returns it, or where it holds such operations a trace of its own with it as
 * source (refrain_trace_get_source()):
 *
 *   - a put or accumulate is a send in its call and a receive in the call that ends the target's
 *     epoch (MPI_Win_fence, MPI_Win_wait); a get the other way round. Between MPI_Win_start and
 *     MPI_Win_complete data leave with the latter
 *   - one under a lock (MPI_Win_lock, MPI_Win_lock_all), of which the target has no event, is
 *     received where the target can first know of it: before the end of the next collective or
 *     message by which the origin holds it back, else where the window is freed. A get is sent
 *     behind the last operation by which the target held the origin back
 *   - MPI_Win_fence is a collective (REFRAIN_COLLECTIVE_FENCE)
 *   - a call of MPI_File_… that reads, writes, opens or closes is a collective of its own type
 *     (REFRAIN_COLLECTIVE_FILE_…): of the processes that opened the file, where these act together,
 *     else of a process alone
 *   - a neighbourhood collective is a send to each neighbour where it is called and a receive from
 *     each where it ends
 *
 * Each window and file, and each communicator with neighbours, has a communicator of its own for
 * that. Graphs whose edges the trace does not tell stay as they are. NULL with @error when
 * cancelled. O(events); O(1) for traces without. */
RefrainTrace *
refrain_remote_trace_take (RefrainTrace *trace, GCancellable *cancellable, GError **error);
