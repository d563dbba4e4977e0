/* refrain-loop-scan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scanners of a loop model: all occurrences of one construct, and where each stands in the streams
 * of chosen processes; what the trace holds there is fetched by position, without scanning
 * (Ketterlin et al. 2014, V-B). The loops around the construct are run, nothing else is.
 */
#pragma once

#include "refrain-loop-positions.h"

typedef struct _RefrainLoopScan RefrainLoopScan;

/* Events [first, first + n) of a process' stream. */
typedef struct
{
  guint64 first;
  guint64 n;
} RefrainLoopSpan;

/* Told of an occurrence: @index holds the @n_index indices of the loops around it, outermost first
 * (those of a definition it stands in behind those around its use). With @iteration 0 @spans is the
 * whole occurrence; above, that iteration of a loop, and its number is the last of @index. One span
 * a process, without events where it takes no part. FALSE ends it. */
typedef gboolean (*RefrainLoopScanFunc) (const gint64 *index,
                                         guint32 n_index,
                                         guint64 iteration,
                                         const RefrainLoopSpan *spans,
                                         gpointer data);

/* Scans for @construct and @processes (copied). NULL with @error where a process has no events in
 * it or positions are no polynomials of reasonable size. O(constructs x processes). */
RefrainLoopScan *refrain_loop_scan_new (
    RefrainLoopModel *model, guint32 construct, const guint32 *processes, gsize n, GError **error);
void refrain_loop_scan_free (RefrainLoopScan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopScan, refrain_loop_scan_free)

/* The positions of each process, in the order given. */
const RefrainLoopPositions *refrain_loop_scan_get_positions (const RefrainLoopScan *self, gsize i);
/* Calls @func for each occurrence in the order of the run, and with @iterations after it for each
 * iteration of the construct, a loop. FALSE where @func ended it, or where a position leaves 63
 * bits. O(occurrences x processes x terms). */
gboolean refrain_loop_scan_run (RefrainLoopScan *self,
                                gboolean iterations,
                                RefrainLoopScanFunc func,
                                gpointer data);

/* ---- What stands there --------------------------------------------------------------------------
 */

typedef enum
{
  REFRAIN_LOOP_VALUE_TIME,     /* of the event, ns: a receive's completion, a collective's end */
  REFRAIN_LOOP_VALUE_DURATION, /* of the MPI call it stands in, else from its begin to its time; ns
                                */
  REFRAIN_LOOP_VALUE_BYTES,    /* of a message; of a collective the bytes sent */
} RefrainLoopValue;

/* The value of event @position of @process' stream. FALSE where there is no such event, or where it
 * is none of a trace. O(1). */
gboolean refrain_loop_events_get_value (RefrainLoopEvents *events,
                                        guint process,
                                        guint64 position,
                                        RefrainLoopValue value,
                                        gint64 *number);
