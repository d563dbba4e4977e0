/* refrain-gxl-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-gxl-writer-private.h"
#include "refrain-gxl.h"
#include "refrain-save.h"

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
  refrain_gxl_sink_raw (self->sink, "<graph id=\"G");
  refrain_gxl_sink_raw (self->sink, id);
  refrain_gxl_sink_raw (self->sink, "\" edgeids=\"false\" edgemode=\"directed\">\n");
  refrain_gxl_write_events (self->sink, self->trace, rank, thread, self->cancellable);
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
    refrain_gxl_write_messages (self->sink, self->trace, p, self->cancellable);
  refrain_gxl_sink_raw (self->sink, "</graph></node>\n<edge from=\"trace1\" to=\"messages\">"
                                    "<type xlink:href=\"#TraceMsgTrace\"/></edge>\n");
}

static void
write_document (Writer *self)
{
  refrain_gxl_sink_raw (self->sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                    "<gxl xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n");
  refrain_gxl_write_schema (self->sink);
  refrain_gxl_sink_raw (self->sink,
                        "<graph id=\"MTF-instance\" edgeids=\"false\" edgemode=\"directed\">"
                        "<type xlink:href=\"#MTF\"/>\n");
  refrain_gxl_write_definitions (self->sink, self->trace);
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
