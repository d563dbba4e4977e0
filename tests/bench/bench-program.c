/* bench-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One program for all processes, and the logical trace: operations a second where the run is
 * regular, how the time grows with the data, and how the text grows with the processes.
 */
#include "config.h"

#include "bench-util.h"
#include "loop-programs.h"
#include "refrain-format.h"
#include "refrain-logical-trace.h"
#include "refrain-main-loop.h"
#include "refrain-program.h"
#include "refrain-recurrences.h"
#include "refrain-skeleton.h"
#include "refrain-study.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 3,
  BLOCKS = 60,
  MULTIGRID_ITERATIONS = 17
};

static double
count_operations (RefrainLoopEvents *events)
{
  gsize n = 0;

  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    n += refrain_loop_events_get_stream (events, p)->n;
  return (double) n;
}

/* Seconds for the program of @events; its bytes in @bytes. */
static double
time_program (RefrainLoopEvents *events, gsize *bytes)
{
  double seconds[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainProgram) program = refrain_program_new (events, NULL, 0, NULL, NULL);

      seconds[i] = bench_seconds () - start;
      *bytes = refrain_program_get_facts (program)->bytes;
    }
  return bench_median (seconds, RUNS);
}

static double
time_logical (RefrainLoopEvents *events, RefrainMapping *mapping)
{
  double seconds[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainLogicalTrace) trace
          = refrain_logical_trace_new (events, mapping, NULL, NULL);

      seconds[i] = bench_seconds () - start;
      g_assert_nonnull (trace);
    }
  return bench_median (seconds, RUNS);
}

static void
measure_speed (void)
{
  const guint sizes[2] = { 4, 4 };
  g_autoptr (RefrainMapping) mapping = refrain_mapping_new_grid (sizes, 2, 0, NULL);
  g_autoptr (RefrainLoopEvents) small = loop_program_wavefront (4, 4, 130, BLOCKS);
  g_autoptr (RefrainLoopEvents) large = loop_program_wavefront (4, 4, 8 * 130, BLOCKS);
  g_autofree char *note
      = g_strdup_printf ("%.1f and %.1f million operations", 1e-6 * count_operations (small),
                         1e-6 * count_operations (large));
  gsize bytes;
  const double first = time_program (small, &bytes);
  const double second = time_program (large, &bytes);

  bench_row ("one page of a wavefront, 16 processes", 1e-6 * count_operations (large) / second,
             "Mop/s", ">= 10", note);
  bench_row ("... 8 times the data", second / first, "", "<= 10", "");
  bench_row ("logical trace of the same",
             1e-6 * count_operations (large) / time_logical (large, mapping), "Mop/s", "", "");
}

/* Each process has its own order of partners, and cycles are cut short differently: the text is
 * long, and steps are many. */
static void
measure_multigrid (void)
{
  g_autoptr (RefrainTrace) trace = synthetic_multigrid_new (4, 4, 2, MULTIGRID_ITERATIONS);
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, NULL, NULL);
  g_autofree char *note = NULL;
  gsize bytes;
  const double seconds = time_program (events, &bytes);

  note = g_strdup_printf ("%.0f operations, %" G_GSIZE_FORMAT " bytes", count_operations (events),
                          bytes);
  bench_row ("one page of 32 processes like SMG2000", seconds, "s", "", note);
}

/* A ring of eight whose tags count the turns: no two turns have an event in common. */
static RefrainLoopEvents *
make_counting_ring (guint turns)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (8);

  for (guint p = 0; p < 8; p++)
    for (guint t = 0; t < 2 * turns; t++)
      {
        const RefrainLoopEventKind kind = t % 2 == 0 ? REFRAIN_LOOP_SEND : REFRAIN_LOOP_RECV;
        const RefrainLoopEvent event
            = { refrain_loop_events_builder_add_shape (builder, kind, 0, 0),
                (gint32) (p + (t % 2 == 0 ? 1 : 7)) % 8, (gint32) t / 2 };

        refrain_loop_events_builder_append (builder, p, &event, REFRAIN_NONE);
      }
  return refrain_loop_events_builder_finish (builder, NULL);
}

/* Messages between any two of 64 processes: there is no page. */
static RefrainLoopEvents *
make_tangle (guint n_messages)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (64);

  for (guint i = 0; i < n_messages; i++)
    {
      const guint from = (guint) g_rand_int_range (rand, 0, 64);
      const guint to = (from + (guint) g_rand_int_range (rand, 1, 64)) % 64;
      RefrainLoopEvent event
          = { refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_SEND, 0, 0), (gint32) to,
              (gint32) i % 3 };

      refrain_loop_events_builder_append (builder, from, &event, REFRAIN_NONE);
      event.shape = refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_RECV, 0, 0);
      event.peer = (gint32) from;
      refrain_loop_events_builder_append (builder, to, &event, REFRAIN_NONE);
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}

static void
measure_hard (void)
{
  g_autoptr (RefrainLoopEvents) short_ring = make_counting_ring (2000);
  g_autoptr (RefrainLoopEvents) long_ring = make_counting_ring (16000);
  g_autoptr (RefrainLoopEvents) tangle = make_tangle (12500);
  g_autoptr (RefrainLoopEvents) large = make_tangle (100000);
  gsize bytes[2], text;
  const double few = time_program (short_ring, &bytes[0]);
  const double many = time_program (long_ring, &bytes[1]);
  const double little = time_program (tangle, &text);
  const double much = time_program (large, &text);

  bench_row ("tags that count turns: 8 times the data", many / few, "", "<= 10", "");
  bench_row ("... text", (double) bytes[1] / (double) bytes[0], "", "<= 1.1", "");
  bench_row ("no page of 200,000 random operations", much, "s", "<= 2", "");
  bench_row ("... 8 times the data", much / little, "", "<= 10", "");
}

static void
measure_text (void)
{
  g_autoptr (RefrainLoopEvents) few = loop_program_wavefront (4, 2, 20, 12);
  g_autoptr (RefrainLoopEvents) many = loop_program_wavefront (8, 8, 20, 12);
  g_autoptr (RefrainLoopEvents) small = loop_program_stencil (4, 2, 100);
  g_autoptr (RefrainLoopEvents) large = loop_program_stencil (8, 8, 100);
  gsize bytes[4];

  time_program (few, &bytes[0]);
  time_program (many, &bytes[1]);
  time_program (small, &bytes[2]);
  time_program (large, &bytes[3]);
  bench_row ("text on 64 against 8 processes, wavefront", (double) bytes[1] / (double) bytes[0], "",
             "<= 1.5", "");
  bench_row ("text on 64 against 8 processes, stencil", (double) bytes[3] / (double) bytes[2], "",
             "<= 1.5", "");
}

/* Of a run without a common program, what takes one beside what `patterns` finds: the first trace
 * whose partners change from iteration to iteration. */
static void
measure_irregular (const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  double patterns[RUNS], skeleton[RUNS], page[RUNS], durations[RUNS];

  g_assert_nonnull (trace);
  for (guint i = 0; i < RUNS; i++)
    {
      g_autoptr (RefrainStudy) study = refrain_study_new (trace);
      double start = bench_seconds ();
      g_autoptr (RefrainMainLoop) loop
          = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, NULL, NULL);
      g_autoptr (RefrainSkeleton) written = NULL;
      g_autoptr (RefrainProgram) program = NULL;
      g_autoptr (RefrainRecurrences) all = NULL;

      g_assert_nonnull (loop);
      patterns[i] = bench_seconds () - start;
      start = bench_seconds ();
      written = refrain_skeleton_new (trace, 0, NULL, NULL);
      g_assert_nonnull (written);
      skeleton[i] = bench_seconds () - start;
      start = bench_seconds ();
      program = refrain_study_find (study, REFRAIN_ANALYSIS_PROGRAM, NULL, NULL);
      g_assert_nonnull (program);
      page[i] = bench_seconds () - start;
      g_clear_object (&study);
      study = refrain_study_new (trace);
      start = bench_seconds ();
      all = refrain_study_find (study, REFRAIN_ANALYSIS_RECURRENCES, NULL, NULL);
      g_assert_nonnull (all);
      durations[i] = bench_seconds () - start;
    }
  bench_row ("skeleton / patterns, an irregular run",
             bench_median (skeleton, RUNS) / bench_median (patterns, RUNS), "", "<= 3",
             "an adaptive mesh, recorded");
  bench_row ("durations / patterns, an irregular run",
             bench_median (durations, RUNS) / bench_median (patterns, RUNS), "", "<= 3",
             "the same; patterns, loops and phases included");
  bench_row ("page of an irregular run", bench_median (page, RUNS), "s", "<= 2", "the same");
}

TEST_PROGRAM ("program")
{
  measure_speed ();
  measure_multigrid ();
  measure_hard ();
  measure_text ();
  if (argc > 3)
    measure_irregular (argv[3]);
  return 0;
}
