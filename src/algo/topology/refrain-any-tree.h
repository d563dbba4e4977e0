/* refrain-any-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a tree that the library has no name for.
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-mapping.h"

/* The mapping of a connected graph of one edge less than nodes, "tree of height 3, up to 4
 * children": its root is in the middle, places are level by level, larger branches first. NULL of
 * any other graph, and where the directions to children would be too many. O(n log n). */
RefrainMapping *refrain_any_tree_read (RefrainGraph *graph);
