/* refrain-otf.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Open Trace Format before OTF2 (Knüpfer et al. 2006), as VampirTrace wrote it: an anchor file
 * (x.otf), definitions (x.0.def) and streams of events (x.1.events …), any of which may be packed
 * (x.1.events.z).
 */
#pragma once

#include "refrain-progress.h"
#include "refrain-trace.h"

/* Whether the first @n bytes of a file look like an anchor file of this format. */
gboolean refrain_otf_sniff (const guint8 *bytes, gsize n);
/* Reads the archive of the anchor file @path. See refrain_trace_load(). O(bytes). */
RefrainTrace *refrain_otf_load (const char *path,
                                GCancellable *cancellable,
                                const RefrainProgress *progress,
                                GError **error);
