/* refrain-export-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saves a view as a figure: what, how large, in which colours and format, with a live preview.
 */
#pragma once

#include <adwaita.h>

#include "refrain-page.h"

#define REFRAIN_TYPE_EXPORT_DIALOG (refrain_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (RefrainExportDialog, refrain_export_dialog, REFRAIN, EXPORT_DIALOG, AdwWindow)

/* Offers what @pages draw of @session; at first what @shown, one of them, draws. */
GtkWidget *refrain_export_dialog_new (GtkWindow *parent,
                                      RefrainSession *session,
                                      RefrainPage *const *pages,
                                      guint n_pages,
                                      RefrainPage *shown);
/* The view that is chosen. */
RefrainView refrain_export_dialog_get_view (RefrainExportDialog *self);
/* Saves to @path in the format of its extension, as the dialog is set, in the background; when it
 * is saved the dialog closes, when not it says why. */
void refrain_export_dialog_save (RefrainExportDialog *self, const char *path);
