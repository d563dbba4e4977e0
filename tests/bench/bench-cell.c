/* bench-cell.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a click on a cell of the matrix with 100,000 messages, and from selecting as many rows of a
 * list, to the frame in which all of them are lit up. Needs a display.
 */
#include "config.h"

#include "bench-light.h"
#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-lists-page.h"
#include "refrain-matrix-page.h"
#include "synthetic.h"
#include "window-driver.h"
#include "test-program.h"

enum
{
  PROCESSES = 8,
  EVENTS = PROCESSES * 8 * 100000 /* as many messages for each pair of neighbours */
};

static void
measure_cell (BenchLight *light)
{
  RefrainMatrixCanvas *matrix = find_part (find_page (light->window, "matrix"), "canvas");
  g_autofree char *note = NULL;

  for (guint i = 0; i < BENCH_LIGHTS; i++)
    {
      bench_light_begin (light);
      refrain_matrix_canvas_choose (matrix, 3, 4);
      bench_light_end (light);
    }
  note = g_strdup_printf ("%zu messages in the cell, all of the run shown",
                          refrain_subject_count (refrain_subjects_get_lit (
                              refrain_session_get_subjects (bench_light_get_session (light)))));
  bench_light_row (light, "From click on a matrix cell to its messages lit up", note);
}

static void
measure_rows (BenchLight *light)
{
  RefrainListsPage *page = find_page (light->window, "lists");
  GtkSelectionModel *rows;
  g_autofree char *note = NULL;

  activate (light->window, "clear-selection");
  refrain_list_model_list_pair (refrain_lists_page_get_model (page), 3, 4, NULL, NULL);
  activate_with (light->window, "page", "lists");
  wait_until (refrain_list_model_get_query (refrain_lists_page_get_model (page)) != NULL
              && !refrain_list_model_is_running (refrain_lists_page_get_model (page)));
  rows = gtk_column_view_get_model (find_widget (find_part (page, "table"), GTK_TYPE_COLUMN_VIEW));
  for (guint i = 0; i < BENCH_LIGHTS; i++)
    {
      bench_light_begin (light);
      gtk_selection_model_select_all (rows);
      bench_light_end (light);
    }
  note = g_strdup_printf ("%u rows selected at once",
                          g_list_model_get_n_items (G_LIST_MODEL (rows)));
  bench_light_row (light, "From rows of a list to their messages lit up", note);
}

TEST_PROGRAM ("cell")
{
  BenchLight light;
  g_autofree char *path = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  if (argc < 2 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  path = g_build_filename (argv[1], "cell.mtf.h5", NULL);
  trace = synthetic_trace_new (PROCESSES, EVENTS);
  if (!refrain_trace_save (trace, path, NULL, NULL, &error))
    g_error ("%s", error->message);
  g_clear_object (&trace);
  bench_light_init (&light, make_window_with (path));
  activate_with (light.window, "page", "events");
  activate (light.window, "zoom-all");
  measure_cell (&light);
  measure_rows (&light);
  close_window (light.window);
  return 0;
}
