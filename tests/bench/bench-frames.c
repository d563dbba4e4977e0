/* bench-frames.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames of the event graph, 1600 by 900 pixels: the cost depends on pixels, not on events.
 */
#include "config.h"

#include "bench-util.h"
#include "synthetic.h"

#include "refrain-event-painter.h"
#include "refrain-format.h"
#include "test-program.h"

enum
{
  RUNS = 21,
  WIDTH = 1600,
  HEIGHT = 900
};

typedef struct
{
  RefrainTrace *trace;
  RefrainAxis *axis;
  RefrainSummary *summary;
  RefrainPainter *painter;
} Scene;

static void
scene_init (Scene *self, RefrainTrace *trace, RefrainAxisKind kind)
{
  guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint *processes = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    processes[i] = i;
  self->trace = g_object_ref (trace);
  self->axis = refrain_axis_new (trace, kind);
  self->summary = refrain_summary_new (trace, NULL, NULL);
  self->painter = REFRAIN_PAINTER (
      refrain_event_painter_new (trace, self->summary, self->axis, processes, n, NULL));
}

static void
scene_clear (Scene *self)
{
  g_clear_object (&self->painter);
  g_clear_object (&self->summary);
  g_clear_object (&self->axis);
  g_clear_object (&self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* Milliseconds of a frame that shows @part of the busy time from its middle on. */
static double
time_frame (const Scene *scene, double part)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { .width = WIDTH, .height = HEIGHT };
  RefrainStyle style;
  double start, end, times[RUNS];

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (scene->painter, &viewport);
  refrain_axis_get_busy_extent (scene->axis, &start, &end);
  if (part < 1)
    {
      viewport.start = (start + end) / 2;
      viewport.end = viewport.start + (end - start) * part;
    }
  refrain_painter_paint (scene->painter, cr, &viewport, &style);
  for (int i = 0; i < RUNS; i++)
    {
      double began = bench_seconds ();

      refrain_painter_paint (scene->painter, cr, &viewport, &style);
      times[i] = (bench_seconds () - began) * 1e3;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return bench_median (times, RUNS);
}

static void
bench_size (void)
{
  g_autoptr (RefrainTrace) large = synthetic_trace_new (8, 20000000);
  g_autoptr (RefrainTrace) small = synthetic_trace_new (8, 20000);
  g_auto (Scene) large_scene = { 0 }, small_scene = { 0 };
  double began = bench_seconds (), large_time, small_time;

  scene_init (&large_scene, large, REFRAIN_AXIS_TIME);
  bench_row ("Summary of 20 million events", bench_seconds () - began, "s", "", "");
  bench_row ("Summary, bytes an event",
             (double) refrain_summary_get_memory (large_scene.summary)
                 / (double) refrain_trace_get_counts (large)->events,
             "", "<= 2", "");
  scene_init (&small_scene, small, REFRAIN_AXIS_TIME);
  large_time = time_frame (&large_scene, 1);
  small_time = time_frame (&small_scene, 1);
  bench_row ("Frame, 20 million events against 20 thousand", large_time / small_time, "", "<= 2",
             "the whole run, 8 processes");
  bench_row ("Frame, 20 million events", large_time, "ms", "<= 16", "the whole run, 8 processes");
}

static void
bench_processes (void)
{
  g_autoptr (RefrainTrace) trace = synthetic_trace_new (4096, 4000000);
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, trace, REFRAIN_AXIS_TIME);
  bench_row ("Frame, 4096 processes", time_frame (&scene, 1), "ms", "", "the whole run");
}

static void
bench_zooms (const char *path)
{
  static const double parts[] = { 1, 0.1, 0.01, 0.003, 0.001, 0.0003, 0.0001 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  double slowest = 0, slowest_logical = 0;
  g_auto (Scene) scene = { 0 }, logical = { 0 };

  g_assert_no_error (error);
  scene_init (&scene, trace, REFRAIN_AXIS_TIME);
  scene_init (&logical, trace, REFRAIN_AXIS_LOGICAL);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      slowest = MAX (slowest, time_frame (&scene, parts[i]));
      slowest_logical = MAX (slowest_logical, time_frame (&logical, parts[i]));
    }
  bench_row ("Frame of the real trace, slowest zoom", slowest, "ms", "<= 16", "physical time");
  bench_row ("Frame of the real trace, slowest zoom", slowest_logical, "ms", "<= 16",
             "logical time");
}

TEST_PROGRAM ("frames")
{
  bench_size ();
  bench_processes ();
  if (argc > 2)
    bench_zooms (argv[2]);
  return 0;
}
