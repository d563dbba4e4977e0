/* refrain-bookmarks-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bookmarks of a trace: going to them, naming them, noting something, removing them.
 */
#pragma once

#include <adwaita.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_BOOKMARKS_DIALOG (refrain_bookmarks_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainBookmarksDialog, refrain_bookmarks_dialog, REFRAIN, BOOKMARKS_DIALOG, AdwWindow)

/* A dialog over @parent; bookmark @edited (-1: none) is open, and its name has the keyboard. */
GtkWidget *refrain_bookmarks_dialog_new (GtkWindow *parent, RefrainSession *session, gssize edited);
