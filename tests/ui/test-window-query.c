/* test-window-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries in the window, driven by its actions. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-growing-rows.h"
#include "refrain-query-completion.h"
#include "refrain-query-page.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainQueryPage *
get_page (RefrainWindow *window)
{
  return find_page (window, "query");
}

static RefrainQueryModel *
get_model (RefrainWindow *window)
{
  return refrain_query_page_get_model (get_page (window));
}

static RefrainSelection *
get_selection (RefrainWindow *window)
{
  return refrain_session_get_selection (refrain_window_get_session (window));
}

/* Asks @text and waits for the answer. */
static RefrainQueryResult *
ask (RefrainWindow *window, const char *text)
{
  RefrainQueryModel *model = get_model (window);

  refrain_query_editor_set_text (find_part (get_page (window), "editor"), text);
  activate (window, "run-query");
  wait_until (!refrain_query_model_is_running (model));
  return refrain_query_model_get_result (model);
}

static GListModel *
get_rows (RefrainWindow *window)
{
  return G_LIST_MODEL (refrain_query_model_get_rows (get_model (window)));
}

/* Every message of the demo is a row, and the table has them all. */
static void
test_ask (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainTrace *trace = refrain_session_get_trace (refrain_window_get_session (window));
  RefrainQueryResult *result;
  GtkColumnView *view = find_widget (find_part (get_page (window), "table"), GTK_TYPE_COLUMN_VIEW);

  activate_with (window, "page", "query");
  result = ask (window, "SELECT ALL MESSAGES");
  g_assert_nonnull (result);
  g_assert_cmpuint (refrain_query_result_get_n_rows (result), ==,
                    refrain_trace_get_counts (trace)->messages);
  wait_until (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view)))
              == refrain_trace_get_counts (trace)->messages);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (view)), ==,
                    refrain_query_result_get_n_columns (result) + 1); /* and what fills the row */
  close_window (window);
}

/* What cannot be understood is told with its place, and leaves no rows of the query before. */
static void
test_problem (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainQueryPlace place;

  g_assert_nonnull (ask (window, "SELECT ALL MESSAGES"));
  g_assert_null (ask (window, "SELECT ALL MESSAGES WHERE size <"));
  g_assert_nonnull (refrain_query_model_get_problem (get_model (window), &place));
  g_assert_cmpuint (place.start, >=, strlen ("SELECT ALL MESSAGES WHERE size"));
  g_assert_null (get_rows (window));
  g_assert_null (ask (window, "SELECT CALLS WHERE routine = 'nobody_is_called_so'"));
  g_assert_nonnull (refrain_query_model_get_problem (get_model (window), &place));
  close_window (window);
}

static guint
find_column (RefrainQueryResult *result, const char *name)
{
  const guint n = refrain_query_result_get_n_columns (result);
  guint i = 0;

  while (i < n && !g_str_equal (refrain_query_result_get_column (result, i)->name, name))
    i++;
  g_assert_cmpuint (i, <, n);
  return i;
}

/* The value in @column of the row that stands in @place of the table. */
static gint64
get_value (RefrainWindow *window, guint place, guint column)
{
  g_autoptr (RefrainQueryListRow) row = g_list_model_get_item (get_rows (window), place);
  gint64 value = 0;

  g_assert_true (refrain_query_result_get_value (refrain_query_list_row_get_result (row),
                                                 refrain_query_list_row_get_number (row), column,
                                                 &value));
  return value;
}

static void
on_changed (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  *(gboolean *) data = TRUE;
}

/* A click on a title puts the rows in that order, a second one turns it round. */
static void
test_sort (void)
{
  RefrainWindow *window = make_window_with_demo ();
  GtkColumnView *view = find_widget (find_part (get_page (window), "table"), GTK_TYPE_COLUMN_VIEW);
  RefrainQueryResult *result = ask (window, "SELECT ALL MESSAGES");
  const guint column = find_column (result, "receiver");
  const guint n = g_list_model_get_n_items (get_rows (window));
  g_autoptr (GtkColumnViewColumn) shown
      = g_list_model_get_item (gtk_column_view_get_columns (view), column);
  gboolean changed = FALSE;

  g_signal_connect (get_rows (window), "items-changed", G_CALLBACK (on_changed), &changed);
  gtk_column_view_sort_by_column (view, shown, GTK_SORT_ASCENDING);
  wait_until (changed);
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (get_value (window, i - 1, column), <=, get_value (window, i, column));
  g_assert_cmpint (get_value (window, 0, column), <, get_value (window, n - 1, column));
  changed = FALSE;
  gtk_column_view_sort_by_column (view, shown, GTK_SORT_DESCENDING);
  wait_until (changed);
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (get_value (window, i - 1, column), >=, get_value (window, i, column));
  close_window (window);
}

/* A selected message lights up its two ends; who lights up something else takes its mark. */
static void
test_select (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainQueryModel *model = get_model (window);
  GtkSelectionModel *rows;
  RefrainQueryRef ref;

  g_assert_nonnull (ask (window, "SELECT ALL MESSAGES"));
  rows = gtk_column_view_get_model (
      find_widget (find_part (get_page (window), "table"), GTK_TYPE_COLUMN_VIEW));
  gtk_selection_model_select_item (rows, 3, TRUE);
  wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
  ref = refrain_query_result_get_ref (refrain_query_model_get_result (model), 3);
  g_assert_cmpuint (
      refrain_op_set_get_size (refrain_selection_get_highlight (get_selection (window))), ==, 2);
  g_assert_true (refrain_op_set_contains (refrain_selection_get_highlight (get_selection (window)),
                                          ref.process, ref.row));
  activate (window, "clear-selection");
  g_assert_false (refrain_query_model_is_lit (model));
  g_assert_false (gtk_selection_model_is_selected (rows, 3));
  close_window (window);
}

/* The row that is activated is gone to. */
static void
test_go_to (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainQueryResult *result = ask (window, "SELECT CALLS WHERE process = 5");
  const RefrainPick *pick;

  g_assert_nonnull (result);
  g_assert_true (refrain_query_model_go_to (get_model (window), 2));
  pick = refrain_selection_get_pick (get_selection (window));
  g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_CALL);
  g_assert_cmpuint (pick->process, ==, 5);
  result = ask (window, "SELECT COUNT FROM MESSAGES GROUP BY sender");
  g_assert_false (refrain_query_model_go_to (get_model (window), 0));
  close_window (window);
}

static void
on_saved (RefrainQueryModel *model, const char *path, const char *problem, gpointer data)
{
  *(char **) data = g_strdup (problem != NULL ? problem : "");
}

/* What is saved has a line a row and one of titles; a place that refuses is told. */
static void
test_save (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainQueryModel *model = get_model (window);
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "rows.csv", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "missing", "rows.csv", NULL);
  g_autofree char *text = NULL, *said = NULL;
  g_auto (GStrv) lines = NULL;
  const gsize n = refrain_query_result_get_n_rows (ask (window, "SELECT SENDS OF PROCESS 3"));

  g_signal_connect (model, "saved", G_CALLBACK (on_saved), &said);
  refrain_query_model_save (model, path);
  wait_until (said != NULL);
  g_assert_cmpstr (said, ==, "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, n + 2); /* titles, and nothing behind the last */
  g_clear_pointer (&said, g_free);
  refrain_query_model_save (model, nowhere);
  wait_until (said != NULL);
  g_assert_cmpstr (said, !=, "");
  remove_tree (folder);
  close_window (window);
}

/* Alt with up goes back through what was asked, once each. */
static void
test_history (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainQueryMemory *memory = refrain_query_page_get_memory (get_page (window));
  RefrainQueryEditor *editor = find_part (get_page (window), "editor");
  g_autofree char *text = NULL;

  ask (window, "SELECT ALL MESSAGES");
  ask (window, "SELECT STATISTICS");
  ask (window, "SELECT ALL MESSAGES");
  g_assert_cmpstr (refrain_query_memory_get (memory, 0), ==, "SELECT ALL MESSAGES");
  g_assert_cmpstr (refrain_query_memory_get (memory, 1), ==, "SELECT STATISTICS");
  g_signal_emit_by_name (editor, "step", -1);
  g_signal_emit_by_name (editor, "step", -1);
  text = refrain_query_editor_dup_text (editor);
  g_assert_cmpstr (text, ==, "SELECT STATISTICS");
  refrain_query_memory_keep (memory, "all", "SELECT ALL MESSAGES");
  refrain_query_memory_keep (memory, "all", "SELECT STATISTICS");
  g_assert_cmpuint (refrain_query_memory_get_n_kept (memory), ==, 1);
  refrain_query_memory_forget (memory, "all");
  g_assert_cmpuint (refrain_query_memory_get_n_kept (memory), ==, 0);
  close_window (window);
}

static gboolean
offers (RefrainQueryCompletion *completion, const char *typed, const char *word)
{
  g_auto (GStrv) words = refrain_query_completion_list (completion, typed, 100);

  return g_strv_contains ((const char *const *) words, word);
}

/* Keywords in any case, routines by any part of their names. */
static void
test_complete (void)
{
  RefrainWindow *window = make_window_with_demo ();
  g_autoptr (RefrainQueryCompletion) completion = refrain_query_completion_new ();

  g_assert_true (offers (completion, "mess", "MESSAGES"));
  g_assert_false (offers (completion, "recv", "MPI_Recv"));
  refrain_query_completion_set_trace (
      completion, refrain_session_get_trace (refrain_window_get_session (window)));
  g_assert_true (offers (completion, "recv", "MPI_Recv"));
  g_assert_true (offers (completion, "mpi_re", "MPI_Recv"));
  g_assert_false (offers (completion, "mpi_re", "MESSAGES"));
  close_window (window);
}

/* Nobody sees the view: no row comes by itself; what is selected is selected in both; of rows that
 * change, those are told that are shown. */
static void
test_growing (void)
{
  GtkStringList *names = gtk_string_list_new (NULL);
  g_autoptr (GtkSelectionModel) all
      = GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (names)));
  g_autoptr (GtkWidget) view = g_object_ref_sink (gtk_column_view_new (NULL));
  g_autoptr (RefrainGrowingRows) rows = NULL;

  for (guint i = 0; i < 100; i++)
    gtk_string_list_append (names, "row");
  rows = refrain_growing_rows_new (all, view);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (view), GTK_SELECTION_MODEL (rows));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 0);
  refrain_growing_rows_reach (rows, 9);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 10);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (rows), 7, TRUE);
  g_assert_true (gtk_selection_model_is_selected (all, 7));
  gtk_string_list_splice (names, 50, 10, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 10);
  gtk_string_list_splice (names, 5, 85, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 5);
  gtk_string_list_append (names, "last");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 5);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (view), NULL);
}

static guint
count_shown (RefrainGrowingRows *rows)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows));
}

/* Of a table that is seen, other rows come as new ones do: those in sight at once, the others
 * frame by frame. */
static void
test_other_rows (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkStringList *names = gtk_string_list_new (NULL);
  g_autoptr (GtkSelectionModel) all
      = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (names)));
  GtkWidget *view = gtk_column_view_new (NULL);
  g_autoptr (RefrainGrowingRows) rows = refrain_growing_rows_new (all, view);
  const char *others[501] = { NULL };

  for (guint i = 0; i < 500; i++)
    {
      others[i] = "other";
      gtk_string_list_append (names, "row");
    }
  gtk_column_view_set_model (GTK_COLUMN_VIEW (view), GTK_SELECTION_MODEL (rows));
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (count_shown (rows) == 500);
  gtk_string_list_splice (names, 0, 500, others);
  g_assert_cmpuint (count_shown (rows), >, 0);
  g_assert_cmpuint (count_shown (rows), <, 100);
  wait_until (count_shown (rows) == 500);
  gtk_string_list_splice (names, 3, 1, others + 499);
  g_assert_cmpuint (count_shown (rows), ==, 500);
  /* Rows that still come when nobody wants them any more. */
  gtk_string_list_splice (names, 0, 500, others);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (view), NULL);
  g_clear_object (&rows);
  let_settle ();
  gtk_window_destroy (GTK_WINDOW (window));
}

TEST_PROGRAM ("window-query")
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-query/ask", test_ask);
  g_test_add_func ("/window-query/problem", test_problem);
  g_test_add_func ("/window-query/sort", test_sort);
  g_test_add_func ("/window-query/select", test_select);
  g_test_add_func ("/window-query/go-to", test_go_to);
  g_test_add_func ("/window-query/save", test_save);
  g_test_add_func ("/window-query/history", test_history);
  g_test_add_func ("/window-query/complete", test_complete);
  g_test_add_func ("/window-query/growing", test_growing);
  g_test_add_func ("/window-query/other-rows", test_other_rows);
  return g_test_run ();
}
