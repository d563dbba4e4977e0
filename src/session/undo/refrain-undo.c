/* refrain-undo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One list of steps and how many of them hold: those beyond were undone.
 */
#include "refrain-undo.h"

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"

/* More than anybody takes back; the oldest are forgotten. */
#define MAX_STEPS 200

/* A second without a change is a pause. */
#define PAUSE G_TIME_SPAN_SECOND

typedef struct
{
  char *name;
  GWeakRef owner;
  RefrainUndoFunc restore;
  gpointer before, after;
  GDestroyNotify free_state;
} Step;

struct _RefrainUndo
{
  GObject parent_instance;

  GPtrArray *steps; /* of Step, the newest last */
  guint n_done;     /* how many of them hold */
  gint64 pause;
  gint64 last; /* when the last one was recorded, monotonic µs; 0: nothing continues it */
  gboolean restoring;
};

G_DEFINE_FINAL_TYPE (RefrainUndo, refrain_undo, G_TYPE_OBJECT)

static guint flush_signal;

static void
free_states (Step *step)
{
  if (step->free_state != NULL && step->before != NULL)
    step->free_state (step->before);
  if (step->free_state != NULL && step->after != NULL)
    step->free_state (step->after);
}

REFRAIN_DEFINE_FREE (step_free, Step, free_states (x); g_weak_ref_clear (&x->owner);
                     g_free (x->name))

RefrainUndo *
refrain_undo_new (void)
{
  return g_object_new (REFRAIN_TYPE_UNDO, NULL);
}

static void
notify_names (RefrainUndo *self)
{
  g_object_notify (G_OBJECT (self), "undo-name");
  g_object_notify (G_OBJECT (self), "redo-name");
}

/* The step that @step continues, or NULL. */
static Step *
find_continued (RefrainUndo *self, const Step *step, gpointer owner)
{
  Step *last;
  g_autoptr (GObject) its_owner = NULL;

  if (self->last == 0 || self->n_done == 0 || g_get_monotonic_time () - self->last > self->pause)
    return NULL;
  last = self->steps->pdata[self->n_done - 1];
  its_owner = g_weak_ref_get (&last->owner);
  return its_owner == owner && last->restore == step->restore
                 && last->free_state == step->free_state && g_str_equal (last->name, step->name)
             ? last
             : NULL;
}

void
refrain_undo_record (RefrainUndo *self,
                     const char *name,
                     gpointer owner,
                     RefrainUndoFunc restore,
                     gpointer before,
                     gpointer after,
                     GDestroyNotify free_state,
                     gboolean merges)
{
  Step *step, *continued;

  g_return_if_fail (REFRAIN_IS_UNDO (self));
  g_return_if_fail (name != NULL && restore != NULL);
  g_return_if_fail (G_IS_OBJECT (owner));

  step = g_new0 (Step, 1);
  step->name = g_strdup (name);
  g_weak_ref_init (&step->owner, owner);
  step->restore = restore;
  step->before = before;
  step->after = after;
  step->free_state = free_state;
  if (self->restoring)
    {
      step_free (step);
      return;
    }
  g_ptr_array_set_size (self->steps, (int) self->n_done);
  continued = merges ? find_continued (self, step, owner) : NULL;
  if (continued != NULL)
    {
      gpointer between = continued->after;

      continued->after = step->after;
      step->after = between;
      step_free (step);
    }
  else
    {
      if (self->steps->len >= MAX_STEPS)
        g_ptr_array_remove_index (self->steps, 0);
      g_ptr_array_add (self->steps, step);
    }
  self->n_done = self->steps->len;
  self->last = merges ? g_get_monotonic_time () : 0;
  notify_names (self);
}

void
refrain_undo_set_pause (RefrainUndo *self, gint64 pause)
{
  g_return_if_fail (REFRAIN_IS_UNDO (self));
  self->pause = pause;
}

REFRAIN_GETTER (RefrainUndo,
                refrain_undo,
                const char *,
                get_undo_name,
                self->n_done > 0 ? ((Step *) self->steps->pdata[self->n_done - 1])->name : NULL)

REFRAIN_GETTER (RefrainUndo,
                refrain_undo,
                const char *,
                get_redo_name,
                self->n_done < self->steps->len ? ((Step *) self->steps->pdata[self->n_done])->name
                                                : NULL)

/* FALSE where who it was about is gone. */
static gboolean
restore (RefrainUndo *self, Step *step, gpointer state)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&step->owner);

  if (owner == NULL)
    return FALSE;
  self->restoring = TRUE;
  step->restore (owner, state);
  g_signal_emit (self, flush_signal, 0);
  self->restoring = FALSE;
  self->last = 0;
  return TRUE;
}

const char *
refrain_undo_undo (RefrainUndo *self)
{
  const char *name = NULL;

  g_return_val_if_fail (REFRAIN_IS_UNDO (self), NULL);
  g_return_val_if_fail (!self->restoring, NULL);

  g_signal_emit (self, flush_signal, 0);
  while (self->n_done > 0 && name == NULL)
    {
      Step *step = self->steps->pdata[--self->n_done];

      if (restore (self, step, step->before))
        name = step->name;
      else
        g_ptr_array_remove_index (self->steps, self->n_done);
    }
  notify_names (self);
  return name;
}

const char *
refrain_undo_redo (RefrainUndo *self)
{
  const char *name = NULL;

  g_return_val_if_fail (REFRAIN_IS_UNDO (self), NULL);
  g_return_val_if_fail (!self->restoring, NULL);

  g_signal_emit (self, flush_signal, 0);
  while (self->n_done < self->steps->len && name == NULL)
    {
      Step *step = self->steps->pdata[self->n_done];

      if (restore (self, step, step->after))
        {
          name = step->name;
          self->n_done++;
        }
      else
        g_ptr_array_remove_index (self->steps, self->n_done);
    }
  notify_names (self);
  return name;
}

void
refrain_undo_clear (RefrainUndo *self)
{
  g_return_if_fail (REFRAIN_IS_UNDO (self));

  g_signal_emit (self, flush_signal, 0);
  g_ptr_array_set_size (self->steps, 0);
  self->n_done = 0;
  self->last = 0;
  notify_names (self);
}

REFRAIN_DEFINE_END (RefrainUndo, refrain_undo, finalize, g_ptr_array_unref (x->steps))

static void
refrain_undo_class_init (RefrainUndoClass *klass)
{
  static const char *const notices[] = { "undo-name", "redo-name", NULL };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = refrain_undo_finalize;
  refrain_class_install_notices (object_class, notices);
  flush_signal = g_signal_new ("flush", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
refrain_undo_init (RefrainUndo *self)
{
  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->pause = PAUSE;
}
