/* bench-processes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What many processes cost beside few of as many events, what composite patterns cost beside
 * elementary ones, and what a program without order costs as it gets longer. One core.
 */
#include "config.h"

#include <time.h>

#include "bench-util.h"
#include "otf2-floor.h"
#include "refrain-composites.h"
#include "refrain-format.h"
#include "refrain-loop-global.h"
#include "refrain-phases.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 3
};

typedef struct
{
  double load, patterns, composites, phases, loops;
} Times;

static double
processor_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static RefrainPatternSet *
find_patterns (RefrainTrace *trace)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  RefrainPatternSet *set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return set;
}

/* Loading, and then what OTF2's own readers take without callbacks: once, as they fill gigabytes
 * with their buffers, and whatever is measured after them finds memory in pieces. */
static void
time_loading (RefrainTrace *trace, const char *path, Times *times)
{
  g_autoptr (GError) error = NULL;
  double seconds[RUNS], start;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < RUNS; i++)
    {
      g_autoptr (RefrainTrace) loaded = NULL;

      start = processor_seconds ();
      loaded = refrain_trace_load (path, NULL, NULL, &error);
      g_assert_no_error (error);
      seconds[i] = processor_seconds () - start;
    }
  times->load = bench_median (seconds, RUNS);
}

static double
time_floor (const char *path)
{
  const double start = processor_seconds ();

  otf2_floor_read (path, FALSE);
  return processor_seconds () - start;
}

static void
time_analyses (RefrainTrace *trace, gboolean as_told, Times *times)
{
  const RefrainPhaseOptions phase_options = { .collapse = TRUE };
  RefrainLoopOptions loop_options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  double patterns[RUNS], composites[RUNS], phases[RUNS], loops[RUNS];

  loop_options.as_told = as_told;
  for (guint i = 0; i < RUNS; i++)
    {
      double at = processor_seconds ();
      g_autoptr (RefrainPatternSet) set = find_patterns (trace);
      g_autoptr (RefrainComposites) above = NULL;
      g_autoptr (RefrainPhases) found = NULL;
      g_autoptr (RefrainLoopEvents) events = NULL;
      g_autoptr (RefrainLoopModel) model = NULL;

      patterns[i] = processor_seconds () - at;
      at = processor_seconds ();
      above = refrain_composites_new (set, NULL, NULL);
      composites[i] = processor_seconds () - at;
      at = processor_seconds ();
      found = refrain_phases_new (set, &phase_options, NULL, NULL, NULL);
      phases[i] = patterns[i] + processor_seconds () - at;
      at = processor_seconds ();
      events = refrain_loop_events_new (trace, NULL, NULL);
      model = refrain_loop_global_new (events, &loop_options, NULL, NULL, NULL, NULL);
      loops[i] = processor_seconds () - at;
      g_assert_nonnull (above);
      g_assert_nonnull (found);
      g_assert_nonnull (model);
    }
  times->patterns = bench_median (patterns, RUNS);
  times->composites = bench_median (composites, RUNS);
  times->phases = bench_median (phases, RUNS);
  times->loops = bench_median (loops, RUNS);
}

static Times
time_stencil (guint width, guint height, guint64 events, const char *folder)
{
  g_autoptr (RefrainTrace) trace = synthetic_stencil_new (width, height, events);
  g_autofree char *name = g_strdup_printf ("stencil-%u.otf2", width * height);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  Times times;

  time_loading (trace, path, &times);
  time_analyses (trace, FALSE, &times);
  return times;
}

static void
compare (const char *what, double many, double few, const char *limit)
{
  g_autofree char *name = g_strdup_printf ("4,096 against 64 processes: %s", what);
  g_autofree char *note
      = g_strdup_printf ("a stencil with sweeps, 8 million events; %.2f s and %.2f s", many, few);

  bench_row (name, many / few, "", limit, note);
}

/* The archives were written before. */
static void
look_at_floor (const char *folder)
{
  g_autofree char *few = g_build_filename (folder, "stencil-64.otf2", NULL);
  g_autofree char *many = g_build_filename (folder, "stencil-4096.otf2", NULL);

  compare ("OTF2's own readers, without callbacks", time_floor (many), time_floor (few), "");
}

static void
compare_stencils (const char *folder)
{
  const Times few = time_stencil (8, 8, 8000000, folder);
  const Times many = time_stencil (64, 64, 8000000, folder);
  const char *const note = "a stencil with sweeps, 8 million events";

  compare ("load", many.load, few.load, "<= 1.5");
  compare ("patterns, loading included", many.load + many.patterns, few.load + few.patterns,
           "<= 2");
  compare ("phases, loading included", many.load + many.phases, few.load + few.phases, "<= 2");
  compare ("loops, loading included", many.load + many.loops, few.load + few.loops, "<= 2");
  compare ("patterns alone", many.patterns, few.patterns, "");
  compare ("loops alone", many.loops, few.loops, "");
  bench_row ("composites beside the pattern search, 64 processes", few.composites / few.patterns,
             "", "<= 0.30", note);
  bench_row ("composites beside the pattern search, 4,096 processes",
             many.composites / many.patterns, "", "<= 0.30", note);
}

/* The most memory that loading and @analyse take, of a trace that was saved before. */
static double
measure_memory (const char *path, void (*analyse) (RefrainTrace *trace))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  bench_forget_peak ();
  trace = refrain_trace_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  analyse (trace);
  return (double) bench_peak () * 1e-6;
}

static void
analyse_patterns (RefrainTrace *trace)
{
  g_autoptr (RefrainPatternSet) set = find_patterns (trace);
  g_autoptr (RefrainComposites) above = refrain_composites_new (set, NULL, NULL);

  g_assert_nonnull (above);
}

static void
analyse_loops (RefrainTrace *trace)
{
  const RefrainLoopOptions options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, NULL, NULL);
  g_autoptr (RefrainLoopModel) model
      = refrain_loop_global_new (events, &options, NULL, NULL, NULL, NULL);

  g_assert_nonnull (model);
}

static void
look_at_very_many (const char *folder)
{
  const Times times = time_stencil (128, 128, 3000000, folder);
  g_autofree char *path = g_build_filename (folder, "stencil-16384.otf2", NULL);
  const struct
  {
    const char *name;
    double seconds;
  } rows[] = {
    { "16,384 processes: load", times.load },
    { "16,384 processes: patterns", times.patterns },
    { "16,384 processes: phases", times.phases },
    { "16,384 processes: loops", times.loops },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    bench_row (rows[i].name, rows[i].seconds, "s", "<= 5", "3 million events");
  bench_row ("16,384 processes: memory of patterns and composites",
             measure_memory (path, analyse_patterns), "MB", "<= 500",
             "with loading; resident at most");
  bench_row ("16,384 processes: memory of loops", measure_memory (path, analyse_loops), "MB",
             "<= 500", "with loading; resident at most");
}

/* Four times the iterations, at four times the time. Loops with the numbers they are told: else
 * short models are made in up to three ways, and long ones in one. */
static void
look_at_irregular (void)
{
  Times few, many;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RefrainTrace) trace = synthetic_irregular_new (64, i == 0 ? 100 : 400);

      time_analyses (trace, TRUE, i == 0 ? &few : &many);
    }
  bench_row ("4 times the iterations of an irregular program: patterns",
             many.patterns / few.patterns, "", "<= 4.5", "MPI_ANY_SOURCE, 64 processes");
  bench_row ("4 times the iterations of an irregular program: phases", many.phases / few.phases, "",
             "<= 4.5", "MPI_ANY_SOURCE, 64 processes");
  bench_row ("4 times the iterations of an irregular program: loops", many.loops / few.loops, "",
             "<= 4.5", "MPI_ANY_SOURCE, 64 processes");
}

static void
look_at_real (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  Times times;

  g_assert_no_error (error);
  time_analyses (trace, FALSE, &times);
  bench_row ("composites beside the pattern search, real trace", times.composites / times.patterns,
             "", "<= 0.30", "");
}

TEST_PROGRAM ("processes")
{
  g_setenv ("REFRAIN_THREADS", "1", TRUE);
  if (argc < 2)
    return 2;
  if (argc > 2)
    look_at_real (argv[2]);
  compare_stencils (argv[1]);
  look_at_irregular ();
  look_at_very_many (argv[1]);
  look_at_floor (argv[1]);
  return 0;
}
