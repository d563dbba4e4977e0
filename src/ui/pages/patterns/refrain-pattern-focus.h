/* refrain-pattern-focus.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected pattern close up: its name, its picture, its numbers and what it is made of; or the
 * patterns in the selected cycle.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PATTERN_FOCUS (refrain_pattern_focus_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPatternFocus, refrain_pattern_focus, REFRAIN, PATTERN_FOCUS, GtkWidget)

void refrain_pattern_focus_set_session (RefrainPatternFocus *self, RefrainSession *session);
/* Something else is selected: shows the first of the selected patterns, or the cycle. */
void refrain_pattern_focus_update (RefrainPatternFocus *self);
/* The pattern that is shown, or NULL. */
RefrainPattern *refrain_pattern_focus_get_pattern (RefrainPatternFocus *self);
/* Lets the user write a name for it. */
void refrain_pattern_focus_start_naming (RefrainPatternFocus *self);

G_END_DECLS
