/* refrain-topology-alternatives.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The mappings that the symmetries of a lattice allow: axes exchanged, and counted from the other
 * end. They all fit; which of them a program means, only the program knows.
 */
#pragma once

#include "refrain-mapping.h"

/* At most so many are listed: all of a lattice of three axes. */
#define REFRAIN_MAX_ALTERNATIVES 48

typedef struct
{
  RefrainMapping *mapping;
  char *how;       /* "x was y, y backwards"; translated */
  double distance; /* between the places and the ranks of processes: root mean square */
} RefrainTopologyAlternative;

/* RefrainTopologyAlternative: @mapping itself, then the others, those nearest to the rank order
 * first, none twice. Only itself where it is no lattice, or one with steps of more than
 * one. All exchanges of up to three axes, pairs of more; all ends of up to four axes, one of more.
 * None of no mapping (NULL). O(alternatives n axes). */
GPtrArray *refrain_topology_list_alternatives (RefrainMapping *mapping);

/* RefrainMapping: @mapping itself, and where it is a lattice with rings of four among its axes
 * those on the same graph that are no turns of it: such a ring is two links of two, as an axis of
 * two is one, and any two of these make a ring. At most REFRAIN_MAX_PAIRINGS. O(pairings n axes).
 */
#define REFRAIN_MAX_PAIRINGS 105
GPtrArray *refrain_topology_list_pairings (RefrainMapping *mapping);
