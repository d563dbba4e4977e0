/* refrain-gxl.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GXL: MTF carried by GXL (.gxl, .gxl.gz, .gxl.zst), or the thesis' dialect.
 */
#pragma once

#include "refrain-progress.h"
#include "refrain-trace.h"

/* Reads MTF carried by GXL (.gxl, .gxl.gz, .gxl.zst), or the thesis' dialect. See
 * refrain_trace_load(). */
RefrainTrace *refrain_gxl_load (const char *path,
                                GCancellable *cancellable,
                                const RefrainProgress *progress,
                                GError **error);
/* The same of trace @trace of those in the file, counted from 0. */
RefrainTrace *refrain_gxl_load_nth (const char *path,
                                    guint trace,
                                    GCancellable *cancellable,
                                    const RefrainProgress *progress,
                                    GError **error);
/* Writes @trace. See refrain_trace_save(). */
gboolean refrain_gxl_save (RefrainTrace *trace,
                           const char *path,
                           GCancellable *cancellable,
                           const RefrainProgress *progress,
                           GError **error);
/* Writes @n traces of one scenario, the description of which is the first one's. */
gboolean refrain_gxl_save_several (RefrainTrace *const *traces,
                                   guint n,
                                   const char *path,
                                   GCancellable *cancellable,
                                   const RefrainProgress *progress,
                                   GError **error);
/* Whether the first @n bytes of a file look like this format's. */
gboolean refrain_gxl_sniff (const guint8 *bytes, gsize n);
