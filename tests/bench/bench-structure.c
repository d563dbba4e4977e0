/* bench-structure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences and loops of events, by both rules: pace on real traces, growth, and what is kept; and
 * how fast durations are understood.
 */
#include "config.h"

#include <malloc.h>
#include <time.h>

#include "bench-util.h"
#include "refrain-cover-loops.h"
#include "refrain-format.h"
#include "refrain-pair-sequences.h"
#include "refrain-points.h"
#include "test-program.h"

enum
{
  RUNS = 5,
  TIMES = 8,          /* as much data */
  SWEEPS = 1500,      /* of a nest of 62 and 62 turns */
  MORE_SWEEPS = 6000, /* ... that do not stay within the caches */
  IRREGULAR = 250000, /* symbols */
  DURATIONS = 100000
};

/* Seconds that all cores together worked. */
static double
work_seconds (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* LU's iteration: two sweeps of 62 and an exchange. Free with g_free(). */
static guint32 *
make_nest (guint sweeps, guint32 *n)
{
  guint32 *symbols = g_new (guint32, (gsize) sweeps * (62 * 8 * 2 + 22));

  *n = 0;
  for (guint s = 0; s < sweeps; s++)
    {
      for (guint32 k = 0; k < 62 * 8; k++)
        symbols[(*n)++] = k % 8;
      for (guint32 k = 0; k < 62 * 8; k++)
        symbols[(*n)++] = 8 + k % 8;
      for (guint32 k = 0; k < 22; k++)
        symbols[(*n)++] = 16 + k;
    }
  return symbols;
}

static guint32 *
make_irregular (guint32 n)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint32 *symbols = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    symbols[i] = (guint32) g_rand_int_range (rand, 0, 1024);
  return symbols;
}

static double
time_sequence (const guint32 *symbols, guint32 n, gboolean cover)
{
  double seconds[RUNS];

  for (int r = 0; r < RUNS; r++)
    {
      const double start = work_seconds ();
      g_autoptr (RefrainGrammar) grammar
          = cover ? refrain_cover_loops_find (symbols, n, 1024, NULL, NULL)
                  : refrain_pair_sequences_find (symbols, n, 1024, NULL);

      g_assert_cmpint (grammar->length, ==, n);
      seconds[r] = work_seconds () - start;
    }
  return bench_median (seconds, RUNS);
}

static void
measure_growth (gboolean cover)
{
  const char *rule = cover ? "by cover" : "by pairs";
  guint32 n, n_more;
  g_autofree guint32 *nest = make_nest (SWEEPS, &n);
  g_autofree guint32 *more = make_nest (TIMES * SWEEPS, &n_more);
  g_autofree guint32 *irregular = make_irregular (TIMES * IRREGULAR);
  g_autofree char *nested = g_strdup_printf ("Sequences and loops %s: 8 times the data", rule);
  g_autofree char *structureless
      = g_strdup_printf ("... of a structureless stream, %s: 8 times the data", rule);

  bench_row (nested, time_sequence (more, n_more, cover) / time_sequence (nest, n, cover), "",
             cover ? "<= 9" : "",
             cover ? "time, a nest of two levels, 1.5 million symbols and 12 million"
                   : "the same; 12 bytes a symbol, of which 1.5 million stay within the caches");
  bench_row (structureless,
             time_sequence (irregular, TIMES * IRREGULAR, cover)
                 / time_sequence (irregular, IRREGULAR, cover),
             "", "", "time; 1,024 distinct symbols; tables outgrow the caches");
}

/* Pairs need 12 bytes a symbol and go through them several times: where those of the shorter stream
 * stay within the caches and within what the C library keeps, eight times the data is other work.
 * So both are longer here, and memory is kept from run to run. */
static void
measure_growth_of_pairs (void)
{
  guint32 n, n_more;
  g_autofree guint32 *nest = make_nest (MORE_SWEEPS, &n);
  g_autofree guint32 *more = make_nest (TIMES * MORE_SWEEPS, &n_more);

  mallopt (M_MMAP_MAX, 0);
  mallopt (M_TRIM_THRESHOLD, G_MAXINT);
  bench_row ("Sequences and loops by pairs: 8 times the data, beyond the caches",
             time_sequence (more, n_more, FALSE) / time_sequence (nest, n, FALSE), "", "<= 9",
             "time, a nest of two levels, 6 million symbols and 49 million; memory kept");
}

static void
measure_trace (const char *anchor)
{
  static const char *const rules[] = { "cover", "pairs" };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (anchor, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint rule = 0; rule < G_N_ELEMENTS (rules); rule++)
    {
      RefrainStructureOptions options = REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
      g_autofree char *name = g_strdup_printf ("Sequences and loops of %s, by %s",
                                               refrain_trace_get_name (trace), rules[rule]);
      g_autofree char *memory
          = g_strdup_printf ("... of %s, by %s: kept", refrain_trace_get_name (trace), rules[rule]);
      guint64 events = 0;
      gsize bytes = 0;
      double seconds[RUNS];

      options.outer = rule == 0 ? REFRAIN_OUTER_COVER : REFRAIN_OUTER_PAIRS;
      for (int r = 0; r < RUNS; r++)
        {
          const double start = work_seconds ();
          g_autoptr (RefrainStructure) structure
              = refrain_structure_new (trace, &options, NULL, &error);

          seconds[r] = work_seconds () - start;
          events = 0;
          for (gsize i = 0; i < refrain_structure_get_n_parts (structure); i++)
            events += refrain_structure_get_part (structure, i)->grammar->length;
          bytes = refrain_structure_get_memory (structure);
        }
      bench_row (name, (double) events / bench_median (seconds, RUNS) / 1e6,
                 "million events/s/core", ">= 20", "all events, numbering included");
      bench_row (memory, (double) bytes / (double) events, "B/event", "<= 8", "");
    }
}

static void
measure_durations (void)
{
  const RefrainDurationOptions options = REFRAIN_DURATION_OPTIONS_DEFAULT;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree double *values = g_new (double, DURATIONS);
  double seconds[RUNS];

  for (guint i = 0; i < DURATIONS; i++)
    values[i] = g_rand_double_range (rand, 900, 1100) * (g_rand_boolean (rand) ? 1 : 3);
  for (int r = 0; r < RUNS; r++)
    {
      const double start = work_seconds ();
      g_autoptr (RefrainDurations) durations
          = refrain_durations_new (values, DURATIONS, &options, NULL, NULL);

      seconds[r] = work_seconds () - start;
    }
  bench_row ("Peaks, outliers and trend of 100,000 durations", 1e3 * bench_median (seconds, RUNS),
             "ms", "<= 100", "");
}

TEST_PROGRAM ("structure")
{
  measure_growth (TRUE);
  measure_growth (FALSE);
  measure_durations ();
  for (int i = 2; i < argc; i++)
    measure_trace (argv[i]);
  measure_growth_of_pairs ();
  return 0;
}
