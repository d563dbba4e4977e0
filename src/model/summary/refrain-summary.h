/* refrain-summary.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace at any resolution: what each process did in each of many equal bins of time, and with
 * whom. Painters read it where events are denser than pixels. Immutable.
 *
 * Running totals of the time in each activity and of the operations of each kind are noted every
 * 64 events; a bin is the difference of two totals. So the summary is as fine as the events are
 * dense: a start-up of nine tenths of the run takes none of the resolution.
 */
#pragma once

#include "refrain-trace.h"

typedef enum
{
  REFRAIN_ACTIVITY_P2P,        /* inside point-to-point routines */
  REFRAIN_ACTIVITY_WAIT,       /* inside MPI_Wait, MPI_Test, MPI_Probe */
  REFRAIN_ACTIVITY_COLLECTIVE, /* inside collective routines */
  REFRAIN_ACTIVITY_MPI,        /* inside any other MPI routine */
  REFRAIN_N_ACTIVITIES         /* the rest of a bin is the program's own work */
} RefrainActivity;

/* One process in one bin. Of MPI routines that call each other, the outermost counts. */
typedef struct
{
  float share[REFRAIN_N_ACTIVITIES]; /* of the bin's time, 0 to 1 */
  float sends;                       /* operations that stand in it */
  float receives;
  float collectives;
} RefrainSummaryBin;

#define REFRAIN_TYPE_SUMMARY (refrain_summary_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSummary, refrain_summary, REFRAIN, SUMMARY, GObject)

/* Reads every event once, processes spread over all cores. At most two bytes an event plus a few
 * kilobytes a process. NULL with @error when cancelled. */
RefrainSummary *
refrain_summary_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

/* Fills the shares of @n equal bins over [@start, @end), without operations; of thread @thread
 * only, unless that is G_MAXSIZE. O(threads · n log events). */
void refrain_summary_get_shares (RefrainSummary *self,
                                 guint process,
                                 gsize thread,
                                 RefrainTime start,
                                 RefrainTime end,
                                 gsize n,
                                 RefrainSummaryBin *bins);
/* How many threads of process @process call MPI: shares are averaged over these. O(threads). */
guint refrain_summary_count_calling (RefrainSummary *self, guint process);
/* How deep the stack of thread @thread gets: 0 where it calls nothing; saturates at 65,536. O(1).
 */
guint refrain_summary_get_depth (RefrainSummary *self, guint process, gsize thread);
/* Fills @edges with n + 1 rows of thread @thread's operations: the first that stands at or after
 * each edge of @n equal bins over [start, end); where a bin holds more than 512, an edge between
 * two bins is within 64 rows of that. O(n log events). */
void refrain_summary_get_op_edges (RefrainSummary *self,
                                   guint process,
                                   gsize thread,
                                   RefrainTime start,
                                   RefrainTime end,
                                   gsize n,
                                   guint32 *edges);
/* Adds the operations of rows [first, last) to the counts in @bin. O(1). */
void refrain_summary_add_ops (RefrainSummary *self,
                              guint process,
                              gsize thread,
                              guint32 first,
                              guint32 last,
                              RefrainSummaryBin *bin);
/* Adds to @counts how many of the ascending @rows lie in each of the @n half-open spans between
 * @edges (n + 1, ascending). O(n log n_rows). */
void refrain_summary_count_rows (
    const guint32 *rows, gsize n_rows, const guint32 *edges, gsize n, float *counts);

/* Fills @found with the innermost call of thread @thread that is open at each of @n @times and
 * lasts at least @shortest, or REFRAIN_NONE; where 64 calls begin within that, a time as much
 * earlier will do. With 0 the same as refrain_process_find_call_at(). Faster where times ascend. */
void refrain_summary_find_calls (RefrainSummary *self,
                                 guint process,
                                 gsize thread,
                                 const RefrainTime *times,
                                 gsize n,
                                 RefrainTime shortest,
                                 guint32 *found);

/* The processes @process sends to, ascending; valid as long as @self. */
const guint *refrain_summary_get_peers (RefrainSummary *self, guint process, gsize *n);
/* The rows of the sends from @process to its @peer_index-th peer, ascending; as above. */
const guint32 *
refrain_summary_get_sends (RefrainSummary *self, guint process, gsize peer_index, gsize *n);
/* Fills @counts with the messages that process @process sends to its @peer_index-th peer in each of
 * @n equal bins over [start, end). O(n log events). */
void refrain_summary_get_messages (RefrainSummary *self,
                                   guint process,
                                   gsize peer_index,
                                   RefrainTime start,
                                   RefrainTime end,
                                   gsize n,
                                   float *counts);

/* Appends to @rows (of guint32) the first @max collective operations of @process that stand in
 * [start, end]; returns how many there are in all. O(max log events). */
gsize refrain_summary_find_collectives (RefrainSummary *self,
                                        guint process,
                                        RefrainTime start,
                                        RefrainTime end,
                                        gsize max,
                                        GArray *rows);
/* The point-to-point operations of @process without partner, as rows, ascending; valid as long as
 * @self. At most 65,536 are kept. */
const guint32 *refrain_summary_get_unmatched (RefrainSummary *self, guint process, gsize *n);

gsize refrain_summary_get_memory (RefrainSummary *self);
