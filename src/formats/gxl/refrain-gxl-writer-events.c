/* refrain-gxl-writer-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call and the one event in it make one node: MPI_Send is a Send. What does not fit that, such as
 * the many completions of an MPI_Waitall, are nodes of their own one nesting level deeper.
 */
#include "config.h"

#include "refrain-gxl-writer-private.h"
#include "refrain-replay.h"

#define CANCEL_INTERVAL 8192

typedef struct
{
  RefrainGxlSink *sink;
  RefrainTrace *trace;
  guint rank;
  const RefrainThread *thread;
  RefrainReplay replay;
  GHashTable *unclosed; /* rows of calls without leave */
} Events;

/* ---- Which class of the metamodel ---- */

/* A completion is a test's where the call around it is one. */
static const char *
class_of_completion (Events *self, guint32 call)
{
  const char *class_name = NULL;

  if (call != REFRAIN_NONE)
    class_name = refrain_gxl_class_of_call (self->trace, self->replay.calls->routine[call]);
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
      return refrain_gxl_class_of_collective (self->replay.ops->tag[op]);
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

/* ---- Parts of a node ---- */

static void
begin_node (Events *self, const char *letter, gsize row, const char *class_name, gsize level)
{
  refrain_gxl_sink_raw (self->sink, "<node id=\"");
  refrain_gxl_sink_id (self->sink, letter, self->rank, row);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#");
  refrain_gxl_sink_raw (self->sink, class_name);
  refrain_gxl_sink_raw (self->sink, "\"/>");
  refrain_gxl_sink_attr_unsigned (self->sink, "nestingLevel", level);
}

/* Ends the node and ties it to the call it was made in. */
static void
end_node (Events *self, const char *letter, gsize row, guint32 caller)
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

/* ---- Nodes ---- */

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
      begin_node (self, "c", call,
                  refrain_gxl_class_of_call (self->trace, self->replay.calls->routine[call]),
                  level);
      put_call (self, call);
      end_node (self, "c", call, caller);
      return;
    }
  self->replay = inside;
  op = inside.event == REFRAIN_TAPE_OP;
  begin_node (self, op ? "o" : "r", inside.row,
              op ? class_of_op (self, inside.row, call) : class_of_record (self, inside.row, call),
              level);
  put_call (self, call);
  if (begin != REFRAIN_NONE)
    refrain_gxl_sink_attr_time (self->sink, "BeginTime", inside.records->time[begin]);
  if (op)
    put_op (self, inside.row);
  else
    put_record (self, inside.row);
  end_node (self, op ? "o" : "r", inside.row, caller);
}

static void
write_lone_event (Events *self)
{
  gsize row = self->replay.row;
  guint32 call = self->replay.call;

  if (self->replay.event == REFRAIN_TAPE_OP)
    {
      begin_node (self, "o", row, class_of_op (self, row, call), self->replay.depth);
      put_op (self, row);
      end_node (self, "o", row, call);
    }
  else
    {
      begin_node (self, "r", row, class_of_record (self, row, call), self->replay.depth);
      put_record (self, row);
      end_node (self, "r", row, call);
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
  Events self
      = { .sink = sink, .trace = trace, .rank = rank, .thread = thread, .unclosed = unclosed };
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
