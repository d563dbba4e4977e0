/* refrain-undo.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was done and can be taken back: a bounded stack of named steps. A step keeps what its owner
 * was before and after, and a function that makes the owner so again. Belongs to a RefrainSession.
 * Main thread only.
 */
#pragma once

#include <glib-object.h>

/* Makes @owner what @state (may be NULL) says. What it records meanwhile is not recorded. */
typedef void (*RefrainUndoFunc) (gpointer owner, gpointer state);

#define REFRAIN_TYPE_UNDO (refrain_undo_get_type ())
G_DECLARE_FINAL_TYPE (RefrainUndo, refrain_undo, REFRAIN, UNDO, GObject)

/* Properties that notify: "undo-name", "redo-name". Signal "flush": who records late does it
 * now. Emitted before anything is undone, done again or forgotten, and again while that is
 * restored: what is recorded then is not. */
RefrainUndo *refrain_undo_new (void);

/* Records that @owner (an object, not kept alive: the step is gone with it) was changed. @name is
 * what was done, translated, as part of a sentence: "fold processes" is shown as "Undo: fold
 * processes". @restore with @before undoes it, with @after does it again; both are taken, and freed
 * with @free_state (or NULL). With @merges, a step of the same owner, function and name that was
 * recorded a moment ago is continued: drags and keys held down are one step. Steps that were undone
 * cannot be done again from now on. The oldest step is forgotten where there are too many. */
void refrain_undo_record (RefrainUndo *self,
                          const char *name,
                          gpointer owner,
                          RefrainUndoFunc restore,
                          gpointer before,
                          gpointer after,
                          GDestroyNotify free_state,
                          gboolean merges);
/* How long ago, in µs, a step may have been recorded for another to continue it. For tests. */
void refrain_undo_set_pause (RefrainUndo *self, gint64 pause);

/* What would be undone or done again, "fold processes"; NULL: nothing. */
const char *refrain_undo_get_undo_name (RefrainUndo *self);
const char *refrain_undo_get_redo_name (RefrainUndo *self);
/* Takes the last step back, or does the one undone last again; its name (valid until the next
 * change of the stack), or NULL where there is none. */
const char *refrain_undo_undo (RefrainUndo *self);
const char *refrain_undo_redo (RefrainUndo *self);
/* Forgets all steps: what was done is where undoing begins now. */
void refrain_undo_clear (RefrainUndo *self);
