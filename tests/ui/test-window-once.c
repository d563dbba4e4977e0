/* test-window-once.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window in which all pages are looked at works each analysis out once for its options.
 */
#include "window-driver.h"
#include "test-program.h"

/* Nothing has run for so many looks in a row, so many milliseconds apart: all is done. */
#define QUIET 5
#define LOOK  40

/* Runs the main loop until no job does. Returns how long jobs ran, in µs. */
static gint64
settle (RefrainWindow *window)
{
  GListModel *jobs
      = G_LIST_MODEL (refrain_session_get_runner (refrain_window_get_session (window)));
  const gint64 start = g_get_monotonic_time ();
  gint64 last = start;

  let_settle ();
  for (guint quiet = 0; quiet < QUIET; quiet++)
    {
      while (g_list_model_get_n_items (jobs) > 0)
        {
          g_main_context_iteration (NULL, TRUE);
          last = g_get_monotonic_time ();
          quiet = 0;
        }
      rest (LOOK);
    }
  return last - start;
}

static void
check_once (RefrainStudy *study)
{
  for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
    {
      g_test_message ("%s: %u", refrain_analysis_get_name (a), refrain_study_count_made (study, a));
      g_assert_cmpuint (refrain_study_count_again (study, a), ==, 0);
    }
}

/* Visits all pages twice. */
static void
visit_pages (const char *path)
{
  const gint64 start = g_get_monotonic_time ();
  RefrainWindow *window = make_window_with (path);
  RefrainStudy *study = refrain_session_get_study (refrain_window_get_session (window));
  gint64 time = g_get_monotonic_time () - start;
  guint n_made = 0;

  for (guint i = 0; i < refrain_n_pages; i++)
    {
      activate_with (window, "page", refrain_pages[i].name);
      time += settle (window);
    }
  g_test_message ("opening and all pages: %.2f s", (double) time / G_USEC_PER_SEC);
  check_once (study);
  for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
    n_made += refrain_study_count_made (study, a);
  /* Else this tour asked for little. */
  g_assert_cmpuint (n_made, >, REFRAIN_N_ANALYSES / 2);
  for (guint i = 0; i < refrain_n_pages; i++)
    {
      activate_with (window, "page", refrain_pages[i].name);
      settle (window);
    }
  for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
    n_made -= refrain_study_count_made (study, a);
  g_assert_cmpuint (n_made, ==, 0);
  close_window (window);
}

static void
test_demo (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);

  visit_pages (path);
}

#ifndef CHECKS_ARE_SLOW
/* The same of a trace of 16 s, where it is. */
static void
test_real (void)
{
  const char *shared = g_getenv ("REFRAIN_SHARED_TRACES");
  g_autofree char *beside
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "..", "shared", "traces", NULL);
  g_autofree char *packed
      = g_build_filename (shared != NULL ? shared : beside, "lu-A-8.tar.xz", NULL);
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  const char *tar[] = { "tar", "-C", folder, "-xf", packed, NULL };
  g_autofree char *path = g_build_filename (folder, "lu-A-8", "traces.otf2", NULL);

  if (g_file_test (packed, G_FILE_TEST_EXISTS)
      && g_spawn_sync (NULL, (char **) tar, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                       NULL)
      && g_file_test (path, G_FILE_TEST_EXISTS))
    visit_pages (path);
  else
    g_test_skip ("lu-A-8 is not beside the source tree");
  remove_tree (folder);
}
#endif

TEST_PROGRAM ("window-once")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/once/demo", test_demo);
#ifndef CHECKS_ARE_SLOW
  g_test_add_func ("/window/once/real", test_real);
#endif
  return g_test_run ();
}
