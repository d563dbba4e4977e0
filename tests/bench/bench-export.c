/* bench-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event graph of a whole large trace as a figure, by the command line.
 */
#include "config.h"

#include "bench-util.h"
#include "test-program.h"

#include <glib/gstdio.h>

enum
{
  RUNS = 5
};

TEST_PROGRAM ("export")
{
  g_autofree char *cli = NULL, *figure = NULL;
  double seconds[RUNS];
  GStatBuf status;

  if (argc < 3)
    return 0;
  cli = g_build_filename (g_getenv ("REFRAIN_BUILD"), "src", "cli", "refrain-cli", NULL);
  figure = g_build_filename (argv[1], "events.svg", NULL);
  const char *const command[] = { cli, "export", "--view", "events", "-o", figure, argv[2], NULL };
  for (int i = 0; i < RUNS; i++)
    seconds[i] = bench_command (command);
  g_assert_no_errno (g_stat (figure, &status));
  bench_row ("Whole run as SVG, time", bench_median (seconds, RUNS), "s", "<= 1",
             "loading included");
  bench_row ("Whole run as SVG, size", (double) status.st_size * 1e-6, "MB", "<= 2", "");
  return 0;
}
