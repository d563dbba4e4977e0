/* test-tracks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes with several threads: each thread's calls are seen and picked apart from the others'.
 */
#include "config.h"

#include "refrain-event-frame.h"
#include "scene.h"
#include "test-program.h"

enum
{
  MAIN,
  WORK,
  SEND,
  RECV
};

/* Two processes of three threads, the second without events, times in microseconds:
 *   thread 0 of rank 0: main [0, 1000], MPI_Send [100, 300]
 *   thread 2 of rank 0: work [100, 300], MPI_Send [400, 600]
 * and the same receives, 50 later, in rank 1. */
static RefrainTrace *
make_threads (void)
{
  static const char *const routines[] = { "main", "work", "MPI_Send", "MPI_Recv" };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  gint32 members[] = { 0, 1 };
  RefrainTrace *trace;

  refrain_trace_builder_add_process (builder, "Rank 0", NULL);
  refrain_trace_builder_add_process (builder, "Rank 1", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (routines); i++)
    refrain_trace_builder_add_routine (builder, routines[i], NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 2, NULL, 0, FALSE));
  for (guint p = 0; p < 2; p++)
    for (guint t = 0; t < 3; t++)
      {
        RefrainRecorder *recorder
            = refrain_trace_builder_add_thread (builder, p, p * 3 + t, "thread");
        RefrainTime late = p * 50000, begin = t == 0 ? 100000 : 400000;

        if (t == 1)
          continue;
        refrain_recorder_enter (recorder, t == 0 ? 0 : 100000, t == 0 ? MAIN : WORK);
        if (t == 2)
          refrain_recorder_leave (recorder, 300000, WORK);
        refrain_recorder_enter (recorder, begin + late, p == 0 ? SEND : RECV);
        if (p == 0)
          refrain_recorder_send (recorder, begin + 50000, 1, 0, t, 8);
        else
          refrain_recorder_recv (recorder, begin + 50000 + late, 0, 0, t, 8);
        refrain_recorder_leave (recorder, begin + late + 200000, p == 0 ? SEND : RECV);
        if (t == 0)
          refrain_recorder_leave (recorder, 1000000, MAIN);
      }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
init_frame (RefrainEventFrame *frame, const Scene *scene)
{
  refrain_event_frame_init (frame, REFRAIN_EVENT_PAINTER (scene->painter), NULL, &scene->viewport,
                            &scene->style);
}

static void
expect (const Scene *scene, double x, double y, RefrainPickKind kind, gsize row)
{
  RefrainPick pick;

  g_assert_true (
      refrain_painter_pick (scene->painter, &scene->viewport, &scene->style, x, y, &pick));
  g_assert_cmpint (pick.kind, ==, kind);
  g_assert_cmpuint (pick.process, ==, 0);
  g_assert_cmpuint (pick.row, ==, row);
}

/* Each thread that holds events has a band and a lane, none on another's; what is drawn there is
 * its own, and so is what is picked. */
static void
test_apart (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventFrame frame;
  RefrainRowShape first, last;
  RefrainProcess *process;
  RefrainColor p2p, work, main_color;
  cairo_surface_t *surface;
  double first_y, last_y, band_y;

  scene_init (&scene, make_threads (), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.height = 400;
  init_frame (&frame, &scene);
  process = refrain_trace_get_process (scene.trace, 0);
  g_assert_true (refrain_event_frame_has_tracks (&frame, 0));
  g_assert_false (refrain_event_has_track (process, 1));
  first = refrain_event_frame_get_shape (&frame, 0, 0);
  last = refrain_event_frame_get_shape (&frame, 0, 2);
  g_assert_cmpfloat (first.band_height, >, 0);
  g_assert_cmpfloat (first.band_y + first.band_height, <=, first.lane_y);
  g_assert_cmpfloat (first.lane_y + first.lane_height, <=, last.band_y);
  g_assert_cmpfloat (last.lane_y + last.lane_height, <=, 200);

  surface = scene_draw (scene.painter, &scene.viewport, &scene.style);
  p2p = scene.style.colors[REFRAIN_COLOR_P2P];
  work = refrain_style_get_routine_color (&scene.style, "work");
  main_color = refrain_style_get_routine_color (&scene.style, "main");
  first_y = first.lane_y + 3;
  last_y = last.lane_y + 3;
  band_y = last.band_y + 3;
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 290, first_y), p2p), <, 0.02);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 590, first_y), p2p), >, 0.1);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 590, last_y), p2p), <, 0.02);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 290, last_y), p2p), >, 0.1);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 290, band_y), work), <, 0.02);
  g_assert_cmpfloat (scene_distance (scene_get_pixel (surface, 800, first.band_y + 3), main_color),
                     <, 0.02);
  cairo_surface_destroy (surface);

  expect (&scene, 290, first_y, REFRAIN_PICK_OP, 0);
  expect (&scene, 590, last_y, REFRAIN_PICK_OP, 1);
  expect (&scene, 290, band_y, REFRAIN_PICK_CALL,
          refrain_process_get_thread (process, 2)->first_call);
  expect (&scene, 800, first.band_y + 3, REFRAIN_PICK_CALL, 0);
}

/* Arrows begin and end at the thread that sent and received. */
static void
test_arrows (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainEventFrame frame;
  RefrainRowShape from, to;
  RefrainArrow arrow;

  scene_init (&scene, make_threads (), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.height = 400;
  init_frame (&frame, &scene);
  for (gsize op = 0; op < 2; op++)
    {
      from = refrain_event_frame_get_shape (&frame, 0, op * 2);
      to = refrain_event_frame_get_shape (&frame, 1, op * 2);
      g_assert_true (refrain_event_make_arrow (&frame, 0, op, &arrow));
      g_assert_cmpfloat_with_epsilon (arrow.y0, from.lane_y + from.lane_height, 0.01);
      g_assert_cmpfloat_with_epsilon (arrow.y1, 200 + to.lane_y, 0.01);
    }
}

/* Zoomed out to where single calls are not drawn, threads are still apart. */
static void
test_density (void)
{
  g_auto (Scene) scene = { 0 };
  RefrainSummaryBin both[4], first[4], last[4];

  scene_init (&scene, make_threads (), REFRAIN_AXIS_TIME, NULL);
  refrain_summary_get_shares (scene.summary, 0, G_MAXSIZE, 0, 800000, 4, both);
  refrain_summary_get_shares (scene.summary, 0, 0, 0, 800000, 4, first);
  refrain_summary_get_shares (scene.summary, 0, 2, 0, 800000, 4, last);
  g_assert_cmpfloat_with_epsilon (first[0].share[REFRAIN_ACTIVITY_P2P], 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon (first[2].share[REFRAIN_ACTIVITY_P2P], 0, 0.01);
  g_assert_cmpfloat_with_epsilon (last[2].share[REFRAIN_ACTIVITY_P2P], 1, 0.01);
  g_assert_cmpfloat_with_epsilon (both[2].share[REFRAIN_ACTIVITY_P2P], 0.5, 0.01);
}

/* Rows too low for tracks are as those of one thread; everything is drawn at any size. */
static void
test_low_rows (void)
{
  static const double heights[] = { 0, 1, 10, 20, 40, 100, 3000 };

  for (RefrainAxisKind kind = REFRAIN_AXIS_TIME; kind <= REFRAIN_AXIS_LOGICAL; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
      {
        g_auto (Scene) scene = { 0 };
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 300);
        cairo_t *cr = cairo_create (surface);
        RefrainEventFrame frame;
        RefrainPick pick;

        scene_init (&scene, make_threads (), kind, NULL);
        scene.viewport.height = heights[i];
        init_frame (&frame, &scene);
        if (heights[i] <= 20)
          {
            g_assert_false (refrain_event_frame_has_tracks (&frame, 0));
            g_assert_cmpfloat (refrain_event_frame_get_shape (&frame, 0, 2).lane_y, ==,
                               frame.shape.lane_y);
          }
        for (guint furniture = 0; furniture < 2; furniture++)
          {
            scene.viewport.furniture = furniture;
            refrain_painter_paint (scene.painter, cr, &scene.viewport, &scene.style);
          }
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        refrain_painter_pick (scene.painter, &scene.viewport, &scene.style, 290, heights[i] / 3,
                              &pick);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

/* One thread a process, and none: no tracks. */
static void
test_single (void)
{
  for (guint which = 0; which < 2; which++)
    {
      g_auto (Scene) scene = { 0 };
      RefrainEventFrame frame;

      scene_init (&scene, which == 0 ? scene_silent_trace (1) : scene_tiny_trace (),
                  REFRAIN_AXIS_TIME, NULL);
      init_frame (&frame, &scene);
      g_assert_false (refrain_event_frame_has_tracks (&frame, 0));
    }
}

TEST_PROGRAM ("tracks")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracks/apart", test_apart);
  g_test_add_func ("/tracks/arrows", test_arrows);
  g_test_add_func ("/tracks/density", test_density);
  g_test_add_func ("/tracks/low-rows", test_low_rows);
  g_test_add_func ("/tracks/single", test_single);
  return g_test_run ();
}
