/* refrain-topology-sum.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A topology as a sum of parts: coupled codes, each with a topology of its own, and the edges that
 * join them. The sum is chosen by description length.
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-trace.h"

/* What is known of each edge of a graph beside its ends. */
typedef struct _RefrainEdgeKinds RefrainEdgeKinds;

/* Of the edges of @graph: what they carry in @matrix, and which communicators and tags their
 * messages in @trace (or NULL) have, where these are few. O(cells + operations × communicators and
 * tags). Free with refrain_edge_kinds_free(). */
RefrainEdgeKinds *
refrain_edge_kinds_new (RefrainGraph *graph, RefrainMatrix *matrix, RefrainTrace *trace);
void refrain_edge_kinds_free (RefrainEdgeKinds *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainEdgeKinds, refrain_edge_kinds_free)

/* Bits for one kind for each edge of the whole graph, once for all edges, or for edges inside the
 * parts @part (of each process) and edges between parts, each by itself. O(edges × kinds). */
double refrain_edge_kinds_measure (RefrainEdgeKinds *self, const guint32 *part, guint n_parts);

/* Partitions of the processes that communicators, bridges, or edges of one kind suggest, each once:
 * of guint32 arrays, a part for each process, numbered from 0 by their smallest process; connected,
 * and at least two of three processes or more. The first *@by_communicators, up to two, are those
 * that no edge joins and those of communicators, where one part is enough. Free with
 * g_ptr_array_unref(). */
GPtrArray *refrain_edge_kinds_list_partitions (RefrainEdgeKinds *self, guint *by_communicators);

/* Bits for the edges of the graph between different parts. Where those between two parts are alike
 * for all their processes, it is that alone which is told. O(edges). */
double
refrain_edge_kinds_measure_joints (RefrainEdgeKinds *self, const guint32 *part, guint n_parts);
