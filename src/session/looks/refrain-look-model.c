/* refrain-look-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was chosen never changes: other looks take its place, so that steps keep what was before.
 */
#include "refrain-look-model.h"

#include "refrain-notices.h"
#include "refrain-object.h"

struct _RefrainLookModel
{
  GObject parent_instance;

  RefrainUndo *undo;
  RefrainRoutineLooks *looks; /* or NULL */
};

REFRAIN_DEFINE_NOTIFIER (RefrainLookModel, refrain_look_model, finalize, "looks")

REFRAIN_GETTER (RefrainLookModel, refrain_look_model, RefrainRoutineLooks *, get_looks, self->looks)

static void
set (RefrainLookModel *self, RefrainRoutineLooks *looks)
{
  RefrainRoutineLooks *before = self->looks;

  self->looks = looks != NULL ? refrain_routine_looks_ref (looks) : NULL;
  g_clear_pointer (&before, refrain_routine_looks_unref);
  g_object_notify (G_OBJECT (self), "looks");
}

static void
restore (gpointer owner, gpointer state)
{
  set (owner, state);
}

static void
free_state (gpointer state)
{
  if (state != NULL)
    refrain_routine_looks_unref (state);
}

void
refrain_look_model_set_looks (RefrainLookModel *self, RefrainRoutineLooks *looks, const char *name)
{
  g_return_if_fail (REFRAIN_IS_LOOK_MODEL (self));

  if (looks == self->looks)
    return;
  if (name != NULL)
    refrain_undo_record (self->undo, name, self, restore,
                         self->looks != NULL ? refrain_routine_looks_ref (self->looks) : NULL,
                         looks != NULL ? refrain_routine_looks_ref (looks) : NULL, free_state,
                         FALSE);
  set (self, looks);
}

static void
refrain_look_model_finalize (RefrainLookModel *self)
{
  g_clear_pointer (&self->looks, refrain_routine_looks_unref);
  g_clear_object (&self->undo);
}

static void
refrain_look_model_init (RefrainLookModel *self)
{
}

RefrainLookModel *
refrain_look_model_get (RefrainSession *session)
{
  RefrainLookModel *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = refrain_session_get_part (session, REFRAIN_TYPE_LOOK_MODEL);
  if (self != NULL)
    return self;
  self = g_object_new (REFRAIN_TYPE_LOOK_MODEL, NULL);
  self->undo = g_object_ref (refrain_session_get_undo (session));
  refrain_session_set_part (session, self);
  return self;
}
