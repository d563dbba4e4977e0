/* refrain-window-dialogs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's commands that open dialogs: what pages ask for and dialogs answer meets here.
 */
#include "config.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-alike-dialog.h"
#include "refrain-bookmarks-dialog.h"
#include "refrain-export-dialog.h"
#include "refrain-merge-dialog.h"
#include "refrain-methods-dialog.h"
#include "refrain-patterns-page.h"
#include "refrain-pick-text.h"
#include "refrain-time-format.h"
#include "refrain-wrappers-dialog.h"

static RefrainPatternsPage *
get_patterns_page (RefrainWindow *self)
{
  return refrain_workspace_find_page (self->workspace, "patterns");
}

/* ---- "Find more like this": like an occurrence of a pattern, or like selected events ---- */

/* Looks for places like @wanted in a dialog, at first with no edits. */
static void
show_dialog (RefrainWindow *self, RefrainOpSet *wanted, const char *title)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog = refrain_alike_dialog_new (
      GTK_WINDOW (self), refrain_window_get_session (self), wanted, title, &error);

  if (dialog == NULL)
    {
      refrain_window_show_toast (self, error->message);
      return;
    }
  if (self->alike != NULL)
    gtk_window_destroy (self->alike);
  g_set_weak_pointer (&self->alike, GTK_WINDOW (dialog));
  gtk_window_present (self->alike);
  refrain_alike_dialog_find_chosen (REFRAIN_ALIKE_DIALOG (dialog));
}

/* The operations of the occurrence that was gone to, or else of the first one. */
static RefrainOpSet *
get_occurrence (RefrainPatterns *patterns, RefrainPattern **pattern)
{
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  RefrainOpSet *ops = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  RefrainPatternEvent event = { 0, 0 };
  const RefrainOccurrencePart *parts;
  gsize n_parts;
  guint n;

  if (!refrain_patterns_get_current (patterns, &event, NULL))
    event.pattern = refrain_patterns_get_selected (patterns, &n)[0];
  *pattern = refrain_pattern_set_get_pattern (set, event.pattern);
  parts = refrain_pattern_get_occurrence (*pattern, event.occurrence, &n_parts);
  for (gsize i = 0; i < n_parts; i++)
    {
      const guint32 *op
          = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), parts[i].process)
                ->op;

      for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
        refrain_op_set_add (ops, parts[i].process, op[e]);
    }
  return ops;
}

static void
find_alike (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  g_autoptr (RefrainOpSet) wanted = NULL;
  RefrainPattern *pattern;

  if (refrain_window_get_session (self) == NULL)
    return;
  if (!refrain_patterns_page_select_some (get_patterns_page (self)))
    {
      refrain_window_show_toast (self,
                                 _ ("Choose a pattern, or an operation that belongs to one."));
      return;
    }
  wanted
      = get_occurrence (refrain_session_get_patterns (refrain_window_get_session (self)), &pattern);
  show_dialog (self, wanted, refrain_pattern_get_name (pattern));
}

/* What was lit up by hand, or else what stands in the measured span on the rows that are shown;
 * NULL where there is neither. */
static RefrainOpSet *
get_selected_events (RefrainSession *session)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainOpSet *chosen = refrain_session_get_selected_events (session);
  RefrainAxis *axis = refrain_session_get_axis (session);
  const guint *processes;
  RefrainTime start, end;
  gsize n;

  if (chosen != NULL)
    return refrain_op_set_ref (chosen);
  refrain_selection_get_range (selection, &start, &end);
  if (start > end || axis == NULL)
    return NULL;
  processes = refrain_selection_get_processes (selection, &n);
  return refrain_axis_find_ops (axis, processes, n, refrain_axis_from_time (axis, start),
                                refrain_axis_from_time (axis, end));
}

static void
find_alike_selection (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  g_autoptr (RefrainOpSet) wanted = NULL;

  if (session == NULL)
    return;
  wanted = get_selected_events (session);
  if (wanted != NULL)
    show_dialog (self, wanted, _ ("The Selected Events"));
  else if (refrain_patterns_page_select_some (get_patterns_page (self)))
    find_alike (NULL, NULL, self);
  else
    refrain_window_show_toast (
        self, _ ("Select events first: drag over them with Control, or measure a span of time."));
}

/* ---- Wrappers, methods, merging, figures ---- */

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
  RefrainSession *session = refrain_window_get_session (self);

  if (session == NULL)
    return;
  if (refrain_patterns_get_elementary (refrain_session_get_patterns (session)) == NULL)
    refrain_window_show_toast (self, _ ("Patterns must be found first."));
  else
    gtk_window_present (GTK_WINDOW (refrain_methods_dialog_new (GTK_WINDOW (self), session)));
}

static void
choose_merge (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL
      && refrain_patterns_get_elementary (refrain_session_get_patterns (session)) != NULL)
    gtk_window_present (GTK_WINDOW (refrain_merge_dialog_new (data, session)));
}

static void
export_figure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  RefrainPage *const *pages;
  guint n;

  if (session == NULL)
    return;
  pages = refrain_workspace_get_pages (self->workspace, &n);
  gtk_window_present (GTK_WINDOW (refrain_export_dialog_new (
      GTK_WINDOW (self), session, pages, n,
      refrain_workspace_find_page (self->workspace,
                                   refrain_workspace_get_page (self->workspace)))));
}

/* ---- Bookmarks ---- */

static void
show_bookmarks (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    gtk_window_present (GTK_WINDOW (refrain_bookmarks_dialog_new (data, session, -1)));
}

static void
edit_bookmark (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);

  if (session != NULL)
    gtk_window_present (GTK_WINDOW (
        refrain_bookmarks_dialog_new (data, session, (gssize) g_variant_get_uint32 (parameter))));
}

/* Where a bookmark of what is looked at belongs: the measured span, what is picked, or else the
 * window. Gives a name to begin with. */
static char *
choose_bookmark (RefrainSession *session, RefrainTime *start, RefrainTime *end)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  const RefrainPick *pick = refrain_selection_get_pick (selection);
  char *name;

  refrain_selection_get_range (selection, start, end);
  if (*start <= *end)
    return refrain_time_format (*end - *start, 3);
  if (refrain_pick_get_times (refrain_session_get_trace (session), pick, start, end))
    {
      *end = *start;
      name = refrain_pick_get_title (refrain_session_get_trace (session), pick);
      return name != NULL ? name : g_strdup ("");
    }
  refrain_session_get_window_times (session, start, end);
  return refrain_session_format_window (session);
}

static void
add_bookmark (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  RefrainBookmark bookmark = { 0 };
  g_autofree char *name = NULL;
  gsize i;

  if (session == NULL)
    return;
  name = choose_bookmark (session, &bookmark.start, &bookmark.end);
  bookmark.name = name;
  i = refrain_bookmark_model_add (refrain_session_get_bookmarks (session), &bookmark);
  gtk_window_present (GTK_WINDOW (refrain_bookmarks_dialog_new (data, session, (gssize) i)));
}

static const GActionEntry entries[] = {
  { .name = "add-bookmark", .activate = add_bookmark },
  { .name = "edit-bookmark", .activate = edit_bookmark, .parameter_type = "u" },
  { .name = "show-bookmarks", .activate = show_bookmarks },
  { .name = "find-alike", .activate = find_alike },
  { .name = "find-alike-selection", .activate = find_alike_selection },
  { .name = "choose-wrappers", .activate = choose_wrappers },
  { .name = "compare-methods", .activate = compare_methods },
  { .name = "choose-merge", .activate = choose_merge },
  { .name = "export", .activate = export_figure },
};

void
refrain_window_init_dialog_actions (RefrainWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
