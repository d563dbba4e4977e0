/* test-window-openings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window keeps nothing of a trace that was closed, or that another one took the place of,
 * whatever was turned to; and needs no more for the last click than for the first.
 */
#include <malloc.h>

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

/* ---- One window, many traces ---- */

#ifdef CHECKS_ARE_SLOW /* leaks need fewer to be seen */
#define OPENINGS     16
#define FIRST_CLICKS 20
#define CLICKS       80
#else
#define OPENINGS     50
#define FIRST_CLICKS 300 /* after which all that is kept for good is there */
#define CLICKS       500
#endif
/* Bytes that a click may leave: a step of what can be undone, and labels of other lengths. */
#define LEFT_BY_CLICK 512

static const char *const files[] = {
  "data/demo/wavefront.otf2", "tests/data/pair.mtf.h5", "tests/data/mtf-classes.gxl",
  "tests/data/grid.spool",    "tests/data/extrae.prv",  "tests/data/vampir.otf",
  "tests/data/smpi.trace",    "tests/data/pair.events",
};

/* When no picture is being painted, which takes more than a thousand clicks leave. */
static gint64
count_memory (RefrainWindow *window)
{
  RefrainEventPage *page = find_page (window, "events");
  struct mallinfo2 info;

  wait_until (refrain_canvas_is_fresh (REFRAIN_CANVAS (refrain_event_page_get_canvas (page)))
              && g_list_model_get_n_items (G_LIST_MODEL (
                     refrain_session_get_runner (refrain_window_get_session (window))))
                     == 0);
  rest (100);
  info = mallinfo2 ();
  return (gint64) (info.uordblks + info.hblkhd);
}

static void
open_in (RefrainWindow *window, const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  RefrainSession *before = refrain_window_get_session (window);

  refrain_window_open (window, file);
  wait_until (screen_is (window, "trace") && refrain_window_get_session (window) != before);
}

static void
test_many_traces (void)
{
  RefrainWindow *window = make_window_with_demo ();
  guint n_alive = 0;

  for (guint i = 0; i < OPENINGS; i++)
    {
      open_in (window, files[i % G_N_ELEMENTS (files)]);
      watch (refrain_window_get_session (window), &n_alive);
      watch (refrain_session_get_trace (refrain_window_get_session (window)), &n_alive);
      activate_with (window, "page", refrain_pages[i % refrain_n_pages].name);
      let_settle ();
    }
  wait_until (n_alive == 2);
  close_window (window);
  wait_until (n_alive == 0);
}

static void
click (RefrainWindow *window, guint i)
{
  RefrainSession *session = refrain_window_get_session (window);
  RefrainTrace *trace = refrain_session_get_trace (session);
  RefrainPick pick = { .kind = REFRAIN_PICK_OP, .process = i % 8 };

  pick.row = i / 8 % refrain_process_get_ops (refrain_trace_get_process (trace, pick.process))->n;
  refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
  let_settle ();
}

static void
test_many_clicks (void)
{
  RefrainWindow *window = make_window_with_demo ();
  gint64 before = 0, left;

  activate_with (window, "page", "events");
  for (guint i = 0; i < FIRST_CLICKS + CLICKS; i++)
    {
      if (i == FIRST_CLICKS)
        before = count_memory (window);
      click (window, i);
    }
  left = count_memory (window) - before;
  g_test_message ("%" G_GINT64_FORMAT " bytes a click", left / CLICKS);
  g_assert_cmpint (left, <, CLICKS * LEFT_BY_CLICK);
  close_window (window);
}

TEST_PROGRAM ("window-openings")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/openings/all-pages", test_all_pages);
  g_test_add_func ("/window/openings/many-traces", test_many_traces);
  g_test_add_func ("/window/openings/many-clicks", test_many_clicks);
  return g_test_run ();
}
