/* test-window-depth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls in depth, in the window: the page of calls, open rows of the event graph; counters below
 * it.
 */
#include "refrain-call-table.h"
#include "refrain-calls-page.h"
#include "refrain-counter-canvas.h"
#include "refrain-flame-canvas.h"
#include "window-driver.h"
#include "test-program.h"

/* The first node from @from on that stands for MPI, or REFRAIN_NONE. */
static guint32
find_mpi (RefrainCallTree *tree)
{
  guint32 n;

  refrain_call_tree_get_nodes (tree, &n);
  for (guint32 i = 1; i < n; i++)
    if (refrain_call_tree_get_kind (tree, i) == REFRAIN_ROUTINE_P2P)
      return i;
  return REFRAIN_NONE;
}

/* What is selected is lit up, in canvas and table alike; what somebody else lights up ends it. */
static void
test_selection (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainCallsPage *page = find_page (window, "calls");
  RefrainCallsModel *model = refrain_calls_page_get_model (page);
  RefrainCallTable *table;
  RefrainFlameCanvas *canvas;
  guint n_rows;
  guint32 node;

  g_assert_null (refrain_calls_model_get_tree (model));
  activate_with (window, "page", "calls");
  wait_until (refrain_calls_model_get_tree (model) != NULL);
  table = REFRAIN_CALL_TABLE (find_widget (GTK_WIDGET (page), REFRAIN_TYPE_CALL_TABLE));
  canvas = REFRAIN_FLAME_CANVAS (find_widget (GTK_WIDGET (page), REFRAIN_TYPE_FLAME_CANVAS));
  n_rows = refrain_call_table_get_n_rows (table);
  g_assert_cmpuint (n_rows, >, 0);

  node = find_mpi (refrain_calls_model_get_tree (model));
  g_assert_cmpuint (node, !=, REFRAIN_NONE);
  refrain_calls_model_select (model, node);
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  g_assert_true (
      refrain_subjects_get_lit (refrain_session_get_subjects (refrain_window_get_session (window)))
          ->owner
      == model);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (selection)), >, 0);
  g_assert_cmpuint (refrain_call_table_get_n_rows (table), >=, n_rows);

  refrain_flame_canvas_show (canvas, node);
  g_assert_cmpuint (refrain_flame_canvas_get_shown (canvas), ==, node);
  activate (window, "go-to-caller");
  g_assert_cmpuint (refrain_flame_canvas_get_shown (canvas), <, node);

  activate (window, "clear-selection");
  g_assert_null (refrain_selection_get_highlight (selection));
  g_assert_cmpuint (refrain_calls_model_get_selected (model), ==, REFRAIN_NONE);
  close_window (window);
}

/* Another window gives another tree, in which what was selected is so still. */
static void
test_window_moves (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainCallsModel *model = refrain_calls_page_get_model (find_page (window, "calls"));
  RefrainCallTree *tree;
  RefrainTime whole;
  guint32 n;

  activate_with (window, "page", "calls");
  wait_until (refrain_calls_model_get_tree (model) != NULL);
  tree = refrain_calls_model_get_tree (model);
  whole = refrain_call_tree_get_nodes (tree, &n)[0].inclusive;
  refrain_calls_model_select (model, 1);
  refrain_session_zoom_centre (session, 0.5);
  wait_until (refrain_calls_model_get_tree (model) != tree);
  tree = refrain_calls_model_get_tree (model);
  g_assert_cmpint (refrain_call_tree_get_nodes (tree, &n)[0].inclusive, <, whole);
  g_assert_cmpuint (refrain_calls_model_get_selected (model), ==, 1);

  refrain_calls_model_set_process (model, 0);
  wait_until (refrain_calls_model_get_tree (model) != tree);
  tree = refrain_calls_model_get_tree (model);
  g_assert_cmpuint (refrain_call_tree_get_nodes (tree, &n)[0].most_process, ==, 0);
  close_window (window);
}

/* A row opens and makes room below itself; all open, all close. */
static void
test_open_rows (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainOpenRows *rows = refrain_session_get_open_rows (session);
  RefrainEventPage *page = find_page (window, "events");
  RefrainCanvas *canvas;
  RefrainViewport viewport;
  const RefrainPick pick = { REFRAIN_PICK_PROCESS, 1, 0, 0 };
  double row;

  activate_with (window, "page", "events");
  canvas = REFRAIN_CANVAS (refrain_event_page_get_canvas (page));
  wait_until (refrain_canvas_get_painter (canvas) != NULL);
  refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
  activate (window, "expand-calls");
  g_assert_true (refrain_open_rows_is_open (rows, 1));
  g_assert_cmpuint (refrain_open_rows_count (rows), ==, 1);
  wait_until (refrain_canvas_get_viewport (canvas, &viewport));
  row = viewport.height / viewport.n_rows;
  g_assert_cmpfloat (refrain_event_painter_get_top (
                         REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (canvas)), row, 2),
                     >, 2 * row + 10);
  activate (window, "expand-calls");
  g_assert_cmpuint (refrain_open_rows_count (rows), ==, 0);
  activate (window, "expand-all-calls");
  g_assert_true (refrain_open_rows_is_open (rows, 0));
  activate (window, "expand-all-calls");
  g_assert_null (refrain_open_rows_get (rows));
  close_window (window);
}

/* The demo has no counters: nothing stands below its events, whatever the switch says. */
static void
test_no_counters (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainEventPage *page = find_page (window, "events");
  RefrainCountersModel *model = refrain_event_page_get_counters (page);
  GtkWidget *canvas = find_widget (GTK_WIDGET (page), REFRAIN_TYPE_COUNTER_CANVAS);

  activate_with (window, "page", "events");
  g_assert_nonnull (model);
  g_assert_null (refrain_counters_model_get_counters (model));
  g_assert_nonnull (canvas);
  g_assert_false (gtk_widget_get_visible (canvas));
  activate (window, "show-counters");
  activate (window, "show-counters");
  g_assert_false (gtk_widget_get_visible (canvas));
  close_window (window);
}

TEST_PROGRAM ("window-depth")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/depth/selection", test_selection);
  g_test_add_func ("/window/depth/window-moves", test_window_moves);
  g_test_add_func ("/window/depth/open-rows", test_open_rows);
  g_test_add_func ("/window/depth/no-counters", test_no_counters);
  return g_test_run ();
}
