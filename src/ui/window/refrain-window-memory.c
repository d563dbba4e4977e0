/* refrain-window-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the window remembers of a trace between runs.
 */
#include "refrain-object.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-look-model.h"
#include "refrain-session-file.h"
#include "refrain-wrappers.h"

/* What is moved or typed is saved when it has not changed for so long, in milliseconds. */
#define REST 400

/* Of a session: its Known. */
#define KNOWN "refrain-known"

/* What this window last read from a session file or wrote into it: what differs from it is what the
 * user told since, whatever others wrote meanwhile. Goes with the session, and with what saves for
 * it, one after the other. */
typedef struct
{
  RefrainSessionFile *file;
} Known;

typedef struct
{
  Known *known;
  RefrainTrace *trace;
  GStrv wrappers, looks;
  GHashTable *names;
  RefrainPhaseMemory *phases;  /* or NULL */
  RefrainBookmarks *bookmarks; /* or NULL */
  char *problem;               /* to be told, or NULL */
  gboolean is_unsaved;
} Memory;

/* The paths of traces of which a window has told something that is not saved yet. */
static GMutex unsaved_mutex;
static GCond saved_cond;
static GPtrArray *unsaved = NULL;

/* How long one waits before one asks whether it was cancelled, in µs. */
#define LOOK (50 * 1000)

static void
note_unsaved (Memory *memory)
{
  memory->is_unsaved = TRUE;
  g_mutex_lock (&unsaved_mutex);
  if (unsaved == NULL)
    unsaved = g_ptr_array_new ();
  g_ptr_array_add (unsaved, (gpointer) refrain_trace_get_path (memory->trace));
  g_mutex_unlock (&unsaved_mutex);
}

static void
note_saved (Memory *memory)
{
  if (!memory->is_unsaved)
    return;
  memory->is_unsaved = FALSE;
  g_mutex_lock (&unsaved_mutex);
  g_ptr_array_remove_fast (unsaved, (gpointer) refrain_trace_get_path (memory->trace));
  g_cond_broadcast (&saved_cond);
  g_mutex_unlock (&unsaved_mutex);
}

void
refrain_window_await_memory (const char *path, GCancellable *cancellable)
{
  g_mutex_lock (&unsaved_mutex);
  while (unsaved != NULL && g_ptr_array_find_with_equal_func (unsaved, path, g_str_equal, NULL)
         && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&saved_cond, &unsaved_mutex, g_get_monotonic_time () + LOOK);
  g_mutex_unlock (&unsaved_mutex);
}

REFRAIN_DEFINE_CLEAR (known_clear, Known, refrain_session_file_free (x->file))

static void
known_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, known_clear);
}

REFRAIN_DEFINE_FREE (memory_free, Memory, note_saved (x); g_clear_pointer (&x->known, known_unref);
                     g_object_unref (x->trace);
                     g_strfreev (x->wrappers);
                     g_strfreev (x->looks);
                     g_clear_pointer (&x->names, g_hash_table_unref);
                     g_clear_pointer (&x->phases, refrain_phase_memory_free);
                     g_clear_pointer (&x->bookmarks, refrain_bookmarks_unref);
                     g_free (x->problem))

/* ---- Writing the session file ---- */

/* Beside what others saved meanwhile: two windows may show one trace. */
static gpointer
save_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  static GMutex one_at_a_time;
  Memory *memory = data;
  Known *known = memory->known;
  g_autoptr (RefrainSessionFile) file
      = refrain_session_file_new (refrain_trace_get_path (memory->trace));
  g_autoptr (RefrainSessionFile) ours = refrain_session_file_copy (known->file);
  g_autoptr (GMutexLocker) locker = NULL;
  gboolean is_saved;

  refrain_session_file_set_wrappers (ours, (const char *const *) memory->wrappers);
  refrain_session_file_set_looks (ours, (const char *const *) memory->looks);
  refrain_session_file_set_names (ours, memory->names);
  refrain_session_file_set_phases (ours, memory->phases);
  refrain_session_file_set_bookmarks (ours, memory->bookmarks);
  locker = g_mutex_locker_new (&one_at_a_time);
  /* A damaged one was told about when it was read; saving moves it aside. */
  refrain_session_file_load (file, NULL);
  refrain_session_file_merge (file, known->file, ours);
  is_saved = refrain_session_file_save (file, error);
  note_saved (memory);
  if (!is_saved)
    return NULL;
  refrain_session_file_free (known->file);
  known->file = g_steal_pointer (&ours);
  return GINT_TO_POINTER (TRUE);
}

/* Saving outlives the window, and its runner with it: that of a closed window cancels its jobs. */
struct _RefrainSaver
{
  GWeakRef window;
  RefrainTaskRunner *runner;
  GPtrArray *next; /* of Memory: what was told meanwhile, of each trace the last */
};

static void on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data);

/* Takes @memory. */
static void
save (RefrainSaver *saver, Memory *memory)
{
  refrain_task_runner_start (saver->runner, _ ("Saving names"), save_in_thread, memory, memory_free,
                             NULL, NULL, on_saved, saver);
}

/* The window may be gone by now; the program is not. */
static void
on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSaver *saver = data;
  g_autoptr (RefrainWindow) self = g_weak_ref_get (&saver->window);
  GApplication *application = g_application_get_default ();

  if (error != NULL && self != NULL)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("The names could not be saved: %s"), error->message);

      refrain_window_show_toast (self, text);
    }
  if (saver->next->len > 0)
    {
      save (saver, g_ptr_array_steal_index (saver->next, 0));
      return;
    }
  if (self != NULL)
    self->saver = NULL;
  g_ptr_array_unref (saver->next);
  g_weak_ref_clear (&saver->window);
  g_object_unref (saver->runner);
  g_free (saver);
  if (application != NULL)
    g_application_release (application);
}

/* What the user told so far. */
static Memory *
recall (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  Memory *memory = g_new0 (Memory, 1);
  GHashTableIter iter;
  gpointer key, name;

  memory->known = g_atomic_rc_box_acquire (g_object_get_data (G_OBJECT (session), KNOWN));
  memory->trace = g_object_ref (refrain_session_get_trace (session));
  memory->wrappers = g_strdupv ((GStrv) refrain_patterns_get_wrappers (patterns));
  memory->looks = refrain_routine_looks_write (
      refrain_look_model_get_looks (refrain_look_model_get (session)));
  memory->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_iter_init (&iter, refrain_patterns_get_names (patterns));
  while (g_hash_table_iter_next (&iter, &key, &name))
    g_hash_table_insert (memory->names, g_strdup (key), g_strdup (name));
  memory->bookmarks = refrain_bookmarks_ref (
      refrain_bookmark_model_get_list (refrain_session_get_bookmarks (session)));
  memory->phases = refrain_phase_memory_copy (
      refrain_phase_model_get_memory (refrain_session_get_phases (session)));
  note_unsaved (memory);
  return memory;
}

/* Takes @memory: it is saved instead of what was told earlier about the same trace. Another one may
 * have been opened in between. */
static void
save_next (RefrainSaver *saver, Memory *memory)
{
  const char *path = refrain_trace_get_path (memory->trace);

  for (guint i = 0; i < saver->next->len; i++)
    if (g_str_equal (refrain_trace_get_path (((Memory *) saver->next->pdata[i])->trace), path))
      {
        g_ptr_array_remove_index (saver->next, i);
        break;
      }
  g_ptr_array_add (saver->next, memory);
}

/* Remembers what the user told beside the trace, in the background. */
static void
save_session_file (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  if (session == NULL || g_object_get_data (G_OBJECT (session), KNOWN) == NULL)
    return;
  if (self->saver != NULL)
    {
      save_next (self->saver, recall (session));
      return;
    }
  self->saver = g_new0 (RefrainSaver, 1);
  self->saver->next = g_ptr_array_new_with_free_func (memory_free);
  g_weak_ref_init (&self->saver->window, self);
  self->saver->runner = g_object_ref (self->loader);
  /* Closing the window neither stops it nor ends the program before it is done. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  save (self->saver, recall (session));
}

/* ---- Reading the session file, then finding ---- */

/* Wrappers that the trace does not have (any more) would stop detection. */
static void
check_wrappers (Memory *memory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWrapperChoice) choice = NULL;

  if (memory->wrappers == NULL)
    return;
  choice = refrain_wrappers_named (memory->trace, (const char *const *) memory->wrappers, &error);
  if (choice != NULL)
    return;
  g_clear_pointer (&memory->wrappers, g_strfreev);
  g_free (memory->problem);
  memory->problem
      = g_strdup_printf (_ ("The wrappers chosen earlier do not fit: %s"), error->message);
}

static gpointer
read_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Memory *memory = g_new0 (Memory, 1);
  const char *path = refrain_trace_get_path (data);

  memory->trace = g_object_ref (data);
  if (path != NULL)
    {
      RefrainSessionFile *file = refrain_session_file_new (path);
      g_autoptr (GError) damage = NULL;

      refrain_window_await_memory (path, refrain_job_get_cancellable (job));
      memory->known = g_atomic_rc_box_new0 (Known);
      memory->known->file = file;
      if (!refrain_session_file_load (file, &damage))
        memory->problem = g_strdup (damage->message);
      memory->wrappers = refrain_session_file_get_wrappers (file);
      memory->looks = refrain_session_file_get_looks (file);
      memory->names = refrain_session_file_get_names (file);
      memory->phases = refrain_session_file_get_phases (file);
      memory->bookmarks = refrain_session_file_get_bookmarks (file);
      check_wrappers (memory);
    }
  return memory;
}

static gboolean
save_now (gpointer data)
{
  RefrainWindow *self = data;

  self->save_wait = 0;
  save_session_file (self);
  return G_SOURCE_REMOVE;
}

static void
save_soon (RefrainWindow *self)
{
  g_clear_handle_id (&self->save_wait, g_source_remove);
  self->save_wait = g_timeout_add (REST, save_now, self);
}

void
refrain_window_finish_memory (RefrainWindow *self)
{
  if (self->save_wait == 0)
    return;
  g_clear_handle_id (&self->save_wait, g_source_remove);
  save_session_file (self);
}

/* From now on what the user tells is saved. */
static void
watch (RefrainWindow *self, RefrainSession *session)
{
  const struct
  {
    gpointer object;
    const char *signal;
    void (*func) (RefrainWindow *self);
  } told[] = {
    { refrain_session_get_patterns (session), "notify::names", save_session_file },
    { refrain_session_get_patterns (session), "notify::wrappers", save_session_file },
    { refrain_session_get_bookmarks (session), "notify::list", save_soon },
    { refrain_look_model_get (session), "notify::looks", save_soon },
    { refrain_session_get_phases (session), "notify::marks", save_soon },
    /* The strength is moved, not told: it goes along when something else is saved. */
    { refrain_session_get_phases (session), "notify::options", save_soon },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (told); i++)
    refrain_connect (told[i].object, told[i].signal, told[i].func, self);
}

static void
on_read (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  Memory *memory = result;

  if (memory == NULL)
    return;
  if (session != NULL && refrain_session_get_trace (session) == memory->trace)
    {
      RefrainPatterns *patterns = refrain_session_get_patterns (session);

      if (memory->problem != NULL)
        refrain_window_show_toast (self, memory->problem);
      if (memory->names != NULL)
        refrain_patterns_set_names (patterns, memory->names);
      if (memory->looks != NULL)
        {
          g_autoptr (RefrainRoutineLooks) looks
              = refrain_routine_looks_read ((const char *const *) memory->looks);

          refrain_look_model_set_looks (refrain_look_model_get (session), looks, NULL);
        }
      if (memory->phases != NULL)
        refrain_phase_model_set_memory (refrain_session_get_phases (session), memory->phases);
      if (memory->bookmarks != NULL)
        refrain_bookmark_model_set_list (refrain_session_get_bookmarks (session),
                                         memory->bookmarks);
      refrain_patterns_set_wrappers (patterns, (const char *const *) memory->wrappers);
      refrain_undo_clear (refrain_session_get_undo (session));
      if (memory->known != NULL)
        g_object_set_data_full (G_OBJECT (session), KNOWN, g_steal_pointer (&memory->known),
                                known_unref);
      watch (self, session);
      refrain_patterns_find (patterns);
    }
  memory_free (memory);
}

void
refrain_window_start_patterns (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Reading names"),
                             read_in_thread, g_object_ref (refrain_session_get_trace (session)),
                             g_object_unref, memory_free, G_OBJECT (self), on_read, self);
}
