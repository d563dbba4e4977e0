/* refrain-topology-symmetry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lattice seen from elsewhere: its axes in another order, or backwards. Which process is whose
 * neighbour stays; which is the first, and which way is "to the right", does not.
 */
#pragma once

#include "refrain-mapping.h"

/* How a lattice is seen. Plain value; all zero: as it was found. */
typedef struct
{
  guint turned;   /* so many times each axis takes the place of the next, the last that of axis 0 */
  guint mirrored; /* bit a: axis a, counted in what comes out, runs backwards */
} RefrainTopologySymmetry;

/* Whether there is more than one way to see it: a grid or torus, of one axis or more. */
gboolean refrain_topology_symmetry_has (RefrainMapping *mapping);
/* The mapping seen as @symmetry says, under the same name; another reference to @mapping where that
 * is nothing, or where it is no lattice. Steps along one or several axes have directions as before;
 * longer ones have none. O(processes axes). */
RefrainMapping *
refrain_topology_symmetry_apply (RefrainMapping *mapping, const RefrainTopologySymmetry *symmetry);
