/* refrain-details-phase.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The details of the selected phases.
 */
#pragma once

#include "refrain-detail.h"
#include "refrain-phase-model.h"

G_BEGIN_DECLS

/* Adds what is known of each selected phase to @list. O(their symbols), and their operations where
 * they are not too many to be looked at at once. */
void refrain_details_add_phases (GListStore *list, RefrainPhaseModel *model);

G_END_DECLS
