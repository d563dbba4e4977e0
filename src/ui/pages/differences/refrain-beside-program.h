/* refrain-beside-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-page programs of two runs side by side, line by line: what is the same line stands in one
 * row, and what only one run has stands alone. A line selected lights up its operations in both.
 */
#pragma once

#include "refrain-program-model.h"
#include "refrain-table-view.h"

#define REFRAIN_TYPE_BESIDE_PROGRAM (refrain_beside_program_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainBesideProgram, refrain_beside_program, REFRAIN, BESIDE_PROGRAM, GtkWidget)

GtkWidget *refrain_beside_program_new (void);
/* Writes the programs of @a and @b, in the background. NULL: none. */
void refrain_beside_program_set_sessions (RefrainBesideProgram *self,
                                          RefrainSession *a,
                                          RefrainSession *b);
/* Of A (0) or B (1); NULL without a session. */
RefrainProgramModel *refrain_beside_program_get_model (RefrainBesideProgram *self, guint side);
