/* refrain-hdf5.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * HDF5: MTF carried by HDF5 (.mtf.h5).
 */
#pragma once

#include "refrain-compact-make.h"
#include "refrain-progress.h"
#include "refrain-trace.h"

/* Reads MTF carried by HDF5 (.mtf.h5). See refrain_trace_load(). */
RefrainTrace *refrain_hdf5_load (const char *path,
                                 GCancellable *cancellable,
                                 const RefrainProgress *progress,
                                 GError **error);
/* The same of trace @trace of those in the file, counted from 0. */
RefrainTrace *refrain_hdf5_load_nth (const char *path,
                                     guint trace,
                                     GCancellable *cancellable,
                                     const RefrainProgress *progress,
                                     GError **error);
/* Writes @n traces of one scenario. */
gboolean refrain_hdf5_save_several (RefrainTrace *const *traces,
                                    guint n,
                                    const char *path,
                                    GCancellable *cancellable,
                                    const RefrainProgress *progress,
                                    GError **error);
/* Writes @trace. See refrain_trace_save(). */
gboolean refrain_hdf5_save (RefrainTrace *trace,
                            const char *path,
                            GCancellable *cancellable,
                            const RefrainProgress *progress,
                            GError **error);
/* The same in the compact form (docs/mtf-compact.md), by rules or in blocks. What it takes goes to
 * @sizes, which may be NULL. */
gboolean refrain_hdf5_save_compact (RefrainTrace *trace,
                                    const char *path,
                                    RefrainCompactSizes *sizes,
                                    GCancellable *cancellable,
                                    const RefrainProgress *progress,
                                    GError **error);
/* For tests: traces of more than @n events are kept in blocks. */
void refrain_hdf5_set_max_rule_events (guint64 n);
/* Whether the first @n bytes of a file look like this format's. */
gboolean refrain_hdf5_sniff (const guint8 *bytes, gsize n);
