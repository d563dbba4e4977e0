/* refrain-topology-shapes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shapes that the library has no name for: any tree, and a grid some of whose places hold no
 * process (an L, a grid with a hole, one whose last row is short).
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-mapping.h"

/* The mapping of a connected graph of one edge less than nodes, "tree of height 3, up to 4
 * children": its root is in the middle, places are level by level, larger branches first. NULL of
 * any other graph, and where the directions to children would be too many. O(n log n). */
RefrainMapping *refrain_any_tree_read (RefrainGraph *graph);
/* The mapping, with the directions "+x", "-x", "+y" and "-y", where the ranks of @graph count the
 * places of a grid of two axes row by row and leave out some, at most every other, and there is an
 * edge between all neighbours and no others; else NULL. There is a cell at least of which all
 * corners are processes: a tree could be drawn on many grids. O(n + edges). */
RefrainMapping *refrain_partial_grid_read (RefrainGraph *graph);
