/* refrain-details-phase.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The details of the selected phases.
 */
#pragma once

#include "refrain-detail.h"
#include "refrain-phase-times.h"

G_BEGIN_DECLS

/* Adds what is known of each selected phase to @list, also when they are on every process where
 * @times (may be NULL) knows it. O(their symbols). */
void
refrain_details_add_phases (GListStore *list, RefrainPhaseModel *model, RefrainPhaseTimes *times);

G_END_DECLS
