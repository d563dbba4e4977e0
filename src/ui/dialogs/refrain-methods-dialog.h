/* refrain-methods-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many repeats three methods find, side by side, and what the routine tree removed. Counted in
 * the background when it is opened.
 */
#pragma once

#include <adwaita.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_METHODS_DIALOG (refrain_methods_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainMethodsDialog, refrain_methods_dialog, REFRAIN, METHODS_DIALOG, AdwWindow)

/* The patterns of @session are found. */
GtkWidget *refrain_methods_dialog_new (GtkWindow *parent, RefrainSession *session);
