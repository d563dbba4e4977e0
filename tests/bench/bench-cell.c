/* bench-cell.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a click on a cell of the matrix with 100,000 messages to the frame in which all of them are
 * lit up in the event graph, in a real window of 1600 by 1000 pixels. Needs a display.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-lists-page.h"
#include "refrain-matrix-page.h"
#include "synthetic.h"
#include "window-driver.h"
#include "test-program.h"

enum
{
  RUNS = 15,
  PROCESSES = 8,
  EVENTS = PROCESSES * 8 * 100000 /* as many messages for each pair of neighbours */
};

typedef struct
{
  RefrainWindow *window;
  RefrainEventCanvas *canvas;
  gboolean shown; /* a frame is drawn with the picture of what is lit up */
} Click;

static RefrainSession *
get_session (Click *self)
{
  return refrain_window_get_session (self->window);
}

static void
on_frame (GdkFrameClock *clock, Click *self)
{
  self->shown
      = refrain_selection_get_highlight (refrain_session_get_selection (get_session (self))) != NULL
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

/* The same from selecting all rows of a list of as many messages. */
static void
measure_rows (Click *self)
{
  RefrainListsPage *page = find_page (self->window, "lists");
  GtkSelectionModel *rows;
  double wall[RUNS], answers[RUNS];
  g_autofree char *note = NULL;

  activate (self->window, "clear-selection");
  refrain_list_model_list_pair (refrain_lists_page_get_model (page), 3, 4, NULL, NULL);
  activate_with (self->window, "page", "lists");
  wait_until (refrain_list_model_get_query (refrain_lists_page_get_model (page)) != NULL
              && !refrain_list_model_is_running (refrain_lists_page_get_model (page)));
  rows = gtk_column_view_get_model (find_widget (find_part (page, "table"), GTK_TYPE_COLUMN_VIEW));
  for (int i = 0; i < RUNS; i++)
    {
      double began;

      activate (self->window, "clear-selection");
      settle (self);
      self->shown = FALSE;
      began = bench_seconds ();
      gtk_selection_model_select_all (rows);
      answers[i] = (bench_seconds () - began) * 1e3;
      wait_until (self->shown);
      wall[i] = (bench_seconds () - began) * 1e3;
    }
  note = g_strdup_printf ("a real window, %u rows selected at once; the list answers after %.1f ms",
                          g_list_model_get_n_items (G_LIST_MODEL (rows)),
                          bench_median (answers, RUNS));
  bench_row ("From rows of a list to their messages lit up", bench_median (wall, RUNS), "ms",
             "<= 50", note);
}

TEST_PROGRAM ("cell")
{
  double wall[RUNS];
  Click click = { 0 };
  RefrainMatrixCanvas *matrix;
  g_autofree char *path = NULL, *note = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  if (argc < 2 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  path = g_build_filename (argv[1], "cell.mtf.h5", NULL);
  trace = synthetic_trace_new (PROCESSES, EVENTS);
  if (!refrain_trace_save (trace, path, NULL, NULL, NULL, &error))
    g_error ("%s", error->message);
  g_clear_object (&trace);
  click.window = make_window_with (path);
  gtk_window_set_default_size (GTK_WINDOW (click.window), 1600, 1000);
  activate_with (click.window, "page", "events");
  activate (click.window, "zoom-all");
  click.canvas = refrain_event_page_get_canvas (find_page (click.window, "events"));
  matrix = find_part (find_page (click.window, "matrix"), "canvas");
  g_signal_connect_after (gtk_widget_get_frame_clock (GTK_WIDGET (click.window)), "after-paint",
                          G_CALLBACK (on_frame), &click);
  for (int i = 0; i < RUNS; i++)
    {
      double began;

      activate (click.window, "clear-selection");
      settle (&click);
      click.shown = FALSE;
      began = bench_seconds ();
      refrain_matrix_canvas_choose (matrix, 3, 4);
      wait_until (click.shown);
      wall[i] = (bench_seconds () - began) * 1e3;
    }
  note = g_strdup_printf (
      "a real window, %zu messages in the cell, all of the run shown",
      refrain_subject_count (refrain_subjects_get_lit (refrain_session_get_subjects (get_session (&click)))));
  bench_row ("From click on a matrix cell to its messages lit up", bench_median (wall, RUNS), "ms",
             "<= 50", note);
  measure_rows (&click);
  close_window (click.window);
  return 0;
}
