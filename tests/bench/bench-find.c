/* bench-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From choosing a hit of the search to the frame in which all its messages are lit up, in a real
 * window of 1600 by 1000 pixels: once they are counted, as they are while one types, and from
 * nothing. Needs a display, and the anchor of a trace; the third argument is the search.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-event-page.h"
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

/* Chooses @question and waits for the light, *@lit, and for the frame. */
static double
choose (Click *self, const RefrainFindQuestion *question, double *lit)
{
  RefrainHits *hits = refrain_session_get_hits (refrain_window_get_session (self->window));
  double began;

  settle (self);
  self->shown = FALSE;
  began = bench_seconds ();
  refrain_hits_choose (hits, question);
  wait_until (refrain_selection_get_highlight (get_selection (self)) != NULL);
  *lit = (bench_seconds () - began) * 1e3;
  wait_until (self->shown);
  return (bench_seconds () - began) * 1e3;
}

TEST_PROGRAM ("find")
{
  const char *text = argc > 3 ? argv[3] : "MESSAGES WHERE SIZE >= 0 LIMIT 100000";
  double wall[RUNS], lit[RUNS], wall_anew[RUNS], lit_anew[RUNS];
  Click click = { 0 };
  RefrainHits *hits;
  g_autoptr (GPtrArray) questions = NULL;
  g_autofree char *note = NULL;
  gsize n;

  if (argc < 3 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  click.window = make_window_with (argv[2]);
  gtk_window_set_default_size (GTK_WINDOW (click.window), 1600, 1000);
  hits = refrain_session_get_hits (refrain_window_get_session (click.window));
  wait_until (refrain_patterns_get_set (
                  refrain_session_get_patterns (refrain_window_get_session (click.window)))
              != NULL);
  activate_with (click.window, "page", "events");
  click.canvas = refrain_event_page_get_canvas (find_page (click.window, "events"));
  questions = refrain_find_text_read (
      text, refrain_session_get_trace (refrain_window_get_session (click.window)));
  if (questions->len == 0)
    return 1;
  g_signal_connect_after (gtk_widget_get_frame_clock (GTK_WIDGET (click.window)), "after-paint",
                          G_CALLBACK (on_frame), &click);
  for (int i = 0; i < RUNS; i++)
    {
      activate (click.window, "clear-selection");
      refrain_hits_look (hits, NULL);
      wall_anew[i] = choose (&click, questions->pdata[0], &lit_anew[i]);
      activate (click.window, "clear-selection");
      refrain_hits_look (hits, questions);
      wait_until (refrain_hits_get_found (hits, 0, &n));
      wall[i] = choose (&click, questions->pdata[0], &lit[i]);
    }
  note = g_strdup_printf (
      "a real window, %zu messages; what is to be lit up is known after %.1f ms; "
      "where nobody counted them before, after %.1f ms, and lit after %.1f ms",
      refrain_subject_count (refrain_subjects_get_lit (refrain_session_get_subjects (refrain_window_get_session (click.window)))), bench_median (lit, RUNS), bench_median (lit_anew, RUNS),
      bench_median (wall_anew, RUNS));
  bench_row ("From a search hit to the frame with all its messages lit up",
             bench_median (wall, RUNS), "ms", "<= 50", note);
  close_window (click.window);
  return 0;
}
