/* bench-highlight.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a click on a pattern to the picture in which all its occurrences are lit up: their
 * operations, the event graph and the overview of a window of 1600 by 900 pixels, on one core one
 * after the other. What the window adds is one frame of its clock.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-event-painter.h"
#include "refrain-overview-painter.h"
#include "refrain-pattern-set.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 21,
  WIDTH = 1600,
  HEIGHT = 900,
  STRIP = 60,
  PROCESSES = 8,
  OCCURRENCES = 100000,
  FIRST_EVENTS = 400000
};

typedef struct
{
  RefrainTrace *trace;
  RefrainAxis *axis;
  RefrainSummary *summary;
  RefrainPatternSet *set;
  RefrainPattern *pattern; /* the one that occurs most often; belongs to the set */
} Scene;

static void
scene_init (Scene *self, guint64 events)
{
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;

  self->trace = synthetic_trace_new (PROCESSES, events);
  self->axis = refrain_axis_new (self->trace, REFRAIN_AXIS_TIME);
  self->summary = refrain_summary_new (self->trace, NULL, NULL);
  self->set = refrain_pattern_set_new (self->trace, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (self->set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, i);

      if (self->pattern == NULL
          || refrain_pattern_get_n_occurrences (pattern)
                 > refrain_pattern_get_n_occurrences (self->pattern))
        self->pattern = pattern;
    }
  g_assert_nonnull (self->pattern);
}

static void
scene_clear (Scene *self)
{
  g_clear_object (&self->set);
  g_clear_object (&self->summary);
  g_clear_object (&self->axis);
  g_clear_object (&self->trace);
  self->pattern = NULL;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* Paints what @painter shows of the middle @part of the run. */
static void
paint (RefrainPainter *painter, cairo_t *cr, double height, double part)
{
  RefrainViewport viewport = { .width = WIDTH, .height = height };
  RefrainStyle style;
  double middle, span;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (painter, &viewport);
  middle = (viewport.start + viewport.end) / 2;
  span = (viewport.end - viewport.start) * part;
  viewport.start = middle - span / 2;
  viewport.end = middle + span / 2;
  refrain_painter_paint (painter, cr, &viewport, &style);
}

/* Milliseconds from the click to both pictures; the graph shows @part of the run. */
static double
time_click (const Scene *scene, double part)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guint processes[PROCESSES];
  double times[RUNS];

  for (guint i = 0; i < PROCESSES; i++)
    processes[i] = i;
  for (int i = 0; i < RUNS; i++)
    {
      const double began = bench_seconds ();
      g_autoptr (RefrainOpSet) lit = refrain_pattern_get_op_set (scene->pattern);
      g_autoptr (RefrainEventPainter) events = refrain_event_painter_new (
          scene->trace, scene->summary, scene->axis, processes, PROCESSES, lit);
      g_autoptr (RefrainOverviewPainter) overview
          = refrain_overview_painter_new (scene->trace, scene->summary, scene->axis, lit);

      paint (REFRAIN_PAINTER (events), cr, HEIGHT, part);
      paint (REFRAIN_PAINTER (overview), cr, STRIP, 1);
      times[i] = (bench_seconds () - began) * 1e3;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return bench_median (times, RUNS);
}

TEST_PROGRAM ("highlight")
{
  static const double parts[] = { 1, 0.1, 0.01, 0.001 };
  g_auto (Scene) scene = { 0 };
  double slowest = 0;
  gsize n;
  g_autofree char *note = NULL;

  g_setenv ("REFRAIN_THREADS", "1", TRUE);
  scene_init (&scene, FIRST_EVENTS);
  n = refrain_pattern_get_n_occurrences (scene.pattern);
  scene_clear (&scene);
  scene_init (&scene, FIRST_EVENTS * (guint64) OCCURRENCES / n * 101 / 100);
  n = refrain_pattern_get_n_occurrences (scene.pattern);
  g_assert_cmpuint (n, >=, OCCURRENCES);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    slowest = MAX (slowest, time_click (&scene, parts[i]));
  note = g_strdup_printf ("%zu occurrences in %.1f million events, slowest zoom, one core", n,
                          (double) refrain_trace_get_counts (scene.trace)->events * 1e-6);
  bench_row ("From click to all occurrences lit up", slowest, "ms", "<= 50", note);
  return 0;
}
