/* refrain-gxl-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One document: the metamodel as a graph of the GXL metaschema, then a graph a trace: definitions,
 * the events of each thread, the messages. The ids of all traces but the first begin with "t2-".
 */
#include "config.h"

#include "refrain-gxl.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-gxl-event-writer.h"
#include "refrain-gxl-sink.h"
#include "refrain-metamodel.h"
#include "refrain-save.h"
#include "refrain-trace.h"

/* ---- The schema ---- */

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

/* Writes the graph. */
static void
refrain_gxl_write_schema (RefrainGxlSink *sink)
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

/* ---- Patterns ----
 *
 * A pattern of messages refers to Message and CollectiveData nodes; where an operation has neither
 * (a barrier, a send that nobody receives), to that itself. A pattern of calls refers to their
 * nodes.
 */

typedef struct
{
  RefrainGxlSink *sink;
  RefrainTrace *trace;
  GCancellable *cancellable;
  RefrainTracePatterns *patterns;
  RefrainGxlCallNode **calls; /* of each process, made when first asked for */
} PatternWriter;

static void
write_edge (PatternWriter *self,
            guint64 occurrence,
            const char *letter,
            guint process,
            gsize row,
            const char *type)
{
  refrain_gxl_sink_raw (self->sink, "<edge from=\"");
  refrain_gxl_sink_name (self->sink, "OCC", occurrence);
  refrain_gxl_sink_raw (self->sink, "\" to=\"");
  refrain_gxl_sink_id (self->sink, letter, process, row);
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#");
  refrain_gxl_sink_raw (self->sink, type);
  refrain_gxl_sink_raw (self->sink, "\"/></edge>\n");
}

static void
write_unit (PatternWriter *self, guint64 occurrence, const char *letter, guint process, gsize row)
{
  write_edge (self, occurrence, letter, process, row, "PatternOccurrenceTraceableUnit");
}

static void
write_operation (PatternWriter *self, guint64 occurrence, guint process, gsize row)
{
  write_edge (self, occurrence, "o", process, row, "PatternOccurrenceOperation");
}

/* A message is told once: by its sender, or by its receiver where the sender is not in the
 * occurrence. */
static gboolean
is_told_by_sender (const RefrainPatternRows *rows, gsize n, guint32 process, guint32 op)
{
  for (gsize i = 0; i < n; i++)
    if (rows[i].process == process && op >= rows[i].first && op - rows[i].first < rows[i].n)
      return TRUE;
  return FALSE;
}

static void
write_op (PatternWriter *self,
          guint64 occurrence,
          const RefrainPatternRows *rows,
          gsize n,
          guint process,
          gsize op)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  gboolean matched;

  if (op >= ops->n)
    return; /* damaged */
  matched = ops->partner[op] != REFRAIN_NONE;
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && ops->tag[op] != REFRAIN_COLLECTIVE_BARRIER)
    write_unit (self, occurrence, "d", process, op);
  else if (ops->kind[op] == REFRAIN_OP_COLLECTIVE || !matched)
    write_operation (self, occurrence, process, op);
  else if (REFRAIN_OP_IS_SEND (ops->kind[op]))
    write_unit (self, occurrence, "m", process, op);
  else if (!is_told_by_sender (rows, n, ops->peer[op], ops->partner[op]))
    write_unit (self, occurrence, "m", ops->peer[op], ops->partner[op]);
}

static void
write_call (PatternWriter *self, guint64 occurrence, guint process, gsize call)
{
  RefrainProcess *owner = refrain_trace_get_process (self->trace, process);
  const RefrainGxlCallNode *node;

  if (call >= refrain_process_get_calls (owner)->n)
    return; /* damaged */
  if (self->calls[process] == NULL)
    self->calls[process] = refrain_gxl_find_call_nodes (owner);
  node = &self->calls[process][call];
  write_unit (self, occurrence,
              node->letter == 'c'   ? "c"
              : node->letter == 'o' ? "o"
                                    : "r",
              process, node->letter == 'c' ? call : node->row);
}

static void
write_occurrence (PatternWriter *self, guint pattern, guint64 occurrence)
{
  const RefrainKeptPattern kind = refrain_trace_patterns_get_kind (self->patterns, pattern);
  gsize n;
  const RefrainPatternRows *rows = refrain_trace_patterns_get_rows (self->patterns, occurrence, &n);

  refrain_gxl_sink_begin_node (self->sink, "OCC", occurrence, "PatternOccurrence");
  refrain_gxl_sink_end_node (self->sink);
  refrain_gxl_sink_edge (self->sink, "OCC", occurrence, "PTN", pattern, -1,
                         "PatternOccurrenceTracePattern");
  refrain_gxl_sink_edge (self->sink, "trace", 1, "OCC", occurrence, -1, "TracePatternOccurrence");
  for (gsize i = 0; i < n; i++)
    for (guint32 k = 0; k < rows[i].n; k++)
      if (kind == REFRAIN_KEPT_CALLS)
        write_call (self, occurrence, rows[i].process, (gsize) rows[i].first + k);
      else
        write_op (self, occurrence, rows, n, rows[i].process, (gsize) rows[i].first + k);
}

/* Writes the patterns that are kept with @trace; nothing where there are none. Ends early when
 * cancelled or when nothing can be written. O(operations and calls in occurrences), and O(calls)
 * where there are patterns of calls. */
static void
write_patterns (RefrainGxlSink *sink, RefrainTrace *trace, GCancellable *cancellable)
{
  PatternWriter self = { .sink = sink,
                         .trace = trace,
                         .cancellable = cancellable,
                         .patterns = refrain_trace_get_patterns (trace) };
  const guint n_processes = refrain_trace_get_n_processes (trace);

  if (self.patterns == NULL)
    return;
  self.calls = g_new0 (RefrainGxlCallNode *, n_processes);
  for (guint i = 0; i < refrain_trace_patterns_get_n (self.patterns); i++)
    {
      const char *description = refrain_trace_patterns_get_description (self.patterns, i);
      guint64 first, end;

      refrain_gxl_sink_begin_node (sink, "PTN", i,
                                   refrain_trace_patterns_get_kind (self.patterns, i)
                                           == REFRAIN_KEPT_CALLS
                                       ? "RoutinePattern"
                                       : "CommPattern");
      if (*description != '\0')
        refrain_gxl_sink_attr_string (sink, "desc", description);
      refrain_gxl_sink_end_node (sink);
      refrain_trace_patterns_get_occurrences (self.patterns, i, &first, &end);
      for (; first < end; first++)
        {
          if (refrain_gxl_sink_has_failed (sink) || g_cancellable_is_cancelled (cancellable))
            break;
          write_occurrence (&self, i, first);
        }
    }
  for (guint i = 0; i < n_processes; i++)
    g_free (self.calls[i]);
  g_free (self.calls);
}

/* ---- Definitions ---- */

/* In the order of the metamodel's list: scenario, trace, processes with their processors,
 * routines, communicators with their members, defects. */

/* ---- Trace, processes ---- */

static void
write_scenario (RefrainGxlSink *sink, RefrainTrace *trace)
{
  refrain_gxl_sink_begin_node (sink, "scen", 1, "Scenario");
  if (refrain_trace_get_description (trace) != NULL)
    refrain_gxl_sink_attr_string (sink, "desc", refrain_trace_get_description (trace));
  refrain_gxl_sink_end_node (sink);
}

static void
write_trace (RefrainGxlSink *sink, RefrainTrace *trace)
{
  gint64 wall_clock = refrain_trace_get_wall_clock (trace);

  refrain_gxl_sink_begin_node (sink, "trace", 1, "Trace");
  refrain_gxl_sink_attr_string (sink, "TraceID", refrain_trace_get_name (trace));
  refrain_gxl_sink_attr_time (sink, "StartTime", refrain_trace_get_start (trace));
  refrain_gxl_sink_attr_time (sink, "EndTime", refrain_trace_get_end (trace));
  refrain_gxl_sink_attr_string (sink, "Comments", "Refrain " PACKAGE_VERSION);
  refrain_gxl_sink_attr_unsigned (sink, "Version", REFRAIN_MTF_VERSION);
  refrain_gxl_sink_attr_unsigned (sink, "ClockOrigin", refrain_trace_get_clock_origin (trace));
  if (wall_clock >= 0)
    refrain_gxl_sink_attr_unsigned (sink, "WallClock", wall_clock);
  refrain_gxl_sink_end_node (sink);
  refrain_gxl_sink_raw (sink, "<edge from=\"scen1\" to=\"");
  refrain_gxl_sink_name (sink, "trace", 1);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#ScenarioTrace\"/></edge>\n");
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
          refrain_gxl_sink_begin_node (sink, "PRCR", number, "Processor");
          refrain_gxl_sink_attr_unsigned (sink, "ProcessorID", number);
          refrain_gxl_sink_attr_string (sink, "ProcessorName", host);
          refrain_gxl_sink_end_node (sink);
        }
      refrain_gxl_sink_begin_node (sink, "PRC", p, "Process");
      refrain_gxl_sink_attr_unsigned (sink, "ProcessID", p);
      refrain_gxl_sink_attr_unsigned (sink, "Rank", p);
      refrain_gxl_sink_attr_string (sink, "ProcessName", refrain_process_get_name (process));
      refrain_gxl_sink_end_node (sink);
      if (host != NULL)
        refrain_gxl_sink_edge (sink, "PRC", p, "PRCR", number, -1, "ProcessProcessor");
    }
}

static void
write_routines (RefrainGxlSink *sink, RefrainTrace *trace)
{
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      refrain_gxl_sink_begin_node (sink, "RTN", i, "Routine");
      refrain_gxl_sink_attr_string (sink, "routineName", refrain_routine_get_source_name (routine));
      if (refrain_routine_get_file (routine) != NULL)
        refrain_gxl_sink_attr_string (sink, "file", refrain_routine_get_file (routine));
      if (refrain_routine_get_line (routine) != 0)
        refrain_gxl_sink_attr_unsigned (sink, "line", refrain_routine_get_line (routine));
      refrain_gxl_sink_end_node (sink);
    }
}

static void
write_members (
    RefrainGxlSink *sink, guint comm, const gint32 *members, gsize n, const char *association)
{
  for (gsize i = 0; i < n; i++)
    if (members[i] >= 0)
      refrain_gxl_sink_edge (sink, "COMM", comm, "PRC", members[i], i, association);
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

      refrain_gxl_sink_begin_node (sink, "COMM", i, "Communicator");
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
      refrain_gxl_sink_end_node (sink);
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
    case REFRAIN_DEFECT_UNIT_WITHOUT_ROW:
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
      refrain_gxl_sink_begin_node (sink, "DEF", i, "Defect");
      refrain_gxl_sink_attr_string (sink, "Kind", refrain_defect_kind_get_name (kind));
      if (refrain_defect_get_process (defect) >= 0)
        refrain_gxl_sink_attr_locator (sink, "Process", "PRC", refrain_defect_get_process (defect));
      refrain_gxl_sink_attr_unsigned (sink, "Count", refrain_defect_get_count (defect));
      refrain_gxl_sink_attr_time (sink, "Time", refrain_defect_get_time (defect));
      if (refrain_defect_get_detail (defect) != NULL)
        refrain_gxl_sink_attr_string (sink, "Detail", refrain_defect_get_detail (defect));
      refrain_gxl_sink_end_node (sink);
    }
}

/* What the source defines beyond all this, a node a record. */
static void
write_extension (RefrainGxlSink *sink, RefrainTrace *trace)
{
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  RefrainRecordBytes left, fields;
  const guint8 *start;
  guint number;

  if (extension == NULL)
    return;
  refrain_gxl_sink_begin_node (sink, "EXT", 0, "Extension");
  refrain_gxl_sink_attr_string (sink, "Source", refrain_extension_get_source (extension));
  refrain_gxl_sink_attr_string (sink, "Schema", refrain_extension_get_schema (extension));
  refrain_gxl_sink_end_node (sink);
  left = refrain_extension_start (extension);
  start = left.at;
  for (guint64 i = 0; refrain_extension_next (extension, &left, &number, &fields); i++)
    {
      g_autofree char *text = refrain_extension_to_text (extension, start, left.at - start);

      start = left.at;
      refrain_gxl_sink_begin_node (sink, "X", i, "ExtensionRecord");
      refrain_gxl_sink_attr_string (sink, "Record", text);
      refrain_gxl_sink_end_node (sink);
    }
}

/* Writes what @trace defines; @scenario: the Scenario, too. O(members of communicators). */
static void
gxl_write_definitions (RefrainGxlSink *sink, RefrainTrace *trace, gboolean scenario)
{
  if (scenario)
    write_scenario (sink, trace);
  write_trace (sink, trace);
  write_processes (sink, trace);
  write_routines (sink, trace);
  write_communicators (sink, trace);
  write_defects (sink, trace);
  write_extension (sink, trace);
}

/* ---- The document ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainGxlSink *sink;
  GCancellable *cancellable;
  const RefrainProgress *progress;
} Writer;

static gboolean
should_stop (Writer *self)
{
  return refrain_gxl_sink_has_failed (self->sink) || g_cancellable_is_cancelled (self->cancellable);
}

static void
write_process_trace (Writer *self, guint rank, gsize index)
{
  RefrainGxlSink *sink = self->sink;
  const RefrainThread *thread
      = refrain_process_get_thread (refrain_trace_get_process (self->trace, rank), index);

  refrain_gxl_sink_raw (sink, "<node id=\"");
  refrain_gxl_sink_id (sink, "T", rank, index);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#ProcessTrace\"/>");
  refrain_gxl_sink_attr_locator (sink, "Process", "PRC", rank);
  refrain_gxl_sink_attr_unsigned (sink, "ThreadID", thread->id);
  if (thread->name != NULL)
    refrain_gxl_sink_attr_string (sink, "ThreadName", thread->name);
  if (thread->is_stream)
    refrain_gxl_sink_attr_unsigned (sink, "Stream", 1);
  refrain_gxl_sink_raw (sink, "<graph id=\"");
  refrain_gxl_sink_id (sink, "GT", rank, index);
  refrain_gxl_sink_raw (sink, "\" edgeids=\"false\" edgemode=\"directed\">\n");
  refrain_gxl_write_events (sink, self->trace, rank, thread, self->cancellable);
  refrain_gxl_sink_raw (sink, "</graph></node>\n<edge from=\"");
  refrain_gxl_sink_name (sink, "trace", 1);
  refrain_gxl_sink_raw (sink, "\" to=\"");
  refrain_gxl_sink_id (sink, "T", rank, index);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"#TraceProcessTrace\"/></edge>\n");
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

      refrain_progress_tell (self->progress, 0.8 * p / n, sentence);
      for (gsize i = 0; i < refrain_process_get_n_threads (process) && !should_stop (self); i++)
        write_process_trace (self, p, i);
    }
}

static void
write_message_trace (Writer *self)
{
  guint n = refrain_trace_get_n_processes (self->trace);

  refrain_progress_tell (self->progress, 0.8, _ ("Writing messages"));
  refrain_gxl_sink_raw (self->sink, "<node id=\"");
  refrain_gxl_sink_label (self->sink, "messages");
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#MsgTrace\"/><graph id=\"");
  refrain_gxl_sink_label (self->sink, "Gmessages");
  refrain_gxl_sink_raw (self->sink, "\" edgeids=\"false\" edgemode=\"directed\">\n");
  for (guint p = 0; p < n && !should_stop (self); p++)
    refrain_gxl_write_messages (self->sink, self->trace, p, self->cancellable);
  refrain_gxl_sink_raw (self->sink, "</graph></node>\n<edge from=\"");
  refrain_gxl_sink_name (self->sink, "trace", 1);
  refrain_gxl_sink_raw (self->sink, "\" to=\"");
  refrain_gxl_sink_label (self->sink, "messages");
  refrain_gxl_sink_raw (self->sink, "\"><type xlink:href=\"#TraceMsgTrace\"/></edge>\n");
}

/* Trace @number, from 1, of the scenario. */
static void
write_instance (Writer *self, guint number)
{
  g_autofree char *prefix = number > 1 ? g_strdup_printf ("t%u-", number) : NULL;

  refrain_gxl_sink_set_prefix (self->sink, prefix);
  refrain_gxl_sink_raw (self->sink, "<graph id=\"");
  refrain_gxl_sink_label (self->sink, "MTF-instance");
  refrain_gxl_sink_raw (self->sink, "\" edgeids=\"false\" edgemode=\"directed\">"
                                    "<type xlink:href=\"#MTF\"/>\n");
  gxl_write_definitions (self->sink, self->trace, number == 1);
  write_process_traces (self);
  write_message_trace (self);
  write_patterns (self->sink, self->trace, self->cancellable);
  refrain_gxl_sink_raw (self->sink, "</graph>\n");
}

static void
write_document (Writer *self, RefrainTrace *const *traces, guint n)
{
  refrain_gxl_sink_raw (self->sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                    "<gxl xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n");
  refrain_gxl_write_schema (self->sink);
  for (guint i = 0; i < n && !should_stop (self); i++)
    {
      self->trace = traces[i];
      write_instance (self, i + 1);
    }
  refrain_gxl_sink_raw (self->sink, "</gxl>\n");
}

gboolean
refrain_gxl_save_several (RefrainTrace *const *traces,
                          guint n,
                          const char *path,
                          GCancellable *cancellable,
                          const RefrainProgress *progress,
                          GError **error)
{
  g_autofree char *temporary = NULL;
  Writer self = { .cancellable = cancellable, .progress = progress };
  int fd, problem;

  g_return_val_if_fail (n > 0, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  temporary = refrain_save_begin (path, &fd, error);
  if (temporary == NULL)
    return FALSE;
  self.sink = refrain_gxl_sink_new (fd, path);
  write_document (&self, traces, n);
  problem = refrain_gxl_sink_close (self.sink);
  if (problem == 0 && !g_cancellable_is_cancelled (cancellable))
    return refrain_save_commit (temporary, path, error);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    refrain_save_fail (path, g_strerror (problem), error);
  g_unlink (temporary);
  return FALSE;
}

gboolean
refrain_gxl_save (RefrainTrace *trace,
                  const char *path,
                  GCancellable *cancellable,
                  const RefrainProgress *progress,
                  GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  return refrain_gxl_save_several (&trace, 1, path, cancellable, progress, error);
}
