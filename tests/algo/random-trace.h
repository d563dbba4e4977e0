/* random-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small random programs that could have run: matched messages, collectives, nested routines.
 */
#pragma once

#include "refrain-trace-builder.h"

G_BEGIN_DECLS

/* A builder with @n processes of one thread each (in @recorders) and a communicator of all. */
RefrainTraceBuilder *
random_trace_builder (guint n, RefrainRecorder **recorders, guint32 *communicator);
RefrainTrace *random_trace_finish (RefrainTraceBuilder *builder);

/* Rounds of work in routines of a few names; each round sends messages from process to process, or
 * all take part in a collective. Messages may stay unmatched. */
RefrainTrace *random_trace_new (guint32 seed, guint n_processes, guint rounds);

G_END_DECLS
