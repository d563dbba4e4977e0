/* bench-beside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two traces whose windows move together, in a real window of 1600 by 1000 pixels: from a step to
 * the frame in which both graphs are drawn fresh, beside the same with one graph. Needs a display.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-differences-page.h"
#include "refrain-format.h"
#include "synthetic.h"
#include "window-driver.h"
#include "test-program.h"

enum
{
  STEPS = 30,
  EVENTS = 20000000,
  PROCESSES = 16
};

typedef struct
{
  RefrainCanvas *canvases[2];
  guint n;
  gboolean shown;
} Graphs;

static gboolean
are_fresh (const Graphs *self)
{
  for (guint i = 0; i < self->n; i++)
    if (!refrain_canvas_is_fresh (self->canvases[i]))
      return FALSE;
  return TRUE;
}

static void
on_frame (GdkFrameClock *clock, Graphs *self)
{
  self->shown = are_fresh (self);
}

/* The median of the steps of a pan there and back, in milliseconds. */
static double
time_pan (RefrainWindow *window, Graphs *graphs)
{
  RefrainSession *session = refrain_window_get_session (window);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  double times[STEPS];

  refrain_session_show_all (session);
  refrain_session_zoom_centre (session, 0.25);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (on_frame), graphs);
  for (guint i = 0; i < STEPS; i++)
    {
      double began;

      wait_until (are_fresh (graphs));
      let_settle ();
      graphs->shown = FALSE;
      began = bench_seconds ();
      refrain_session_pan (session, i < STEPS / 2 ? 0.1 : -0.1, REFRAIN_MOVE_DRAG);
      wait_until (graphs->shown);
      times[i] = (bench_seconds () - began) * 1e3;
    }
  g_signal_handlers_disconnect_by_data (clock, graphs);
  return bench_median (times, STEPS);
}

static char *
save_trace (const char *folder)
{
  g_autoptr (RefrainTrace) trace = synthetic_trace_new (PROCESSES, EVENTS);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, "beside.mtf.h5", NULL);

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  return path;
}

TEST_PROGRAM ("beside")
{
  g_autofree char *path = NULL, *note = NULL;
  RefrainDifferencesPage *page;
  RefrainWindow *window;
  RefrainBeside *beside;
  Graphs graphs = { .n = 1 };
  double one, two;

  if (argc < 2 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  path = save_trace (argv[1]);
  window = make_window_with (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1600, 1000);
  activate_with (window, "page", "events");
  graphs.canvases[0]
      = REFRAIN_CANVAS (refrain_event_page_get_canvas (find_page (window, "events")));
  one = time_pan (window, &graphs);
  beside = refrain_beside_get (refrain_window_get_session (window));
  refrain_beside_open (beside, path);
  wait_until (refrain_beside_get_job (beside) == NULL);
  wait_until (refrain_session_get_summary (refrain_beside_get_other (beside)) != NULL
              && refrain_session_get_axis (refrain_beside_get_other (beside)) != NULL);
  activate_with (window, "page", "differences");
  page = find_page (window, "differences");
  graphs.n = 2;
  for (guint s = 0; s < 2; s++)
    graphs.canvases[s] = REFRAIN_CANVAS (
        refrain_beside_graph_get_canvas (refrain_differences_page_get_graph (page, s)));
  two = time_pan (window, &graphs);
  note = g_strdup_printf ("20 million events each; %.1f ms with two graphs, %.1f ms with one", two,
                          one);
  bench_row ("Pan of two traces together, of the time with one", two / one, "", "<= 2.2", note);
  close_window (window);
  return 0;
}
