/* refrain-topology-repair.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Mends a graph that has a few wrong edges: where nodes look like none of the reference, edges are
 * taken away and put in until all look right; then the two are compared exactly.
 */
#pragma once

#include "refrain-isomorphism.h"

/* At most so many edges are changed. */
#define REFRAIN_REPAIR_MAX_EDITS 16

/* The place on @reference of each node of @graph such that they differ in at most @most edges, or
 * NULL: there is none, or none was found. @transitive: as of refrain_isomorphism_find(). A
 * heuristic that finds wrong edges that lie apart. O(n degree^2 + edits^2 degree^4) and the
 * comparisons; bounded by @budget. Free with g_free(). */
guint32 *refrain_topology_repair_find (RefrainGraph *graph,
                                       RefrainGraph *reference,
                                       gboolean transitive,
                                       gsize most,
                                       RefrainSearchBudget *budget);
