/* refrain-paje.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pajé traces (Schnorr: Paje Trace Format, 2014): self-describing text, as SimGrid's SMPI, EZTrace
 * 1 and StarPU write it, and ViTE shows it.
 */
#pragma once

#include "refrain-progress.h"
#include "refrain-trace.h"

/* Whether the first @n bytes of a file, unpacked, look like this format's. */
gboolean refrain_paje_sniff (const guint8 *bytes, gsize n);
/* Reads the trace at @path. States become calls, links between processes messages with the partners
 * that their keys tell, states named after collectives of MPI these (docs/formats.md). Times are
 * taken as seconds. See refrain_trace_load(). O(bytes + events log events). */
RefrainTrace *refrain_paje_load (const char *path,
                                 GCancellable *cancellable,
                                 const RefrainProgress *progress,
                                 GError **error);
