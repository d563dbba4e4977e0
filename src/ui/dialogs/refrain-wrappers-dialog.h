/* refrain-wrappers-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which routines count as wrappers, and why; adding and removing them finds the patterns anew.
 */
#pragma once

#include <adwaita.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_WRAPPERS_DIALOG (refrain_wrappers_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainWrappersDialog, refrain_wrappers_dialog, REFRAIN, WRAPPERS_DIALOG, AdwWindow)

GtkWidget *refrain_wrappers_dialog_new (GtkWindow *parent, RefrainSession *session);
/* Makes the routine called @name a wrapper, or no longer, and finds the patterns anew. */
void
refrain_wrappers_dialog_set (RefrainWrappersDialog *self, const char *name, gboolean is_wrapper);
/* Lets the analysis choose again. */
void refrain_wrappers_dialog_reset (RefrainWrappersDialog *self);
