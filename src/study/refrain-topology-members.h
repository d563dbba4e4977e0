/* refrain-topology-members.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What programs read of a topology: see refrain-topology-lines.h for people.
 */
#pragma once

#include "refrain-topology-lines.h"

/* @by_count: edges are weighed by messages. @told: people are told a name. @choices: guint, from 1:
 * the mapping of each component, or NULL. O(cells). */
void refrain_topology_members_add (const RefrainTopologyFound *self,
                                   gboolean by_count,
                                   gboolean told,
                                   const GArray *choices,
                                   RefrainReport *report);
/* @parts (RefrainTopologyPart), as "phases" where @kind is "phase". */
void refrain_topology_members_add_parts (RefrainReport *report,
                                         const char *kind,
                                         const GPtrArray *parts);
