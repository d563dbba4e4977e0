/* refrain-window-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's commands about patterns.
 */
#include "config.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-methods-dialog.h"
#include "refrain-pattern-table.h"
#include "refrain-wrappers-dialog.h"

static RefrainPatterns *
get_patterns (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  return session != NULL ? refrain_session_get_patterns (session) : NULL;
}

/* ---- Commands ---- */

/* Selects the pattern of the selected operation, and the occurrence that holds it. */
static gboolean
select_of_pick (RefrainWindow *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  RefrainPatternSet *set = patterns != NULL ? refrain_patterns_get_set (patterns) : NULL;
  const RefrainPick *pick;
  RefrainPatternEvent event;

  if (set == NULL)
    return FALSE;
  pick = refrain_selection_get_pick (
      refrain_session_get_selection (refrain_window_get_session (self)));
  if (pick->kind != REFRAIN_PICK_OP
      || !refrain_pattern_set_find_occurrence (set, pick->process, pick->row, &event))
    return FALSE;
  refrain_patterns_select (patterns, &event.pattern, 1);
  refrain_patterns_set_current (patterns, &event);
  return TRUE;
}

gboolean
refrain_window_select_some_pattern (RefrainWindow *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  guint n;

  if (patterns == NULL || refrain_patterns_get_set (patterns) == NULL)
    return FALSE;
  refrain_patterns_get_selected (patterns, &n);
  return n > 0 || select_of_pick (self);
}

static void
ask_for_pattern (RefrainWindow *self)
{
  if (refrain_window_get_session (self) != NULL)
    refrain_window_show_toast (self, _ ("Choose a pattern, or an operation that belongs to one."));
}

static void
select_pattern_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (!select_of_pick (data))
    ask_for_pattern (data);
}

/* Places that were found to be like something go before patterns while they are lit up. */
static gboolean
step_match (RefrainSession *session, int direction, RefrainTime from)
{
  RefrainMatches *matches = refrain_session_get_matches (session);
  guint place;

  if (!refrain_matches_step (matches, direction, from)
      || !refrain_matches_get_current (matches, &place))
    return FALSE;
  refrain_session_go_to_match (session, place);
  return TRUE;
}

static void
step_occurrence (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  const int direction
      = g_str_equal (g_action_get_name (G_ACTION (action)), "next-occurrence") ? 1 : -1;
  RefrainPatternEvent event;
  RefrainTime start, end;

  if (session == NULL)
    return;
  refrain_session_get_window_times (session, &start, &end);
  if (step_match (session, direction, start)
      || refrain_window_step_iteration (self, direction, start))
    return;
  if (!refrain_window_select_some_pattern (self))
    {
      ask_for_pattern (self);
      return;
    }
  if (refrain_patterns_step (get_patterns (self), direction, start)
      && refrain_patterns_get_current (get_patterns (self), &event, NULL))
    refrain_session_go_to_occurrence (session, &event);
}

static void
select_pattern (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainPatterns *patterns = get_patterns (self);
  RefrainPatternSet *set = patterns != NULL ? refrain_patterns_get_set (patterns) : NULL;
  const guint32 index = g_variant_get_uint32 (parameter) - 1;
  const RefrainPick *pick;
  RefrainPatternEvent event;

  if (set == NULL || index >= refrain_pattern_set_get_n_patterns (set))
    return;
  refrain_patterns_select (patterns, &index, 1);
  pick = refrain_selection_get_pick (
      refrain_session_get_selection (refrain_window_get_session (self)));
  if (pick->kind == REFRAIN_PICK_OP
      && refrain_pattern_set_find_occurrence (set, pick->process, pick->row, &event)
      && event.pattern == index)
    refrain_patterns_set_current (patterns, &event);
}

static void
rename_pattern (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;

  if (refrain_window_get_session (self) == NULL || !refrain_window_select_some_pattern (self))
    return;
  refrain_workspace_set_page (self->workspace, "patterns");
  refrain_patterns_page_start_naming (refrain_workspace_get_patterns_page (self->workspace));
}

static void
find_patterns (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatterns *patterns = get_patterns (data);

  if (patterns != NULL)
    refrain_patterns_find (patterns);
}

/* Puts the selected patterns on the clipboard as tables, in the format that the parameter names. */
static void
copy_table (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  const char *name = g_variant_get_string (parameter, NULL);
  RefrainTableFormat format = refrain_table_format_from_name (name);
  g_autoptr (GString) text = g_string_new (NULL);
  RefrainPatternSet *set;
  const guint32 *selected;
  guint n;

  if (!refrain_window_select_some_pattern (self))
    {
      ask_for_pattern (self);
      return;
    }
  set = refrain_patterns_get_set (get_patterns (self));
  selected = refrain_patterns_get_selected (get_patterns (self), &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *table
          = refrain_pattern_write_table (refrain_pattern_set_get_pattern (set, selected[i]),
                                         refrain_pattern_set_get_symbols (set), format, 0);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", table);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
  refrain_window_show_toast (self,
                             ngettext ("The table of the pattern is on the clipboard.",
                                       "The tables of the patterns are on the clipboard.", n));
}

static void
choose_wrappers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    gtk_window_present (GTK_WINDOW (refrain_wrappers_dialog_new (data, session)));
}

static void
compare_methods (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainPatterns *patterns = get_patterns (self);

  if (patterns == NULL)
    return;
  if (refrain_patterns_get_set (patterns) == NULL)
    refrain_window_show_toast (self, _ ("Patterns must be found first."));
  else
    gtk_window_present (GTK_WINDOW (
        refrain_methods_dialog_new (GTK_WINDOW (self), refrain_window_get_session (self))));
}

static const GActionEntry entries[] = {
  { .name = "next-occurrence", .activate = step_occurrence },
  { .name = "previous-occurrence", .activate = step_occurrence },
  { .name = "select-pattern", .activate = select_pattern, .parameter_type = "u" },
  { .name = "rename-pattern", .activate = rename_pattern },
  { .name = "select-pattern-here", .activate = select_pattern_here },
  { .name = "copy-pattern-table", .activate = copy_table, .parameter_type = "s" },
  { .name = "choose-wrappers", .activate = choose_wrappers },
  { .name = "compare-methods", .activate = compare_methods },
  { .name = "find-patterns", .activate = find_patterns },
};

void
refrain_window_init_pattern_actions (RefrainWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  refrain_window_init_alike_actions (self);
}
