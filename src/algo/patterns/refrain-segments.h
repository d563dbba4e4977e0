/* refrain-segments.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Delimiters from the routine-call tree (Alawneh 2012, section 4.4.1): a segment is a longest run
 * of a process' sends and receives that one routine call made, directly or through wrappers, in one
 * thread. A collective operation ends it: it is a segment of its own. Immutable.
 */
#pragma once

#include "refrain-parallel.h"
#include "refrain-symbols.h"

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
 * caller's. With @join_collectives the collectives that one call makes in a row are one segment.
 * Holds a reference to @symbols. O(operations + calls). */
RefrainSegments *
refrain_segments_new (RefrainSymbols *symbols, const gboolean *wrappers, gboolean join_collectives);
/* The same with no routine delimiting: only collectives do. */
RefrainSegments *
refrain_segments_new_syntactic (RefrainSymbols *symbols, gboolean join_collectives);

/* Those of @lists, one GArray of RefrainSegment a process, ascending; they need not cover the
 * streams. */
RefrainSegments *refrain_segments_new_listed (RefrainSymbols *symbols, const GPtrArray *lists);

/* For each call of @calls the one that delimits what it makes: the innermost that is neither an MPI
 * routine nor one of @wrappers (NULL for none), or REFRAIN_NONE. Free with g_free(). O(calls). */
guint32 *
refrain_segments_delimit (RefrainTrace *trace, const RefrainCalls *calls, const gboolean *wrappers);

/* Both belong to @self; of the segments @n tells how many. */
RefrainSymbols *refrain_segments_get_symbols (RefrainSegments *self);
const RefrainSegment *refrain_segments_get (RefrainSegments *self, guint process, gsize *n);

/* Calls @func for each process: on all cores where there is enough to do, otherwise here. */
void refrain_segments_run (RefrainSegments *self, RefrainParallelFunc func, gpointer data);
