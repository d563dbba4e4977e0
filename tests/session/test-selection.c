/* test-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selection that all views share, and sets of operations.
 */
#include "config.h"

#include "refrain-selection.h"
#include "sample-trace.h"
#include "session-help.h"
#include "test-program.h"

static void
assert_window (RefrainSelection *selection, double start, double end)
{
  double s, e;

  refrain_selection_get_window (selection, &s, &e);
  g_assert_cmpfloat (s, ==, start);
  g_assert_cmpfloat (e, ==, end);
}

static void
test_history (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainSelection) selection = refrain_selection_new (trace);
  guint notified = 0;

  assert_window (selection, 0, 100000);
  g_assert_false (refrain_selection_go_back (selection));
  g_signal_connect (selection, "notify::can-go-back", G_CALLBACK (count_notify), &notified);

  refrain_selection_set_window (selection, 10, 20, TRUE);
  refrain_selection_set_window (selection, 11, 19, FALSE);
  refrain_selection_set_window (selection, 12, 18, TRUE);
  g_assert_cmpuint (notified, ==, 1);
  g_assert_true (refrain_selection_go_back (selection));
  assert_window (selection, 11, 19);
  g_assert_true (refrain_selection_go_back (selection));
  assert_window (selection, 0, 100000);
  g_assert_false (refrain_selection_can_go_back (selection));
  g_assert_cmpuint (notified, ==, 2);

  g_assert_true (refrain_selection_go_forward (selection));
  assert_window (selection, 11, 19);
  /* A new step forgets what was ahead. */
  refrain_selection_set_window (selection, 1, 2, TRUE);
  g_assert_false (refrain_selection_can_go_forward (selection));
  /* The same window again is no step. */
  refrain_selection_set_window (selection, 1, 2, TRUE);
  g_assert_true (refrain_selection_go_back (selection));
  assert_window (selection, 11, 19);
}

static void
double_window (double *start, double *end, gpointer data)
{
  *start *= 2;
  *end *= 2;
}

static void
test_convert (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainSelection) selection = refrain_selection_new (trace);

  refrain_selection_set_window (selection, 10, 20, TRUE);
  refrain_selection_set_window (selection, 30, 40, TRUE);
  refrain_selection_go_back (selection);
  refrain_selection_convert_windows (selection, double_window, NULL);
  assert_window (selection, 20, 40);
  refrain_selection_go_forward (selection);
  assert_window (selection, 60, 80);
  refrain_selection_go_back (selection);
  refrain_selection_go_back (selection);
  assert_window (selection, 0, 200000);
}

static void
test_processes (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainSelection) selection = refrain_selection_new (trace);
  const guint wild[] = { 1, 7, 1, 0 };
  const guint *processes;
  guint notified = 0;
  gsize n;

  g_signal_connect (selection, "notify::processes", G_CALLBACK (count_notify), &notified);
  refrain_selection_set_processes (selection, NULL, 0);
  g_assert_cmpuint (notified, ==, 0);
  refrain_selection_set_processes (selection, wild, G_N_ELEMENTS (wild));
  processes = refrain_selection_get_processes (selection, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (processes[0], ==, 1);
  g_assert_cmpuint (processes[1], ==, 0);
  refrain_selection_set_processes (selection, wild, 0);
  refrain_selection_get_processes (selection, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (notified, ==, 2);
}

static void
test_pick_and_range (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new_idle ();
  g_autoptr (RefrainSelection) selection = refrain_selection_new (trace);
  RefrainPick a = { REFRAIN_PICK_OP, 1, 0, 3 }, b = { REFRAIN_PICK_OP, 1, 9, 3 };
  RefrainTime start, end;
  guint notified = 0;

  /* A pick's unused fields do not tell picks apart. */
  g_assert_true (refrain_pick_equal (&a, &b));
  b.kind = REFRAIN_PICK_CALL;
  g_assert_false (refrain_pick_equal (&a, &b));
  g_signal_connect (selection, "notify::pick", G_CALLBACK (count_notify), &notified);
  refrain_selection_set_pick (selection, &a);
  refrain_selection_set_pick (selection, &a);
  refrain_selection_set_pick (selection, NULL);
  refrain_selection_set_pick (selection, NULL);
  g_assert_cmpuint (notified, ==, 2);
  g_assert_cmpint (refrain_selection_get_pick (selection)->kind, ==, REFRAIN_PICK_NONE);

  refrain_selection_get_range (selection, &start, &end);
  g_assert_cmpint (start, >, end);
  refrain_selection_set_range (selection, 3, 5);
  refrain_selection_get_range (selection, &start, &end);
  g_assert_cmpint (start, ==, 3);
  g_assert_cmpint (end, ==, 5);
}

static void
test_op_set (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
  g_autoptr (RefrainSelection) selection = refrain_selection_new (trace);

  g_assert_cmpuint (refrain_op_set_get_size (set), ==, 0);
  g_assert_false (refrain_op_set_contains (set, 0, 0));
  refrain_op_set_add (set, 0, 2);
  refrain_op_set_add (set, 0, 2);
  refrain_op_set_add (set, 1, 0);
  g_assert_cmpuint (refrain_op_set_get_size (set), ==, 2);
  g_assert_true (refrain_op_set_contains (set, 0, 2));
  g_assert_false (refrain_op_set_contains (set, 0, 1));
  g_assert_false (refrain_op_set_contains (set, 1, 77));
  g_assert_false (refrain_op_set_contains (set, 77, 0));
  refrain_selection_set_highlight (selection, set);
  g_assert_true (refrain_selection_get_highlight (selection) == set);
  refrain_selection_set_highlight (selection, NULL);
  g_assert_null (refrain_selection_get_highlight (selection));
}

static void
test_empty_op_set (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new_idle ();
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);

  g_assert_cmpuint (refrain_op_set_get_size (set), ==, 0);
  g_assert_false (refrain_op_set_contains (set, 0, 0));
}

TEST_PROGRAM ("selection")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selection/history", test_history);
  g_test_add_func ("/selection/convert", test_convert);
  g_test_add_func ("/selection/processes", test_processes);
  g_test_add_func ("/selection/pick-and-range", test_pick_and_range);
  g_test_add_func ("/op-set/members", test_op_set);
  g_test_add_func ("/op-set/empty", test_empty_op_set);
  return g_test_run ();
}
