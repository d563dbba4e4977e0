/* test-window-changed.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces that others write over while a window shows them.
 */
#include "config.h"

#include "refrain-format.h"
#include "window-driver.h"
#include "test-program.h"

/* The demo in @folder, as the format that is mapped; free with g_free(). */
static char *
make_mapped (const char *folder, const char *name)
{
  g_autofree char *demo
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (RefrainTrace) trace = refrain_trace_load (demo, NULL, NULL, NULL);
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (refrain_trace_save (trace, path, NULL, NULL, NULL));
  return path;
}

/* A bookmark that waits to be saved. */
static RefrainWindow *
make_window_with_bookmark (const char *path)
{
  RefrainWindow *window = make_window_with (path);
  RefrainSession *session = refrain_window_get_session (window);
  const RefrainBookmark bookmark = { .name = "odd place", .end = 1000 };

  wait_until (refrain_patterns_get_set (refrain_session_get_patterns (session)) != NULL);
  refrain_bookmark_model_add (refrain_session_get_bookmarks (session), &bookmark);
  return window;
}

static gboolean
remembers (const char *path, const char *text)
{
  g_autofree char *memory = g_strconcat (path, ".refrain.json", NULL);
  g_autofree char *bytes = NULL;

  return g_file_get_contents (memory, &bytes, NULL, NULL) && strstr (bytes, text) != NULL;
}

/* Writing over the open file takes nothing from the window, nor what it had not saved yet. */
static void
test_changed (void)
{
  const char *const sentence = "“open.mtf.h5” changed while it was open. The trace shown is the "
                               "one that was opened.";
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = make_mapped (folder, "open.mtf.h5");
  g_autofree char *other
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "pair.mtf.h5", NULL);
  char *cp[] = { "cp", other, path, NULL };
  RefrainWindow *window = make_window_with_bookmark (path);
  RefrainTrace *trace;
  int status = -1;

  g_assert_true (
      g_spawn_sync (NULL, cp, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  wait_until (shows_label (GTK_WIDGET (window), sentence));
  wait_until (remembers (path, "odd place"));
  /* The trace is the one of before, in all its views. */
  for (guint i = 0; i < refrain_n_pages; i++)
    {
      activate_with (window, "page", refrain_pages[i].name);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  trace = refrain_session_get_trace (refrain_window_get_session (window));
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 8);
  for (guint p = 0; p < 8; p++)
    g_assert_false (refrain_process_is_damaged (refrain_trace_get_process (trace, p)));
  activate (window, "reload");
  wait_until (screen_is (window, "trace"));
  trace = refrain_session_get_trace (refrain_window_get_session (window));
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), <, 8);
  close_window (window);
  remove_tree (folder);
}

/* Where nothing could keep the bytes, the trace is closed; what was told is not lost. */
static void
test_lost (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = make_mapped (folder, "open.mtf.h5");
  RefrainWindow *window = make_window_with_bookmark (path);

  refrain_window_note_change (window, "another.mtf.h5", FALSE, NULL);
  g_assert_true (screen_is (window, "trace"));
  refrain_window_note_change (window, path, FALSE, NULL);
  g_assert_true (screen_is (window, "error"));
  g_assert_null (refrain_window_get_session (window));
  wait_until (remembers (path, "odd place"));
  activate (window, "reload");
  wait_until (screen_is (window, "trace"));
  close_window (window);
  remove_tree (folder);
}

TEST_PROGRAM ("window-changed")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-changed/overwritten", test_changed);
  g_test_add_func ("/window-changed/lost", test_lost);
  return g_test_run ();
}
