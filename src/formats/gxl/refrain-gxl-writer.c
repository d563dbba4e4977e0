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

#include "refrain-gxl-definition-writer.h"
#include "refrain-gxl-event-writer.h"
#include "refrain-gxl-sink.h"
#include "refrain-metamodel.h"
#include "refrain-save.h"

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
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
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
  refrain_gxl_write_definitions (self->sink, self->trace, number == 1);
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
                          RefrainProgressFunc progress,
                          gpointer progress_data,
                          GError **error)
{
  g_autofree char *temporary = NULL;
  Writer self
      = { .cancellable = cancellable, .progress = progress, .progress_data = progress_data };
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
                  RefrainProgressFunc progress,
                  gpointer progress_data,
                  GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  return refrain_gxl_save_several (&trace, 1, path, cancellable, progress, progress_data, error);
}
