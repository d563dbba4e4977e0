/* test-bands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bands behind the events: found, lit up, joined and painted.
 */
#include "config.h"

#include <string.h>

#include "refrain-overview-painter.h"
#include "refrain-phase-bands.h"
#include "scene.h"
#include "test-program.h"

#define US G_GINT64_CONSTANT (1000)

static RefrainBands *
make_bands (RefrainTrace *trace, gboolean highlighted, const RefrainBandInterval *intervals)
{
  RefrainBands *bands = refrain_bands_new (refrain_trace_get_n_processes (trace));
  const RefrainBand band = {
    .start = 500 * US, .end = 590 * US, .label = "solve", .hue = "solve", .highlighted = highlighted
  };

  refrain_bands_add (bands, &band, intervals);
  return bands;
}

/* What lies in a window, with bands of very different lengths. */
static void
test_find (void)
{
  g_autoptr (RefrainBands) bands = refrain_bands_new (1);
  static const RefrainBandInterval spans[] = { { 0, 100 }, { 10, 20 }, { 30, 40 }, { 200, 210 } };
  gsize first, last;

  refrain_bands_find (bands, 0, 10, &first, &last);
  g_assert_cmpuint (last - first, ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      const RefrainBand band = { .start = spans[i].start, .end = spans[i].end };

      refrain_bands_add (bands, &band, NULL);
    }
  g_assert_cmpuint (refrain_bands_get_n (bands), ==, 4);
  refrain_bands_find (bands, 50, 60, &first, &last);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (last, ==, 3);
  refrain_bands_find (bands, 101, 199, &first, &last);
  g_assert_cmpuint (first, ==, last);
  refrain_bands_find (bands, 205, 500, &first, &last);
  g_assert_cmpuint (first, ==, 3);
  g_assert_cmpuint (last, ==, 4);
}

/* Behind the rows of the processes that they are on, and nowhere else. */
static void
test_events (void)
{
  const RefrainBandInterval intervals[]
      = { { 500 * US, 590 * US }, { 1, 0 }, { 500 * US, 550 * US } };

  for (guint highlighted = 0; highlighted < 2; highlighted++)
    {
      g_auto (Scene) scene = { 0 };
      g_autoptr (RefrainBands) bands = NULL;
      cairo_surface_t *plain, *banded;
      static const struct
      {
        int x, row;
        gboolean band;
      } points[] = { { 570, 0, TRUE }, { 570, 1, FALSE }, { 570, 2, FALSE }, { 530, 2, TRUE },
                     { 530, 0, TRUE }, { 480, 0, FALSE }, { 598, 0, FALSE }, { 530, 1, FALSE } };

      scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
      bands = make_bands (scene.trace, highlighted, intervals);
      plain = scene_draw (scene.painter, &scene.viewport, &scene.style);
      refrain_event_painter_set_bands (REFRAIN_EVENT_PAINTER (scene.painter), bands);
      banded = scene_draw (scene.painter, &scene.viewport, &scene.style);
      for (guint i = 0; i < G_N_ELEMENTS (points); i++)
        {
          const int y = points[i].row * 100 + 97;
          const double distance = scene_distance (scene_get_pixel (plain, points[i].x, y),
                                                  scene_get_pixel (banded, points[i].x, y));

          if (points[i].band)
            g_assert_cmpfloat (distance, >, 0.02);
          else
            g_assert_cmpfloat (distance, ==, 0);
        }
      cairo_surface_destroy (plain);
      cairo_surface_destroy (banded);
    }
}

/* In the overview the upper edge holds their colours where there is room. */
static void
test_overview (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainBands) bands = NULL;
  g_autoptr (RefrainOverviewPainter) painter = NULL;
  RefrainViewport viewport;
  RefrainColor hue;
  cairo_surface_t *surface;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  bands = make_bands (scene.trace, FALSE, NULL);
  hue = refrain_style_get_routine_color (&scene.style, "solve");
  painter = refrain_overview_painter_new (scene.trace, scene.summary, scene.axis, NULL);
  refrain_overview_painter_set_bands (painter, bands);
  viewport = scene.viewport;
  viewport.height = 60;
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &scene.style);
  g_assert_cmpuint (scene_count (surface, 505, 1, 588, 3, hue), ==, 83 * 2);
  g_assert_cmpuint (scene_count (surface, 0, 1, 499, 3, hue), ==, 0);
  g_assert_cmpuint (scene_count (surface, 592, 1, 1000, 3, hue), ==, 0);
  g_assert_cmpuint (scene_count (surface, 505, 3, 588, 14, hue), <, 83 * 11);
  cairo_surface_destroy (surface);
  viewport.height = 14;
  surface = scene_draw (REFRAIN_PAINTER (painter), &viewport, &scene.style);
  g_assert_cmpuint (scene_count (surface, 505, 0, 588, 14, hue), ==, 0);
  cairo_surface_destroy (surface);
}

static RefrainPhases *
find_phases (RefrainTrace *trace)
{
  const RefrainPatternOptions how = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainPhaseOptions options = { .collapse = FALSE };
  g_autoptr (RefrainPatternSet) set = refrain_pattern_set_new (trace, &how, NULL, NULL, NULL);

  return refrain_phases_new (set, &options, NULL, NULL, NULL);
}

/* Phases as bands: in order, from the beginning of the run to its end. */
static void
test_phases (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainTrace) silent = scene_silent_trace (2);
  g_autoptr (RefrainPhases) phases = find_phases (trace);
  g_autoptr (RefrainPhases) none = find_phases (silent);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const guint32 whole = 0;

  for (guint by_process = 0; by_process < 2; by_process++)
    {
      g_autoptr (RefrainBands) bands
          = refrain_phases_get_bands (phases, 0, NULL, 0, by_process, NULL);
      g_autoptr (RefrainBands) lit
          = refrain_phases_get_bands (phases, 0, &whole, 1, by_process, NULL);
      g_autoptr (RefrainBands) nothing
          = refrain_phases_get_bands (none, 0, NULL, 0, by_process, NULL);
      const gsize n = refrain_bands_get_n (bands);

      g_assert_cmpuint (refrain_bands_get_n (nothing), ==, 0);
      g_assert_cmpuint (n, >=, 3);
      g_assert_cmpint (refrain_bands_get (bands, 0)->start, ==, refrain_trace_get_start (trace));
      g_assert_cmpint (refrain_bands_get (bands, n - 1)->end, ==, refrain_trace_get_end (trace));
      g_assert_null (refrain_bands_get (bands, 0)->hue);
      for (gsize i = 1; i + 1 < n; i++)
        {
          g_assert_cmpint (refrain_bands_get (bands, i)->start, >=,
                           refrain_bands_get (bands, i - 1)->start);
          g_assert_false (refrain_bands_get (bands, i)->highlighted);
          g_assert_true (refrain_bands_get (lit, i)->highlighted);
        }
      g_assert_false (refrain_bands_get (lit, 0)->highlighted);
    }
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_phases_get_bands (phases, 0, NULL, 0, TRUE, cancellable));
}

/* Several as one: from the first beginning to the last end, on every process. */
static void
test_join (void)
{
  g_autoptr (RefrainBands) bands = refrain_bands_new (2), joined = NULL;
  const RefrainBandJoin join = { 1, 3, "both" };

  for (gint64 i = 0; i < 4; i++)
    refrain_bands_add (
        bands,
        &(RefrainBand){
            .start = 10 * i, .end = 10 * i + 8, .label = "one", .hue = i > 1 ? "b" : "a" },
        (RefrainBandInterval[]){ { 10 * i + 1, 10 * i + 5 },
                                 { i == 1 ? 9 : 10 * i, i == 1 ? 0 : 10 * i + 8 } });
  joined = refrain_bands_join (bands, &join, 1);
  g_assert_cmpuint (refrain_bands_get_n (joined), ==, 3);
  g_assert_cmpstr (refrain_bands_get (joined, 0)->label, ==, "one");
  g_assert_cmpstr (refrain_bands_get (joined, 1)->label, ==, "both");
  g_assert_cmpstr (refrain_bands_get (joined, 1)->hue, ==, "a");
  g_assert_cmpint (refrain_bands_get (joined, 1)->start, ==, 10);
  g_assert_cmpint (refrain_bands_get (joined, 1)->end, ==, 28);
  g_assert_cmpint (refrain_bands_get_interval (joined, 1, 0).start, ==, 11);
  g_assert_cmpint (refrain_bands_get_interval (joined, 1, 0).end, ==, 25);
  g_assert_cmpint (refrain_bands_get_interval (joined, 1, 1).start, ==, 20);
  g_assert_cmpint (refrain_bands_get_interval (joined, 2, 1).end, ==, 38);
}

/* Phases as the user names and joins them. */
static void
test_join_phases (void)
{
  g_autoptr (RefrainTrace) trace = scene_tiny_trace ();
  g_autoptr (RefrainPhases) phases = find_phases (trace);
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (phases);
  gsize n, n_nodes;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, -1, &n);
  const RefrainPhaseLabel all = { 0, nodes[0].end, "all of it", TRUE };
  const RefrainPhaseLabel first = { 0, nodes[leaves[0]].end, "begin", FALSE };

  for (guint by_process = 0; by_process < 2; by_process++)
    {
      g_autoptr (RefrainBands) bands
          = refrain_phases_get_bands (phases, 0, NULL, 0, by_process, NULL);
      g_autofree guint32 *shown = refrain_segmentation_get_leaves (tree, 0, &n);
      g_autoptr (RefrainBands) one = refrain_phases_join_bands (phases, bands, 0, &all, 1);
      g_autoptr (RefrainBands) named = refrain_phases_join_bands (phases, bands, 0, &first, 1);
      const gsize at = refrain_bands_get (bands, 0)->hue == NULL;

      g_assert_cmpuint (refrain_bands_get_n (one), ==, refrain_bands_get_n (bands) - (n - 1));
      g_assert_nonnull (strstr (refrain_bands_get (one, at)->label, "all of it"));
      g_assert_cmpint (refrain_bands_get (one, at)->end, ==,
                       refrain_bands_get (bands, at + n - 1)->end);
      g_assert_cmpuint (refrain_bands_get_n (named), ==, refrain_bands_get_n (bands));
      g_assert_true (nodes[shown[0]].end != first.end
                     || strstr (refrain_bands_get (named, at)->label, "begin") != NULL);
    }
}

TEST_PROGRAM ("bands")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bands/find", test_find);
  g_test_add_func ("/bands/events", test_events);
  g_test_add_func ("/bands/overview", test_overview);
  g_test_add_func ("/bands/phases", test_phases);
  g_test_add_func ("/bands/join", test_join);
  g_test_add_func ("/bands/join-phases", test_join_phases);
  return g_test_run ();
}
