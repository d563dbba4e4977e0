/* refrain-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An undirected simple graph of processes: who has to do with whom (the binary communication matrix
 * of Xu et al. 2008, section 4.1). Immutable.
 */
#pragma once

#include "refrain-matrix.h"

typedef struct
{
  guint32 a, b; /* a < b */
} RefrainGraphEdge;

#define REFRAIN_TYPE_GRAPH (refrain_graph_get_type ())
G_DECLARE_FINAL_TYPE (RefrainGraph, refrain_graph, REFRAIN, GRAPH, GObject)

/* Of @n nodes and @n_edges edges in any order and direction; loops and repeats are dropped. All
 * nodes must be below @n. O(n + edges log edges of a node). */
RefrainGraph *refrain_graph_new (guint n, const RefrainGraphEdge *edges, gsize n_edges);
/* An edge where either direction of @matrix reaches @threshold of its largest entry off the
 * diagonal, by bytes or, with @by_count, by messages; at 0 wherever there is a message.
 * O(cells log cells of a row). */
RefrainGraph *
refrain_graph_new_from_matrix (RefrainMatrix *matrix, gboolean by_count, double threshold);
/* The graph that @processes of @self have among themselves, as nodes 0 to n - 1 in this order.
 * O(n of @self + edges). */
RefrainGraph *refrain_graph_new_part (RefrainGraph *self, const guint32 *processes, guint n);

guint refrain_graph_get_n (RefrainGraph *self);
gsize refrain_graph_get_n_edges (RefrainGraph *self);
guint refrain_graph_get_degree (RefrainGraph *self, guint node);
guint refrain_graph_get_max_degree (RefrainGraph *self);
/* Rising; as many as the degree; valid as long as @self. */
const guint32 *refrain_graph_get_neighbours (RefrainGraph *self, guint node);
/* O(log degree). */
gboolean refrain_graph_has_edge (RefrainGraph *self, guint a, guint b);
/* Each degree's number of nodes: max degree + 1 of them. Free with g_free(). O(n). */
guint *refrain_graph_count_degrees (RefrainGraph *self);
/* The connected component of each node, numbered by their smallest node; *@n of them. Free with
 * g_free(). O(n + edges). */
guint32 *refrain_graph_find_components (RefrainGraph *self, guint *n);
