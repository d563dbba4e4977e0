/* refrain-arrivals.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much of a trace has arrived while it is still being read, and in which activity its processes
 * are over time: sums in equal bins of time, to be drawn before there is a trace. The reader's
 * threads add to it, the main thread takes pictures; each call locks for itself. Whoever watches
 * may have the reader stop, and keep what was read.
 */
#pragma once

#include "refrain-summary.h"

#define REFRAIN_TYPE_ARRIVALS (refrain_arrivals_get_type ())
G_DECLARE_FINAL_TYPE (RefrainArrivals, refrain_arrivals, REFRAIN, ARRIVALS, GObject)

/* Nothing has arrived. Free with g_object_unref(). */
RefrainArrivals *refrain_arrivals_new (void);

/* ---- For the reader ---- */

/* How far the calls of one thread have been added; all 0 at first. */
typedef struct
{
  gsize row;             /* the next call to look at */
  RefrainTime mpi_until; /* end of the last outermost call of an MPI routine */
  gboolean calls_mpi;
} RefrainArrivalsPlace;

/* The definitions are known: @n_threads of each of @n_processes processes will be read, @routines
 * (of RefrainRoutine) are called, and the run is expected to end at @end; 0: not known, the bins
 * begin with the first event. To be called once, before anything is added. O(routines). */
void refrain_arrivals_begin (RefrainArrivals *self,
                             const guint *n_threads,
                             guint n_processes,
                             GPtrArray *routines,
                             RefrainTime end);
/* The events of a thread of @process up to time @until are there, @calls with them, of which those
 * in @open (@n_open rows, ascending) are not over. Any thread. O(new calls + bins). */
void refrain_arrivals_add (RefrainArrivals *self,
                           guint process,
                           const RefrainCalls *calls,
                           const guint32 *open,
                           gsize n_open,
                           RefrainTime until,
                           RefrainArrivalsPlace *place);
/* A thread of @process has been read to its end. Any thread. */
void refrain_arrivals_end (RefrainArrivals *self, guint process);
/* Whether the reader is to stop and make a trace of what it has; FALSE for NULL. Any thread. */
gboolean refrain_arrivals_is_stopped (RefrainArrivals *self);
/* How many of the processes were read to their end. Any thread. */
guint refrain_arrivals_count_read (RefrainArrivals *self);

/* ---- For who watches ---- */

/* What has arrived so far. A share is one of REFRAIN_N_ACTIVITIES of a bin of time, as in
 * RefrainSummaryBin. */
typedef struct
{
  guint n_processes, n_read;
  guint n_rows; /* each of the same number of processes, in order; the last may have fewer */
  gsize n_bins;
  RefrainTime start, end; /* of all bins */
  float *rows;            /* shares: n_rows × n_bins × REFRAIN_N_ACTIVITIES */
  guint32 *reached;       /* how many bins of each row have arrived */
  float *mean;     /* shares: n_bins × REFRAIN_N_ACTIVITIES, of the rows that have the bin */
  gsize n_reached; /* bins that any row has */
} RefrainArrivalsPicture;

/* NULL as long as there is nothing to be drawn. O(n_rows · n_bins), some megabytes at most; free
 * with refrain_arrivals_picture_free(). */
RefrainArrivalsPicture *refrain_arrivals_take_picture (RefrainArrivals *self);
void refrain_arrivals_picture_free (RefrainArrivalsPicture *picture);
/* Has the reader stop as soon as it can. Any thread. */
void refrain_arrivals_stop (RefrainArrivals *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainArrivalsPicture, refrain_arrivals_picture_free)
