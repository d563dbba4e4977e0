/* refrain-payloads.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the source says of one-sided operations, of I/O and of parameters inside a call: records of
 * its extension that the columns have no place for, found by the call in which they stand.
 * Immutable.
 */
#pragma once

#include "refrain-trace.h"

#define REFRAIN_TYPE_PAYLOADS (refrain_payloads_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPayloads, refrain_payloads, REFRAIN, PAYLOADS, GObject)

/* Walks the details of all events, processes in parallel; values of counters are left out. NULL
 * with
 * @error when cancelled. O(events that have details + tape). */
RefrainPayloads *
refrain_payloads_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);
/* How many there are in all. */
gsize refrain_payloads_get_n (RefrainPayloads *self);
/* What stands in call @call of @process, a line each, @max at most and then "…": "Rma put: remote
 * 3, 4.1 kB, window “halo”". NULL where nothing does. Free with g_free(). O(log n + those told). */
char *refrain_payloads_describe (RefrainPayloads *self, guint process, guint32 call, guint max);
