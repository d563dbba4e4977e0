/* refrain-phases-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The phases of the run: the strength that cuts, the tree of segments and the band of phases
 * (thesis Fig. 5.5, 5.6), their table (Table 5.2), and the selected phase close up.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-phase-canvas.h"
#include "refrain-phases-focus.h"

#define REFRAIN_TYPE_PHASES_PAGE (refrain_phases_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesPage, refrain_phases_page, REFRAIN, PHASES_PAGE, RefrainPage)

/* The rows as they are listed now, of RefrainPhasesRow; brings them up to date. For tests. */
GListModel *refrain_phases_page_get_listed (RefrainPhasesPage *self);

/* Where the slider stands for strength @strength, 0 to 1 for those that the tree has; below 0 for
 * those below 0. @strongest: where it stands at 1. And back. */
double refrain_phases_page_to_position (double strength, double strongest);
double refrain_phases_page_to_strength (double position, double strongest);
