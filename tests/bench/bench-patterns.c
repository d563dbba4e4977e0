/* bench-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding communication patterns, on one core: symbols, segments, splitting and construction with
 * known wrappers; and the whole analysis, which chooses them first.
 */
#include "config.h"

#include <malloc.h>
#include <time.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-pattern-set.h"
#include "refrain-run-comparison.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 5
};

static RefrainPatternSet *
find (RefrainTrace *trace, const RefrainPatternOptions *options)
{
  g_autoptr (GError) error = NULL;
  RefrainPatternSet *set = refrain_pattern_set_new (trace, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return set;
}

/* Seconds of processor time to find the patterns of @trace. */
static double
time_patterns (RefrainTrace *trace, const RefrainPatternOptions *options)
{
  double seconds[RUNS];

  for (int i = 0; i < RUNS; i++)
    {
      const clock_t start = clock ();
      RefrainPatternSet *set = find (trace, options);

      seconds[i] = (double) (clock () - start) / CLOCKS_PER_SEC;
      g_object_unref (set);
    }
  return bench_median (seconds, RUNS);
}

static void
bench_real (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const RefrainWrapper *wrappers;
  double events;
  gsize n;

  g_assert_no_error (error);
  events = (double) refrain_trace_get_counts (trace)->events * 1e-6;
  bench_row ("patterns of the real trace, wrappers chosen", time_patterns (trace, &options) * 1e3,
             "ms", "", "one core");
  set = find (trace, &options);
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer) refrain_routine_get_name (wrappers[i].routine));
  g_ptr_array_add (names, NULL);
  options.wrappers = (const char *const *) names->pdata;
  bench_row ("patterns of the real trace, wrappers known", events / time_patterns (trace, &options),
             "million events/s", ">= 20", "routine-directed, one core");
  options.method = REFRAIN_PATTERNS_SYNTACTIC;
  bench_row ("patterns of the real trace, syntactic", events / time_patterns (trace, &options),
             "million events/s", ">= 20", "one core");
}

/* Seconds of processor time to load a run twice, and to compare both or to find patterns of both.
 */
static double
time_two_runs (const char *path, gboolean compares)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  double seconds[RUNS];

  for (int i = 0; i < RUNS; i++)
    {
      const clock_t start = clock ();
      RefrainStudy *studies[2];

      for (guint s = 0; s < 2; s++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

          g_assert_no_error (error);
          if (!compares)
            g_object_unref (find (trace, &options));
          studies[s] = refrain_study_new (trace);
        }
      if (compares)
        g_object_unref (refrain_studies_compare (&studies[0], 1, &studies[1], 1, NULL, NULL));
      seconds[i] = (double) (clock () - start) / CLOCKS_PER_SEC;
      for (guint s = 0; s < 2; s++)
        g_object_unref (studies[s]);
    }
  return bench_median (seconds, RUNS);
}

static void
compare_two (const char *path)
{
  const double patterns = time_two_runs (path, FALSE), compare = time_two_runs (path, TRUE);
  g_autofree char *note = g_strdup_printf ("loading included, one core; %.0f ms and %.0f ms",
                                           compare * 1e3, patterns * 1e3);

  bench_row ("compare two runs, beside the patterns of both", compare / patterns, "", "<= 1.5",
             note);
}

/* 32 million events take arrays of more than 32 MB, which the C library fetches from the system and
 * gives back each time: 200,000 page faults a run, a third of its time and twice that on a busy
 * machine; those of 4 million events stay within the process and take none. So memory is kept here,
 * and the row with memory taken anew stands beside it. */
static void
compare_sizes (void)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainTrace) small = synthetic_trace_new (8, 4000000);
  g_autoptr (RefrainTrace) large = synthetic_trace_new (8, 32000000);
  const double anew = time_patterns (large, &options) / time_patterns (small, &options);

  mallopt (M_MMAP_MAX, 0);
  mallopt (M_TRIM_THRESHOLD, G_MAXINT);
  bench_row ("patterns of 8 times the data",
             time_patterns (large, &options) / time_patterns (small, &options), "", "<= 9",
             "4 and 32 million events, 8 processes; memory kept from run to run");
  bench_row ("patterns of 8 times the data, memory taken anew", anew, "", "",
             "page faults of arrays above 32 MB included");
}

TEST_PROGRAM ("patterns")
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainTrace) wide = NULL;

  g_setenv ("REFRAIN_THREADS", "1", TRUE);
  if (argc < 2)
    return 2;
  if (argc > 2)
    {
      bench_real (argv[2]);
      compare_two (argv[2]);
    }
  compare_sizes ();
  wide = synthetic_trace_new (64, 10000000);
  bench_row ("patterns of 64 processes, 10 million events", time_patterns (wide, &options), "s",
             "<= 2", "one core");
  return 0;
}
