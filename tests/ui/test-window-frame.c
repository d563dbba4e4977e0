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
  wait_until (refrain_patterns_get_set (refrain_session_get_patterns (
                  refrain_window_get_session (window))) != NULL);
  g_assert_true (is_wide (window));
  assert_no_wider (window, 700);
  gtk_window_set_default_size (GTK_WINDOW (window), 650, 600);
  wait_until (!is_wide (window));
  gtk_window_set_default_size (GTK_WINDOW (window), promise, 600);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) <= promise);
  assert_no_wider (window, promise);
  search = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_SEARCH_ENTRY);
  selection = refrain_session_get_selection (refrain_window_get_session (window));
  g_assert_true (refrain_search_entry_go (search, "0>2"));
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  assert_no_wider (window, promise);
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 700);
  wait_until (is_wide (window));
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-frame/width", test_width);
  return g_test_run ();
}
