/* refrain-gxl-event-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events and messages as nodes.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-gxl-sink.h"
#include "refrain-trace.h"

/* Writes the events of @thread, one of process @rank. Ends early when cancelled or when nothing can
 * be written. O(events). */
void refrain_gxl_write_events (RefrainGxlSink *sink,
                               RefrainTrace *trace,
                               guint rank,
                               const RefrainThread *thread,
                               GCancellable *cancellable);
/* The node of a call: its own, letter 'c', or that of the one event in it, 'o' or 'r' and the
 * event's row. */
typedef struct
{
  guint32 row;
  char letter;
} RefrainGxlCallNode;

/* The nodes of all calls of @process, by row; free with g_free(). O(events). */
RefrainGxlCallNode *refrain_gxl_find_call_nodes (RefrainProcess *process);
/* Writes the messages that process @rank sends, each with its two links. As above. O(operations).
 */
void refrain_gxl_write_messages (RefrainGxlSink *sink,
                                 RefrainTrace *trace,
                                 guint rank,
                                 GCancellable *cancellable);
