/* test-layers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arithmetic of textures that hold more than the view: no display needed.
 */
#include "config.h"

#include "refrain-paint-cache.h"
#include "test-program.h"

/* 1000 × 500 pixels show [100, 200] and rows 2 to 6. */
static const RefrainViewport view = { 1000, 500, 100, 200, 2, 4, FALSE };

static void
test_extend (void)
{
  RefrainViewport wide = refrain_viewport_extend (&view, 0.5, 100, 1);
  RefrainViewport few = refrain_viewport_extend (&view, 0.5, 6, 1);
  RefrainViewport none = refrain_viewport_extend (&view, 0, 100, 1);
  RefrainViewport huge = refrain_viewport_extend (&view, 1000, 1000, 2);

  /* Half a view on each side, at the same scale; no rows above the first. */
  g_assert_cmpfloat_with_epsilon (wide.start, 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (wide.end, 250, 1e-9);
  g_assert_cmpfloat_with_epsilon (wide.width, 2000, 1e-9);
  g_assert_cmpfloat_with_epsilon (wide.first_row, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (wide.n_rows, 8, 1e-9);
  g_assert_cmpfloat_with_epsilon (wide.height, 1000, 1e-9);
  /* No rows below the last. */
  g_assert_cmpfloat_with_epsilon (few.first_row + few.n_rows, 6, 1e-9);
  g_assert_cmpfloat_with_epsilon (none.width, view.width, 1e-9);
  g_assert_cmpfloat_with_epsilon (none.n_rows, view.n_rows, 1e-9);
  /* However much is asked for, it stays a texture. */
  g_assert_cmpfloat (huge.width * 2, <=, 8192);
  g_assert_cmpfloat (huge.height * 2, <=, 8192);
}

static void
test_covers (void)
{
  RefrainViewport wide = refrain_viewport_extend (&view, 0.5, 100, 1);
  RefrainViewport moved = view;

  g_assert_true (refrain_viewport_covers (&view, &view, 0, 100));
  g_assert_false (refrain_viewport_covers (&view, &view, 0.1, 100));
  g_assert_true (refrain_viewport_covers (&wide, &view, 0.4, 100));
  moved.start += 40;
  moved.end += 40;
  g_assert_true (refrain_viewport_covers (&wide, &moved, 0, 100));
  g_assert_false (refrain_viewport_covers (&wide, &moved, 0.2, 100));
  moved.start += 20;
  moved.end += 20;
  g_assert_false (refrain_viewport_covers (&wide, &moved, 0, 100));
  moved = view;
  moved.first_row = 5;
  g_assert_false (refrain_viewport_covers (&wide, &moved, 0, 100));
}

static void
test_scale (void)
{
  RefrainPaintLayer layer = { NULL, NULL, view, 1, 0 };
  RefrainViewport moved = { 1000, 500, 150, 250, 0, 4, FALSE };
  RefrainViewport zoomed = { 1000, 500, 150, 200, 2, 4, FALSE };
  RefrainViewport deep = { 1000, 500, 150, 150.1, 2, 4, FALSE };
  RefrainViewport far = { 1000, 500, -1e6, 1e6, 2, 4, FALSE };

  g_assert_true (refrain_paint_layer_has_scale_of (&layer, &moved, 1));
  g_assert_false (refrain_paint_layer_has_scale_of (&layer, &moved, 2));
  g_assert_false (refrain_paint_layer_has_scale_of (&layer, &zoomed, 1));
  g_assert_true (refrain_paint_layer_can_be_shown (&layer, &zoomed));
  g_assert_false (refrain_paint_layer_can_be_shown (&layer, &deep));
  g_assert_false (refrain_paint_layer_can_be_shown (&layer, &far));
}

TEST_PROGRAM ("layers")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layers/extend", test_extend);
  g_test_add_func ("/layers/covers", test_covers);
  g_test_add_func ("/layers/scale", test_scale);
  return g_test_run ();
}
