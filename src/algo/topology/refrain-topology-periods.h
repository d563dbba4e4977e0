/* refrain-topology-periods.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a dimension of two is periodic. A graph does not show that; messages do: a process then
 * meets the same neighbour on both sides.
 */
#pragma once

#include "refrain-mapping.h"
#include "refrain-trace.h"

/* Returns, as bits, which dimensions of two of the lattice @mapping are periodic: processes send
 * twice as much over them as over longer ones, or, if there are none, an even number of times in a
 * row. 0 if @mapping is none of all processes of @trace. Of a team all members are to ask.
 * O(operations). */
guint refrain_topology_find_periods (RefrainTrace *trace, RefrainMapping *mapping);
