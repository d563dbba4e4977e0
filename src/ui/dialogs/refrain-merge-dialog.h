/* refrain-merge-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosing the patterns that count as one symbol of the sequence that phases are cut out of.
 */
#pragma once

#include <adwaita.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_MERGE_DIALOG (refrain_merge_dialog_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMergeDialog, refrain_merge_dialog, REFRAIN, MERGE_DIALOG, AdwWindow)

/* The patterns of @session, which must have been found; those selected are chosen at first. */
GtkWidget *refrain_merge_dialog_new (GtkWindow *parent, RefrainSession *session);
/* Chooses pattern @index of the set, or not. */
void refrain_merge_dialog_choose (RefrainMergeDialog *self, guint index, gboolean chosen);
/* Counts those chosen as one, and closes. Nothing for fewer than two. */
void refrain_merge_dialog_apply (RefrainMergeDialog *self);
