/* refrain-undo-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is selected is a value, made anew when something tells of a change and compared with the one
 * before: nobody who selects has to know of it. Names are two values more.
 */
#include "refrain-undo-watch.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"

/* What is selected and shown. */
typedef struct
{
  RefrainSubject *lit, *scope; /* or NULL */
  RefrainPick pick;
  RefrainTime range_start, range_end;
  RefrainProcessOrder *order;
  GArray *processes; /* of guint */
  gboolean folded;
  RefrainAxis *axis;
  double start, end; /* the window */
  gboolean moved;    /* together with what was selected */
} State;

struct _RefrainUndoWatch
{
  GObject parent_instance;

  RefrainSession *session; /* weak */
  State *last;
  GHashTable *names; /* of patterns, as they were */
  RefrainPhaseMemory *told;
  guint idle;
  gboolean selected, named, marked; /* what told of a change since */
};

REFRAIN_DEFINE_OBJECT (RefrainUndoWatch, refrain_undo_watch)

/* ---- What is selected ---- */

REFRAIN_DEFINE_FREE (state_free, State, g_clear_pointer (&x->lit, refrain_subject_unref);
                     g_clear_pointer (&x->scope, refrain_subject_unref);
                     g_clear_object (&x->order);
                     g_array_unref (x->processes);
                     g_clear_object (&x->axis))

static GArray *
copy_array (gconstpointer items, gsize n, guint size)
{
  GArray *array = g_array_sized_new (FALSE, FALSE, size, (guint) n);

  if (n > 0)
    g_array_append_vals (array, items, (guint) n);
  return array;
}

static void
look_at_window (RefrainSession *session, State *state)
{
  g_set_object (&state->axis, refrain_session_get_axis (session));
  refrain_selection_get_window (refrain_session_get_selection (session), &state->start,
                                &state->end);
}

static RefrainSubject *
keep (RefrainSubject *subject)
{
  return subject != NULL ? refrain_subject_ref (subject) : NULL;
}

static State *
look (RefrainSession *session)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainSubjects *subjects = refrain_session_get_subjects (session);
  State *state = g_new0 (State, 1);
  gconstpointer items;
  gsize n_shown;

  state->lit = keep (refrain_subjects_get_lit (subjects));
  state->scope = keep (refrain_subjects_get_scope (subjects));
  state->pick = *refrain_selection_get_pick (selection);
  refrain_selection_get_range (selection, &state->range_start, &state->range_end);
  g_set_object (&state->order, refrain_session_get_order (session));
  items = refrain_selection_get_processes (selection, &n_shown);
  state->processes = copy_array (items, n_shown, sizeof (guint));
  state->folded = refrain_fold_model_get_shown (refrain_session_get_folds (session));
  look_at_window (session, state);
  return state;
}

static gboolean
equal_arrays (const GArray *a, const GArray *b, gsize size)
{
  return a->len == b->len && refrain_is_same (a->data, b->data, a->len * size);
}

static const char *
name_pick (const RefrainPick *pick)
{
  switch (pick->kind)
    {
    case REFRAIN_PICK_OP:
      return _ ("select operation");
    case REFRAIN_PICK_CALL:
      return _ ("select call");
    case REFRAIN_PICK_PROCESS:
      return _ ("select process");
    case REFRAIN_PICK_CHANNEL:
      return _ ("select channel");
    case REFRAIN_PICK_NONE:
    default:
      return _ ("clear selection");
    }
}

/* What was done between @old and @new; NULL: nothing that is worth a step. */
static const char *
name_step (const State *old, const State *now)
{
  const gboolean has_range = now->range_start <= now->range_end;

  if (now->folded != old->folded)
    return now->folded ? _ ("fold similar events") : _ ("unfold similar events");
  if (!equal_arrays (now->processes, old->processes, sizeof (guint)))
    return now->processes->len < old->processes->len   ? _ ("hide processes")
           : now->processes->len > old->processes->len ? _ ("show processes")
                                                       : _ ("reorder processes");
  if (now->lit != old->lit && now->lit != NULL)
    return _ (now->lit->kind->step);
  if (now->scope != old->scope && now->scope != NULL)
    return _ (now->scope->kind->step);
  if ((now->range_start != old->range_start || now->range_end != old->range_end) && has_range)
    return _ ("measure a span");
  if (!refrain_pick_equal (&now->pick, &old->pick))
    return name_pick (&now->pick);
  if (now->lit != old->lit || now->scope != old->scope
      || (old->range_start <= old->range_end) != has_range)
    return _ ("clear selection");
  return NULL;
}

static void
restore_selection (gpointer owner, gpointer data)
{
  RefrainSession *session = owner;
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainSubjects *subjects = refrain_session_get_subjects (session);
  const State *state = data;

  refrain_fold_model_set_shown (refrain_session_get_folds (session), state->folded);
  refrain_selection_set_processes (selection, (const guint *) (gpointer) state->processes->data,
                                   state->processes->len);
  /* What is not there any more is not selected. */
  if (state->scope == NULL || !refrain_subjects_restore (subjects, state->scope))
    refrain_subjects_set_scope (subjects, NULL);
  if (state->lit == NULL || !refrain_subjects_restore (subjects, state->lit))
    refrain_subjects_take (subjects, NULL);
  refrain_selection_set_range (selection, state->range_start, state->range_end);
  refrain_selection_set_pick (selection, &state->pick);
  if (state->moved && state->axis == refrain_session_get_axis (session))
    refrain_session_show (session, state->start, state->end, REFRAIN_MOVE_QUIET);
  else if (state->pick.kind != REFRAIN_PICK_NONE)
    refrain_session_reveal (session, &state->pick, REFRAIN_MOVE_QUIET);
}

/* ---- Names ---- */

static void
restore_names (gpointer owner, gpointer names)
{
  refrain_patterns_set_names (refrain_session_get_patterns (owner), names);
}

static void
restore_marks (gpointer owner, gpointer memory)
{
  refrain_phase_model_set_marks (refrain_session_get_phases (owner), memory);
}

static GHashTable *
copy_names (RefrainSession *session)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key, name;

  g_hash_table_iter_init (&iter,
                          refrain_patterns_get_names (refrain_session_get_patterns (session)));
  while (g_hash_table_iter_next (&iter, &key, &name))
    g_hash_table_insert (copy, g_strdup (key), g_strdup (name));
  return copy;
}

static gboolean
equal_names (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer key, name;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &name))
    if (g_strcmp0 (name, g_hash_table_lookup (b, key)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
equal_marks (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const RefrainPhaseMark *x = a->pdata[i], *y = b->pdata[i];

      if (x->start != y->start || x->end != y->end || x->joined != y->joined
          || !g_str_equal (x->sequence, y->sequence) || g_strcmp0 (x->name, y->name) != 0
          || g_strcmp0 (x->note, y->note) != 0)
        return FALSE;
    }
  return TRUE;
}

static RefrainPhaseMemory *
copy_marks (RefrainSession *session)
{
  return refrain_phase_memory_copy (
      refrain_phase_model_get_memory (refrain_session_get_phases (session)));
}

static void
unref_names (gpointer names)
{
  g_hash_table_unref (names);
}

static void
free_marks (gpointer memory)
{
  refrain_phase_memory_free (memory);
}

/* ---- Recording ---- */

static void
record_names (RefrainUndoWatch *self, RefrainUndo *undo)
{
  GHashTable *names = copy_names (self->session);

  if (!equal_names (self->names, names))
    refrain_undo_record (undo, _ ("name pattern"), self->session, restore_names,
                         g_hash_table_ref (self->names), g_hash_table_ref (names), unref_names,
                         TRUE);
  g_hash_table_unref (self->names);
  self->names = names;
}

static void
record_marks (RefrainUndoWatch *self, RefrainUndo *undo)
{
  RefrainPhaseMemory *told = copy_marks (self->session);

  if (!equal_marks (self->told->marks, told->marks))
    refrain_undo_record (undo, _ ("name phase"), self->session, restore_marks,
                         refrain_phase_memory_copy (self->told), refrain_phase_memory_copy (told),
                         free_marks, TRUE);
  refrain_phase_memory_free (self->told);
  self->told = told;
}

static void
record_selection (RefrainUndoWatch *self, RefrainUndo *undo)
{
  State *now = look (self->session);
  const char *name = name_step (self->last, now);

  /* An order is its own page's to take back. */
  if (name != NULL && self->last->order == now->order)
    {
      State *before = g_steal_pointer (&self->last), *after = look (self->session);

      before->moved = after->moved
          = after->axis != NULL && before->axis == after->axis
            && (before->start != after->start || before->end != after->end);
      refrain_undo_record (undo, name, self->session, restore_selection, before, after, state_free,
                           TRUE);
    }
  g_clear_pointer (&self->last, state_free);
  self->last = now;
}

static void
record (RefrainUndoWatch *self)
{
  RefrainUndo *undo;

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->session == NULL)
    return;
  undo = refrain_session_get_undo (self->session);
  if (self->named)
    record_names (self, undo);
  if (self->marked)
    record_marks (self, undo);
  if (self->selected)
    record_selection (self, undo);
  self->named = self->marked = self->selected = FALSE;
}

static gboolean
record_in_idle (gpointer data)
{
  RefrainUndoWatch *self = data;

  self->idle = 0;
  record (self);
  return G_SOURCE_REMOVE;
}

static void
wait_for_idle (RefrainUndoWatch *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add (record_in_idle, self);
}

static void
on_selected (RefrainUndoWatch *self)
{
  self->selected = TRUE;
  wait_for_idle (self);
}

static void
on_names (RefrainUndoWatch *self)
{
  self->named = TRUE;
  wait_for_idle (self);
}

static void
on_marks (RefrainUndoWatch *self)
{
  self->marked = TRUE;
  wait_for_idle (self);
}

/* No step, but where the next one comes from. */
static void
on_window (RefrainUndoWatch *self)
{
  if (!self->selected && self->session != NULL)
    look_at_window (self->session, self->last);
}

RefrainUndoWatch *
refrain_undo_watch_new (RefrainSession *session)
{
  RefrainUndoWatch *self;
  RefrainSelection *selection;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_UNDO_WATCH, NULL);
  selection = refrain_session_get_selection (session);
  g_set_weak_pointer (&self->session, session);
  self->last = look (session);
  self->names = copy_names (session);
  self->told = copy_marks (session);
  {
    const struct
    {
      gpointer object;
      const char *signal;
      void (*func) (RefrainUndoWatch *self);
    } watched[] = {
      { selection, "notify::pick", on_selected },
      { selection, "notify::processes", on_selected },
      { refrain_session_get_subjects (session), "notify::subject", on_selected },
      { selection, "notify::range", on_selected },
      { selection, "notify::window", on_window },
      { refrain_session_get_patterns (session), "notify::names", on_names },
      { refrain_session_get_phases (session), "notify::marks", on_marks },
      { refrain_session_get_phases (session), "notify::options", on_marks },
      { refrain_session_get_folds (session), "notify::shown", on_selected },
      { refrain_session_get_undo (session), "flush", record },
    };

    for (gsize i = 0; i < G_N_ELEMENTS (watched); i++)
      refrain_connect (watched[i].object, watched[i].signal, watched[i].func, self);
  }
  return self;
}

static void
refrain_undo_watch_finalize (RefrainUndoWatch *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_weak_pointer (&self->session);
  g_clear_pointer (&self->last, state_free);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->told, refrain_phase_memory_free);
}
