/* test-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Main loops whose steps differ, are not the first of their kind, or are those of some processes.
 */
#include "config.h"

#include "refrain-main-loop.h"
#include "script-patterns.h"
#include "test-program.h"
#include "time-program.h"

#define N       4
#define N_STEPS 40

/* Processes @first to @first + @n - 1 exchange with both neighbours on their ring, with @tag. */
static void
exchange (TimeProgram *program, guint first, guint n, gint32 tag)
{
  time_program_set_tag (program, tag);
  for (guint p = 0; p < n; p++)
    for (guint step = 1; step < n; step += n - 2)
      time_program_send (program, first + p, first + (p + step) % n);
  for (guint p = 0; p < n; p++)
    {
      const guint from[] = { first + (p + n - 1) % n, first + (p + 1) % n };

      time_program_waitall (program, first + p, from, 2);
    }
}

static void
work (TimeProgram *program, guint first, guint n, RefrainTime time)
{
  for (guint p = first; p < first + n; p++)
    time_program_work (program, p, "main", time);
}

static void
ask_all (TimeProgram *program)
{
  for (guint p = 0; p < N; p++)
    time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
}

/* What the main loop of @program is called; *@n: its iterations. */
static char *
tell (TimeProgram *program, guint *n)
{
  g_autoptr (RefrainTrace) trace = time_program_run (program);
  g_autoptr (RefrainMainLoop) loop = script_main_loop_new (trace);
  g_autofree char *text = refrain_main_loop_describe (loop);

  *n = refrain_iterations_get_n (refrain_main_loop_get_iterations (loop));
  g_test_message ("%s", text);
  return g_steal_pointer (&text);
}

/* The steps in which neighbours are found anew. */
static gboolean
is_odd (guint step)
{
  static const guint odd[] = { 3, 4, 11, 18, 29, 37 };
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    any |= step == odd[i];
  return any;
}

/* All are asked in each step; in some it exchanges twice instead of once. */
static void
test_checked (void)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autofree char *text = NULL;
  guint n;

  exchange (program, 0, N, 3);
  for (guint i = 0; i < N_STEPS; i++)
    {
      work (program, 0, N, 100000);
      ask_all (program);
      if (is_odd (i))
        exchange (program, 0, N, 2);
      exchange (program, 0, N, is_odd (i) ? 3 : 1);
    }
  text = tell (program, &n);
  g_assert_cmpuint (n, ==, N_STEPS);
  g_assert_true (g_str_has_prefix (text, "40 × [MPI_Allreduce; 1 to 2 × "));
}

/* It exchanges there and back, in some steps once more, before which all are asked. */
static void
test_there_and_back (void)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autofree char *text = NULL;
  guint n;

  for (guint i = 0; i < N_STEPS; i++)
    {
      work (program, 0, N, 100000);
      if (is_odd (i))
        {
          ask_all (program);
          exchange (program, 0, N, 3);
        }
      exchange (program, 0, N, 1);
      exchange (program, 0, N, 2);
    }
  text = tell (program, &n);
  g_assert_cmpuint (n, ==, N_STEPS);
  g_assert_true (g_str_has_prefix (text, "40 × [2 to 3 × "));
}

/* Eight processes on a grid exchange twice along dimension @d. */
static void
stage (TimeProgram *program, guint d, gint32 tag)
{
  for (guint i = 0; i < 2; i++)
    {
      time_program_set_tag (program, tag + (gint32) i);
      for (guint p = 0; p < 8; p++)
        time_program_send (program, p, p ^ 1u << d);
      for (guint p = 0; p < 8; p++)
        time_program_recv (program, p, p ^ 1u << d);
    }
}

/* Molecular dynamics: positions in three stages, or new lists where a check says so that is made in
 * every step but the four behind them; then forces the other way round. */
static void
test_dynamics (void)
{
  TimeProgram *program = time_program_new (8, 1000, 2000);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree char *text = NULL;
  guint n, since = 0;

  for (guint i = 0; i < 150; i++)
    {
      const gboolean checks = ++since >= 5;
      const gboolean now = checks && g_rand_int_range (random, 0, 8) == 0;

      for (guint p = 0; checks && p < 8; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      since = now ? 0 : since;
      for (guint k = 0; k < (now ? 4 : 1); k++)
        for (guint d = 0; d < 3; d++)
          stage (program, d, now ? 10 + 2 * (gint32) k : 20);
      work (program, 0, 8, 200000);
      for (guint d = 3; d-- > 0;)
        stage (program, d, 22);
    }
  text = tell (program, &n);
  g_assert_cmpuint (n, ==, 150);
  g_assert_nonnull (strstr (text, "Neighbour exchange on a periodic 2×2×2 grid"));
}

/* It sums up every second step and saves every seventh. */
static void
test_every_second (void)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autofree char *text = NULL;
  guint n;

  for (guint i = 0; i < 45; i++)
    {
      work (program, 0, N, 100000);
      exchange (program, 0, N, 1);
      if (i % 2 == 1)
        ask_all (program);
      for (guint p = 0; p < N && i % 7 == 6; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_GATHER, 0);
    }
  text = tell (program, &n);
  g_assert_cmpuint (n, ==, 45);
}

/* @first does the same as a step before the first one, and nothing is computed then; @last computes
 * behind the last one. How many iterations there are. */
static guint
count_steps (gboolean first, gboolean last)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autofree char *text = NULL;
  guint n;

  for (guint p = 0; p < N; p++)
    time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
  for (guint i = 0; i < (first ? N_STEPS + 1 : N_STEPS); i++)
    {
      if (i > 0 || !first)
        work (program, 0, N, 100000);
      exchange (program, 0, N, 1);
      ask_all (program);
    }
  if (last)
    work (program, 0, N, 100000);
  for (guint p = 0; p < N; p++)
    time_program_collective (program, p, REFRAIN_COLLECTIVE_GATHER, 0);
  text = tell (program, &n);
  return n;
}

/* Once before the loop is once outside; but nobody knows where something is computed behind it. */
static void
test_residual (void)
{
  g_assert_cmpuint (count_steps (FALSE, FALSE), ==, N_STEPS);
  g_assert_cmpuint (count_steps (TRUE, FALSE), ==, N_STEPS);
  g_assert_cmpuint (count_steps (FALSE, TRUE), ==, N_STEPS);
  g_assert_cmpuint (count_steps (TRUE, TRUE), ==, N_STEPS + 1);
}

/* A few steps to warm up and a few to check the result, each behind a barrier, are none of the
 * loop. */
static void
test_apart (void)
{
  static const guint lengths[] = { 3, N_STEPS, 4 };
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autofree char *text = NULL;
  guint n;

  for (guint k = 0; k < G_N_ELEMENTS (lengths); k++)
    {
      for (guint i = 0; i < lengths[k]; i++)
        {
          work (program, 0, N, 100000);
          exchange (program, 0, N, 1);
          ask_all (program);
        }
      for (guint p = 0; p < N; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
    }
  text = tell (program, &n);
  g_assert_cmpuint (n, ==, N_STEPS);
}

/* Two rings that have nothing to do with each other in their loops, and all that ends both. */
static void
test_groups (void)
{
  for (guint same = 0; same < 2; same++)
    {
      TimeProgram *program = time_program_new (7, 1000, 2000);
      g_autofree char *text = NULL;
      guint n;

      for (guint i = 0; i < 60; i++)
        {
          work (program, 0, 4, 100000);
          exchange (program, 0, 4, 1);
        }
      for (guint i = 0; i < (same > 0 ? 60 : 25); i++)
        {
          work (program, 4, 3, 250000);
          exchange (program, 4, 3, 1);
        }
      for (guint p = 0; p < 7; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      text = tell (program, &n);
      g_assert_cmpuint (n, ==, same > 0 ? 60 : 0);
      if (same == 0)
        g_assert_true (g_str_has_prefix (
            text,
            "2 groups of processes, each with its own loop: 0–3: 60 × [Neighbour exchange on a "
            "ring of 4]; 4–6: 25 × ["));
    }
}

/* Which iteration of the main loop of @program takes longest, from 1; *@n, *@text: how many there
 * are, and what it is called. */
static guint
find_slowest (TimeProgram *program, guint *n, char **text)
{
  g_autoptr (RefrainTrace) trace = time_program_run (program);
  g_autoptr (RefrainMainLoop) loop = script_main_loop_new (trace);
  RefrainIterations *iterations = refrain_main_loop_get_iterations (loop);
  guint slowest = 0;

  *n = refrain_iterations_get_n (iterations);
  *text = refrain_main_loop_describe (loop);
  for (guint i = 1; i < *n; i++)
    if (refrain_iterations_get_time (iterations, i)
        > refrain_iterations_get_time (iterations, slowest))
      slowest = i;
  g_test_message ("%s: %u", *text, slowest + 1);
  return slowest + 1;
}

/* Moves, of which some are taken back, so that nothing is exchanged. */
static void
test_moves (void)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autofree char *text = NULL, *expected = NULL;
  guint n, taken = 0;

  for (guint i = 0; i < 60; i++)
    {
      work (program, 0, N, 100000);
      if (i == 33)
        work (program, 2, 1, 900000);
      ask_all (program);
      if (g_rand_int_range (random, 0, 5) < 2)
        {
          exchange (program, 0, N, 1);
          taken++;
        }
    }
  g_assert_cmpuint (find_slowest (program, &n, &text), ==, 34);
  expected = g_strdup_printf ("60 × [MPI_Allreduce; in %u of them Neighbour exchange", taken);
  g_assert_true (g_str_has_prefix (text, expected));
}

/* Whether a solver is done is asked from the eighth step on. */
static void
test_asked_late (void)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autofree char *text = NULL;
  guint n;

  for (guint i = 0; i < N_STEPS; i++)
    {
      work (program, 0, N, 100000);
      if (i == 20)
        work (program, 1, 1, 900000);
      exchange (program, 0, N, 1);
      if (i >= 7)
        ask_all (program);
    }
  g_assert_cmpuint (find_slowest (program, &n, &text), ==, 21);
  g_assert_true (
      g_str_has_prefix (text, "40 × [Neighbour exchange on a ring of 4; in 33 of them "));
}

/* One to four rounds, each of which ends with a sum, and a sum of more behind them. */
static void
test_rounds (void)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree char *text = NULL;
  guint n;

  for (guint i = 0; i < N_STEPS; i++)
    {
      work (program, 0, N, 100000);
      if (i == 12)
        work (program, 3, 1, 900000);
      time_program_set_collective_bytes (program, 8);
      for (guint k = (guint) g_rand_int_range (random, 1, 5); k > 0; k--)
        {
          exchange (program, 0, N, 1);
          ask_all (program);
        }
      time_program_set_collective_bytes (program, 512);
      ask_all (program);
    }
  g_assert_cmpuint (find_slowest (program, &n, &text), ==, 13);
  g_assert_true (g_str_has_prefix (text, "40 × [1 to 4 × [Neighbour exchange on a ring of 4; MPI"));
}

/* What is before and behind the loop is what its steps end, or begin, with: @finish says where. */
static char *
tell_around (gboolean finish)
{
  TimeProgram *program = time_program_new (N, 1000, 2000);
  guint n;

  for (guint p = 0; p < N; p++)
    time_program_enter (program, p, "step");
  if (!finish)
    ask_all (program);
  for (guint i = 0; i < N_STEPS; i++)
    {
      work (program, 0, N, 100000);
      if (finish)
        ask_all (program);
      work (program, 0, N, 1000);
      exchange (program, 0, N, 1);
      if (!finish)
        ask_all (program);
    }
  for (guint p = 0; p < N; p++)
    {
      time_program_leave (program, p);
      time_program_enter (program, p, "finish");
    }
  if (finish)
    ask_all (program);
  for (guint p = 0; p < N; p++)
    time_program_leave (program, p);
  return tell (program, &n);
}

static void
test_around (void)
{
  g_autofree char *set_up = tell_around (FALSE), *finish = tell_around (TRUE);

  g_assert_true (g_str_has_prefix (set_up, "40 × [Neighbour exchange on a ring of 4; MPI_Allr"));
  g_assert_true (g_str_has_prefix (finish, "40 × [MPI_Allreduce; Neighbour exchange on a ring"));
}

/* Who computes behind what he exchanges is late in that iteration, who does so before it in that
 * one; and so it is where only one process computes much. */
static void
test_behind (void)
{
  for (guint behind = 0; behind < 2; behind++)
    for (guint few = 0; few < 2; few++)
      {
        TimeProgram *program = time_program_new (N, 1000, 2000);
        g_autofree char *text = NULL;
        guint n;

        for (guint p = 0; p < N; p++)
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
        for (guint i = 0; i < N_STEPS; i++)
          {
            if (!behind)
              work (program, 0, few ? 1 : N, i == 9 ? 900000 : 100000);
            exchange (program, 0, N, 1);
            ask_all (program);
            if (behind)
              work (program, 0, few ? 1 : N, i == 9 ? 900000 : 100000);
          }
        g_assert_cmpuint (find_slowest (program, &n, &text), ==, 10);
        g_assert_cmpuint (n, ==, N_STEPS);
      }
}

TEST_PROGRAM ("steps")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/steps/checked", test_checked);
  g_test_add_func ("/steps/there-and-back", test_there_and_back);
  g_test_add_func ("/steps/dynamics", test_dynamics);
  g_test_add_func ("/steps/every-second", test_every_second);
  g_test_add_func ("/steps/residual", test_residual);
  g_test_add_func ("/steps/apart", test_apart);
  g_test_add_func ("/steps/groups", test_groups);
  g_test_add_func ("/steps/moves", test_moves);
  g_test_add_func ("/steps/asked-late", test_asked_late);
  g_test_add_func ("/steps/rounds", test_rounds);
  g_test_add_func ("/steps/around", test_around);
  g_test_add_func ("/steps/behind", test_behind);
  return g_test_run ();
}
