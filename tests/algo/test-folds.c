/* test-folds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks of what is folded away are exactly that: all of it, once, in order.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-folds.h"
#include "refrain-study.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000

static RefrainFolds *
find_folds (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  const RefrainStudyAsk ask = { .cancellable = cancellable };

  return refrain_study_find (study, REFRAIN_ANALYSIS_FOLDS, &ask, error);
}

/* The folds of all threads stand for what the points folded away. */
static void
check (RefrainTrace *trace)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_autoptr (RefrainFolds) folds = refrain_study_find (study, REFRAIN_ANALYSIS_FOLDS, NULL, NULL);
  g_autoptr (RefrainPoints) points
      = refrain_study_find (study, REFRAIN_ANALYSIS_POINTS, NULL, NULL);
  gsize n_points;
  const RefrainPoint *list = refrain_points_list (points, &n_points);
  guint64 events = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      gsize n;
      const RefrainFold *all = refrain_folds_get (folds, p, 0, &n);

      for (gsize i = 0; i < n; i++)
        {
          g_assert_cmpuint (all[i].point, <, n_points);
          g_assert_cmpuint (all[i].count, >=, 1);
          g_assert_cmpint (all[i].start, <=, all[i].end);
          g_assert_cmpint (all[i].each, <=, all[i].end - all[i].start);
          if (i > 0)
            g_assert_cmpint (all[i].start, >=, all[i - 1].end);
          events += all[i].count * list[all[i].point].size;
        }
    }
  g_assert_cmpuint (
      events, ==, refrain_points_count_events (points) - refrain_points_count_kept_events (points));
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 40; seed++)
    {
      g_autoptr (RefrainTrace) trace = random_trace_new (seed, 1 + seed % 5, 20 + seed);

      check (trace);
    }
}

/* Fifty turns of which the twentieth takes longer: it is seen, and one of the others; the rest are
 * two or three blocks. */
static void
test_turns (void)
{
  TimeProgram *program = time_program_new (2, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainFolds) folds = NULL;
  const RefrainFold *all;
  guint32 turns = 0;
  gsize n;

  for (guint p = 0; p < 2; p++)
    for (guint i = 0; i < 50; i++)
      {
        time_program_work (program, p, "work", i == 20 ? 5000 * US : 1000 * US);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  trace = time_program_run (program);
  check (trace);
  folds = find_folds (trace, NULL, NULL);
  all = refrain_folds_get (folds, 0, 0, &n);
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <=, 4);
  for (gsize i = 0; i < n; i++)
    {
      if (all[i].count > 1)
        {
          turns += all[i].count;
          g_assert_cmpint (ABS (all[i].each - 1002 * US), <, 20 * US);
        }
      g_assert_false (all[i].start < 21 * 1000 * US && all[i].end > 25 * 1000 * US);
    }
  g_assert_cmpuint (turns, >=, 45);
}

static void
test_nothing (void)
{
  RefrainRecorder *recorders[1];
  guint32 communicator;
  g_autoptr (RefrainTraceBuilder) builder = random_trace_builder (1, recorders, &communicator);
  g_autoptr (RefrainTrace) trace = random_trace_finish (builder);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  check (trace);
  g_cancellable_cancel (cancellable);
  g_assert_null (find_folds (trace, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("folds")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folds/random", test_random);
  g_test_add_func ("/folds/turns", test_turns);
  g_test_add_func ("/folds/nothing", test_nothing);
  return g_test_run ();
}
