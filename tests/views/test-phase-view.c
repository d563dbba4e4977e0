/* test-phase-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Band and tree of phases: what is drawn, named, joined, and at a point.
 */
#include "config.h"

#include <string.h>

#include "refrain-phase-painter.h"
#include "scene.h"
#include "test-program.h"

static RefrainPhases *
make_phases (const char *text)
{
  const gsize n = strlen (text);
  const RefrainPhaseOptions options = { .collapse = FALSE };
  g_autofree guint32 *symbols = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    symbols[i] = (guint32) text[i];
  return refrain_phases_new_for_symbols (symbols, n, &options, NULL, NULL, NULL);
}

static RefrainPhases *
make_phases_of (RefrainTrace *trace)
{
  const RefrainPatternOptions how = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainPhaseOptions options = { .collapse = FALSE };
  g_autoptr (RefrainPatternSet) set = refrain_pattern_set_new (trace, &how, NULL, NULL, NULL);

  return refrain_phases_new (set, &options, NULL, NULL, NULL);
}

/* The segment found at (x, y), or G_MAXUINT32. */
static guint32
find (RefrainPhasePainter *painter,
      const RefrainViewport *viewport,
      const RefrainStyle *style,
      double x,
      double y)
{
  guint32 node = G_MAXUINT32;

  return refrain_phase_painter_find (painter, viewport, style, x, y, &node) ? node : G_MAXUINT32;
}

/* By count: each phase as wide as it is long. */
static void
test_band (void)
{
  g_autoptr (RefrainPhases) phases
      = make_phases ("aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd");
  g_autoptr (RefrainPhasePainter) painter
      = refrain_phase_painter_new (phases, NULL, 0, REFRAIN_PHASE_BAND);
  g_autoptr (RefrainPhasePainter) whole
      = refrain_phase_painter_new (phases, NULL, 100, REFRAIN_PHASE_BAND);
  RefrainViewport viewport = { .width = 480, .height = 40 };
  RefrainStyle style;
  cairo_surface_t *surface;
  guint32 at[4];
  static const int middles[] = { 40, 120, 240, 400 };

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  g_assert_cmpfloat (viewport.end, ==, 48);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  for (guint i = 0; i < 4; i++)
    {
      const int width = i < 2 ? 38 : 78;

      at[i] = find (painter, &viewport, &style, middles[i], 20);
      g_assert_cmpuint (at[i], !=, G_MAXUINT32);
      g_assert_true (i == 0 || at[i] != at[i - 1]);
      g_assert_cmpuint (find (painter, &viewport, &style, middles[i] - width, 20), ==, at[i]);
      g_assert_cmpuint (find (painter, &viewport, &style, middles[i] + width, 20), ==, at[i]);
      g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, middles[i] + width - 2, 3),
                                         style.colors[REFRAIN_COLOR_BACKGROUND]),
                         >, 0.05);
      g_assert_cmpuint (find (whole, &viewport, &style, middles[i], 20), ==, 0);
    }
  g_assert_cmpuint (find (painter, &viewport, &style, 40, 60), ==, G_MAXUINT32);
  cairo_surface_destroy (surface);
}

/* Every node of the tree can be found, leaves from left to right. */
static void
test_tree (void)
{
  g_autoptr (RefrainPhases) phases
      = make_phases ("aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd");
  g_autoptr (RefrainPhasePainter) painter
      = refrain_phase_painter_new (phases, NULL, 0, REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE);
  RefrainViewport viewport = { .width = 480, .height = 300, .furniture = TRUE };
  gboolean seen[7] = { FALSE };
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_PRINT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  for (int y = 0; y < 180; y += 2)
    for (int x = 0; x < 480; x += 2)
      {
        const guint32 node = find (painter, &viewport, &style, x, y);

        if (node >= G_N_ELEMENTS (seen))
          continue;
        seen[node] = TRUE;
        g_assert_true (node != 3 || x < 120);
        g_assert_true (node != 6 || x > 360);
      }
  for (guint i = 0; i < 7; i++)
    g_assert_true (seen[i]);
  cairo_surface_destroy (scene_draw (REFRAIN_PAINTER (painter), &viewport, &style));
}

static void
test_describe (void)
{
  g_autoptr (RefrainPhases) phases = make_phases ("abcabcabcabcabcabc");
  g_autoptr (RefrainPhasePainter) painter
      = refrain_phase_painter_new (phases, NULL, 0, REFRAIN_PHASE_BAND);
  g_autofree char *label = refrain_phase_painter_describe (painter, 0);

  g_assert_cmpstr (label, ==, "6 × 3 symbols");
}

static gboolean
is_drawn (cairo_surface_t *surface, int x, int y, const RefrainStyle *style)
{
  return scene_distance (scene_get_pixel (surface, x, y), style->colors[REFRAIN_COLOR_BACKGROUND])
         > 0.05;
}

/* What the user joins is one phase: without what one of its parts repeats, a leaf of the tree where
 * it is a segment, and numbered as ever. */
static void
test_joined (void)
{
  static const RefrainPhaseLabel labels[]
      = { { 16, 48, NULL, TRUE } /* the right half */, { 0, 8, "first", FALSE } };
  static const RefrainPhaseLabel crossing = { 8, 32, "middle", TRUE };
  const RefrainPhaseLabel sorted[] = { labels[1], labels[0] };
  g_autoptr (RefrainPhases) phases
      = make_phases ("aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd");
  g_autoptr (RefrainPhasePainter) painter
      = refrain_phase_painter_new (phases, NULL, 0, REFRAIN_PHASE_BAND);
  RefrainViewport viewport = { .width = 480, .height = 40 };
  g_autofree char *alone = refrain_phase_painter_describe (painter, 6), *whole = NULL, *own = NULL;
  cairo_surface_t *surface;
  RefrainStyle style;

  g_assert_cmpstr (alone, ==, "16 × 1 symbol");
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_phase_painter_set_labels (painter, sorted, G_N_ELEMENTS (sorted));
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  whole = refrain_phase_painter_describe (painter, 2);
  own = refrain_phase_painter_describe (painter, 3);
  g_assert_cmpstr (whole, ==, "");
  g_assert_cmpstr (own, ==, "first: 8 × 1 symbol");
  g_assert_cmpuint (find (painter, &viewport, &style, 200, 20), ==, 2);
  g_assert_cmpuint (find (painter, &viewport, &style, 440, 20), ==, 2);
  g_assert_cmpuint (find (painter, &viewport, &style, 40, 20), ==, 3);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  g_assert_true (is_drawn (surface, 320, 3, &style)); /* no line between */
  g_assert_false (is_drawn (surface, 80, 3, &style));
  cairo_surface_destroy (surface);
  refrain_phase_painter_set_labels (painter, &crossing, 1);
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  g_assert_true (is_drawn (surface, 160, 3, &style));
  g_assert_false (is_drawn (surface, 320, 3, &style));
  cairo_surface_destroy (surface);
}

/* A tree as deep as it has leaves is drawn on few levels. */
static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (RefrainPhases) phases = NULL;
  g_autoptr (RefrainPhasePainter) painter = NULL;
  RefrainViewport viewport = { .width = 480, .height = 300 };
  cairo_surface_t *surface;
  RefrainStyle style;
  guint n_rows = 0;
  gsize n;

  for (guint k = 0; k < 26; k++)
    for (guint i = 0; i < 1u << MIN (k, 14); i++)
      g_string_append_c (text, (char) ('a' + k));
  phases = make_phases (text->str);
  g_free (refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases), 0, &n));
  g_assert_cmpuint (n, ==, 26);
  painter = refrain_phase_painter_new (phases, NULL, 0, REFRAIN_PHASE_TREE);
  refrain_style_init (&style, REFRAIN_PALETTE_PRINT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  viewport.height = 60;
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &style);
  /* Rows of pixels with lines along them. */
  for (int y = 0; y < 60; y++)
    {
      guint n_inked = 0;

      for (int x = 0; x < 480; x++)
        n_inked += is_drawn (surface, x, y, &style);
      n_rows += n_inked > 60;
    }
  g_assert_cmpuint (n_rows, >=, 1);
  g_assert_cmpuint (n_rows, <=, 6);
  cairo_surface_destroy (surface);
}

/* Along every axis, in every size and palette; nothing, one symbol, too many to tell apart. */
static void
test_any (void)
{
  static const double sizes[] = { 1, 12, 60, 400 };
  g_autoptr (RefrainTrace) silent = scene_silent_trace (1), ring = scene_ring_trace (5, 40);
  g_autoptr (GString) many = g_string_new (NULL);
  RefrainPhases *all[5];

  for (guint i = 0; i < 4000; i++)
    g_string_append_c (many, (char) ('a' + i / 10 % 26));
  all[0] = make_phases ("");
  all[1] = make_phases ("a");
  all[2] = make_phases (many->str);
  all[3] = make_phases_of (silent);
  all[4] = make_phases_of (ring);
  for (guint p = 0; p < G_N_ELEMENTS (all); p++)
    {
      for (guint variant = 0; variant < 5 * G_N_ELEMENTS (sizes); variant++)
        {
          const RefrainPatternSet *set = refrain_phases_get_pattern_set (all[p]);
          g_autoptr (RefrainAxis) axis = NULL;
          g_autoptr (RefrainPhasePainter) painter = NULL;
          RefrainViewport viewport = { .width = sizes[variant / 5],
                                       .height = sizes[variant / 5] / 2,
                                       .furniture = variant & 1 };
          RefrainStyle style;

          if (set != NULL && variant % 5 < 3)
            axis = refrain_axis_new (p == 3 ? silent : ring, variant % 5);
          painter = refrain_phase_painter_new (all[p], axis, 0, 1 + variant % 3);
          refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
          refrain_style_init (&style, variant % REFRAIN_N_PALETTES, 11);
          cairo_surface_destroy (scene_draw (REFRAIN_PAINTER (painter), &viewport, &style));
        }
      g_object_unref (all[p]);
    }
}

TEST_PROGRAM ("phase-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/phase-view/band", test_band);
  g_test_add_func ("/phase-view/tree", test_tree);
  g_test_add_func ("/phase-view/describe", test_describe);
  g_test_add_func ("/phase-view/joined", test_joined);
  g_test_add_func ("/phase-view/deep", test_deep);
  g_test_add_func ("/phase-view/any", test_any);
  return g_test_run ();
}
