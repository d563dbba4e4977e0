/* refrain-phases-focus.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected phase close up: its name, its note and the divergence of all its cuts; of two, their
 * communication matrices side by side.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-painter-view.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_PHASES_FOCUS (refrain_phases_focus_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesFocus, refrain_phases_focus, REFRAIN, PHASES_FOCUS, GtkWidget)

void refrain_phases_focus_set_session (RefrainPhasesFocus *self, RefrainSession *session);
/* Lets the user write a name, or a note. Nothing unless one phase is selected. */
void refrain_phases_focus_start_naming (RefrainPhasesFocus *self);
void refrain_phases_focus_start_note (RefrainPhasesFocus *self);
