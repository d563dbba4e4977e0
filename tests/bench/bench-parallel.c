/* bench-parallel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What share of its processor time an analysis spends where all cores work: the bound of what more
 * cores gain.
 */
#include "config.h"

#include <time.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-study.h"
#include "test-program.h"

enum
{
  RUNS = 9
};

static double
get_clock (clockid_t clock)
{
  struct timespec time;

  g_assert_cmpint (clock_gettime (clock, &time), ==, 0);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* Threads take their items from one counter, so that each of n has the n-th part of the parallel
 * work: what this one did beyond that was done while others had nothing to do. */
typedef struct
{
  double all, own;
} Clocks;

static Clocks
read_clocks (void)
{
  return (Clocks){ get_clock (CLOCK_PROCESS_CPUTIME_ID), get_clock (CLOCK_THREAD_CPUTIME_ID) };
}

static double
get_share (Clocks begin, guint threads)
{
  const Clocks end = read_clocks ();
  const double all = end.all - begin.all, own = end.own - begin.own;

  return MIN (100 * (all - own) * threads / ((threads - 1) * all), 100);
}

TEST_PROGRAM ("parallel")
{
  static const struct
  {
    const char *name;
    RefrainAnalysis analysis;
  } asked[] = { { "patterns", REFRAIN_ANALYSIS_COMPOSITES },
                { "loops", REFRAIN_ANALYSIS_LOOPS },
                { "waits", REFRAIN_ANALYSIS_WAITS },
                { "causes of waits", REFRAIN_ANALYSIS_CAUSES },
                { "findings", REFRAIN_ANALYSIS_FINDINGS } };
  double load[RUNS], share[G_N_ELEMENTS (asked)][RUNS];
  const char *limit = g_getenv ("REFRAIN_THREADS");
  const guint threads = limit != NULL ? (guint) atoi (limit) : g_get_num_processors ();

  if (argc < 3 || threads < 2)
    return 0;
  for (guint r = 0; r < RUNS; r++)
    {
      Clocks begin = read_clocks ();
      g_autoptr (RefrainTrace) trace = refrain_trace_load (argv[2], NULL, NULL, NULL);
      g_autoptr (RefrainStudy) study = refrain_study_new (trace);

      load[r] = get_share (begin, threads);
      for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
        {
          gpointer result;

          begin = read_clocks ();
          result = refrain_study_find (study, asked[i].analysis, NULL, NULL);
          share[i][r] = get_share (begin, threads);
          g_assert_nonnull (result);
          g_object_unref (result);
        }
    }
  bench_row ("load: share of the processor time in which all cores work", bench_median (load, RUNS),
             "%", ">= 95", "the real trace, from OTF2");
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autofree char *name = g_strdup_printf (
          "%s: share of the processor time in which all cores work", asked[i].name);

      bench_row (name, bench_median (share[i], RUNS), "%", i < 3 ? ">= 95" : "",
                 "without what it is made of, which was found before");
    }
  return 0;
}
