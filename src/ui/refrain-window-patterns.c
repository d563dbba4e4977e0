/* refrain-window-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's commands about patterns, and what it remembers of them between runs.
 */
#include "config.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-methods-dialog.h"
#include "refrain-pattern-table.h"
#include "refrain-session-file.h"
#include "refrain-wrappers-dialog.h"

static RefrainPatterns *
get_patterns (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  return session != NULL ? refrain_session_get_patterns (session) : NULL;
}

/* ---- Reading the session file, then finding ---- */

typedef struct
{
  RefrainTrace *trace;
  GStrv wrappers;
  GHashTable *names;
  char *problem; /* to be told, or NULL */
} Memory;

static void
memory_free (gpointer data)
{
  Memory *memory = data;

  g_object_unref (memory->trace);
  g_strfreev (memory->wrappers);
  g_clear_pointer (&memory->names, g_hash_table_unref);
  g_free (memory->problem);
  g_free (memory);
}

/* Wrappers that the trace does not have (any more) would stop detection. */
static void
check_wrappers (Memory *memory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWrapperChoice) choice = NULL;

  if (memory->wrappers == NULL)
    return;
  choice = refrain_wrappers_named (memory->trace, (const char *const *) memory->wrappers, &error);
  if (choice != NULL)
    return;
  g_clear_pointer (&memory->wrappers, g_strfreev);
  g_free (memory->problem);
  memory->problem
      = g_strdup_printf (_ ("The wrappers chosen earlier do not fit: %s"), error->message);
}

static gpointer
read_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Memory *memory = g_new0 (Memory, 1);
  const char *path = refrain_trace_get_path (data);

  memory->trace = g_object_ref (data);
  if (path != NULL)
    {
      g_autoptr (RefrainSessionFile) file = refrain_session_file_new (path);
      g_autoptr (GError) damage = NULL;

      if (!refrain_session_file_load (file, &damage))
        memory->problem = g_strdup (damage->message);
      memory->wrappers = refrain_session_file_get_wrappers (file);
      memory->names = refrain_session_file_get_names (file);
      check_wrappers (memory);
    }
  return memory;
}

static void
on_read (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  RefrainPatterns *patterns = get_patterns (self);
  RefrainSession *session = refrain_window_get_session (self);
  Memory *memory = result;

  if (memory == NULL)
    return;
  if (session != NULL && refrain_session_get_trace (session) == memory->trace)
    {
      if (memory->problem != NULL)
        refrain_window_show_toast (self, memory->problem);
      if (memory->names != NULL)
        refrain_patterns_set_names (patterns, memory->names);
      refrain_patterns_set_wrappers (patterns, (const char *const *) memory->wrappers);
      g_signal_connect_object (patterns, "notify::names",
                               G_CALLBACK (refrain_window_save_session_file), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (patterns, "notify::wrappers",
                               G_CALLBACK (refrain_window_save_session_file), self,
                               G_CONNECT_SWAPPED);
      refrain_patterns_find (patterns);
    }
  memory_free (memory);
}

void
refrain_window_start_patterns (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Reading names"),
                             read_in_thread, g_object_ref (refrain_session_get_trace (session)),
                             g_object_unref, memory_free, G_OBJECT (self), on_read, self);
}

/* ---- Writing it ---- */

static gpointer
save_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Memory *memory = data;
  g_autoptr (RefrainSessionFile) file
      = refrain_session_file_new (refrain_trace_get_path (memory->trace));

  /* A damaged one was told about when it was read; saving moves it aside. */
  refrain_session_file_load (file, NULL);
  refrain_session_file_set_wrappers (file, (const char *const *) memory->wrappers);
  refrain_session_file_set_names (file, memory->names);
  return refrain_session_file_save (file, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/* The window may be gone by now; the program is not. */
static void
on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  GWeakRef *window = data;
  g_autoptr (RefrainWindow) self = g_weak_ref_get (window);
  GApplication *application = g_application_get_default ();

  if (self != NULL)
    {
      self->saving = FALSE;
      if (error != NULL)
        {
          g_autofree char *text
              = g_strdup_printf (_ ("The names could not be saved: %s"), error->message);

          refrain_window_show_toast (self, text);
        }
      else if (self->save_again && get_patterns (self) != NULL)
        refrain_window_save_session_file (self);
    }
  g_weak_ref_clear (window);
  g_free (window);
  if (application != NULL)
    g_application_release (application);
}

void
refrain_window_save_session_file (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  RefrainPatterns *patterns;
  GHashTableIter iter;
  gpointer key, name;
  GWeakRef *window;
  Memory *memory;

  if (session == NULL || refrain_trace_get_path (refrain_session_get_trace (session)) == NULL)
    return;
  self->save_again = self->saving;
  if (self->saving)
    return;
  self->saving = TRUE;
  patterns = refrain_session_get_patterns (session);
  memory = g_new0 (Memory, 1);
  memory->trace = g_object_ref (refrain_session_get_trace (session));
  memory->wrappers = g_strdupv ((GStrv) refrain_patterns_get_wrappers (patterns));
  memory->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_iter_init (&iter, refrain_patterns_get_names (patterns));
  while (g_hash_table_iter_next (&iter, &key, &name))
    g_hash_table_insert (memory->names, g_strdup (key), g_strdup (name));
  window = g_new0 (GWeakRef, 1);
  g_weak_ref_init (window, self);
  /* Closing the window neither stops it nor ends the program before it is done. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  refrain_task_runner_start (self->loader, _ ("Saving names"), save_in_thread, memory, memory_free,
                             NULL, NULL, on_saved, window);
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
  if (step_match (session, direction, start))
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
  RefrainTableFormat format = g_str_equal (name, "csv")     ? REFRAIN_TABLE_CSV
                              : g_str_equal (name, "latex") ? REFRAIN_TABLE_LATEX
                                                            : REFRAIN_TABLE_TEXT;
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
