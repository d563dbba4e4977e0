/* refrain-otf2.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2: an OTF2 archive; @path is its anchor file.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* Reads an OTF2 archive; @path is its anchor file. See refrain_trace_load(). */
RefrainTrace *refrain_otf2_load (const char *path,
                                 GCancellable *cancellable,
                                 RefrainProgressFunc progress,
                                 gpointer progress_data,
                                 GError **error);
/* Writes @trace. See refrain_trace_save(). */
gboolean refrain_otf2_save (RefrainTrace *trace,
                            const char *path,
                            GCancellable *cancellable,
                            RefrainProgressFunc progress,
                            gpointer progress_data,
                            GError **error);
/* Whether the first @n bytes of a file look like this format's. */
gboolean refrain_otf2_sniff (const guint8 *bytes, gsize n);

G_END_DECLS
