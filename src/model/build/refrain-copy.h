/* refrain-copy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace recorded anew from another, event by event, with what its maker leaves out or adds.
 */
#pragma once

#include "refrain-replay.h"
#include "refrain-trace-builder.h"

/* Description, clock, and routines with the same indices. */
void refrain_copy_routines (RefrainTrace *trace, RefrainTraceBuilder *builder);
/* These, source, extension, communicators with the same indices, and the defects that are to be
 * kept; processes, threads and events are left to the caller. */
void refrain_copy_definitions (RefrainTrace *trace,
                               gboolean (*keeps) (RefrainDefect *),
                               RefrainTraceBuilder *builder);
/* Whether only the files of a trace show @defect. */
gboolean refrain_copy_is_of_files (RefrainDefect *defect);
/* Adds process @p of @trace without its threads. */
void refrain_copy_process (RefrainTrace *trace, guint p, RefrainTraceBuilder *builder);
/* A recorder for @thread of process @p. */
RefrainRecorder *
refrain_copy_thread (const RefrainThread *thread, guint p, RefrainTraceBuilder *builder);
/* The event that @replay is at, with its details. */
void refrain_copy_event (const RefrainReplay *replay, RefrainRecorder *recorder);
