/* refrain-remote-locks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: who has the lock of which part of a window, and who waits for that.
 */
#pragma once

#include "refrain-trace.h"

/* From MPI_Win_lock to MPI_Win_unlock. */
typedef struct
{
  guint32 window, target, process; /* whose memory, and who has the lock */
  guint32 acquire,
      release; /* calls of the process; the latter REFRAIN_NONE while it has the lock */
  gboolean exclusive;
  RefrainTime asked, had, left; /* begin and end of the former, begin of the latter */
} RefrainRemoteLock;

/* Adds @lock to @locks, of RefrainRemoteLock; where it @is_unlock the last of these that it is the
 * end of ends there instead. Those of a process one after another. O(locks that are had). */
void refrain_remote_locks_add (GArray *locks,
                               const RefrainRemoteLock *lock,
                               gboolean exclusive,
                               gboolean is_unlock);
/* Who waits for whom, as lock waits of @trace; sorts @locks. A call that asks for a lock waits
 * where another process that may not have it at the same time gives it back in the course of that:
 * an implementation that takes locks at the first operation, or at the end, is not told. O(n log
 * n). */
void refrain_remote_locks_find_waits (GArray *locks, RefrainTrace *trace);
