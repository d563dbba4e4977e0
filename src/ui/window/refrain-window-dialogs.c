/* refrain-window-dialogs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's commands that open dialogs, where what pages ask for and dialogs answer meets; and
 * that which corrects clocks.
 */
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-alike-dialog.h"
#include "refrain-bookmarks-dialog.h"
#include "refrain-export-dialog.h"
#include "refrain-free.h"
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
get_occurrence (RefrainSession *session)
{
  RefrainSubject *subject = refrain_subjects_get_lit (refrain_session_get_subjects (session));
  gsize place = 0;

  refrain_subject_get_place (subject, &place);
  return refrain_subject_make_ops (subject, place);
}

static void
find_alike (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  g_autoptr (RefrainOpSet) wanted = NULL;
  g_autofree char *words = NULL;

  if (refrain_window_get_session (self) == NULL)
    return;
  if (!refrain_patterns_page_select_some (get_patterns_page (self)))
    {
      refrain_window_show_toast (self, _ ("Select a pattern, or an operation of one."));
      return;
    }
  wanted = get_occurrence (refrain_window_get_session (self));
  words = refrain_subject_get_words (
      refrain_subjects_get_lit (refrain_session_get_subjects (refrain_window_get_session (self))));
  show_dialog (self, wanted, words);
}

/* What was lit up by hand, or else what stands in the measured span on the rows that are shown;
 * NULL where there is neither. */
static RefrainOpSet *
get_selected_events (RefrainSession *session)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainOpSet *chosen = refrain_subjects_get_by_hand (refrain_session_get_subjects (session));
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

/* Where a bookmark of what is looked at belongs: the measured span, the occurrence that was gone
 * to, what is picked, or else the window. Gives a name to begin with. */
static char *
choose_bookmark (RefrainSession *session, RefrainTime *start, RefrainTime *end)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  const RefrainPick *pick = refrain_selection_get_pick (selection);
  RefrainSubject *subject = refrain_subjects_get (refrain_session_get_subjects (session));
  gsize place;
  char *name;

  refrain_selection_get_range (selection, start, end);
  if (*start <= *end)
    return subject != NULL ? refrain_subject_get_words (subject)
                           : refrain_time_format (*end - *start, 3);
  if (subject != NULL && refrain_subject_get_place (subject, &place)
      && refrain_subject_get_span (subject, place, start, end))
    return refrain_subject_get_words (subject);
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
  g_autofree char *name = NULL, *subject = NULL;
  gsize i;

  if (session == NULL)
    return;
  subject = refrain_subjects_make_token (refrain_session_get_subjects (session));
  bookmark.subject = subject;
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
/* ---- The open trace with its clocks corrected, and as it was recorded again ---- */

/* Each is a session of its own, so that nothing is shown of both. */
typedef struct
{
  RefrainTrace *trace;
  RefrainClockReport report;
} Corrected;

REFRAIN_DEFINE_FREE (corrected_free, Corrected, g_clear_object (&x->trace))

static gpointer
correct_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Corrected *corrected = g_new0 (Corrected, 1);

  corrected->trace
      = refrain_clocks_correct (data, &corrected->report, refrain_job_get_cancellable (job), error);
  if (corrected->trace == NULL)
    g_clear_pointer (&corrected, corrected_free);
  return corrected;
}

/* Shows @trace in the place of what is open, on the page about time. */
static void
show (RefrainWindow *self,
      RefrainTrace *trace,
      RefrainTrace *recorded,
      const RefrainClockReport *report)
{
  RefrainSession *session;

  refrain_window_show_trace (self, trace);
  session = refrain_window_get_session (self);
  if (recorded != NULL)
    refrain_time_model_set_recorded (refrain_session_get_times (session), recorded, report);
  refrain_workspace_set_page (self->workspace, "time");
}

static void
on_corrected (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  Corrected *corrected = result;
  RefrainSession *session = refrain_window_get_session (self);

  if (corrected == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        refrain_window_show_toast (self, error->message);
      return;
    }
  /* Another trace may be open by now. */
  if (session != NULL && g_object_get_data (G_OBJECT (job), "refrain-session") == session)
    {
      g_autoptr (RefrainTrace) recorded = g_object_ref (refrain_session_get_trace (session));

      show (self, corrected->trace, recorded, &corrected->report);
    }
  corrected_free (corrected);
}

static void
correct_clocks (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  g_autoptr (RefrainTrace) recorded = NULL;
  RefrainTrace *trace;
  RefrainJob *job;

  if (session == NULL)
    return;
  trace = refrain_session_get_trace (session);
  g_set_object (&recorded,
                refrain_time_model_get_recorded (refrain_session_get_times (session), NULL));
  if (recorded != NULL)
    {
      show (self, recorded, NULL, NULL);
      return;
    }
  job = refrain_task_runner_start (refrain_session_get_runner (session), _ ("Correcting clocks"),
                                   correct_in_thread, g_object_ref (trace), g_object_unref,
                                   corrected_free, G_OBJECT (self), on_corrected, self);
  g_object_set_data (G_OBJECT (job), "refrain-session", session);
}

void
refrain_window_init_clock_actions (RefrainWindow *self)
{
  static const GActionEntry clocks[] = { { .name = "correct-clocks", .activate = correct_clocks } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), clocks, G_N_ELEMENTS (clocks), self);
}
