/* refrain-export-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saves a view as a figure: what, how large, in which colours and format, with a live preview.
 */
#pragma once

#include <adwaita.h>

#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_EXPORT_DIALOG (refrain_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (RefrainExportDialog, refrain_export_dialog, REFRAIN, EXPORT_DIALOG, AdwWindow)

/* @page: the window's page, whose view is chosen at first. */
GtkWidget *refrain_export_dialog_new (GtkWindow *parent, RefrainSession *session, const char *page);
/* Saves to @path in the format of its extension, as the dialog is set, in the background; when it
 * is saved the dialog closes, when not it says why. */
void refrain_export_dialog_save (RefrainExportDialog *self, const char *path);

G_END_DECLS
