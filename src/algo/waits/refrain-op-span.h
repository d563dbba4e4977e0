/* refrain-op-span.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: when operations begin and end. Inline: every pass asks it of every
 * operation.
 */
#pragma once

#include "refrain-polls.h"
#include "refrain-trace.h"

/* Spans are short, but many. */
static inline RefrainTime
refrain_time_add (RefrainTime a, RefrainTime b)
{
  RefrainTime sum;

  return __builtin_add_overflow (a, b, &sum) ? (b > 0 ? G_MAXINT64 : G_MININT64) : sum;
}

/* Whether no process can leave a collective of @type before all have entered that have data for it.
 */
static inline gboolean
refrain_collective_gathers_all (gint32 type)
{
  switch (type)
    {
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLREDUCE:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether calls of @routine begin something and return at once: what others wait for they do not go
 * on with. */
static inline gboolean
refrain_routine_is_starting (RefrainRoutine *routine)
{
  const char *name = refrain_routine_get_name (routine);
  const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

  return (kind == REFRAIN_ROUTINE_P2P || kind == REFRAIN_ROUTINE_COLLECTIVE)
         && ((g_str_has_prefix (name, "MPI_I") && !g_str_has_prefix (name, "MPI_Intercomm"))
             || g_str_has_prefix (name, "MPI_Start") || g_str_has_prefix (name, "MPI_Pready"));
}

/* The columns of one process. */
typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const guint8 *is_mpi; /* of each routine: whether it is MPI's */
  const guint32 *polls; /* refrain_trace_get_polls() */
  const guint8 *rows;   /* refrain_trace_get_poll_rows() */
} RefrainOpSpans;

/* A flag for each routine of @trace, for RefrainOpSpans. Free with g_free(). */
static inline guint8 *
refrain_op_spans_flag_routines (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_routines (trace);
  guint8 *is_mpi = g_malloc0 (n + 1);

  for (guint i = 0; i < n; i++)
    is_mpi[i]
        = refrain_routine_get_kind (refrain_trace_get_routine (trace, i)) != REFRAIN_ROUTINE_USER;
  return is_mpi;
}

static inline RefrainOpSpans
refrain_op_spans_new (RefrainTrace *trace, guint process, const guint8 *is_mpi)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);

  return (RefrainOpSpans){
    refrain_process_get_calls (own),          refrain_process_get_ops (own),
    refrain_process_get_records (own),        is_mpi,
    refrain_trace_get_polls (trace, process), refrain_trace_get_poll_rows (trace, process)
  };
}

/* Whether @call is an MPI routine's; a call of the user's own says nothing of when what it holds
 * began. */
static inline gboolean
refrain_op_spans_is_mpi (const RefrainOpSpans *self, guint32 call)
{
  return call != REFRAIN_NONE && self->calls->routine[call] != REFRAIN_NONE
         && self->is_mpi[self->calls->routine[call]];
}

/* When @call of MPI begins, or the row of questions that it ends. */
static inline RefrainTime
refrain_op_spans_start (const RefrainOpSpans *self, guint32 call)
{
  while (self->rows != NULL && self->rows[call])
    do
      call--;
    while (!refrain_op_spans_is_mpi (self, call));
  return self->calls->start[call];
}

/* When the call in which operation @op stands begins, or the first of the row that asks for it:
 * that is where a receive is waited for. */
static inline RefrainTime
refrain_op_spans_enter (const RefrainOpSpans *self, gsize op)
{
  const guint32 call = self->polls != NULL && self->polls[op] != REFRAIN_NONE ? self->polls[op]
                                                                              : self->ops->call[op];

  return refrain_op_spans_is_mpi (self, call) ? self->calls->start[call] : self->ops->time[op];
}

static inline RefrainTime
refrain_op_spans_leave (const RefrainOpSpans *self, gsize op)
{
  const guint32 call = self->ops->call[op];

  return refrain_op_spans_is_mpi (self, call) ? self->calls->end[call] : self->ops->time[op];
}

/* When the process took up its side of operation @op: posted a receive, called a send or a
 * collective; where it is non-blocking, when it was started. */
static inline RefrainTime
refrain_op_spans_arrive (const RefrainOpSpans *self, gsize op)
{
  const guint32 record = self->ops->record[op];
  guint32 call;

  if (record == REFRAIN_NONE || REFRAIN_OP_IS_SEND (self->ops->kind[op]))
    return refrain_op_spans_enter (self, op);
  call = self->records->call[record];
  return refrain_op_spans_is_mpi (self, call) ? self->calls->start[call]
                                              : self->records->time[record];
}

/* Whether those who get data from collective @op of an n-to-n kind cannot leave it before this
 * process has come: without data an implementation need not wait for it. */
static inline gboolean
refrain_op_spans_gives (const RefrainOpSpans *self, gsize op)
{
  return !refrain_collective_gathers_all (self->ops->tag[op]) || self->ops->bytes[op] > 0;
}

/* Whether this process gets data there. */
static inline gboolean
refrain_op_spans_gets (const RefrainOpSpans *self, gsize op)
{
  const guint32 record = self->ops->record[op];

  return !refrain_collective_gathers_all (self->ops->tag[op])
         || (record != REFRAIN_NONE ? self->records->size[record] : self->ops->bytes[op]) > 0;
}

/* Whether instance @i proves anything about clocks: see refrain_op_spans_gives() for its members.
 * The groups of an inter-communicator do not wait for their own. */
static inline gboolean
refrain_collective_synchronises (RefrainTrace *trace, const RefrainCollectives *c, gsize i)
{
  gsize n_remote = 0;

  if (c->type[i] != REFRAIN_COLLECTIVE_BARRIER && !refrain_collective_gathers_all (c->type[i]))
    return FALSE;
  if (c->comm[i] != REFRAIN_NONE)
    refrain_communicator_get_remote (refrain_trace_get_communicator (trace, c->comm[i]), &n_remote);
  return n_remote == 0;
}

/* When the call ends in which operation @op was taken up. */
static inline RefrainTime
refrain_op_spans_depart (const RefrainOpSpans *self, gsize op)
{
  const guint32 record = self->ops->record[op];
  guint32 call;

  if (record == REFRAIN_NONE || REFRAIN_OP_IS_SEND (self->ops->kind[op]))
    return refrain_op_spans_leave (self, op);
  call = self->records->call[record];
  return refrain_op_spans_is_mpi (self, call) ? self->calls->end[call]
                                              : self->records->time[record];
}
