/* test-window-time.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the time goes, in the window: found when the page is turned to, cancelled, found again; a
 * finding leads to the events that prove it, by click and by key; clocks are corrected on request.
 * Needs a display; says so and skips without one.
 */
#include "config.h"

#include <string.h>

#include "refrain-format.h"
#include "refrain-time-page.h"
#include "time-program.h"
#include "window-driver.h"
#include "window-gate.h"
#include "test-program.h"

#define US 1000

static RefrainTimeModel *
get_times (RefrainWindow *window)
{
  return refrain_session_get_times (refrain_window_get_session (window));
}

static RefrainTimePage *
get_page (RefrainWindow *window)
{
  return find_page (window, "time");
}

static void
turn_to_page (RefrainWindow *window)
{
  activate_with (window, "page", "time");
  wait_until (refrain_time_model_has_results (get_times (window)));
}

static RefrainWindow *
make_window_with_times (void)
{
  RefrainWindow *window = make_window_with_demo ();

  turn_to_page (window);
  return window;
}

/* As soon as the demo is there: in that turn or some turns later the summary, which comes to its
 * finding after the phases, begins by itself what the page begins, and what it begins must not be
 * through before anybody cancels. */
static RefrainWindow *
make_fresh_window (void)
{
  RefrainWindow *window = make_window ();
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  refrain_window_open (window, file);
  wait_until (screen_is (window, "trace"));
  return window;
}

static void
test_found (void)
{
  RefrainWindow *window = make_fresh_window ();
  g_autofree char *count = NULL;

  window_gate_set (TRUE, 0);
  g_assert_false (refrain_time_model_has_results (get_times (window)));
  activate_with (window, "page", "time");
  g_assert_true (refrain_time_model_is_running (get_times (window)));
  activate (window, "cancel-times");
  window_gate_set (FALSE, 0);
  wait_until (!refrain_time_model_is_running (get_times (window)));
  g_assert_nonnull (refrain_time_model_get_problem (get_times (window)));
  /* Looking at the page does not begin anew what was stopped. */
  activate_with (window, "page", "events");
  activate_with (window, "page", "time");
  g_assert_false (refrain_time_model_is_running (get_times (window)));
  activate (window, "find-times");
  wait_until (refrain_time_model_has_results (get_times (window)));
  g_object_get (get_page (window), "count", &count, NULL);
  g_assert_true (g_str_has_suffix (count, "% waiting"));
  g_assert_false (gtk_widget_get_visible (find_part (get_page (window), "clocks")));
  close_window (window);
}

/* The first finding's row says what the finding says, and leads to its events and to the help. */
static void
test_finding (void)
{
  RefrainWindow *window = make_window_with_times ();
  GtkListBox *list = find_part (get_page (window), "list");
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, 0);
  gsize n;
  const RefrainFinding *finding
      = refrain_findings_get (refrain_time_model_get_findings (get_times (window)), &n);
  GtkWidget *sentence;
  GtkActionable *help;
  g_autofree char *topic = NULL, *begin = NULL;
  RefrainTime start, end;

  g_assert_cmpuint (n, >, 0);
  g_assert_nonnull (row);
  sentence
      = gtk_widget_get_first_child (gtk_widget_get_first_child (gtk_list_box_row_get_child (row)));
  begin = g_strndup (finding->sentence, strcspn (finding->sentence, "%") - 1);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (sentence)), begin));
  /* No line ends between a number and this sign. */
  g_assert_null (strstr (gtk_label_get_text (GTK_LABEL (sentence)), " %"));
  g_assert_true (g_str_has_suffix (gtk_label_get_text (GTK_LABEL (sentence)), "."));
  help = find_widget (gtk_list_box_row_get_child (row), GTK_TYPE_BUTTON);
  topic = g_strconcat ("findings#", refrain_finding_kind_get_name (finding->kind), NULL);
  g_assert_cmpstr (gtk_actionable_get_action_name (help), ==, "app.help-on");
  g_assert_cmpstr (g_variant_get_string (gtk_actionable_get_action_target_value (help), NULL), ==,
                   topic);

  /* As Enter does. */
  gtk_widget_grab_focus (GTK_WIDGET (get_page (window)));
  g_assert_true (gtk_widget_activate (GTK_WIDGET (row)));
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  g_assert_cmpuint (refrain_time_model_get_selected (get_times (window)), ==, 0);
  g_assert_true (gtk_list_box_get_selected_row (list) == row);
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  /* Where the computing behind all operations is slow, the last of them stands for it. */
  g_assert_true (finding->op == REFRAIN_NONE
                 || refrain_op_set_contains (refrain_selection_get_highlight (selection),
                                             finding->process, finding->op));
  refrain_session_get_window_times (refrain_window_get_session (window), &start, &end);
  g_assert_cmpint (start, <=, finding->start);
  g_assert_cmpint (end, >=, finding->end);

  /* Again, from elsewhere. */
  activate (window, "zoom-in");
  activate_with (window, "page", "time");
  gtk_widget_activate (GTK_WIDGET (row));
  refrain_session_get_window_times (refrain_window_get_session (window), &start, &end);
  g_assert_cmpint (start, <=, finding->start);
  activate (window, "clear-selection");
  wait_until (refrain_time_model_get_selected (get_times (window)) == REFRAIN_NONE);
  g_assert_null (gtk_list_box_get_selected_row (list));
  close_window (window);
}

/* Saves what @program does, and opens it; @folder is to be removed. */
static RefrainWindow *
make_window_with_program (TimeProgram *program, char **folder)
{
  g_autoptr (RefrainTrace) trace = time_program_run (program);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  *folder = g_dir_make_tmp ("refrain-time-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (*folder, "program.mtf.h5", NULL);
  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  return make_window_with (path);
}

/* One process: a sentence says why there is nothing. */
static void
test_nothing (void)
{
  TimeProgram *program = time_program_new (1, 1 * US, 2 * US);
  g_autofree char *folder = NULL;
  RefrainWindow *window;

  time_program_work (program, 0, "work", 100 * US);
  window = make_window_with_program (program, &folder);
  turn_to_page (window);
  g_assert_nonnull (
      strstr (gtk_label_get_text (find_part (get_page (window), "why")), "One process"));
  g_assert_null (gtk_list_box_get_row_at_index (find_part (get_page (window), "list"), 0));
  close_window (window);
  remove_tree (folder);
}

/* What process 1 gets comes before it was sent: its clock is late by a millisecond. */
static TimeProgram *
make_other_clocks (void)
{
  TimeProgram *program = time_program_new (2, 1 * US, 2 * US);

  for (guint p = 0; p < 2; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < 20; i++)
        {
          time_program_work (program, p, "work", 100 * US);
          if (p == 0)
            time_program_send (program, p, 1);
          time_program_recv (program, p, 1 - p);
          if (p == 1)
            time_program_send (program, p, 0);
        }
      time_program_leave (program, p);
    }
  time_program_set_clock (program, 1, -1000 * US, 0);
  return program;
}

static void
test_clocks (void)
{
  g_autofree char *folder = NULL;
  RefrainWindow *window = make_window_with_program (make_other_clocks (), &folder);
  g_autoptr (RefrainTrace) recorded
      = g_object_ref (refrain_session_get_trace (refrain_window_get_session (window)));
  RefrainTrace *shown;
  guint64 n_messages;

  turn_to_page (window);
  g_assert_nonnull (
      strstr (gtk_label_get_text (find_part (get_page (window), "clocks_sentence")), "20 of 40"));
  activate (window, "correct-clocks");
  wait_until (refrain_session_get_trace (refrain_window_get_session (window)) != recorded);
  wait_until (refrain_time_model_has_results (get_times (window)));
  g_assert_cmpstr (get_state (window, "page"), ==, "time");
  g_assert_cmpuint (
      refrain_waits_get_n_backward (refrain_time_model_get_waits (get_times (window)), &n_messages),
      ==, 0);
  g_assert_true (refrain_time_model_get_recorded (get_times (window), NULL) == recorded);
  g_assert_true (gtk_widget_get_visible (find_part (get_page (window), "clocks")));

  activate (window, "correct-clocks");
  shown = refrain_session_get_trace (refrain_window_get_session (window));
  g_assert_true (shown == recorded);
  close_window (window);
  remove_tree (folder);
}

TEST_PROGRAM ("window-time")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-time/found", test_found);
  g_test_add_func ("/window-time/finding", test_finding);
  g_test_add_func ("/window-time/nothing", test_nothing);
  g_test_add_func ("/window-time/clocks", test_clocks);
  return g_test_run ();
}
