/* refrain-gxl-definition-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In the order of the metamodel's list: scenario, trace, processes with their processors, routines,
 * communicators with their members, defects.
 */
#include "config.h"

#include "refrain-gxl-definition-writer.h"

#include "refrain-metamodel.h"

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

void
refrain_gxl_write_definitions (RefrainGxlSink *sink, RefrainTrace *trace, gboolean scenario)
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
