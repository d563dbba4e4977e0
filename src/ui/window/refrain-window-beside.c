/* refrain-window-beside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A second run in the same window: RefrainBeside opens it, the page Differences shows it.
 */
#include "config.h"
#include "refrain-free.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-beside.h"
#include "refrain-session-file.h"

void
refrain_window_open_beside (RefrainWindow *self, GFile *file)
{
  RefrainSession *session;
  g_autofree char *path = NULL;

  g_return_if_fail (REFRAIN_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  session = refrain_window_get_session (self);
  if (self->load_job != NULL || session == NULL)
    {
      g_set_object (&self->beside, file);
      return;
    }
  g_clear_object (&self->beside);
  path = g_file_get_path (file);
  if (path == NULL)
    {
      refrain_window_show_toast (self, _ ("The trace is not on this machine. Copy it here first."));
      return;
    }
  refrain_beside_open (refrain_beside_get (session), path);
  refrain_workspace_set_page (self->workspace, "differences");
  refrain_workspace_focus_page (self->workspace);
}

void
refrain_window_open_waiting (RefrainWindow *self)
{
  g_autoptr (GFile) file = g_steal_pointer (&self->beside);

  if (file != NULL)
    refrain_window_open_beside (self, file);
}

void
refrain_window_note_beside (RefrainWindow *self, const char *path)
{
  RefrainSession *session = refrain_window_get_session (self);
  RefrainBeside *beside = session != NULL ? refrain_beside_get (session) : NULL;
  RefrainSession *other = beside != NULL ? refrain_beside_get_other (beside) : NULL;

  if (other == NULL
      || g_strcmp0 (refrain_trace_get_path (refrain_session_get_trace (other)), path) != 0)
    return;
  refrain_beside_detach (beside);
  refrain_window_show_toast (self, _ ("The second run changed while it was open, and is closed."));
}

/* ---- Names and bookmarks of one run for the other ---- */

/* What is asked for, and found. */
typedef struct
{
  RefrainTrace *trace, *other;
  GHashTable *names;
  RefrainBookmarks *bookmarks;
  guint n_lost; /* bookmarks that stand where the runs differ */
} Taking;

REFRAIN_DEFINE_FREE (taking_free, Taking, g_object_unref (x->trace); g_object_unref (x->other);
                     g_clear_pointer (&x->names, g_hash_table_unref);
                     g_clear_pointer (&x->bookmarks, refrain_bookmarks_unref))

static gpointer
read_names_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Taking *asked = data, *found;
  g_autoptr (RefrainSessionFile) file
      = refrain_session_file_new (refrain_trace_get_path (asked->other));
  g_autoptr (RefrainBookmarks) bookmarks = NULL;
  g_autoptr (RefrainCounterparts) counterparts = NULL;

  refrain_window_await_memory (refrain_trace_get_path (asked->other),
                               refrain_job_get_cancellable (job));
  if (!refrain_session_file_load (file, error))
    return NULL;
  bookmarks = refrain_session_file_get_bookmarks (file);
  counterparts = refrain_counterparts_new (asked->other, asked->trace);
  found = g_new0 (Taking, 1);
  found->trace = g_object_ref (asked->trace);
  found->other = g_object_ref (asked->other);
  found->names = refrain_session_file_get_names (file);
  found->bookmarks = refrain_bookmarks_move (bookmarks, counterparts, 0, &found->n_lost);
  return found;
}

/* Adds to @names those of @others for what has none; gives how many. */
static guint
add_names (GHashTable *names, GHashTable *others)
{
  GHashTableIter iter;
  gpointer key, name;
  guint n = 0;

  g_hash_table_iter_init (&iter, others);
  while (g_hash_table_iter_next (&iter, &key, &name))
    if (!g_hash_table_contains (names, key))
      {
        g_hash_table_insert (names, g_strdup (key), g_strdup (name));
        n++;
      }
  return n;
}

/* "2 names and 1 bookmark taken from the second run." */
static char *
tell_taken (guint n_names, guint n_bookmarks, guint n_lost)
{
  g_autofree char *names
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u name", "%u names", n_names), n_names);
  g_autofree char *bookmarks = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u bookmark", "%u bookmarks", n_bookmarks), n_bookmarks);
  /* TRANSLATORS: "2 names and 1 bookmark taken ..." */
  g_autofree char *taken
      = g_strdup_printf (_ ("%s and %s taken from the second run."), names, bookmarks);

  return n_lost == 0
             ? g_steal_pointer (&taken)
             : g_strdup_printf (
                 g_dngettext (GETTEXT_PACKAGE, "%s %u bookmark is at a difference of the runs.",
                              "%s %u bookmarks are at differences of the runs.", n_lost),
                 taken, n_lost);
}

/* Patterns of the same structure have the same key in both runs. */
static guint
take_pattern_names (RefrainSession *session, GHashTable *others)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint n;

  add_names (names, refrain_patterns_get_names (patterns));
  n = add_names (names, others);
  if (n > 0)
    refrain_patterns_set_names (patterns, names);
  return n;
}

static void
on_names (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  Taking *found = result;

  if (found == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        refrain_window_show_toast (self, error->message);
      return;
    }
  if (session != NULL && refrain_session_get_trace (session) == found->trace)
    {
      const guint n = take_pattern_names (session, found->names);
      const guint n_bookmarks
          = refrain_bookmark_model_take (refrain_session_get_bookmarks (session), found->bookmarks);
      g_autofree char *text = tell_taken (n, n_bookmarks, found->n_lost);

      refrain_window_show_toast (self, text);
    }
  taking_free (found);
}

static void
take_names (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  RefrainSession *other
      = session != NULL ? refrain_beside_get_other (refrain_beside_get (session)) : NULL;
  Taking *asked;

  if (other == NULL)
    {
      refrain_window_show_toast (data, _ ("Open a second run first."));
      return;
    }
  asked = g_new0 (Taking, 1);
  asked->trace = g_object_ref (refrain_session_get_trace (session));
  asked->other = g_object_ref (refrain_session_get_trace (other));
  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Reading names"),
                             read_names_in_thread, asked, taking_free, taking_free, G_OBJECT (data),
                             on_names, data);
}

/* ---- Actions ---- */

static void
open_beside (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  refrain_window_choose_file (data, _ ("Open a Second Run"), "beside-uri");
}

static void
open_beside_uri (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  refrain_window_open_beside (data, file);
}

static void
add_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  refrain_window_choose_file (data, _ ("Add a Run"), "add-run-uri");
}

/* Of a series; the first one that is added is the second run. */
static void
add_run_uri (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  RefrainSession *session = refrain_window_get_session (self);
  g_autofree char *path = g_file_get_path (file);

  if (session == NULL || path == NULL
      || refrain_beside_get_other (refrain_beside_get (session)) == NULL)
    {
      refrain_window_open_beside (self, file);
      return;
    }
  refrain_beside_add_run (refrain_beside_get (session), path);
  refrain_workspace_set_page (self->workspace, "differences");
  g_action_group_change_action_state (G_ACTION_GROUP (self), "beside-picture",
                                      g_variant_new_string ("series"));
}

void
refrain_window_init_beside_actions (RefrainWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "open-beside", .activate = open_beside },
    { .name = "take-names", .activate = take_names },
    { .name = "add-run", .activate = add_run },
    { .name = "add-run-uri", .activate = add_run_uri, .parameter_type = "s" },
    { .name = "beside-uri", .activate = open_beside_uri, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
