/* bench-gxl.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading GXL against the XML library's own reader, which builds nothing.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-format.h"
#include "synthetic.h"
#include "test-program.h"

#include <glib/gstdio.h>

enum
{
  RUNS = 5,
  PROCESSES = 16,
  EVENTS = 300000
};

TEST_PROGRAM ("gxl")
{
  g_autofree char *path = NULL;
  double ours[RUNS], theirs[RUNS], seconds, megabytes;
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  if (argc < 2)
    return 2;
  path = g_build_filename (argv[1], "synthetic.gxl", NULL);
  {
    g_autoptr (RefrainTrace) trace = synthetic_trace_new (PROCESSES, EVENTS);

    refrain_trace_save (trace, path, NULL, NULL, &error);
    g_assert_no_error (error);
  }
  const char *const xmllint[] = { "xmllint", "--stream", "--huge", "--noout", path, NULL };
  for (int i = 0; i < RUNS; i++)
    {
      theirs[i] = bench_command (xmllint);
      ours[i] = bench_load_seconds (path);
    }
  g_stat (path, &status);
  megabytes = (double) status.st_size * 1e-6;
  seconds = bench_median (ours, RUNS);
  bench_row ("GXL throughput / xmllint --stream --noout", bench_median (theirs, RUNS) / seconds, "",
             ">= 0.5", "the trace built and matched");
  bench_row ("GXL load", megabytes / seconds, "MB/s", "", "");
  return 0;
}
