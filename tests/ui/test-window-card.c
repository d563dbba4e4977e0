/* test-window-card.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The card in the window: a pattern is selected, its bars come; keys walk along them, dragging
 * zooms to some, and two of them open side by side over the graph. Needs a display; says so and
 * skips without one.
 */
#include "config.h"

#include "refrain-card.h"
#include "refrain-details-panel.h"
#include "refrain-painter-view.h"
#include "refrain-pair-view.h"
#include "refrain-workspace.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainCardModel *
get_card (RefrainWindow *window)
{
  return refrain_workspace_get_card (find_widget (GTK_WIDGET (window), REFRAIN_TYPE_WORKSPACE));
}

/* The demo with its most frequent pattern selected and measured. */
static RefrainWindow *
make_window_with_card (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainPatterns *patterns = refrain_session_get_patterns (refrain_window_get_session (window));
  const guint32 first = 0;

  wait_until (refrain_patterns_get_set (patterns) != NULL);
  refrain_patterns_select (patterns, &first, 1);
  wait_until (refrain_card_model_get_traits (get_card (window)) != NULL);
  return window;
}

/* @words as labels have them: with no break before a percent sign. Free with g_free(). */
static char *
dup_labelled (const char *words)
{
  GString *text = g_string_new (words);

  g_string_replace (text, " %", "\u00a0%", 0);
  return g_string_free (text, FALSE);
}

/* What the card says of its series, likewise. */
static char *
dup_sentence (RefrainWindow *window)
{
  g_autofree char *words = refrain_card_model_tell (get_card (window));

  return dup_labelled (words);
}

static void
test_card (void)
{
  RefrainWindow *window = make_window_with_card ();
  RefrainCard *card = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_CARD);
  GtkWidget *strip = GTK_WIDGET (find_widget (GTK_WIDGET (card), REFRAIN_TYPE_STRIP_CANVAS));
  GtkWidget *details = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_DETAILS_PANEL);
  GtkWidget *picture = find_widget (GTK_WIDGET (card), REFRAIN_TYPE_PAINTER_VIEW);
  RefrainSubject *subject = refrain_card_model_get_subject (get_card (window));
  g_autofree char *sentence = dup_sentence (window);
  RefrainViewport all, part;
  int least, most;

  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (card)));
  g_assert_true (shows_label (GTK_WIDGET (card), sentence));
  g_assert_cmpuint (
      refrain_occurrences_get_n (refrain_card_model_get_occurrences (get_card (window))), ==,
      refrain_subject_count (subject));
  /* All of a pattern is in that pattern. */
  wait_until (shows_label (details, "Events"));
  /* Buttons below the picture stay where they are, however much room there is. */
  gtk_widget_measure (gtk_widget_get_parent (picture), GTK_ORIENTATION_VERTICAL, -1, &least, &most,
                      NULL, NULL);
  g_assert_cmpint (least, ==, most);
  g_assert_false (shows_label (details, "Events by Pattern"));
  wait_until (refrain_canvas_get_viewport (REFRAIN_CANVAS (strip), &all));
  g_assert_cmpfloat (all.start, ==, 0.5);
  g_assert_cmpfloat (all.end, ==, (double) refrain_subject_count (subject) + 0.5);
  refrain_strip_canvas_press (REFRAIN_STRIP_CANVAS (strip), 0.5 * all.width, all.height / 2,
                              0.7 * all.width);
  g_assert_true (refrain_canvas_get_viewport (REFRAIN_CANVAS (strip), &part));
  g_assert_cmpfloat (part.start, >, all.start);
  g_assert_cmpfloat (part.end, <, all.end);
  /* The current one comes into sight. */
  activate (window, "next-occurrence");
  g_assert_cmpuint (refrain_card_model_get_current (get_card (window)), <, 80);
  g_assert_true (refrain_canvas_get_viewport (REFRAIN_CANVAS (strip), &part));
  g_assert_cmpfloat (part.start, <=, refrain_card_model_get_current (get_card (window)) + 1.0);
  g_assert_cmpfloat (part.end, >=, refrain_card_model_get_current (get_card (window)) + 1.0);
  activate (window, "clear-selection");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (card)));
  close_window (window);
}

static void
test_walk (void)
{
  RefrainWindow *window = make_window_with_card ();
  const guint32 n
      = refrain_occurrences_get_n (refrain_card_model_get_occurrences (get_card (window)));
  guint32 before;

  activate (window, "next-occurrence");
  before = refrain_card_model_get_current (get_card (window));
  activate (window, "next-occurrence");
  g_assert_cmpuint (refrain_card_model_get_current (get_card (window)), ==, (before + 1) % n);
  activate (window, "previous-occurrence");
  g_assert_cmpuint (refrain_card_model_get_current (get_card (window)), ==, before);
  close_window (window);
}

/* Presses a key of @widget itself; FALSE where it has no such one. */
static gboolean
press (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean pressed = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !pressed; i++)
    {
      g_autoptr (GObject) one = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (one) && !pressed
                        && k < g_list_model_get_n_items (G_LIST_MODEL (one));
           k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (one), k);
          g_autoptr (GtkShortcutTrigger) trigger = gtk_keyval_trigger_new (key, 0);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), trigger))
            pressed = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                    gtk_shortcut_get_arguments (shortcut));
        }
    }
  return pressed;
}

/* Whether @i is what is compared. */
static gboolean
is_compared (RefrainWindow *window, guint32 i)
{
  RefrainComparison *comparison = refrain_card_model_get_comparison (get_card (window));

  return comparison != NULL
         && refrain_comparison_get_occurrence (comparison, REFRAIN_COMPARED_A) == i;
}

static void
test_pair (void)
{
  RefrainWindow *window = make_window_with_card ();
  GtkWidget *pair = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_PAIR_VIEW);

  g_assert_nonnull (pair);
  g_assert_false (gtk_widget_get_visible (pair));
  refrain_card_model_compare (get_card (window));
  wait_until (gtk_widget_get_visible (pair));
  g_assert_nonnull (refrain_card_model_get_comparison (get_card (window)));
  /* Keys go on to the next one, as everywhere. */
  refrain_card_model_go_to (get_card (window), 4);
  wait_until (is_compared (window, 4));
  g_assert_true (press (pair, GDK_KEY_n));
  wait_until (is_compared (window, 5));
  g_assert_true (press (pair, GDK_KEY_p));
  wait_until (is_compared (window, 4));
  g_assert_true (gtk_widget_get_visible (pair));
  refrain_card_model_stop_comparing (get_card (window));
  g_assert_false (gtk_widget_get_visible (pair));
  refrain_card_model_compare (get_card (window));
  wait_until (gtk_widget_get_visible (pair));
  /* Whoever turns to a page sees it, the one that is shown, too. */
  activate_with (window, "page", "summary");
  g_assert_false (gtk_widget_get_visible (pair));
  refrain_card_model_compare (get_card (window));
  wait_until (gtk_widget_get_visible (pair));
  activate_with (window, "page", "summary");
  g_assert_false (gtk_widget_get_visible (pair));
  refrain_card_model_compare (get_card (window));
  wait_until (gtk_widget_get_visible (pair));
  /* What was compared goes with what is selected. */
  activate (window, "clear-selection");
  g_assert_false (gtk_widget_get_visible (pair));
  close_window (window);
}

/* In a narrow window, where the details are folded away, a bar below the page has the card's strip
 * and sentence, and its button compares what the card's would. */
static void
test_bar (void)
{
  RefrainWindow *window = make_window_with_card ();
  RefrainWorkspace *workspace = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_WORKSPACE);
  RefrainCardModel *card = get_card (window);
  GtkWidget *pair = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_PAIR_VIEW);
  GtkWidget *bar = find_part (workspace, "card_bar");
  GtkWidget *button = find_part (workspace, "card_compare");
  GtkWidget *other
      = find_button (find_widget (GTK_WIDGET (window), REFRAIN_TYPE_CARD), "_Compare with Median");
  g_autofree char *sentence = dup_sentence (window);
  RefrainComparison *comparison;
  RefrainViewport part;
  GtkWidget *strip;

  g_assert_nonnull (other);
  g_assert_false (gtk_widget_get_visible (bar));
  refrain_workspace_set_narrow (workspace, TRUE);
  wait_until (gtk_widget_get_mapped (bar) && gtk_widget_get_height (bar) > 0);
  g_assert_true (shows_label (bar, sentence));
  /* A click on a bar of the strip goes to that occurrence: two clicks, here, too. */
  strip = find_part (workspace, "card_strip");
  wait_until (gtk_widget_get_mapped (strip)
              && refrain_canvas_get_viewport (REFRAIN_CANVAS (strip), &part));
  for (double x = 0;
       x < part.width
       && refrain_card_model_get_current (card) != refrain_card_model_get_slowest (card);
       x++)
    refrain_strip_canvas_press (REFRAIN_STRIP_CANVAS (strip), x, 0.3 * part.height, x);
  g_assert_cmpuint (refrain_card_model_get_current (card), ==,
                    refrain_card_model_get_slowest (card));
  /* Whichever occurrence is the current one. */
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==,
                   gtk_button_get_label (GTK_BUTTON (other)));
  activate (window, "next-occurrence");
  refrain_card_model_go_to (card, refrain_card_model_get_usual (card) == 3 ? 4 : 3);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), !=, "_Compare with Median");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==,
                   gtk_button_get_label (GTK_BUTTON (other)));
  /* A click opens what it says; the two speak for themselves. */
  g_assert_true (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  wait_until (gtk_widget_get_visible (pair));
  comparison = refrain_card_model_get_comparison (card);
  g_assert_nonnull (comparison);
  g_assert_cmpuint (refrain_comparison_get_occurrence (comparison, REFRAIN_COMPARED_A), ==,
                    refrain_card_model_get_current (card));
  g_assert_false (gtk_widget_get_visible (bar));
  refrain_card_model_stop_comparing (card);
  g_assert_true (gtk_widget_get_visible (bar));
  /* The details, or nothing to tell of: no bar. */
  refrain_workspace_set_show_details (workspace, TRUE);
  g_assert_false (gtk_widget_get_visible (bar));
  refrain_workspace_set_show_details (workspace, FALSE);
  g_assert_true (gtk_widget_get_visible (bar));
  activate (window, "clear-selection");
  g_assert_false (gtk_widget_get_visible (bar));
  close_window (window);
}

/* The card of a finding says it, and where the details are folded away the bar does. */
static void
test_finding (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainTimeModel *times = refrain_session_get_times (refrain_window_get_session (window));
  RefrainWorkspace *workspace = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_WORKSPACE);
  GtkWidget *card = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_CARD);
  g_autofree char *sentence = NULL;
  gsize n;

  wait_until (refrain_time_model_get_findings (times) != NULL);
  sentence = dup_labelled (
      refrain_findings_get (refrain_time_model_get_findings (times), &n)[0].sentence);
  g_assert_false (shows_label (card, sentence));
  refrain_time_model_select (times, 0);
  wait_until (refrain_card_model_get_durations (get_card (window)) != NULL);
  g_assert_true (shows_label (card, sentence));
  refrain_workspace_set_narrow (workspace, TRUE);
  wait_until (gtk_widget_get_mapped (find_part (workspace, "card_bar")));
  g_assert_true (shows_label (find_part (workspace, "card_bar"), sentence));
  g_assert_true (gtk_widget_get_visible (find_part (workspace, "card_compare")));
  close_window (window);
}

/* Where nothing of what is lit up can be seen the graph says so, and leads there. */
static void
test_elsewhere (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  RefrainTrace *trace = refrain_session_get_trace (session);
  GtkWidget *button = find_button (find_page (window, "events"), "Next Highlighted Event");
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (trace);
  double first, last;

  g_assert_nonnull (button);
  refrain_axis_get_extent (refrain_session_get_axis (session), &first, &last);
  activate_with (window, "page", "events");
  activate (window, "zoom-all");
  g_assert_false (gtk_widget_get_visible (button));
  refrain_op_set_add (ops, 0, 0);
  refrain_op_set_add (ops, 1, 0);
  refrain_subjects_light (refrain_session_get_subjects (session), ops, NULL);
  g_assert_false (gtk_widget_get_visible (button));
  refrain_session_show (session, first + 0.7 * (last - first), first + 0.8 * (last - first),
                        REFRAIN_MOVE_QUIET);
  g_assert_true (gtk_widget_get_visible (button));
  activate (window, "next-occurrence");
  wait_until (!gtk_widget_get_visible (button));
  /* What is hidden is not seen. */
  activate (window, "zoom-all");
  refrain_selection_set_processes (refrain_session_get_selection (session), (const guint[]){ 5, 6 },
                                   2);
  g_assert_true (gtk_widget_get_visible (button));
  activate (window, "clear-selection");
  g_assert_false (gtk_widget_get_visible (button));
  close_window (window);
}

/* In a small window, where details lie over the page, the legend leaves the buttons in sight. */
static void
test_reach (void)
{
  RefrainWindow *window = make_window_with_card ();
  RefrainWorkspace *workspace = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_WORKSPACE);
  GtkWidget *details = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_DETAILS_PANEL);
  GtkWidget *card = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_CARD);
  GtkWidget *legend = gtk_widget_get_last_child (details);
  graphene_rect_t of_card, of_legend;

  activate_with (window, "page", "events");
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) <= 800);
  refrain_workspace_set_show_details (workspace, TRUE);
  wait_until (gtk_widget_get_mapped (legend) && gtk_widget_get_height (legend) > 0);
  rest (100);
  g_assert_true (gtk_widget_compute_bounds (card, details, &of_card));
  g_assert_true (gtk_widget_compute_bounds (legend, details, &of_legend));
  g_assert_cmpfloat (of_card.origin.y + of_card.size.height, <=, of_legend.origin.y);
  g_assert_cmpfloat (of_legend.origin.y + of_legend.size.height, <=,
                     (float) gtk_widget_get_height (details));
  close_window (window);
}

TEST_PROGRAM ("window-card")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/card", test_card);
  g_test_add_func ("/window/card/walk", test_walk);
  g_test_add_func ("/window/card/pair", test_pair);
  g_test_add_func ("/window/card/bar", test_bar);
  g_test_add_func ("/window/card/finding", test_finding);
  g_test_add_func ("/window/card/elsewhere", test_elsewhere);
  g_test_add_func ("/window/card/reach", test_reach);
  return g_test_run ();
}
