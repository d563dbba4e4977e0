/* refrain-loop-pieces-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-loop-pieces.h"

G_BEGIN_DECLS

/* The constructs of a body, and what comes next on each process. */
typedef struct
{
  RefrainLoopPieces *pieces;
  guint32 n;
  guint32 *construct; /* by item */
  guint32 *process;   /* by item: the lowest that it covers */
  GArray *edges;      /* of RefrainConstructLink: from an item to the next of a process */
  guint32 *edge_first;
  guint32 *edge; /* the items these go to, by the one they come from */
  /* Tarjan's */
  guint32 *number; /* by item: order of discovery from 1, 0: not yet */
  guint32 *low;
  guint32 *next; /* by item: edge to go on from, then partner */
  GArray *stack;
  GArray *path;
  guint32 n_discovered;
  /* result */
  guint32 *piece; /* by item, NONE: not yet; a piece has a lower number than those before it */
  guint32 n_pieces;
} RefrainLoopPieceGraph;

/* Gives the pieces of @graph by what they wait for: see refrain_loop_pieces_cut(). */
void
refrain_loop_pieces_order (const RefrainLoopPieceGraph *graph, GArray *first, GArray *constructs);

G_END_DECLS
