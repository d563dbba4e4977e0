/* refrain-gxl-event-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call and the one event in it make one node: MPI_Send is a Send. What does not fit that, such as
 * the many completions of an MPI_Waitall, are nodes of their own one nesting level deeper. Nodes of
 * one time are numbered, so that their order is known wherever they stand.
 */
#include "refrain-gxl-event-writer.h"

#include <string.h>

#include "refrain-gxl-unit.h"
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
  GHashTable *unclosed;        /* rows of calls without leave */
  RefrainExtension *extension; /* NULL: no event has details */
  RefrainDetail *leaves;       /* of the leave of each call of the thread; NULL with it */
  RefrainGxlUnit unit;         /* what is known of the node at hand and has no place in columns */
  GString *text;
  GByteArray *rest;
  RefrainTime place; /* of the last node */
  guint64 order;     /* its place among those of one time */
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

/* ---- What the columns do not hold ---- */

/* Notes the details of leaves, which stand behind all that their calls hold. */
static void
find_leaves (Events *self)
{
  RefrainReplay replay = self->replay;

  self->leaves = g_new0 (RefrainDetail, self->thread->n_calls);
  while (refrain_replay_next (&replay))
    if (replay.event == REFRAIN_TAPE_LEAVE)
      self->leaves[replay.row - self->thread->first_call] = replay.detail;
}

/* Puts the details of an event but for units. */
static void
put_details (Events *self, const char *name, const RefrainDetail *detail)
{
  if (G_LIKELY (detail->ticks == 0 && detail->n == 0))
    return;
  g_string_truncate (self->text, 0);
  if (detail->ticks != 0)
    g_string_append_printf (self->text, "%+" G_GINT64_FORMAT, detail->ticks);
  if (detail->n > 0 && self->extension != NULL)
    {
      g_autofree char *records = NULL;

      g_byte_array_set_size (self->rest, 0);
      refrain_gxl_unit_get_rest (self->extension, detail, self->rest);
      records = refrain_extension_to_text (self->extension, self->rest->data, self->rest->len);
      if (records != NULL && *records != '\0')
        g_string_append_printf (self->text, self->text->len > 0 ? " %s" : "%s", records);
    }
  if (self->text->len > 0)
    refrain_gxl_sink_attr_string (self->sink, name, self->text->str);
}

/* The attributes of units of the node, or of its CollectiveData. */
static void
put_units (Events *self, gboolean data)
{
  const gsize skipped = strlen (REFRAIN_GXL_UNIT_DATA);

  for (guint i = 0; i < self->unit.attributes->len; i++)
    {
      const RefrainGxlUnitAttribute *attribute
          = &g_array_index (self->unit.attributes, RefrainGxlUnitAttribute, i);
      const gboolean is_data = g_str_has_prefix (attribute->name, REFRAIN_GXL_UNIT_DATA);

      if (is_data == data)
        refrain_gxl_sink_attr (self->sink, attribute->name + (is_data ? skipped : 0),
                               attribute->type, attribute->value);
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

/* The routine of a call of an unknown kind may be named after it only. */
static void
put_call (Events *self, gsize call)
{
  guint32 routine = self->replay.calls->routine[call];

  if (self->unit.class_name == NULL || routine >= refrain_trace_get_n_routines (self->trace)
      || strcmp (self->unit.class_name,
                 refrain_routine_get_source_name (refrain_trace_get_routine (self->trace, routine)))
             != 0)
    put_routine (self, routine);
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
  put_units (self, TRUE);
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
    case REFRAIN_RECORD_OTHER:
      if (self->unit.class_name != NULL)
        return;
      G_GNUC_FALLTHROUGH;
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
holds_one_event (const RefrainReplay *entered,
                 RefrainReplay *inside,
                 guint32 *begin,
                 RefrainDetail *begin_detail)
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
      *begin_detail = inside->detail;
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

/* Reads what is said of the event at @replay, for the class of its node. */
static void
take_unit (Events *self, const RefrainReplay *replay)
{
  refrain_gxl_unit_reset (&self->unit);
  if (self->extension != NULL && replay->detail.n > 0)
    refrain_gxl_unit_read (&self->unit, self->extension, &replay->detail);
}

static void
put_leave (Events *self, gsize call)
{
  if (self->leaves != NULL)
    put_details (self, "LeaveDetails", &self->leaves[call - self->thread->first_call]);
}

/* A call that holds no event, or several. */
static void
write_whole_call (Events *self, gsize call)
{
  const RefrainDetail detail = self->replay.detail;
  const char *class_name = class_of_call (self->trace, self->replay.calls->routine[call]);

  take_unit (self, &self->replay);
  if (self->unit.class_name != NULL)
    class_name = self->unit.class_name;
  begin_event (self, "c", call, class_name, self->replay.depth - 1,
               self->replay.calls->start[call]);
  put_call (self, call);
  put_units (self, FALSE);
  put_details (self, "EnterDetails", &detail);
  put_leave (self, call);
  end_event (self, "c", call, self->replay.calls->parent[call]);
}

/* What an event says, in its node or in that of the call around it. */
static void
put_event (Events *self, const RefrainReplay *replay)
{
  if (replay->event == REFRAIN_TAPE_OP)
    put_op (self, replay->row);
  else
    put_record (self, replay->row);
}

/* Attributes stand before graphs. */
static void
put_event_details (Events *self, const RefrainReplay *replay)
{
  put_units (self, FALSE);
  put_details (self, "Details", &replay->detail);
}

static void
write_call (Events *self)
{
  gsize call = self->replay.row;
  guint32 caller = self->replay.calls->parent[call];
  gsize level = self->replay.depth - 1;
  const RefrainDetail enter = self->replay.detail;
  RefrainReplay inside;
  guint32 begin;
  RefrainDetail begin_detail;
  gboolean op;

  if (!holds_one_event (&self->replay, &inside, &begin, &begin_detail))
    {
      write_whole_call (self, call);
      return;
    }
  self->replay = inside;
  op = inside.event == REFRAIN_TAPE_OP;
  take_unit (self, &inside);
  begin_event (self, op ? "o" : "r", inside.row,
               op ? class_of_op (self, inside.row, call) : class_of_record (self, inside.row, call),
               level, inside.calls->start[call]);
  put_call (self, call);
  put_details (self, "EnterDetails", &enter);
  put_leave (self, call);
  if (begin != REFRAIN_NONE)
    {
      refrain_gxl_sink_attr_time (self->sink, "BeginTime", inside.records->time[begin]);
      put_details (self, "BeginDetails", &begin_detail);
    }
  put_event_details (self, &inside);
  put_event (self, &inside);
  end_event (self, op ? "o" : "r", inside.row, caller);
}

static void
write_lone_event (Events *self)
{
  gsize row = self->replay.row;
  guint32 call = self->replay.call;
  const gboolean op = self->replay.event == REFRAIN_TAPE_OP;
  const char *class_name = op ? class_of_op (self, row, call) : class_of_record (self, row, call);

  take_unit (self, &self->replay);
  if (self->unit.class_name != NULL)
    class_name = self->unit.class_name;
  begin_event (self, op ? "o" : "r", row, class_name, self->replay.depth, self->replay.time);
  put_event_details (self, &self->replay);
  put_event (self, &self->replay);
  end_event (self, op ? "o" : "r", row, call);
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

static void
write_all (Events *self, GCancellable *cancellable)
{
  guint64 n = 0;

  while (refrain_replay_next (&self->replay))
    {
      if (self->replay.event == REFRAIN_TAPE_ENTER)
        write_call (self);
      else if (self->replay.event != REFRAIN_TAPE_LEAVE)
        write_lone_event (self);
      if (++n % CANCEL_INTERVAL == 0
          && (refrain_gxl_sink_has_failed (self->sink) || g_cancellable_is_cancelled (cancellable)))
        return;
    }
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

  refrain_replay_init (&self.replay, process, thread);
  if (refrain_process_is_damaged (process))
    return;
  self.extension = refrain_trace_get_extension (trace);
  self.text = g_string_new (NULL);
  self.rest = g_byte_array_new ();
  refrain_gxl_unit_init (&self.unit);
  find_unclosed (&self);
  if (thread->n_details > 0)
    find_leaves (&self);
  write_all (&self, cancellable);
  refrain_gxl_unit_clear (&self.unit);
  g_string_free (self.text, TRUE);
  g_byte_array_unref (self.rest);
  g_free (self.leaves);
}

RefrainGxlCallNode *
refrain_gxl_find_call_nodes (RefrainProcess *process)
{
  RefrainGxlCallNode *nodes = g_new0 (RefrainGxlCallNode, refrain_process_get_calls (process)->n);

  for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
    {
      RefrainReplay replay, inside;
      RefrainDetail detail;
      guint32 begin;

      refrain_replay_init (&replay, process, refrain_process_get_thread (process, i));
      while (refrain_replay_next (&replay))
        if (replay.event != REFRAIN_TAPE_ENTER)
          continue;
        else if (holds_one_event (&replay, &inside, &begin, &detail))
          nodes[replay.row]
              = (RefrainGxlCallNode){ inside.row, inside.event == REFRAIN_TAPE_OP ? 'o' : 'r' };
        else
          nodes[replay.row] = (RefrainGxlCallNode){ replay.row, 'c' };
    }
  return nodes;
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
  const RefrainOps *ops = refrain_trace_get_ops (trace, rank);

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
