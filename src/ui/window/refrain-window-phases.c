/* refrain-window-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's commands about phases.
 */
#include "config.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-merge-dialog.h"
#include "refrain-phases-columns.h"

/* The session's phases once they are found, else NULL. */
static RefrainPhaseModel *
get_found (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  RefrainPhaseModel *model = session != NULL ? refrain_session_get_phases (session) : NULL;

  return model != NULL && refrain_phase_model_get_phases (model) != NULL ? model : NULL;
}

static RefrainPhasesPage *
get_page (RefrainWindow *self)
{
  return refrain_workspace_get_phases_page (self->workspace);
}

/* ---- Selecting ---- */

static void
step_phase (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhaseModel *model = get_found (data);

  if (model != NULL)
    refrain_phase_model_step (
        model, g_str_equal (g_action_get_name (G_ACTION (action)), "next-phase") ? 1 : -1);
}

/* The segment by the number that the tree shows. */
static void
select_segment (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhaseModel *model = get_found (data);
  const guint32 i = g_variant_get_uint32 (parameter) - 1;
  const guint32 *segments;
  RefrainPhaseRange range;
  gsize n;

  if (model == NULL)
    return;
  segments = refrain_phase_model_get_segments (model, &n);
  if (i >= n)
    return;
  range = refrain_phase_model_get_range (model, segments[i]);
  refrain_phase_model_select (model, &range, 1);
}

/* ---- What the user tells about phases ---- */

/* The one selected phase; tells when there is none. */
static gboolean
get_one (RefrainWindow *self, RefrainPhaseRange *range)
{
  RefrainPhaseModel *model = get_found (self);
  const RefrainPhaseRange *selected;
  guint n = 0;

  selected = model != NULL ? refrain_phase_model_get_selected (model, &n) : NULL;
  if (n != 1)
    {
      refrain_window_show_toast (self, _ ("Choose one phase."));
      return FALSE;
    }
  *range = selected[0];
  return TRUE;
}

static void
rename_phase (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainPhaseRange range;

  if (!get_one (self, &range))
    return;
  refrain_workspace_set_page (self->workspace, "phases");
  if (g_str_equal (g_action_get_name (G_ACTION (action)), "rename-phase"))
    refrain_phases_focus_start_naming (refrain_phases_page_get_focus (get_page (self)));
  else
    refrain_phases_focus_start_note (refrain_phases_page_get_focus (get_page (self)));
}

static void
join_phases (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainPhaseModel *model = get_found (self);
  RefrainPhaseRange range = { G_MAXUINT32, 0 };
  const RefrainPhaseRange *selected;
  guint n = 0;

  selected = model != NULL ? refrain_phase_model_get_selected (model, &n) : NULL;
  for (guint i = 0; i < n; i++)
    {
      range.start = MIN (range.start, selected[i].start);
      range.end = MAX (range.end, selected[i].end);
    }
  if (n == 0 || !refrain_phase_model_join (model, &range))
    refrain_window_show_toast (
        self, _ ("Choose two phases: they become one, with all that lies between them."));
  else
    refrain_phase_model_select (model, &range, 1);
}

static void
split_phase (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainPhaseRange range;

  if (!get_one (self, &range))
    return;
  if (refrain_phase_model_is_joined (get_found (self), &range))
    refrain_phase_model_split (get_found (self), &range);
  else
    refrain_window_show_toast (self, _ ("Only joined phases can be split."));
}

static void
merge_patterns (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  const guint32 *selected;
  guint n;

  if (session == NULL)
    return;
  selected = refrain_patterns_get_selected (refrain_session_get_patterns (session), &n);
  if (!refrain_phase_model_merge_patterns (refrain_session_get_phases (session), selected, n))
    refrain_window_show_toast (self, _ ("Select two or more patterns on the Patterns page first."));
}

static void
choose_merge (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL && refrain_patterns_get_set (refrain_session_get_patterns (session)) != NULL)
    gtk_window_present (GTK_WINDOW (refrain_merge_dialog_new (data, session)));
}

/* ---- Table ---- */

static void
copy_table (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  g_autofree char *text = NULL;

  if (get_found (self) == NULL)
    return;
  text = refrain_phases_columns_write (
      refrain_phases_page_get_listed (get_page (self)),
      refrain_table_format_from_name (g_variant_get_string (parameter, NULL)));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  refrain_window_show_toast (self, _ ("The table of phases is on the clipboard."));
}

static void
find_phases (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session == NULL)
    return;
  if (refrain_patterns_get_set (refrain_session_get_patterns (session)) == NULL)
    refrain_patterns_find (refrain_session_get_patterns (session));
  else
    refrain_phase_model_find (refrain_session_get_phases (session));
}

/* ---- States ---- */

static void
change_strength (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  const double strength = g_variant_get_double (value);

  if (session != NULL && strength == strength)
    refrain_phase_model_set_strength (refrain_session_get_phases (session), strength);
}

static void
change_flag (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  const char *name = g_action_get_name (G_ACTION (action));
  const gboolean flag = g_variant_get_boolean (value);
  RefrainPhaseModel *model;

  if (session == NULL)
    return;
  model = refrain_session_get_phases (session);
  if (g_str_equal (name, "phase-collapse"))
    refrain_phase_model_set_collapse (model, flag);
  else if (g_str_equal (name, "phase-without-collectives"))
    refrain_phase_model_set_without_collectives (model, flag);
  else if (g_str_equal (name, "show-phases"))
    refrain_phase_model_set_shown (model, flag);
  else
    refrain_phases_page_set_only_phases (get_page (self), flag);
  refrain_window_update_actions (self);
}

static void
change_width (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    refrain_phase_model_set_by_count (refrain_session_get_phases (session),
                                      g_str_equal (g_variant_get_string (value, NULL), "count"));
}

static const GActionEntry entries[] = {
  { .name = "next-phase", .activate = step_phase },
  { .name = "previous-phase", .activate = step_phase },
  { .name = "select-segment", .activate = select_segment, .parameter_type = "u" },
  { .name = "rename-phase", .activate = rename_phase },
  { .name = "note-phase", .activate = rename_phase },
  { .name = "join-phases", .activate = join_phases },
  { .name = "split-phase", .activate = split_phase },
  { .name = "merge-patterns", .activate = merge_patterns },
  { .name = "choose-merge", .activate = choose_merge },
  { .name = "copy-phase-table", .activate = copy_table, .parameter_type = "s" },
  { .name = "find-phases", .activate = find_phases },
  { .name = "phase-strength",
    .parameter_type = "d",
    .state = "0.0",
    .change_state = change_strength },
  { .name = "phase-collapse", .state = "false", .change_state = change_flag },
  { .name = "phase-without-collectives", .state = "false", .change_state = change_flag },
  { .name = "phases-only", .state = "false", .change_state = change_flag },
  { .name = "show-phases", .state = "false", .change_state = change_flag },
  { .name = "phase-width", .parameter_type = "s", .state = "'time'", .change_state = change_width },
};

static void
set_state (RefrainWindow *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

void
refrain_window_update_phase_actions (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  RefrainPhaseModel *model = session != NULL ? refrain_session_get_phases (session) : NULL;
  const RefrainPhaseMemory *memory = model != NULL ? refrain_phase_model_get_memory (model) : NULL;

  set_state (self, "phases-only",
             g_variant_new_boolean (refrain_phases_page_get_only_phases (get_page (self))));
  set_state (self, "phase-strength", g_variant_new_double (memory != NULL ? memory->strength : 0));
  set_state (self, "phase-collapse", g_variant_new_boolean (memory != NULL && memory->collapse));
  set_state (self, "phase-without-collectives",
             g_variant_new_boolean (memory != NULL && memory->without_collectives));
  set_state (self, "show-phases",
             g_variant_new_boolean (model != NULL && refrain_phase_model_get_shown (model)));
  set_state (self, "phase-width",
             g_variant_new_string (
                 model != NULL && refrain_phase_model_get_by_count (model) ? "count" : "time"));
}

void
refrain_window_connect_phases (RefrainWindow *self, RefrainSession *session)
{
  static const char *const signals[]
      = { "notify::options", "notify::strength", "notify::shown", "notify::by-count" };

  for (gsize i = 0; i < G_N_ELEMENTS (signals) && session != NULL; i++)
    g_signal_connect_object (refrain_session_get_phases (session), signals[i],
                             G_CALLBACK (refrain_window_update_phase_actions), self,
                             G_CONNECT_SWAPPED);
}

void
refrain_window_init_phase_actions (RefrainWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
