/* refrain-topology-nearest.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology of the library that a graph is nearly, and the edges in which they differ.
 */
#pragma once

#include "refrain-isomorphism.h"
#include "refrain-topology-library.h"

typedef struct
{
  const RefrainTopologySpec *spec; /* NULL: nothing is near */
  guint32 *places;                 /* free with g_free() */
  GArray *extra, *missing;         /* RefrainGraphEdge, as nodes of the graph; free both */
  gboolean is_bound; /* there may be a mapping with fewer; else there is none in the library */
  guint n_near;      /* of @specs that may differ in so few edges, the same ones counted once */
  guint n_untried;   /* of these, that were not searched, or not to the end, for lack of time */
} RefrainTopologyNearest;

/* Of @specs (as the library lists them) that which differs in the fewest edges, if these are at
 * most
 * @most. A heuristic: what it names as different is different, but there may be a nearer one. From
 * places that look alike it goes from neighbour to neighbour, always to that which most of those
 * placed before agree on. Bounded by @budget. */
void refrain_topology_nearest_find (RefrainGraph *graph,
                                    GPtrArray *specs,
                                    gsize most,
                                    RefrainSearchBudget *budget,
                                    RefrainTopologyNearest *nearest);
