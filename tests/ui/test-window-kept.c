/* test-window-kept.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Views that are kept at the right of what is turned to, and below it.
 */
#include <glib/gstdio.h>
#include <math.h>

#include "refrain-settings.h"
#include "window-driver.h"
#include "test-program.h"

static gboolean
is_shown (RefrainWindow *window, const char *page)
{
  return gtk_widget_get_mapped (GTK_WIDGET (find_page (window, page)));
}

static double
get_top (RefrainWindow *window, const char *page)
{
  double x, y = 0;

  gtk_widget_translate_coordinates (GTK_WIDGET (find_page (window, page)), GTK_WIDGET (window), 0,
                                    0, &x, &y);
  return y;
}

static double
get_left (RefrainWindow *window, const char *page)
{
  double x = 0, y;

  gtk_widget_translate_coordinates (GTK_WIDGET (find_page (window, page)), GTK_WIDGET (window), 0,
                                    0, &x, &y);
  return x;
}

/* The width of @page by what it shares with the one that is turned to. */
static double
get_part (RefrainWindow *window, const char *page)
{
  const double own = gtk_widget_get_width (GTK_WIDGET (find_page (window, page)));

  return own
         / MAX (own
                    + gtk_widget_get_width (
                        GTK_WIDGET (find_page (window, get_state (window, "page")))),
                1);
}

/* Three views at once, each where it was put. */
static void
test_three (void)
{
  RefrainWindow *window = make_window_with_demo ();

  activate_with (window, "page", "events");
  activate_with (window, "view-right", "matrix");
  activate_with (window, "view-below", "numbers");
  wait_until (is_shown (window, "events") && is_shown (window, "matrix")
              && is_shown (window, "numbers"));
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  g_assert_cmpstr (get_state (window, "view-right"), ==, "matrix");
  g_assert_cmpstr (get_state (window, "view-below"), ==, "numbers");
  wait_until (get_left (window, "matrix") > get_left (window, "events")
              && get_top (window, "numbers") > get_top (window, "events")
              && get_left (window, "numbers") == get_left (window, "events"));

  /* They stay whatever is turned to, and are turned to where they are. */
  activate_with (window, "page", "topology");
  wait_until (is_shown (window, "topology"));
  activate_with (window, "page", "matrix");
  g_assert_cmpstr (get_state (window, "page"), ==, "matrix");
  wait_until (is_shown (window, "topology") && is_shown (window, "matrix")
              && get_left (window, "matrix") > get_left (window, "topology"));
  /* A list that goes with the graph, too. */
  activate_with (window, "page", "patterns");
  wait_until (is_shown (window, "patterns") && is_shown (window, "events"));
  activate_with (window, "view-right", "patterns");
  /* Where it is, is told by the next frame. */
  wait_until (is_shown (window, "patterns") && is_shown (window, "events")
              && !is_shown (window, "matrix")
              && get_left (window, "patterns") > get_left (window, "events"));
  close_window (window);
}

/* What is kept is shown once; what is closed is where it belongs. */
static void
test_moved (void)
{
  RefrainWindow *window = make_window_with_demo ();

  activate_with (window, "page", "matrix");
  activate_with (window, "view-right", "matrix");
  let_settle ();
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  wait_until (is_shown (window, "events") && is_shown (window, "matrix"));
  activate_with (window, "view-below", "matrix");
  let_settle ();
  g_assert_cmpstr (get_state (window, "view-right"), ==, "");
  g_assert_cmpstr (get_state (window, "view-below"), ==, "matrix");
  wait_until (get_top (window, "matrix") > get_top (window, "events"));
  /* The graph itself, and something else is in the middle. */
  activate_with (window, "view-right", "events");
  let_settle ();
  g_assert_cmpstr (get_state (window, "page"), !=, "events");
  wait_until (is_shown (window, "events") && is_shown (window, get_state (window, "page")));
  activate_with (window, "page", "lists");
  wait_until (is_shown (window, "lists") && is_shown (window, "events"));
  /* Given once more, it is closed. */
  activate_with (window, "view-right", "events");
  activate_with (window, "view-below", "matrix");
  g_assert_cmpstr (get_state (window, "view-right"), ==, "");
  wait_until (!is_shown (window, "matrix"));
  activate_with (window, "page", "matrix");
  wait_until (is_shown (window, "matrix"));
  /* What is no page of its own stays where it is. */
  activate_with (window, "view-right", "processes");
  g_assert_cmpstr (get_state (window, "view-right"), ==, "");
  activate (window, "close-trace");
  close_window (window);
}

static guint64
count_messages (RefrainSession *session)
{
  guint64 count = 0, bytes;

  if (refrain_session_get_matrix (session) != NULL)
    refrain_matrix_get_total (refrain_session_get_matrix (session), &count, &bytes);
  return count;
}

/* The button in @widget that can be seen and says @label; NULL if there is none. */
static GtkWidget *
find_labelled (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_labelled (child, label);
  return found;
}

/* Whether the toolbar of events offers its buttons as a menu, so that nothing has to be scrolled
 * to. */
static gboolean
has_menu (RefrainWindow *window)
{
  GtkWidget *page = find_page (window, "events");
  AdwSqueezer *shape = find_widget (page, ADW_TYPE_SQUEEZER);
  GtkScrolledWindow *scroller = find_widget (page, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *place = gtk_scrolled_window_get_hadjustment (scroller);

  return GTK_IS_MENU_BUTTON (adw_squeezer_get_visible_child (shape))
         && gtk_adjustment_get_upper (place) <= gtk_adjustment_get_page_size (place);
}

/* A narrow window has room for two: the one that was docked last, whose title offers the other. */
static void
test_narrow (void)
{
  RefrainWindow *window = make_window_with_demo ();

  gtk_window_set_default_size (GTK_WINDOW (window), 800, 700);
  activate_with (window, "page", "events");
  activate_with (window, "view-right", "matrix");
  activate_with (window, "view-below", "numbers");
  wait_until (is_shown (window, "numbers") && !is_shown (window, "matrix")
              && is_shown (window, "events")
              && get_top (window, "numbers") > get_top (window, "events"));
  g_assert_null (find_labelled (GTK_WIDGET (window), "Numbers"));
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (window), "Matrix"), "clicked");
  wait_until (!is_shown (window, "numbers") && is_shown (window, "matrix")
              && is_shown (window, "events")
              && find_labelled (GTK_WIDGET (window), "Numbers") != NULL
              && get_top (window, "matrix") > get_top (window, "events")
              && get_left (window, "matrix") == get_left (window, "events"));
  /* What is turned to is seen. */
  activate_with (window, "page", "numbers");
  wait_until (is_shown (window, "numbers"));
  g_assert_cmpstr (get_state (window, "view-right"), ==, "matrix");

  /* Whatever was there before, a view gets its part. */
  activate_with (window, "view-below", "numbers");
  g_assert_cmpstr (get_state (window, "page"), ==, "events");
  g_assert_false (has_menu (window));
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 900);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) > 1200);
  wait_until (is_shown (window, "matrix") && get_part (window, "matrix") > 0.3
              && get_part (window, "matrix") < 0.6 && has_menu (window));
  close_window (window);
}

/* The part of the page of calls that the flame graph has. */
static double
get_flame_part (RefrainWindow *window)
{
  GtkWidget *page = find_page (window, "calls");
  GtkPaned *paned = find_widget (page, GTK_TYPE_PANED);

  return gtk_paned_get_position (paned) / MAX (gtk_widget_get_height (page), 1.0);
}

/* What a view has been squeezed to is not what it stays. */
static void
test_squeezed (void)
{
  RefrainWindow *window = make_window_with_demo ();

  gtk_window_set_default_size (GTK_WINDOW (window), 800, 500);
  activate_with (window, "page", "events");
  activate_with (window, "view-below", "calls");
  wait_until (is_shown (window, "calls") && get_flame_part (window) < 0.4);
  activate_with (window, "view-below", "calls");
  activate_with (window, "page", "calls");
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 900);
  wait_until (is_shown (window, "calls") && get_flame_part (window) > 0.43
              && get_flame_part (window) < 0.47);
  /* Where the handle was put it stays. */
  gtk_paned_set_position (
      find_widget (find_page (window, "calls"), GTK_TYPE_PANED),
      (int) (0.6 * gtk_widget_get_height (GTK_WIDGET (find_page (window, "calls")))));
  let_settle ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 700);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) < 1200
              && fabs (get_flame_part (window) - 0.6) < 0.03);
  close_window (window);
}

/* All follow one time: the matrix counts what the graph shows. */
static void
test_one_time (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  guint64 all;

  activate_with (window, "page", "events");
  activate_with (window, "view-right", "matrix");
  wait_until (count_messages (session) > 0);
  all = count_messages (session);
  refrain_session_zoom_centre (session, 0.1);
  wait_until (count_messages (session) < all && is_shown (window, "events")
              && is_shown (window, "matrix"));
  close_window (window);
}

/* A trace is shown with the views that were kept. */
static void
test_reopened (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *trace = g_build_filename (folder, "wavefront.otf2", NULL);
  RefrainWindow *window;

  copy_demo (folder);
  refrain_settings_set_boolean ("reopen-view", TRUE);
  window = make_window_with (trace);
  activate_with (window, "view-right", "matrix");
  activate_with (window, "view-below", "events");
  close_window (window);

  window = make_window_with (trace);
  g_assert_cmpstr (get_state (window, "page"), ==, "summary");
  g_assert_cmpstr (get_state (window, "view-right"), ==, "matrix");
  g_assert_cmpstr (get_state (window, "view-below"), ==, "events");
  wait_until (is_shown (window, "matrix") && is_shown (window, "events"));
  activate (window, "begin-anew");
  g_assert_cmpstr (get_state (window, "view-right"), ==, "");
  close_window (window);

  window = make_window_with (trace);
  g_assert_cmpstr (get_state (window, "view-below"), ==, "");
  close_window (window);
  refrain_settings_set_boolean ("reopen-view", FALSE);
  remove_tree (folder);
}

/* Where the handle was of what shows one child alone, presses go to that child. */
static void
check_handles (GtkWidget *widget)
{
  if (GTK_IS_PANED (widget))
    {
      const gboolean both
          = gtk_widget_get_visible (gtk_paned_get_start_child (GTK_PANED (widget)))
            && gtk_widget_get_visible (gtk_paned_get_end_child (GTK_PANED (widget)));
      g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

      for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
        {
          g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

          if (GTK_IS_GESTURE_DRAG (controller))
            g_assert_true (
                (gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_NONE)
                == both);
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!REFRAIN_IS_PAGE (child))
      check_handles (child);
}

static void
test_handles (void)
{
  static const char *const pages[] = { "summary", "patterns", "summary", "lists", "events" };
  RefrainWindow *window = make_window_with_demo ();

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      activate_with (window, "page", pages[i]);
      check_handles (GTK_WIDGET (window));
    }
  close_window (window);
}

TEST_PROGRAM ("window-kept")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/kept/three", test_three);
  g_test_add_func ("/window/kept/moved", test_moved);
  g_test_add_func ("/window/kept/narrow", test_narrow);
  g_test_add_func ("/window/kept/squeezed", test_squeezed);
  g_test_add_func ("/window/kept/one-time", test_one_time);
  g_test_add_func ("/window/kept/handles", test_handles);
  g_test_add_func ("/window/kept/reopened", test_reopened);
  return g_test_run ();
}
