/* refrain-otf2.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2: an OTF2 archive; @path is its anchor file.
 */
#pragma once

#include "refrain-arrivals.h"
#include "refrain-progress.h"
#include "refrain-trace.h"

/* Reads an OTF2 archive; @path is its anchor file. See refrain_trace_load_watched(). */
RefrainTrace *refrain_otf2_load (const char *path,
                                 RefrainArrivals *arrivals,
                                 GCancellable *cancellable,
                                 const RefrainProgress *progress,
                                 GError **error);
/* Writes @trace. See refrain_trace_save(). */
gboolean refrain_otf2_save (RefrainTrace *trace,
                            const char *path,
                            GCancellable *cancellable,
                            const RefrainProgress *progress,
                            GError **error);
/* The number of events of @trace that refrain_otf2_save() leaves out: those of types that the model
 * only counts (REFRAIN_RECORD_OTHER), and of which the trace's extension does not say more.
 * O(events). */
guint64 refrain_otf2_count_unwritable (RefrainTrace *trace);

/* The name of an event type that the model only counts, as OTF2 spells it ("RmaPut"), by its number
 * in the record; NULL for a number that names none. Static. */
const char *refrain_otf2_get_event_name (guint64 type);

/* The number of members, over all communicators of @trace, that refrain_otf2_save() leaves out:
 * those that are no processes of the trace, which did not come from an archive. The ranks of the
 * others close up. O(members). */
guint64 refrain_otf2_count_unknown_members (RefrainTrace *trace);

/* Whether the first @n bytes of a file look like this format's. */
gboolean refrain_otf2_sniff (const guint8 *bytes, gsize n);
