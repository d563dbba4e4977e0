/* refrain-segments.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Delimiters from the routine-call tree (thesis 4.4.1): a segment is a longest run of a process'
 * operations that one routine call made, directly or through wrappers. Immutable.
 */
#pragma once

#include "refrain-symbols.h"

G_BEGIN_DECLS

/* One segment: elements [first, first + n) of the process' stream. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 call; /* the delimiting call of the process, or REFRAIN_NONE at the top */
} RefrainSegment;

#define REFRAIN_TYPE_SEGMENTS (refrain_segments_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSegments, refrain_segments, REFRAIN, SEGMENTS, GObject)

/* @wrappers: a flag for each routine of the trace; NULL for none. A wrapper's calls count as its
 * caller's. O(operations · depth of wrappers). */
RefrainSegments *refrain_segments_new (RefrainSymbols *symbols, const gboolean *wrappers);
/* Each process' whole stream as one segment: no routine delimits. */
RefrainSegments *refrain_segments_new_syntactic (RefrainSymbols *symbols);

RefrainSymbols *refrain_segments_get_symbols (RefrainSegments *self);
const RefrainSegment *refrain_segments_get (RefrainSegments *self, guint process, gsize *n);

G_END_DECLS
