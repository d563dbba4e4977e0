/* refrain-event-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Event text (.events): traces as lines of Ketterlin et al. 2014, II-B, one event a line:
 *
 *   0 local call MPI_Isend
 *   0 send 1 tag3000
 *   1 recv 0 tag3003
 *   0 sync MPI_Allreduce 0-15
 *
 * Each line names the process in whose trace it stands: the first number, of `recv` the second.
 * The lines of one process stand in their order, in one file or in several; those of different
 * processes may stand anyhow. There are no times and no sizes.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-progress.h"

/* Reads the files @paths, NULL-terminated, one after the other. NULL with @error, which names file,
 * line and cause. O(bytes). */
RefrainLoopEvents *
refrain_event_text_read (const char *const *paths, GCancellable *cancellable, GError **error);

/* A trace of @events: sends, receives and collectives become operations, at one microsecond for
 * each step of Lamport time; `local call X` and `local return X` begin and end a call of X, any
 * other local event is a call without duration. Operation i of a process is the i-th event of its
 * stream that is not local. */
RefrainTrace *refrain_event_text_make_trace (RefrainLoopEvents *events,
                                             const char *name,
                                             const char *path,
                                             GCancellable *cancellable,
                                             GError **error);
/* @events once more, with the rows of @trace, which was made of them. */
RefrainLoopEvents *refrain_event_text_attach (RefrainLoopEvents *events, RefrainTrace *trace);

/* Reads event text as a trace. See refrain_trace_load(). */
RefrainTrace *refrain_event_text_load (const char *path,
                                       GCancellable *cancellable,
                                       const RefrainProgress *progress,
                                       GError **error);
/* The same for a folder of files whose names end in .events. */
RefrainTrace *
refrain_event_text_load_folder (const char *folder, GCancellable *cancellable, GError **error);
/* The files of a folder whose names end in .events, in the order of their names, NULL-terminated;
 * NULL where there are none. Free with g_strfreev(). */
char **refrain_event_text_list_folder (const char *folder);
/* Writes @trace: operations, and calls as local events. See refrain_trace_save(). */
gboolean refrain_event_text_save (RefrainTrace *trace,
                                  const char *path,
                                  GCancellable *cancellable,
                                  const RefrainProgress *progress,
                                  GError **error);
/* Whether the first @n bytes of a file look like this format's. */
gboolean refrain_event_text_sniff (const guint8 *bytes, gsize n);
