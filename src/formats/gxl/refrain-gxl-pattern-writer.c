/* refrain-gxl-pattern-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pattern of messages refers to Message and CollectiveData nodes; where an operation has neither
 * (a barrier, a send that nobody receives), to that itself. A pattern of calls refers to their
 * nodes.
 */
#include "config.h"

#include "refrain-gxl-pattern-writer.h"

#include "refrain-gxl-event-writer.h"

typedef struct
{
  RefrainGxlSink *sink;
  RefrainTrace *trace;
  GCancellable *cancellable;
  RefrainTracePatterns *patterns;
  RefrainGxlCallNode **calls; /* of each process, made when first asked for */
} Writer;

static void
write_edge (Writer *self,
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
write_unit (Writer *self, guint64 occurrence, const char *letter, guint process, gsize row)
{
  write_edge (self, occurrence, letter, process, row, "PatternOccurrenceTraceableUnit");
}

static void
write_operation (Writer *self, guint64 occurrence, guint process, gsize row)
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
write_op (Writer *self,
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
write_call (Writer *self, guint64 occurrence, guint process, gsize call)
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
write_occurrence (Writer *self, guint pattern, guint64 occurrence)
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

void
refrain_gxl_write_patterns (RefrainGxlSink *sink, RefrainTrace *trace, GCancellable *cancellable)
{
  Writer self = { .sink = sink,
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
