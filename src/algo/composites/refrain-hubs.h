/* refrain-hubs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: work handed out on demand. What a master says to its workers, whoever comes
 * first, is one long pattern that never comes again; taken apart by partner it is one task, many
 * times.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-masters.h"

/* Joins anew, with what @masters and their workers say to each other cut into tasks, whatever
 * routines made them, and last words apart. Gives @instances where there are no masters, else takes
 * them over. NULL when cancelled; then @instances is freed. Near-linear in operations. */
RefrainInstances *refrain_hubs_split (RefrainInstances *instances,
                                      const RefrainMasters *masters,
                                      GCancellable *cancellable);
