/* refrain-logical-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The logical trace (Xu et al. 2008, section 4.3), merged: one trace in directions for all
 * processes. An item is the k-th call of a kind in a direction, or the k-th collective; every
 * process orders its items, and the logical trace is a topological order of the union. Where the
 * orders contradict each other the mapping is not the program's. Immutable.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-mapping.h"
#include "refrain-topology.h"

#define REFRAIN_TYPE_LOGICAL_TRACE (refrain_logical_trace_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLogicalTrace, refrain_logical_trace, REFRAIN, LOGICAL_TRACE, GObject)

/* A kind of call: items of one kind are numbered through. */
typedef struct
{
  RefrainLoopEventKind kind;
  gint32 direction; /* SEND, RECV: of the mapping */
  guint32 name;     /* SYNC, LOCAL: name of the events */
  guint32 n_items;
} RefrainLogicalCall;

typedef struct
{
  guint64 calls;          /* items of the logical trace */
  guint64 exceptions;     /* items that not all do who have the neighbour, and calls that stand
                             elsewhere in their process than the logical trace says */
  guint32 n_directions;   /* directions that messages go in */
  guint32 n_exact;        /* processes that do every item they could, in this order */
  gboolean contradiction; /* the orders contradict each other: a cycle */
  guint64 point_to_point; /* calls of all processes */
  guint64 bytes;          /* of these */
  guint64 unmapped;       /* calls to or from processes in no direction */
  guint64 unmapped_bytes;
} RefrainLogicalFacts;

/* On @mapping, which has as many processes. NULL with @error when cancelled. O(operations). */
RefrainLogicalTrace *refrain_logical_trace_new (RefrainLoopEvents *events,
                                                RefrainMapping *mapping,
                                                GCancellable *cancellable,
                                                GError **error);
/* Of the logical traces on @mappings the one without contradiction, of several that with the fewest
 * unmapped calls, then exceptions, then directions, then the first. */
RefrainLogicalTrace *refrain_logical_trace_new_best (RefrainLoopEvents *events,
                                                     RefrainMapping *const *mappings,
                                                     gsize n_mappings,
                                                     GCancellable *cancellable,
                                                     GError **error);

RefrainLoopEvents *refrain_logical_trace_get_events (RefrainLogicalTrace *self);
RefrainMapping *refrain_logical_trace_get_mapping (RefrainLogicalTrace *self);
const RefrainLogicalFacts *refrain_logical_trace_get_facts (RefrainLogicalTrace *self);
gboolean refrain_logical_trace_is_exact (RefrainLogicalTrace *self, guint process);
const RefrainLogicalCall *refrain_logical_trace_get_calls (RefrainLogicalTrace *self, guint32 *n);
/* The logical trace: a call each. */
const guint32 *refrain_logical_trace_get_order (RefrainLogicalTrace *self, gsize *n);
/* The elements of the stream of @process in the order of the logical trace, those that do not
 * follow it where the process has them: the whole stream, in its order, for any process. Free with
 * g_free(). O(elements). */
guint32 *refrain_logical_trace_expand (RefrainLogicalTrace *self, guint process, gsize *n);

/* "E", "NW", "U", "parent": of a direction of @mapping, as the logical trace names it: points of
 * the compass on up to three axes, next and previous on a ring. Free with g_free(). */
char *refrain_logical_trace_name_direction (RefrainMapping *mapping, gint direction);

/* A RefrainTopologyPrefer: of several names of a graph the one on which the run @data (a
 * RefrainLoopEvents) is best told as one trace. O(names × operations). */
guint refrain_logical_trace_prefer (RefrainMapping *const *mappings,
                                    guint n_mappings,
                                    char **reason,
                                    gpointer data);
