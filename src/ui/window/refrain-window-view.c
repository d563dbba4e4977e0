/* refrain-window-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where somebody was in a trace, kept in the user's own folders and never beside the trace: what
 * was only looked at leaves nothing there. With it a picture of the run, for the page of recent
 * traces.
 */
#include "refrain-window-private.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "refrain-settings.h"
#include "refrain-start-page.h"
#include "refrain-thumbnail.h"

#define GROUP "View"

/* Larger files are none of ours. */
#define MAX_SIZE 65536

/* Where the view of the trace at @path is kept. */
static char *
get_file (const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
  g_autofree char *name = g_strconcat (digest, ".ini", NULL);

  return g_build_filename (g_get_user_state_dir (), "refrain", "views", name, NULL);
}

/* The demo always begins at its beginning. */
static gboolean
is_demo (const char *path)
{
  g_autoptr (GFile) demo = refrain_start_page_find_demo ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return demo != NULL && g_file_equal (demo, file);
}

/* The path of what @session shows; NULL where nothing is kept of it. */
static const char *
get_path (RefrainSession *session)
{
  const char *path
      = session != NULL ? refrain_trace_get_path (refrain_session_get_trace (session)) : NULL;

  return path != NULL && refrain_settings_get_boolean ("reopen-view", FALSE) && !is_demo (path)
             ? path
             : NULL;
}

/* ---- Keeping ---- */

/* FALSE where everything is as it is when a trace is opened. */
static gboolean
describe (RefrainWindow *self, RefrainSession *session, GKeyFile *view)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainAxis *axis = refrain_session_get_axis (session);
  const char *page = refrain_workspace_get_page (self->workspace);
  const guint *shown;
  RefrainTime start, end;
  double from, to, first, last;
  gboolean has_kept = FALSE;
  gsize n;

  if (axis == NULL)
    return FALSE;
  refrain_selection_get_window (selection, &from, &to);
  refrain_axis_get_busy_extent (axis, &first, &last);
  shown = refrain_selection_get_processes (selection, &n);
  refrain_session_get_window_times (session, &start, &end);
  g_key_file_set_string (view, GROUP, "page", page);
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    {
      const char *kept = refrain_workspace_get_kept (self->workspace, place);

      if (kept != NULL)
        g_key_file_set_string (view, GROUP, refrain_kept_get_action (place), kept);
      has_kept |= kept != NULL;
    }
  g_key_file_set_integer (view, GROUP, "axis", (int) refrain_axis_get_kind (axis));
  g_key_file_set_int64 (view, GROUP, "start", start);
  g_key_file_set_int64 (view, GROUP, "end", end);
  if (n < refrain_trace_get_n_processes (refrain_session_get_trace (session)))
    g_key_file_set_integer_list (view, GROUP, "processes", (int *) (gpointer) shown, n);
  else if (!has_kept && g_str_equal (page, "summary")
           && refrain_axis_get_kind (axis) == REFRAIN_AXIS_TIME && from <= first && to >= last)
    return FALSE;
  return TRUE;
}

void
refrain_window_keep_view (RefrainWindow *self)
{
  RefrainSession *session
      = self->workspace != NULL ? refrain_workspace_get_session (self->workspace) : NULL;
  const char *path = get_path (session);
  g_autoptr (GKeyFile) view = NULL;
  g_autofree char *file = NULL, *folder = NULL;

  if (path == NULL || self->lost)
    return;
  refrain_thumbnail_save (session, path);
  view = g_key_file_new ();
  file = get_file (path);
  folder = g_path_get_dirname (file);
  /* Nobody is harmed where it cannot be kept. */
  if (!describe (self, session, view))
    (void) g_remove (file);
  else if (g_mkdir_with_parents (folder, 0700) == 0)
    (void) g_key_file_save_to_file (view, file, NULL);
}

/* ---- Coming back ---- */

static gboolean
read_view (const char *path, GKeyFile *view)
{
  g_autofree char *file = get_file (path);
  GStatBuf info;

  return g_stat (file, &info) == 0 && info.st_size <= MAX_SIZE
         && g_key_file_load_from_file (view, file, G_KEY_FILE_NONE, NULL)
         && g_key_file_has_key (view, GROUP, "start", NULL)
         && g_key_file_has_key (view, GROUP, "end", NULL);
}

/* The time axis is there: the window is shown once. */
static void
on_axis (RefrainSession *session)
{
  GKeyFile *view = g_object_get_data (G_OBJECT (session), "refrain-view");
  RefrainAxis *axis = refrain_session_get_axis (session);
  const int kind = view != NULL ? g_key_file_get_integer (view, GROUP, "axis", NULL) : 0;
  const RefrainTime start = view != NULL ? g_key_file_get_int64 (view, GROUP, "start", NULL) : 0;
  const RefrainTime end = view != NULL ? g_key_file_get_int64 (view, GROUP, "end", NULL) : 0;

  if (view == NULL || axis == NULL)
    return;
  if (start < end)
    refrain_session_show (session, refrain_axis_from_time (axis, start),
                          refrain_axis_from_time (axis, end), REFRAIN_MOVE_QUIET);
  g_object_set_data (G_OBJECT (session), "refrain-view", NULL);
  if (kind > (int) REFRAIN_AXIS_TIME && kind <= (int) REFRAIN_AXIS_LOGICAL)
    refrain_session_set_axis_kind (session, (RefrainAxisKind) kind);
}

static void
free_view (gpointer view)
{
  g_key_file_unref (view);
}

/* The views that were kept. */
static void
reopen_kept (RefrainWindow *self, GKeyFile *view)
{
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    {
      g_autofree char *kept
          = g_key_file_get_string (view, GROUP, refrain_kept_get_action (place), NULL);

      if (kept != NULL)
        refrain_workspace_keep (self->workspace, place, kept);
    }
}

void
refrain_window_reopen_view (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  const char *path = get_path (session);
  g_autoptr (GKeyFile) view = g_key_file_new ();
  g_autofree char *page = NULL;
  g_autofree int *processes = NULL;
  AdwToast *toast;
  gsize n = 0;

  if (path == NULL || !read_view (path, view))
    return;
  page = g_key_file_get_string (view, GROUP, "page", NULL);
  processes = g_key_file_get_integer_list (view, GROUP, "processes", &n, NULL);
  if (n > 0)
    refrain_selection_set_processes (refrain_session_get_selection (session),
                                     (const guint *) (gpointer) processes, n);
  refrain_undo_clear (refrain_session_get_undo (session));
  if (page != NULL)
    refrain_workspace_set_page (self->workspace, page);
  reopen_kept (self, view);
  g_object_set_data_full (G_OBJECT (session), "refrain-view", g_key_file_ref (view), free_view);
  g_signal_connect (session, "notify::axis", G_CALLBACK (on_axis), NULL);
  on_axis (session);
  toast = refrain_window_replace_toast (self, _ ("View restored"));
  adw_toast_set_button_label (toast, _ ("_Reset"));
  adw_toast_set_action_name (toast, "win.begin-anew");
}

/* As if the trace had never been looked at. */
static void
begin_anew (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);

  if (session == NULL)
    return;
  g_object_set_data (G_OBJECT (session), "refrain-view", NULL);
  refrain_session_set_axis_kind (session, REFRAIN_AXIS_TIME);
  refrain_selection_set_processes (refrain_session_get_selection (session), NULL, 0);
  refrain_session_show_busy (session);
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    refrain_workspace_keep (self->workspace, place, NULL);
  refrain_workspace_set_page (self->workspace, "summary");
}

void
refrain_window_init_view_actions (RefrainWindow *self)
{
  static const GActionEntry entries[] = { { .name = "begin-anew", .activate = begin_anew } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
