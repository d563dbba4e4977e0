/* test-window-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of what is seen, and the table of processes: sorted, grouped, folded, put into another
 * order, hidden. Needs a display; says so and skips without one.
 */
#include "config.h"

#include "refrain-format.h"
#include "refrain-look-model.h"
#include "refrain-numbers-model.h"
#include "refrain-part-bar.h"
#include "refrain-process-panel.h"
#include "refrain-share-table.h"
#include "refrain-table-view.h"
#include "refrain-undo.h"
#include "window-driver.h"
#include "test-program.h"

#define MS 1000000

static RefrainNumbersModel *
get_model (RefrainWindow *window)
{
  return refrain_numbers_model_get (refrain_window_get_session (window));
}

static RefrainProcessTable *
get_table (RefrainWindow *window)
{
  return find_widget (GTK_WIDGET (find_page (window, "processes")), REFRAIN_TYPE_PROCESS_TABLE);
}

static RefrainTableView *
get_rows (RefrainProcessTable *table)
{
  return find_widget (GTK_WIDGET (table), REFRAIN_TYPE_TABLE_VIEW);
}

static RefrainProcessOrder *
get_order (RefrainWindow *window)
{
  return refrain_session_get_order (refrain_window_get_session (window));
}

static guint
get_process (RefrainWindow *window, guint row)
{
  g_autoptr (RefrainProcessRow) at
      = refrain_table_view_get_item (get_rows (get_table (window)), row);
  guint n;

  return refrain_process_row_get_processes (at, &n)[0];
}

static guint
get_n_canvas_rows (RefrainWindow *window)
{
  RefrainPainter *painter = refrain_canvas_get_painter (
      REFRAIN_CANVAS (refrain_event_page_get_canvas (find_page (window, "events"))));
  RefrainViewport part;

  refrain_painter_get_extent (painter, &part);
  return (guint) part.n_rows;
}

static void
test_numbers (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));

  activate_with (window, "page", "numbers");
  wait_until (refrain_numbers_model_get_numbers (get_model (window)) != NULL);
  g_assert_cmpstr (get_state (window, "numbers-of"), ==, "window");
  g_assert_cmpuint (
      refrain_numbers_get_total (refrain_numbers_model_get_run (get_model (window)))->sends, ==,
      1760);
  activate_with (window, "numbers-of", "interval");
  wait_until (refrain_numbers_model_get_problem (get_model (window)) != NULL);
  g_assert_cmpstr (get_state (window, "numbers-of"), ==, "interval");
  refrain_selection_set_range (selection, 0, G_MAXINT32);
  wait_until (refrain_numbers_model_get_numbers (get_model (window)) != NULL);
  activate_with (window, "copy-numbers", "csv");
  activate_with (window, "copy-numbers", "text");
  activate_with (window, "numbers-of", "run");
  wait_until (refrain_numbers_model_get_numbers (get_model (window))
              == refrain_numbers_model_get_run (get_model (window)));
  close_window (window);
}

/* The words and the button, or NULL, of the line that says what the numbers of @page are of. */
static const char *
get_part (RefrainWindow *window, const char *page, GtkWidget **button)
{
  GtkWidget *bar = find_widget (find_page (window, page), REFRAIN_TYPE_PART_BAR);

  *button = gtk_widget_get_last_child (bar);
  *button = gtk_widget_get_visible (*button) ? *button : NULL;
  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (bar)));
}

/* Pages that follow the time range say so, in the same words, and go back to the run. */
static void
test_part (void)
{
  static const char *const pages[] = { "numbers", "processes", "calls", "matrix" };
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainTrace *trace = refrain_session_get_trace (session);
  GtkWidget *button;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      RefrainTime start, end;

      activate_with (window, "page", pages[i]);
      refrain_session_show_times (session, 110 * MS, 120 * MS);
      wait_until (g_str_has_prefix (get_part (window, pages[i], &button), "Visible: 10.0"));
      g_assert_true (g_str_has_suffix (get_part (window, pages[i], &button), "256\u202fms"));
      g_signal_emit_by_name (button, "clicked");
      refrain_session_get_window_times (session, &start, &end);
      g_assert_cmpint (start, <=, refrain_trace_get_start (trace));
      g_assert_cmpint (end, >=, refrain_trace_get_end (trace));
      wait_until (g_str_equal (get_part (window, pages[i], &button), "Whole run"));
      g_assert_null (button);
    }
  close_window (window);
}

/* Every table is copied: its titles, then its rows, as values or as people read them. */
static void
test_copy_table (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainTableView *table = find_widget (find_page (window, "numbers"), REFRAIN_TYPE_TABLE_VIEW);
  g_autoptr (RefrainReport) report = NULL;
  g_autofree char *values = NULL, *words = NULL;
  g_auto (GStrv) lines = NULL;

  activate_with (window, "page", "numbers");
  wait_until (refrain_numbers_model_get_numbers (get_model (window)) != NULL);
  wait_until (refrain_table_view_get_n_rows (table) > 2);
  report = refrain_table_view_make_report (table);
  values = refrain_report_to_string (report, REFRAIN_REPORT_TSV);
  lines = g_strsplit (values, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "Kind\tTime_s\tPer Process_s\tShare\tShare of Run");
  g_assert_cmpuint (g_strv_length (lines), ==, refrain_table_view_get_n_rows (table) + 2);
  g_assert_true (g_str_has_prefix (lines[1], "Computing\t"));
  words = refrain_report_to_string (report, REFRAIN_REPORT_HTML);
  g_assert_nonnull (strstr (words, "<th>Kind</th>"));
  g_assert_nonnull (strstr (words, " %</td>"));
  gtk_widget_activate_action (GTK_WIDGET (table), "table.copy", "s", "csv");
  close_window (window);
}

static void
test_table (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainProcessTable *table = get_table (window);
  RefrainNumbers *numbers;
  double last = -1;

  activate_with (window, "page", "processes");
  wait_until (refrain_numbers_model_get_numbers (get_model (window)) != NULL);
  numbers = refrain_numbers_model_get_numbers (get_model (window));
  g_assert_cmpuint (refrain_table_view_get_n_rows (get_rows (table)), ==, 8);
  refrain_process_table_sort (table, REFRAIN_PROCESS_MPI, GTK_SORT_ASCENDING);
  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (RefrainProcessRow) row = refrain_table_view_get_item (get_rows (table), i);
      const double value = refrain_process_row_get_value (row, numbers, REFRAIN_PROCESS_MPI);

      g_assert_cmpfloat (value, >=, last);
      last = value;
    }
  /* Sorting alone moves nothing elsewhere. */
  g_assert_null (get_order (window));
  refrain_process_table_set_filter (table, "0-2");
  g_assert_cmpuint (refrain_table_view_get_n_rows (get_rows (table)), ==, 3);
  close_window (window);
}

/* Whether the first row keeps room for what opens it. */
static gboolean
keeps_room (RefrainProcessTable *table)
{
  GtkTreeExpander *expander = find_widget (GTK_WIDGET (table), GTK_TYPE_TREE_EXPANDER);

  return expander != NULL && gtk_tree_expander_get_indent_for_icon (expander);
}

static void
test_groups (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainProcessTable *table = get_table (window);
  gsize n;

  activate_with (window, "page", "processes");
  wait_until (!keeps_room (table)
              && find_widget (GTK_WIDGET (table), GTK_TYPE_TREE_EXPANDER) != NULL);
  activate_with (window, "group-processes", "x");
  wait_until (refrain_table_view_get_n_rows (get_rows (table)) == 10);
  g_assert_null (get_order (window));
  wait_until (keeps_room (table));
  refrain_process_table_fold (table, 0, TRUE);
  g_assert_cmpuint (refrain_table_view_get_n_rows (get_rows (table)), ==, 6);
  g_assert_true (refrain_process_order_share_row (get_order (window), 0, 2));
  g_assert_false (refrain_process_order_share_row (get_order (window), 1, 3));
  wait_until (get_n_canvas_rows (window) == 5);
  activate (window, "fold-groups");
  wait_until (get_n_canvas_rows (window) == 2);
  g_assert_true (refrain_process_table_is_folded (table, 1));
  /* All are shown still. */
  refrain_selection_get_processes (
      refrain_session_get_selection (refrain_window_get_session (window)), &n);
  g_assert_cmpuint (n, ==, 8);
  activate (window, "fold-groups");
  g_assert_null (get_order (window));
  g_assert_cmpuint (refrain_table_view_get_n_rows (get_rows (table)), ==, 10);
  activate_with (window, "group-processes", "none");
  g_assert_cmpuint (refrain_table_view_get_n_rows (get_rows (table)), ==, 8);
  activate_with (window, "group-processes", "node");
  g_assert_cmpuint (refrain_table_view_get_n_rows (get_rows (table)), >, 8);
  close_window (window);
}

static void
test_moved (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainProcessTable *table = get_table (window);
  g_autoptr (RefrainProcessRow) last = NULL, first = NULL, third = NULL;
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  gsize n;

  activate_with (window, "page", "processes");
  last = refrain_table_view_get_item (get_rows (table), 7);
  first = refrain_table_view_get_item (get_rows (table), 0);
  refrain_process_table_move (table, last, first);
  g_assert_cmpuint (get_process (window, 0), ==, 7);
  g_assert_cmpuint (get_process (window, 1), ==, 0);
  g_assert_cmpuint (refrain_process_order_get_process (get_order (window), 0), ==, 7);
  g_assert_cmpuint (refrain_selection_get_processes (selection, &n)[0], ==, 7);
  third = refrain_table_view_get_item (get_rows (table), 2);
  refrain_process_table_move (table, third, NULL);
  g_assert_cmpuint (get_process (window, 7), ==, 1);
  g_assert_cmpuint (refrain_selection_get_processes (selection, &n)[7], ==, 1);
  /* Somebody sets it back: undoing, or a topology. */
  refrain_session_set_order (refrain_window_get_session (window), NULL);
  g_assert_cmpuint (get_process (window, 0), ==, 0);
  g_assert_cmpuint (refrain_selection_get_processes (selection, &n)[0], ==, 0);
  close_window (window);
}

/* A hidden routine is a step that can be undone; it is hidden when the trace is opened again. */
static void
test_looks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autofree char *memory = g_strconcat (trace, ".refrain.json", NULL);
  RefrainWindow *window;
  RefrainUndo *undo;
  RefrainLookModel *model;
  g_autoptr (RefrainRoutineLooks) looks = refrain_routine_looks_new ();

  copy_demo (folder);
  window = make_window_with (trace);
  wait_until (
      refrain_patterns_get_set (refrain_session_get_patterns (refrain_window_get_session (window)))
      != NULL);
  undo = refrain_session_get_undo (refrain_window_get_session (window));
  model = refrain_look_model_get (refrain_window_get_session (window));
  refrain_routine_looks_set_hidden (looks, "solve", TRUE);
  refrain_look_model_set_looks (model, looks, "hide a routine");
  g_assert_cmpstr (refrain_undo_get_undo_name (undo), ==, "hide a routine");
  refrain_undo_undo (undo);
  g_assert_false (refrain_routine_looks_get_hidden (refrain_look_model_get_looks (model), "solve"));
  refrain_undo_redo (undo);
  g_assert_true (refrain_routine_looks_get_hidden (refrain_look_model_get_looks (model), "solve"));
  close_window (window);
  wait_until (g_file_test (memory, G_FILE_TEST_EXISTS));

  window = make_window_with (trace);
  model = refrain_look_model_get (refrain_window_get_session (window));
  wait_until (refrain_look_model_get_looks (model) != NULL);
  g_assert_true (refrain_routine_looks_get_hidden (refrain_look_model_get_looks (model), "solve"));
  close_window (window);
  remove_tree (folder);
}

/* ---- Tables of shares ------------------------------------------------------------------------ */

static void
tell_shares (RefrainShareTable *table, guint n, guint largest)
{
  g_autofree RefrainShareRowData *rows = g_new0 (RefrainShareRowData, n);

  for (guint i = 0; i < n; i++)
    rows[i] = (RefrainShareRowData){ .id = i, .name = "one", .values = { i == largest ? 9 : 1 } };
  refrain_share_table_set_rows (table, rows, n);
}

/* What is not seen costs nothing; a row that stays keeps its object, and so its widgets. */
static void
test_share_rows (void)
{
  const RefrainShareColumn column = { .title = "Share", .unit = REFRAIN_CELL_DOUBLE };
  GtkWidget *window = gtk_window_new ();
  RefrainShareTable *table = refrain_share_table_new ("Shares", "Name", FALSE, &column, 1, 0);
  GtkSelectionModel *shown = refrain_table_view_get_selection (
      REFRAIN_TABLE_VIEW (gtk_widget_get_first_child (GTK_WIDGET (table))));
  g_autoptr (GObject) first = NULL, after = NULL, moved = NULL;

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (table));
  tell_shares (table, 3, 0);
  tell_shares (table, 4, 2);
  g_assert_cmpuint (refrain_share_table_get_n_rows (table), ==, 4);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (shown)), ==, 0);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (table)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (shown)), ==, 4);
  first = g_list_model_get_item (G_LIST_MODEL (shown), 0);
  tell_shares (table, 5, 4);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (shown)), ==, 5);
  after = g_list_model_get_item (G_LIST_MODEL (shown), 0);
  g_assert_true (after != first);
  tell_shares (table, 4, 2);
  moved = g_list_model_get_item (G_LIST_MODEL (shown), 0);
  g_assert_true (moved == first);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What is shown holds its routine, whatever becomes of the trace. */
static void
test_share_routine (void)
{
  const RefrainShareColumn column = { .title = "Share", .unit = REFRAIN_CELL_DOUBLE };
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "pair.mtf.h5", NULL);
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  RefrainRoutine *routine = refrain_trace_get_routine (trace, 0);
  const RefrainShareRowData row = { .name = "one", .values = { 1 }, .routine = routine };
  RefrainShareTable *table
      = g_object_ref_sink (refrain_share_table_new ("Shares", "Name", TRUE, &column, 1, 0));

  g_object_add_weak_pointer (G_OBJECT (routine), (gpointer *) &routine);
  refrain_share_table_set_rows (table, &row, 1);
  g_clear_object (&trace);
  g_assert_nonnull (routine);
  refrain_share_table_set_rows (table, NULL, 0);
  g_assert_null (routine);
  g_object_unref (table);
}

static guint
count_columns (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      n += gtk_column_view_column_get_visible (column);
    }
  return n;
}

/* With many rows each column takes a while: they come one a frame. */
static void
test_all_columns (void)
{
  RefrainWindow *window = make_window_with_demo ();
  GtkColumnView *view = find_widget (GTK_WIDGET (get_table (window)), GTK_TYPE_COLUMN_VIEW);

  activate_with (window, "page", "processes");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_assert_cmpuint (count_columns (view), ==, 2);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "all-columns",
                                      g_variant_new_boolean (TRUE));
  g_assert_cmpuint (count_columns (view), ==, 3);
  wait_until (count_columns (view) == 7);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "all-columns",
                                      g_variant_new_boolean (FALSE));
  wait_until (count_columns (view) == 2);
  /* Where nobody sees them, all at once. */
  activate_with (window, "page", "summary");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_action_group_change_action_state (G_ACTION_GROUP (window), "all-columns",
                                      g_variant_new_boolean (TRUE));
  g_assert_cmpuint (count_columns (view), ==, 7);
  close_window (window);
}

TEST_PROGRAM ("window-numbers")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/numbers/page", test_numbers);
  g_test_add_func ("/numbers/part", test_part);
  g_test_add_func ("/numbers/copy-table", test_copy_table);
  g_test_add_func ("/processes/table", test_table);
  g_test_add_func ("/processes/groups", test_groups);
  g_test_add_func ("/processes/moved", test_moved);
  g_test_add_func ("/processes/all-columns", test_all_columns);
  g_test_add_func ("/numbers/looks", test_looks);
  g_test_add_func ("/numbers/share-rows", test_share_rows);
  g_test_add_func ("/numbers/share-routine", test_share_routine);
  return g_test_run ();
}
