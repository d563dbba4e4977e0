/* refrain-topology-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What refrain-cli topology says under its headline: where most goes, and what could be done.
 */
#pragma once

#include "refrain-topology-report.h"

G_BEGIN_DECLS

/* How much goes along each axis of @mapping and how its ranks are numbered; where there is no axis
 * (or @mapping is NULL) which process has most. O(cells). */
void refrain_topology_lines_print_load (const RefrainTopologyReport *self, RefrainMapping *mapping);
/* What else than MPI_Send could do it; nothing of what is only nearly @mapping. O(n). */
void
refrain_topology_lines_print_advice (const RefrainTopologyReport *self, RefrainMapping *mapping);

G_END_DECLS
