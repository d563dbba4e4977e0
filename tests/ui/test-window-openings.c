/* test-window-openings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window that was closed keeps nothing of its trace, whatever was turned to.
 */
#include "window-driver.h"
#include "test-program.h"

static void
on_gone (gpointer n_alive, GObject *object)
{
  --*(guint *) n_alive;
}

static void
watch (gpointer object, guint *n_alive)
{
  ++*n_alive;
  g_object_weak_ref (object, on_gone, n_alive);
}

static void
test_all_pages (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainSession *session = refrain_window_get_session (window);
  guint n_alive = 0;

  watch (window, &n_alive);
  watch (find_part (window, "workspace"), &n_alive);
  watch (session, &n_alive);
  watch (refrain_session_get_study (session), &n_alive);
  watch (refrain_session_get_trace (session), &n_alive);
  for (guint i = 0; i < refrain_n_pages; i++)
    {
      watch (find_page (window, refrain_pages[i].name), &n_alive);
      activate_with (window, "page", refrain_pages[i].name);
      let_settle ();
    }
  close_window (window);
  wait_until (n_alive == 0);
}

TEST_PROGRAM ("window-openings")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/openings/all-pages", test_all_pages);
  return g_test_run ();
}
