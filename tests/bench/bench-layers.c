/* bench-layers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames of the event graph with waiting, the critical path and folded blocks over it, beside the
 * same frames without: layers cost pixels, too.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-event-painter.h"
#include "refrain-trace-builder.h"
#include "refrain-study.h"
#include "test-program.h"

enum
{
  RUNS = 25,
  WIDTH = 1600,
  HEIGHT = 900
};

/* Pairs of processes that play ping-pong, each round a little different: about half of the time of
 * each is waiting, and the critical path goes to and fro. */
static RefrainTrace *
make_trace (guint n_processes, guint64 n_events)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autofree gint32 *members = g_new (gint32, n_processes);
  const guint64 rounds = n_events / n_processes / 6;
  RefrainTrace *trace;
  guint32 send, recv, world;

  refrain_trace_builder_set_source (builder, "rounds", NULL, NULL);
  for (guint p = 0; p < n_processes; p++)
    {
      refrain_trace_builder_add_process (builder, "process", NULL);
      members[p] = (gint32) p;
    }
  send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  world = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, n_processes, NULL, 0, FALSE));
  for (guint p = 0; p < n_processes; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "thread");
      const gboolean ping = p % 2 == 0;

      for (guint64 i = 0; i < rounds; i++)
        {
          const RefrainTime t = 1000 * (RefrainTime) i, shift = (RefrainTime) (i * 7919 % 200);
          const RefrainTime sent = t + (ping ? 300 + shift : 850);
          const RefrainTime taken = t + (ping ? 350 + shift : 100);
          const RefrainTime came = t + (ping ? 900 : 320 + shift);

          if (ping)
            {
              refrain_recorder_enter (recorder, sent, send);
              refrain_recorder_send (recorder, sent + 5, p + 1, world, 1, 8);
              refrain_recorder_leave (recorder, sent + 10, send);
            }
          refrain_recorder_enter (recorder, taken, recv);
          refrain_recorder_recv (recorder, came, ping ? p + 1 : p - 1, world, ping ? 2 : 1, 8);
          refrain_recorder_leave (recorder, came + 5, recv);
          if (!ping)
            {
              refrain_recorder_enter (recorder, sent, send);
              refrain_recorder_send (recorder, sent + 5, p - 1, world, 2, 8);
              refrain_recorder_leave (recorder, sent + 10, send);
            }
        }
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}

typedef enum
{
  PLAIN,
  WAITING,
  PATH,
  FOLDED,
  N_LAYERS
} Layer;

typedef struct
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainPainter *painters[N_LAYERS];
} Scene;

/* Milliseconds of the frames with each layer that show @part of the run, one after the other so
 * that what else the machine does meets all: the least of several. */
static void
time_frames (const Scene *scene, double part, double *least)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { .width = WIDTH, .height = HEIGHT };
  double times[N_LAYERS][RUNS];
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (scene->painters[PLAIN], &viewport);
  if (part < 1)
    {
      const double span = viewport.end - viewport.start;

      viewport.start += span / 2;
      viewport.end = viewport.start + span * part;
    }
  for (guint i = 0; i < RUNS; i++)
    for (Layer layer = PLAIN; layer < N_LAYERS; layer++)
      {
        const double began = bench_seconds ();

        refrain_painter_paint (scene->painters[layer], cr, &viewport, &style);
        times[layer][i] = (bench_seconds () - began) * 1e3;
      }
  for (Layer layer = PLAIN; layer < N_LAYERS; layer++)
    {
      least[layer] = times[layer][0];
      for (guint i = 1; i < RUNS; i++)
        least[layer] = MIN (least[layer], times[layer][i]);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Makes what the layers show, telling what it takes. */
static void
make_painters (Scene *self)
{
  g_autoptr (RefrainWaits) waits = refrain_waits_new (self->trace, NULL, NULL);
  g_autoptr (RefrainCriticalPath) path = refrain_critical_path_new (waits, NULL, NULL);
  g_autoptr (RefrainStudy) study = refrain_study_new (self->trace);
  g_autoptr (RefrainFolds) folds = refrain_study_find (study, REFRAIN_ANALYSIS_FOLDS, NULL, NULL);
  g_autoptr (RefrainSpanSums) wait_sums = NULL;
  g_autoptr (RefrainSpanSums) path_sums = NULL;
  const double events = (double) refrain_trace_get_counts (self->trace)->events;
  const guint processes[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const double began = bench_seconds ();

  wait_sums = refrain_span_sums_new_waits (waits, NULL, NULL);
  path_sums = refrain_span_sums_new_path (path, NULL, NULL);
  bench_row ("Layers of 20 million events", bench_seconds () - began, "s", "", "");
  bench_row (
      "Layers, bytes an event",
      (double) (refrain_span_sums_get_memory (wait_sums) + refrain_span_sums_get_memory (path_sums))
          / events,
      "", "<= 2", "");
  bench_row (
      "Share of the operations' time that is waited",
      (double) refrain_waits_get_time (waits)
          / ((double) (refrain_trace_get_end (self->trace) - refrain_trace_get_start (self->trace))
             * G_N_ELEMENTS (processes)),
      "", "", "more than nothing, or this says nothing");
  for (Layer layer = PLAIN; layer < N_LAYERS; layer++)
    self->painters[layer] = REFRAIN_PAINTER (refrain_event_painter_new (
        self->trace, self->summary, self->axis, processes, G_N_ELEMENTS (processes), NULL));
  refrain_event_painter_set_waits (REFRAIN_EVENT_PAINTER (self->painters[WAITING]), wait_sums);
  refrain_event_painter_set_path (REFRAIN_EVENT_PAINTER (self->painters[PATH]), path_sums);
  refrain_event_painter_set_folds (REFRAIN_EVENT_PAINTER (self->painters[FOLDED]), folds, NULL);
}

TEST_PROGRAM ("layers")
{
  static const double parts[] = { 1, 0.1, 0.01, 0.001, 0.0001 };
  static const char *const names[N_LAYERS]
      = { NULL, "Frame with waiting against one without", "Frame with the critical path, likewise",
          "Frame with folded blocks, likewise" };
  Scene scene = { .trace = make_trace (8, 20000000) };
  double most[N_LAYERS] = { 0 };

  scene.summary = refrain_summary_new (scene.trace, NULL, NULL);
  scene.axis = refrain_axis_new (scene.trace, REFRAIN_AXIS_TIME);
  make_painters (&scene);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      double least[N_LAYERS];

      time_frames (&scene, parts[i], least);
      for (Layer layer = WAITING; layer < N_LAYERS; layer++)
        most[layer] = MAX (most[layer], least[layer] / least[PLAIN]);
    }
  for (Layer layer = WAITING; layer < N_LAYERS; layer++)
    bench_row (names[layer], most[layer], "", layer == WAITING ? "<= 1.5" : "",
               "20 million events, 8 processes, the worst of five zooms");
  for (Layer layer = PLAIN; layer < N_LAYERS; layer++)
    g_object_unref (scene.painters[layer]);
  g_object_unref (scene.axis);
  g_object_unref (scene.summary);
  g_object_unref (scene.trace);
  return 0;
}
