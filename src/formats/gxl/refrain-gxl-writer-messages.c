/* refrain-gxl-writer-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-gxl-writer-private.h"

#define CANCEL_INTERVAL 8192

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
