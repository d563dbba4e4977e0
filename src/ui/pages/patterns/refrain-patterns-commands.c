/* refrain-patterns-commands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The commands about patterns.
 */
#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-pattern-table.h"
#include "refrain-patterns-page-private.h"

/* Selects the pattern of the selected operation, and the occurrence that holds it. */
static gboolean
select_of_pick (RefrainPatternsPage *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  RefrainPatternSet *set = get_listed_set (self);
  const RefrainPick *pick;
  RefrainPatternEvent event;

  if (set == NULL)
    return FALSE;
  pick = refrain_selection_get_pick (refrain_session_get_selection (get_session (self)));
  if (pick->kind != REFRAIN_PICK_OP
      || !refrain_pattern_set_find_occurrence (set, pick->process, pick->row, &event))
    return FALSE;
  refrain_patterns_set_level (patterns, self->level);
  refrain_patterns_select (patterns, &event.pattern, 1);
  refrain_patterns_go_to (patterns, &event);
  return TRUE;
}

gboolean
refrain_patterns_page_select_some (RefrainPatternsPage *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  guint n;

  if (patterns == NULL || refrain_patterns_get_set (patterns) == NULL)
    return FALSE;
  refrain_patterns_get_selected (patterns, &n);
  return n > 0 || select_of_pick (self);
}

static void
ask_for_pattern (RefrainPatternsPage *self)
{
  if (get_session (self) != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                                _ ("Select a pattern, or an operation of one."));
}

static void
select_pattern_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (!select_of_pick (data))
    ask_for_pattern (data);
}

static void
step_occurrence (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatternsPage *self = data;
  RefrainSession *session = get_session (self);
  const int direction
      = g_str_equal (g_action_get_name (G_ACTION (action)), "next-occurrence") ? 1 : -1;
  RefrainTime start, end;

  if (session == NULL)
    return;
  refrain_session_get_window_times (session, &start, &end);
  if (refrain_session_step (session, direction, start))
    return;
  if (refrain_patterns_page_select_some (self))
    refrain_session_step (session, direction, start);
  else
    ask_for_pattern (self);
}

static void
select_pattern (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatternsPage *self = data;
  RefrainPatterns *patterns = get_patterns (self);
  RefrainPatternSet *elementary
      = patterns != NULL ? refrain_patterns_get_elementary (patterns) : NULL;
  const guint32 index = g_variant_get_uint32 (parameter) - 1;
  const RefrainPick *pick;
  RefrainPatternEvent event;
  guint n;

  if (elementary == NULL || index >= refrain_pattern_set_get_n_patterns (elementary))
    return;
  /* A part is selected below what it is a part of. */
  self->keeps_level = TRUE;
  refrain_patterns_set_level (patterns, self->level);
  refrain_patterns_select_elementary (patterns, index);
  self->keeps_level = FALSE;
  pick = refrain_selection_get_pick (refrain_session_get_selection (get_session (self)));
  if (pick->kind == REFRAIN_PICK_OP
      && refrain_pattern_set_find_occurrence (get_set (self), pick->process, pick->row, &event)
      && event.pattern == refrain_patterns_get_selected (patterns, &n)[0])
    refrain_patterns_go_to (patterns, &event);
}

static void
select_composite (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatterns *patterns = get_patterns (data);
  const guint32 id = g_variant_get_uint32 (parameter);

  if (patterns != NULL && id > 0)
    refrain_patterns_select_composite (patterns, id - 1);
}

/* The first of the selected patterns is called what was written. */
static void
on_named (GtkEntry *entry, gpointer data)
{
  RefrainPatternsPage *self = data;
  RefrainPatterns *patterns = get_patterns (self);
  guint n = 0;
  const guint32 *selected = patterns != NULL ? refrain_patterns_get_selected (patterns, &n) : NULL;

  if (n > 0)
    refrain_patterns_rename (patterns, selected[0], gtk_editable_get_text (GTK_EDITABLE (entry)));
  gtk_popover_popdown (
      GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (entry), GTK_TYPE_POPOVER)));
}

static void
on_naming_closed (GtkPopover *popover)
{
  gtk_widget_unparent (GTK_WIDGET (popover));
}

/* Asks what @pattern is to be called, above the list. */
static void
ask_for_name (RefrainPatternsPage *self, RefrainPattern *pattern)
{
  GtkWidget *popover = gtk_popover_new (), *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), refrain_pattern_get_name (pattern));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 30);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of the pattern"), -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_named), self, (GConnectFlags) 0);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  gtk_widget_set_parent (popover, GTK_WIDGET (self->stack));
  gtk_popover_set_pointing_to (
      GTK_POPOVER (popover),
      &(GdkRectangle){ gtk_widget_get_width (GTK_WIDGET (self->stack)) / 3, 0, 1, 1 });
  g_signal_connect (popover, "closed", G_CALLBACK (on_naming_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_grab_focus (entry);
}

static void
rename_pattern (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatternsPage *self = data;
  guint n;

  if (get_session (self) == NULL || !refrain_patterns_page_select_some (self))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "patterns");
  ask_for_name (self,
                refrain_pattern_set_get_pattern (
                    get_set (self), refrain_patterns_get_selected (get_patterns (self), &n)[0]));
}

/* The processes of the selected patterns, ascending; NULL where none is selected. */
static GArray *
list_processes (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *processes;
  const guint32 *selected;
  guint n = 0;

  selected = set != NULL ? refrain_patterns_get_selected (patterns, &n) : NULL;
  if (n == 0)
    return NULL;
  processes = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    {
      gsize n_ranks;
      const guint32 *ranks = refrain_pattern_get_processes (
          refrain_pattern_set_get_pattern (set, selected[i]), &n_ranks);

      for (gsize k = 0; k < n_ranks; k++)
        if (g_hash_table_add (seen, GUINT_TO_POINTER (ranks[k])))
          g_array_append_val (processes, ranks[k]);
    }
  g_array_sort (processes, refrain_compare_uint32);
  return processes;
}

static gboolean
are_shown_alone (RefrainSession *session, const GArray *processes)
{
  const guint all = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  gsize n;
  const guint *shown
      = refrain_selection_get_processes (refrain_session_get_selection (session), &n);

  if (n != processes->len || n == all)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (!g_array_binary_search ((GArray *) processes, &shown[i], refrain_compare_uint32, NULL))
      return FALSE;
  return TRUE;
}

/* Shows just the processes of the selected patterns of @session, or all again where just these are
 * shown. FALSE where no pattern is selected. O(processes of the patterns). */
static gboolean
toggle_only (RefrainSession *session)
{
  g_autoptr (GArray) processes = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), FALSE);

  processes = list_processes (session);
  if (processes == NULL)
    return FALSE;
  if (are_shown_alone (session, processes))
    refrain_selection_set_processes (refrain_session_get_selection (session), NULL, 0);
  else
    refrain_selection_set_processes (refrain_session_get_selection (session),
                                     (const guint *) (gpointer) processes->data, processes->len);
  return TRUE;
}

static void
show_pattern_processes (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatternsPage *self = data;

  if (get_session (self) == NULL)
    return;
  refrain_patterns_page_select_some (self);
  if (!toggle_only (get_session (self)))
    ask_for_pattern (self);
}

/* Opens what looks for known shapes, or the list again. */
static void
find_shape (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPatternsPage *self = data;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "patterns");
  gtk_toggle_button_set_active (self->shapes_toggle,
                                !gtk_toggle_button_get_active (self->shapes_toggle));
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
  RefrainPatternsPage *self = data;
  const char *name = g_variant_get_string (parameter, NULL);
  RefrainTableFormat format = refrain_table_format_from_name (name);
  g_autoptr (GString) text = g_string_new (NULL);
  RefrainPatternSet *set;
  const guint32 *selected;
  guint n;

  if (!refrain_patterns_page_select_some (self))
    {
      ask_for_pattern (self);
      return;
    }
  set = get_set (self);
  selected = refrain_patterns_get_selected (get_patterns (self), &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *table
          = refrain_pattern_write_table (refrain_pattern_set_get_pattern (set, selected[i]),
                                         refrain_pattern_set_get_symbols (set), format, 0);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", table);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              ngettext ("The table of the pattern is on the clipboard.",
                                        "The tables of the patterns are on the clipboard.", n));
}

const GActionEntry refrain_patterns_actions[] = {
  { .name = "next-occurrence", .activate = step_occurrence },
  { .name = "previous-occurrence", .activate = step_occurrence },
  { .name = "select-pattern", .activate = select_pattern, .parameter_type = "u" },
  { .name = "select-composite", .activate = select_composite, .parameter_type = "u" },
  { .name = "rename-pattern", .activate = rename_pattern },
  { .name = "show-pattern-processes", .activate = show_pattern_processes },
  { .name = "select-pattern-here", .activate = select_pattern_here },
  { .name = "copy-pattern-table", .activate = copy_table, .parameter_type = "s" },
  { .name = "find-patterns", .activate = find_patterns },
  { .name = "find-shape", .activate = find_shape },
};

const guint refrain_n_patterns_actions = G_N_ELEMENTS (refrain_patterns_actions);
