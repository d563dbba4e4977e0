/* refrain-format.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening and saving traces, whatever their format.
 */
#pragma once

#include "refrain-arrivals.h"
#include "refrain-compact-make.h"
#include "refrain-progress.h"
#include "refrain-trace.h"

/* Reads the trace at @path: by its content, not its name. A folder that holds one OTF2 anchor file
 * is taken as that, one that holds event text (.events) or what the tracer left of a run as one
 * trace; "-" is standard input, which can be any trace that is one file. @progress may be NULL; it
 * is called from any thread. Errors are one sentence naming file, place and cause. */
RefrainTrace *refrain_trace_load (const char *path,
                                  GCancellable *cancellable,
                                  const RefrainProgress *progress,
                                  GError **error);

/* The same; @arrivals (or NULL), of which each reading needs its own, tells what has arrived so far
 * where the format can do that (OTF2), and can be told to stop: the trace is then made of what was
 * read by then, and says so by a REFRAIN_DEFECT_NOT_READ. */
RefrainTrace *refrain_trace_load_watched (const char *path,
                                          RefrainArrivals *arrivals,
                                          GCancellable *cancellable,
                                          const RefrainProgress *progress,
                                          GError **error);

/* Writes @trace in the format of @path's extension: .otf2 .gxl .gxl.gz .gxl.zst .mtf.h5 .events
 * .prv. Written beside and renamed when whole. */
gboolean refrain_trace_save (RefrainTrace *trace,
                             const char *path,
                             GCancellable *cancellable,
                             const RefrainProgress *progress,
                             GError **error);

/* What can be written: ".prv .otf2 .gxl …". Free with g_free(). */
char *refrain_trace_list_extensions (void);
/* What files that can be read are called: "*.otf2", … Free with g_strfreev(). */
char **refrain_trace_list_patterns (void);
/* Whether @path's extension names a format that can be written; FALSE with @error. */
gboolean refrain_trace_can_save (const char *path, GError **error);

/* Whether a file of @path's extension can hold several traces. */
gboolean refrain_trace_can_save_several (const char *path);

/* Writes @trace as .mtf.h5 in the compact form: the same trace, in less space, expanded when it is
 * opened. What events take goes to @sizes, which may be NULL. */
gboolean refrain_trace_save_compact (RefrainTrace *trace,
                                     const char *path,
                                     RefrainCompactSizes *sizes,
                                     GCancellable *cancellable,
                                     const RefrainProgress *progress,
                                     GError **error);

/* Writes @n traces of one scenario into one file (.gxl, .mtf.h5). */
gboolean refrain_trace_save_several (RefrainTrace *const *traces,
                                     guint n,
                                     const char *path,
                                     GCancellable *cancellable,
                                     const RefrainProgress *progress,
                                     GError **error);

/* Whether something may be written to @path: FALSE with @error where that is a file that @trace was
 * read from, by whatever name (a link, the folder of an archive, a file in it), or where an OTF2
 * archive of that name would have one. refrain_trace_save() asks it itself. O(files of @trace). */
gboolean refrain_trace_check_target (RefrainTrace *trace, const char *path, GError **error);
