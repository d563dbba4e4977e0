/* refrain-locks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who waits for the lock of a window that another process has (MPI_Win_lock). No operation tells
 * it: a reader finds it in the records of locks.
 */
#pragma once

#include "refrain-trace.h"

/* A call of @process that waits until @holder gives the lock back. */
typedef struct
{
  guint32 process, call;
  guint32 op;              /* the first operation behind the lock; REFRAIN_NONE without */
  guint32 holder, release; /* in which call of its own that gives it back */
  guint32 holder_op;       /* its last operation before; REFRAIN_NONE without */
  guint32 target;          /* the process whose memory is locked */
  RefrainTime had;         /* when the holder got it */
  RefrainTime waiting;     /* nanoseconds, until that call begins; above 0 */
} RefrainLockWait;

/* By process and call; NULL and *@n 0 without. Belongs to @self. O(1). */
const RefrainLockWait *refrain_trace_get_lock_waits (RefrainTrace *self, gsize *n);
/* Takes @waits (of RefrainLockWait), before anybody else has @self. */
void refrain_trace_take_lock_waits (RefrainTrace *self, GArray *waits);
