/* refrain-phases-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One row of RefrainPhasesRows: a segment that remains, or phases that the user joined. Emits
 * "changed" when it stands for another one.
 */
#pragma once

#include "refrain-phase-model.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PHASES_ROW (refrain_phases_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesRow, refrain_phases_row, REFRAIN, PHASES_ROW, GObject)

const RefrainPhaseRange *refrain_phases_row_get_range (RefrainPhasesRow *self);
/* The segment; REFRAIN_NONE for phases that the user joined and that are none. */
guint32 refrain_phases_row_get_node (RefrainPhasesRow *self);
/* Its number as the tree shows it, from 1; 0 where it is no segment. */
guint32 refrain_phases_row_get_number (RefrainPhasesRow *self);
/* Whether it is a phase: not cut further, or one to the user. */
gboolean refrain_phases_row_is_phase (RefrainPhasesRow *self);
/* The row's own numbers; NULL where it is no segment. */
const RefrainSegmentationNode *refrain_phases_row_get_segment (RefrainPhasesRow *self);
RefrainPhaseModel *refrain_phases_row_get_model (RefrainPhasesRow *self);

G_END_DECLS
