/* refrain-look-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the user wants routines drawn in the event graph. One a session, made when the caller first
 * asks for it. Changes can be undone. Main thread only.
 */
#pragma once

#include "refrain-routine-looks.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_LOOK_MODEL (refrain_look_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLookModel, refrain_look_model, REFRAIN, LOOK_MODEL, GObject)

/* Property that notifies: "looks". The model of @session, which owns it. */
RefrainLookModel *refrain_look_model_get (RefrainSession *session);

/* NULL: as the palette has it. Owned by @self. */
RefrainRoutineLooks *refrain_look_model_get_looks (RefrainLookModel *self);
/* Draws routines so from now on; a step that can be undone, if @name (what was done, translated) is
 * not NULL. @looks may be NULL. */
void
refrain_look_model_set_looks (RefrainLookModel *self, RefrainRoutineLooks *looks, const char *name);
