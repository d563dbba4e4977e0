/* refrain-span-sums.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The waits of each thread, or its part of the critical path, at any resolution: spans of time with
 * running totals between them, so that a picture of a run costs its pixels and not its events.
 * Immutable.
 */
#pragma once

#include "refrain-critical-path.h"

/* A wait, or a piece of the path. */
typedef struct
{
  RefrainTime start, end;
  guint32 item; /* the operation of the process, or the piece of the path */
  guint kind;   /* RefrainWaitKind; REFRAIN_WAIT_NONE of a path */
} RefrainSpan;

#define REFRAIN_TYPE_SPAN_SUMS (refrain_span_sums_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSpanSums, refrain_span_sums, REFRAIN, SPAN_SUMS, GObject)

/* Of all waits, to which it keeps a reference; processes on all cores. NULL with @error when
 * cancelled. O(operations + waits · log waits); about 6 bytes a wait. */
RefrainSpanSums *
refrain_span_sums_new_waits (RefrainWaits *waits, GCancellable *cancellable, GError **error);
/* Of the pieces of @path, likewise. O(pieces). */
RefrainSpanSums *
refrain_span_sums_new_path (RefrainCriticalPath *path, GCancellable *cancellable, GError **error);

/* What it was made of; NULL where it was the other. */
RefrainWaits *refrain_span_sums_get_waits (RefrainSpanSums *self);
RefrainCriticalPath *refrain_span_sums_get_path (RefrainSpanSums *self);

/* The kinds that there are, ascending; those of a path are one, REFRAIN_WAIT_NONE. Belongs to
 * @self. */
const guint8 *refrain_span_sums_get_kinds (RefrainSpanSums *self, gsize *n);

/* The spans of a thread, by their start. */
gsize refrain_span_sums_get_n (RefrainSpanSums *self, guint process, gsize thread);
void refrain_span_sums_get (
    RefrainSpanSums *self, guint process, gsize thread, gsize i, RefrainSpan *span);
/* The first that begins at @time or later; faster where it is not far behind @hint. O(log spans).
 */
gsize refrain_span_sums_find (
    RefrainSpanSums *self, guint process, gsize thread, RefrainTime time, gsize hint);

/* Adds to @shares, which part of each of @n equal bins over [@start, @end) the spans of each kind
 * take, @scale times: of bin i from shares[i * stride] on, in the order of
 * refrain_span_sums_get_kinds(). Exact where 16 spans are longer than a bin, interpolated between
 * totals elsewhere. O(n · log spans). */
void refrain_span_sums_add_shares (RefrainSpanSums *self,
                                   guint process,
                                   gsize thread,
                                   RefrainTime start,
                                   RefrainTime end,
                                   gsize n,
                                   float scale,
                                   float *shares,
                                   gsize stride);
gsize refrain_span_sums_get_memory (RefrainSpanSums *self);
