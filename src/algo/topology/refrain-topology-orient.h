/* refrain-topology-orient.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of the mappings that the symmetries of a lattice allow, the one nearest to the rank order.
 */
#pragma once

#include "refrain-topology-library.h"

/* The lattice @spec with the processes at @places, turned: of all orders of up to six axes, and of
 * both ends of each, those for which places differ least from ranks (sum of squares); of more axes
 * the one on which ranks differ least is the last. Where an axis is wrapped process 0 is its first.
 * Kinds that are no lattice stay as they are. O(n axes). */
RefrainMapping *refrain_topology_orient (const RefrainTopologySpec *spec, const guint32 *places);
