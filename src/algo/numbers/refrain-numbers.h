/* refrain-numbers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a part of a run costs: a span of time, or some operations, of some processes. Time by kind
 * of work and by routine, messages by size and by pair, how evenly all that is spread. Immutable.
 *
 * As in the summary of a run, what a process does before the end of MPI_Init and after the start of
 * MPI_Finalize does not count.
 */
#pragma once

#include "refrain-numbers-index.h"
#include "refrain-span-sums.h"

/* A process, or the sum of those that are counted. Times in nanoseconds. */
typedef struct
{
  RefrainTime length; /* the part of the span in which the process counts */
  RefrainTime work[REFRAIN_N_WORKS];
  RefrainTime waiting; /* of that in MPI, before another process came; -1 if unknown */
  RefrainTime polling; /* of computing, between questions for the same message */
  guint64 sends, receives, collectives;
  guint64 bytes_sent, bytes_received;
} RefrainProcessNumbers;

typedef struct
{
  guint32 routine; /* REFRAIN_NONE: none that is recorded */
  RefrainTime own; /* callees excluded, over all threads; of operations the time in their calls */
  guint64 calls;   /* that begin there */
} RefrainRoutineNumbers;

/* What is done to files through MPI. */
typedef enum
{
  REFRAIN_FILE_READ,
  REFRAIN_FILE_WRITTEN,
  REFRAIN_FILE_OPENED, /* or closed */
  REFRAIN_N_FILE_WORKS
} RefrainFileWork;

typedef struct
{
  guint64 calls, bytes;
  RefrainTime time;  /* of all processes, in these calls */
  RefrainTime any;   /* while any process is in one */
  gboolean is_begun; /* whether some only begin it: bytes move outside these calls */
} RefrainFileNumbers;

/* What can be uneven. */
typedef enum
{
  REFRAIN_BALANCE_COMPUTING,
  REFRAIN_BALANCE_MPI,
  REFRAIN_BALANCE_WAITING,
  REFRAIN_BALANCE_MESSAGES, /* that are sent */
  REFRAIN_BALANCE_BYTES,
  REFRAIN_N_BALANCES
} RefrainBalanceOf;

typedef struct
{
  double mean, max, min;
  guint most, least; /* the processes that have these; the first of equals */
} RefrainBalance;

/* "computing": an untranslated name for files. */
const char *refrain_balance_get_name (RefrainBalanceOf of);
/* "Computing", translated. */
const char *refrain_balance_get_label (RefrainBalanceOf of);
/* Whether it is a time. */
gboolean refrain_balance_is_time (RefrainBalanceOf of);

#define REFRAIN_TYPE_NUMBERS (refrain_numbers_get_type ())
G_DECLARE_FINAL_TYPE (RefrainNumbers, refrain_numbers, REFRAIN, NUMBERS, GObject)

/* Of the @n @processes (NULL: all) from @start to @end; both are cut to what counts of each
 * process.
 * @waits (may be NULL) says what waiting is, exact but for 16 waits at each end. NULL with @error
 * when cancelled. O(processes · (routines + log events) + pairs · log messages). */
RefrainNumbers *refrain_numbers_new (RefrainNumbersIndex *index,
                                     RefrainSpanSums *waits,
                                     const guint *processes,
                                     gsize n,
                                     RefrainTime start,
                                     RefrainTime end,
                                     GCancellable *cancellable,
                                     GError **error);
/* Of the operations @ops of these processes: the time in the calls of MPI in which they stand, each
 * once, and as computing what lies outside MPI between them and the operation before. @waits (may
 * be NULL) as above. O(those operations · depth). */
RefrainNumbers *refrain_numbers_new_for_ops (RefrainNumbersIndex *index,
                                             RefrainWaits *waits,
                                             RefrainOpSet *ops,
                                             const guint *processes,
                                             gsize n,
                                             GCancellable *cancellable,
                                             GError **error);

RefrainTrace *refrain_numbers_get_trace (RefrainNumbers *self);
/* The span; both 0 of operations. */
void refrain_numbers_get_span (RefrainNumbers *self, RefrainTime *start, RefrainTime *end);
/* NULL: of all time. */
RefrainOpSet *refrain_numbers_get_ops (RefrainNumbers *self);
/* Those that are counted, in the order they were asked for. Belongs to @self, as all below. */
const guint *refrain_numbers_get_processes (RefrainNumbers *self, gsize *n);
/* NULL where @process is not counted. */
const RefrainProcessNumbers *refrain_numbers_get_process (RefrainNumbers *self, guint process);
const RefrainProcessNumbers *refrain_numbers_get_total (RefrainNumbers *self);
/* REFRAIN_N_MESSAGE_SIZES classes: refrain_message_size_get_limits(). */
const RefrainSizeCount *refrain_numbers_get_sizes (RefrainNumbers *self);
/* The routines that have any time or call, longest first; and their time in all. */
const RefrainRoutineNumbers *refrain_numbers_get_routines (RefrainNumbers *self, gsize *n);
RefrainTime refrain_numbers_get_routine_time (RefrainNumbers *self);
/* NULL where it has none. O(1). */
const RefrainRoutineNumbers *refrain_numbers_get_routine (RefrainNumbers *self, guint32 routine);
/* Who sends to whom, most bytes first. */
const RefrainPairCount *refrain_numbers_get_pairs (RefrainNumbers *self, gsize *n);
/* NULL where the one sends the other nothing. O(1). */
const RefrainPairCount *refrain_numbers_get_pair (RefrainNumbers *self, guint32 from, guint32 to);

/* "written": an untranslated name for files; and translated. */
const char *refrain_file_work_get_name (RefrainFileWork work);
const char *refrain_file_work_get_label (RefrainFileWork work);
/* Of calls that begin in the span, or of the operations. FALSE where there is none. O(collectives +
 * file operations · log). */
gboolean
refrain_numbers_count_files (RefrainNumbers *self, RefrainFileNumbers files[REFRAIN_N_FILE_WORKS]);
/* Bytes a second while any process moves some; 0 where the calls do not tell. */
double refrain_file_numbers_get_speed (const RefrainFileNumbers *self);

/* The time of a process that is not computing. */
RefrainTime refrain_process_numbers_get_mpi (const RefrainProcessNumbers *self);
/* How even it is over the processes that are counted. FALSE if no process has any, or it is
 * unknown.
 */
gboolean
refrain_numbers_get_balance (RefrainNumbers *self, RefrainBalanceOf of, RefrainBalance *balance);
