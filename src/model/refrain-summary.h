/* refrain-summary.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace at many resolutions: what each process did in each power-of-two time bin, and with whom.
 * Painters read it where events are denser than pixels. Immutable.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_ACTIVITY_P2P,        /* inside point-to-point routines */
  REFRAIN_ACTIVITY_WAIT,       /* inside MPI_Wait, MPI_Test, MPI_Probe */
  REFRAIN_ACTIVITY_COLLECTIVE, /* inside collective routines */
  REFRAIN_ACTIVITY_MPI,        /* inside any other MPI routine */
  REFRAIN_N_ACTIVITIES         /* the rest of a bin is the program's own work */
} RefrainActivity;

/* One process in one bin. */
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

/* Fills @bins with @n equal bins of process @process over [start, end), interpolated from the level
 * whose bins are just smaller; where that level is too coarse and the events inside are few, from
 * the events themselves. O(n), whatever the number of events. */
void refrain_summary_get_bins (RefrainSummary *self,
                               guint process,
                               RefrainTime start,
                               RefrainTime end,
                               gsize n,
                               RefrainSummaryBin *bins);

/* The processes @process sends to, ascending; valid as long as @self. */
const guint *refrain_summary_get_peers (RefrainSummary *self, guint process, gsize *n);
/* Fills @counts with the messages that process @process sends to its @peer_index-th peer in each of
 * @n equal bins over [start, end). O(n). */
void refrain_summary_get_messages (RefrainSummary *self,
                                   guint process,
                                   gsize peer_index,
                                   RefrainTime start,
                                   RefrainTime end,
                                   gsize n,
                                   float *counts);

gsize refrain_summary_get_memory (RefrainSummary *self);

G_END_DECLS
