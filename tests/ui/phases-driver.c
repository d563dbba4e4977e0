/* phases-driver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A copy of the demo trace in a folder of its own serves all tests of a program.
 */
#include "config.h"
#include "phases-driver.h"

/* A copy of the demo: what is told about it is remembered beside it. */
static char *demo_folder = NULL;
char *demo = NULL;

RefrainPhaseModel *
get_model (RefrainWindow *window)
{
  return refrain_session_get_phases (refrain_window_get_session (window));
}

RefrainPhasesPage *
get_page (RefrainWindow *window)
{
  return find_page (window, "phases");
}

GListModel *
get_listed (RefrainWindow *window)
{
  return refrain_phases_page_get_listed (get_page (window));
}

gsize
count_phases (RefrainWindow *window)
{
  gsize n;

  refrain_phase_model_get_ranges (get_model (window), &n);
  return n;
}

RefrainWindow *
make_window_as_chosen (const char *path)
{
  RefrainWindow *window = make_window_with (path != NULL ? path : demo);

  wait_until (refrain_phase_model_get_phases (get_model (window)) != NULL);
  activate_with (window, "page", "phases");
  return window;
}

RefrainWindow *
make_window_with_phases (const char *path)
{
  RefrainWindow *window = make_window_as_chosen (path);

  if (refrain_phase_model_is_automatic (get_model (window)))
    activate (window, "phase-automatic");
  wait_until (!refrain_phase_model_is_running (get_model (window)));
  return window;
}

void
set_strength (RefrainWindow *window, double strength)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "phase-strength",
                                  g_variant_new_double (strength));
}

void
select_segment (RefrainWindow *window, guint number)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "select-segment",
                                  g_variant_new_uint32 (number));
}

RefrainPhaseRange
get_selected (RefrainWindow *window)
{
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (get_model (window), &n);

  g_assert_cmpuint (n, ==, 1);
  return selected[0];
}

/* Phases cover the sequence, one behind the other. */
void
assert_covered (RefrainWindow *window)
{
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (get_model (window), &n);
  guint32 at = 0;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (ranges[i].start, ==, at);
      g_assert_cmpuint (ranges[i].end, >, at);
      at = ranges[i].end;
    }
  g_assert_cmpuint (at, ==,
                    refrain_segmentation_get_length (refrain_phases_get_segmentation (
                        refrain_phase_model_get_phases (get_model (window)))));
}

int
phases_driver_run (int argc, char **argv, const PhasesTest *tests, gsize n)
{
  int status;

  if (!window_driver_init (&argc, &argv))
    return 77;
  demo_folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  demo = g_build_filename (demo_folder, "wavefront.otf2", NULL);
  copy_demo (demo_folder);
  for (gsize i = 0; i < n; i++)
    g_test_add_func (tests[i].path, tests[i].func);
  status = g_test_run ();
  remove_tree (demo_folder);
  g_free (demo_folder);
  g_free (demo);
  return status;
}
