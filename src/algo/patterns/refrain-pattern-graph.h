/* refrain-pattern-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: who sends to whom in a pattern, and which well-known shape that is.
 */
#pragma once

#include <glib.h>

/* Processes that take part are nodes (refrain-pattern-nodes.h). */
typedef struct
{
  guint n;
  GArray *edges;     /* of guint64: sender << 32 | receiver, ascending, each once; none to itself */
  GHashTable *ends;  /* how many ends of messages each edge has, and each from a node to itself */
  guint n_to_itself; /* nodes with messages to themselves */
  guint *sends_to;
  guint *receives_from; /* of each node: how many others */
} RefrainPatternGraph;

typedef enum
{
  REFRAIN_SHAPE_OTHER,
  REFRAIN_SHAPE_GATHER,        /* all to node @root */
  REFRAIN_SHAPE_SCATTER,       /* node @root to all */
  REFRAIN_SHAPE_STAR,          /* node @root with each other one, both ways */
  REFRAIN_SHAPE_ALL_TO_ALL,    /* each to each */
  REFRAIN_SHAPE_RING,          /* each to the next, one way */
  REFRAIN_SHAPE_FLOW,          /* from node @root to node @leaf without a way back */
  REFRAIN_SHAPE_REDUCTION,     /* each to one other, all in the end to node @root */
  REFRAIN_SHAPE_BROADCAST,     /* the other way round */
  REFRAIN_SHAPE_TREE,          /* no way round; along each edge both ways */
  REFRAIN_SHAPE_GRID,          /* neighbours on a row-major grid, both ways */
  REFRAIN_SHAPE_TORUS,         /* the same on one that is closed in all dimensions */
  REFRAIN_SHAPE_STENCIL,       /* neighbours and diagonals on a grid, both ways */
  REFRAIN_SHAPE_STENCIL_TORUS, /* the same on one that is closed in all dimensions */
  REFRAIN_SHAPE_PARTLY_CLOSED, /* as a grid, on one that is closed in the dimensions @closed */
  REFRAIN_SHAPE_STENCIL_PARTLY_CLOSED, /* with diagonals */
  REFRAIN_SHAPE_TORUS_SHIFT,           /* each to the next in each dimension of a torus, one way */
  REFRAIN_SHAPE_CIRCULANT,             /* each to those at @distances, both ways, on a ring */
} RefrainShape;

#define REFRAIN_MAX_DISTANCES    4
#define REFRAIN_MAX_PATTERN_DIMS 3

typedef struct
{
  RefrainShape shape;
  guint root, leaf;
  guint n_dims;
  guint dims[REFRAIN_MAX_PATTERN_DIMS];
  guint closed;    /* a bit for each dimension that is */
  gboolean itself; /* neighbours on a grid: each with itself, too */
  guint n_distances;
  guint distances[REFRAIN_MAX_DISTANCES]; /* ascending, up to half the ring */
} RefrainShapeFound;

/* @n nodes without edges. Free with refrain_pattern_graph_free(). */
RefrainPatternGraph *refrain_pattern_graph_new (guint n);
void refrain_pattern_graph_free (RefrainPatternGraph *self);
/* Adds one end of a message: @send tells which. Expected O(1). */
void refrain_pattern_graph_add (RefrainPatternGraph *self, guint from, guint to, gboolean send);
/* After the last edge. O(edges · log edges). */
void refrain_pattern_graph_finish (RefrainPatternGraph *self);
/* The shape of three or more nodes whose messages are exactly these, each of them as often as each
 * other; in a dimension of two, two that are neighbours on both sides have twice as many, which
 * tells that it is closed. All to all and grids may have messages from each to itself, and the
 * middle of a star from it to itself. O(edges · log edges), for each grid with as many nodes and
 * edges. */
RefrainShapeFound refrain_pattern_graph_find_shape (const RefrainPatternGraph *self);
/* Of a graph in which each two nodes have an edge, one way or both: whether the sizes tell that it
 * is a grid of two by two (by two) with diagonals, whose faces have more bytes than its edges, and
 * these more than its corners. @bytes: of each edge, as they stand in @edges. O(edges). */
gboolean refrain_pattern_graph_has_sizes_of_grid (const RefrainPatternGraph *self,
                                                  const guint64 *bytes,
                                                  RefrainShapeFound *found);
/* The place of an edge in @edges. O(log edges). */
gboolean refrain_pattern_graph_find_edge (const RefrainPatternGraph *self,
                                          guint from,
                                          guint to,
                                          guint *place);
/* The messages in all, each counted once. O(edges). */
guint64 refrain_pattern_graph_count_messages (const RefrainPatternGraph *self);
/* The grid with diagonals, or without, of which each edge is there one way: its shape is a stencil
 * or a grid. O(edges · log edges), for each grid with as many nodes and edges. */
RefrainShapeFound refrain_pattern_graph_find_one_way_grid (const RefrainPatternGraph *self);
/* The grid, open or closed in all dimensions, coloured as a chess board, of which each node of one
 * colour has an edge to each of its neighbours and there is no other edge. O(edges · log edges),
 * for each grid with as many nodes. */
RefrainShapeFound refrain_pattern_graph_find_colours (const RefrainPatternGraph *self);
/* Whether there are as many messages over each edge, all of them with both ends, and none from a
 * node to itself. O(edges). */
gboolean refrain_pattern_graph_is_even (const RefrainPatternGraph *self);

/* Whether there is a way back along each edge. O(edges · log edges). */
gboolean refrain_pattern_graph_is_both_ways (const RefrainPatternGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPatternGraph, refrain_pattern_graph_free)
