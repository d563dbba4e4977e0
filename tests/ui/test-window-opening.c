/* test-window-opening.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the window shows of a trace while it is being opened. The reader is held back, and goes
 * on question by question (window-gate.h): nothing depends on time.
 */
#include "config.h"

#include "refrain-window-private.h"
#include "test-program.h"
#include "window-driver.h"
#include "window-gate.h"

static const RefrainArrivalsPicture *
get_picture (RefrainWindow *window)
{
  return refrain_arrivals_view_get_picture (
      find_widget (GTK_WIDGET (window), REFRAIN_TYPE_ARRIVALS_VIEW));
}

static void
open_demo (RefrainWindow *window, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "wavefront.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  refrain_window_open (window, file);
}

/* A window that shows the first of the events of a trace, of which no more are read. */
static RefrainWindow *
make_window_opening (const char *folder)
{
  RefrainWindow *window = make_window ();

  copy_demo (folder);
  window_gate_set (TRUE, 0);
  open_demo (window, folder);
  for (;;)
    {
      g_autoptr (RefrainArrivalsPicture) picture = NULL;

      wait_until (window_gate_is_held ());
      picture = refrain_arrivals_take_picture (window->arrivals);
      if (picture != NULL)
        break;
      window_gate_set (TRUE, 1);
    }
  wait_until (get_picture (window) != NULL);
  g_assert_true (screen_is (window, "loading"));
  g_assert_true (refrain_window_is_busy (window));
  return window;
}

/* The overview is there before the trace is. */
static void
test_overview (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_opening (folder);
  GtkWidget *view = find_widget (GTK_WIDGET (window), REFRAIN_TYPE_ARRIVALS_VIEW);
  GtkWidget *stop = find_button (GTK_WIDGET (window), "_Stop and Show");

  g_assert_null (refrain_window_get_session (window));
  g_assert_true (gtk_widget_get_mapped (view));
  wait_until (gtk_widget_get_height (view) > 200);
  g_assert_true (gtk_widget_get_mapped (stop));
  g_assert_true (gtk_widget_get_sensitive (stop));
  g_assert_cmpuint (get_picture (window)->n_processes, ==, 8);
  g_assert_cmpuint (get_picture (window)->n_read, <, 8);
  window_gate_set (FALSE, 0);
  wait_until (screen_is (window, "trace"));
  g_assert_null (get_picture (window));
  close_window (window);
  remove_tree (folder);
}

/* Stopping shows what was read, and says what was not. */
static void
test_stop (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_opening (folder);
  g_autofree char *sentence = NULL;
  RefrainTrace *trace;
  guint n_whole = 0;

  activate (window, "stop-opening");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "stop-opening"));
  window_gate_set (FALSE, 0);
  wait_until (screen_is (window, "trace"));
  trace = refrain_session_get_trace (refrain_window_get_session (window));
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 8);
  for (guint p = 0; p < 8; p++)
    n_whole += refrain_process_get_calls (refrain_trace_get_process (trace, p))->n > 0;
  g_assert_cmpuint (n_whole, >=, 1);
  g_assert_cmpuint (n_whole, <, 8);
  sentence = g_strdup_printf ("Opening was stopped: %u of 8 processes were read to their end. The "
                              "others are empty or end early.",
                              n_whole);
  g_assert_true (shows_label (GTK_WIDGET (window), sentence));
  /* All of it is still there. */
  activate (window, "reload");
  wait_until (screen_is (window, "trace"));
  trace = refrain_session_get_trace (refrain_window_get_session (window));
  for (guint p = 0; p < 8; p++)
    g_assert_cmpuint (refrain_process_get_calls (refrain_trace_get_process (trace, p))->n, >, 0);
  close_window (window);
  remove_tree (folder);
}

/* Cancelling keeps nothing, and opening another meanwhile shows that alone. */
static void
test_leave (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "pair.gxl", NULL);
  g_autoptr (GFile) other = g_file_new_for_path (path);
  RefrainWindow *window = make_window_opening (folder);

  activate (window, "cancel");
  wait_until (screen_is (window, "start"));
  g_assert_null (get_picture (window));
  window_gate_set (FALSE, 0);

  window_gate_set (TRUE, 0);
  open_demo (window, folder);
  wait_until (window_gate_is_held ());
  refrain_window_open (window, other);
  g_assert_null (get_picture (window));
  window_gate_set (FALSE, 0);
  wait_until (screen_is (window, "trace"));
  g_assert_cmpstr (
      refrain_trace_get_path (refrain_session_get_trace (refrain_window_get_session (window))), ==,
      path);
  g_assert_null (get_picture (window));
  close_window (window);
  remove_tree (folder);
}

/* The window is there before all that is in it: its parts follow, a frame each, from top to bottom;
 * and nothing fades where frames are drawn without a graphics card, as here. */
static void
test_gradual (void)
{
  static const char *const names[] = { "numbers", "flaws", "routines_box", "sizes_box" };
  RefrainWindow *window = make_window ();
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *parts[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    parts[i] = find_part (find_page (window, "summary"), names[i]);
  refrain_window_open (window, file);
  wait_until (screen_is (window, "trace"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_false (gtk_widget_get_visible (parts[i]));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      wait_until (gtk_widget_get_mapped (parts[i]));
      g_assert_true (i + 1 == G_N_ELEMENTS (names) || !gtk_widget_get_visible (parts[i + 1]));
    }
  if (GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (GTK_NATIVE (window))))
    g_assert_cmpint (gtk_stack_get_transition_type (window->screens), ==,
                     GTK_STACK_TRANSITION_TYPE_NONE);
  close_window (window);
}

TEST_PROGRAM ("window-opening")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-opening/overview", test_overview);
  g_test_add_func ("/window-opening/stop", test_stop);
  g_test_add_func ("/window-opening/leave", test_leave);
  g_test_add_func ("/window-opening/gradual", test_gradual);
  return g_test_run ();
}
