/* refrain-window-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's own commands, each a named action, and the states that tell what is shown. Pages add
 * theirs; those that open dialogs are in refrain-window-dialogs.c.
 */
#include "refrain-object.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-event-page.h"
#include "refrain-find.h"
#include "refrain-names.h"
#include "refrain-pick-text.h"
#include "refrain-settings.h"

#define ZOOM_STEP 1.6
#define PAN_STEP  0.15
#define PAGE_STEP 0.9

/* What the action "axis" calls each RefrainAxisKind. */
static const char *const axis_names[] = { "time", "compressed", "logical", NULL };

static RefrainPage *
get_shown_page (RefrainWindow *self)
{
  return refrain_workspace_find_page (self->workspace,
                                      refrain_workspace_get_page (self->workspace));
}

/* ---- Files and window ---- */

static void
open_file (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  refrain_window_choose_file (data, _ ("Open a Trace"), "open-uri");
}

static void
open_uri (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  refrain_window_open (data, file);
}

static void
reload (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  g_autoptr (GFile) file = NULL;

  g_set_object (&file, self->file);
  if (file != NULL)
    refrain_window_open (self, file);
}

static void
cancel (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);

  if (self->load_job != NULL)
    refrain_window_cancel_loading (self);
  else if (session != NULL)
    refrain_task_runner_cancel_all (refrain_session_get_runner (session));
}

static void
stop_opening (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  refrain_window_stop_opening (data);
}

static void
close_trace (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;

  refrain_window_set_session (self, NULL);
  refrain_window_show_screen (self, "start");
}

static void
close_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_close (GTK_WINDOW (data));
}

static void
focus_search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_WINDOW (data)->search));
}

/* Says the parameter at the bottom of the window. */
static void
tell (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  refrain_window_show_toast (data, g_variant_get_string (parameter, NULL));
}

static void
go_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;

  if (!refrain_search_entry_go (self->search, g_variant_get_string (parameter, NULL)))
    refrain_window_show_toast (self, _ ("No such name or time in this trace."));
}

/* ---- The visible window; the session is there, or the action is disabled ---- */

static void
move_view (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  const char *name = g_action_get_name (G_ACTION (action));
  double first, last, start, end;

  if (session == NULL || refrain_session_get_axis (session) == NULL
      || refrain_page_zoom (get_shown_page (self), name))
    return;
  refrain_selection_get_window (refrain_session_get_selection (session), &start, &end);
  refrain_axis_get_extent (refrain_session_get_axis (session), &first, &last);
  if (g_str_equal (name, "zoom-in"))
    refrain_session_zoom_centre (session, 1 / ZOOM_STEP);
  else if (g_str_equal (name, "zoom-out"))
    refrain_session_zoom_centre (session, ZOOM_STEP);
  else if (g_str_equal (name, "pan-left"))
    refrain_session_pan (session, -PAN_STEP, REFRAIN_MOVE_DRAG);
  else if (g_str_equal (name, "pan-right"))
    refrain_session_pan (session, PAN_STEP, REFRAIN_MOVE_DRAG);
  else if (g_str_equal (name, "page-left"))
    refrain_session_pan (session, -PAGE_STEP, REFRAIN_MOVE_DRAG);
  else if (g_str_equal (name, "page-right"))
    refrain_session_pan (session, PAGE_STEP, REFRAIN_MOVE_DRAG);
  else if (g_str_equal (name, "go-start"))
    refrain_session_show (session, first, first + (end - start), REFRAIN_MOVE_JUMP);
  else if (g_str_equal (name, "go-end"))
    refrain_session_show (session, last - (end - start), last, REFRAIN_MOVE_JUMP);
  else if (g_str_equal (name, "zoom-busy"))
    refrain_session_show_busy (session);
  else if (g_str_equal (name, "zoom-all"))
    {
      refrain_session_show_all (session);
      refrain_event_canvas_fit_rows (
          refrain_event_page_get_canvas (refrain_workspace_find_page (self->workspace, "events")));
    }
}

static void
walk_history (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session == NULL)
    return;
  if (g_str_equal (g_action_get_name (G_ACTION (action)), "back"))
    refrain_selection_go_back (refrain_session_get_selection (session));
  else
    refrain_selection_go_forward (refrain_session_get_selection (session));
}

/* ---- The selection ---- */

static void
step_operation (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_find_step_operation (
        session, g_str_equal (g_action_get_name (G_ACTION (action)), "next-operation") ? 1 : -1);
}

static void
go_partner (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  RefrainPick partner;

  if (session == NULL)
    return;
  if (refrain_pick_get_partner (
          refrain_session_get_trace (session),
          refrain_selection_get_pick (refrain_session_get_selection (session)), &partner))
    refrain_session_go_to (session, &partner);
}

static void
zoom_pick (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    {
      RefrainPick pick = *refrain_selection_get_pick (refrain_session_get_selection (session));

      refrain_session_zoom_to (session, &pick);
    }
}

static void
clear_selection (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  RefrainSelection *selection;

  if (session == NULL)
    return;
  selection = refrain_session_get_selection (session);
  refrain_selection_set_pick (selection, NULL);
  refrain_selection_set_range (selection, 0, -1);
  refrain_subjects_clear (refrain_session_get_subjects (session));
  refrain_session_set_measuring (session, FALSE);
}

static void
show_all_processes (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_selection_set_processes (refrain_session_get_selection (session), NULL, 0);
}

/* ---- Taking back ---- */

/* Text that is typed has steps of its own. */
static gboolean
step_in_text (RefrainWindow *self, const char *action)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && (GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus))
         && gtk_widget_activate_action (focus, action, NULL);
}

static void
undo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  const gboolean back = g_str_equal (g_action_get_name (G_ACTION (action)), "undo");
  g_autofree char *text = NULL;
  const char *name;

  if (session == NULL || step_in_text (self, back ? "text.undo" : "text.redo"))
    return;
  name = back ? refrain_undo_undo (refrain_session_get_undo (session))
              : refrain_undo_redo (refrain_session_get_undo (session));
  if (name != NULL)
    text = g_strdup_printf (back ? _ ("Undone: %s") : _ ("Done again: %s"), name);
  else
    text = g_strdup (back ? _ ("There is nothing to undo.") : _ ("There is nothing to redo."));
  refrain_window_replace_toast (self, text);
}

/* The menu says what would be undone. */
static void
update_undo (RefrainWindow *self)
{
  static const char *const actions[] = { "win.undo", "win.redo" };
  RefrainSession *session = refrain_window_get_session (self);
  RefrainUndo *steps = session != NULL ? refrain_session_get_undo (session) : NULL;

  g_menu_remove_all (self->undo_menu);
  for (guint i = 0; i < G_N_ELEMENTS (actions) && steps != NULL; i++)
    {
      const char *name
          = i == 0 ? refrain_undo_get_undo_name (steps) : refrain_undo_get_redo_name (steps);
      g_autofree char *told = NULL;

      if (name != NULL)
        told = g_strdup_printf (i == 0 ? _ ("_Undo: %s") : _ ("_Redo: %s"), name);
      g_menu_append (self->undo_menu,
                     told != NULL ? told
                     : i == 0     ? _ ("_Undo")
                                  : _ ("_Redo"),
                     actions[i]);
    }
}

/* ---- Actions with a state ---- */

static void
change_page (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainWindow *self = data;

  if (refrain_window_get_session (self) != NULL
      && refrain_workspace_set_page (self->workspace, g_variant_get_string (value, NULL)))
    refrain_workspace_focus_page (self->workspace);
}

/* Given once more, the view is closed. */
static void
change_kept (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainWindow *self = data;
  const char *page = g_variant_get_string (value, NULL);

  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), refrain_kept_get_action (place))
        && refrain_window_get_session (self) != NULL)
      refrain_workspace_keep (
          self->workspace, place,
          g_strcmp0 (refrain_workspace_get_kept (self->workspace, place), page) == 0 ? NULL : page);
}

static void
change_axis (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  const int kind = refrain_names_find (axis_names, g_variant_get_string (value, NULL));

  if (kind >= 0 && session != NULL)
    refrain_session_set_axis_kind (session, (RefrainAxisKind) kind);
}

/* Given once more, it is switched off. */
static void
change_layer (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  RefrainTimeModel *times = session != NULL ? refrain_session_get_times (session) : NULL;

  for (RefrainTimeLayer i = 0; i < REFRAIN_N_TIME_LAYERS && times != NULL; i++)
    if (g_str_equal (g_variant_get_string (value, NULL), refrain_time_layer_get_name (i)))
      {
        refrain_time_model_set_layer (
            times, refrain_time_model_get_layer (times) == i ? REFRAIN_TIME_LAYER_NONE : i);
        break;
      }
  /* A button that was pressed shows the state, also where nothing changed. */
  refrain_window_update_actions (data);
}

static void
change_folded (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_fold_model_set_shown (refrain_session_get_folds (session),
                                  g_variant_get_boolean (value));
}

static void
change_measure (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_session_set_measuring (session, g_variant_get_boolean (value));
}

/* Of what is selected, the slowest and a usual one. */
static void
compare_occurrences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainCardModel *card = refrain_workspace_get_card (self->workspace);

  if (card != NULL)
    refrain_card_model_compare (card);
}

static void
change_side (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainWindow *self = data;
  gboolean show = g_variant_get_boolean (value);

  if (g_str_equal (g_action_get_name (G_ACTION (action)), "show-sidebar"))
    refrain_workspace_set_show_sidebar (self->workspace, show);
  else
    refrain_workspace_set_show_details (self->workspace, show);
  if (self->width >= 900)
    refrain_settings_set_boolean (g_action_get_name (G_ACTION (action)), show);
}

/* "screen" tells what is shown; other commands change it. */
static void
keep_state (GSimpleAction *action, GVariant *value, gpointer data)
{
}

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_file },
  { .name = "open-uri", .activate = open_uri, .parameter_type = "s" },
  { .name = "reload", .activate = reload },
  { .name = "cancel", .activate = cancel },
  { .name = "stop-opening", .activate = stop_opening },
  { .name = "close-trace", .activate = close_trace },
  { .name = "close", .activate = close_window },
  { .name = "search", .activate = focus_search },
  { .name = "go-to", .activate = go_to, .parameter_type = "s" },
  { .name = "tell", .activate = tell, .parameter_type = "s" },
  { .name = "back", .activate = walk_history },
  { .name = "forward", .activate = walk_history },
  { .name = "zoom-in", .activate = move_view },
  { .name = "zoom-out", .activate = move_view },
  { .name = "zoom-all", .activate = move_view },
  { .name = "zoom-busy", .activate = move_view },
  { .name = "pan-left", .activate = move_view },
  { .name = "pan-right", .activate = move_view },
  { .name = "page-left", .activate = move_view },
  { .name = "page-right", .activate = move_view },
  { .name = "go-start", .activate = move_view },
  { .name = "go-end", .activate = move_view },
  { .name = "next-operation", .activate = step_operation },
  { .name = "previous-operation", .activate = step_operation },
  { .name = "go-partner", .activate = go_partner },
  { .name = "zoom-pick", .activate = zoom_pick },
  { .name = "clear-selection", .activate = clear_selection },
  { .name = "compare-occurrences", .activate = compare_occurrences },
  { .name = "show-all-processes", .activate = show_all_processes },
  { .name = "undo", .activate = undo },
  { .name = "redo", .activate = undo },
  { .name = "screen", .parameter_type = "s", .state = "'start'", .change_state = keep_state },
  { .name = "page", .parameter_type = "s", .state = "'summary'", .change_state = change_page },
  { .name = "view-right", .parameter_type = "s", .state = "''", .change_state = change_kept },
  { .name = "view-below", .parameter_type = "s", .state = "''", .change_state = change_kept },
  { .name = "axis", .parameter_type = "s", .state = "'time'", .change_state = change_axis },
  { .name = "layer", .parameter_type = "s", .state = "'none'", .change_state = change_layer },
  { .name = "fold-similar", .state = "false", .change_state = change_folded },
  { .name = "measure", .state = "false", .change_state = change_measure },
  { .name = "show-sidebar", .state = "true", .change_state = change_side },
  { .name = "show-details", .state = "true", .change_state = change_side },
};

void
refrain_window_init_actions (RefrainWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
refrain_window_add_page_actions (RefrainWindow *self)
{
  guint n;
  RefrainPage *const *pages = refrain_workspace_get_pages (self->workspace, &n);

  for (guint i = 0; i < n; i++)
    refrain_page_add_actions (pages[i], G_ACTION_MAP (self));
  self->has_actions = TRUE;
  refrain_window_update_actions (self);
}

/* ---- Which actions can be given, and their states ---- */

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

/* The states of the window's own actions. */
static void
update_states (RefrainWindow *self, RefrainSession *session)
{
  RefrainAxis *axis = session != NULL ? refrain_session_get_axis (session) : NULL;

  set_state (self, "screen", g_variant_new_string (refrain_window_get_screen (self)));
  set_state (self, "page", g_variant_new_string (refrain_workspace_get_page (self->workspace)));
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    {
      const char *kept = refrain_workspace_get_kept (self->workspace, place);

      set_state (self, refrain_kept_get_action (place),
                 g_variant_new_string (kept != NULL ? kept : ""));
    }
  set_state (self, "axis",
             g_variant_new_string (
                 axis_names[axis != NULL ? refrain_axis_get_kind (axis) : REFRAIN_AXIS_TIME]));
  set_state (
      self, "layer",
      g_variant_new_string (refrain_time_layer_get_name (
          session != NULL ? refrain_time_model_get_layer (refrain_session_get_times (session))
                          : REFRAIN_TIME_LAYER_NONE)));
  set_state (
      self, "fold-similar",
      g_variant_new_boolean (
          session != NULL && refrain_fold_model_get_shown (refrain_session_get_folds (session))));
  set_state (self, "measure",
             g_variant_new_boolean (session != NULL && refrain_session_get_measuring (session)));
  set_state (self, "show-sidebar",
             g_variant_new_boolean (refrain_workspace_get_show_sidebar (self->workspace)));
  set_state (self, "show-details",
             g_variant_new_boolean (refrain_workspace_get_show_details (self->workspace)));
}

void
refrain_window_update_actions (RefrainWindow *self)
{
  static const char *const always[]
      = { "open", "open-uri", "close", "screen", "show-help-overlay", "tell", NULL };
  g_auto (GStrv) names = NULL;
  RefrainSession *session;
  RefrainPage *const *pages;
  gboolean is_trace;
  guint n;

  if (self->workspace == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  session = refrain_window_get_session (self);
  is_trace = session != NULL && g_strcmp0 (refrain_window_get_screen (self), "trace") == 0;
  names = g_action_group_list_actions (G_ACTION_GROUP (self));
  for (char **name = names; *name != NULL && is_trace != self->has_actions; name++)
    if (!g_strv_contains (always, *name))
      set_enabled (self, *name, is_trace);
  self->has_actions = is_trace;
  set_enabled (self, "cancel", is_trace || self->load_job != NULL);
  set_enabled (self, "stop-opening",
               self->load_job != NULL && !refrain_arrivals_is_stopped (self->arrivals)
                   && refrain_arrivals_view_get_picture (self->arrivals_view) != NULL);
  set_enabled (self, "reload", self->file != NULL && self->load_job == NULL);
  set_enabled (self, "back",
               is_trace && refrain_selection_can_go_back (refrain_session_get_selection (session)));
  set_enabled (self, "forward",
               is_trace
                   && refrain_selection_can_go_forward (refrain_session_get_selection (session)));
  update_states (self, session);
  pages = refrain_workspace_get_pages (self->workspace, &n);
  for (guint i = 0; i < n; i++)
    refrain_page_update_actions (pages[i]);
}

void
refrain_window_connect_actions (RefrainWindow *self, RefrainSession *session)
{
  static const char *const signals[] = { "notify::axis", "notify::measuring" };
  static const char *const history[] = { "notify::can-go-back", "notify::can-go-forward" };

  for (gsize i = 0; i < G_N_ELEMENTS (signals) && session != NULL; i++)
    {
      refrain_connect (session, signals[i], refrain_window_update_actions, self);
      refrain_connect (refrain_session_get_selection (session), history[i],
                       refrain_window_update_actions, self);
    }
  if (session != NULL)
    {
      refrain_connect (refrain_session_get_times (session), "notify::layer",
                       refrain_window_update_actions, self);
      refrain_connect (refrain_session_get_folds (session), "notify::shown",
                       refrain_window_update_actions, self);
      refrain_connect (refrain_session_get_undo (session), "notify", update_undo, self);
    }
  update_undo (self);
  refrain_window_update_actions (self);
}
