/* bench-light.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "bench-light.h"

#include <time.h>

#include "bench-util.h"
#include "window-driver.h"

static double
get_cpu (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static gboolean
is_lit (BenchLight *self)
{
  RefrainSelection *selection = refrain_session_get_selection (bench_light_get_session (self));

  return refrain_selection_get_highlight (selection) != NULL;
}

static void
on_before (GdkFrameClock *clock, BenchLight *self)
{
  self->frame_began = get_cpu (CLOCK_THREAD_CPUTIME_ID);
}

static void
on_after (GdkFrameClock *clock, BenchLight *self)
{
  self->frame_taken += get_cpu (CLOCK_THREAD_CPUTIME_ID) - self->frame_began;
  self->shown = is_lit (self) && refrain_canvas_is_fresh (REFRAIN_CANVAS (self->canvas));
}

/* Until what was worked out behind is done, the last card's comparisons too, and nothing comes for
 * a while: what is measured is the click, not what it meets. */
static void
settle (BenchLight *self)
{
  GListModel *jobs = G_LIST_MODEL (refrain_session_get_runner (bench_light_get_session (self)));
  gint64 until;

  wait_until (g_list_model_get_n_items (jobs) == 0
              && refrain_canvas_is_fresh (REFRAIN_CANVAS (self->canvas)));
  until = g_get_monotonic_time () + 300000;
  while (g_get_monotonic_time () < until)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (2000);
}

void
bench_light_init (BenchLight *self, RefrainWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));

  *self = (BenchLight){ .window = window };
  gtk_window_set_default_size (GTK_WINDOW (window), 1600, 1000);
  self->canvas = refrain_event_page_get_canvas (find_page (window, "events"));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before), self);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (on_after), self);
}

RefrainSession *
bench_light_get_session (BenchLight *self)
{
  return refrain_window_get_session (self->window);
}

void
bench_light_begin (BenchLight *self)
{
  g_assert_cmpuint (self->n, <, BENCH_LIGHTS);
  activate (self->window, "clear-selection");
  settle (self);
  self->shown = FALSE;
  self->frame_taken = 0;
  self->began = bench_seconds ();
  self->main_began = get_cpu (CLOCK_THREAD_CPUTIME_ID);
  self->all_began = get_cpu (CLOCK_PROCESS_CPUTIME_ID);
}

void
bench_light_end (BenchLight *self)
{
  const guint i = self->n++;

  self->answered[i] = (bench_seconds () - self->began) * 1e3;
  wait_until (is_lit (self));
  self->known[i] = (bench_seconds () - self->began) * 1e3;
  wait_until (self->shown);
  self->shown_after[i] = (bench_seconds () - self->began) * 1e3;
  self->of_main[i] = get_cpu (CLOCK_THREAD_CPUTIME_ID) - self->main_began;
  self->of_all[i] = get_cpu (CLOCK_PROCESS_CPUTIME_ID) - self->all_began;
  self->of_frames[i] = self->frame_taken;
}

void
bench_light_row (BenchLight *self, const char *name, const char *note)
{
  const guint n = self->n;
  const double median = bench_median (self->shown_after, n);
  const double of_main = bench_median (self->of_main, n), of_all = bench_median (self->of_all, n);
  g_autofree char *text = g_strdup_printf (
      "a real window, %s; the main thread computes for %.0f ms, %.0f of them for frames, all "
      "threads for %.0f ms; what is done answers after %.1f ms, what is to be lit up is known "
      "after "
      "%.1f ms; the fastest of %u: %.1f ms (%.1f and %.1f ms of the main thread and of all)",
      note, of_main, bench_median (self->of_frames, n), of_all, bench_median (self->answered, n),
      bench_median (self->known, n), n, self->shown_after[0], self->of_main[0], self->of_all[0]);

  bench_row (name, median, "ms", "<= 50", text);
  self->n = 0;
}
