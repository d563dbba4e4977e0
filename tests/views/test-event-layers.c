/* test-event-layers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waiting and the critical path over the event graph, by the pixels that show them.
 */
#include "config.h"

#include "refrain-event-frame.h"
#include "refrain-event-legend.h"
#include "refrain-study.h"
#include <cairo-svg.h>

#include "scene.h"
#include "test-program.h"

typedef struct
{
  RefrainWaits *waits;
  RefrainCriticalPath *path;
  RefrainSpanSums *wait_sums, *path_sums;
} Layers;

static void
layers_init (Layers *self, const Scene *scene)
{
  self->waits = refrain_waits_new (scene->trace, NULL, NULL);
  self->path = refrain_critical_path_new (self->waits, NULL, NULL);
  self->wait_sums = refrain_span_sums_new_waits (self->waits, NULL, NULL);
  self->path_sums = refrain_span_sums_new_path (self->path, NULL, NULL);
}

static void
layers_clear (Layers *self)
{
  g_clear_object (&self->wait_sums);
  g_clear_object (&self->path_sums);
  g_clear_object (&self->path);
  g_clear_object (&self->waits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layers, layers_clear)

static RefrainColor
get_wait_color (const Scene *scene, RefrainWaitKind kind)
{
  return refrain_style_get_wait_color (&scene->style, kind - 1u);
}

static gboolean
has_color (cairo_surface_t *surface, int row, int x, RefrainColor color)
{
  return scene_count (surface, x, row * 100, x + 1, row * 100 + 100, color) > 0;
}

/* Two processes that play ping-pong, a round a microsecond: process 1 waits from 100 to 600 of each
 * thousand nanoseconds, process 0 from 720 to 750. */
static RefrainTrace *
make_rounds (guint n)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const gint32 members[] = { 0, 1 };
  guint32 send, recv;
  RefrainRecorder *recorders[2];
  RefrainTrace *trace;

  refrain_trace_builder_set_source (builder, "rounds", NULL, NULL);
  for (guint p = 0; p < 2; p++)
    refrain_trace_builder_add_process (builder, p == 0 ? "ping" : "pong", NULL);
  send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 2, NULL, 0, FALSE));
  for (guint p = 0; p < 2; p++)
    recorders[p] = refrain_trace_builder_add_thread (builder, p, p, "thread");
  for (guint i = 0; i < n; i++)
    {
      const RefrainTime t = 1000 * (RefrainTime) i;

      refrain_recorder_enter (recorders[0], t + 600, send);
      refrain_recorder_send (recorders[0], t + 610, 1, 0, 1, 8);
      refrain_recorder_leave (recorders[0], t + 700, send);
      refrain_recorder_enter (recorders[0], t + 720, recv);
      refrain_recorder_recv (recorders[0], t + 820, 1, 0, 2, 8);
      refrain_recorder_leave (recorders[0], t + 850, recv);
      refrain_recorder_enter (recorders[1], t + 100, recv);
      refrain_recorder_recv (recorders[1], t + 650, 0, 0, 1, 8);
      refrain_recorder_leave (recorders[1], t + 700, recv);
      refrain_recorder_enter (recorders[1], t + 750, send);
      refrain_recorder_send (recorders[1], t + 760, 0, 0, 2, 8);
      refrain_recorder_leave (recorders[1], t + 850, send);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}

/* Processes come to the barrier at 600, 700 and 800; the message that leaves at 100 is received
 * from 150 on. */
static void
test_waits (void)
{
  g_auto (Scene) scene = { 0 };
  g_auto (Layers) layers = { 0 };
  RefrainColor barrier, operation;
  cairo_surface_t *surface;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  layers_init (&layers, &scene);
  refrain_event_painter_set_waits (REFRAIN_EVENT_PAINTER (scene.painter), layers.wait_sums);
  barrier = get_wait_color (&scene, REFRAIN_WAIT_BARRIER);
  operation = scene.style.colors[REFRAIN_COLOR_COLLECTIVE];
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_true (has_color (surface, 0, 790, barrier));
  g_assert_false (has_color (surface, 0, 810, barrier));
  g_assert_true (has_color (surface, 1, 790, barrier));
  g_assert_false (has_color (surface, 1, 690, barrier));
  g_assert_false (has_color (surface, 2, 850, barrier));
  /* Operations step back. */
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 300, operation), ==, 0);
  cairo_surface_destroy (surface);
}

/* In steps, a box is filled as far up as its call waits. */
static void
test_steps (void)
{
  g_auto (Scene) scene = { 0 };
  g_auto (Layers) layers = { 0 };
  RefrainColor color;
  cairo_surface_t *surface;
  guint before;

  scene_init (&scene, make_rounds (5), REFRAIN_AXIS_LOGICAL, NULL);
  layers_init (&layers, &scene);
  color = get_wait_color (&scene, REFRAIN_WAIT_LATE_SENDER);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  before = scene_count (surface, 0, 0, 1000, 200, color);
  cairo_surface_destroy (surface);
  refrain_event_painter_set_waits (REFRAIN_EVENT_PAINTER (scene.painter), layers.wait_sums);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_cmpuint (before, ==, 0);
  /* 500 of 600 ns there, 30 of 130 ns here. */
  g_assert_cmpuint (scene_count (surface, 0, 100, 1000, 200, color), >,
                    2 * scene_count (surface, 0, 0, 1000, 100, color));
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 100, color), >, 0);
  cairo_surface_destroy (surface);
}

/* Too many to be told apart: still about half of each row's time, in the colour of the kind. */
static void
test_waits_zoomed_out (void)
{
  g_auto (Scene) scene = { 0 };
  g_auto (Layers) layers = { 0 };
  RefrainEventFrame frame;
  cairo_surface_t *surface;
  RefrainColor color;
  guint before, now;

  scene_init (&scene, make_rounds (20000), REFRAIN_AXIS_TIME, NULL);
  layers_init (&layers, &scene);
  color = get_wait_color (&scene, REFRAIN_WAIT_LATE_SENDER);
  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (scene.painter), NULL, &scene.viewport,
                            &scene.style);
  g_assert_cmpfloat (frame.detail, ==, 0);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  before = scene_count (surface, 0, 0, 1000, 200, color);
  cairo_surface_destroy (surface);
  refrain_event_painter_set_waits (REFRAIN_EVENT_PAINTER (scene.painter), layers.wait_sums);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  now = scene_count (surface, 0, 100, 1000, 200, color);
  /* Of the lane, half is in the colour; 3 % of that of process 0. */
  g_assert_cmpuint (before, ==, 0);
  g_assert_cmpfloat_with_epsilon (now, 0.5 * 1000 * frame.shape.lane_height, 1500);
  now = scene_count (surface, 0, 0, 1000, 100, color);
  g_assert_cmpfloat (now, <, 0.1 * 1000 * frame.shape.lane_height);
  cairo_surface_destroy (surface);
}

/* From the end on the first process back to the last to come to the barrier, at 800. */
static void
test_path (void)
{
  g_auto (Scene) scene = { 0 };
  g_auto (Layers) layers = { 0 };
  const RefrainPathPiece *pieces;
  cairo_surface_t *surface;
  RefrainColor color;
  gsize n;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  layers_init (&layers, &scene);
  pieces = refrain_critical_path_get_pieces (layers.path, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (pieces[0].process, ==, 2);
  g_assert_cmpuint (pieces[1].process, ==, 0);
  refrain_event_painter_set_path (REFRAIN_EVENT_PAINTER (scene.painter), layers.path_sums);
  color = scene.style.colors[REFRAIN_COLOR_PATH];
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_true (has_color (surface, 2, 400, color));
  g_assert_false (has_color (surface, 2, 900, color));
  g_assert_true (has_color (surface, 0, 950, color));
  g_assert_false (has_color (surface, 0, 400, color));
  /* The hop crosses the row between. */
  g_assert_cmpuint (scene_count (surface, 795, 100, 805, 200, color), >=, 100);
  g_assert_false (has_color (surface, 1, 400, color));
  cairo_surface_destroy (surface);
}

/* Thousands of hops in a thousand pixels: rows are shaded, a few hops stay, and tiles agree. */
static void
test_path_zoomed_out (void)
{
  for (guint messages = 200; messages <= 20000; messages *= 10)
    {
      g_auto (Scene) scene = { 0 };
      g_auto (Layers) layers = { 0 };
      cairo_surface_t *whole, *tile;
      RefrainViewport part;

      scene_init (&scene, make_rounds (messages), REFRAIN_AXIS_TIME, NULL);
      layers_init (&layers, &scene);
      g_assert_cmpuint (refrain_critical_path_get_n_hops (layers.path), >=, messages);
      refrain_event_painter_set_path (REFRAIN_EVENT_PAINTER (scene.painter), layers.path_sums);
      whole = scene_draw (scene.painter, &scene.viewport, &scene.style);
      part = scene.viewport;
      part.window_start = part.start;
      part.window_end = part.end;
      part.start += (part.end - part.start) / 2;
      part.width /= 2;
      tile = scene_draw (scene.painter, &part, &scene.style);
      for (int x = 20; x < 480; x++)
        for (int y = 0; y < 200; y++)
          g_assert_cmpfloat (
              scene_distance (scene_get_pixel (whole, 500 + x, y), scene_get_pixel (tile, x, y)),
              <=, 0.3);
      cairo_surface_destroy (whole);
      cairo_surface_destroy (tile);
    }
}

/* The legend names the kinds that there are, and no others. */
static void
test_legend (void)
{
  for (RefrainPalette palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      g_auto (Scene) scene = { 0 };
      g_auto (Layers) layers = { 0 };
      cairo_surface_t *surface;
      RefrainViewport viewport;

      scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
      refrain_style_init (&scene.style, palette, 11);
      layers_init (&layers, &scene);
      refrain_event_painter_set_waits (REFRAIN_EVENT_PAINTER (scene.painter), layers.wait_sums);
      refrain_event_painter_set_path (REFRAIN_EVENT_PAINTER (scene.painter), layers.path_sums);
      viewport = scene.viewport;
      viewport.furniture = TRUE;
      surface = scene_draw (scene.painter, &viewport, &scene.style);
      g_assert_cmpuint (
          scene_count (surface, 0, 280, 1000, 300, get_wait_color (&scene, REFRAIN_WAIT_BARRIER)),
          >=, 5);
      /* Of greys, the edges of letters have all. */
      if (palette != REFRAIN_PALETTE_GREY)
        g_assert_cmpuint (scene_count (surface, 0, 280, 1000, 300,
                                       get_wait_color (&scene, REFRAIN_WAIT_CONSTRUCTOR)),
                          ==, 0);
      g_assert_cmpuint (
          scene_count (surface, 0, 280, 1000, 300, scene.style.colors[REFRAIN_COLOR_PATH]), >, 10);
      cairo_surface_destroy (surface);
    }
}

/* Of ten thousand like rounds nearly all are folded: blocks cover them, where the pixel of a click
 * is found, and what is opened is seen again. */
static void
test_folds (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainStudy) study = NULL;
  g_autoptr (RefrainFolds) folds = NULL;
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  const RefrainFold *all, *hit = NULL;
  RefrainColor ground;
  cairo_surface_t *surface;
  gsize n;

  scene_init (&scene, make_rounds (400), REFRAIN_AXIS_TIME, NULL);
  study = refrain_study_new (scene.trace);
  folds = refrain_study_find (study, REFRAIN_ANALYSIS_FOLDS, NULL, NULL);
  all = refrain_folds_get (folds, 0, 0, &n);
  g_assert_cmpuint (n, >, 0);
  refrain_event_painter_set_folds (REFRAIN_EVENT_PAINTER (scene.painter), folds, NULL);
  ground = scene.style.colors[REFRAIN_COLOR_GAP];
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 100, ground), >, 30000);
  cairo_surface_destroy (surface);
  for (int x = 0; x < 1000 && hit == NULL; x += 50)
    hit = refrain_event_painter_find_fold (REFRAIN_EVENT_PAINTER (scene.painter), &scene.viewport,
                                           &scene.style, x + 0.5, 40);
  g_assert_true (hit >= all && hit < all + n);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (open, (gpointer) &all[i]);
  refrain_event_painter_set_folds (REFRAIN_EVENT_PAINTER (scene.painter), folds, open);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 100, ground), <, 3000);
  g_assert_cmpuint (scene_count (surface, 0, 100, 1000, 200, ground), >, 30000);
  cairo_surface_destroy (surface);
  g_assert_null (refrain_event_painter_find_fold (REFRAIN_EVENT_PAINTER (scene.painter),
                                                  &scene.viewport, &scene.style, 500, 40));
}

/* On every axis, on paper, and where something is lit up. */
static void
test_everywhere (void)
{
  for (guint kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    {
      g_autoptr (RefrainTrace) trace = make_rounds (3000);
      g_autoptr (RefrainOpSet) lit = refrain_op_set_new (trace);
      g_auto (Scene) scene = { 0 };
      g_auto (Layers) layers = { 0 };
      cairo_surface_t *paper = cairo_svg_surface_create (NULL, 1000, 300);
      cairo_t *cr = cairo_create (paper);
      cairo_surface_t *surface;

      scene_init (&scene, g_object_ref (trace), kind, lit);
      layers_init (&layers, &scene);
      refrain_event_painter_set_waits (REFRAIN_EVENT_PAINTER (scene.painter), layers.wait_sums);
      refrain_event_painter_set_path (REFRAIN_EVENT_PAINTER (scene.painter), layers.path_sums);
      surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
      refrain_painter_paint (scene.painter, cr, &scene.viewport, &scene.style);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      /* Dimmed, so that what is lit up stays what is seen first. */
      g_assert_cmpuint (
          scene_count (surface, 0, 0, 1000, 200, scene.style.colors[REFRAIN_COLOR_PATH]), ==, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (paper);
      cairo_surface_destroy (surface);
    }
}

/* Routines in colours of their own, and hidden. */
static void
test_looks (void)
{
  const RefrainColor red = REFRAIN_RGB (0xff0000), green = REFRAIN_RGB (0x00ff00);
  g_auto (Scene) scene = { 0 };
  g_autoptr (RefrainRoutineLooks) chosen = refrain_routine_looks_new ();
  g_autoptr (RefrainRoutineLooks) looks = NULL;
  g_auto (GStrv) lines = NULL;
  cairo_surface_t *surface;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  g_assert_null (refrain_routine_looks_write (chosen));
  refrain_routine_looks_set_color (chosen, "main", &green);
  refrain_routine_looks_set_kind_color (chosen, REFRAIN_ROUTINE_COLLECTIVE, &red);
  refrain_routine_looks_set_hidden (chosen, "work", TRUE);
  lines = refrain_routine_looks_write (chosen);
  g_assert_cmpstr (lines[0], ==, "colour #00ff00 main");
  g_assert_cmpstr (lines[1], ==, "colour-of-kind #ff0000 3");
  g_assert_cmpstr (lines[2], ==, "hide work");
  looks = refrain_routine_looks_read ((const char *const *) lines);
  g_assert_true (refrain_routine_looks_get_hidden (looks, "work"));

  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 300, red), ==, 0);
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 300, green), ==, 0);
  g_assert_cmpuint (scene_count (surface, 350, 0, 450, 100,
                                 refrain_style_get_routine_color (&scene.style, "work")),
                    >, 0);
  cairo_surface_destroy (surface);
  refrain_event_painter_set_looks (REFRAIN_EVENT_PAINTER (scene.painter), looks);
  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  g_assert_cmpuint (scene_count (surface, 700, 0, 880, 100, red), >, 0);
  g_assert_cmpuint (scene_count (surface, 0, 0, 1000, 100, green), >, 0);
  g_assert_cmpuint (scene_count (surface, 350, 0, 450, 100,
                                 refrain_style_get_routine_color (&scene.style, "work")),
                    ==, 0);
  cairo_surface_destroy (surface);
}

/* What cannot be read is left out. */
static void
test_odd_looks (void)
{
  static const char *const lines[] = {
    "", "colour", "colour #12 x", "colour #gggggg x", "colour-of-kind #ffffff 9", "sing", NULL
  };
  g_autoptr (RefrainRoutineLooks) looks = refrain_routine_looks_read (lines);

  g_assert_true (refrain_routine_looks_is_empty (looks));
  g_assert_true (refrain_routine_looks_is_empty (NULL));
}

/* The first entry that begins with @words, or NULL. */
static const char *
find_entry (const GArray *entries, const char *words)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_has_prefix (g_array_index (entries, RefrainLegendEntry, i).text, words))
      return g_array_index (entries, RefrainLegendEntry, i).text;
  return NULL;
}

/* Beside the graph only what the run has is told; a figure tells all kinds of MPI, or none. */
static void
test_key (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventKey key = { .arrows = TRUE, .lanes = TRUE, .routines = TRUE, .screen = TRUE };
  g_autoptr (RefrainTrace) device = scene_device_trace ();
  g_autoptr (GArray) full = NULL, empty = NULL, print = NULL;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  refrain_style_init (&scene.style, REFRAIN_PALETTE_LIGHT, 11);
  key.trace = device;
  empty = refrain_event_key_get_entries (&key, &scene.style);
  g_assert_null (find_entry (empty, "point-to-point"));
  g_assert_null (find_entry (empty, "message"));
  g_assert_nonnull (find_entry (empty, "wait and test"));
  key.trace = scene.trace;
  full = refrain_event_key_get_entries (&key, &scene.style);
  g_assert_nonnull (find_entry (full, "point-to-point"));
  g_assert_nonnull (find_entry (full, "message"));
  g_assert_null (find_entry (full, "other MPI: "));
  key.screen = FALSE;
  print = refrain_event_key_get_entries (&key, &scene.style);
  g_assert_nonnull (find_entry (print, "point-to-point"));
  g_assert_nonnull (find_entry (print, "wait and test"));
  g_assert_nonnull (find_entry (print, "other MPI"));
}

TEST_PROGRAM ("event-layers")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-layers/waits", test_waits);
  g_test_add_func ("/event-layers/waits-zoomed-out", test_waits_zoomed_out);
  g_test_add_func ("/event-layers/steps", test_steps);
  g_test_add_func ("/event-layers/path", test_path);
  g_test_add_func ("/event-layers/path-zoomed-out", test_path_zoomed_out);
  g_test_add_func ("/event-layers/legend", test_legend);
  g_test_add_func ("/event-layers/key", test_key);
  g_test_add_func ("/event-layers/folds", test_folds);
  g_test_add_func ("/event-layers/everywhere", test_everywhere);
  g_test_add_func ("/event-layers/looks", test_looks);
  g_test_add_func ("/event-layers/odd-looks", test_odd_looks);
  return g_test_run ();
}
