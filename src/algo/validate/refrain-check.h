/* refrain-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what a check reads and where it tells what it found. A check goes over the
 * rows of one process, O(rows), and looks at others through what was prepared before: any number of
 * them run at the same time.
 */
#pragma once

#include "refrain-validation.h"

/* What a routine is, as far as constraints care; and, joined, what a process calls. */
enum
{
  REFRAIN_CALLS_MPI = 1 << 0,
  REFRAIN_CALLS_INIT = 1 << 1,
  REFRAIN_CALLS_FINALIZE = 1 << 2,
  REFRAIN_CALLS_ABORT = 1 << 3,
  REFRAIN_CALLS_ANY_TIME = 1 << 4, /* before MPI_Init and after MPI_Finalize, too */
  REFRAIN_CALLS_WAIT = 1 << 5,
  REFRAIN_CALLS_TEST = 1 << 6,
  REFRAIN_CALLS_SSEND = 1 << 7,
  REFRAIN_CALLS_BSEND = 1 << 8,
};

/* What a communicator is. */
enum
{
  REFRAIN_COMM_INTER = 1 << 0,
  REFRAIN_COMM_SELF = 1 << 1,
  REFRAIN_COMM_PARTIAL = 1 << 2, /* has members that the trace does not know */
};

/* The columns of a process. */
typedef struct
{
  RefrainProcess *process;
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  guint16 does; /* REFRAIN_CALLS_* of all its calls */
} RefrainCheckOwn;

/* Bytes that operation @op of a collective received. */
static inline guint64
refrain_check_get_received (const RefrainCheckOwn *own, gsize op)
{
  const guint32 record = own->ops->record[op];

  return record != REFRAIN_NONE ? own->records->size[record] : 0;
}

/* What members of a collective compare themselves with. */
typedef struct
{
  guint32 like;   /* the process whose size the others are to have, or REFRAIN_NONE */
  guint32 root;   /* of a broadcast: the row of its root, which is @like then, or REFRAIN_NONE */
  guint64 size;   /* of a broadcast what the root sends to each, else the most frequent one */
  guint64 n_near; /* of a barrier between two groups: those of the first, which lie before the
                     others in @entry */
  gboolean is_received; /* a process receives something */
} RefrainCheckInstance;

typedef struct
{
  RefrainTrace *trace;
  guint n_processes;
  RefrainCheckOwn *own;
  guint16 *routine;   /* REFRAIN_CALLS_* of each */
  guint8 *comm;       /* REFRAIN_COMM_* of each */
  guint64 *n_members; /* of each communicator: those that the trace knows */
  GArray **near;      /* of each between two groups: the first one, sorted (gint32); else NULL */
  guint n_comms;
  const RefrainCollectives *collectives;
  RefrainCheckInstance *instance;
  RefrainTime *entry; /* as the members of collectives: of barriers when they entered, sorted, and
                         between two groups one group after the other */
  guint16 does;       /* of all processes */
  gboolean has_roots; /* the source tells roots */
  gboolean has_bcast_sizes; /* ... and what a broadcast receives */
} RefrainCheckInput;

/* What one check finds in one process: everything is counted, the first @quota are kept. */
typedef struct
{
  RefrainConstraint constraint;
  guint32 process;
  guint64 n_seen;   /* what could have broken the constraint */
  guint64 n_broken; /* ... and did */
  gint64 most;      /* the largest amount */
  gsize quota;
  GArray *kept; /* of RefrainViolation; NULL where the quota is 0 */
  GCancellable *cancellable;
} RefrainCheckSink;

typedef void (*RefrainCheckFunc) (const RefrainCheckInput *input, RefrainCheckSink *sink);

/* For the condition of a loop over rows: FALSE when cancelled. */
static inline gboolean
refrain_check_goes_on (const RefrainCheckSink *sink, gsize row)
{
  return (row & 0xffff) != 0 || !g_cancellable_is_cancelled (sink->cancellable);
}

static inline void
refrain_check_report (RefrainCheckSink *sink,
                      RefrainViolationTable table,
                      gsize row,
                      guint32 other,
                      guint32 other_row,
                      gint64 amount)
{
  sink->n_broken++;
  sink->most = MAX (sink->most, amount);
  if (sink->n_broken <= sink->quota)
    {
      const RefrainViolation violation = { .constraint = sink->constraint,
                                           .process = (gint32) sink->process,
                                           .table = table,
                                           .row = (guint32) row,
                                           .other = other,
                                           .other_row = other_row,
                                           .amount = amount };

      g_array_append_val (sink->kept, violation);
    }
}

/* @b - @a, and no overflow. */
static inline gint64
refrain_check_subtract (gint64 b, gint64 a)
{
  gint64 difference;

  return __builtin_sub_overflow (b, a, &difference) ? (b > a ? G_MAXINT64 : G_MININT64)
                                                    : difference;
}

/* When operation @op, of @own, began: its call, where that is MPI's, or what tells of the begin. */
RefrainTime
refrain_check_get_entry (const RefrainCheckInput *input, const RefrainCheckOwn *own, gsize op);

/* Whether @process is of the first group of communicator @comm, which is one between two groups. */
gboolean refrain_check_is_near (const RefrainCheckInput *input, guint32 comm, guint32 process);

/* Makes what all checks share. FALSE when cancelled; to be cleared in any case. */
gboolean
refrain_check_input_init (RefrainCheckInput *input, RefrainTrace *trace, GCancellable *cancellable);
void refrain_check_input_clear (RefrainCheckInput *input);

/* refrain-check-calls.c */
void refrain_check_leaf (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_init (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_finalize (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_after_finalize (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_wait (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_test (const RefrainCheckInput *input, RefrainCheckSink *sink);

/* refrain-check-messages.c */
void refrain_check_receiver (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_blocking_send (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_synchronous_send (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_send_received (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_receive_sent (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_message_order (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_message_size (const RefrainCheckInput *input, RefrainCheckSink *sink);

/* refrain-check-collectives.c */
void refrain_check_same_collective (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_barrier (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_barrier_data (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_size (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_gather_buffer (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_no_root (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_root (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_same_root (const RefrainCheckInput *input, RefrainCheckSink *sink);
void refrain_check_member (const RefrainCheckInput *input, RefrainCheckSink *sink);
