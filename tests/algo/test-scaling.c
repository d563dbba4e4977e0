/* test-scaling.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One program on 4 and on 8 processes, with one reason why twice as many are not twice as fast: how
 * fast they are is the first sentence, the reason the second one, and all that is lost is what the
 * rows that follow take together.
 */
#include "config.h"

#include "difference-check.h"
#include "test-program.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

#define OVERHEAD (5 * US)
#define LATENCY  (30 * US)
#define STEPS    30
#define WORK     (16 * MS) /* of all in a step */

typedef enum
{
  NOTHING,  /* is lost */
  ALONE,    /* process 0 computes before the others can */
  GROWING,  /* ... and more of it for more of them */
  SAME,     /* a part that each does */
  UNEVEN,   /* twelve blocks are no multiple of eight */
  ROTATING, /* another one is late each time */
  CHAIN,    /* one after another */
  MORE_STEPS,
  TASKS, /* parts of the same size, of which each does some */
  EACH,  /* as much in each */
  N_REASONS,
} Reason;

typedef struct
{
  const char *first, *second; /* NULL: there is none */
  double lost;                /* ms, ± 10 % */
} Told;

static const Told told[N_REASONS] = {
  [NOTHING] = { "The same computing on 8 processes instead of 4: 1.99 times", NULL, 0 },
  [ALONE]
  = { "The same computing on 8 processes instead of 4: 1.49 times",
      "Computing in prepare before MPI_Bcast in main is that of process 0 alone: 60.0", 30 },
  [GROWING]
  = { "8 processes instead of 4 are 1.08 times as fast, 54",
      "Computing in prepare before MPI_Bcast in main is that of process 0 alone: 96.0", 72 },
  [SAME] = { "in all they compute 1.33 times as much.", "with 4: 2 times its share.", 30 },
  [UNEVEN]
  = { "The same computing on 8 processes instead of 4: 1.49 times",
      "is spread less evenly over 8 processes: the slowest, process 0, takes 1.33 times the "
      "average; with 4 it takes 1 times the average.",
      20 },
  [ROTATING] = { "8 processes instead of 4 are 1.33 times as fast, 67",
                 "takes longest on another process each time: 3.00", 30 },
  [CHAIN] = { "The same computing on 8 processes instead of 4: 1.24 times",
              "(210 on 8, 90 on 4): the chain of those", 65 },
  [MORE_STEPS] = { "in all they compute 1.5 times as much.",
                   "is called 45 times per process in B instead of 30 (+15).", 30 },
  [TASKS] = { "The same computing on 8 processes instead of 4: 1.99 times", NULL, 0 },
  [EACH] = { "As much computing on each of 8 processes as on each of 4: 1 times", NULL, 0 },
};

static void
add_chain (TimeProgram *run, guint n, guint p)
{
  for (guint block = 0; block < 4; block++)
    {
      if (p > 0)
        time_program_recv (run, p, p - 1);
      time_program_work (run, p, "work", WORK / n / 4);
      if (p + 1 < n)
        time_program_send (run, p, p + 1);
    }
}

static void
add_step (TimeProgram *run, Reason reason, guint n, guint p, guint i)
{
  RefrainTime time = WORK / n;

  if (reason == ALONE || reason == GROWING || reason == SAME)
    {
      if (p == 0 || reason == SAME)
        time_program_work (run, p, "prepare", reason == GROWING ? n * 400 * US : 2 * MS);
      time_program_collective (run, p, REFRAIN_COLLECTIVE_BCAST, 0);
    }
  if (reason == UNEVEN)
    time = WORK / 12 * (12 / n + (p < 12 % n));
  if (reason == ROTATING && n == 8 && (i + p) % n == 0)
    time += time / 2;
  if (reason == EACH)
    time = WORK / 4;
  for (guint k = 0; reason == TASKS && k < 16 / n; k++)
    {
      time_program_work (run, p, "work", WORK / 16);
      time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
    }
  if (reason == CHAIN)
    add_chain (run, n, p);
  else if (reason != TASKS)
    time_program_work (run, p, "work", time);
  time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
}

static RefrainTrace *
run_program (Reason reason, guint n)
{
  TimeProgram *run = time_program_new (n, OVERHEAD, LATENCY);

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < (reason == MORE_STEPS && n == 8 ? STEPS * 3 / 2 : STEPS); i++)
        add_step (run, reason, n, p, i);
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* @turned: the run with more processes is asked for first. */
static void
check (Reason reason, gboolean turned)
{
  g_autoptr (RefrainTrace) few = run_program (reason, 4), many = run_program (reason, 8);
  g_autoptr (RefrainDifferences) differences
      = turned ? difference_check_compare (many, few) : difference_check_compare (few, many);
  const double sign = turned ? -1.0 / MS : 1.0 / MS;
  double lost = 0;
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  difference_check_sum (differences);
  g_assert_cmpuint (n, >, 0);
  for (gsize i = 0; i < n; i++)
    g_test_message ("%+.1f ms: %s", (double) (list[i].b - list[i].a) * sign, list[i].sentence);
  g_assert_cmpint (list[0].kind, ==, REFRAIN_DIFFERENT_PROCESSES);
  g_assert_nonnull (strstr (list[0].sentence, told[reason].first));
  for (gsize i = 1; i < n; i++)
    lost += (double) (list[i].b - list[i].a) * sign;
  if (told[reason].second == NULL)
    {
      g_assert_cmpuint (n, ==, 1);
      return;
    }
  g_assert_cmpuint (n, >, 1);
  /* That one is told of B. */
  if (reason != MORE_STEPS || !turned)
    g_assert_nonnull (strstr (list[1].sentence, told[reason].second));
  g_assert_cmpfloat_with_epsilon (lost / told[reason].lost, 1, 0.1);
}

static void
test_reason (gconstpointer data)
{
  const Reason reason = (Reason) GPOINTER_TO_UINT (data);

  check (reason, FALSE);
  check (reason, TRUE);
}

TEST_PROGRAM ("scaling")
{
  static const char *const names[N_REASONS] = {
    [NOTHING] = "nothing", [ALONE] = "alone",       [GROWING] = "growing", [SAME] = "same",
    [UNEVEN] = "uneven",   [ROTATING] = "rotating", [CHAIN] = "chain",     [MORE_STEPS] = "steps",
    [TASKS] = "tasks",     [EACH] = "each",
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_REASONS; i++)
    {
      g_autofree char *path = g_strconcat ("/scaling/", names[i], NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_reason);
    }
  return g_test_run ();
}
