/* refrain-own-steps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: steps that differ in what they exchange, as where neighbours are found
 * anew when a check says so.
 */
#pragma once

#include "refrain-iterations.h"

/* The steps that all processes take as many of, each of which has in common with the others what is
 * most of all (refrain_loose_turns_find_common()); tags tell operations apart. NULL where there are
 * none, with the team, or when cancelled. O(operations) for each of some symbols. */
RefrainIterations *refrain_own_steps_find (RefrainTrace *trace, GCancellable *cancellable);
