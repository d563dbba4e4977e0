/* refrain-skeleton-rehearsal.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs a skeleton in its head, with an MPI that buffers nothing: would it come to its end?
 */
#pragma once

#include "refrain-skeleton-places.h"
#include "refrain-skeleton-plan.h"

/* Rehearses @plan; where it stops, sends that wait for each other in a circle become non-blocking,
 * waits for such sends are put off, and it begins anew. Sets `n_started` and `stuck` of @facts.
 * FALSE with @error when cancelled. O(operations) a rehearsal. */
gboolean refrain_skeleton_rehearse (RefrainSkeletonPlan *plan,
                                    const RefrainSkeletonPlaces *places,
                                    RefrainSkeletonFacts *facts,
                                    GCancellable *cancellable,
                                    GError **error);
