/* refrain-window-state.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps the actions' states, and which can be given, true to what the window shows.
 */
#include "config.h"
#include "refrain-window-private.h"

const char *const refrain_window_axis_names[] = { "time", "compressed", "logical" };

static void
set_state (RefrainWindow *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

static void
set_enabled (RefrainWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

void
refrain_window_update_actions (RefrainWindow *self)
{
  static const char *const always[] = { "open", "open-uri", "close", "screen", NULL };
  g_auto (GStrv) names = NULL;
  RefrainSession *session;
  RefrainMatrixCanvas *matrix;
  RefrainAxis *axis;
  gboolean is_trace;

  if (self->workspace == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  session = refrain_window_get_session (self);
  matrix = refrain_workspace_get_matrix_canvas (self->workspace);
  axis = session != NULL ? refrain_session_get_axis (session) : NULL;
  is_trace = session != NULL && g_strcmp0 (refrain_window_get_screen (self), "trace") == 0;
  names = g_action_group_list_actions (G_ACTION_GROUP (self));
  for (char **name = names; *name != NULL; name++)
    if (!g_strv_contains (always, *name))
      set_enabled (self, *name, is_trace);
  set_enabled (self, "cancel", is_trace || self->load_job != NULL);
  set_enabled (self, "reload", self->file != NULL && self->load_job == NULL);
  set_enabled (self, "back",
               is_trace && refrain_selection_can_go_back (refrain_session_get_selection (session)));
  set_enabled (self, "forward",
               is_trace
                   && refrain_selection_can_go_forward (refrain_session_get_selection (session)));
  set_state (self, "screen", g_variant_new_string (refrain_window_get_screen (self)));
  set_state (self, "page", g_variant_new_string (refrain_workspace_get_page (self->workspace)));
  set_state (
      self, "axis",
      g_variant_new_string (refrain_window_axis_names[axis != NULL ? refrain_axis_get_kind (axis)
                                                                   : REFRAIN_AXIS_TIME]));
  set_state (self, "measure",
             g_variant_new_boolean (session != NULL && refrain_session_get_measuring (session)));
  set_state (self, "show-sidebar",
             g_variant_new_boolean (refrain_workspace_get_show_sidebar (self->workspace)));
  set_state (self, "show-details",
             g_variant_new_boolean (refrain_workspace_get_show_details (self->workspace)));
  set_state (self, "matrix-value",
             g_variant_new_string (refrain_matrix_canvas_get_bytes (matrix) ? "bytes" : "count"));
  set_state (self, "matrix-scale",
             g_variant_new_string (refrain_matrix_canvas_get_logarithmic (matrix) ? "logarithmic"
                                                                                  : "linear"));
  refrain_window_update_phase_actions (self);
  refrain_window_update_loop_actions (self);
}

void
refrain_window_connect_actions (RefrainWindow *self, RefrainSession *session)
{
  static const char *const signals[] = { "notify::axis", "notify::measuring" };
  static const char *const history[] = { "notify::can-go-back", "notify::can-go-forward" };

  for (gsize i = 0; i < G_N_ELEMENTS (signals) && session != NULL; i++)
    {
      g_signal_connect_object (session, signals[i], G_CALLBACK (refrain_window_update_actions),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_selection (session), history[i],
                               G_CALLBACK (refrain_window_update_actions), self, G_CONNECT_SWAPPED);
    }
  refrain_window_connect_phases (self, session);
  refrain_window_update_actions (self);
}
