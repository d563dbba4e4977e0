/* test-window-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long what repeats takes, in the window: looked for when the page is turned to; a bar lights
 * up its occurrences, a row leads to one, two are shown side by side, and it becomes a figure.
 * Needs a display; says so and skips without one.
 */
#include "config.h"

#include "refrain-painter-view.h"
#include "refrain-pair-view.h"
#include "refrain-time-page.h"
#include "refrain-workspace.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainTimeDurations *
get_durations (RefrainWindow *window)
{
  return find_part (find_page (window, "time"), "durations");
}

static RefrainDurationModel *
get_model (RefrainWindow *window)
{
  return refrain_time_durations_get_model (get_durations (window));
}

static RefrainSelection *
get_selection (RefrainWindow *window)
{
  return refrain_session_get_selection (refrain_window_get_session (window));
}

static RefrainWindow *
make_window_with_durations (void)
{
  RefrainWindow *window = make_window_with_demo ();

  g_assert_null (refrain_duration_model_get_recurrences (get_model (window)));
  activate_with (window, "page", "time");
  wait_until (refrain_duration_model_get_durations (get_model (window)) != NULL);
  wait_until (gtk_widget_get_width (find_part (get_durations (window), "view")) > 0);
  wait_until (
      refrain_canvas_get_painter (REFRAIN_CANVAS (find_part (get_durations (window), "view")))
      != NULL);
  return window;
}

static void
test_list (void)
{
  RefrainWindow *window = make_window_with_durations ();
  GtkListBox *list = find_part (get_durations (window), "list");
  GtkListBoxRow *second = gtk_list_box_get_row_at_index (list, 1);
  gsize n;
  const RefrainRecurrence *items
      = refrain_recurrences_list (refrain_duration_model_get_recurrences (get_model (window)), &n);
  GtkWidget *sentence;

  g_assert_cmpuint (n, >, 1);
  g_assert_nonnull (second);
  sentence = gtk_widget_get_first_child (
      gtk_widget_get_first_child (gtk_list_box_row_get_child (second)));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (sentence)), ==, items[1].sentence);
  g_assert_true (gtk_list_box_get_selected_row (list) == gtk_list_box_get_row_at_index (list, 0));
  gtk_widget_activate (GTK_WIDGET (second));
  g_assert_cmpuint (refrain_duration_model_get_selected (get_model (window)), ==, 1);
  wait_until (refrain_duration_model_get_durations (get_model (window)) != NULL);
  g_assert_cmpuint (
      refrain_occurrences_get_n (refrain_duration_model_get_occurrences (get_model (window))), ==,
      items[1].n);
  close_window (window);
}

/* A drag over the whole histogram lights up all, a click in the middle of it a bar or nothing. */
static void
test_range (void)
{
  RefrainWindow *window = make_window_with_durations ();
  RefrainTimeDurations *durations = get_durations (window);
  GtkWidget *view = find_part (durations, "view");
  const double width = gtk_widget_get_width (view), height = gtk_widget_get_height (view);
  g_autoptr (RefrainOpSet) all = NULL;
  double from, to;

  refrain_time_durations_press (durations, 0.2 * width, 0.4 * height, 0.97 * width);
  g_assert_true (refrain_duration_model_get_range (get_model (window), &from, &to));
  g_assert_cmpfloat (from, <, to);
  wait_until (refrain_selection_get_highlight (get_selection (window)) != NULL);
  g_assert_true (
      refrain_subjects_get_lit (refrain_session_get_subjects (refrain_window_get_session (window)))
          ->owner
      == get_model (window));

  /* The course below: the occurrence nearest to the pointer. */
  refrain_time_durations_press (durations, 0.5 * width, 0.85 * height, 0.5 * width);
  g_assert_cmpuint (refrain_duration_model_get_current (get_model (window)), !=, REFRAIN_NONE);
  g_assert_false (refrain_duration_model_get_range (get_model (window), &from, &to));
  activate (window, "clear-selection");
  wait_until (refrain_duration_model_get_current (get_model (window)) == REFRAIN_NONE);
  close_window (window);
}

static void
test_point (void)
{
  RefrainWindow *window = make_window_with_durations ();
  GtkListBox *points = find_part (get_durations (window), "points");
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (points, 0);
  RefrainTime start, end;
  RefrainOccurrence at;
  guint32 current;

  g_assert_nonnull (row);
  gtk_widget_activate (GTK_WIDGET (row));
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  current = refrain_duration_model_get_current (get_model (window));
  g_assert_cmpuint (current, !=, REFRAIN_NONE);
  at = refrain_occurrences_get (refrain_duration_model_get_occurrences (get_model (window)),
                                current);
  refrain_session_get_window_times (refrain_window_get_session (window), &start, &end);
  g_assert_cmpint (start, <=, at.start);
  g_assert_cmpint (end, >=, at.end);
  close_window (window);
}

/* The card's picture of two is the only one: the series becomes the subject, and opens it. */
static void
test_compare (void)
{
  RefrainWindow *window = make_window_with_durations ();
  RefrainPage *page = find_page (window, "time");
  RefrainCardModel *card
      = refrain_workspace_get_card (find_widget (GTK_WIDGET (window), REFRAIN_TYPE_WORKSPACE));
  GtkWidget *pair = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_PAIR_VIEW);
  g_autoptr (RefrainPainter) histogram = NULL;
  g_autofree char *why = NULL;
  RefrainViewport part;

  g_assert_false (gtk_widget_get_visible (pair));
  gtk_widget_activate (find_button (GTK_WIDGET (page), "_Compare Occurrences"));
  wait_until (gtk_widget_get_visible (pair));
  g_assert_true (refrain_card_model_get_occurrences (card)
                 == refrain_duration_model_get_occurrences (get_model (window)));
  g_assert_cmpuint (refrain_comparison_get_occurrence (refrain_card_model_get_comparison (card),
                                                       REFRAIN_COMPARED_A),
                    ==, refrain_card_model_get_slowest (card));
  why = refrain_card_model_explain_pair (card);
  g_assert_true (g_str_has_prefix (why, "The longest is "));
  g_assert_true (shows_label (pair, why));
  histogram = refrain_page_make_figure (page, REFRAIN_VIEW_DURATIONS, &part);
  g_assert_nonnull (histogram);
  close_window (window);
}

TEST_PROGRAM ("window-durations")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-durations/list", test_list);
  g_test_add_func ("/window-durations/range", test_range);
  g_test_add_func ("/window-durations/point", test_point);
  g_test_add_func ("/window-durations/compare", test_compare);
  return g_test_run ();
}
