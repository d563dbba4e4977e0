/* bench-slider.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The strength moved in a real window with 10,000 segments. Needs a display, and says nothing
 * without one.
 */
#include "config.h"

#include <time.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-trace-builder.h"
#include "window-driver.h"
#include "test-program.h"

enum
{
  DISTINCT = 50,
  LENGTH = 500000, /* messages, each an occurrence of a pattern */
  LONGEST = 200,   /* so many of one mixture */
  SEGMENTS = 10000,
  MOVES = 20,
  STEP = 1000 /* ns */
};

/* Process 0 sends to another one, again and again: each of the others is a pattern. Stretches of
 * random length in which it chooses among four. */
static void
record (
    RefrainRecorder **recorders, const guint32 *steps, guint32 send, guint32 receive, guint32 world)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (gsize i = 0; i < LENGTH;)
    {
      const gsize end = i + (gsize) g_rand_int_range (random, 10, LONGEST);
      gint32 some[4];

      for (guint k = 0; k < 4; k++)
        some[k] = g_rand_int_range (random, 1, DISTINCT + 1);
      for (; i < MIN (end, LENGTH); i++)
        {
          const gint32 to = some[g_rand_int (random) & 3];
          const RefrainTime at = (RefrainTime) i * 6 * STEP;

          for (guint side = 0; side < 2; side++)
            {
              RefrainRecorder *recorder = recorders[side == 0 ? 0 : to];
              const guint32 routine = side == 0 ? send : receive;

              refrain_recorder_enter (recorder, at, steps[to]);
              refrain_recorder_enter (recorder, at + STEP, routine);
              if (side == 0)
                refrain_recorder_send (recorder, at + 2 * STEP, to, world, 1, 8);
              else
                refrain_recorder_recv (recorder, at + 3 * STEP, 0, world, 1, 8);
              refrain_recorder_leave (recorder, at + 4 * STEP, routine);
              refrain_recorder_leave (recorder, at + 5 * STEP, steps[to]);
            }
        }
    }
}

static void
write_trace (const char *path)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  RefrainRecorder *recorders[DISTINCT + 1];
  gint32 members[DISTINCT + 1];
  guint32 steps[DISTINCT + 1];
  guint32 send, receive, world;

  refrain_trace_builder_set_source (builder, "synthetic", NULL, NULL);
  for (guint i = 0; i <= DISTINCT; i++)
    {
      g_autofree char *name = g_strdup_printf ("Process %u", i);
      g_autofree char *step = g_strdup_printf ("step_%u", i);

      refrain_trace_builder_add_process (builder, name, NULL);
      members[i] = (gint32) i;
      steps[i] = refrain_trace_builder_add_routine (builder, step, NULL, 0);
    }
  send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  receive = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  world = refrain_trace_builder_add_communicator (
      builder,
      refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, DISTINCT + 1, NULL, 0, FALSE));
  for (guint i = 0; i <= DISTINCT; i++)
    recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "thread");
  record (recorders, steps, send, receive, world);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* What the main thread did since the strength was moved. */
typedef struct
{
  double began; /* the frame that is being made */
  double first; /* seconds that the first frame took */
  guint n_frames;
} Frames;

/* What the main thread has worked so far: other programs do not count. */
static double
get_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
on_before (GdkFrameClock *clock, Frames *frames)
{
  frames->began = get_seconds ();
}

static void
on_after (GdkFrameClock *clock, Frames *frames)
{
  if (frames->n_frames++ == 0)
    frames->first = get_seconds () - frames->began;
}

/* A strength at which so many segments remain. */
static double
find_strength (RefrainPhases *phases)
{
  for (double strength = 0;; strength += 0.01)
    {
      gsize n;

      g_free (refrain_segmentation_prune (refrain_phases_get_segmentation (phases), strength, &n));
      if (n <= SEGMENTS)
        return strength;
    }
}

/* What the main thread works on the next frame. */
static double
take_frame (Frames *frames)
{
  while (frames->n_frames == 0)
    g_main_context_iteration (NULL, TRUE);
  return frames->first;
}

/* Each move is followed by a frame in which the same window is drawn once more, unchanged: what GTK
 * itself takes, much of it where no graphics hardware is. */
static void
measure (RefrainWindow *window)
{
  RefrainPhaseModel *model = refrain_session_get_phases (refrain_window_get_session (window));
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  const double strength = find_strength (refrain_phase_model_get_phases (model));
  double moves[MOVES], frame[MOVES], same[MOVES], all[MOVES];
  Frames frames;

  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before), &frames);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after), &frames);
  for (guint i = 0; i < MOVES; i++)
    {
      double start;

      rest (700);
      frames = (Frames){ 0 };
      start = get_seconds ();
      refrain_phase_model_set_strength (model, strength + (i % 2 ? 0.02 : 0) + 0.001 * i);
      moves[i] = get_seconds () - start;
      frame[i] = take_frame (&frames);
      rest (700);
      frames = (Frames){ 0 };
      gtk_widget_queue_draw (GTK_WIDGET (window));
      same[i] = take_frame (&frames);
      all[i] = moves[i] + frame[i] - same[i];
    }
  g_signal_handlers_disconnect_by_data (clock, &frames);
  bench_row ("Phases in the window, slider move with 10,000 segments",
             bench_median (all, MOVES) * 1e3, "ms", "<= 16",
             "the move, with tree, bands and table, and what the next frame takes beyond one in "
             "which nothing changed; median of 20, time of the main thread");
  bench_row ("Phases in the window, the move", bench_median (moves, MOVES) * 1e3, "ms", "", "");
  bench_row ("Phases in the window, the frame", bench_median (frame, MOVES) * 1e3, "ms", "",
             "1100 by 700");
  bench_row ("Phases in the window, a frame in which nothing changed",
             bench_median (same, MOVES) * 1e3, "ms", "", "1100 by 700");
}

TEST_PROGRAM ("slider")
{
  g_autofree char *path = NULL;
  RefrainWindow *window;
  RefrainPhaseModel *model;

  if (argc < 2 || !window_driver_init (&argc, &argv))
    return 0;
  /* A benchmark goes on where GTK warns of a width by one pixel. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  path = g_build_filename (argv[1], "slider.mtf.h5", NULL);
  write_trace (path);
  window = make_window_with (path);
  model = refrain_session_get_phases (refrain_window_get_session (window));
  wait_until (refrain_phase_model_get_phases (model) != NULL);
  activate_with (window, "page", "phases");
  rest (2000);
  measure (window);
  close_window (window);
  return 0;
}
