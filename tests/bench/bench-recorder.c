/* bench-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What recording costs the program that is recorded: tests/programs/pair.c against a layer that
 * does nothing, and sweep.c, which communicates like NPB LU, alone, recorded, and recorded by
 * EZTrace, in turns. Without MPI there are no rows.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "test-program.h"

#define PAIR_RUNS  7
#define SWEEP_RUNS 7

static const char *build, *work;

/* The number that a command prints, NAN when it fails. @script gets BUILD and WORK as $1 and $2. */
static double
run_script (const char *script)
{
  const char *const argv[] = { "sh", "-c", script, "sh", build, work, NULL };
  g_autofree char *output = NULL;
  int status = 1;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL, NULL, &output, NULL, &status, NULL)
      || status != 0 || output == NULL || *output == '\0')
    return NAN;
  return g_ascii_strtod (output, NULL);
}

/* The programs say themselves how long they took. */
#define MPIRUN(n) "mpirun --oversubscribe -n " #n " "
#define PAIR      "\"$1/tests/programs/pair\""
#define SWEEP     "\"$1/tests/programs/sweep\" 20 40 48"
#define RECORD                                                                                     \
  "rm -rf \"$2\"/r.*; \"$1/src/cli/refrain-cli\" record --keep-spool -o \"$2/r.mtf.h5\" -- "

static const char *const pair_scripts[] = {
  "exec " MPIRUN (1) "env LD_PRELOAD=\"$1/tests/programs/libempty-layer.so\" " PAIR,
  RECORD MPIRUN (1) PAIR,
};
static const char *const sweep_scripts[] = {
  "exec " MPIRUN (8) SWEEP,
  RECORD MPIRUN (8) SWEEP,
  "command -v eztrace >/dev/null && exec " MPIRUN (8) "eztrace -o \"$2/eztrace\" -t openmpi " SWEEP
                                                      " | grep -E '^[0-9.]+$'",
};

/* The least of @n runs of each script, in turns. */
static void
take_least (const char *const *scripts, gsize n_scripts, gsize n, double *least)
{
  for (gsize s = 0; s < n_scripts; s++)
    least[s] = INFINITY;
  for (gsize i = 0; i < n; i++)
    for (gsize s = 0; s < n_scripts; s++)
      {
        const double took = run_script (scripts[s]);

        least[s] = isnan (took) ? NAN : fmin (least[s], took);
      }
}

static guint64
count_bytes (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (guint64) info.st_size : 0;
}

/* Of the records, as the headers tell. */
static guint64
count_spool_bytes (void)
{
  g_autoptr (GDir) dir = g_dir_open (work, 0, NULL);
  const char *name;
  guint64 sum = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (work, name, NULL);
      g_autoptr (GDir) spool
          = g_str_has_prefix (name, "r.mtf.h5.") ? g_dir_open (folder, 0, NULL) : NULL;
      const char *file;

      while (spool != NULL && (file = g_dir_read_name (spool)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, file, NULL);
          g_autofree char *bytes = NULL;
          gsize n;
          guint64 used;

          if (!g_str_has_suffix (file, ".spool") || !g_file_get_contents (path, &bytes, &n, NULL))
            continue;
          memcpy (&used, bytes + 16, sizeof used);
          sum += used;
        }
    }
  return sum;
}

static void
measure_pair (void)
{
  double least[2];

  take_least (pair_scripts, 2, PAIR_RUNS, least);
  if (isnan (least[0]) || isnan (least[1]))
    return;
  bench_row ("recording: own cost of a send and its receive", (least[1] - least[0]) / 1e3, "µs",
             "<= 0.5", "beyond a layer that does nothing; to itself, least of 7 runs");
}

static void
measure_sweep (void)
{
  g_autofree char *out = g_build_filename (work, "r.mtf.h5", NULL);
  g_autoptr (RefrainTrace) trace = NULL;
  double least[3], events;

  take_least (sweep_scripts, 3, SWEEP_RUNS, least);
  if (isnan (least[0]) || isnan (least[1]))
    return;
  bench_row ("recording: a program like NPB LU, recorded / not", least[1] / least[0], "", "<= 1.03",
             "8 processes, least of 7 runs in turns");
  if (!isnan (least[2]))
    bench_row ("the same with EZTrace", least[2] / least[0], "", "", "calls of MPI only, as above");
  trace = refrain_trace_load (out, NULL, NULL, NULL);
  if (trace == NULL)
    return;
  events = (double) refrain_trace_get_counts (trace)->events;
  bench_row ("recording: bytes an event while the program runs",
             (double) count_spool_bytes () / events, "B", "<= 10", "");
  bench_row ("recording: bytes an event in .mtf.h5", (double) count_bytes (out) / events, "B",
             "<= 10", "in its compact form");
}

TEST_PROGRAM ("recorder")
{
  g_autofree char *mpirun = g_find_program_in_path ("mpirun");

  build = g_getenv ("REFRAIN_BUILD");
  work = argc > 1 ? argv[1] : NULL;
  if (mpirun == NULL || build == NULL || work == NULL)
    return 0;
  g_setenv ("OMPI_ALLOW_RUN_AS_ROOT", "1", TRUE);
  g_setenv ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", TRUE);
  measure_pair ();
  measure_sweep ();
  return 0;
}
