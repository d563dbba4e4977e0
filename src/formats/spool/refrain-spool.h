/* refrain-spool.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tracer (src/tracer) left of a run: a folder of files, one a thread, as they were when
 * the last of its processes ended, in whatever way.
 */
#pragma once

#include "refrain-progress.h"
#include "refrain-trace.h"

/* In the folder: what was run, as text; may be missing. */
#define REFRAIN_SPOOL_COMMAND_FILE "command"

/* Reads the folder @path, or one file of it. Of several runs of MPI programs that the folder holds
 * the first. See refrain_trace_load(). */
RefrainTrace *refrain_spool_load (const char *path,
                                  GCancellable *cancellable,
                                  const RefrainProgress *progress,
                                  GError **error);
/* The same of run @run, from 0 in the order of their beginning; @n_runs (may be NULL) is how many
 * there are. */
RefrainTrace *refrain_spool_load_run (const char *path,
                                      guint run,
                                      guint *n_runs,
                                      GCancellable *cancellable,
                                      const RefrainProgress *progress,
                                      GError **error);

/* Whether the first @n bytes of a file look like this format's; whether the folder @path holds such
 * files. */
gboolean refrain_spool_sniff (const guint8 *bytes, gsize n);
gboolean refrain_spool_is_folder (const char *path);
