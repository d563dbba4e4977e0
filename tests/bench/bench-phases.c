/* bench-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segmentation of long sequences, and redrawing phases while the strength is moved.
 */
#include "config.h"

#include <cairo.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-overview-painter.h"
#include "refrain-phase-bands.h"
#include "refrain-phase-painter.h"
#include "test-program.h"

enum
{
  RUNS = 5,
  LENGTH = 1000000, /* symbols */
  TIMES = 8,        /* as much data */
  DISTINCT = 50,
  SEGMENTS = 10000
};

/* A program's phases: stretches of random length, each a random mixture of a few symbols. */
static guint32 *
make_mixtures (gsize n, guint longest)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 *symbols = g_new (guint32, n);

  for (gsize i = 0; i < n;)
    {
      const gsize length = (gsize) g_rand_int_range (random, 10, (gint32) longest);
      const gsize end = MIN (n, i + length);
      guint32 some[4];

      for (guint k = 0; k < 4; k++)
        some[k] = (guint32) g_rand_int_range (random, 0, DISTINCT);
      for (; i < end; i++)
        symbols[i] = some[g_rand_int (random) & 3];
    }
  return symbols;
}

/* A program's loop: sweeps of so many equal symbols that each is a phase of its own, cut off from
 * one side, one after another. */
static guint32 *
make_sweeps (gsize n)
{
  guint32 *symbols = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    symbols[i] = (guint32) (i / 62 % 3);
  return symbols;
}

static double
time_tree (const guint32 *symbols, gsize n, guint runs)
{
  double seconds[RUNS];

  for (guint i = 0; i < runs; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainSegmentation) tree = refrain_segmentation_new (symbols, n, 0, NULL, NULL);

      g_assert_nonnull (tree);
      seconds[i] = bench_seconds () - start;
    }
  return bench_median (seconds, runs);
}

static void
measure_trees (void)
{
  g_autofree guint32 *mixtures = make_mixtures (LENGTH, 2000);
  g_autofree guint32 *more = make_mixtures ((gsize) LENGTH * TIMES, 2000);
  g_autofree guint32 *sweeps = make_sweeps (LENGTH);
  g_autofree guint32 *more_sweeps = make_sweeps ((gsize) LENGTH * TIMES);
  const double seconds = time_tree (mixtures, LENGTH, RUNS);
  const double sweeping = time_tree (sweeps, LENGTH, 3);

  bench_row ("Phases, 1 million symbols with 50 distinct", seconds, "s", "<= 1",
             "mixtures, the whole tree; one core");
  bench_row ("Phases, 8 times the data", time_tree (more, (gsize) LENGTH * TIMES, 3) / seconds, "",
             "<= 10", "time");
  bench_row ("Phases, 1 million symbols in sweeps of 62", sweeping, "s", "",
             "cut off one after another");
  bench_row ("Phases, 8 times the sweeps",
             time_tree (more_sweeps, (gsize) LENGTH * TIMES, 3) / sweeping, "", "",
             "time; looking at each cut takes 64 times");
}

/* What the label of a phase as long as the run costs, once. */
static void
measure_repetitions (void)
{
  g_autofree guint32 *mixtures = make_mixtures (LENGTH, 2000);
  g_autofree guint32 *sweeps = make_sweeps (LENGTH);
  const guint32 *const kinds[] = { mixtures, sweeps };
  double slowest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const RefrainPhaseOptions options = { .collapse = i == 1 };
      g_autoptr (RefrainPhases) phases
          = refrain_phases_new_for_symbols (kinds[i], LENGTH, &options, NULL, NULL, NULL);
      const guint32 whole = 0;
      const double start = bench_seconds ();

      g_assert_true (refrain_phases_find_repetitions (phases, &whole, 1, NULL));
      slowest = MAX (slowest, bench_seconds () - start);
    }
  bench_row ("Phases, repetition of a phase of 1 million symbols", slowest, "s", "",
             "once, off the main thread");
}

/* What a step of the slider costs: pruning, places and both pictures. */
static double
time_move (RefrainPhases *phases, double strength, cairo_t *cr)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainPhasePainter) painter
      = refrain_phase_painter_new (phases, NULL, strength, REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE);
  RefrainViewport viewport = { .width = 1600, .height = 900, .furniture = TRUE };
  RefrainStyle style;

  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_paint (REFRAIN_PAINTER (painter), cr, &viewport, &style);
  return bench_seconds () - start;
}

static void
measure_moves (void)
{
  g_autofree guint32 *symbols = make_mixtures (LENGTH / 2, 200);
  const RefrainPhaseOptions options = { .collapse = FALSE };
  g_autoptr (RefrainPhases) phases
      = refrain_phases_new_for_symbols (symbols, LENGTH / 2, &options, NULL, NULL, NULL);
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (phases);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1600, 900);
  cairo_t *cr = cairo_create (surface);
  double strength = 0, slowest = 0;
  gsize n;

  for (;; strength += 0.01)
    {
      g_free (refrain_segmentation_prune (tree, strength, &n));
      if (n <= SEGMENTS)
        break;
    }
  for (double at = 0; at < 40; at++)
    {
      double seconds[RUNS];

      for (guint i = 0; i < RUNS; i++)
        seconds[i] = time_move (phases, strength + at / 25, cr);
      slowest = MAX (slowest, bench_median (seconds, RUNS));
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  bench_row ("Phases, slider move with 10,000 segments", slowest * 1e3, "ms", "<= 16",
             "tree and band, 1600 by 900; the slowest of 40");
}

/* Bands for the overview and the event graph, and the picture of the overview with them. */
static void
measure_bands (const char *path)
{
  const RefrainPatternOptions how = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainPhaseOptions options = { .collapse = FALSE };
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);
  g_autoptr (RefrainPatternSet) set = refrain_pattern_set_new (trace, &how, NULL, NULL, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1600, 60);
  cairo_t *cr = cairo_create (surface);
  double seconds[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      g_autoptr (RefrainPhases) phases = refrain_phases_new (set, &options, NULL, NULL, NULL);
      g_autoptr (RefrainOverviewPainter) painter
          = refrain_overview_painter_new (trace, summary, axis, NULL);
      const double start = bench_seconds ();
      g_autoptr (RefrainBands) bands = refrain_phases_get_bands (phases, 0, NULL, 0, FALSE, NULL);
      RefrainViewport viewport = { .width = 1600, .height = 60 };
      RefrainStyle style;

      refrain_overview_painter_set_bands (painter, bands);
      refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
      refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
      refrain_painter_paint (REFRAIN_PAINTER (painter), cr, &viewport, &style);
      seconds[i] = bench_seconds () - start;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  bench_row ("Phases, bands in the overview of the real trace", bench_median (seconds, RUNS) * 1e3,
             "ms", "<= 16", "761 phases, 1600 by 60, the first time");
}

TEST_PROGRAM ("phases")
{
  measure_trees ();
  measure_repetitions ();
  measure_moves ();
  if (argc > 2)
    measure_bands (argv[2]);
  return 0;
}
