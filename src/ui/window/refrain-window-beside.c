/* refrain-window-beside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A second run in the same window: RefrainBeside opens it, the page Differences shows it.
 */
#include "config.h"
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
      refrain_window_show_toast (self, _ ("It is not on this machine; copy it here first."));
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

/* ---- Names of one run for the other ---- */

static gpointer
read_names_in_thread (RefrainJob *job, gpointer path, GError **error)
{
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (path);

  return refrain_session_file_load (file, error) ? refrain_session_file_get_names (file) : NULL;
}

static void
unref_names (gpointer names)
{
  g_hash_table_unref (names);
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

/* Patterns of the same structure have the same key in both runs. */
static void
on_names (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  GHashTable *others = result;
  g_autoptr (GHashTable) names = NULL;
  g_autofree char *text = NULL;
  guint n;

  if (others == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        refrain_window_show_toast (self, error->message);
      return;
    }
  if (session != NULL)
    {
      RefrainPatterns *patterns = refrain_session_get_patterns (session);

      names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      add_names (names, refrain_patterns_get_names (patterns));
      n = add_names (names, others);
      if (n > 0)
        refrain_patterns_set_names (patterns, names);
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u name taken from the second run.",
                                           "%u names taken from the second run.", n),
                              n);
      refrain_window_show_toast (self, text);
    }
  g_hash_table_unref (others);
}

static void
take_names (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  RefrainSession *other
      = session != NULL ? refrain_beside_get_other (refrain_beside_get (session)) : NULL;

  if (other == NULL)
    {
      refrain_window_show_toast (data, _ ("Open a second run first."));
      return;
    }
  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Reading names"),
                             read_names_in_thread,
                             g_strdup (refrain_trace_get_path (refrain_session_get_trace (other))),
                             g_free, unref_names, G_OBJECT (data), on_names, data);
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

void
refrain_window_init_beside_actions (RefrainWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "open-beside", .activate = open_beside },
    { .name = "take-names", .activate = take_names },
    { .name = "beside-uri", .activate = open_beside_uri, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
