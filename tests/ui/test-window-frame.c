/* test-window-frame.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window around its pages: how narrow it gets, what it says of files that it cannot open, and
 * where the wheel goes. Needs a display; says so and skips without one.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "refrain-search-entry.h"
#include "window-driver.h"
#include "test-program.h"

static int
measure_width (gpointer widget)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* What metainfo says that a screen must have, in pixels. */
static int
read_promise (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data",
                                            "io.github.refrain.Refrain.metainfo.xml.in", NULL);
  g_autofree char *text = NULL;
  const char *place;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  place = strstr (text, "<display_length compare=\"ge\">");
  g_assert_nonnull (place);
  return atoi (strchr (place, '>') + 1);
}

static gboolean
is_wide (RefrainWindow *window)
{
  GtkWidget *search = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_SEARCH_ENTRY);

  return gtk_widget_get_ancestor (search, ADW_TYPE_HEADER_BAR) != NULL;
}

static void
assert_no_wider (RefrainWindow *window, int most)
{
  for (guint i = 0; i < refrain_n_pages; i++)
    {
      activate_with (window, "page", refrain_pages[i].name);
      g_test_message ("%s: %d of %d", refrain_pages[i].name, measure_width (window), most);
      g_assert_cmpint (measure_width (window), <=, most);
    }
}

/* The window gets as narrow as metainfo says, and wide again, whatever it shows. */
static void
test_width (void)
{
  RefrainWindow *window = make_window ();
  const int promise = read_promise ();
  g_autoptr (GFile) nowhere = g_file_new_for_path ("/nowhere/a-trace.otf2");
  RefrainSearchEntry *search;
  RefrainSelection *selection;

  g_assert_cmpint (measure_width (window), <=, promise);
  refrain_window_open (window, nowhere);
  wait_until (screen_is (window, "error"));
  g_assert_cmpint (measure_width (window), <=, promise);
  close_window (window);

  window = make_window_with_demo ();
  wait_until (
      refrain_patterns_get_set (refrain_session_get_patterns (refrain_window_get_session (window)))
      != NULL);
  g_assert_true (is_wide (window));
  assert_no_wider (window, 780);
  gtk_window_set_default_size (GTK_WINDOW (window), promise, 600);
  wait_until (!is_wide (window));
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) <= promise);
  assert_no_wider (window, promise);
  search = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_SEARCH_ENTRY);
  selection = refrain_session_get_selection (refrain_window_get_session (window));
  g_assert_true (refrain_search_entry_go (search, "0>2"));
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  assert_no_wider (window, promise);
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 700);
  wait_until (is_wide (window));
  assert_no_wider (window, 780);
  gtk_window_set_default_size (GTK_WINDOW (window), 650, 600);
  wait_until (!is_wide (window));
  let_settle ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), >, promise);
  close_window (window);
}

/* The dialogs that are open. */
static guint
count_dialogs (AdwMessageDialog **last)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        {
          *last = ADW_MESSAGE_DIALOG (window);
          n++;
        }
    }
  return n;
}

/* Two files that cannot be opened while a trace is open: one dialog, about the second. */
static void
test_problem (void)
{
  static const char *const paths[] = { "/nowhere/first.otf2", "/nowhere/second.otf2" };
  RefrainWindow *window = make_window_with_demo ();
  AdwMessageDialog *dialog = NULL;

  for (guint round = 0; round < 2; round++)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
        {
          g_autoptr (GFile) file = g_file_new_for_path (paths[i]);

          refrain_window_open (window, file);
          wait_until (screen_is (window, "trace"));
        }
      g_assert_cmpuint (count_dialogs (&dialog), ==, 1);
      g_assert_nonnull (strstr (adw_message_dialog_get_heading (dialog), "second.otf2"));
      g_assert_null (strstr (adw_message_dialog_get_body (dialog), "first.otf2"));
      gtk_window_close (GTK_WINDOW (dialog));
      wait_until (count_dialogs (&dialog) == 0);
    }
  close_window (window);
}

/* The controller of @widget that gets the wheel; of this name, if @name is not NULL. */
static GtkEventController *
find_wheel (GtkWidget *widget, const char *name)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller)
          && (name == NULL || g_strcmp0 (gtk_event_controller_get_name (controller), name) == 0))
        return controller;
    }
  return NULL;
}

/* The first scrolled window below @widget that is seen within another, or NULL. */
static GtkScrolledWindow *
find_inner (GtkWidget *widget)
{
  GtkScrolledWindow *found = NULL;

  if (GTK_IS_SCROLLED_WINDOW (widget) && gtk_widget_get_mapped (widget)
      && gtk_widget_get_ancestor (gtk_widget_get_parent (widget), GTK_TYPE_SCROLLED_WINDOW) != NULL)
    return GTK_SCROLLED_WINDOW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_inner (child);
  return found;
}

static gboolean
turn_wheel (GtkScrolledWindow *scroller, double dy)
{
  gboolean taken = FALSE;

  g_signal_emit_by_name (find_wheel (GTK_WIDGET (scroller), "refrain-pass-on"), "scroll", 0.0, dy,
                         &taken);
  return taken;
}

/* A table that cannot move further lets the wheel move the page that it stands in. */
static void
test_wheel (void)
{
  static const char *const pages[] = { "summary", "time", "numbers" };
  RefrainWindow *window = make_window_with_demo ();

  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 500);
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkScrolledWindow *outer, *inner;
      GtkAdjustment *page, *table;

      activate_with (window, "page", pages[i]);
      wait_until (find_inner (find_page (window, pages[i])) != NULL);
      inner = find_inner (find_page (window, pages[i]));
      outer = GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (
          gtk_widget_get_parent (GTK_WIDGET (inner)), GTK_TYPE_SCROLLED_WINDOW));
      page = gtk_scrolled_window_get_vadjustment (outer);
      table = gtk_scrolled_window_get_vadjustment (inner);
      wait_until (gtk_adjustment_get_upper (page) > gtk_adjustment_get_page_size (page) + 100);
      g_assert_false (turn_wheel (inner, -1));
      gtk_adjustment_set_value (table, gtk_adjustment_get_upper (table));
      g_test_message ("%s", pages[i]);
      g_assert_true (turn_wheel (inner, 1));
      g_assert_cmpfloat (gtk_adjustment_get_value (page), >, 0);
      gtk_adjustment_set_value (table, 0);
      g_assert_true (turn_wheel (inner, -1));
      g_assert_cmpfloat (gtk_adjustment_get_value (page), ==, 0);
      if (gtk_adjustment_get_upper (table) > gtk_adjustment_get_page_size (table))
        g_assert_false (turn_wheel (inner, 1));
    }
  close_window (window);
}

/* Whether a label of @widget or below holds @words. */
static gboolean
says (GtkWidget *widget, const char *words)
{
  gboolean found
      = GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !found;
       child = gtk_widget_get_next_sibling (child))
    found = says (child, words);
  return found;
}

/* What the hint for an empty selection says of the wheel is what the wheel does. */
static void
test_hint (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSelection *selection = refrain_session_get_selection (refrain_window_get_session (window));
  RefrainEventCanvas *canvas;
  double start, end, span;
  gboolean taken;

  g_assert_true (says (GTK_WIDGET (window), "scroll to zoom"));
  g_assert_false (says (GTK_WIDGET (window), "Ctrl to zoom"));
  activate_with (window, "page", "events");
  canvas = refrain_event_page_get_canvas (find_page (window, "events"));
  wait_until (refrain_canvas_is_fresh (REFRAIN_CANVAS (canvas)));
  refrain_selection_get_window (selection, &start, &end);
  span = end - start;
  g_signal_emit_by_name (find_wheel (GTK_WIDGET (canvas), NULL), "scroll", 0.0, -1.0, &taken);
  refrain_selection_get_window (selection, &start, &end);
  g_assert_cmpfloat (end - start, <, span);
  close_window (window);
}

/* A canvas on a page that is not seen paints nothing, however often what it shows changes. */
static void
test_hidden (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainCanvas *canvas = find_part (find_page (window, "matrix"), "canvas");

  activate_with (window, "page", "matrix");
  wait_until (refrain_canvas_is_fresh (canvas));
  activate_with (window, "page", "patterns");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (canvas)));
  refrain_canvas_refresh (canvas);
  rest (300);
  g_assert_false (refrain_canvas_is_fresh (canvas));
  activate_with (window, "page", "matrix");
  wait_until (refrain_canvas_is_fresh (canvas));
  close_window (window);
}

/* The part of a page's length at which its handle is. */
static double
get_part (RefrainWindow *window, const char *page)
{
  GtkWidget *paned = find_part (find_page (window, page), "paned");
  const gboolean across
      = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL;
  GtkWidget *whole = find_page (window, page);

  return (double) gtk_paned_get_position (GTK_PANED (paned))
         / (across ? gtk_widget_get_width (whole) : gtk_widget_get_height (whole));
}

/* A handle stays at its part of the page, however large the window becomes: also of one that GTK
 * would move, too. */
static void
test_handle (void)
{
  static const char *const pages[] = { "topology", "loops" };
  RefrainWindow *window = make_window_with_demo ();

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *page = find_page (window, pages[i]);
      double before;
      int width, height;

      gtk_window_set_default_size (GTK_WINDOW (window), 900, 700);
      activate_with (window, "page", pages[i]);
      wait_until (gtk_widget_get_mapped (find_part (page, "paned"))
                  && gtk_widget_get_width (find_part (page, "paned")) > 0);
      let_settle ();
      before = get_part (window, pages[i]);
      width = gtk_widget_get_width (page);
      height = gtk_widget_get_height (page);
      gtk_window_set_default_size (GTK_WINDOW (window), 1250, 1000);
      wait_until (gtk_widget_get_width (page) > width + 100
                  && gtk_widget_get_height (page) > height + 100);
      let_settle ();
      g_assert_cmpfloat_with_epsilon (get_part (window, pages[i]), before, 0.02);
    }
  close_window (window);
}

TEST_PROGRAM ("window-frame")
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-frame/width", test_width);
  g_test_add_func ("/window-frame/problem", test_problem);
  g_test_add_func ("/window-frame/wheel", test_wheel);
  g_test_add_func ("/window-frame/hint", test_hint);
  g_test_add_func ("/window-frame/hidden", test_hidden);
  g_test_add_func ("/window-frame/handle", test_handle);
  return g_test_run ();
}
