/* test-overview.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The overview of the run: activity, ticks of what is lit up, the visible window.
 */
#include "config.h"

#include "refrain-arrivals-paint.h"
#include "refrain-overview-painter.h"
#include "scene.h"
#include "test-program.h"

static void
test_strip (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport viewport = { .width = 1000, .height = 30 };
  cairo_surface_t *surface;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_PAINTER (
      refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL));
  refrain_painter_get_extent (painter, &viewport);
  g_assert_cmpfloat (viewport.end, ==, 1000000);
  surface = scene_draw (painter, &viewport, &scene.style);
  /* At 150 to 200 two of three processes are in point-to-point routines, at 50 none, and at 850 all
   * in the barrier. */
  g_assert_cmpuint (scene_count (surface, 175, 0, 176, 30, scene.style.colors[REFRAIN_COLOR_P2P]),
                    ==, 20);
  g_assert_cmpuint (scene_count (surface, 50, 0, 51, 30, scene.style.colors[REFRAIN_COLOR_P2P]), ==,
                    0);
  g_assert_cmpuint (
      scene_count (surface, 850, 0, 851, 30, scene.style.colors[REFRAIN_COLOR_COLLECTIVE]), ==, 30);
  cairo_surface_destroy (surface);
}

static void
test_highlight (void)
{
  RefrainTrace *trace = scene_ring_trace (4, 20000);
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport viewport = { .width = 1000, .height = 40 };
  cairo_surface_t *surface;
  RefrainColor color;

  refrain_op_set_add (set, 2, 30000);
  scene_init (&scene, trace, REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_PAINTER (
      refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, set));
  refrain_painter_get_extent (painter, &viewport);
  surface = scene_draw (painter, &viewport, &scene.style);
  color = scene.style.colors[REFRAIN_COLOR_SELECTION];
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 40, color), >, 0);
  /* Rank 2 has three operations a microsecond in the first half, two in the second. */
  g_assert_cmpuint (scene_count (surface, 495, 0, 505, 40, color), >, 0);
  g_assert_cmpuint (scene_count (surface, 0, 0, 490, 40, color), ==, 0);
  /* The rest is dimmed. */
  color = scene.style.colors[REFRAIN_COLOR_P2P];
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 40, color), ==, 0);
  g_assert_cmpuint (scene_count (surface, 0, 8, 1000, 40, refrain_style_dim (&scene.style, color)),
                    >, 0);
  cairo_surface_destroy (surface);
}

/* The occurrence that was gone to has a pin, where it lies and nowhere else. */
static void
test_current (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (RefrainSelection) selection = NULL;
  g_autoptr (RefrainOpSet) set = NULL;
  RefrainViewport viewport = { .width = 1000, .height = 40 };
  RefrainColor ink;
  cairo_surface_t *surface;
  cairo_t *cr;
  double start, end;
  int x;

  scene_init (&scene, scene_ring_trace (4, 20000), REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_PAINTER (
      refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL));
  refrain_painter_get_extent (painter, &viewport);
  set = refrain_op_set_new (scene.trace);
  refrain_op_set_add (set, 2, 30000);
  refrain_op_set_add (set, 2, 30001);
  g_assert_false (refrain_axis_get_set_span (scene.axis, set, 1, &start, &end));
  g_assert_true (refrain_axis_get_set_span (scene.axis, set, 2, &start, &end));
  x = (int) ((start + end) / 2 / (viewport.end - viewport.start) * 1000);
  selection = refrain_selection_new (scene.trace);
  refrain_selection_set_window (selection, 0, viewport.end, FALSE);
  refrain_selection_set_current (selection, set);
  surface = scene_draw (painter, &viewport, &scene.style);
  cr = cairo_create (surface);
  refrain_painter_paint_overlay (painter, cr, &viewport, &scene.style, selection, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  ink = scene.style.colors[REFRAIN_COLOR_TEXT];
  g_assert_cmpuint (scene_count (surface, x - 5, 33, x + 5, 38, ink), >, 8);
  g_assert_cmpuint (scene_count (surface, 5, 33, x - 12, 38, ink), ==, 0);
  g_assert_cmpuint (scene_count (surface, x + 12, 33, 995, 38, ink), ==, 0);
  cairo_surface_destroy (surface);
}

static void
test_window (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (RefrainSelection) selection = NULL;
  RefrainViewport viewport = { .width = 1000, .height = 30 };
  RefrainColor outside;
  cairo_surface_t *surface;
  cairo_t *cr;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_PAINTER (
      refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL));
  selection = refrain_selection_new (scene.trace);
  refrain_selection_set_window (selection, 600000, 800000, FALSE);
  refrain_painter_get_extent (painter, &viewport);
  surface = scene_draw (painter, &viewport, &scene.style);
  outside = scene_get_pixel (surface, 850, 15);
  cr = cairo_create (surface);
  refrain_painter_paint_overlay (painter, cr, &viewport, &scene.style, selection, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_assert_cmpuint (scene_count (surface, 598, 10, 603, 20, scene.style.colors[REFRAIN_COLOR_TEXT]),
                    >, 0);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 850, 15), outside), >, 0.1);
  g_assert_cmpuint (
      scene_count (surface, 750, 15, 751, 30, scene.style.colors[REFRAIN_COLOR_COLLECTIVE]), >, 0);
  cairo_surface_destroy (surface);
}

/* Start-up that is most of the run is drawn narrow, and said to be. */
static void
test_break (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainOverviewPainter) painter = NULL;
  g_autofree char *words = NULL, *no_words = NULL, *end_words = NULL;
  RefrainViewport viewport = { .width = 1000, .height = 58 };
  cairo_surface_t *surface;
  double first, last, last_x = -1;
  guint n;

  scene_init (&scene, scene_late_trace (), REFRAIN_AXIS_TIME, NULL);
  painter = refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  refrain_axis_get_busy_extent (scene.axis, &first, &last);
  g_assert_cmpfloat (refrain_overview_painter_to_x (painter, &viewport, first), <, 50);
  /* The end is a tenth of the run, but half of what is left. */
  g_assert_cmpfloat (refrain_overview_painter_to_x (painter, &viewport, last), >, 950);
  end_words = refrain_overview_painter_describe_break (painter, &viewport, 995);
  g_assert_true (g_str_has_suffix (end_words, " after the last communication, drawn narrow"));
  for (double x = 0; x <= 1000; x += 5)
    {
      const double position = refrain_overview_painter_to_position (painter, &viewport, x);

      g_assert_cmpfloat_with_epsilon (refrain_overview_painter_to_x (painter, &viewport, position),
                                      x, 1e-6);
      g_assert_cmpfloat (position, >, last_x);
      last_x = position;
    }
  words = refrain_overview_painter_describe_break (painter, &viewport, 5);
  g_assert_true (g_str_has_suffix (words, " before the first communication, drawn narrow"));
  no_words = refrain_overview_painter_describe_break (painter, &viewport, 500);
  g_assert_null (no_words);
  /* What communicates has most of the strip. */
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &scene.style);
  n = scene_count (surface, 50, 0, 1000, 58, scene.style.colors[REFRAIN_COLOR_P2P]);
  g_assert_cmpuint (n, >, 1000 * 58 / 8);
  cairo_surface_destroy (surface);
  /* A figure has one scale. */
  viewport.furniture = TRUE;
  g_assert_cmpfloat (refrain_overview_painter_to_x (painter, &viewport, first), >, 700);
}

/* Where a process waits for its accelerator the strip is of the colour of waiting. */
static void
test_device (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport viewport = { .width = 1000, .height = 40 };
  cairo_surface_t *surface;
  RefrainColor wait;

  scene_init (&scene, scene_device_trace (), REFRAIN_AXIS_TIME, NULL);
  painter = REFRAIN_PAINTER (
      refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL));
  refrain_painter_get_extent (painter, &viewport);
  surface = scene_draw (painter, &viewport, &scene.style);
  wait = scene.style.colors[REFRAIN_COLOR_WAIT];
  g_assert_cmpuint (scene_count (surface, 210, 5, 790, 35, wait), >, 500 * 30);
  g_assert_cmpuint (scene_count (surface, 0, 0, 190, 40, wait), ==, 0);
  g_assert_cmpuint (scene_count (surface, 810, 0, 1000, 40, wait), ==, 0);
  cairo_surface_destroy (surface);
}

static void
test_silent (void)
{
  for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    {
      g_auto (Scene) scene = { 0 };
      g_autoptr (RefrainPainter) painter = NULL;
      RefrainViewport viewport = { .width = 100, .height = 30, .furniture = TRUE };

      scene_init (&scene, scene_silent_trace (1), kind, NULL);
      painter = REFRAIN_PAINTER (
          refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL));
      refrain_painter_get_extent (painter, &viewport);
      cairo_surface_destroy (scene_draw (painter, &viewport, &scene.style));
    }
}

/* Of a trace that is being read, two processes of three of which have come, one by half. */
static void
test_arrivals (void)
{
  enum
  {
    ROWS = 3,
    BINS = 10,
    STRIP = 56
  };
  float rows[ROWS * BINS * REFRAIN_N_ACTIVITIES] = { 0 }, mean[BINS * REFRAIN_N_ACTIVITIES] = { 0 };
  guint32 reached[ROWS] = { BINS, BINS / 2, 0 };
  const RefrainArrivalsPicture picture = { .n_processes = ROWS,
                                           .n_rows = ROWS,
                                           .n_bins = BINS,
                                           .end = 1000000,
                                           .rows = rows,
                                           .reached = reached,
                                           .mean = mean,
                                           .n_reached = BINS };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1000, 200);
  cairo_t *cr = cairo_create (surface);
  RefrainColor collective, ground;
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 10);
  collective = style.colors[REFRAIN_COLOR_COLLECTIVE];
  ground = style.colors[REFRAIN_COLOR_BACKGROUND];
  for (gsize bin = 0; bin < BINS; bin++)
    {
      rows[bin * REFRAIN_N_ACTIVITIES + REFRAIN_ACTIVITY_COLLECTIVE] = 1;
      mean[bin * REFRAIN_N_ACTIVITIES + REFRAIN_ACTIVITY_COLLECTIVE] = 0.5f;
    }
  refrain_arrivals_paint (&picture, cr, 1000, 200, &style);
  cairo_surface_flush (surface);
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, STRIP, collective), ==, 1000 * STRIP / 2);
  /* The row of the first process, half of that of the second, nothing of the third. */
  g_assert_cmpuint (scene_count (surface, 0, 72, 1000, 94, collective), ==, 22000);
  g_assert_cmpuint (scene_count (surface, 0, 96, 1000, 118, ground), ==, 11000);
  g_assert_cmpuint (scene_count (surface, 0, 96, 500, 118, style.colors[REFRAIN_COLOR_ROW]), ==,
                    11000);
  g_assert_cmpuint (scene_count (surface, 0, 120, 1000, 200, ground), ==, 80000);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

TEST_PROGRAM ("overview")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overview/strip", test_strip);
  g_test_add_func ("/overview/highlight", test_highlight);
  g_test_add_func ("/overview/current", test_current);
  g_test_add_func ("/overview/window", test_window);
  g_test_add_func ("/overview/break", test_break);
  g_test_add_func ("/overview/device", test_device);
  g_test_add_func ("/overview/silent", test_silent);
  g_test_add_func ("/overview/arrivals", test_arrivals);
  return g_test_run ();
}
