/* refrain-gxl-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One document: the metamodel as a graph of the GXL metaschema, then the trace: definitions, the
 * events of each thread, the messages.
 *
 * A call and the one event in it make one node: MPI_Send is a Send. What does not fit that, such as
 * the many completions of an MPI_Waitall, are nodes of their own one nesting level deeper.
 */
#include "config.h"

#include "refrain-gxl.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-metamodel.h"
#include "refrain-replay.h"
#include "refrain-gxl-sink.h"
#include "refrain-save.h"

#define CANCEL_INTERVAL 8192

/* ---- Metamodel ---- */

#define METASCHEMA "http://www.gupro.de/GXL/gxl-1.0.gxl#"

static void
begin_schema_node (RefrainGxlSink *sink, const char *id, const char *type)
{
  refrain_gxl_sink_raw (sink, "<node id=\"");
  refrain_gxl_sink_raw (sink, id);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"" METASCHEMA);
  refrain_gxl_sink_raw (sink, type);
  refrain_gxl_sink_raw (sink, "\"/>");
}

static void
begin_schema_edge (RefrainGxlSink *sink, const char *from, const char *to, const char *type)
{
  refrain_gxl_sink_raw (sink, "<edge from=\"");
  refrain_gxl_sink_raw (sink, from);
  refrain_gxl_sink_raw (sink, "\" to=\"");
  refrain_gxl_sink_raw (sink, to);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"" METASCHEMA);
  refrain_gxl_sink_raw (sink, type);
  refrain_gxl_sink_raw (sink, "\"/>");
}

static void
schema_edge (RefrainGxlSink *sink, const char *from, const char *to, const char *type)
{
  begin_schema_edge (sink, from, to, type);
  refrain_gxl_sink_raw (sink, "</edge>\n");
}

static void
write_classes (RefrainGxlSink *sink)
{
  gsize n;
  const RefrainMetaClass *classes = refrain_metamodel_get_classes (&n);

  for (gsize i = 0; i < n; i++)
    {
      begin_schema_node (sink, classes[i].name, "NodeClass");
      refrain_gxl_sink_attr_string (sink, "name", classes[i].name);
      refrain_gxl_sink_attr_bool (sink, "isabstract", classes[i].abstract);
      refrain_gxl_sink_raw (sink, "</node>\n");
      schema_edge (sink, "MTF", classes[i].name, "contains");
      if (classes[i].parent[0] != '\0')
        schema_edge (sink, classes[i].name, classes[i].parent, "isA");
    }
}

static void
write_attributes (RefrainGxlSink *sink)
{
  static const char *const domains[] = { "Int", "Float", "String", "Bool", "Locator" };
  gsize n;
  const RefrainMetaAttribute *attributes = refrain_metamodel_get_attributes (&n);

  for (gsize i = 0; i < G_N_ELEMENTS (domains); i++)
    {
      g_autofree char *id = g_strconcat ("domain.", domains[i], NULL);

      begin_schema_node (sink, id, domains[i]);
      refrain_gxl_sink_raw (sink, "</node>\n");
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *id = g_strconcat (attributes[i].class_name, ".", attributes[i].name, NULL);
      g_autofree char *domain = g_strconcat ("domain.", attributes[i].type, NULL);

      begin_schema_node (sink, id, "AttributeClass");
      refrain_gxl_sink_attr_string (sink, "name", attributes[i].name);
      refrain_gxl_sink_raw (sink, "</node>\n");
      schema_edge (sink, attributes[i].class_name, id, "hasAttribute");
      schema_edge (sink, id, domain, "hasDomain");
    }
}

/* One end of an association: how often a node of the class takes part. -1 is any number. */
static void
write_incidence (RefrainGxlSink *sink,
                 const char *association,
                 const char *class_name,
                 const char *type,
                 guint minimum,
                 int maximum)
{
  begin_schema_edge (sink, association, class_name, type);
  refrain_gxl_sink_raw (sink, "<attr name=\"limits\"><tup><int>");
  refrain_gxl_sink_unsigned (sink, minimum);
  refrain_gxl_sink_raw (sink, "</int><int>");
  refrain_gxl_sink_signed (sink, maximum);
  refrain_gxl_sink_raw (sink, "</int></tup></attr>");
  refrain_gxl_sink_attr_bool (sink, "isordered", FALSE);
  refrain_gxl_sink_raw (sink, "</edge>\n");
}

static void
write_associations (RefrainGxlSink *sink)
{
  gsize n;
  const RefrainMetaAssociation *associations = refrain_metamodel_get_associations (&n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainMetaAssociation *a = &associations[i];

      begin_schema_node (sink, a->name, "EdgeClass");
      refrain_gxl_sink_attr_string (sink, "name", a->name);
      refrain_gxl_sink_attr_bool (sink, "isabstract", FALSE);
      refrain_gxl_sink_attr_bool (sink, "isdirected", TRUE);
      refrain_gxl_sink_raw (sink, "</node>\n");
      schema_edge (sink, "MTF", a->name, "contains");
      write_incidence (sink, a->name, a->from, "from", 0, -1);
      write_incidence (sink, a->name, a->to, "to", a->minimum, a->maximum);
    }
}

static void
write_schema (RefrainGxlSink *sink)
{
  refrain_gxl_sink_raw (sink, "<graph id=\"MTF-schema\" edgeids=\"false\" edgemode=\"directed\">"
                              "<type xlink:href=\"" METASCHEMA "gxl-1.0\"/>\n");
  begin_schema_node (sink, "MTF", "GraphClass");
  refrain_gxl_sink_attr_string (sink, "name", "MTF");
  refrain_gxl_sink_raw (sink, "</node>\n");
  write_classes (sink);
  write_attributes (sink);
  write_associations (sink);
  refrain_gxl_sink_raw (sink, "</graph>\n");
}

/* ---- Definitions ---- */

static void
begin_node (RefrainGxlSink *sink, const char *prefix, guint64 number, const char *type)
{
  refrain_gxl_sink_raw (sink, "<node id=\"");
  refrain_gxl_sink_raw (sink, prefix);
  refrain_gxl_sink_unsigned (sink, number);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#");
  refrain_gxl_sink_raw (sink, type);
  refrain_gxl_sink_raw (sink, "\"/>");
}

static void
end_node (RefrainGxlSink *sink)
{
  refrain_gxl_sink_raw (sink, "</node>\n");
}

/* @order is the place among the edges of its kind that leave the node, or -1. */
static void
edge (RefrainGxlSink *sink,
      const char *from,
      guint64 from_number,
      const char *to,
      guint64 to_number,
      gint64 order,
      const char *type)
{
  refrain_gxl_sink_raw (sink, "<edge from=\"");
  refrain_gxl_sink_raw (sink, from);
  refrain_gxl_sink_unsigned (sink, from_number);
  refrain_gxl_sink_raw (sink, "\" to=\"");
  refrain_gxl_sink_raw (sink, to);
  refrain_gxl_sink_unsigned (sink, to_number);
  if (order >= 0)
    {
      refrain_gxl_sink_raw (sink, "\" fromorder=\"");
      refrain_gxl_sink_unsigned (sink, order);
    }
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#");
  refrain_gxl_sink_raw (sink, type);
  refrain_gxl_sink_raw (sink, "\"/></edge>\n");
}

static void
write_trace (RefrainGxlSink *sink, RefrainTrace *trace)
{
  gint64 wall_clock = refrain_trace_get_wall_clock (trace);

  begin_node (sink, "scen", 1, "Scenario");
  if (refrain_trace_get_description (trace) != NULL)
    refrain_gxl_sink_attr_string (sink, "desc", refrain_trace_get_description (trace));
  end_node (sink);
  begin_node (sink, "trace", 1, "Trace");
  refrain_gxl_sink_attr_string (sink, "TraceID", refrain_trace_get_name (trace));
  refrain_gxl_sink_attr_time (sink, "StartTime", refrain_trace_get_start (trace));
  refrain_gxl_sink_attr_time (sink, "EndTime", refrain_trace_get_end (trace));
  refrain_gxl_sink_attr_string (sink, "Comments", "Refrain " PACKAGE_VERSION);
  refrain_gxl_sink_attr_unsigned (sink, "Version", REFRAIN_MTF_VERSION);
  refrain_gxl_sink_attr_unsigned (sink, "ClockOrigin", refrain_trace_get_clock_origin (trace));
  if (wall_clock >= 0)
    refrain_gxl_sink_attr_unsigned (sink, "WallClock", wall_clock);
  end_node (sink);
  edge (sink, "scen", 1, "trace", 1, -1, "ScenarioTrace");
}

static void
write_processes (RefrainGxlSink *sink, RefrainTrace *trace)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const char *host = refrain_process_get_host (process);
      guint number = host == NULL ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (hosts, host));

      if (host != NULL && number == 0)
        {
          number = g_hash_table_size (hosts) + 1;
          g_hash_table_insert (hosts, (gpointer) host, GUINT_TO_POINTER (number));
          begin_node (sink, "PRCR", number, "Processor");
          refrain_gxl_sink_attr_unsigned (sink, "ProcessorID", number);
          refrain_gxl_sink_attr_string (sink, "ProcessorName", host);
          end_node (sink);
        }
      begin_node (sink, "PRC", p, "Process");
      refrain_gxl_sink_attr_unsigned (sink, "ProcessID", p);
      refrain_gxl_sink_attr_unsigned (sink, "Rank", p);
      refrain_gxl_sink_attr_string (sink, "ProcessName", refrain_process_get_name (process));
      end_node (sink);
      if (host != NULL)
        edge (sink, "PRC", p, "PRCR", number, -1, "ProcessProcessor");
    }
}

static void
write_routines (RefrainGxlSink *sink, RefrainTrace *trace)
{
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      begin_node (sink, "RTN", i, "Routine");
      refrain_gxl_sink_attr_string (sink, "routineName", refrain_routine_get_source_name (routine));
      if (refrain_routine_get_file (routine) != NULL)
        refrain_gxl_sink_attr_string (sink, "file", refrain_routine_get_file (routine));
      if (refrain_routine_get_line (routine) != 0)
        refrain_gxl_sink_attr_unsigned (sink, "line", refrain_routine_get_line (routine));
      end_node (sink);
    }
}

static void
write_members (
    RefrainGxlSink *sink, guint comm, const gint32 *members, gsize n, const char *association)
{
  for (gsize i = 0; i < n; i++)
    if (members[i] >= 0)
      edge (sink, "COMM", comm, "PRC", members[i], i, association);
}

static void
write_communicators (RefrainGxlSink *sink, RefrainTrace *trace)
{
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, i);
      const char *name = refrain_communicator_get_source_name (comm);
      g_autofree char *cartesian = refrain_communicator_write_cartesian (comm);
      gsize n, n_remote;
      const gint32 *members = refrain_communicator_get_members (comm, &n);
      const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);

      begin_node (sink, "COMM", i, "Communicator");
      refrain_gxl_sink_attr_unsigned (sink, "CommID", refrain_communicator_get_id (comm));
      if (name != NULL)
        refrain_gxl_sink_attr_string (sink, "CommName", name);
      if (refrain_communicator_get_parent_id (comm) >= 0)
        refrain_gxl_sink_attr_signed (sink, "ParentID", refrain_communicator_get_parent_id (comm));
      if (refrain_communicator_is_self (comm))
        refrain_gxl_sink_attr_bool (sink, "Self", TRUE);
      refrain_gxl_sink_attr_unsigned (sink, "Size", n);
      if (remote != NULL)
        refrain_gxl_sink_attr_unsigned (sink, "RemoteSize", n_remote);
      if (cartesian != NULL)
        refrain_gxl_sink_attr_string (sink, "Cartesian", cartesian);
      end_node (sink);
      write_members (sink, i, members, n, "CommunicatorProcess");
      write_members (sink, i, remote, n_remote, "CommunicatorRemoteProcess");
    }
}

/* Most defects can be found again in the events; these cannot. */
static gboolean
must_be_told (RefrainDefectKind kind)
{
  switch (kind)
    {
    case REFRAIN_DEFECT_TIME_BACKWARDS:
    case REFRAIN_DEFECT_TIME_OUT_OF_RANGE:
    case REFRAIN_DEFECT_UNDEFINED_ROUTINE:
    case REFRAIN_DEFECT_UNDEFINED_COMMUNICATOR:
    case REFRAIN_DEFECT_UNDEFINED_RANK:
    case REFRAIN_DEFECT_DUPLICATE_DEFINITION:
    case REFRAIN_DEFECT_TRUNCATED:
    case REFRAIN_DEFECT_MISSING_FILE:
    case REFRAIN_DEFECT_DAMAGED:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
write_defects (RefrainGxlSink *sink, RefrainTrace *trace)
{
  GListModel *defects = refrain_trace_get_defects (trace);

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);
      RefrainDefectKind kind = refrain_defect_get_kind (defect);

      if (!must_be_told (kind))
        continue;
      begin_node (sink, "DEF", i, "Defect");
      refrain_gxl_sink_attr_string (sink, "Kind", refrain_defect_kind_get_name (kind));
      if (refrain_defect_get_process (defect) >= 0)
        refrain_gxl_sink_attr_locator (sink, "Process", "PRC", refrain_defect_get_process (defect));
      refrain_gxl_sink_attr_unsigned (sink, "Count", refrain_defect_get_count (defect));
      refrain_gxl_sink_attr_time (sink, "Time", refrain_defect_get_time (defect));
      if (refrain_defect_get_detail (defect) != NULL)
        refrain_gxl_sink_attr_string (sink, "Detail", refrain_defect_get_detail (defect));
      end_node (sink);
    }
}

static void
write_definitions (RefrainGxlSink *sink, RefrainTrace *trace)
{
  write_trace (sink, trace);
  write_processes (sink, trace);
  write_routines (sink, trace);
  write_communicators (sink, trace);
  write_defects (sink, trace);
}

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
begin_event (Events *self, const char *letter, gsize row, const char *class_name, gsize level)
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
                   level);
      put_call (self, call);
      end_event (self, "c", call, caller);
      return;
    }
  self->replay = inside;
  op = inside.event == REFRAIN_TAPE_OP;
  begin_event (self, op ? "o" : "r", inside.row,
               op ? class_of_op (self, inside.row, call) : class_of_record (self, inside.row, call),
               level);
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
      begin_event (self, "o", row, class_of_op (self, row, call), self->replay.depth);
      put_op (self, row);
      end_event (self, "o", row, call);
    }
  else
    {
      begin_event (self, "r", row, class_of_record (self, row, call), self->replay.depth);
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

static void
write_events (RefrainGxlSink *sink,
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

static void
write_messages (RefrainGxlSink *sink, RefrainTrace *trace, guint rank, GCancellable *cancellable)
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

/* ---- The document ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainGxlSink *sink;
  GCancellable *cancellable;
  RefrainProgressFunc progress;
  gpointer progress_data;
} Writer;

static gboolean
should_stop (Writer *self)
{
  return refrain_gxl_sink_has_failed (self->sink) || g_cancellable_is_cancelled (self->cancellable);
}

static void
write_process_trace (Writer *self, guint rank, gsize index)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, rank);
  const RefrainThread *thread = refrain_process_get_thread (process, index);
  g_autofree char *id = g_strdup_printf ("T%u.%" G_GSIZE_FORMAT, rank, index);

  refrain_gxl_sink_raw (self->sink, "<node id=\"");
  refrain_gxl_sink_raw (self->sink, id);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#ProcessTrace\"/>");
  refrain_gxl_sink_attr_locator (self->sink, "Process", "PRC", rank);
  refrain_gxl_sink_attr_unsigned (self->sink, "ThreadID", thread->id);
  if (thread->name != NULL)
    refrain_gxl_sink_attr_string (self->sink, "ThreadName", thread->name);
  if (thread->is_stream)
    refrain_gxl_sink_attr_unsigned (self->sink, "Stream", 1);
  refrain_gxl_sink_raw (self->sink, "<graph id=\"G");
  refrain_gxl_sink_raw (self->sink, id);
  refrain_gxl_sink_raw (self->sink, "\" edgeids=\"false\" edgemode=\"directed\">\n");
  write_events (self->sink, self->trace, rank, thread, self->cancellable);
  refrain_gxl_sink_raw (self->sink, "</graph></node>\n<edge from=\"trace1\" to=\"");
  refrain_gxl_sink_raw (self->sink, id);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#TraceProcessTrace\"/></edge>\n");
}

static void
write_process_traces (Writer *self)
{
  guint n = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n && !should_stop (self); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);
      g_autofree char *sentence
          = g_strdup_printf (_ ("Writing %s"), refrain_process_get_name (process));

      if (self->progress != NULL)
        self->progress (0.8 * p / n, sentence, self->progress_data);
      for (gsize i = 0; i < refrain_process_get_n_threads (process) && !should_stop (self); i++)
        write_process_trace (self, p, i);
    }
}

static void
write_message_trace (Writer *self)
{
  guint n = refrain_trace_get_n_processes (self->trace);

  if (self->progress != NULL)
    self->progress (0.8, _ ("Writing messages"), self->progress_data);
  refrain_gxl_sink_raw (self->sink,
                        "<node id=\"messages\"><type xlink:href=\"#MsgTrace\"/>"
                        "<graph id=\"Gmessages\" edgeids=\"false\" edgemode=\"directed\">\n");
  for (guint p = 0; p < n && !should_stop (self); p++)
    write_messages (self->sink, self->trace, p, self->cancellable);
  refrain_gxl_sink_raw (self->sink, "</graph></node>\n<edge from=\"trace1\" to=\"messages\">"
                                    "<type xlink:href=\"#TraceMsgTrace\"/></edge>\n");
}

static void
write_document (Writer *self)
{
  refrain_gxl_sink_raw (self->sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                    "<gxl xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n");
  write_schema (self->sink);
  refrain_gxl_sink_raw (self->sink,
                        "<graph id=\"MTF-instance\" edgeids=\"false\" edgemode=\"directed\">"
                        "<type xlink:href=\"#MTF\"/>\n");
  write_definitions (self->sink, self->trace);
  write_process_traces (self);
  write_message_trace (self);
  refrain_gxl_sink_raw (self->sink, "</graph>\n</gxl>\n");
}

gboolean
refrain_gxl_save (RefrainTrace *trace,
                  const char *path,
                  GCancellable *cancellable,
                  RefrainProgressFunc progress,
                  gpointer progress_data,
                  GError **error)
{
  g_autofree char *temporary = NULL;
  Writer self = {
    .trace = trace, .cancellable = cancellable, .progress = progress, .progress_data = progress_data
  };
  int fd, problem;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  temporary = refrain_save_begin (path, &fd, error);
  if (temporary == NULL)
    return FALSE;
  self.sink = refrain_gxl_sink_new (fd, path);
  write_document (&self);
  problem = refrain_gxl_sink_close (self.sink);
  if (problem == 0 && !g_cancellable_is_cancelled (cancellable))
    return refrain_save_commit (temporary, path, error);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    refrain_save_fail (path, g_strerror (problem), error);
  g_unlink (temporary);
  return FALSE;
}
