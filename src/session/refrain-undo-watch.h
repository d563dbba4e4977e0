/* refrain-undo-watch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Watches a session and records what the user selects, hides, folds away and names as steps of its
 * RefrainUndo. Main thread only.
 */
#pragma once

#include "refrain-session.h"

#define REFRAIN_TYPE_UNDO_WATCH (refrain_undo_watch_get_type ())
G_DECLARE_FINAL_TYPE (RefrainUndoWatch, refrain_undo_watch, REFRAIN, UNDO_WATCH, GObject)

/* Watches @session, which is not kept alive, as long as it lives itself. What changes in one turn
 * of the main loop is one step: a click may change several things. */
RefrainUndoWatch *refrain_undo_watch_new (RefrainSession *session);
