/* refrain-topology-alternatives.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The mappings that the symmetries of a lattice allow: axes exchanged, and counted from the other
 * end. They all fit; which of them a program means, only the program knows.
 */
#pragma once

#include "refrain-mapping.h"

G_BEGIN_DECLS

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
 * O(alternatives n axes). */
GPtrArray *refrain_topology_list_alternatives (RefrainMapping *mapping);

G_END_DECLS
