/* refrain-topology-numbering.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether the processes of a topology are numbered well: what is near on it by rank, too.
 */
#pragma once

#include "refrain-topology-lines.h"

/* Where no message has a size, their number is what can be compared. O(cells). */
gboolean refrain_topology_numbering_is_without_bytes (RefrainMatrix *matrix);
/* May there be a nearer name, and does too much differ for this one to be a ground to stand on? */
gboolean refrain_topology_numbering_is_merely_near (RefrainTopology *topology);

/* Whether the advice may depend on what collective operations send (self->traffic).
 * O(processes). */
gboolean refrain_topology_numbering_needs_traffic (RefrainTopology *topology);
/* A line of advice; @volumes: what goes along each axis of @mapping, a grid. O(cells). */
void refrain_topology_numbering_say (GString *text,
                                     const RefrainTopologyFound *self,
                                     RefrainMapping *mapping,
                                     const guint64 *volumes);
