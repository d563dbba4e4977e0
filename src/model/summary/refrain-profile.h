/* refrain-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the time of a trace goes: what each process spends computing and in MPI, how long messages
 * are, and what the trace holds that no analysis uses.
 */
#pragma once

#include "refrain-summary.h"

/* Lengths of messages: none, below 100 bytes, 1 kB, 10 kB, 100 kB, 1 MB, 10 MB, and longer. */
enum
{
  REFRAIN_N_MESSAGE_SIZES = 8
};

typedef struct
{
  guint64 messages; /* sends, matched or not */
  guint64 bytes;
} RefrainSizeCount;

/* A process between MPI_Init and MPI_Finalize; where it calls neither, between its first and its
 * last event. Of MPI routines that call each other, the outermost counts; of several threads, the
 * mean of those that call MPI. */
typedef struct
{
  RefrainTime start, end;
  RefrainTime computing;                 /* outside MPI, in nanoseconds */
  RefrainTime mpi[REFRAIN_N_ACTIVITIES]; /* by what it does there */
  guint64 sends, receives, bytes_sent;
  RefrainSizeCount sizes[REFRAIN_N_MESSAGE_SIZES];
} RefrainProcessProfile;

/* Records of one type that no analysis uses. */
typedef struct
{
  guint64 type; /* RefrainRecords.id of REFRAIN_RECORD_OTHER */
  guint64 count;
} RefrainOtherRecords;

typedef struct
{
  guint n_processes;
  RefrainProcessProfile *processes;
  RefrainSizeCount sizes[REFRAIN_N_MESSAGE_SIZES]; /* of all processes */
  RefrainTime computing, mpi;                      /* summed over processes */
  gboolean calls_mpi;
  RefrainTime *polling; /* of each process: of its computing what is between questions for the same
                           message; NULL where nothing asks */
  guint most, least;    /* the processes that compute longest and shortest; the first of equals */
  GArray *others;       /* of RefrainOtherRecords, the most frequent first */
  guint64 null_ops;     /* sends and receives with MPI_PROC_NULL */
  guint streams;        /* of accelerators */
  guint silent_threads; /* others with calls, but without operations, beside one that has operations
                         */
  guint64 silent_calls; /* theirs */
} RefrainProfile;

/* Reads every call, operation and record once, processes spread over all cores. Free with
 * refrain_profile_free(). */
RefrainProfile *refrain_profile_new (RefrainTrace *trace);
void refrain_profile_free (RefrainProfile *self);

/* Time in MPI over all activities. */
RefrainTime refrain_process_profile_get_mpi (const RefrainProcessProfile *self);
/* The shortest and the longest message of class @size, in bytes; *@last is G_MAXUINT64 for the last
 * class. */
void refrain_message_size_get_limits (guint size, guint64 *first, guint64 *last);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainProfile, refrain_profile_free)
/* The class of a message of @bytes. */
static inline guint
refrain_message_size_find (guint64 bytes)
{
  guint64 limit = 100;
  guint size = 1;

  if (bytes == 0)
    return 0;
  for (; size < REFRAIN_N_MESSAGE_SIZES - 1 && bytes >= limit; size++)
    limit *= 10;
  return size;
}
