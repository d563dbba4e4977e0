/* bench-click.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a click on a row of the list of patterns to the frame in which all occurrences are lit up.
 * Needs a display, and the anchor of a trace; the third argument chooses the row (0).
 */
#include "config.h"

#include <stdlib.h>

#include "bench-light.h"
#include "refrain-patterns-page.h"
#include "window-driver.h"
#include "test-program.h"

TEST_PROGRAM ("click")
{
  const guint row = argc > 3 ? (guint) atoi (argv[3]) : 0;
  BenchLight light;
  RefrainPatterns *patterns;
  GtkSelectionModel *rows;
  g_autofree char *note = NULL;

  if (argc < 3 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  bench_light_init (&light, make_window_with (argv[2]));
  patterns = refrain_session_get_patterns (bench_light_get_session (&light));
  wait_until (refrain_patterns_get_set (patterns) != NULL);
  activate_with (light.window, "page", "patterns");
  rows = GTK_SELECTION_MODEL (
      refrain_patterns_page_get_listed (find_page (light.window, "patterns")));
  for (guint i = 0; i < BENCH_LIGHTS; i++)
    {
      bench_light_begin (&light);
      gtk_selection_model_select_item (rows, row, TRUE);
      bench_light_end (&light);
    }
  note = g_strdup_printf ("%zu occurrences",
                          refrain_subject_count (refrain_subjects_get_lit (
                              refrain_session_get_subjects (bench_light_get_session (&light)))));
  bench_light_row (&light, "From click to the frame with all occurrences lit up", note);
  close_window (light.window);
  return 0;
}
