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
    { .name = "beside-uri", .activate = open_beside_uri, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
