/* refrain-alike-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks for places that are like one occurrence of a pattern, lights them up and lists them.
 */
#pragma once

#include <adwaita.h>

#include "refrain-match-list.h"
#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_ALIKE_DIALOG (refrain_alike_dialog_get_type ())
G_DECLARE_FINAL_TYPE (RefrainAlikeDialog, refrain_alike_dialog, REFRAIN, ALIKE_DIALOG, AdwWindow)

/* @event: an occurrence of a pattern of @session's set. NULL with @error when it cannot be looked
 * for: it has collectives, or is too large. */
GtkWidget *refrain_alike_dialog_new (GtkWindow *parent,
                                     RefrainSession *session,
                                     const RefrainPatternEvent *event,
                                     GError **error);
/* Looks for it as @options say. */
void refrain_alike_dialog_find (RefrainAlikeDialog *self, const RefrainMatchOptions *options);
/* What was found, or NULL. */
RefrainMatchList *refrain_alike_dialog_get_matches (RefrainAlikeDialog *self);

G_END_DECLS
