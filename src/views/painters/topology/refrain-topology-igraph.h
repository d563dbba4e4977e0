/* refrain-topology-igraph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What igraph is for, which is the part "igraph" (refrain-part.h).
 */
#pragma once

#include "refrain-topology-layout.h"

/* Moves the members of @part, which hang together by the edges @ends (of gint64, two each, as
 * places among the members), from where they lie; where igraph fails, they stay. Any thread. */
void refrain_topology_igraph_move (const RefrainTopologyBlock *part,
                                   GArray *ends,
                                   RefrainTopologyPoint *points,
                                   GCancellable *cancellable);
