/* test-window-lists.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists and cells of the matrix in the window: what is chosen lights up in all views and is gone
 * to, what is lit up is listed. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-lists-page.h"
#include "refrain-matrix-page.h"
#include "refrain-search-entry.h"
#include "refrain-table-view.h"
#include "refrain-workspace.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainListsPage *
get_page (RefrainWindow *window)
{
  return find_page (window, "lists");
}

static RefrainListModel *
get_model (RefrainWindow *window)
{
  return refrain_lists_page_get_model (get_page (window));
}

static RefrainSelection *
get_selection (RefrainWindow *window)
{
  return refrain_session_get_selection (refrain_window_get_session (window));
}

static GtkColumnView *
get_view (RefrainWindow *window)
{
  return find_widget (find_part (get_page (window), "table"), GTK_TYPE_COLUMN_VIEW);
}

static GtkSelectionModel *
get_rows (RefrainWindow *window)
{
  return refrain_table_view_get_selection (
      find_widget (find_part (get_page (window), "table"), REFRAIN_TYPE_TABLE_VIEW));
}

static guint
get_n (RefrainWindow *window)
{
  return get_rows (window) != NULL ? g_list_model_get_n_items (G_LIST_MODEL (get_rows (window)))
                                   : 0;
}

/* The list as it is asked for. */
static void
wait_for_rows (RefrainWindow *window)
{
  wait_until (get_model (window) != NULL && !refrain_list_model_is_running (get_model (window))
              && refrain_list_model_get_query (get_model (window)) != NULL);
}

/* The number in @column of the row in @place. */
static gint64
get_value (RefrainWindow *window, guint place, guint column)
{
  g_autoptr (RefrainQueryListRow) row
      = g_list_model_get_item (G_LIST_MODEL (get_rows (window)), place);
  gint64 value = -1;

  refrain_query_result_get_value (refrain_query_list_row_get_result (row),
                                  refrain_query_list_row_get_number (row), column, &value);
  return value;
}

/* Rows that answer what was asked before are pale until the others come. */
static void
test_stale (void)
{
  RefrainWindow *window = make_window_with_demo ();
  GtkWidget *table;

  activate_with (window, "page", "lists");
  wait_for_rows (window);
  table = GTK_WIDGET (find_part (get_page (window), "table"));
  g_assert_cmpfloat (gtk_widget_get_opacity (table), ==, 1);
  refrain_list_model_set_kind (get_model (window), REFRAIN_LIST_CALLS);
  wait_until (refrain_list_model_is_running (get_model (window)));
  g_assert_cmpfloat (gtk_widget_get_opacity (table), <, 0.5);
  wait_for_rows (window);
  g_assert_cmpfloat (gtk_widget_get_opacity (table), ==, 1);
  close_window (window);
}

/* A cell lights up its messages, n goes from one to the next, Escape puts them out. */
static void
test_cell (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainMatrixCanvas *canvas = find_part (find_page (window, "matrix"), "canvas");
  const RefrainPick *pick = refrain_selection_get_pick (get_selection (window));
  RefrainOpSet *lit;
  gsize n, first;

  activate_with (window, "page", "matrix");
  refrain_matrix_canvas_choose (canvas, 0, 1);
  wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
  lit = refrain_selection_get_highlight (get_selection (window));
  n = refrain_op_set_get_size (lit);
  g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_CHANNEL);
  activate (window, "next-occurrence");
  g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (pick->process, ==, 0);
  g_assert_true (refrain_op_set_contains (lit, 0, pick->row));
  first = pick->row;
  activate (window, "next-occurrence");
  g_assert_cmpuint (pick->row, >, first);
  activate (window, "previous-occurrence");
  g_assert_cmpuint (pick->row, ==, first);
  /* Its menu lists them. */
  activate (window, "list-pair");
  g_assert_cmpstr (get_state (window, "page"), ==, "lists");
  wait_for_rows (window);
  g_assert_cmpuint (2 * get_n (window), ==, n);
  for (guint i = 0; i < get_n (window); i++)
    g_assert_true (get_value (window, i, 1) == 0 && get_value (window, i, 2) == 1);
  activate (window, "clear-selection");
  g_assert_null (refrain_selection_get_highlight (get_selection (window)));
  g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_NONE);
  close_window (window);
}

/* A row lights up and is gone to; several light up; all do. */
static void
test_select (void)
{
  RefrainWindow *window = make_window_with_demo ();
  const RefrainPick *pick = refrain_selection_get_pick (get_selection (window));

  activate_with (window, "page", "lists");
  wait_for_rows (window);
  gtk_selection_model_select_item (get_rows (window), 7, TRUE);
  wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
  g_assert_cmpuint (
      refrain_op_set_get_size (refrain_selection_get_highlight (get_selection (window))), ==, 2);
  g_assert_cmpint (pick->kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (pick->process, ==, get_value (window, 7, 1));
  gtk_selection_model_select_all (get_rows (window));
  wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL
              && refrain_op_set_get_size (refrain_selection_get_highlight (get_selection (window)))
                     == 2 * get_n (window));
  activate (window, "clear-selection");
  g_assert_false (gtk_selection_model_is_selected (get_rows (window), 7));
  close_window (window);
}

/* What is picked elsewhere is selected here. */
static void
test_follow (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainTrace *trace = refrain_session_get_trace (refrain_window_get_session (window));
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, 1));
  RefrainPick pick = { .kind = REFRAIN_PICK_OP, .process = 1 };
  g_autoptr (GtkBitset) places = NULL;

  while (!REFRAIN_OP_IS_RECV (ops->kind[pick.row]) || ops->partner[pick.row] == REFRAIN_NONE)
    pick.row++;
  activate_with (window, "page", "lists");
  wait_for_rows (window);
  refrain_selection_set_pick (get_selection (window), &pick);
  places = gtk_selection_model_get_selection (get_rows (window));
  g_assert_cmpuint (gtk_bitset_get_size (places), ==, 1);
  g_assert_cmpint (get_value (window, gtk_bitset_get_minimum (places), 2), ==, 1);
  g_assert_cmpint (get_value (window, gtk_bitset_get_minimum (places), 1), ==, ops->peer[pick.row]);
  /* Nothing lights up for that. */
  g_assert_null (refrain_selection_get_highlight (get_selection (window)));
  close_window (window);
}

/* A field that is filled in counts when Enter is pressed, and its button empties it. */
static void
test_fields (void)
{
  RefrainWindow *window = make_window_with_demo ();
  GtkEditable *entry;
  guint all;

  activate_with (window, "page", "lists");
  wait_for_rows (window);
  all = get_n (window);
  entry = refrain_list_fields_get_entry (find_part (get_page (window), "fields"),
                                         REFRAIN_LIST_SENDERS);
  gtk_editable_set_text (entry, "2, 5");
  g_assert_cmpuint (get_n (window), ==, all);
  g_signal_emit_by_name (entry, "activate");
  wait_until (get_n (window) < all);
  for (guint i = 0; i < get_n (window); i++)
    g_assert_true (get_value (window, i, 1) == 2 || get_value (window, i, 1) == 5);
  activate (window, "clear-list-filter");
  wait_until (get_n (window) == all);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "");
  activate_with (window, "list-kind", "calls");
  wait_until (
      get_n (window)
      == refrain_trace_get_counts (refrain_session_get_trace (refrain_window_get_session (window)))
             ->calls);
  close_window (window);
}

/* What a pattern lit up is listed; a click on a title sorts it, and it is saved so. */
static void
test_these (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (refrain_window_get_session (window));
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "rows.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GtkColumnViewColumn) title = NULL;
  g_auto (GStrv) lines = NULL;
  const guint32 one = 0;
  guint n;

  wait_until (refrain_patterns_get_set (patterns) != NULL);
  refrain_patterns_select (patterns, &one, 1);
  wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
  activate (window, "list-these");
  g_assert_cmpstr (get_state (window, "page"), ==, "lists");
  wait_for_rows (window);
  n = get_n (window);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (
      2 * n, ==,
      refrain_op_set_get_size (refrain_selection_get_highlight (get_selection (window))));
  title = g_list_model_get_item (gtk_column_view_get_columns (get_view (window)), 2);
  gtk_column_view_sort_by_column (get_view (window), title, GTK_SORT_DESCENDING);
  wait_until (get_value (window, 0, 2) > get_value (window, n - 1, 2));
  refrain_query_model_save (refrain_list_model_get_rows (get_model (window)), path);
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, n + 2);
  g_assert_true (g_str_has_prefix (lines[0], "start_s,sender,receiver,"));
  {
    g_auto (GStrv) cells = g_strsplit (lines[1], ",", -1);

    g_assert_cmpint (g_ascii_strtoll (cells[2], NULL, 10), ==, get_value (window, 0, 2));
  }
  remove_tree (folder);
  close_window (window);
}

/* No column is cut, in whatever room there is: the last one goes, and comes back. */
static void
test_room (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainWorkspace *workspace = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_WORKSPACE);
  g_autoptr (GtkColumnViewColumn) last = NULL;
  GtkAdjustment *across;
  GListModel *columns;

  activate_with (window, "page", "lists");
  wait_for_rows (window);
  across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (get_view (window)));
  columns = gtk_column_view_get_columns (get_view (window));
  last = g_list_model_get_item (columns, g_list_model_get_n_items (columns) - 1);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 820);
  wait_until (!gtk_column_view_column_get_visible (last)
              && gtk_adjustment_get_upper (across) <= gtk_adjustment_get_page_size (across));
  refrain_workspace_set_show_details (workspace, FALSE);
  wait_until (gtk_column_view_column_get_visible (last)
              && gtk_adjustment_get_upper (across) <= gtk_adjustment_get_page_size (across));
  close_window (window);
}

static guint64
count_messages (RefrainSession *session)
{
  guint64 count, bytes;

  refrain_matrix_get_total (refrain_session_get_matrix (session), &count, &bytes);
  return count;
}

/* What the matrix shows, in which order, and of which messages. */
static void
test_matrix (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainMatrixCanvas *canvas = find_part (find_page (window, "matrix"), "canvas");
  const RefrainMessageFilter one = { 1, 1, REFRAIN_NONE };
  guint64 all, some;

  activate_with (window, "page", "matrix");
  wait_until (refrain_session_get_matrix (session) != NULL);
  all = count_messages (session);
  activate_with (window, "matrix-value", "mean-size");
  g_assert_cmpint (refrain_matrix_canvas_get_metric (canvas), ==, REFRAIN_MATRIX_MEAN_SIZE);
  activate_with (window, "matrix-order", "cluster");
  g_assert_cmpstr (get_state (window, "matrix-order"), ==, "cluster");
  activate (window, "matrix-sums");
  g_assert_false (refrain_matrix_canvas_get_sums (canvas));
  refrain_matrix_canvas_set_filter (canvas, &one);
  wait_until (count_messages (session) < all);
  some = count_messages (session);
  g_assert_cmpuint (some, >, 0);
  g_assert_nonnull (strstr (refrain_session_get_matrix_where (session), "tag 1"));
  /* A click lights up just these. */
  refrain_matrix_canvas_choose (canvas, 0, 1);
  wait_until (
      refrain_subject_count (refrain_subjects_get_lit (refrain_session_get_subjects (session)))
      > 0);
  g_assert_cmpuint (
      refrain_subject_count (refrain_subjects_get_lit (refrain_session_get_subjects (session))), <=,
      some);
  close_window (window);
}

/* Whether rows are seen from the top of the list to its bottom. */
static gboolean
is_full (RefrainWindow *window)
{
  GtkWidget *list = find_widget (GTK_WIDGET (get_view (window)), GTK_TYPE_LIST_VIEW);
  float seen = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      graphene_rect_t bounds, all;

      graphene_rect_init (&all, 0, 0, (float) gtk_widget_get_width (list),
                          (float) gtk_widget_get_height (list));
      if (gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, list, &bounds)
          && graphene_rect_intersection (&bounds, &all, &bounds))
        seen += bounds.size.height;
    }
  return seen > 0 && seen >= gtk_widget_get_height (list);
}

/* Whether what is selected is among the rows that are seen. */
static gboolean
is_selected_seen (RefrainWindow *window)
{
  GtkWidget *list = find_widget (GTK_WIDGET (get_view (window)), GTK_TYPE_LIST_VIEW);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  g_autoptr (GtkBitset) places = gtk_selection_model_get_selection (get_rows (window));
  const double height = gtk_adjustment_get_upper (adjustment) / get_n (window);
  const double top = height * gtk_bitset_get_minimum (places);

  return gtk_bitset_get_size (places) == 1 && top >= gtk_adjustment_get_value (adjustment) - 1
         && top + height <= gtk_adjustment_get_value (adjustment)
                                + gtk_adjustment_get_page_size (adjustment) + 1;
}

/* A message that is neither among the first nor the last. */
static RefrainPick
pick_message (RefrainWindow *window)
{
  RefrainTrace *trace = refrain_session_get_trace (refrain_window_get_session (window));
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, 1));
  RefrainPick pick = { .kind = REFRAIN_PICK_OP, .process = 1, .row = ops->n / 2 };

  while (!REFRAIN_OP_IS_SEND (ops->kind[pick.row]))
    pick.row++;
  return pick;
}

/* However one comes to the list for the first time, rows are seen. */
static void
test_seen (void)
{
  for (guint way = 0; way < 4; way++)
    {
      RefrainWindow *window = make_window_with_demo ();
      RefrainPatterns *patterns
          = refrain_session_get_patterns (refrain_window_get_session (window));
      const RefrainPick pick = pick_message (window);
      const guint32 one = 0;

      switch (way)
        {
        case 0:
          break;
        case 1:
          refrain_selection_set_pick (get_selection (window), &pick);
          break;
        case 2:
          g_assert_true (refrain_search_entry_go (
              find_widget (GTK_WIDGET (window), REFRAIN_TYPE_SEARCH_ENTRY), "0>2"));
          wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
          activate (window, "next-occurrence");
          break;
        default:
          activate_with (window, "page", "patterns");
          wait_until (refrain_patterns_get_set (patterns) != NULL);
          refrain_patterns_select (patterns, &one, 1);
          wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
          activate (window, "next-occurrence");
        }
      if (way < 3)
        activate_with (window, "page", "lists");
      else
        activate (window, "list-these");
      wait_for_rows (window);
      g_test_message ("way %u: %u rows", way, get_n (window));
      g_assert_cmpuint (get_n (window), >, 20);
      wait_until (is_full (window));
      if (way > 0)
        wait_until (is_selected_seen (window));
      close_window (window);
    }
}

TEST_PROGRAM ("window-lists")
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-lists/cell", test_cell);
  g_test_add_func ("/window-lists/stale", test_stale);
  g_test_add_func ("/window-lists/matrix", test_matrix);
  g_test_add_func ("/window-lists/select", test_select);
  g_test_add_func ("/window-lists/follow", test_follow);
  g_test_add_func ("/window-lists/fields", test_fields);
  g_test_add_func ("/window-lists/these", test_these);
  g_test_add_func ("/window-lists/room", test_room);
  g_test_add_func ("/window-lists/seen", test_seen);
  return g_test_run ();
}
