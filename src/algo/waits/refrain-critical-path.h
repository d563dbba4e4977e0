/* refrain-critical-path.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the run's time hangs on: from its end back to its start, always on the process for which the
 * others wait (Böhme et al., "Scalable critical-path based performance analysis", IPDPS 2012).
 * Immutable.
 */
#pragma once

#include "refrain-waits.h"

/* The path runs on one thread from start to end, where it changes to the next piece's thread. */
typedef struct
{
  RefrainTime start, end;
  guint32 process;
  guint32 thread; /* of the process */
  guint32 op;     /* the operation of the process that waited for this piece's end, in the next
                     piece; REFRAIN_NONE for the last piece */
} RefrainPathPiece;

#define REFRAIN_TYPE_CRITICAL_PATH (refrain_critical_path_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCriticalPath, refrain_critical_path, REFRAIN, CRITICAL_PATH, GObject)

/* Goes back from the last event of all; keeps a reference to @waits. NULL with @error when
 * cancelled. O(operations + calls + waits · log waits). */
RefrainCriticalPath *
refrain_critical_path_new (RefrainWaits *waits, GCancellable *cancellable, GError **error);

RefrainWaits *refrain_critical_path_get_waits (RefrainCriticalPath *self);
/* Ascending and without gaps, from the end of the start gap to the end of the run; belongs to
 * @self. */
const RefrainPathPiece *refrain_critical_path_get_pieces (RefrainCriticalPath *self, gsize *n);
/* The path's length: the run's time but for the start gap, exactly the sum of its pieces. */
RefrainTime refrain_critical_path_get_time (RefrainCriticalPath *self);
/* From the start of the run to where the process on which the path begins is in it, too. */
RefrainTime refrain_critical_path_get_start_gap (RefrainCriticalPath *self);
/* How often it goes from one process to another. */
gsize refrain_critical_path_get_n_hops (RefrainCriticalPath *self);
/* Its time on each process, and in each routine (callees excluded; one more for time outside of
 * any); both add up to its length exactly. Belong to @self. */
const RefrainTime *refrain_critical_path_get_processes (RefrainCriticalPath *self);
const RefrainTime *refrain_critical_path_get_routines (RefrainCriticalPath *self);
gsize refrain_critical_path_get_memory (RefrainCriticalPath *self);

/* Called for each stretch of the path that one call is the innermost of; @call may be REFRAIN_NONE.
 */
typedef void (*RefrainPathFunc) (
    guint process, guint32 call, RefrainTime start, RefrainTime end, gpointer data);

/* Goes along the path, process by process, ascending in time on each. O(calls + pieces). */
void refrain_critical_path_visit (RefrainCriticalPath *self, RefrainPathFunc func, gpointer data);
