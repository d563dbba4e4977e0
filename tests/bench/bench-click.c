/* bench-click.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a click on a row of the list of patterns to the frame in which all occurrences are lit up,
 * in a real window of 1600 by 1000 pixels: the time that passes, and the processor time that is
 * spent until then by the main thread and by all. Needs a display, and the anchor of a trace; the
 * third argument chooses the row (0).
 */
#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "bench-util.h"
#include "refrain-event-page.h"
#include "refrain-patterns-page.h"
#include "window-driver.h"
#include "test-program.h"

enum
{
  RUNS = 15
};

typedef struct
{
  RefrainWindow *window;
  RefrainEventCanvas *canvas;
  gboolean shown; /* a frame is drawn with the picture of what is lit up */
} Click;

static double
get_cpu (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static RefrainSelection *
get_selection (Click *self)
{
  return refrain_session_get_selection (refrain_window_get_session (self->window));
}

static void
on_frame (GdkFrameClock *clock, Click *self)
{
  self->shown = refrain_selection_get_highlight (get_selection (self)) != NULL
                && refrain_canvas_is_fresh (REFRAIN_CANVAS (self->canvas));
}

static void
settle (Click *self)
{
  const gint64 until = g_get_monotonic_time () + 300000;

  wait_until (refrain_canvas_is_fresh (REFRAIN_CANVAS (self->canvas)));
  while (g_get_monotonic_time () < until)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (2000);
}

TEST_PROGRAM ("click")
{
  const guint row = argc > 3 ? (guint) atoi (argv[3]) : 0;
  double wall[RUNS], lit[RUNS], first[RUNS], cpu_main[RUNS], cpu_all[RUNS];
  Click click = { 0 };
  RefrainPatterns *patterns;
  GtkSelectionModel *rows;
  g_autofree char *note = NULL;

  if (argc < 3 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  click.window = make_window_with (argv[2]);
  gtk_window_set_default_size (GTK_WINDOW (click.window), 1600, 1000);
  patterns = refrain_session_get_patterns (refrain_window_get_session (click.window));
  wait_until (refrain_patterns_get_set (patterns) != NULL);
  activate_with (click.window, "page", "patterns");
  click.canvas = refrain_event_page_get_canvas (find_page (click.window, "events"));
  rows = GTK_SELECTION_MODEL (
      refrain_patterns_page_get_listed (find_page (click.window, "patterns")));
  g_signal_connect_after (gtk_widget_get_frame_clock (GTK_WIDGET (click.window)), "after-paint",
                          G_CALLBACK (on_frame), &click);
  for (int i = 0; i < RUNS; i++)
    {
      double began, main_began, all_began;

      activate (click.window, "clear-selection");
      settle (&click);
      click.shown = FALSE;
      began = bench_seconds ();
      main_began = get_cpu (CLOCK_THREAD_CPUTIME_ID);
      all_began = get_cpu (CLOCK_PROCESS_CPUTIME_ID);
      gtk_selection_model_select_item (rows, row, TRUE);
      first[i] = (bench_seconds () - began) * 1e3;
      wait_until (refrain_selection_get_highlight (get_selection (&click)) != NULL);
      lit[i] = (bench_seconds () - began) * 1e3;
      wait_until (click.shown);
      wall[i] = (bench_seconds () - began) * 1e3;
      cpu_main[i] = get_cpu (CLOCK_THREAD_CPUTIME_ID) - main_began;
      cpu_all[i] = get_cpu (CLOCK_PROCESS_CPUTIME_ID) - all_began;
    }
  note = g_strdup_printf (
      "a real window, %zu occurrences; the main thread computes for %.0f ms, all "
      "threads for %.0f ms; the list answers after %.1f ms, what is to be lit "
      "up is known after %.1f ms",
      refrain_subject_count (refrain_subjects_get_lit (
          refrain_session_get_subjects (refrain_window_get_session (click.window)))),
      bench_median (cpu_main, RUNS), bench_median (cpu_all, RUNS), bench_median (first, RUNS),
      bench_median (lit, RUNS));
  bench_row ("From click to the frame with all occurrences lit up", bench_median (wall, RUNS), "ms",
             "<= 50", note);
  close_window (click.window);
  return 0;
}
