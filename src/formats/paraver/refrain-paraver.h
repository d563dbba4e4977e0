/* refrain-paraver.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paraver traces, as Extrae, Dimemas and many converters write them: records (.prv, plain or packed
 * by gzip), and beside them the names of their numbers (.pcf) and of processes (.row).
 */
#pragma once

#include "refrain-progress.h"
#include "refrain-trace.h"

/* Whether the first @n bytes of a file, unpacked, look like this format's. */
gboolean refrain_paraver_sniff (const guint8 *bytes, gsize n);
/* Reads the trace at @path. Calls of MPI and of routines become calls, communication records become
 * messages with partners as the file says, events about collectives become these; states only where
 * no event is a call. Other events are passed over. See refrain_trace_load(). O(bytes + events log
 * events). */
RefrainTrace *refrain_paraver_load (const char *path,
                                    GCancellable *cancellable,
                                    const RefrainProgress *progress,
                                    GError **error);
/* Writes @trace with the event types and numbers of Extrae; the files beside, too. What the format
 * has no place for is left out (docs/formats.md). See refrain_trace_save(). O(events log threads).
 */
gboolean refrain_paraver_save (RefrainTrace *trace,
                               const char *path,
                               GCancellable *cancellable,
                               const RefrainProgress *progress,
                               GError **error);
/* The events of @trace that refrain_paraver_save() leaves out: those that are neither calls nor
 * MPI, cancellations and tests of requests. O(records). */
guint64 refrain_paraver_count_unwritable (RefrainTrace *trace);
