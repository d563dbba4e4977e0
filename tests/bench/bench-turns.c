/* bench-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long the main loop of a real window of 1600 by 1000 pixels is away at most while it is used:
 * opened, zoomed, panned, its slider moved, patterns chosen, pages turned. A turn is the time
 * between two polls. What GTK itself takes to draw the same window once more, as when another one
 * was in front of it (much, where no graphics hardware is), is measured beside it and taken off.
 * Needs an X display, and says nothing without one.
 */
#include "config.h"

#include <gdk/x11/gdkx.h>
#include <time.h>

#include "bench-util.h"
#include "refrain-event-page.h"
#include "refrain-format.h"
#include "refrain-matrix-canvas.h"
#include "refrain-pages.h"
#include "refrain-patterns-page.h"
#include "refrain-table-view.h"
#include "synthetic.h"
#include "window-driver.h"
#include "test-program.h"

enum
{
  REPEATS = 7,
  STEPS = 10,     /* of a gesture */
  STEP_TIME = 25, /* ms from one to the next */
  PAGE_REPEATS = 5,
  EVENTS = 20000000,
  PROCESSES = 16,
  SIDE = 64, /* of a grid of many processes */
  MANY_EVENTS = 3000000
};

/* The longest turn since it was forgotten, in milliseconds, by the clock; and the most that the
 * main thread worked in one, which what else the machine does changes less. */
static struct
{
  double began, began_work;
  double longest, work;
} turns;

static double
get_work (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static gint
poll_and_note (GPollFD *fds, guint n, gint timeout)
{
  const double turn = bench_seconds () * 1e3 - turns.began, work = get_work () - turns.began_work;
  gint result;

  turns.longest = MAX (turns.longest, turn);
  turns.work = MAX (turns.work, work);
  result = g_poll (fds, n, timeout);
  turns.began = bench_seconds () * 1e3;
  turns.began_work = get_work ();
  return result;
}

static void
forget_turns (void)
{
  turns.began = bench_seconds () * 1e3;
  turns.began_work = get_work ();
  turns.longest = turns.work = 0;
}

/* ---- What a user does: one step of it ---------------------------------------------------------
 */

typedef struct
{
  RefrainWindow *window;
  RefrainSession *session;
} Use;

typedef void (*Step) (Use *use, guint step);

static void
draw_again (Use *use, guint step)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (use->window));
  GdkDisplay *display = gdk_surface_get_display (surface);

  XClearArea (gdk_x11_display_get_xdisplay (display), gdk_x11_surface_get_xid (surface), 0, 0, 0, 0,
              True);
  gdk_display_flush (display);
}

static void
zoom (Use *use, guint step)
{
  refrain_session_zoom_centre (use->session, step < STEPS / 2 ? 0.5 : 2);
}

static void
pan (Use *use, guint step)
{
  refrain_session_pan (use->session, step < STEPS / 2 ? 0.1 : -0.1, REFRAIN_MOVE_DRAG);
}

static void
slide (Use *use, guint step)
{
  RefrainPhaseModel *model = refrain_session_get_phases (use->session);

  refrain_phase_model_set_strength (model, 0.02 * (1 + step));
}

static void
choose_pattern (Use *use, guint step)
{
  GtkSelectionModel *rows = GTK_SELECTION_MODEL (
      refrain_patterns_page_get_listed (find_page (use->window, "patterns")));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (rows));

  if (n > 0)
    gtk_selection_model_select_item (rows, step % n, TRUE);
}

/* ---- Measuring --------------------------------------------------------------------------------
 */

/* The longest turn of a gesture, the median of several: by the clock. @work: that with most work.
 */
static double
measure (Use *use, Step step, guint n_steps, double *work)
{
  double longest[REPEATS], of_work[REPEATS];

  for (guint i = 0; i < REPEATS; i++)
    {
      rest (400);
      forget_turns ();
      for (guint k = 0; k < n_steps; k++)
        {
          step (use, k);
          rest (STEP_TIME);
        }
      rest (200);
      longest[i] = turns.longest;
      of_work[i] = turns.work;
    }
  *work = bench_median (of_work, REPEATS);
  return bench_median (longest, REPEATS);
}

static void
tell (const char *trace,
      const char *what,
      double longest,
      double work,
      double redraw,
      double redraw_work,
      const char *page)
{
  g_autofree char *name = g_strdup_printf ("Main loop, longest turn: %s, %s", what, trace);
  g_autofree char *note = g_strdup_printf (
      "beyond the %.1f ms in which the same window is drawn once more; the turn took %.1f ms; the "
      "main thread worked for %.1f ms in one, for %.1f ms to draw once more; on %s",
      redraw, longest, work, redraw_work, page);

  bench_row (name, MAX (0, longest - redraw), "ms", "<= 16", note);
}

static void
measure_use (Use *use, const char *page, const char *trace, const char *what, Step step, guint n)
{
  double work, redraw, redraw_work, longest;

  activate_with (use->window, "page", page);
  rest (1500);
  redraw = measure (use, draw_again, STEPS, &redraw_work);
  longest = measure (use, step, n, &work);
  tell (trace, what, longest, work, redraw, redraw_work, page);
}

/* Each page after the one before it: the longest turn beyond what it takes to draw that page once
 * more; the page where that is most is told. */
static void
measure_pages (Use *use, const char *trace)
{
  double most = 0, most_work = 0, most_redraw = 0, most_redraw_work = 0;
  guint worst = 0;

  for (guint p = 0; p < refrain_n_pages; p++)
    {
      const char *before = refrain_pages[(p + refrain_n_pages - 1) % refrain_n_pages].name;
      double longest[PAGE_REPEATS], of_work[PAGE_REPEATS], redraw, redraw_work, turn;

      for (guint i = 0; i < PAGE_REPEATS; i++)
        {
          activate_with (use->window, "page", before);
          rest (250);
          forget_turns ();
          activate_with (use->window, "page", refrain_pages[p].name);
          rest (250);
          longest[i] = turns.longest;
          of_work[i] = turns.work;
        }
      forget_turns ();
      for (guint i = 0; i < PAGE_REPEATS; i++)
        {
          draw_again (use, i);
          rest (50);
        }
      redraw = turns.longest;
      redraw_work = turns.work;
      turn = bench_median (longest, PAGE_REPEATS);
      if (turn - redraw <= most - most_redraw && p > 0)
        continue;
      most = turn;
      most_work = bench_median (of_work, PAGE_REPEATS);
      most_redraw = redraw;
      most_redraw_work = redraw_work;
      worst = p;
    }
  tell (trace, "each page turned to", most, most_work, most_redraw, most_redraw_work,
        refrain_pages[worst].name);
}

/* Opens the trace in a window, and waits for what is worked out by itself. */
static void
open_window (Use *use, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  use->window = make_window ();
  gtk_window_set_default_size (GTK_WINDOW (use->window), 1600, 1000);
  rest (1000);
  forget_turns ();
  refrain_window_open (use->window, file);
  wait_until (screen_is (use->window, "trace"));
  use->session = refrain_window_get_session (use->window);
  wait_until (refrain_session_get_axis (use->session) != NULL
              && refrain_session_get_summary (use->session) != NULL);
  wait_until (refrain_patterns_get_set (refrain_session_get_patterns (use->session)) != NULL);
  wait_until (refrain_phase_model_get_phases (refrain_session_get_phases (use->session)) != NULL);
  rest (3000);
}

static void
measure_window (const char *path, const char *trace)
{
  Use use = { NULL };
  double longest, work, redraw, redraw_work;

  open_window (&use, path);
  longest = turns.longest;
  work = turns.work;
  /* One of its turns draws the page for the first time. */
  redraw = measure (&use, draw_again, STEPS, &redraw_work);
  tell (trace, "opening", longest, work, redraw, redraw_work, "summary");
  measure_use (&use, "events", trace, "zoom", zoom, STEPS);
  measure_use (&use, "events", trace, "pan", pan, STEPS);
  measure_use (&use, "phases", trace, "slider", slide, STEPS);
  measure_use (&use, "patterns", trace, "patterns chosen", choose_pattern, STEPS);
  measure_pages (&use, trace);
  close_window (use.window);
}

/* ---- Thousands of processes -------------------------------------------------------------------
 */

static RefrainTableView *
find_table (Use *use)
{
  return REFRAIN_TABLE_VIEW (
      find_widget (find_page (use->window, "processes"), REFRAIN_TYPE_TABLE_VIEW));
}

static GtkAdjustment *
find_scroll (Use *use)
{
  return gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (refrain_table_view_get_view (find_table (use))));
}

static void
scroll_down (Use *use)
{
  gtk_adjustment_set_value (find_scroll (use), gtk_adjustment_get_upper (find_scroll (use)) / 2);
}

static void
sort (Use *use, guint step)
{
  refrain_table_view_sort (find_table (use), step % 2, GTK_SORT_DESCENDING);
}

static void
show_columns (Use *use, guint step)
{
  g_action_group_change_action_state (G_ACTION_GROUP (use->window), "all-columns",
                                      g_variant_new_boolean (step % 2 == 0));
}

static void
choose_cell (Use *use, guint step)
{
  refrain_matrix_canvas_choose (find_part (find_page (use->window, "matrix"), "canvas"), step,
                                step + 1);
}

static void
correct (Use *use, guint step)
{
  activate (use->window, "correct-clocks");
}

static void
tell_turn (const char *what, Use *use, Step step, const char *page, void (*before) (Use *use))
{
  double longest[REPEATS], of_work[REPEATS];
  g_autofree char *name = g_strdup_printf ("Main loop, longest turn: %s, 4,096 processes", what);
  g_autofree char *note = NULL;

  activate_with (use->window, "page", page);
  rest (1500);
  for (guint i = 0; i < REPEATS; i++)
    {
      if (before != NULL)
        before (use);
      rest (600);
      forget_turns ();
      step (use, i);
      rest (1500);
      longest[i] = turns.longest;
      of_work[i] = turns.work;
    }
  note = g_strdup_printf ("the main thread worked for %.1f ms in one",
                          bench_median (of_work, REPEATS));
  bench_row (name, bench_median (longest, REPEATS), "ms", "<= 50", note);
}

static void
measure_many (const char *path)
{
  Use use = { NULL };

  open_window (&use, path);
  tell_turn ("sorting a list that is scrolled down", &use, sort, "processes", scroll_down);
  tell_turn ("all columns", &use, show_columns, "processes", NULL);
  tell_turn ("a cell of the matrix", &use, choose_cell, "matrix", NULL);
  tell_turn ("clocks corrected", &use, correct, "time", NULL);
  close_window (use.window);
}

static char *
save (const char *folder, const char *name, RefrainTrace *trace)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (trace);
  return path;
}

TEST_PROGRAM ("turns")
{
  g_autofree char *path = NULL, *many = NULL;

  if (argc < 2 || !window_driver_init (&argc, &argv)
      || !GDK_IS_X11_DISPLAY (gdk_display_get_default ()))
    return 0;
  /* A benchmark goes on where GTK warns of a width by one pixel. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  g_main_context_set_poll_func (NULL, poll_and_note);
  many = save (argv[1], "turns-many.mtf.h5", synthetic_stencil_new (SIDE, SIDE, MANY_EVENTS));
  measure_many (many);
  path = save (argv[1], "turns.mtf.h5", synthetic_trace_new (PROCESSES, EVENTS));
  measure_window (path, "20 million events");
  if (argc > 2)
    measure_window (argv[2], "the real trace");
  return 0;
}
