/* bench-paraver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading a Paraver trace against looking at its lines alone, and writing one.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-text-lines.h"
#include "synthetic.h"
#include "test-program.h"

#include <glib/gstdio.h>

enum
{
  RUNS = 5,
  PROCESSES = 16,
  EVENTS = 2000000
};

static double
time_lines (const char *path)
{
  const double start = bench_seconds ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTextLines) lines = refrain_text_lines_new (path, &error);
  gsize n, bytes = 0;

  g_assert_no_error (error);
  while (refrain_text_lines_next (lines, &n, &error) != NULL)
    bytes += n;
  g_assert_no_error (error);
  g_assert_cmpuint (bytes, >, 0);
  return bench_seconds () - start;
}

static double
time_save (RefrainTrace *trace, const char *path)
{
  const double start = bench_seconds ();
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  return bench_seconds () - start;
}

TEST_PROGRAM ("paraver")
{
  double saved[RUNS], loaded[RUNS], scanned[RUNS], megabytes;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autofree char *path = NULL;
  GStatBuf status;

  if (argc < 2)
    return 2;
  path = g_build_filename (argv[1], "synthetic.prv", NULL);
  trace = synthetic_trace_new (PROCESSES, EVENTS);
  for (int i = 0; i < RUNS; i++)
    {
      saved[i] = time_save (trace, path);
      scanned[i] = time_lines (path);
      loaded[i] = bench_load_seconds (path);
    }
  g_stat (path, &status);
  megabytes = (double) status.st_size * 1e-6;
  bench_row ("Paraver throughput / lines alone",
             bench_median (scanned, RUNS) / bench_median (loaded, RUNS), "", ">= 0.03",
             "the trace built and matched");
  bench_row ("Paraver load", megabytes / bench_median (loaded, RUNS), "MB/s", ">= 100", "");
  bench_row ("Paraver save", megabytes / bench_median (saved, RUNS), "MB/s", "", "");
  return 0;
}
