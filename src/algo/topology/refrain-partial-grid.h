/* refrain-partial-grid.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A grid some of whose places hold no process: an L, a grid with a hole, one whose last row is
 * short.
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-mapping.h"

/* The mapping, with the directions "+x", "-x", "+y" and "-y", where the ranks of @graph count the
 * places of a grid of two axes row by row and leave out some, at most every other, and there is an
 * edge between all neighbours and no others; else NULL. There is a cell at least of which all
 * corners are processes: a tree could be drawn on many grids. O(n + edges). */
RefrainMapping *refrain_partial_grid_read (RefrainGraph *graph);
