/* test-divergence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The divergence curve: what is drawn, and which cut is at a point.
 */
#include "config.h"

#include <math.h>

#include "refrain-divergence-painter.h"
#include "scene.h"
#include "test-program.h"

static RefrainPhases *
make_phases (const guint32 *symbols, gsize n)
{
  const RefrainPhaseOptions options = { .collapse = FALSE };

  return refrain_phases_new_for_symbols (symbols, n, &options, NULL, NULL, NULL);
}

/* @first zeros and then ones. */
static RefrainPhases *
make_blocks (gsize n, gsize first)
{
  g_autofree guint32 *symbols = g_new0 (guint32, n + 1);

  for (gsize i = first; i < n; i++)
    symbols[i] = 1;
  return make_phases (symbols, n);
}

/* The divergence of 12 symbols, 8 of the one and 4 of the other, when i are on the left. */
static double
get_divergence (double i)
{
  const double left = i <= 8 ? 0 : i * log2 (i) - 8 * log2 (8) - (i - 8) * log2 (i - 8);
  const double a = 8 - i, right = i >= 8 ? 0 : (a + 4) * log2 (a + 4) - a * log2 (a) - 4 * 2;
  const double all = 12 * log2 (12) - 8 * 3 - 4 * 2;

  return (all - left - right) / 12;
}

/* Every cut can be found where it is drawn, with its number. */
static void
test_find (void)
{
  g_autoptr (RefrainPhases) phases = make_blocks (12, 8);
  g_autoptr (RefrainDivergencePainter) painter
      = refrain_divergence_painter_new (phases, 0, 1, "solve");
  RefrainViewport viewport = { .width = 600, .height = 300 };
  RefrainStyle style;
  double bits;
  guint32 cut;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  g_assert_cmpfloat (viewport.end, ==, 12);
  for (guint32 i = 1; i < 12; i++)
    {
      g_assert_true (
          refrain_divergence_painter_find (painter, &viewport, &style, i * 50, 20, &cut, &bits));
      g_assert_cmpuint (cut, ==, i);
      g_assert_cmpfloat_with_epsilon (bits, get_divergence (i), 1e-12);
    }
  g_assert_false (
      refrain_divergence_painter_find (painter, &viewport, &style, -3, 20, &cut, &bits));
  g_assert_false (
      refrain_divergence_painter_find (painter, &viewport, &style, 20, 301, &cut, &bits));
}

/* A right part counts in the whole sequence. */
static void
test_part (void)
{
  static const guint32 symbols[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2 };
  g_autoptr (RefrainPhases) phases = make_phases (symbols, G_N_ELEMENTS (symbols));
  g_autoptr (RefrainDivergencePainter) painter
      = refrain_divergence_painter_new (phases, 2, 3, NULL);
  RefrainViewport viewport = { .width = 400, .height = 100 };
  RefrainStyle style;
  double bits;
  guint32 cut;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  g_assert_cmpfloat (viewport.start, ==, 8);
  g_assert_true (
      refrain_divergence_painter_find (painter, &viewport, &style, 200, 20, &cut, &bits));
  g_assert_cmpuint (cut, ==, 12);
  g_assert_cmpfloat_with_epsilon (bits, 1, 1e-12);
}

/* The highest inked pixel of column @x, or -1. */
static int
find_top (cairo_surface_t *surface, int x, int height, RefrainColor ground)
{
  for (int y = 0; y < height; y++)
    if (scene_distance (scene_get_pixel (surface, x, y), ground) > 0.3)
      return y;
  return -1;
}

/* Many cuts in a pixel: the peak is as high as when it stands alone, and is found. */
static void
test_long (void)
{
  const gsize n = 1000000;
  g_autoptr (RefrainPhases) phases = make_blocks (n, 300000);
  g_autoptr (RefrainDivergencePainter) painter
      = refrain_divergence_painter_new (phases, 0, 1, NULL);
  RefrainViewport viewport = { .width = 500, .height = 200 };
  RefrainStyle style;
  cairo_surface_t *surface;
  double bits;
  guint32 cut;
  int low, high;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  g_assert_true (
      refrain_divergence_painter_find (painter, &viewport, &style, 150.3, 20, &cut, &bits));
  g_assert_cmpuint (cut, ==, 300000);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  high = find_top (surface, 148, 200, style.colors[REFRAIN_COLOR_BACKGROUND]);
  low = find_top (surface, 30, 200, style.colors[REFRAIN_COLOR_BACKGROUND]);
  g_assert_cmpint (high, >, 10);
  g_assert_cmpint (high, <, 60);
  g_assert_cmpint (low, >, high + 40);
  cairo_surface_destroy (surface);
}

/* Nothing to cut, and every size and palette. */
static void
test_any (void)
{
  static const gsize lengths[][2] = { { 1, 1 }, { 2, 1 }, { 5, 5 }, { 3000, 1000 } };
  static const double sizes[] = { 0, 1, 30, 200, 700 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint k = 0; k < 2 * G_N_ELEMENTS (sizes); k++)
      {
        g_autoptr (RefrainPhases) phases = make_blocks (lengths[i][0], lengths[i][1]);
        g_autoptr (RefrainDivergencePainter) painter
            = refrain_divergence_painter_new (phases, 0, 1, k % 3 == 0 ? NULL : "main × 3");
        RefrainViewport viewport
            = { .width = sizes[k / 2], .height = sizes[k / 2] / 2, .furniture = k & 1 };
        RefrainStyle style;
        cairo_surface_t *surface;
        double bits;
        guint32 cut;

        refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
        refrain_style_init (&style, k % REFRAIN_N_PALETTES, 11);
        surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
        if (refrain_divergence_painter_find (painter, &viewport, &style, sizes[k / 2] / 2,
                                             sizes[k / 2] / 4, &cut, &bits))
          {
            cairo_t *cr = cairo_create (surface);

            g_assert_cmpuint (lengths[i][0], >, 1);
            g_assert_true (cut >= 1 && cut < lengths[i][0]);
            refrain_divergence_painter_paint_mark (painter, cr, &viewport, &style, cut);
            cairo_destroy (cr);
          }
        cairo_surface_destroy (surface);
      }
}

TEST_PROGRAM ("divergence")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/divergence/find", test_find);
  g_test_add_func ("/divergence/part", test_part);
  g_test_add_func ("/divergence/long", test_long);
  g_test_add_func ("/divergence/any", test_any);
  return g_test_run ();
}
