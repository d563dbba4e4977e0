/* bench-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call tree of a run beside one plain pass over the columns it reads, and frames of it and of
 * calls in depth.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-event-painter.h"
#include "refrain-flame-painter.h"
#include "refrain-format.h"
#include "test-program.h"

enum
{
  RUNS = 9,
  WIDTH = 1600,
  HEIGHT = 900
};

static guint *
list_processes (RefrainTrace *trace, guint *n)
{
  guint *all;

  *n = refrain_trace_get_n_processes (trace);
  all = g_new (guint, *n);
  for (guint i = 0; i < *n; i++)
    all[i] = i;
  return all;
}

/* Adds up durations and callers of all calls: what no call tree is made without. */
static double
time_pass (RefrainTrace *trace)
{
  const double start = bench_seconds ();
  volatile gint64 sum = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, p));
      gint64 own = 0;

      for (gsize i = 0; i < calls->n; i++)
        own += (calls->end[i] - calls->start[i]) ^ calls->routine[i] ^ calls->parent[i]
               ^ calls->depth[i];
      sum += own;
    }
  return bench_seconds () - start;
}

static RefrainCallTree *
make_tree (RefrainTrace *trace)
{
  guint n;
  g_autofree guint *all = list_processes (trace, &n);

  return refrain_call_tree_new (trace, all, n, refrain_trace_get_start (trace),
                                refrain_trace_get_end (trace), NULL, NULL);
}

static double
time_frame (RefrainPainter *painter)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { .width = WIDTH, .height = HEIGHT };
  RefrainStyle style;
  double start;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (painter, &viewport);
  start = bench_seconds ();
  refrain_painter_paint (painter, cr, &viewport, &style);
  cairo_surface_flush (surface);
  start = bench_seconds () - start;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return start;
}

/* The event graph with all rows @is_open, or none. */
static RefrainPainter *
make_events (RefrainTrace *trace, gboolean is_open)
{
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, REFRAIN_AXIS_TIME);
  guint n;
  g_autofree guint *all = list_processes (trace, &n);
  g_autofree gboolean *open = g_new (gboolean, n + 1);
  RefrainEventPainter *painter = refrain_event_painter_new (trace, summary, axis, all, n, NULL);

  for (guint i = 0; i < n; i++)
    open[i] = is_open;
  refrain_event_painter_set_lanes (painter, open, 0);
  return REFRAIN_PAINTER (painter);
}

static void
measure (RefrainTrace *trace)
{
  double passes[RUNS], trees[RUNS], flames[RUNS], depths[RUNS], plain[RUNS];
  g_autoptr (RefrainCallTree) tree = make_tree (trace);
  g_autoptr (RefrainFlamePainter) flame = refrain_flame_painter_new (tree, REFRAIN_NONE, NULL);
  g_autoptr (RefrainPainter) depth = make_events (trace, TRUE);
  g_autoptr (RefrainPainter) closed = make_events (trace, FALSE);
  const double events = (double) refrain_trace_get_counts (trace)->events;
  g_autofree char *note = NULL;

  time_frame (depth);
  time_frame (closed);
  for (guint i = 0; i < RUNS; i++)
    {
      g_autoptr (RefrainCallTree) again = NULL;
      double start;

      passes[i] = time_pass (trace);
      start = bench_seconds ();
      again = make_tree (trace);
      trees[i] = bench_seconds () - start;
      flames[i] = time_frame (REFRAIN_PAINTER (flame));
      depths[i] = time_frame (depth);
      plain[i] = time_frame (closed);
    }
  note = g_strdup_printf ("the real trace: %.1f million events/s",
                          events / bench_median (trees, RUNS) * 1e-6);
  bench_row ("Call tree / one pass over the calls",
             bench_median (trees, RUNS) / bench_median (passes, RUNS), "", "", note);
  bench_row ("Frame of the flame graph", 1000 * bench_median (flames, RUNS), "ms", "<= 16",
             "the real trace");
  bench_row ("Frame of the event graph, all rows open in depth / none",
             bench_median (depths, RUNS) / bench_median (plain, RUNS), "", "<= 3",
             "the real trace");
}

TEST_PROGRAM ("calls")
{
  if (argc > 2)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) trace = refrain_trace_load (argv[2], NULL, NULL, &error);

      g_assert_no_error (error);
      measure (trace);
    }
  return 0;
}
