/* test-whatif.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run replayed with nothing changed is the run, to the nanosecond; with something changed it
 * takes as long as a run that was so.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-scenario.h"
#include "test-program.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

/* Takes @trace. */
static RefrainRunGraph *
make (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, &error);
  RefrainRunGraph *graph;

  g_assert_no_error (error);
  graph = refrain_run_graph_new (trace, iterations, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (refrain_replay_is_exact (graph));
  g_object_unref (trace);
  return graph;
}

static void
test_exact (void)
{
  for (guint32 seed = 0; seed < 200; seed++)
    refrain_run_graph_free (make (random_trace_new (seed, 2 + seed % 7, 30)));
}

/* Process 1 computes @slow in each turn, the others 5 ms; each sends to the next, then a barrier.
 */
static RefrainTrace *
make_ring (RefrainTime slow, gboolean barrier)
{
  const guint n = 4, turns = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 7 * US);

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", p == 1 ? slow : 5 * MS);
        time_program_send (program, p, (p + 1) % n);
        time_program_recv (program, p, (p + n - 1) % n);
        if (barrier)
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  return time_program_run (program);
}

/* What process 1 computes, set to what the others do, and the barrier cut. */
static void
test_saved (void)
{
  g_autoptr (RefrainRunGraph) slow = make (make_ring (8 * MS, TRUE));
  g_autoptr (RefrainRunGraph) even = make (make_ring (5 * MS, TRUE));
  g_autoptr (RefrainScenario) work = refrain_scenario_new ();
  g_autoptr (RefrainScenario) cut = refrain_scenario_new ();
  g_autoptr (RefrainScenario) both = NULL;
  const RefrainScenario *all[12];
  RefrainTime saved[G_N_ELEMENTS (all)];

  for (guint32 i = 0; i < slow->n_segs; i++)
    if (slow->seg_time[i] == 8 * MS)
      refrain_scenario_set_seg (work, i, 5 * MS);
  for (guint32 i = 0; i < slow->n; i++)
    refrain_scenario_cut (cut, i, REFRAIN_RUN_GROUP);
  refrain_scenario_close (work);
  refrain_scenario_close (cut);
  both = refrain_scenario_add (work, cut);
  g_assert_cmpint (refrain_scenario_get_bound (work, slow), ==, 20 * 3 * MS);
  /* More than a pass holds, and in any place of it. */
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    all[i] = i % 4 == 0 ? NULL : i % 4 == 1 ? work : i % 4 == 2 ? cut : both;
  g_assert_true (refrain_replay_save (slow, all, G_N_ELEMENTS (all), saved, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (all); i += 4)
    {
      g_assert_cmpint (saved[i], ==, 0);
      g_assert_cmpfloat_with_epsilon ((double) saved[i + 1], (double) (slow->length - even->length),
                                      20 * 2 * US);
      g_assert_cmpint (saved[i + 2], >=, 0);
      g_assert_cmpint (saved[i + 3], >=, saved[i + 1]);
    }
}

TEST_PROGRAM ("whatif")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/whatif/exact", test_exact);
  g_test_add_func ("/whatif/saved", test_saved);
  return g_test_run ();
}
