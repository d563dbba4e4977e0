/* test-counter-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A counter of two processes as lines and as heat, and what is told of a point.
 */
#include <string.h>

#include "counter-trace.h"
#include "refrain-counter-painter.h"
#include "scene.h"
#include "test-program.h"

typedef struct
{
  RefrainTrace *trace;
  RefrainAxis *axis;
  RefrainCounters *counters;
  RefrainViewport viewport; /* three rows of 40 pixels, 100 a microsecond */
  RefrainStyle style;
} View;

static void
view_init (View *self)
{
  self->trace = counter_trace_new ();
  self->axis = refrain_axis_new (self->trace, REFRAIN_AXIS_TIME);
  self->counters = refrain_counters_new (self->trace, NULL, NULL);
  self->viewport = (RefrainViewport){ .width = 500, .height = 120, .n_rows = 3, .end = 5000 };
  refrain_style_init (&self->style, REFRAIN_PALETTE_LIGHT, 11);
}

static void
view_clear (View *self)
{
  g_object_unref (self->counters);
  g_object_unref (self->axis);
  g_object_unref (self->trace);
}

static RefrainCounterPainter *
make_painter (View *self, guint counter, gboolean heat)
{
  const guint processes[] = { 1, 0 };

  return refrain_counter_painter_new (self->counters, self->axis, counter, processes, 2, heat);
}

/* Watts: 2, 1.5 and 0.5 in the last row, 1 above it, and their sum. */
static void
test_heat (void)
{
  View view;
  g_autoptr (RefrainCounterPainter) painter = NULL;
  cairo_surface_t *surface;
  RefrainColor ground;

  view_init (&view);
  painter = make_painter (&view, 1, TRUE);
  g_assert_cmpuint (refrain_counter_painter_get_n_rows (painter), ==, 3);
  surface = scene_draw (REFRAIN_PAINTER (painter), &view.viewport, &view.style);
  ground = scene_get_pixel (surface, 50, 60);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 150, 100),
                                     refrain_style_get_scale_color (&view.style, 1)),
                     <, 0.02);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 150, 60), ground), >, 0.1);
  /* Half of the most: the same in both rows, at other times. */
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 150, 60), scene_get_pixel (surface, 450, 60)), <,
      0.02);
  g_assert_cmpfloat (
      scene_distance (scene_get_pixel (surface, 450, 100), scene_get_pixel (surface, 150, 100)), >,
      0.2);
  cairo_surface_destroy (surface);
  view_clear (&view);
}

static void
test_lines (void)
{
  View view;
  g_autoptr (RefrainCounterPainter) painter = NULL;
  cairo_surface_t *surface;
  const RefrainColor *line;

  view_init (&view);
  view.style.line_width = 3;
  line = &view.style.colors[REFRAIN_COLOR_P2P];
  painter = make_painter (&view, 1, FALSE);
  surface = scene_draw (REFRAIN_PAINTER (painter), &view.viewport, &view.style);
  /* At the top of its row, then further down; nothing before the first value. */
  g_assert_cmpuint (scene_count (surface, 120, 80, 180, 86, *line), >, 20);
  g_assert_cmpuint (scene_count (surface, 420, 80, 480, 86, *line), ==, 0);
  g_assert_cmpuint (scene_count (surface, 420, 100, 480, 120, *line), >, 20);
  g_assert_cmpuint (scene_count (surface, 10, 0, 90, 120, *line), ==, 0);
  cairo_surface_destroy (surface);
  view_clear (&view);
}

static void
test_words (void)
{
  View view;
  g_autoptr (RefrainCounterPainter) watts = NULL, cycles = NULL;
  g_autofree char *sum = NULL, *one = NULL, *rate = NULL;

  view_init (&view);
  watts = make_painter (&view, 1, FALSE);
  cycles = make_painter (&view, 0, FALSE);
  sum = refrain_counter_painter_describe (watts, &view.viewport, 150, 10);
  one = refrain_counter_painter_describe (watts, &view.viewport, 150, 100);
  rate = refrain_counter_painter_describe (cycles, &view.viewport, 150, 100);
  g_assert_nonnull (strstr (sum, "watts: 3 W"));
  g_assert_nonnull (strstr (one, "watts 2 W"));
  g_assert_nonnull (strstr (rate, "cycles 1000 M/s"));
  g_assert_null (refrain_counter_painter_describe (watts, &view.viewport, 150, 130));
  view_clear (&view);
}

TEST_PROGRAM ("counter-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counter-view/heat", test_heat);
  g_test_add_func ("/counter-view/lines", test_lines);
  g_test_add_func ("/counter-view/words", test_words);
  return g_test_run ();
}
