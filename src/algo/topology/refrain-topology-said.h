/* refrain-topology-said.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a program says of its topology: its Cartesian communicators, beside what its messages say.
 */
#pragma once

#include "refrain-graph.h"
#include "refrain-mapping.h"
#include "refrain-topology-library.h"
#include "refrain-trace.h"

/* The grid of a communicator over its ranks, or NULL: it is not Cartesian. O(members). */
RefrainMapping *refrain_topology_said_by (RefrainCommunicator *communicator);
/* The grid of the first Cartesian communicator that has all processes of @trace, over these, or
 * NULL.
 * *@communicator: that one. O(members of all). */
RefrainMapping *
refrain_topology_said_by_trace (RefrainTrace *trace, RefrainCommunicator **communicator);

/* Its steps of one along the axes. O(n axes). */
RefrainGraph *refrain_topology_said_make_graph (RefrainMapping *said);
/* Edges of @graph that are no step of one along an axis of @said, and such steps that are no edge.
 */
void refrain_topology_said_compare (RefrainMapping *said,
                                    RefrainGraph *graph,
                                    gsize *extra,
                                    gsize *missing);
/* @spec, a lattice, with the processes where @said has them: NULL where the two have other sizes,
 * or where its graph then is not @graph. Whether an axis is wrapped is as @spec has it. */
RefrainMapping *refrain_topology_said_apply (RefrainMapping *said,
                                             const RefrainTopologySpec *spec,
                                             RefrainGraph *graph);
