/* refrain-gxl-event-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call and the one event in it make one node: MPI_Send is a Send. What does not fit that, such as
 * the many completions of an MPI_Waitall, are nodes of their own one nesting level deeper. Nodes of
 * one time are numbered, so that their order is known wherever they stand.
 */
#include "config.h"

#include "refrain-gxl-event-writer.h"

#include <string.h>

#include "refrain-replay.h"

#define CANCEL_INTERVAL 8192

/* ---- Which class of the metamodel ---- */

static const char *
class_of_call (RefrainTrace *trace, guint32 index)
{
  RefrainRoutine *routine;
  const char *name;

  if (index == REFRAIN_NONE)
    return "RoutineCall";
  routine = refrain_trace_get_routine (trace, index);
  if (refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    return "RoutineCall";
  name = refrain_routine_get_name (routine);
  if (g_str_has_prefix (name, "MPI_Init"))
    return "Initialize";
  if (strcmp (name, "MPI_Finalize") == 0)
    return "Finalize";
  if (g_str_has_prefix (name, "MPI_Wait"))
    return "WaitOperation";
  if (g_str_has_prefix (name, "MPI_Test"))
    return "TestOperation";
  if (g_str_has_suffix (name, "robe"))
    return "ProbeOperation";
  return "MPOperation";
}

static const char *
class_of_collective (RefrainCollective type)
{
  switch (type)
    {
    case REFRAIN_COLLECTIVE_BARRIER:
      return "Barrier";
    case REFRAIN_COLLECTIVE_BCAST:
      return "Broadcast";
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
      return "Gather";
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      return "Scatter";
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
      return "Allgather";
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLTOALLV:
    case REFRAIN_COLLECTIVE_ALLTOALLW:
      return "AllToAll";
    case REFRAIN_COLLECTIVE_REDUCE:
      return "Reduce";
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK:
      return "ReduceScatter";
    case REFRAIN_COLLECTIVE_SCAN:
    case REFRAIN_COLLECTIVE_EXSCAN:
      return "Scan";
    default:
      return "CollectiveOperation";
    }
}

typedef struct
{
  RefrainGxlSink *sink;
  RefrainTrace *trace;
  guint rank;
  const RefrainThread *thread;
  RefrainReplay replay;
  GHashTable *unclosed; /* rows of calls without leave */
  RefrainTime place;    /* of the last node */
  guint64 order;        /* its place among those of one time */
} Events;

/* A completion is a test's where the call around it is one. */
static const char *
class_of_completion (Events *self, guint32 call)
{
  const char *class_name = NULL;

  if (call != REFRAIN_NONE)
    class_name = class_of_call (self->trace, self->replay.calls->routine[call]);
  return g_strcmp0 (class_name, "TestOperation") == 0 ? class_name : "WaitOperation";
}

static const char *
class_of_op (Events *self, gsize op, guint32 call)
{
  switch ((RefrainOpKind) self->replay.ops->kind[op])
    {
    case REFRAIN_OP_SEND:
      return "Send";
    case REFRAIN_OP_ISEND:
      return "NonBlockingSend";
    case REFRAIN_OP_RECV:
      return "Receive";
    case REFRAIN_OP_IRECV:
      return class_of_completion (self, call);
    default:
      return class_of_collective (self->replay.ops->tag[op]);
    }
}

static const char *
class_of_record (Events *self, gsize record, guint32 call)
{
  switch ((RefrainRecordKind) self->replay.records->kind[record])
    {
    case REFRAIN_RECORD_ISEND_COMPLETE:
      return class_of_completion (self, call);
    case REFRAIN_RECORD_IRECV_REQUEST:
      return "NonBlockingReceive";
    case REFRAIN_RECORD_REQUEST_TEST:
      return "TestOperation";
    case REFRAIN_RECORD_REQUEST_CANCELLED:
      return "CancelOperation";
    default:
      return "TraceRecord";
    }
}

/* ---- Events: parts of a node ---- */

static void
begin_event (Events *self,
             const char *letter,
             gsize row,
             const char *class_name,
             gsize level,
             RefrainTime place)
{
  refrain_gxl_sink_raw (self->sink, "<node id=\"");
  refrain_gxl_sink_id (self->sink, letter, self->rank, row);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#");
  refrain_gxl_sink_raw (self->sink, class_name);
  refrain_gxl_sink_raw (self->sink, "\"/>");
  refrain_gxl_sink_attr_unsigned (self->sink, "nestingLevel", level);
  self->order = place == self->place ? self->order + 1 : 0;
  self->place = place;
  if (self->order > 0)
    refrain_gxl_sink_attr_unsigned (self->sink, "Order", self->order);
}

/* Ends the node and ties it to the call it was made in. */
static void
end_event (Events *self, const char *letter, gsize row, guint32 caller)
{
  refrain_gxl_sink_raw (self->sink, "</node>\n");
  if (caller == REFRAIN_NONE)
    return;
  refrain_gxl_sink_raw (self->sink, "<edge from=\"");
  refrain_gxl_sink_id (self->sink, "c", self->rank, caller);
  refrain_gxl_sink_raw (self->sink, "\" to=\"");
  refrain_gxl_sink_id (self->sink, letter, self->rank, row);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#Edge\"/></edge>\n");
}

static void
put_routine (Events *self, guint64 index)
{
  if (index < refrain_trace_get_n_routines (self->trace))
    refrain_gxl_sink_attr_string (
        self->sink, "routineCallName",
        refrain_routine_get_source_name (refrain_trace_get_routine (self->trace, index)));
}

static void
put_call (Events *self, gsize call)
{
  put_routine (self, self->replay.calls->routine[call]);
  refrain_gxl_sink_attr_time (self->sink, "StartTime", self->replay.calls->start[call]);
  if (!g_hash_table_contains (self->unclosed, GSIZE_TO_POINTER (call)))
    refrain_gxl_sink_attr_time (self->sink, "EndTime", self->replay.calls->end[call]);
}

static void
put_request (Events *self, gsize op)
{
  guint32 record = self->replay.ops->record[op];

  if (record != REFRAIN_NONE)
    refrain_gxl_sink_attr_unsigned (self->sink, "RequestID", self->replay.records->id[record]);
}

/* A barrier exchanges no data and has no CollectiveData; where it claims to, the sizes stay with
 * it. */
static void
put_collective (Events *self, gsize op)
{
  const RefrainOps *ops = self->replay.ops;
  guint64 received = refrain_replay_get_received (&self->replay, op);

  refrain_gxl_sink_attr_string (self->sink, "MPOperationName",
                                refrain_collective_get_name (ops->tag[op]));
  if (refrain_replay_is_nonblocking_collective (&self->replay, op))
    put_request (self, op);
  if (ops->tag[op] == REFRAIN_COLLECTIVE_BARRIER)
    {
      if (ops->bytes[op] != 0)
        refrain_gxl_sink_attr_unsigned (self->sink, "SendSize", ops->bytes[op]);
      if (received != 0)
        refrain_gxl_sink_attr_unsigned (self->sink, "RcvSize", received);
      return;
    }
  refrain_gxl_sink_raw (self->sink, "<graph id=\"");
  refrain_gxl_sink_id (self->sink, "e", self->rank, op);
  refrain_gxl_sink_raw (self->sink, "\"><node id=\"");
  refrain_gxl_sink_id (self->sink, "d", self->rank, op);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#CollectiveData\"/>");
  refrain_gxl_sink_attr_unsigned (self->sink, "SendSize", ops->bytes[op]);
  refrain_gxl_sink_attr_unsigned (self->sink, "RcvSize", received);
  refrain_gxl_sink_raw (self->sink, "</node></graph>");
}

static void
put_op (Events *self, gsize op)
{
  const RefrainOps *ops = self->replay.ops;
  gboolean send = REFRAIN_OP_IS_SEND (ops->kind[op]);

  refrain_gxl_sink_attr_time (self->sink, "Time", ops->time[op]);
  if (ops->peer[op] >= 0)
    refrain_gxl_sink_attr_locator (self->sink, "Process", "PRC", ops->peer[op]);
  if (ops->comm[op] != REFRAIN_NONE)
    refrain_gxl_sink_attr_locator (self->sink, "Communicator", "COMM", ops->comm[op]);
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    {
      put_collective (self, op);
      return;
    }
  refrain_gxl_sink_attr_signed (self->sink, "Tag", ops->tag[op]);
  refrain_gxl_sink_attr_unsigned (self->sink, send ? "SendDataSize" : "RcvDataSize",
                                  ops->bytes[op]);
  put_request (self, op);
}

static void
put_record (Events *self, gsize record)
{
  const RefrainRecords *records = self->replay.records;
  RefrainRecordKind kind = records->kind[record];

  refrain_gxl_sink_attr_time (self->sink, "Time", records->time[record]);
  switch (kind)
    {
    case REFRAIN_RECORD_REQUEST_TEST:
      refrain_gxl_sink_attr_bool (self->sink, "Flag", FALSE);
      G_GNUC_FALLTHROUGH;
    case REFRAIN_RECORD_ISEND_COMPLETE:
    case REFRAIN_RECORD_IRECV_REQUEST:
    case REFRAIN_RECORD_REQUEST_CANCELLED:
      refrain_gxl_sink_attr_unsigned (self->sink, "RequestID", records->id[record]);
      return;
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      refrain_gxl_sink_attr_unsigned (self->sink, "RequestID", records->id[record]);
      break;
    case REFRAIN_RECORD_LEAVE_WITHOUT_ENTER:
      put_routine (self, records->id[record]);
      break;
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
      break;
    default:
      refrain_gxl_sink_attr_unsigned (self->sink, "ID", records->id[record]);
      if (records->size[record] != 0)
        refrain_gxl_sink_attr_unsigned (self->sink, "Size", records->size[record]);
    }
  refrain_gxl_sink_attr_string (self->sink, "Kind", refrain_record_kind_get_name (kind));
}

/* ---- Events: nodes ---- */

/* Whether the call just entered holds one event only; then gives the cursor behind it, and the
 * record that begins the collective where there is one. */
static gboolean
holds_one_event (const RefrainReplay *entered, RefrainReplay *inside, guint32 *begin)
{
  RefrainReplay after;

  *inside = *entered;
  *begin = REFRAIN_NONE;
  if (!refrain_replay_next (inside))
    return FALSE;
  if (inside->event == REFRAIN_TAPE_RECORD
      && inside->records->kind[inside->row] == REFRAIN_RECORD_COLLECTIVE_BEGIN)
    {
      *begin = inside->row;
      if (!refrain_replay_next (inside) || inside->event != REFRAIN_TAPE_OP
          || inside->ops->record[inside->row] != *begin)
        return FALSE;
    }
  if (inside->event == REFRAIN_TAPE_RECORD
      && inside->records->kind[inside->row] > REFRAIN_RECORD_REQUEST_CANCELLED)
    return FALSE; /* a TraceRecord is not a call */
  if (inside->event != REFRAIN_TAPE_OP && inside->event != REFRAIN_TAPE_RECORD)
    return FALSE;
  after = *inside;
  return refrain_replay_next (&after) && after.event == REFRAIN_TAPE_LEAVE
         && inside->call == entered->call;
}

static void
write_call (Events *self)
{
  gsize call = self->replay.row;
  guint32 caller = self->replay.calls->parent[call];
  gsize level = self->replay.depth - 1;
  RefrainReplay inside;
  guint32 begin;
  gboolean op;

  if (!holds_one_event (&self->replay, &inside, &begin))
    {
      begin_event (self, "c", call, class_of_call (self->trace, self->replay.calls->routine[call]),
                   level, self->replay.calls->start[call]);
      put_call (self, call);
      end_event (self, "c", call, caller);
      return;
    }
  self->replay = inside;
  op = inside.event == REFRAIN_TAPE_OP;
  begin_event (self, op ? "o" : "r", inside.row,
               op ? class_of_op (self, inside.row, call) : class_of_record (self, inside.row, call),
               level, inside.calls->start[call]);
  put_call (self, call);
  if (begin != REFRAIN_NONE)
    refrain_gxl_sink_attr_time (self->sink, "BeginTime", inside.records->time[begin]);
  if (op)
    put_op (self, inside.row);
  else
    put_record (self, inside.row);
  end_event (self, op ? "o" : "r", inside.row, caller);
}

static void
write_lone_event (Events *self)
{
  gsize row = self->replay.row;
  guint32 call = self->replay.call;

  if (self->replay.event == REFRAIN_TAPE_OP)
    {
      begin_event (self, "o", row, class_of_op (self, row, call), self->replay.depth,
                   self->replay.time);
      put_op (self, row);
      end_event (self, "o", row, call);
    }
  else
    {
      begin_event (self, "r", row, class_of_record (self, row, call), self->replay.depth,
                   self->replay.time);
      put_record (self, row);
      end_event (self, "r", row, call);
    }
}

static void
find_unclosed (Events *self)
{
  const RefrainRecords *records = self->replay.records;
  gsize first = self->thread->first_record, end = first + self->thread->n_records;

  for (gsize i = first; i < end; i++)
    if (records->kind[i] == REFRAIN_RECORD_UNCLOSED)
      g_hash_table_add (self->unclosed, GSIZE_TO_POINTER (records->id[i]));
}

void
refrain_gxl_write_events (RefrainGxlSink *sink,
                          RefrainTrace *trace,
                          guint rank,
                          const RefrainThread *thread,
                          GCancellable *cancellable)
{
  RefrainProcess *process = refrain_trace_get_process (trace, rank);
  g_autoptr (GHashTable) unclosed = g_hash_table_new (NULL, NULL);
  Events self = { .sink = sink,
                  .trace = trace,
                  .rank = rank,
                  .thread = thread,
                  .unclosed = unclosed,
                  .place = G_MININT64 };
  guint64 n = 0;

  refrain_replay_init (&self.replay, process, thread);
  if (refrain_process_is_damaged (process))
    return;
  find_unclosed (&self);
  while (refrain_replay_next (&self.replay))
    {
      if (self.replay.event == REFRAIN_TAPE_ENTER)
        write_call (&self);
      else if (self.replay.event != REFRAIN_TAPE_LEAVE)
        write_lone_event (&self);
      if (++n % CANCEL_INTERVAL == 0
          && (refrain_gxl_sink_has_failed (sink) || g_cancellable_is_cancelled (cancellable)))
        return;
    }
}

/* ---- Messages ---- */

static void
write_message (RefrainGxlSink *sink, const RefrainOps *ops, guint rank, gsize row)
{
  refrain_gxl_sink_raw (sink, "<node id=\"");
  refrain_gxl_sink_id (sink, "m", rank, row);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#Message\"/>");
  refrain_gxl_sink_attr_unsigned (sink, "DataSize", ops->bytes[row]);
  refrain_gxl_sink_attr_signed (sink, "Tag", ops->tag[row]);
  refrain_gxl_sink_raw (sink, "</node><edge from=\"");
  refrain_gxl_sink_id (sink, "o", rank, row);
  refrain_gxl_sink_raw (sink, "\" to=\"");
  refrain_gxl_sink_id (sink, "m", rank, row);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#MessageLink\"/></edge><edge from=\"");
  refrain_gxl_sink_id (sink, "o", ops->peer[row], ops->partner[row]);
  refrain_gxl_sink_raw (sink, "\" to=\"");
  refrain_gxl_sink_id (sink, "m", rank, row);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#MessageLink\"/></edge>\n");
}

void
refrain_gxl_write_messages (RefrainGxlSink *sink,
                            RefrainTrace *trace,
                            guint rank,
                            GCancellable *cancellable)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, rank));

  for (gsize i = 0; i < ops->n; i++)
    {
      if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE
          && !refrain_process_is_damaged (refrain_trace_get_process (trace, ops->peer[i])))
        write_message (sink, ops, rank, i);
      if (i % CANCEL_INTERVAL == 0
          && (refrain_gxl_sink_has_failed (sink) || g_cancellable_is_cancelled (cancellable)))
        return;
    }
}
