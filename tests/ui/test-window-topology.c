/* test-window-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology in the window, driven by its actions. Needs a display; says so and skips without
 * one.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "refrain-topology-page.h"
#include "window-driver.h"
#include "test-program.h"

static RefrainTopologyPage *
get_page (RefrainWindow *window)
{
  return find_page (window, "topology");
}

static RefrainTopologyModel *
get_model (RefrainWindow *window)
{
  return refrain_topology_page_get_model (get_page (window));
}

static RefrainSelection *
get_selection (RefrainWindow *window)
{
  return refrain_session_get_selection (refrain_window_get_session (window));
}

static gboolean
is_found (RefrainWindow *window)
{
  return refrain_topology_model_get_scene (get_model (window)) != NULL
         && !refrain_topology_model_is_running (get_model (window));
}

/* A 3×4 grid of processes whose ranks are scattered, as event text in @folder. */
static char *
write_grid (const char *folder)
{
  static const guint ranks[12] = { 7, 2, 9, 0, 11, 5, 1, 8, 3, 10, 6, 4 };
  g_autoptr (GString) text = g_string_new (NULL);
  char *path = g_build_filename (folder, "grid.events", NULL);

  for (guint place = 0; place < 12; place++)
    {
      const int x = (int) place % 4, y = (int) place / 4;
      const int peers[4] = { x > 0 ? (int) place - 1 : -1, x < 3 ? (int) place + 1 : -1,
                             y > 0 ? (int) place - 4 : -1, y < 2 ? (int) place + 4 : -1 };

      for (guint way = 0; way < 4; way++)
        if (peers[way] >= 0)
          g_string_append_printf (text, "%u send %u tag1\n", ranks[place], ranks[peers[way]]);
      for (guint way = 0; way < 4; way++)
        if (peers[way] >= 0)
          g_string_append_printf (text, "%u recv %u tag1\n", ranks[peers[way]], ranks[place]);
    }
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return path;
}

static RefrainWindow *
make_window_with_grid (const char *folder)
{
  g_autofree char *path = write_grid (folder);
  RefrainWindow *window = make_window_with (path);

  activate_with (window, "page", "topology");
  wait_until (is_found (window));
  return window;
}

/* The page says what the command line says, and draws it. */
static void
test_name (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_with_grid (folder);
  RefrainTopology *topology = refrain_topology_model_get_topology (get_model (window));
  RefrainTopologyScene *scene = refrain_topology_model_get_scene (get_model (window));
  g_autofree char *sentence = refrain_topology_picture_describe (topology, 0);
  g_autoptr (RefrainPainter) figure = NULL;
  RefrainViewport part;
  gsize n_lines;

  g_assert_true (g_str_has_prefix (sentence, "4×3 grid"));
  g_assert_nonnull (strstr (sentence, "17 edges, 0 extra, 0 missing"));
  g_assert_cmpuint (refrain_topology_get_n_steps (topology), >, 2);
  refrain_topology_scene_get_lines (scene, &n_lines);
  g_assert_cmpuint (n_lines, ==, 17);
  g_assert_true (refrain_page_has_figure (REFRAIN_PAGE (get_page (window)), REFRAIN_VIEW_TOPOLOGY));
  figure
      = refrain_page_make_figure (REFRAIN_PAGE (get_page (window)), REFRAIN_VIEW_TOPOLOGY, &part);
  g_assert_nonnull (figure);
  close_window (window);
  remove_tree (folder);
}

/* Sorted by place, neighbours in a row of the grid are neighbours in all views; and back. */
static void
test_sort (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_with_grid (folder);
  RefrainSession *session = refrain_window_get_session (window);
  RefrainMapping *mapping
      = refrain_topology_scene_get_mapping (refrain_topology_model_get_scene (get_model (window)));
  const guint some[] = { 0, 3, 7 };
  const guint *shown;
  gsize n;

  g_assert_null (refrain_session_get_order (session));
  activate (window, "topology-sort");
  g_assert_true (refrain_topology_model_get_sorted (get_model (window)));
  g_assert_nonnull (refrain_session_get_order (session));
  shown = refrain_selection_get_processes (get_selection (window), &n);
  g_assert_cmpuint (n, ==, 12);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (refrain_mapping_get_place (mapping, shown[i]), ==, i);
  /* Who is shown from now on is put in this order, too. */
  refrain_selection_set_processes (get_selection (window), some, 3);
  shown = refrain_selection_get_processes (get_selection (window), &n);
  g_assert_cmpuint (n, ==, 3);
  for (gsize i = 1; i < n; i++)
    g_assert_cmpuint (refrain_mapping_get_place (mapping, shown[i - 1]), <,
                      refrain_mapping_get_place (mapping, shown[i]));
  refrain_selection_set_processes (get_selection (window), NULL, 0);
  activate (window, "topology-sort");
  g_assert_null (refrain_session_get_order (session));
  shown = refrain_selection_get_processes (get_selection (window), &n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (shown[i], ==, i);
  close_window (window);
  remove_tree (folder);
}

/* A mirrored or turned lattice is another mapping, and all views follow. */
static void
test_symmetry (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_with_grid (folder);
  RefrainTopologyModel *model = get_model (window);
  g_autoptr (RefrainTopologyScene) before = g_object_ref (refrain_topology_model_get_scene (model));
  RefrainMapping *found = refrain_topology_scene_get_mapping (before), *mirrored, *turned;
  const RefrainTopologyPoint *points;

  activate (window, "topology-sort");
  activate_with (window, "mirror-topology", "x");
  wait_until (refrain_topology_model_get_scene (model) != before);
  mirrored = refrain_topology_scene_get_mapping (refrain_topology_model_get_scene (model));
  points = refrain_topology_scene_get_points (refrain_topology_model_get_scene (model));
  for (guint process = 0; process < 12; process++)
    {
      const guint *was = refrain_mapping_get_coordinates (found, process);
      const guint *is = refrain_mapping_get_coordinates (mirrored, process);

      g_assert_cmpuint (is[0], ==, was[0]);
      g_assert_cmpuint (is[1], ==, refrain_mapping_get_size (found, 1) - 1 - was[1]);
      g_assert_cmpfloat (points[process].x, ==, is[1]);
    }
  g_assert_cmpuint (refrain_process_order_get_process (
                        refrain_session_get_order (refrain_window_get_session (window)), 0),
                    ==, refrain_mapping_get_process (mirrored, (const guint[]){ 0, 0 }));
  g_set_object (&before, refrain_topology_model_get_scene (model));
  activate_with (window, "mirror-topology", "axes");
  wait_until (refrain_topology_model_get_scene (model) != before);
  turned = refrain_topology_scene_get_mapping (refrain_topology_model_get_scene (model));
  g_assert_cmpuint (refrain_mapping_get_size (turned, 0), ==, refrain_mapping_get_size (found, 1));
  g_assert_cmpuint (refrain_mapping_get_size (turned, 1), ==, refrain_mapping_get_size (found, 0));
  close_window (window);
  remove_tree (folder);
}

/* A graph that is remembered is known from then on, under one name once. */
static void
test_remember (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_with_grid (folder);
  RefrainTopologyModel *model = get_model (window);
  g_autoptr (GError) error = NULL;
  gboolean known = FALSE;

  g_assert_true (refrain_topology_model_remember (model, "mine of Monday", &error));
  g_assert_no_error (error);
  wait_until (is_found (window));
  for (guint i = 0; i < refrain_topology_get_n_names (refrain_topology_model_get_topology (model));
       i++)
    known = known
            || g_str_equal (
                refrain_topology_get_name (refrain_topology_model_get_topology (model), i),
                "mine of Monday");
  g_assert_true (known);
  g_assert_null (refrain_topology_model_get_note (model));
  g_assert_false (refrain_topology_model_remember (model, "mine of Monday", &error));
  g_assert_nonnull (error);
  close_window (window);
  remove_tree (folder);
}

/* As a click does. */
static void
select_edge (RefrainWindow *window)
{
  const RefrainPick pick = { REFRAIN_PICK_CHANNEL, 7, 2, 0 };

  refrain_selection_set_pick (get_selection (window), &pick);
  refrain_pairs_select_edge (refrain_session_get_subjects (refrain_window_get_session (window)), 7,
                             2);
}

/* An edge lights up its messages, which are drawn here as those of any other light. */
static void
test_edge (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  RefrainWindow *window = make_window_with_grid (folder);
  RefrainSelection *selection = get_selection (window);
  guint64 count, bytes;

  select_edge (window);
  g_assert_cmpint (refrain_selection_get_pick (selection)->kind, ==, REFRAIN_PICK_CHANNEL);
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (selection)), ==, 4);
  g_assert_true (
      refrain_pairs_is_edge (refrain_session_get_subjects (refrain_window_get_session (window))));
  wait_until (refrain_topology_model_get_lit (get_model (window)) != NULL);
  refrain_matrix_get (refrain_topology_model_get_lit (get_model (window)), 7, 2, &count, &bytes);
  g_assert_cmpuint (count, ==, 1);
  /* Who does not look is not told, and is told as soon as he does. */
  activate_with (window, "page", "events");
  activate (window, "clear-selection");
  wait_until (refrain_topology_model_get_lit (get_model (window)) == NULL);
  select_edge (window);
  wait_until (refrain_selection_get_highlight (selection) != NULL);
  g_assert_null (refrain_topology_model_get_lit (get_model (window)));
  activate_with (window, "page", "topology");
  wait_until (refrain_topology_model_get_lit (get_model (window)) != NULL);
  activate (window, "clear-selection");
  wait_until (refrain_topology_model_get_lit (get_model (window)) == NULL);
  g_assert_null (refrain_selection_get_highlight (selection));
  close_window (window);
  remove_tree (folder);
}

/* Another weight, another part of the run, and no name at all. */
static void
test_settings (void)
{
  RefrainWindow *window = make_window_with_demo ();
  RefrainTopologyModel *model = get_model (window);
  RefrainTopologySettings settings;
  gsize n_all, n_lines;

  activate_with (window, "page", "topology");
  wait_until (is_found (window));
  g_assert_cmpstr (get_state (window, "topology-value"), ==, "bytes");
  refrain_topology_scene_get_lines (refrain_topology_model_get_scene (model), &n_all);
  g_assert_cmpuint (n_all, >, 0);
  activate_with (window, "topology-value", "count");
  g_assert_true (refrain_topology_model_get_settings (model)->by_count);
  wait_until (is_found (window)
              && !refrain_topology_scene_get_bytes (refrain_topology_model_get_scene (model)));
  settings = *refrain_topology_model_get_settings (model);
  settings.scope = REFRAIN_TOPOLOGY_OF_WINDOW;
  settings.threshold = 0;
  refrain_session_show (refrain_window_get_session (window), 0, 100, REFRAIN_MOVE_QUIET);
  refrain_topology_model_set_settings (model, &settings);
  g_assert_true (refrain_topology_model_is_running (model));
  wait_until (is_found (window));
  refrain_topology_scene_get_lines (refrain_topology_model_get_scene (model), &n_lines);
  g_assert_cmpuint (n_lines, <, n_all);
  settings.scope = REFRAIN_TOPOLOGY_OF_RUN;
  refrain_topology_model_set_settings (model, &settings);
  wait_until (is_found (window));
  refrain_topology_scene_get_lines (refrain_topology_model_get_scene (model), &n_lines);
  g_assert_cmpuint (n_lines, >=, n_all);
  refrain_topology_model_choose (model, REFRAIN_TOPOLOGY_NO_NAME);
  wait_until (refrain_topology_scene_get_mapping (refrain_topology_model_get_scene (model))
              == NULL);
  close_window (window);
}

/* The look of the canvas is that of the actions. */
static void
test_look (void)
{
  static const char *const looks[] = { "directions", "coordinates", "volumes" };
  RefrainWindow *window = make_window_with_demo ();

  activate_with (window, "page", "topology");
  wait_until (is_found (window));
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *action = g_strconcat ("topology-", looks[i], NULL);

      activate (window, action);
      g_assert_true (g_variant_get_boolean (
          g_action_group_get_action_state (G_ACTION_GROUP (window), action)));
    }
  close_window (window);
}

TEST_PROGRAM ("window-topology")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window-topology/name", test_name);
  g_test_add_func ("/window-topology/sort", test_sort);
  g_test_add_func ("/window-topology/edge", test_edge);
  g_test_add_func ("/window-topology/settings", test_settings);
  g_test_add_func ("/window-topology/look", test_look);
  g_test_add_func ("/window-topology/symmetry", test_symmetry);
  g_test_add_func ("/window-topology/remember", test_remember);
  return g_test_run ();
}
