/* test-flame.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The flame graph of three processes: where boxes stand, what is found at a point, what is drawn;
 * and calls in depth below rows of the event graph.
 */
#include "refrain-flame-painter.h"
#include "scene.h"
#include "test-program.h"

static const guint everybody[] = { 0, 1, 2 };

static RefrainCallTree *
make_tree (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();

  return refrain_call_tree_new (trace, everybody, 3, refrain_trace_get_start (trace),
                                refrain_trace_get_end (trace), NULL, NULL);
}

static void
init_viewport (RefrainFlamePainter *painter, RefrainViewport *viewport)
{
  *viewport = (RefrainViewport){ .width = 600, .height = 60 };
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), viewport);
}

/* Below main (3000 µs): barriers 600, MPI_Recv 250, work 200, MPI_Send 100 + 50. */
static void
test_find (void)
{
  g_autoptr (RefrainCallTree) tree = make_tree ();
  g_autoptr (RefrainFlamePainter) painter = refrain_flame_painter_new (tree, REFRAIN_NONE, NULL);
  RefrainViewport viewport;
  double start, end;
  guint32 n;

  refrain_call_tree_get_nodes (tree, &n);
  g_assert_cmpuint (n, ==, 6);
  init_viewport (painter, &viewport);
  g_assert_cmpfloat (viewport.n_rows, ==, 3);
  g_assert_cmpuint (refrain_flame_painter_find (painter, &viewport, 10, 10), ==, 0);
  g_assert_cmpuint (refrain_flame_painter_find (painter, &viewport, 599, 30), ==, 1);
  g_assert_cmpstr (
      refrain_call_tree_get_label (tree, refrain_flame_painter_find (painter, &viewport, 10, 50)),
      ==, "MPI_Barrier");
  g_assert_cmpstr (
      refrain_call_tree_get_label (tree, refrain_flame_painter_find (painter, &viewport, 150, 50)),
      ==, "MPI_Recv");
  /* What main does itself is nobody's. */
  g_assert_cmpuint (refrain_flame_painter_find (painter, &viewport, 400, 50), ==, REFRAIN_NONE);
  g_assert_cmpuint (refrain_flame_painter_find (painter, &viewport, 700, 10), ==, REFRAIN_NONE);
  refrain_flame_painter_get_span (painter, 2, &start, &end);
  g_assert_cmpfloat (end - start, ==, 600000);
}

static void
test_colours (void)
{
  g_autoptr (RefrainCallTree) tree = make_tree ();
  g_autoptr (RefrainFlamePainter) painter = refrain_flame_painter_new (tree, REFRAIN_NONE, NULL);
  g_autoptr (RefrainFlamePainter) searched = refrain_flame_painter_new (tree, 1, "barRIER");
  RefrainViewport viewport;
  cairo_surface_t *surface;
  RefrainStyle style;
  RefrainTime time;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  init_viewport (painter, &viewport);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 118, 56), style.colors[REFRAIN_COLOR_COLLECTIVE]),
      <, 0.03);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 400, 50), style.colors[REFRAIN_COLOR_BACKGROUND]),
      <, 0.01);
  cairo_surface_destroy (surface);

  g_assert_cmpuint (refrain_flame_painter_count_matches (searched, &time), ==, 1);
  g_assert_cmpint (time, ==, 600000);
  surface = scene_draw (REFRAIN_PAINTER (searched), &viewport, &style);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 118, 56), style.colors[REFRAIN_COLOR_COLLECTIVE]),
      <, 0.03);
  /* MPI_Recv steps back; main is framed. */
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 165, 56), style.colors[REFRAIN_COLOR_P2P]), >, 0.2);
  g_assert_cmpuint (scene_count (surface, 0, 19, 600, 41, style.colors[REFRAIN_COLOR_SELECTION]), >,
                    500);
  cairo_surface_destroy (surface);
}

/* The lanes of process 1, between its row and that of process 2: main, then MPI below. */
static void
test_lanes (void)
{
  g_auto (Scene) scene = { 0 };
  const gboolean open[] = { FALSE, TRUE, FALSE };
  RefrainEventPainter *painter;
  cairo_surface_t *surface;
  RefrainPick pick;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_EVENT_PAINTER (scene.painter);
  g_assert_true (refrain_event_painter_has_lanes (painter, 1));
  refrain_event_painter_set_lanes (painter, open, 20);
  g_assert_cmpfloat (refrain_event_painter_get_top (painter, 100, 2), ==, 240);
  g_assert_cmpfloat (refrain_event_painter_get_top (painter, 100, 3), ==, 340);
  g_assert_cmpuint (refrain_event_painter_find_row (painter, 100, 239), ==, 1);
  g_assert_cmpuint (refrain_event_painter_find_row (painter, 100, 241), ==, 2);
  g_assert_cmpuint (refrain_event_painter_find_row (painter, 100, 1000), ==, 3);

  scene.viewport.height = 340;
  scene.viewport.n_rows = 3.4;
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  /* MPI_Recv [150, 400] in the second lane, nothing between it and the send. */
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 160, 235), scene.style.colors[REFRAIN_COLOR_P2P]),
      <, 0.03);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 425, 235), scene.style.colors[REFRAIN_COLOR_P2P]),
      >, 0.2);
  cairo_surface_destroy (surface);

  g_assert_true (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 425, 210, &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_CALL);
  g_assert_cmpuint (pick.process, ==, 1);
  g_assert_cmpuint (pick.row, ==, 0);
  g_assert_true (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 300, 230, &pick));
  g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
  g_assert_true (
      refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 700, 290, &pick));
  g_assert_cmpuint (pick.process, ==, 2);

  refrain_event_painter_set_lanes (painter, NULL, 20);
  g_assert_cmpfloat (refrain_event_painter_get_top (painter, 100, 2), ==, 200);
}

TEST_PROGRAM ("flame")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame/find", test_find);
  g_test_add_func ("/flame/colours", test_colours);
  g_test_add_func ("/flame/lanes", test_lanes);
  return g_test_run ();
}
