/* test-wrapper-trials.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one more wrapper would do, told from the segments that it touches, against making all
 * instances again.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-wrapper-trials.h"
#include "test-program.h"

enum
{
  N_SEEDS = 80
};

static RefrainInstances *
find (RefrainSymbols *symbols, const gboolean *flags)
{
  g_autoptr (RefrainSegments) segments = refrain_segments_new (symbols, flags, FALSE);

  return refrain_instances_new (segments, TRUE, NULL);
}

static gboolean
same_segments (RefrainInstances *a, RefrainInstances *b)
{
  for (guint p = 0; p < a->units->n_processes; p++)
    {
      gsize n, m;
      const RefrainSegment *x = refrain_segments_get (a->units->segments, p, &n);
      const RefrainSegment *y = refrain_segments_get (b->units->segments, p, &m);

      if (n != m)
        return FALSE;
      for (gsize s = 0; s < n; s++)
        if (x[s].first != y[s].first)
          return FALSE;
    }
  return TRUE;
}

static void
check_routine (RefrainSymbols *symbols,
               RefrainWrapperTrials *trials,
               RefrainInstances *now,
               gboolean *flags,
               guint32 routine,
               guint *n_tried)
{
  g_autoptr (RefrainInstances) with = NULL;
  RefrainWrapperTrial trial;

  flags[routine] = TRUE;
  with = find (symbols, flags);
  flags[routine] = FALSE;
  g_assert_true (refrain_wrapper_trials_try (trials, routine, &trial, NULL));
  g_assert_cmpint (trial.idle, ==, same_segments (now, with));
  if (!trial.idle)
    {
      g_assert_cmpuint (trial.n_patterns, ==, with->n_patterns);
      g_assert_cmpuint (trial.description, ==, with->description);
      g_assert_cmpuint (trial.n_unclean, ==, with->n_unclean);
      (*n_tried)++;
    }
  g_array_unref (trial.groups);
}

static void
test_random (void)
{
  guint n_tried = 0;

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      const RefrainSymbolScheme scheme = { .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER,
                                           .point_to_point = TRUE,
                                           .collectives = TRUE };
      g_autoptr (RefrainTrace) trace = random_trace_new (seed, 1 + seed % 6, 4 + seed / 2);
      g_autoptr (RefrainSymbols) symbols = refrain_symbols_new (trace, &scheme, NULL, NULL);
      const guint n = refrain_trace_get_n_routines (trace);
      g_autofree gboolean *flags = g_new0 (gboolean, n);
      g_autoptr (RefrainInstances) now = NULL;
      g_autoptr (RefrainWrapperTrials) trials = NULL;

      for (guint r = 0; r < n; r++)
        flags[r] = seed >> r & 1 && seed % 3 == 0;
      now = find (symbols, flags);
      trials = refrain_wrapper_trials_new (now, flags);
      /* Twice: a trial leaves nothing behind. */
      for (guint again = 0; again < 2; again++)
        for (guint32 r = 0; r < n; r++)
          if (!flags[r])
            check_routine (symbols, trials, now, flags, r, &n_tried);
    }
  g_assert_cmpuint (n_tried, >, 100);
}

TEST_PROGRAM ("wrapper-trials")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wrapper-trials/random", test_random);
  return g_test_run ();
}
