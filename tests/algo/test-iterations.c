/* test-iterations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where iterations begin and end, and what a step is, of programs that are worked out by hand.
 */
#include "config.h"

#include "refrain-iterations.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000
#define MS (1000 * US)

static void
collect (TimeProgram *program, RefrainCollective type)
{
  for (guint p = 0; p < 4; p++)
    time_program_collective (program, p, type, 0);
}

/* What is computed before the first iteration, behind a barrier or nothing, is none of it where
 * that takes far longer than what is before the others; where one process alone does so, it is. */
static void
test_set_up (void)
{
  for (guint how = 0; how < 4; how++)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainIterations) iterations = NULL;
      RefrainTime start, end;

      if (how % 2 == 1)
        collect (program, REFRAIN_COLLECTIVE_BARRIER);
      for (guint p = 0; p < 4; p++)
        if (how < 2 || p == 1)
          time_program_work (program, p, "main", 100 * MS);
      for (guint i = 0; i < 20; i++)
        {
          for (guint p = 0; p < 4; p++)
            time_program_work (program, p, "main", (1 + i % 2) * MS);
          collect (program, REFRAIN_COLLECTIVE_ALLTOALL);
          collect (program, REFRAIN_COLLECTIVE_ALLREDUCE);
        }
      trace = time_program_run (program);
      iterations = refrain_iterations_new (trace, NULL, NULL);
      g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, 20);
      g_assert_true (refrain_iterations_get_run_span (iterations, 0, &start, &end));
      g_assert_true (refrain_iterations_have_set_up (iterations, 2) == (how < 2));
      if (how < 2)
        g_assert_cmpint (end - start, <, 3 * MS);
    }
}

/* Nothing is recorded but MPI: the first iteration begins with the run where most processes compute
 * as long before it as before others, also for one that computes longer; not where all do. */
static void
test_first_iteration (void)
{
  static const struct
  {
    RefrainTime more[2]; /* before the first iteration, of process 0 and of the others */
    RefrainTime least, most;
  } cases[] = { { { 0, 0 }, 4 * MS, 5 * MS },
                { { 16 * MS, 0 }, 20 * MS, 21 * MS },
                { { 16 * MS, 16 * MS }, 0, 5 * MS } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainIterations) iterations = NULL;

      for (guint p = 0; p < 4; p++)
        {
          time_program_work (program, p, "MPI_Init", MS);
          time_program_compute (program, p, cases[c].more[p > 0]);
        }
      for (guint i = 0; i < 20; i++)
        {
          for (guint p = 0; p < 4; p++)
            time_program_compute (program, p, 4 * MS);
          collect (program, REFRAIN_COLLECTIVE_ALLTOALL);
          collect (program, REFRAIN_COLLECTIVE_ALLREDUCE);
        }
      for (guint p = 0; p < 4; p++)
        {
          time_program_compute (program, p, 1 * US);
          time_program_work (program, p, "MPI_Finalize", MS);
        }
      trace = time_program_run (program);
      iterations = refrain_iterations_new (trace, NULL, NULL);
      g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, 20);
      g_assert_cmpint (refrain_iterations_get_time (iterations, 0), >=, cases[c].least);
      g_assert_cmpint (refrain_iterations_get_time (iterations, 0), <, cases[c].most);
      g_assert_cmpint (refrain_iterations_get_time (iterations, 1), >=, 4 * MS);
    }
}

/* 250 steps of a gathering and a sum; instead of the former every @often steps three exchanges of
 * all, and every @rare steps two broadcasts besides. */
static guint32
count_steps (guint often, guint rare)
{
  TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;

  for (guint i = 1; i <= 250; i++)
    {
      for (guint p = 0; p < 4; p++)
        time_program_work (program, p, "main", 1 * MS);
      for (guint k = 0; k < 3 && i % often == 0; k++)
        collect (program, REFRAIN_COLLECTIVE_ALLTOALL);
      if (i % often != 0)
        collect (program, REFRAIN_COLLECTIVE_ALLGATHER);
      collect (program, REFRAIN_COLLECTIVE_ALLREDUCE);
      for (guint k = 0; k < 2 && i % rare == 0; k++)
        collect (program, REFRAIN_COLLECTIVE_BCAST);
    }
  trace = time_program_run (program);
  iterations = refrain_iterations_new (trace, NULL, NULL);
  return refrain_iterations_get_n (iterations);
}

/* Two things that come every so many steps tell what a step is where neither number is a multiple
 * of the other; otherwise loops in loops do the same. */
static void
test_steps (void)
{
  g_assert_cmpuint (count_steps (20, 50), ==, 250);
  g_assert_cmpuint (count_steps (12, 30), ==, 250);
  g_assert_cmpuint (count_steps (20, 40), ==, 6);
}

/* A turn to warm up is none of the loop behind the barrier, but counted. */
static void
test_apart (void)
{
  TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autofree char *said = NULL;

  for (guint i = 0; i <= 6; i++)
    {
      for (guint p = 0; p < 4; p++)
        time_program_work (program, p, "main", 1 * MS);
      for (guint k = 0; k < 5; k++)
        collect (program, REFRAIN_COLLECTIVE_ALLTOALL);
      collect (program, REFRAIN_COLLECTIVE_ALLREDUCE);
      if (i == 0)
        collect (program, REFRAIN_COLLECTIVE_BARRIER);
    }
  trace = time_program_run (program);
  iterations = refrain_iterations_new (trace, NULL, NULL);
  g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, 6);
  g_assert_cmpuint (refrain_iterations_get_n_apart (iterations), ==, 1);
  said = refrain_iterations_describe_apart (iterations);
  g_assert_cmpstr (said, ==, "The same occurs once more outside the loop.");
}

/* Solves of fewer iterations each time, and between them what is no iteration: @before and @behind
 * a broadcast; the last solve ends the run. Where @computes, iterations compute in a routine before
 * they exchange. */
static RefrainTrace *
solve (RefrainTime before, RefrainTime behind, gboolean computes)
{
  static const guint n[] = { 12, 9, 7, 5, 4, 3 };
  TimeProgram *program = time_program_new (4, 1 * US, 2 * US);

  for (guint solve = 0; solve < G_N_ELEMENTS (n); solve++)
    {
      for (guint i = 0; i < n[solve]; i++)
        {
          for (guint p = 0; p < 4 && computes; p++)
            time_program_work (program, p, "relax", 2 * MS);
          collect (program, REFRAIN_COLLECTIVE_ALLTOALL);
          for (guint p = 0; p < 4 && !computes; p++)
            time_program_work (program, p, "relax", 2 * MS);
          collect (program, REFRAIN_COLLECTIVE_ALLREDUCE);
        }
      for (guint p = 0; p < 4; p++)
        time_program_work (program, p, "assemble", before);
      collect (program, REFRAIN_COLLECTIVE_BCAST);
      for (guint p = 0; p < 4; p++)
        time_program_work (program, p, "factor", behind);
    }
  return time_program_run (program);
}

/* What is done between two solves is of no iteration, be it computed before or behind what is
 * exchanged then; all iterations take equally long, also the last of a solve and the first. */
static void
test_inner (void)
{
  for (guint how = 0; how < 8; how++)
    {
      g_autoptr (RefrainTrace) trace
          = solve (how & 1 ? 30 * MS : 0, how & 2 ? 20 * MS : 0, how & 4);
      g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, NULL);
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, 2));
      RefrainTime start, end, last = 0;
      g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);

      g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, 40);
      g_assert_cmpuint (refrain_iterations_get_n_outer (iterations), ==, 6);
      for (guint32 i = 0; i < 40; i++)
        {
          g_assert_cmpint (refrain_iterations_get_time (iterations, i), >=, 2 * MS);
          g_assert_cmpint (refrain_iterations_get_time (iterations, i), <, 3 * MS);
          g_assert_true (refrain_iterations_get_run_span (iterations, i, &start, &end));
          g_assert_cmpint (start, >=, last);
          last = end;
          g_assert_true (refrain_iterations_get_span (iterations, 2, i, &start, &end));
          g_assert_cmpint (refrain_iterations_find_time (iterations, 2, (start + end) / 2), ==, i);
          refrain_iterations_add_ops (iterations, i, set);
        }
      for (gsize op = 0; op < ops->n; op++)
        {
          const gboolean between = ops->tag[op] == REFRAIN_COLLECTIVE_BCAST;

          g_assert_true ((refrain_iterations_find (iterations, 2, op) == REFRAIN_NONE) == between);
          g_assert_true (refrain_op_set_contains (set, 2, op) != between);
        }
    }
}

TEST_PROGRAM ("iterations")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iterations/set-up", test_set_up);
  g_test_add_func ("/iterations/first", test_first_iteration);
  g_test_add_func ("/iterations/steps", test_steps);
  g_test_add_func ("/iterations/apart", test_apart);
  g_test_add_func ("/iterations/inner", test_inner);
  return g_test_run ();
}
