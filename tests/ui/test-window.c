/* test-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window, driven by its actions. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>

#include "refrain-bookmarks-dialog.h"
#include "refrain-flaws.h"
#include "refrain-memory.h"
#include "refrain-search-entry.h"
#include "refrain-settings.h"
#include "refrain-start-page.h"
#include "refrain-summary-page.h"
#include "refrain-workspace.h"
#include "window-driver.h"
#include "test-program.h"

static void
test_start (void)
{
  RefrainWindow *window = make_window ();

  g_assert_cmpstr (get_state (window, "screen"), ==, "start");
  g_assert_false (refrain_window_is_busy (window));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "export"));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "back"));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "open"));
  g_assert_true (g_action_group_get_action_enabled (
      G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (window))), "help"));
  close_window (window);
}

/* Whether @file is among the recent ones; if not it becomes one, as other programs' windows write
 * that list, too. */
static gboolean
is_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  if (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri))
    return TRUE;
  refrain_start_page_add_recent (file);
  return FALSE;
}

/* A name that is narrower than the dots of one that is cut: GtkLabel must not warn. */
static void
test_short_name (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *below = g_build_filename (folder, "lu", NULL);
  g_autofree char *path = g_build_filename (below, "traces.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentManager *recent = gtk_recent_manager_get_default ();
  RefrainWindow *window;

  g_assert_cmpint (g_mkdir (below, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  refrain_start_page_add_recent (file);
  wait_until (is_recent (file));
  window = make_window ();
  wait_until (is_recent (file) && shows_label (GTK_WIDGET (window), "lu"));
  for (guint i = 0; i < 100; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  close_window (window);
  /* Other windows write that file, too: it may be gone by now. */
  gtk_recent_manager_remove_item (recent, uri, NULL);
  remove_tree (folder);
}

/* The list view of @widget whose items are flaws, or NULL. */
static GtkListView *
find_flaws (GtkWidget *widget)
{
  GtkListView *found = NULL;

  if (GTK_IS_LIST_VIEW (widget) && gtk_list_view_get_model (GTK_LIST_VIEW (widget)) != NULL)
    {
      GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (widget)));
      g_autoptr (GObject) item = g_list_model_get_item (model, 0);

      if (REFRAIN_IS_FLAW (item))
        return GTK_LIST_VIEW (widget);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_flaws (child);
  return found;
}

/* Where the first violation stands whose sentence begins with @text; G_MAXUINT: nowhere. */
static guint
find_violation (RefrainWindow *window, const char *text)
{
  GtkListView *view = find_flaws (find_page (window, "summary"));
  GListModel *model = view != NULL ? G_LIST_MODEL (gtk_list_view_get_model (view)) : NULL;

  for (guint i = 0; model != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (RefrainFlaw) flaw = g_list_model_get_item (model, i);

      if (refrain_flaw_is_violation (flaw)
          && g_str_has_prefix (refrain_flaw_get_sentence (flaw), text))
        return i;
    }
  return G_MAXUINT;
}

/* Some recorders note on all processes what the root of MPI_Gather receives: the summary tells
 * that, and a click leads there. */
static void
test_violations (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests/data/validate/C10.gxl", NULL);
  RefrainWindow *window = make_window_with (path);
  RefrainSession *session = refrain_page_get_session (find_page (window, "summary"));
  g_autofree char *count = NULL;
  const RefrainPick *pick;
  guint row;

  wait_until (find_violation (window, "Process 2: MPI_Gather") != G_MAXUINT);
  /* That is the recorder's doing alone: the page's count says nothing of it. */
  g_object_get (find_page (window, "summary"), "count", &count, NULL);
  g_assert_cmpstr (count, ==, "");
  row = find_violation (window, "Process 2: MPI_Gather");
  g_signal_emit_by_name (find_flaws (find_page (window, "summary")), "activate", row);
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  pick = refrain_selection_get_pick (refrain_session_get_selection (session));
  g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (pick->process, ==, 2);
  g_assert_cmpint (
      refrain_process_get_ops (refrain_trace_get_process (refrain_session_get_trace (session), 2))
          ->tag[pick->row],
      ==, REFRAIN_COLLECTIVE_GATHER);
  close_window (window);
}

static void
test_pages (void)
{
  static const char *const pages[] = { "events", "matrix", "patterns", "processes", "summary" };
  RefrainWindow *window = make_window_with_demo ();

  g_assert_cmpstr (get_state (window, "page"), ==, "summary");
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      activate_with (window, "page", pages[i]);
      g_assert_cmpstr (get_state (window, "page"), ==, pages[i]);
      let_settle ();
    }
  activate_with (window, "page", "nonsense");
  g_assert_cmpstr (get_state (window, "page"), ==, "summary");
  activate_with (window, "page", "events");
  wait_until (refrain_canvas_is_fresh (
      REFRAIN_CANVAS (refrain_event_page_get_canvas (find_page (window, "events")))));
  activate_with (window, "page", "matrix");
  wait_until (refrain_session_get_matrix (refrain_window_get_session (window)) != NULL);
  activate_with (window, "matrix-value", "bytes");
  g_assert_cmpstr (get_state (window, "matrix-value"), ==, "bytes");
  activate_with (window, "matrix-value", "messages");
  close_window (window);
}

/* Whether @widget or what it holds is a shortcut called @title with the key @key. */
static gboolean
has_shortcut (GtkWidget *widget, const char *title, const char *key)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_autofree char *its_title = NULL, *its_key = NULL;

      g_object_get (widget, "title", &its_title, "accelerator", &its_key, NULL);
      return g_strcmp0 (its_title, title) == 0 && g_strcmp0 (its_key, key) == 0;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_shortcut (child, title, key))
      return TRUE;
  return FALSE;
}

/* Every page of the table can be turned to, by its action, by its key and by its question. */
static void
test_table_of_pages (void)
{
  /* Alt with the keys above the letters, from the left. */
  static const char row[] = "1234567890";
  RefrainWindow *window = make_window_with_demo ();
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  GtkWidget *keys;

  activate (window, "show-help-overlay");
  keys = GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window)));
  g_assert_true (gtk_widget_get_visible (keys));
  gtk_widget_set_visible (keys, FALSE);
  for (guint i = 0; i < refrain_n_pages; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.page::%s", refrain_pages[i].name);
      g_autofree char *key = refrain_pages[i].key != NULL ? g_strdup (refrain_pages[i].key)
                             : row[i] != '\0'             ? g_strdup_printf ("<Alt>%c", row[i])
                                                          : g_strdup ("<Alt>minus");
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, action);

      g_assert_cmpstr (accels[0], ==, key);
      g_assert_true (has_shortcut (keys, refrain_pages[i].title, key));
      activate_with (window, "page", refrain_pages[i].name);
      g_assert_cmpstr (get_state (window, "page"), ==, refrain_pages[i].name);
      g_assert_true (REFRAIN_IS_PAGE (find_page (window, refrain_pages[i].name)));
      g_assert_true (gtk_widget_get_mapped (find_page (window, refrain_pages[i].name)));
    }
  close_window (window);
}

/* A window that opens has no pages yet: they come while nothing else is to be done, and their
 * actions with them. */
static void
test_pages_come (void)
{
  RefrainWindow *window = refrain_window_new (GTK_APPLICATION (g_application_get_default ()));
  guint n;

  refrain_workspace_get_pages (find_part (window, "workspace"), &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_false (g_action_group_has_action (G_ACTION_GROUP (window), "matrix-sums"));
  wait_until (g_action_group_has_action (G_ACTION_GROUP (window), "matrix-sums"));
  refrain_workspace_get_pages (find_part (window, "workspace"), &n);
  g_assert_cmpuint (n, ==, refrain_n_pages);
  close_window (window);
}

/* What a page says of its figures is true: each has a painter as soon as what it shows is there. */
static void
test_figures (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainViewport part;
  guint n_found = 0;

  activate_with (window, "page", "matrix");
  wait_until (refrain_session_get_matrix (session) != NULL
              && refrain_loops_get_painter (refrain_session_get_loops (session)) != NULL
              && refrain_phase_model_get_phases (refrain_session_get_phases (session)) != NULL
              && refrain_time_model_has_results (refrain_session_get_times (session)));
  activate_with (window, "page", "program");
  wait_until (refrain_page_has_figure (find_page (window, "program"), REFRAIN_VIEW_PROGRAM));
  activate_with (window, "page", "calls");
  wait_until (refrain_page_has_figure (find_page (window, "calls"), REFRAIN_VIEW_FLAME));
  for (RefrainView view = 0; view < REFRAIN_N_VIEWS; view++)
    for (guint i = 0; i < refrain_n_pages; i++)
      {
        RefrainPage *page = find_page (window, refrain_pages[i].name);
        g_autoptr (RefrainPainter) painter = NULL;

        if (!refrain_page_has_figure (page, view))
          continue;
        painter = refrain_page_make_figure (page, view, &part);
        /* Nobody has measured anything yet. */
        g_assert_true ((painter == NULL)
                       == (view == REFRAIN_VIEW_ITERATIONS || view == REFRAIN_VIEW_DURATIONS));
        n_found++;
      }
  /* All but a pattern and two runs: none is selected, and one is open; two occurrences are no
   * page's, and have a button of their own. */
  g_assert_cmpuint (n_found, ==, REFRAIN_N_VIEWS - 3);
  close_window (window);
}

/* Where a trace is large for the memory there is, its constraints are checked when asked, and
 * nothing is said of them before. */
static void
check_when_asked (const char *file, const char *violation)
{
  const guint64 budget = refrain_memory_get_budget ();
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), file, NULL);
  RefrainWindow *window;
  GtkWidget *button, *page;

  refrain_memory_set_budget (0);
  window = make_window_with (path);
  page = find_page (window, "summary");
  button = GTK_WIDGET (
      gtk_widget_get_template_child (page, REFRAIN_TYPE_SUMMARY_PAGE, "check_button"));
  wait_until (g_list_model_get_n_items (
                  G_LIST_MODEL (refrain_session_get_runner (refrain_window_get_session (window))))
              == 0);
  wait_until (gtk_widget_get_mapped (button));
  g_assert_cmpuint (find_violation (window, violation), ==, G_MAXUINT);
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (gtk_widget_get_visible (button));
  wait_until (find_violation (window, violation) != G_MAXUINT);
  g_assert_false (gtk_widget_get_visible (button));
  refrain_memory_set_budget (budget);
  close_window (window);
}

static void
test_checked_when_asked (void)
{
  check_when_asked ("tests/data/validate/C10.gxl", "Process 2: MPI_Gather");
  /* A file that is mapped takes no memory, but time. */
  check_when_asked ("tests/data/pair.mtf.h5", "Process 0: ");
}

static void
test_history (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  double start, end, s, e;

  refrain_selection_get_window (selection, &start, &end);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "back"));
  activate (window, "zoom-in");
  activate (window, "zoom-in");
  refrain_selection_get_window (selection, &s, &e);
  g_assert_cmpfloat (e - s, <, (end - start) / 2);
  activate (window, "back");
  activate (window, "back");
  refrain_selection_get_window (selection, &s, &e);
  g_assert_cmpfloat (s, ==, start);
  g_assert_cmpfloat (e, ==, end);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "back"));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "forward"));
  activate (window, "forward");
  refrain_selection_get_window (selection, &s, &e);
  g_assert_cmpfloat (e - s, <, end - start);
  close_window (window);
}

static gboolean
set_true (gpointer flag)
{
  *(gboolean *) flag = TRUE;
  return G_SOURCE_REMOVE;
}

/* Every command can be given at any time. */
static void
test_every_action (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_auto (GStrv) actions = NULL;
  RefrainWindow *window;
  gboolean waited = FALSE;

  /* Some of them are remembered beside the trace. */
  copy_demo (folder);
  window = make_window_with (trace);
  actions = g_action_group_list_actions (G_ACTION_GROUP (window));
  for (char **action = actions; *action != NULL; action++)
    {
      const GVariantType *type
          = g_action_group_get_action_parameter_type (G_ACTION_GROUP (window), *action);

      /* These leave, or put up a dialog of the desktop. */
      if (g_str_equal (*action, "open") || g_str_equal (*action, "close")
          || g_str_equal (*action, "close-trace") || g_str_equal (*action, "reload")
          || g_str_equal (*action, "open-uri") || g_str_equal (*action, "open-beside"))
        continue;
      g_test_message ("%s", *action);
      if (type == NULL)
        {
          g_action_group_activate_action (G_ACTION_GROUP (window), *action, NULL);
          g_action_group_activate_action (G_ACTION_GROUP (window), *action, NULL);
        }
      else if (g_variant_type_equal (type, G_VARIANT_TYPE_UINT32))
        g_action_group_activate_action (G_ACTION_GROUP (window), *action,
                                        g_variant_new_uint32 (G_MAXUINT32));
      else if (g_variant_type_equal (type, G_VARIANT_TYPE_DOUBLE))
        g_action_group_activate_action (G_ACTION_GROUP (window), *action,
                                        g_variant_new_double (G_MAXDOUBLE));
      else
        activate_with (window, *action, "no such thing");
      let_settle ();
    }
  activate (window, "next-operation");
  g_assert_cmpint (refrain_selection_get_pick (
                       refrain_session_get_selection (refrain_window_get_session (window)))
                       ->kind,
                   ==, REFRAIN_PICK_OP);
  activate (window, "go-partner");
  activate (window, "zoom-pick");
  activate_with (window, "go-to", "MPI_");
  activate_with (window, "axis", "logical");
  wait_until (g_str_equal (get_state (window, "axis"), "logical"));
  activate (window, "close-trace");
  g_assert_cmpstr (get_state (window, "screen"), ==, "start");
  /* GTK 4.8 wants those that had the focus a tenth of a second later, whether they are there or
   * not. */
  g_timeout_add (200, set_true, &waited);
  wait_until (waited);
  close_window (window);
  remove_tree (folder);
}

static void
test_cancel (void)
{
  RefrainWindow *window = make_window ();
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  refrain_window_open (window, file);
  g_assert_cmpstr (get_state (window, "screen"), ==, "loading");
  activate (window, "cancel");
  wait_until (screen_is (window, "start"));
  g_assert_null (refrain_window_get_session (window));
  g_assert_false (refrain_window_is_busy (window));
  close_window (window);
}

static void
test_error (void)
{
  RefrainWindow *window = make_window ();
  g_autofree char *path
      = g_build_filename (g_get_tmp_dir (), "refrain-test-no-trace & <b>.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) remote = g_file_new_for_uri ("sftp://example.invalid/traces.otf2");

  g_assert_true (g_file_set_contents (path, "not a trace", -1, NULL));
  refrain_window_open (window, file);
  wait_until (screen_is (window, "error"));
  g_unlink (path);
  activate (window, "reload");
  g_assert_cmpstr (get_state (window, "screen"), ==, "loading");
  wait_until (screen_is (window, "error"));
  refrain_window_open (window, remote);
  g_assert_cmpstr (get_state (window, "screen"), ==, "error");
  /* Nor is nothing at all a trace. */
  activate_with (window, "open-uri", "");
  g_assert_cmpstr (get_state (window, "screen"), ==, "error");
  close_window (window);
}

/* The dialog over @window, or NULL. */
static GtkWindow *
find_dialog (RefrainWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) one = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (one) && gtk_window_get_transient_for (one) == GTK_WINDOW (window))
        return one;
    }
  return NULL;
}

/* A bad file leaves open what is, with all that was selected in it. */
static void
test_error_over_trace (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  const RefrainPick pick = { REFRAIN_PICK_PROCESS, 1, 0, 0 };
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bad & <b>.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const char *body;

  g_assert_true (g_file_set_contents (path, "not a trace", -1, NULL));
  activate_with (window, "page", "patterns");
  refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
  refrain_window_open (window, file);
  g_assert_cmpstr (get_state (window, "screen"), ==, "loading");
  wait_until (find_dialog (window) != NULL);
  g_assert_cmpstr (get_state (window, "screen"), ==, "trace");
  g_assert_cmpstr (get_state (window, "page"), ==, "patterns");
  g_assert_true (refrain_window_get_session (window) == session);
  g_assert_cmpint (refrain_selection_get_pick (refrain_session_get_selection (session))->kind, ==,
                   REFRAIN_PICK_PROCESS);
  body = adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (find_dialog (window)));
  g_assert_nonnull (strstr (body, path));
  g_assert_nonnull (strstr (body, "wavefront"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_dialog (window)), "close");
  /* What is loaded again is what is open. */
  activate (window, "reload");
  wait_until (screen_is (window, "trace") && refrain_window_get_session (window) != session);
  close_window (window);
  remove_tree (folder);
}

/* Whether a label in @window says something that begins with @text. */
static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

/* The header bar's entry. */
static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = REFRAIN_IS_SEARCH_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

/* Messages are found by what they are, lit up and walked through, with their number. */
static void
test_find (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainSubjects *subjects = refrain_session_get_subjects (session);
  gsize place;

  activate_with (window, "go-to", "0>1");
  wait_until (refrain_subjects_get_place (subjects, &place));
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  g_assert_nonnull (refrain_selection_get_highlight (refrain_session_get_selection (session)));
  activate (window, "next-occurrence");
  g_assert_true (refrain_subjects_get_place (subjects, &place));
  g_assert_cmpuint (place, ==, 1);
  {
    g_autofree char *text = refrain_subject_describe_place (refrain_subjects_get_lit (subjects));

    g_assert_true (g_str_has_prefix (text, "2 of "));
    g_assert_true (says (find_entry (GTK_WIDGET (window)), text));
  }
  /* The same once more is the next one. */
  activate_with (window, "go-to", "0>1");
  g_assert_true (refrain_subjects_get_place (subjects, &place));
  g_assert_cmpuint (place, ==, 2);
  activate (window, "clear-selection");
  g_assert_null (refrain_subjects_get (subjects));
  activate_with (window, "go-to", "MPI_Recv");
  wait_until (refrain_subjects_get_place (subjects, &place));
  g_assert_cmpint (refrain_selection_get_pick (refrain_session_get_selection (session))->kind, ==,
                   REFRAIN_PICK_CALL);
  close_window (window);
}

/* There is always an answer. */
static void
bookmark (RefrainWindow *window, const char *name)
{
  const RefrainBookmark one = { 1000, 2000, name, NULL, NULL };

  refrain_bookmark_model_add (refrain_session_get_bookmarks (refrain_window_get_session (window)),
                              &one);
}

static gboolean
is_saved (const char *memory, const char *name)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (memory, &text, NULL, NULL) && strstr (text, name) != NULL;
}

/* What is told in one of them does not undo what was told in the other. */
static void
test_two_windows (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autofree char *memory = g_strconcat (trace, ".refrain.json", NULL);
  RefrainWindow *a, *b;

  copy_demo (folder);
  a = make_window_with (trace);
  b = make_window_with (trace);
  wait_until (
      refrain_patterns_get_set (refrain_session_get_patterns (refrain_window_get_session (a)))
          != NULL
      && refrain_patterns_get_set (refrain_session_get_patterns (refrain_window_get_session (b)))
             != NULL);
  bookmark (a, "told in a");
  wait_until (is_saved (memory, "told in a"));
  bookmark (b, "told in b");
  wait_until (is_saved (memory, "told in b"));
  g_assert_true (is_saved (memory, "told in a"));
  bookmark (a, "again in a");
  wait_until (is_saved (memory, "again in a"));
  g_assert_true (is_saved (memory, "told in b"));
  close_window (b);
  close_window (a);
  g_assert_true (is_saved (memory, "told in a") && is_saved (memory, "told in b"));
  remove_tree (folder);
}

static void
test_find_nothing (void)
{
  static const struct
  {
    const char *typed, *said;
  } typed[] = {
    { "no such thing", "Nothing found for “no such thing”. Type " },
    { "5000 s", "“5000 s” is not in this run, which ends at " },
    { "20 ms", "Go to 20" },
    { "20ms to 30 ms", "Show 20" },
    { "987654321 bytes", "Messages of 987654321 B" },
    { "0>1", "Messages 0 → 1" },
    { "rank 2", "Process 2" },
    { "loop", "Loop " },
    { "phase 1", "" },
    { "pattern 1", "" },
  };
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  GtkWidget *entry = find_entry (GTK_WIDGET (window));
  GtkWidget *text = gtk_widget_get_first_child (gtk_widget_get_first_child (entry));

  wait_until (refrain_loops_get_model (refrain_session_get_loops (session)) != NULL);
  wait_until (refrain_phase_model_get_phases (refrain_session_get_phases (session)) != NULL);
  g_assert_true (GTK_IS_EDITABLE (text));
  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_test_message ("“%s”", typed[i].typed);
      gtk_editable_set_text (GTK_EDITABLE (text), typed[i].typed);
      g_signal_emit_by_name (text, "search-changed");
      g_assert_cmpuint (refrain_search_entry_get_n_offers (REFRAIN_SEARCH_ENTRY (entry)), >=, 1);
      g_assert_true (says (entry, typed[i].said));
    }
  g_signal_emit_by_name (text, "stop-search");
  g_assert_cmpuint (refrain_search_entry_get_n_offers (REFRAIN_SEARCH_ENTRY (entry)), ==, 0);
  /* The routine itself before those that it is a part of. */
  g_assert_true (refrain_search_entry_go (REFRAIN_SEARCH_ENTRY (entry), "Recv"));
  g_assert_cmpstr (refrain_hits_get_question (refrain_session_get_hits (session))->title, ==,
                   "Calls of MPI_Recv");
  close_window (window);
}

/* What lies on hidden processes is offered to be shown. */
static void
test_find_hidden (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainSelection *selection = refrain_session_get_selection (session);
  const guint shown[] = { 0, 3 };
  const guint *processes;
  gsize n;

  refrain_selection_set_processes (selection, shown, G_N_ELEMENTS (shown));
  activate_with (window, "go-to", "0>1");
  wait_until (says (GTK_WIDGET (window), "Process 1, which has some of it, is hidden."));
  activate (window, "show-found-processes");
  processes = refrain_selection_get_processes (selection, &n);
  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (processes[i], ==, i < 2 ? i : 3);
  /* So is a process itself. */
  activate_with (window, "go-to", "rank 2");
  wait_until (says (GTK_WIDGET (window), "Process 2, which has some of it, is hidden."));
  close_window (window);
}

static guint
count_pictures (GtkWidget *widget)
{
  guint n = GTK_IS_PICTURE (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_pictures (child);
  return n;
}

/* A trace is shown as it was left, and listed with a picture of it. */
static void
test_reopen (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  const guint shown[] = { 2, 0 };
  RefrainWindow *window;
  RefrainSession *session;
  RefrainTime start, end, again_start, again_end;
  const guint *processes;
  gsize n;

  copy_demo (folder);
  refrain_settings_set_boolean ("reopen-view", TRUE);
  window = make_window_with (trace);
  session = refrain_window_get_session (window);
  activate_with (window, "page", "events");
  refrain_session_zoom_centre (session, 0.25);
  refrain_selection_set_processes (refrain_session_get_selection (session), shown,
                                   G_N_ELEMENTS (shown));
  refrain_session_get_window_times (session, &start, &end);
  activate (window, "close-trace");
  wait_until (count_pictures (GTK_WIDGET (window)) > 0);
  close_window (window);

  window = make_window_with (trace);
  session = refrain_window_get_session (window);
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  refrain_session_get_window_times (session, &again_start, &again_end);
  g_assert_cmpint (ABS (again_start - start), <=, 2);
  g_assert_cmpint (ABS (again_end - end), <=, 2);
  processes = refrain_selection_get_processes (refrain_session_get_selection (session), &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (processes[0], ==, 2);
  /* It is no step of the user's. */
  g_assert_null (refrain_undo_undo (refrain_session_get_undo (session)));
  activate (window, "begin-anew");
  g_assert_cmpstr (get_state (window, "page"), ==, "summary");
  refrain_selection_get_processes (refrain_session_get_selection (session), &n);
  g_assert_cmpuint (n, ==, refrain_trace_get_n_processes (refrain_session_get_trace (session)));
  close_window (window);

  /* That, too, is how it is found again. */
  window = make_window_with (trace);
  g_assert_cmpstr (get_state (window, "page"), ==, "summary");
  close_window (window);
  refrain_settings_set_boolean ("reopen-view", FALSE);
  remove_tree (folder);
}

/* The dialog's field called @title, or NULL. */
static GtkWidget *
find_field (GtkWidget *widget, const char *title)
{
  GtkWidget *found
      = ADW_IS_ENTRY_ROW (widget)
                && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title)
            ? widget
            : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_field (child, title);
  return found;
}

/* What is shown gets a bookmark with a name and a note, which is found, gone to and kept. */
static void
test_bookmarks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autofree char *memory = g_strconcat (trace, ".refrain.json", NULL);
  RefrainWindow *window;
  RefrainSession *session;
  GtkWindow *dialog = NULL;
  GListModel *windows = gtk_window_get_toplevels ();
  const RefrainBookmark *items;
  RefrainTime start, end;
  gsize n;

  copy_demo (folder);
  window = make_window_with (trace);
  session = refrain_window_get_session (window);
  wait_until (refrain_patterns_get_set (refrain_session_get_patterns (session)) != NULL);
  activate_with (window, "page", "events");
  refrain_session_zoom_centre (session, 0.25);
  activate (window, "add-bookmark");
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) one = g_list_model_get_item (windows, i);

      if (REFRAIN_IS_BOOKMARKS_DIALOG (one))
        dialog = one;
    }
  g_assert_nonnull (dialog);
  gtk_editable_set_text (GTK_EDITABLE (find_field (GTK_WIDGET (dialog), "Name")), "odd place");
  gtk_editable_set_text (GTK_EDITABLE (find_field (GTK_WIDGET (dialog), "Note")), "look again");
  gtk_window_close (dialog);
  items = refrain_bookmarks_get (
      refrain_bookmark_model_get_list (refrain_session_get_bookmarks (session)), &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (items[0].name, ==, "odd place");
  g_assert_cmpstr (items[0].note, ==, "look again");
  activate (window, "zoom-all");
  activate_with (window, "go-to", "odd");
  refrain_session_get_window_times (session, &start, &end);
  g_assert_cmpint (start, <=, items[0].start);
  g_assert_cmpint (end, >=, items[0].end);
  g_assert_cmpint (end - start, <, 2 * (items[0].end - items[0].start));
  close_window (window);
  wait_until (g_file_test (memory, G_FILE_TEST_EXISTS));

  window = make_window_with (trace);
  session = refrain_window_get_session (window);
  wait_until ((items = refrain_bookmarks_get (
                   refrain_bookmark_model_get_list (refrain_session_get_bookmarks (session)), &n))
              && n == 1);
  g_assert_cmpstr (items[0].name, ==, "odd place");
  close_window (window);
  remove_tree (folder);
}

static void
test_narrow (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainWorkspace *workspace = find_part (window, "workspace");

  refrain_workspace_set_narrow (workspace, TRUE);
  g_assert_false (refrain_workspace_get_show_sidebar (workspace));
  g_assert_false (refrain_workspace_get_show_details (workspace));
  activate_with (window, "page", "processes");
  g_assert_true (refrain_workspace_get_show_sidebar (workspace));
  refrain_workspace_set_narrow (workspace, FALSE);
  g_assert_true (refrain_workspace_get_show_details (workspace));
  close_window (window);
}

static void
test_export (void)
{
  RefrainWindow *window = make_window_with_demo ();
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "figure.svg", NULL);
  g_autofree char *text = NULL;
  RefrainExportDialog *dialog = make_export_dialog (window, "events");

  gtk_window_present (GTK_WINDOW (dialog));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  refrain_export_dialog_save (dialog, path);
  wait_until (dialog == NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  g_unlink (path);
  g_rmdir (folder);
  close_window (window);
}

/* The demo opens with the sweep lit up, unless one has gone elsewhere meanwhile. */
static void
test_demo (void)
{
  g_autofree char *data = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", NULL);

  g_setenv ("REFRAIN_DATA_DIR", data, TRUE);
  for (guint way = 0; way < 2; way++)
    {
      RefrainWindow *window = make_window ();
      g_autoptr (GFile) file = refrain_start_page_find_demo ();
      RefrainSelection *selection;
      RefrainSession *session;
      gboolean at_once;

      refrain_window_open_demo (window, file);
      wait_until (screen_is (window, "trace"));
      session = refrain_window_get_session (window);
      selection = refrain_session_get_selection (session);
      /* Patterns may have been quicker than the screen, and this program. */
      at_once = refrain_selection_get_highlight (selection) != NULL;
      if (way == 1)
        activate_with (window, "page", "matrix");
      wait_until (refrain_patterns_get_set (refrain_session_get_patterns (session)) != NULL
                  && refrain_session_get_axis (session) != NULL);
      if (way == 0)
        {
          RefrainPatterns *patterns = refrain_session_get_patterns (session);
          const guint32 *selected;
          guint n;

          wait_until (refrain_selection_get_highlight (selection) != NULL
                      && refrain_selection_get_current (selection) != NULL);
          g_assert_cmpstr (get_state (window, "page"), ==, "events");
          selected = refrain_patterns_get_selected (patterns, &n);
          g_assert_cmpuint (n, ==, 1);
          g_assert_true (
              g_str_has_prefix (refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                                    refrain_patterns_get_set (patterns), selected[0])),
                                "Sweep"));
        }
      else
        {
          g_assert_cmpstr (get_state (window, "page"), ==, "matrix");
          g_assert_true (at_once || refrain_selection_get_highlight (selection) == NULL);
        }
      close_window (window);
    }
}

TEST_PROGRAM ("window")
{
  static const struct
  {
    const char *path;
    GTestFunc func;
  } tests[] = {
    { "/window/start", test_start },
    { "/window/short-name", test_short_name },
    { "/window/pages", test_pages },
    { "/window/violations", test_violations },
    { "/window/checked-when-asked", test_checked_when_asked },
    { "/window/history", test_history },
    { "/window/every-action", test_every_action },
    { "/window/cancel", test_cancel },
    { "/window/error", test_error },
    { "/window/narrow", test_narrow },
    { "/window/table-of-pages", test_table_of_pages },
    { "/window/pages-come", test_pages_come },
    { "/window/figures", test_figures },
    { "/window/export", test_export },
    { "/window/error-over-trace", test_error_over_trace },
    { "/window/find", test_find },
    { "/window/reopen", test_reopen },
    { "/window/bookmarks", test_bookmarks },
    { "/window/two-windows", test_two_windows },
    { "/window/find-nothing", test_find_nothing },
    { "/window/find-hidden", test_find_hidden },
    { "/window/demo", test_demo },
  };

  if (!window_driver_init (&argc, &argv))
    return 77;
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].path, tests[i].func);
  return g_test_run ();
}
