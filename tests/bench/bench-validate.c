/* bench-validate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All constraints of the format on one core: of the real trace, of more data, of a trace in which
 * every message is broken. Beside each speed what it is in a fixed piece of work.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-validation.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 7,
  EVENTS = 4000000,
  TIMES = 4, /* as much data */
};

static double
measure (RefrainTrace *trace)
{
  double seconds[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainValidation) validation
          = refrain_validation_new (trace, NULL, 0, NULL, NULL);

      g_assert_nonnull (validation);
      seconds[i] = bench_seconds () - start;
    }
  return bench_median (seconds, RUNS);
}

/* A speed; returns the seconds of a run. */
static double
tell (RefrainTrace *trace, const char *what, const char *note)
{
  const double events = (double) refrain_trace_get_counts (trace)->events;
  const double seconds = measure (trace);
  g_autofree char *speed = g_strdup_printf ("Constraints, %s", what);

  bench_row (speed, events / seconds / 1e6, "million events/s", ">= 10", note);
  return seconds;
}

static void
measure_real (const char *path)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  double load, seconds;

  g_assert_nonnull (trace);
  load = bench_seconds () - start;
  seconds = tell (trace, "the real trace", "one core");
  bench_row ("Constraints / load", seconds / load, "", "", "the real trace, both on one core");
}

TEST_PROGRAM ("validate")
{
  g_autoptr (RefrainTrace) small = NULL, large = NULL, irregular = NULL;
  double few, many;

  g_setenv ("REFRAIN_THREADS", "1", TRUE);
  small = synthetic_stencil_new (4, 4, EVENTS);
  large = synthetic_stencil_new (4, 4, EVENTS * TIMES);
  irregular = synthetic_irregular_new (64, 400);
  few = tell (small, "a stencil with sweeps", "16 processes, one core");
  many = measure (large);
  bench_row ("Constraints, 4 times the data", many / few, "", "<= 4.8", "a stencil with sweeps");
  tell (irregular, "messages from anybody", "64 processes, one core");
  if (argc > 2)
    measure_real (argv[2]);
  return 0;
}
