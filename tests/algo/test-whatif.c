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
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, NULL);
  RefrainRunGraph *graph;

  g_assert_no_error (error);
  graph = refrain_run_graph_new (waits, iterations, NULL, &error);
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
  const RefrainScenario *all[12], *bases[G_N_ELEMENTS (all)];
  RefrainTime saved[G_N_ELEMENTS (all)], on_top[G_N_ELEMENTS (all)];

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
  /* On top of each other, as a pass finds it that others left: the same as their sum. */
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    {
      all[i] = i % 3 == 0 ? NULL : i % 3 == 1 ? work : cut;
      bases[i] = i % 2 == 0 ? NULL : i % 3 == 1 ? cut : work;
    }
  g_assert_true (
      refrain_replay_save_on (slow, bases, all, NULL, G_N_ELEMENTS (all), on_top, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    {
      const gboolean works = all[i] == work || bases[i] == work;
      const gboolean cuts = all[i] == cut || bases[i] == cut;

      g_assert_cmpint (on_top[i], ==, saved[(cuts ? 2 : 0) + (works ? 1 : 0)]);
    }
}

/* A part that is left out of a scenario that a pass shares: as if it were not in it, on top of
 * others or not. */
static void
test_holes (void)
{
  g_autoptr (RefrainRunGraph) graph = make (make_ring (8 * MS, TRUE));
  g_autoptr (RefrainScenario) work = refrain_scenario_new ();
  g_autoptr (RefrainScenario) first = refrain_scenario_new ();
  g_autoptr (RefrainScenario) cheap = refrain_scenario_new ();
  g_autoptr (RefrainScenario) early = refrain_scenario_new ();
  const RefrainTime middle = graph->length / 2;
  const RefrainReplayHole holes[]
      = { { 0, 0 }, { middle, G_MAXINT64 }, { 0, 0 }, { G_MININT64, G_MAXINT64 },
          { 0, 0 }, { middle, G_MAXINT64 }, { 0, 0 }, { 0, 0 },
          { 0, 0 }, { middle, G_MAXINT64 } };
  const RefrainScenario *scenarios[]
      = { work, work, first, work, work, work, first, NULL, cheap, cheap };
  const RefrainScenario *bases[]
      = { NULL, NULL, NULL, NULL, cheap, cheap, cheap, cheap, work, early };
  RefrainTime saved[G_N_ELEMENTS (holes)], waited[G_N_ELEMENTS (holes)];

  for (guint32 i = 0; i < graph->n_segs; i++)
    if (graph->seg_time[i] == 8 * MS)
      {
        refrain_scenario_set_seg (work, i, 5 * MS);
        if (graph->enter[graph->seg_node[i]] < middle)
          refrain_scenario_set_seg (first, i, 5 * MS);
      }
  for (guint32 i = 0; i < graph->n; i++)
    {
      refrain_scenario_set_cost (cheap, i, graph->cost[i] / 2);
      refrain_scenario_set_cost (early, i, graph->cost[i] / 4);
      refrain_scenario_change (early, (RefrainNodeChange){ i, 0, -1, 0, 1 * MS });
    }
  refrain_scenario_close (work);
  refrain_scenario_close (first);
  refrain_scenario_close (cheap);
  refrain_scenario_close (early);
  g_assert_true (refrain_replay_save_on (graph, bases, scenarios, holes, G_N_ELEMENTS (holes),
                                         saved, waited, NULL));
  g_assert_cmpint (saved[1], ==, saved[2]);
  g_assert_cmpint (waited[1], ==, waited[2]);
  g_assert_cmpint (saved[1], >, 0);
  g_assert_cmpint (saved[0], >, saved[1]);
  g_assert_cmpint (saved[3], ==, 0);
  g_assert_cmpint (saved[5], ==, saved[6]);
  g_assert_cmpint (waited[5], ==, waited[6]);
  g_assert_cmpint (saved[5], >, saved[7]);
  /* Whichever of two is the base. */
  g_assert_cmpint (saved[4], ==, saved[8]);
  g_assert_cmpint (waited[4], ==, waited[8]);
  /* Costs that are lower there already. */
  scenarios[0] = early;
  g_assert_true (refrain_replay_save_on (graph, NULL, scenarios, NULL, 1, saved, waited, NULL));
  g_assert_cmpint (saved[9], ==, saved[0]);
}

#define CLIENTS 7
#define ROUNDS  18
#define TASKS   150

/* Process 0 takes @each for what the others ask, who comes first; they compute for different times.
 * Each asks as often as the others; or gets one task after the other until there are no more. */
static RefrainTrace *
make_served (RefrainTime each, gboolean hands_out)
{
  TimeProgram *program = time_program_new (CLIENTS + 1, 1 * US, 7 * US);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  RefrainTime asks[CLIENTS + 1] = { 0 }, now = 0;
  guint left[CLIENTS + 1] = { 0 }, n = hands_out ? CLIENTS : CLIENTS * ROUNDS, tasks = TASKS;
  RefrainTime work[CLIENTS * ROUNDS + TASKS];

  for (gsize i = 0; i < G_N_ELEMENTS (work); i++)
    work[i] = g_rand_int_range (rand, 5000, hands_out ? 30000 : 15000) * US;
  for (guint p = 1; p <= CLIENTS; p++)
    {
      left[p] = hands_out ? 1 : ROUNDS;
      asks[p] = hands_out ? p * US : work[p * ROUNDS - 1];
      if (!hands_out)
        time_program_work (program, p, "compute", asks[p]);
      time_program_send (program, p, 0);
    }
  while (n > 0)
    {
      guint next = 0;
      RefrainTime time = 0;

      for (guint p = 1; p <= CLIENTS; p++)
        if (left[p] > 0 && (next == 0 || asks[p] < asks[next]))
          next = p;
      time_program_recv (program, 0, next);
      time_program_work (program, 0, "serve", each);
      time_program_send (program, 0, next);
      time_program_recv (program, next, 0);
      now = MAX (now, asks[next] + 10 * US) + each;
      if (hands_out && tasks > 0)
        time = work[--tasks];
      else if (--left[next] > 0)
        time = work[(next - 1) * ROUNDS + left[next] - 1];
      n -= !hands_out || time == 0;
      if (time > 0)
        {
          time_program_work (program, next, "compute", time);
          time_program_send (program, next, 0);
        }
      asks[next] = now + time;
    }
  for (guint p = 0; p <= CLIENTS; p++)
    time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
  return time_program_run (program);
}

/* Without what it takes to serve the others come in another order, and get other tasks. */
static void
test_served (void)
{
  for (guint i = 0; i < 2; i++)
    {
      const RefrainTime each = 2 * MS;
      g_autoptr (RefrainRunGraph) slow = make (make_served (each, i == 1));
      g_autoptr (RefrainRunGraph) fast = make (make_served (0, i == 1));
      g_autoptr (RefrainScenario) without = refrain_scenario_new ();
      const RefrainScenario *all[] = { without };
      RefrainTime saved;

      for (guint32 k = 0; k < slow->n_segs; k++)
        if (slow->seg_time[k] == each)
          refrain_scenario_set_seg (without, k, 0);
      refrain_scenario_close (without);
      g_assert_cmpuint (slow->n_turns, ==, i == 1 ? TASKS + CLIENTS : CLIENTS * ROUNDS);
      for (guint32 t = 0; t < slow->n_turns; t++)
        g_assert_cmpint (slow->turns[t].answer != REFRAIN_NONE, ==, i == 1);
      g_assert_true (refrain_replay_save (slow, all, 1, &saved, NULL, NULL));
      g_assert_cmpfloat_with_epsilon ((double) saved, (double) (slow->length - fast->length),
                                      0.02 * (double) saved);
    }
}

/* The same messages, but in turn: it waits for one though another has come. */
static void
test_in_turn (void)
{
  TimeProgram *program = time_program_new (CLIENTS + 1, 1 * US, 7 * US);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (RefrainRunGraph) graph = NULL;

  for (guint i = 0; i < ROUNDS; i++)
    for (guint k = 0; k < CLIENTS; k++)
      {
        /* Now from the first, now from the last on. */
        const guint p = i % 3 == 0 ? k + 1 : CLIENTS - k;

        time_program_work (program, p, "compute", g_rand_int_range (rand, 5000, 15000) * US);
        time_program_send (program, p, 0);
        time_program_recv (program, 0, p);
        time_program_send (program, 0, p);
        time_program_recv (program, p, 0);
      }
  graph = make (time_program_run (program));
  g_assert_cmpuint (graph->n_turns, ==, 0);
}

TEST_PROGRAM ("whatif")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/whatif/exact", test_exact);
  g_test_add_func ("/whatif/saved", test_saved);
  g_test_add_func ("/whatif/holes", test_holes);
  g_test_add_func ("/whatif/served", test_served);
  g_test_add_func ("/whatif/in-turn", test_in_turn);
  return g_test_run ();
}
