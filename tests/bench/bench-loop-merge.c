/* bench-loop-merge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Merging the local models of wavefronts and stencils on ever more processes, beside the time that
 * the local models take.
 */
#include "config.h"

#include "bench-util.h"
#include "loop-programs.h"
#include "refrain-loop-merge.h"
#include "refrain-nlr.h"
#include "test-program.h"

enum
{
  RUNS = 9,
  ITERATIONS = 50,
  BLOCKS = 10
};

typedef struct
{
  double local;
  double merging;
} Times;

static Times
time_program (RefrainLoopEvents *events)
{
  const RefrainNlrOptions options = { REFRAIN_NLR_DEFAULT_BODY, TRUE };
  double local[RUNS], merging[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (GPtrArray) models = refrain_nlr_model_all (events, &options, NULL, NULL);
      g_autoptr (RefrainLoopModel) global = NULL;
      guint32 n;

      local[i] = bench_seconds () - start;
      global = refrain_loop_merge (models, NULL, NULL);
      merging[i] = bench_seconds () - start - local[i];
      g_assert_nonnull (refrain_loop_model_get_constructs (global, &n));
    }
  return (Times){ bench_median (local, RUNS), bench_median (merging, RUNS) };
}

static Times
measure (const char *name, gboolean wavefront, guint width)
{
  g_autoptr (RefrainLoopEvents) events
      = wavefront ? loop_program_wavefront (width, width, ITERATIONS, BLOCKS)
                  : loop_program_stencil (width, width, ITERATIONS * BLOCKS);
  const Times times = time_program (events);
  g_autofree char *row
      = g_strdup_printf ("merging models of %u processes, %s", width * width, name);
  g_autofree char *note = g_strdup_printf ("local models: %.1f ms", 1e3 * times.local);

  bench_row (row, 1e3 * times.merging, "ms", "", note);
  return times;
}

static void
measure_growth (const char *name, gboolean wavefront)
{
  const Times small = measure (name, wavefront, 8);
  const Times middle = measure (name, wavefront, 16);
  g_autofree char *row = g_strdup_printf ("merging 256 models against 64, %s", name);

  measure (name, wavefront, 32);
  /* n log n: 4 x 8 / 6 */
  bench_row (row, middle.merging / small.merging, "", "<= 5.33", "");
}

TEST_PROGRAM ("loop-merge")
{
  measure_growth ("wavefront", TRUE);
  measure_growth ("stencil", FALSE);
  return 0;
}
