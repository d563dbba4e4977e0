/* refrain-numbers-index.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running totals of a trace: the time of each routine and of each kind of work, the messages of
 * each size and of each pair, noted every so many events. What lies between two times is the
 * difference of two totals, so that numbers of any part of a run cost no more than those of any
 * other. Immutable.
 */
#pragma once

#include "refrain-profile.h"

/* What a process does. Of MPI routines that call each other, the outermost counts. */
typedef enum
{
  REFRAIN_WORK_COMPUTING, /* outside MPI */
  REFRAIN_WORK_P2P,
  REFRAIN_WORK_WAIT, /* inside MPI_Wait, MPI_Test, MPI_Probe */
  REFRAIN_WORK_COLLECTIVE,
  REFRAIN_WORK_IO,  /* inside MPI_File_... */
  REFRAIN_WORK_MPI, /* inside any other MPI routine */
  REFRAIN_N_WORKS
} RefrainWork;

/* "point_to_point": an untranslated name for files. */
const char *refrain_work_get_name (RefrainWork work);
/* "Point-to-point", translated. */
const char *refrain_work_get_label (RefrainWork work);

/* Messages from one process to another. */
typedef struct
{
  guint32 from, to;
  guint64 messages;
  guint64 bytes;
} RefrainPairCount;

/* What is between two times. Times in nanoseconds. */
typedef struct
{
  RefrainTime work[REFRAIN_N_WORKS]; /* of one process, the mean of its threads that call MPI */
  RefrainSizeCount sizes[REFRAIN_N_MESSAGE_SIZES]; /* of the messages it sends */
  guint64 sends, receives, collectives;
  guint64 bytes_sent, bytes_received;
} RefrainNumbersSpan;

#define REFRAIN_TYPE_NUMBERS_INDEX (refrain_numbers_index_get_type ())
G_DECLARE_FINAL_TYPE (RefrainNumbersIndex, refrain_numbers_index, REFRAIN, NUMBERS_INDEX, GObject)

/* Reads every event of @trace once, processes spread over all cores; @summary is its summary. Keeps
 * references to both, and about two bytes an event. NULL with @error when cancelled. */
RefrainNumbersIndex *refrain_numbers_index_new (RefrainTrace *trace,
                                                RefrainSummary *summary,
                                                GCancellable *cancellable,
                                                GError **error);
RefrainTrace *refrain_numbers_index_get_trace (RefrainNumbersIndex *self);

/* From the end of MPI_Init to the start of MPI_Finalize, or of the first event to the last: the
 * part of a run that counts, as in RefrainProcessProfile. Both 0 where there is none. */
void refrain_numbers_index_get_span (RefrainNumbersIndex *self,
                                     guint process,
                                     RefrainTime *start,
                                     RefrainTime *end);
/* The kind of work of call @row of @process; REFRAIN_WORK_COMPUTING outside MPI. O(1). */
RefrainWork refrain_numbers_index_get_work (RefrainNumbersIndex *self, guint process, gsize row);
/* How many threads of @process call MPI. */
guint refrain_numbers_index_count_calling (RefrainNumbersIndex *self, guint process);

/* Fills @span with what @process does in [@start, @end). Adds to @own (a time for each routine of
 * the trace and one for what is in none) the routines' own time, callees excluded, over all
 * threads, and to @calls (likewise, or NULL) the calls that begin there. Exact. O(threads · (log
 * events + routines)). */
void refrain_numbers_index_measure (RefrainNumbersIndex *self,
                                    guint process,
                                    RefrainTime start,
                                    RefrainTime end,
                                    RefrainNumbersSpan *span,
                                    RefrainTime *own,
                                    guint64 *calls);
/* Appends to @pairs (of RefrainPairCount) what @process sends to each other in [@start, @end). O(
 * peers · threads · log sends). */
void refrain_numbers_index_add_pairs (
    RefrainNumbersIndex *self, guint process, RefrainTime start, RefrainTime end, GArray *pairs);
gsize refrain_numbers_index_get_memory (RefrainNumbersIndex *self);
