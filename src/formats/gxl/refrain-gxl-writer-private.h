/* refrain-gxl-writer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the GXL writer share.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-gxl-sink.h"
#include "refrain-trace.h"

G_BEGIN_DECLS

/* The class of a call of routine @index that holds no event of its own. */
const char *refrain_gxl_class_of_call (RefrainTrace *trace, guint32 index);
/* The class of a collective operation. */
const char *refrain_gxl_class_of_collective (RefrainCollective type);

/* The metamodel as a graph of the GXL metaschema. */
void refrain_gxl_write_schema (RefrainGxlSink *sink);

/* Scenario, trace, processors, processes, routines, communicators and what joins them. */
void refrain_gxl_write_definitions (RefrainGxlSink *sink, RefrainTrace *trace);

/* The content of a ProcessTrace's graph: the events of one thread of process @rank. */
void refrain_gxl_write_events (RefrainGxlSink *sink,
                               RefrainTrace *trace,
                               guint rank,
                               const RefrainThread *thread,
                               GCancellable *cancellable);

/* The content of the MsgTrace's graph: the messages that process @rank sent. */
void refrain_gxl_write_messages (RefrainGxlSink *sink,
                                 RefrainTrace *trace,
                                 guint rank,
                                 GCancellable *cancellable);

G_END_DECLS
