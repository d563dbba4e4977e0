/* refrain-alike-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks for places that are like some operations, lights them up and lists them.
 */
#pragma once

#include <adwaita.h>

#include "refrain-match-list.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_ALIKE_DIALOG (refrain_alike_dialog_get_type ())
G_DECLARE_FINAL_TYPE (RefrainAlikeDialog, refrain_alike_dialog, REFRAIN, ALIKE_DIALOG, AdwWindow)

/* @wanted: operations of @session's trace; @title says what they
 * are. NULL with @error when there is no message among them. */
GtkWidget *refrain_alike_dialog_new (GtkWindow *parent,
                                     RefrainSession *session,
                                     RefrainOpSet *wanted,
                                     const char *title,
                                     GError **error);
/* The same as the dialog's controls say. */
void refrain_alike_dialog_find_chosen (RefrainAlikeDialog *self);
/* What was found, or NULL. For tests. */
RefrainMatchList *refrain_alike_dialog_get_matches (RefrainAlikeDialog *self);
