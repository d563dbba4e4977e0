/* refrain-types.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The vocabulary of the model: time, event kinds, and the columns in which events are kept.
 */
#pragma once

#include <glib-object.h>

/* Nanoseconds from the start of the trace. */
typedef gint64 RefrainTime;

/* "No index": an operation without partner, a call without parent, an event outside any call. */
#define REFRAIN_NONE G_MAXUINT32

/* Times and spans are clamped to ±REFRAIN_TIME_LIMIT (about 73 years), so that sums of a few never
 * overflow. */
#define REFRAIN_TIME_LIMIT (G_MAXINT64 / 4)

/* A communication operation. A send stands where it is called, a receive where it completes, a
 * collective where it ends. */
typedef enum
{
  REFRAIN_OP_SEND,       /* blocking send */
  REFRAIN_OP_ISEND,      /* non-blocking send, where it is started */
  REFRAIN_OP_RECV,       /* blocking receive */
  REFRAIN_OP_IRECV,      /* non-blocking receive, where it completes */
  REFRAIN_OP_COLLECTIVE, /* collective operation, where it ends */
} RefrainOpKind;

#define REFRAIN_OP_IS_SEND(kind) ((kind) <= REFRAIN_OP_ISEND)
#define REFRAIN_OP_IS_RECV(kind) ((kind) == REFRAIN_OP_RECV || (kind) == REFRAIN_OP_IRECV)
#define REFRAIN_OP_IS_P2P(kind)  ((kind) <= REFRAIN_OP_IRECV)

/* What else a trace records beside calls and operations. */
typedef enum
{
  REFRAIN_RECORD_ISEND_COMPLETE,      /* id: request; op: the REFRAIN_OP_ISEND */
  REFRAIN_RECORD_IRECV_REQUEST,       /* id: request; op: the REFRAIN_OP_IRECV that completed it */
  REFRAIN_RECORD_REQUEST_TEST,        /* id: request */
  REFRAIN_RECORD_REQUEST_CANCELLED,   /* id: request; op: the cancelled REFRAIN_OP_ISEND, if any */
  REFRAIN_RECORD_COLLECTIVE_BEGIN,    /* size: bytes received; op: the collective */
  REFRAIN_RECORD_COLLECTIVE_REQUEST,  /* id: request; size: bytes received; op: the collective */
  REFRAIN_RECORD_THREAD_BEGIN,        /* id: sequence count */
  REFRAIN_RECORD_THREAD_END,          /* id: sequence count */
  REFRAIN_RECORD_BUFFER_FLUSH,        /* id: length, ns */
  REFRAIN_RECORD_MEASUREMENT,         /* id: 1 recording on, 2 recording off (OTF2's numbers) */
  REFRAIN_RECORD_LEAVE_WITHOUT_ENTER, /* id: routine index, or REFRAIN_NONE */
  REFRAIN_RECORD_OTHER,               /* id: a number that names its type in the source format */
  /* From here on synthetic: not events of the source, but told to whoever asks. */
  REFRAIN_RECORD_UNCLOSED,       /* id: the call that lacks its leave, closed here */
  REFRAIN_RECORD_ISEND_PENDING,  /* id: request; op: the REFRAIN_OP_ISEND that never completed */
  REFRAIN_RECORD_IRECV_UNPOSTED, /* id: request; op: the REFRAIN_OP_IRECV that nothing posted */
  /* From here on events again: sends and receives with MPI_PROC_NULL as partner, which are no
   * messages, as REFRAIN_OP_SEND and the others. id: request, of non-blocking ones; size: bytes */
  REFRAIN_RECORD_NULL_SEND,
  REFRAIN_RECORD_NULL_ISEND,
  REFRAIN_RECORD_NULL_RECV,
  REFRAIN_RECORD_NULL_IRECV,
  REFRAIN_N_RECORD_KINDS
} RefrainRecordKind;

#define REFRAIN_RECORD_IS_SYNTHETIC(kind)                                                          \
  ((kind) >= REFRAIN_RECORD_UNCLOSED && (kind) <= REFRAIN_RECORD_IRECV_UNPOSTED)
#define REFRAIN_RECORD_IS_NULL(kind)                                                               \
  ((kind) >= REFRAIN_RECORD_NULL_SEND && (kind) <= REFRAIN_RECORD_NULL_IRECV)

/* The type of a collective operation, numbered as in OTF2. */
typedef enum
{
  REFRAIN_COLLECTIVE_BARRIER,
  REFRAIN_COLLECTIVE_BCAST,
  REFRAIN_COLLECTIVE_GATHER,
  REFRAIN_COLLECTIVE_GATHERV,
  REFRAIN_COLLECTIVE_SCATTER,
  REFRAIN_COLLECTIVE_SCATTERV,
  REFRAIN_COLLECTIVE_ALLGATHER,
  REFRAIN_COLLECTIVE_ALLGATHERV,
  REFRAIN_COLLECTIVE_ALLTOALL,
  REFRAIN_COLLECTIVE_ALLTOALLV,
  REFRAIN_COLLECTIVE_ALLTOALLW,
  REFRAIN_COLLECTIVE_ALLREDUCE,
  REFRAIN_COLLECTIVE_REDUCE,
  REFRAIN_COLLECTIVE_REDUCE_SCATTER,
  REFRAIN_COLLECTIVE_SCAN,
  REFRAIN_COLLECTIVE_EXSCAN,
  REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK,
  REFRAIN_COLLECTIVE_CREATE_HANDLE,
  REFRAIN_COLLECTIVE_DESTROY_HANDLE,
  REFRAIN_COLLECTIVE_ALLOCATE,
  REFRAIN_COLLECTIVE_DEALLOCATE,
  REFRAIN_COLLECTIVE_CREATE_HANDLE_AND_ALLOCATE,
  REFRAIN_COLLECTIVE_DESTROY_HANDLE_AND_DEALLOCATE,
  REFRAIN_COLLECTIVE_UNKNOWN,
  REFRAIN_COLLECTIVE_FENCE, /* of a window: not in OTF2 */
  /* From here on of files: not in OTF2, and of one process alone where the communicator is. */
  REFRAIN_COLLECTIVE_FILE_OPEN,
  REFRAIN_COLLECTIVE_FILE_CLOSE,
  REFRAIN_COLLECTIVE_FILE_READ,
  REFRAIN_COLLECTIVE_FILE_READ_ALL,
  REFRAIN_COLLECTIVE_FILE_READ_AT,
  REFRAIN_COLLECTIVE_FILE_READ_AT_ALL,
  REFRAIN_COLLECTIVE_FILE_READ_SHARED,
  REFRAIN_COLLECTIVE_FILE_READ_ORDERED,
  REFRAIN_COLLECTIVE_FILE_WRITE,
  REFRAIN_COLLECTIVE_FILE_WRITE_ALL,
  REFRAIN_COLLECTIVE_FILE_WRITE_AT,
  REFRAIN_COLLECTIVE_FILE_WRITE_AT_ALL,
  REFRAIN_COLLECTIVE_FILE_WRITE_SHARED,
  REFRAIN_COLLECTIVE_FILE_WRITE_ORDERED,
  REFRAIN_COLLECTIVE_FILE_IREAD,
  REFRAIN_COLLECTIVE_FILE_IREAD_ALL,
  REFRAIN_COLLECTIVE_FILE_IREAD_AT,
  REFRAIN_COLLECTIVE_FILE_IREAD_AT_ALL,
  REFRAIN_COLLECTIVE_FILE_IREAD_SHARED,
  REFRAIN_COLLECTIVE_FILE_IWRITE,
  REFRAIN_COLLECTIVE_FILE_IWRITE_ALL,
  REFRAIN_COLLECTIVE_FILE_IWRITE_AT,
  REFRAIN_COLLECTIVE_FILE_IWRITE_AT_ALL,
  REFRAIN_COLLECTIVE_FILE_IWRITE_SHARED,
  REFRAIN_N_COLLECTIVES
} RefrainCollective;

/* Who needs whom in a collective operation. */
typedef enum
{
  REFRAIN_FLOW_NONE, /* no process needs to come, or nothing is known */
  REFRAIN_FLOW_MEET, /* each needs each, though no data is moved between them */
  REFRAIN_FLOW_FROM_ROOT,
  REFRAIN_FLOW_TO_ROOT,
  REFRAIN_FLOW_TO_ALL,
  REFRAIN_FLOW_TO_LATER, /* to all behind in the communicator */
  REFRAIN_N_FLOWS
} RefrainFlow;

RefrainFlow refrain_collective_get_flow (RefrainCollective collective);
/* The name of a collective as MPI spells it, "MPI_Allreduce"; "collective" for an unknown one. */
const char *refrain_collective_get_name (RefrainCollective collective);
/* The name of a kind as this program's files spell it: "send", "isend", "irecv-request", ... */
const char *refrain_op_kind_get_name (RefrainOpKind kind);
const char *refrain_record_kind_get_name (RefrainRecordKind kind);
gboolean refrain_record_kind_from_name (const char *name, RefrainRecordKind *kind);

/* What a routine is for; decides its colour and whether it is an MPI call. */
typedef enum
{
  REFRAIN_ROUTINE_USER,
  REFRAIN_ROUTINE_P2P,        /* MPI_Send, MPI_Irecv, MPI_Sendrecv, ... */
  REFRAIN_ROUTINE_WAIT,       /* MPI_Wait*, MPI_Test*, MPI_Probe, ... */
  REFRAIN_ROUTINE_COLLECTIVE, /* MPI_Barrier, MPI_Allreduce, MPI_Comm_split, ... */
  REFRAIN_ROUTINE_MPI,        /* every other MPI_ routine */
} RefrainRoutineKind;

/* ---- Columns --------------------------------------------------------------------------------
 *
 * Events are not objects. Each process has the columns below; row i of a table is element i of
 * each of its arrays. The arrays belong to the process and never change; they may lie in mapped
 * file memory. Rows of one thread are contiguous (see RefrainThread); within a thread calls are in
 * start order, operations and records in the order of their time, and times never go back.
 */

/* Routine calls, in start order. 26 bytes a call. */
typedef struct
{
  gsize n;
  const RefrainTime *start;
  const RefrainTime *end;
  const guint32 *routine; /* index into the trace's routines */
  const guint32 *parent; /* the calling call, or REFRAIN_NONE; always smaller than the row itself */
  const guint16 *depth;  /* 0 for a call without parent; saturates at G_MAXUINT16 */
} RefrainCalls;

/* Communication operations. 45 bytes an operation. */
typedef struct
{
  gsize n;
  const RefrainTime *time;
  const guint64 *bytes;   /* message length; for a collective the bytes sent */
  const guint32 *call;    /* the call in which it stands, or REFRAIN_NONE */
  const gint32 *peer;     /* process index of the other side; of a collective's root; -1 for none */
  const gint32 *tag;      /* message tag; for a collective its RefrainCollective */
  const guint32 *comm;    /* index into the trace's communicators, or REFRAIN_NONE */
  const guint32 *partner; /* point-to-point: row of the matching operation in process `peer`, or
                             REFRAIN_NONE; collective: its instance, or REFRAIN_NONE */
  const guint32
      *record;            /* the IRECV's request, the ISEND's completion, cancellation
                             or ISEND_PENDING, the collective's begin; REFRAIN_NONE where there is none */
  const guint32 *logical; /* Lamport time, from 1 */
  const guint8 *kind;     /* RefrainOpKind */
} RefrainOps;

/* Everything else. 33 bytes a record. */
typedef struct
{
  gsize n;
  const RefrainTime *time;
  const guint64 *id;
  const guint64 *size;
  const guint32 *call; /* the call in which it stands, or REFRAIN_NONE */
  const guint32 *op;   /* the operation it belongs to, or REFRAIN_NONE */
  const guint8 *kind;  /* RefrainRecordKind */
} RefrainRecords;

/* The order in which the source held the events, two bits an event, so that a trace can be written
 * out again exactly: events 4i to 4i+3 in byte i, the first in the lowest bits. */
typedef enum
{
  REFRAIN_TAPE_ENTER,  /* the next call begins */
  REFRAIN_TAPE_LEAVE,  /* the innermost open call ends */
  REFRAIN_TAPE_OP,     /* the next operation */
  REFRAIN_TAPE_RECORD, /* the next record */
} RefrainTapeEvent;

typedef struct
{
  guint64 n; /* events, synthetic records included */
  const guint8 *bits;
} RefrainTape;

/* What the source says of single events beyond all this (refrain-details.h); no bytes where it says
 * no more. */
typedef struct
{
  gsize n; /* bytes */
  const guint8 *bytes;
} RefrainDetails;

#define REFRAIN_TAPE_GET(tape, i)                                                                  \
  ((RefrainTapeEvent) (((tape)->bits[(i) >> 2] >> (((i) &3) * 2)) & 3))

/* One thread's (OTF2: location's) share of its process' rows: the half-open ranges
 * [first, first + n). Tape ranges begin at a multiple of four. */
typedef struct
{
  const char *name;
  guint64 id;         /* location id in the source */
  gboolean is_stream; /* of an accelerator: what it runs is not the process' own time */
  guint64 events;
  gsize first_call, n_calls;
  gsize first_op, n_ops;
  gsize first_record, n_records;
  guint64 first_tape, n_tape;
  gsize first_detail, n_details; /* bytes */
} RefrainThread;

/* Collective instances over all processes: instance i has the members
 * [first[i], first[i + 1]) of `process` and `op`, ordered by process. */
typedef struct
{
  gsize n;
  gsize n_members;
  const guint64 *first; /* n + 1 elements */
  const guint32 *comm;
  const guint8 *type;     /* RefrainCollective of its first member */
  const guint32 *process; /* n_members elements */
  const guint32 *op;      /* n_members elements: row in that process' operations */
} RefrainCollectives;

/* Totals of a trace; each is what `refrain-cli info` prints. */
typedef struct
{
  guint64 events;
  guint64 calls;
  guint64 mpi_calls;
  guint64 sends;
  guint64 receives;
  guint64 messages;  /* matched pairs */
  guint64 unmatched; /* sends and receives without partner */
  guint64 collectives;
  guint64 collective_instances;
  guint depth;
  RefrainTime start;
  RefrainTime end;
} RefrainCounts;

/* Told by long work as it goes: a fraction from 0 to 1 and a short sentence. May be called from any
 * thread; the sentence is only valid during the call. */
typedef void (*RefrainProgressFunc) (double fraction, const char *sentence, gpointer data);
