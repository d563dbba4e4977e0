/* refrain-phases-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps a column view of segments true to the phase model: which rows there are, and which of them
 * are selected, here and there.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-table-view.h"

#define REFRAIN_TYPE_PHASES_LIST (refrain_phases_list_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesList, refrain_phases_list, REFRAIN, PHASES_LIST, GObject)

/* Fills @view, which outlives the list. */
RefrainPhasesList *refrain_phases_list_new (RefrainTableView *view);
/* Follows @model (may be NULL) as far as repetitions and the selected phases go; the rows are
 * those of refrain_phases_list_update(). */
void refrain_phases_list_set_model (RefrainPhasesList *self, RefrainPhaseModel *model);
/* Lists what the model has now. */
void refrain_phases_list_update (RefrainPhasesList *self);
/* The same while the strength moves: the rows in sight at once, the others by and by. */
void refrain_phases_list_follow (RefrainPhasesList *self);
/* Whether only phases are listed, and no segments that are cut further. */
gboolean refrain_phases_list_get_only_phases (RefrainPhasesList *self);
void refrain_phases_list_set_only_phases (RefrainPhasesList *self, gboolean only_phases);
/* The rows as they are listed now, of RefrainPhasesRow; brings them up to date. */
GListModel *refrain_phases_list_get_rows (RefrainPhasesList *self);
