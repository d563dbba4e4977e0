/* refrain-window-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's commands about loops.
 */
#include "config.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-loop-text.h"

/* One press of a key. */
#define KEY_ZOOM 1.5

/* The session's loops once they are found, else NULL. */
static RefrainLoops *
get_found (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  RefrainLoops *loops = session != NULL ? refrain_session_get_loops (session) : NULL;

  return loops != NULL && refrain_loops_get_model (loops) != NULL ? loops : NULL;
}

static RefrainLoopsPage *
get_page (RefrainWindow *self)
{
  return refrain_workspace_get_loops_page (self->workspace);
}

gboolean
refrain_window_step_iteration (RefrainWindow *self, int direction, RefrainTime from)
{
  RefrainLoops *loops = get_found (self);

  if (loops == NULL || refrain_loops_get_selected (loops) == REFRAIN_NONE)
    return FALSE;
  if (refrain_loops_step (loops, direction, from))
    refrain_session_go_to_iteration (refrain_window_get_session (self));
  return TRUE;
}

gboolean
refrain_window_zoom_loops (RefrainWindow *self, const char *action)
{
  RefrainLoopCanvas *canvas = refrain_loops_page_get_canvas (get_page (self));

  if (g_strcmp0 (refrain_workspace_get_page (self->workspace), "loops") != 0)
    return FALSE;
  if (g_str_equal (action, "zoom-in"))
    refrain_loop_canvas_zoom (canvas, 1 / KEY_ZOOM, -1);
  else if (g_str_equal (action, "zoom-out"))
    refrain_loop_canvas_zoom (canvas, KEY_ZOOM, -1);
  else if (g_str_equal (action, "zoom-all"))
    refrain_loop_canvas_show_all (canvas);
  else
    return FALSE;
  return TRUE;
}

/* ---- Selecting ---- */

/* A construct by its number in the text, from 1. */
static void
select_loop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoops *loops = get_found (data);

  if (loops != NULL)
    refrain_loops_select (loops,
                          refrain_loops_find_number (loops, g_variant_get_uint32 (parameter)));
}

static void
select_loop_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainLoops *loops = get_found (self);
  const guint32 here = loops != NULL ? refrain_loops_get_loop_here (loops) : REFRAIN_NONE;

  if (here != REFRAIN_NONE)
    refrain_loops_select (loops, here);
  else
    refrain_window_show_toast (self, _ ("Pick an event that lies in a loop first."));
}

static void
walk (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const struct
  {
    const char *name;
    RefrainLoopsWalk walk;
  } walks[] = {
    { "outer-loop", REFRAIN_LOOPS_OUT },
    { "inner-loop", REFRAIN_LOOPS_IN },
    { "previous-loop", REFRAIN_LOOPS_PREVIOUS },
    { "next-loop", REFRAIN_LOOPS_NEXT },
  };
  RefrainLoops *loops = get_found (data);

  for (gsize i = 0; i < G_N_ELEMENTS (walks) && loops != NULL; i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), walks[i].name))
      refrain_loops_walk (loops, walks[i].walk);
}

/* ---- Boxes ---- */

static void
fold_loop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainLoops *loops = get_found (self);
  const guint32 selected = loops != NULL ? refrain_loops_get_selected (loops) : REFRAIN_NONE;

  if (selected != REFRAIN_NONE)
    refrain_loop_canvas_toggle (refrain_loops_page_get_canvas (get_page (self)), selected);
  else
    refrain_window_show_toast (self, _ ("Choose a loop first."));
}

static void
fold_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoops *loops = get_found (data);
  const char *name = g_action_get_name (G_ACTION (action));

  if (loops == NULL)
    return;
  if (g_str_equal (name, "fold-loops-for-page"))
    refrain_loops_fold_for_page (loops);
  else
    refrain_loops_fold_all (loops, g_str_equal (name, "fold-all-loops"));
}

static void
change_fold_alike (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_loops_set_fold_alike (refrain_session_get_loops (session),
                                  g_variant_get_boolean (value));
  refrain_window_update_actions (data);
}

static void
change_tab (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainWindow *self = data;

  refrain_loops_page_set_tab (get_page (self), g_variant_get_string (value, NULL));
  g_simple_action_set_state (action,
                             g_variant_new_string (refrain_loops_page_get_tab (get_page (self))));
}

/* ---- Text ---- */

static gpointer
write_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_loop_text_dup (data);
}

static void
on_written (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  g_autofree char *text = result;

  if (text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  refrain_window_show_toast (self, _ ("The text of the loop model is on the clipboard."));
}

static void
copy_text (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoops *loops = get_found (data);

  if (loops != NULL)
    refrain_task_runner_start (refrain_session_get_runner (refrain_window_get_session (data)),
                               _ ("Writing the loop model"), write_in_thread,
                               g_object_ref (refrain_loops_get_model (loops)), g_object_unref,
                               g_free, G_OBJECT (data), on_written, data);
}

static void
find_loops (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_loops_find (refrain_session_get_loops (session));
}

static const GActionEntry entries[] = {
  { .name = "select-loop", .activate = select_loop, .parameter_type = "u" },
  { .name = "select-loop-here", .activate = select_loop_here },
  { .name = "outer-loop", .activate = walk },
  { .name = "inner-loop", .activate = walk },
  { .name = "previous-loop", .activate = walk },
  { .name = "next-loop", .activate = walk },
  { .name = "fold-loop", .activate = fold_loop },
  { .name = "fold-all-loops", .activate = fold_all },
  { .name = "unfold-all-loops", .activate = fold_all },
  { .name = "fold-loops-for-page", .activate = fold_all },
  { .name = "copy-loop-text", .activate = copy_text },
  { .name = "find-loops", .activate = find_loops },
  { .name = "fold-alike", .state = "false", .change_state = change_fold_alike },
  { .name = "loop-tab", .parameter_type = "s", .state = "'text'", .change_state = change_tab },
};

void
refrain_window_update_loop_actions (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "fold-alike");

  g_simple_action_set_state (
      G_SIMPLE_ACTION (action),
      g_variant_new_boolean (
          session != NULL && refrain_loops_get_fold_alike (refrain_session_get_loops (session))));
}

void
refrain_window_init_loop_actions (RefrainWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
