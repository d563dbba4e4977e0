/* bench-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening .mtf.h5 must not depend on the number of events.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-profile.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 21,
  PROCESSES = 16
};

static char *
make_file (const char *folder, guint64 events)
{
  g_autofree char *name = g_strdup_printf ("%" G_GUINT64_FORMAT ".mtf.h5", events);
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (RefrainTrace) trace = synthetic_trace_new (PROCESSES, events);
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  return path;
}

/* @summarised: with what a picture of all of it needs. */
static double
time_open (const char *path, gboolean summarised)
{
  const double start = bench_seconds ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  g_autoptr (RefrainSummary) summary = NULL;
  g_autoptr (RefrainProfile) profile = NULL;

  g_assert_no_error (error);
  if (summarised)
    {
      summary = refrain_summary_new (trace, NULL, NULL);
      profile = refrain_profile_new (trace);
    }
  return bench_seconds () - start;
}

TEST_PROGRAM ("open")
{
  g_autofree char *small = NULL, *large = NULL;
  double of_small[RUNS], of_large[RUNS], summarised[RUNS], seconds;

  if (argc < 2)
    return 2;
  small = make_file (argv[1], 1000000);
  large = make_file (argv[1], 20000000);
  for (int i = 0; i < RUNS; i++)
    {
      of_small[i] = time_open (small, FALSE);
      of_large[i] = time_open (large, FALSE);
      summarised[i] = time_open (large, TRUE);
    }
  seconds = bench_median (of_large, RUNS);
  bench_row (".mtf.h5 open, 20 million events / 1 million", seconds / bench_median (of_small, RUNS),
             "", "<= 1.5", "16 processes");
  bench_row (".mtf.h5 open, 20 million events", seconds * 1e3, "ms", "", "");
  bench_row (".mtf.h5 open with summary and profile / without",
             bench_median (summarised, RUNS) / seconds, "", "<= 2",
             "20 million events; nothing is made anew");
  return 0;
}
