/* test-difference-programs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small programs with changes that were once told as something else: blocks of another size, tasks,
 * calls that one run lacks, two changes at once, other arrangements of a loop; and what has no
 * clock, no like in the other run or another recorder.
 */
#include "config.h"

#include <math.h>

#include "difference-check.h"
#include "refrain-counterparts.h"
#include "test-program.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

#define OVERHEAD (5 * US)
#define LATENCY  (30 * US)
#define WORK     (2 * MS)

/* The first difference of both traces is all of it: @kind, with @words, and costs what they differ
 * by. */
static void
check_first_is_all (RefrainTrace *a, RefrainTrace *b, RefrainDifferent kind, const char *words)
{
  g_autoptr (RefrainDifferences) differences = difference_check_compare (a, b);
  RefrainTime time_a, time_b;
  const RefrainRunDifference *list = difference_check_only (differences, kind, words);

  refrain_differences_get_times (differences, &time_a, &time_b);
  g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / (double) (time_b - time_a), 1,
                                  0.1);
}

/* A sweep over six processes in @n blocks, which all end with a sum: the last one computes behind
 * what it receives, before the sum. */
static RefrainTrace *
run_sweeps (guint n)
{
  TimeProgram *run = time_program_new (6, OVERHEAD, LATENCY);

  time_program_set_bytes (run, 48000 / n);
  for (guint p = 0; p < 6; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 20; i++)
        {
          for (guint k = 0; k < n; k++)
            {
              if (p > 0)
                time_program_recv (run, p, p - 1);
              time_program_work (run, p, "work", 3 * WORK / n);
              if (p < 5)
                time_program_send (run, p, p + 1);
            }
          time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* Smaller blocks are one difference: not shorter computing before this and that. */
static void
test_blocks (void)
{
  g_autoptr (RefrainTrace) large = run_sweeps (6);
  g_autoptr (RefrainTrace) small = run_sweeps (24);

  check_first_is_all (large, small, REFRAIN_DIFFERENT_SIZE, "in more messages: 400 of");
  check_first_is_all (small, large, REFRAIN_DIFFERENT_SIZE, "in fewer messages: 100 of");
}

/* Process 0 hands out tasks of three lengths one after the other; process 4 takes @slow times as
 * long for those that come to it. */
static RefrainTrace *
run_tasks (guint slow)
{
  TimeProgram *run = time_program_new (6, OVERHEAD, LATENCY);

  for (guint i = 0; i < 120; i++)
    {
      const guint p = 1 + i % 5, factor = p == 4 ? slow : 1;

      time_program_send (run, 0, p);
      time_program_recv (run, p, 0);
      time_program_work (run, p, "work", factor * (WORK + (i * 7 + slow * i / 5) % 3 * WORK / 4));
      time_program_send (run, p, 0);
      time_program_recv (run, 0, p);
    }
  return time_program_run (run);
}

/* Tasks of several lengths have no usual one: their means tell who is slow. */
static void
test_tasks (void)
{
  g_autoptr (RefrainTrace) plain = run_tasks (1);
  g_autoptr (RefrainTrace) slow = run_tasks (2);

  g_autoptr (RefrainDifferences) differences = difference_check_compare (plain, slow);

  /* What it costs is less sure than that. */
  difference_check_only (differences, REFRAIN_DIFFERENT_PROCESS,
                         "Process 4 computes in work 2 times as long in B");
}

/* Thirty steps; in every fifth process 0 writes between two barriers where it @writes. All send to
 * each other one by one, or by a collective. */
static RefrainTrace *
run_steps (gboolean writes, gboolean one_by_one)
{
  TimeProgram *run = time_program_new (4, OVERHEAD, LATENCY);

  for (guint p = 0; p < 4; p++)
    for (guint i = 0; i < 30; i++)
      {
        time_program_work (run, p, "work", WORK);
        if (i % 5 == 4 && writes)
          {
            time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
            if (p == 0)
              time_program_work (run, p, "write", 3 * WORK);
            time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
          }
        time_program_work (run, p, "more", WORK);
        if (!one_by_one)
          time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLTOALL, 0);
        for (guint k = 1; k < 4 && one_by_one; k++)
          {
            time_program_send (run, p, (p + k) % 4);
            time_program_recv (run, p, (p + 4 - k) % 4);
          }
      }
  return time_program_run (run);
}

/* What is computed between calls that only one run has is theirs; what is computed before several
 * calls in the place of one is computed before that. */
static void
test_between (void)
{
  g_autoptr (RefrainTrace) plain = run_steps (FALSE, FALSE);
  g_autoptr (RefrainTrace) writes = run_steps (TRUE, FALSE);
  g_autoptr (RefrainTrace) one_by_one = run_steps (FALSE, TRUE);

  check_first_is_all (plain, writes, REFRAIN_DIFFERENT_MISSING, "Only B calls MPI_Barrier");
  check_first_is_all (plain, one_by_one, REFRAIN_DIFFERENT_CALLS, "instead of MPI_Alltoall");
}

/* Six processes pass data on in a ring, @steps times, and then agree: all send first, or one does
 * (@in_turn). Process @slow (-1: none) computes half as long again. */
static RefrainTrace *
run_ring (guint steps, int slow, gboolean barrier, gboolean in_turn)
{
  TimeProgram *run = time_program_new (6, OVERHEAD, LATENCY);

  for (guint p = 0; p < 6; p++)
    for (guint i = 0; i < steps; i++)
      {
        time_program_work (run, p, "work", (int) p == slow ? WORK * 3 / 2 : WORK);
        if (barrier)
          time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        if (in_turn && p > 0)
          time_program_recv (run, p, p - 1);
        time_program_send (run, p, (p + 1) % 6);
        if (!in_turn || p == 0)
          time_program_recv (run, p, (p + 5) % 6);
        time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return time_program_run (run);
}

/* Whether @differences have one of @kind that costs @time ns ± 10 %; 0: any. */
static gboolean
tells (RefrainDifferences *differences, RefrainDifferent kind, double time)
{
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  for (gsize i = 0; i < n; i++)
    if (list[i].kind == kind
        && (time <= 0 || fabs ((double) (list[i].b - list[i].a) / time - 1) < 0.1))
      return TRUE;
  return FALSE;
}

/* Two changes of one loop do not hide each other: a call more before who is slow now, and more
 * iterations. */
static void
test_two_changes (void)
{
  g_autoptr (RefrainTrace) plain = run_ring (30, -1, FALSE, FALSE);
  g_autoptr (RefrainTrace) barrier = run_ring (30, 2, TRUE, FALSE);
  g_autoptr (RefrainTrace) longer = run_ring (36, 2, FALSE, FALSE);
  g_autoptr (RefrainDifferences) first = difference_check_compare (plain, barrier);
  g_autoptr (RefrainDifferences) second = difference_check_compare (plain, longer);

  difference_check_sum (first);
  g_assert_true (tells (first, REFRAIN_DIFFERENT_MISSING, 0));
  g_assert_true (tells (first, REFRAIN_DIFFERENT_PROCESS, 30 * WORK / 2.0));
  difference_check_sum (second);
  g_assert_true (tells (second, REFRAIN_DIFFERENT_COUNT, 6 * (WORK + WORK / 4.0)));
  g_assert_true (tells (second, REFRAIN_DIFFERENT_PROCESS, 33 * WORK / 2.0));
}

/* What all compute before they send, most compute before they receive in the other run. */
static void
test_rearranged (void)
{
  g_autoptr (RefrainTrace) plain = run_ring (30, -1, FALSE, FALSE);
  g_autoptr (RefrainTrace) in_turn = run_ring (30, -1, FALSE, TRUE);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (plain, in_turn);

  difference_check_sum (differences);
  g_assert_false (tells (differences, REFRAIN_DIFFERENT_PROCESS, 0));
  g_assert_false (tells (differences, REFRAIN_DIFFERENT_COMPUTING, 0));
}

/* A program that does the same in both runs, whoever computes longest between two calls. */
static RefrainTrace *
run_helper (guint seed)
{
  enum
  {
    N = 4
  };
  TimeProgram *run = time_program_new (N, OVERHEAD, LATENCY);

  for (guint p = 0; p < N; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 60; i++)
        {
          time_program_work (run, p, "work", WORK);
          for (guint k = 0; k < 3; k++)
            {
              time_program_compute (run, p, US * (1 + ((p + i + k) * 7 + seed) % 3));
              time_program_enter (run, p, "put");
              time_program_compute (run, p, 2 * US);
              time_program_send (run, p, (p + 1) % N);
              time_program_leave (run, p);
            }
          for (guint k = 0; k < 3; k++)
            time_program_recv (run, p, (p + N - 1) % N);
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

static void
test_no_clock (void)
{
  g_autoptr (RefrainTrace) a = run_helper (0);
  g_autoptr (RefrainTrace) b = run_helper (1);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (a, b);
  gsize n;

  difference_check_sum (differences);
  refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* A call that each process makes once has nothing that is usual but the other run. */
static void
test_once (void)
{
  RefrainTrace *traces[2];
  g_autoptr (RefrainDifferences) differences = NULL;
  const RefrainSlowOccurrence *slow;
  g_autofree char *none = NULL;
  gsize n;

  for (guint t = 0; t < 2; t++)
    {
      TimeProgram *run = time_program_new (4, OVERHEAD, LATENCY);

      for (guint p = 0; p < 4; p++)
        {
          time_program_enter (run, p, "main");
          time_program_work (run, p, "setup", t == 1 && p == 2 ? 800 * US : 100 * US);
          time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
          for (guint i = 0; i < 60; i++)
            {
              time_program_work (run, p, "work", WORK / 20);
              time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
          time_program_leave (run, p);
        }
      traces[t] = time_program_run (run);
    }
  differences = difference_check_compare (traces[0], traces[1]);
  refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, ==, 0);
  slow = refrain_differences_get_slow (differences, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (slow->in_b);
  g_assert_cmpuint (slow->process, ==, 2);
  g_test_message ("%s", slow->sentence);
  g_assert_nonnull (strstr (slow->sentence, "Computing in setup before MPI_Barrier"));
  g_assert_nonnull (strstr (slow->sentence, "at most 10"));
  none = refrain_differences_describe_none (differences);
  g_assert_true (g_str_has_prefix (none, "A single occurrence makes most of the difference"));
  g_assert_true (g_str_has_suffix (none, slow->sentence));
  for (guint t = 0; t < 2; t++)
    g_object_unref (traces[t]);
}

/* Processes that agree @iterations times, slower by @speed, with a barrier after the tenth time. */
static RefrainTrace *
run_agreeing (guint iterations, double speed, gboolean barrier)
{
  TimeProgram *run = time_program_new (3, OVERHEAD, LATENCY);

  for (guint p = 0; p < 3; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < iterations; i++)
        {
          time_program_work (run, p, "work", (RefrainTime) (WORK * speed));
          time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
          if (barrier && i == 9)
            time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

static RefrainTime
get_time (RefrainTrace *trace, gsize op)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, 1))->time[op];
}

/* Where operations are the same, what happens in one run has its time in the other. */
static void
test_counterparts (void)
{
  g_autoptr (RefrainTrace) a = run_agreeing (20, 1, FALSE);
  g_autoptr (RefrainTrace) slow = run_agreeing (20, 2, FALSE);
  g_autoptr (RefrainTrace) other = run_agreeing (20, 2, TRUE);
  g_autoptr (RefrainCounterparts) plain = refrain_counterparts_new (a, slow);
  g_autoptr (RefrainCounterparts) parted = refrain_counterparts_new (a, other);
  RefrainTime there;

  for (gsize i = 0; i < 20; i++)
    for (guint k = 0; k < 2; k++)
      {
        const guint32 process = k == 0 ? 1 : REFRAIN_NONE;

        g_assert_true (refrain_counterparts_find (plain, 0, process, get_time (a, i), &there));
        g_assert_cmpint (there, ==, get_time (slow, i));
        g_assert_true (refrain_counterparts_find (plain, 1, process, get_time (slow, i), &there));
        g_assert_cmpint (there, ==, get_time (a, i));
      }
  g_assert_true (
      refrain_counterparts_find (plain, 0, 1, (get_time (a, 3) + get_time (a, 4)) / 2, &there));
  g_assert_cmpint (ABS (there - (get_time (slow, 3) + get_time (slow, 4)) / 2), <=, 1);
  /* Behind the tenth there is a barrier in one of them only. */
  g_assert_true (refrain_counterparts_find (parted, 0, 1, get_time (a, 8), &there));
  g_assert_cmpint (there, ==, get_time (other, 8));
  g_assert_false (refrain_counterparts_find (parted, 0, 1, get_time (a, 9), &there));
  g_assert_true (refrain_counterparts_find (parted, 0, 1, get_time (a, 10), &there));
  g_assert_cmpint (there, ==, get_time (other, 11));
  g_assert_false (refrain_counterparts_find (parted, 1, 1, get_time (other, 10), &there));
  g_assert_false (refrain_counterparts_find (parted, 0, 3, get_time (a, 1), &there));
}

/* What a recorder tells of a program, of which one process computes more. */
static RefrainTrace *
run_recorded (gboolean knows_callers, guint64 bytes, RefrainTime more)
{
  enum
  {
    N = 4
  };
  TimeProgram *run = time_program_new (N, OVERHEAD, LATENCY);

  time_program_set_collective_bytes (run, bytes);
  for (guint p = 0; p < N; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 40; i++)
        {
          if (knows_callers)
            time_program_enter (run, p, "agree");
          time_program_compute (run, p, WORK + more);
          time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
          if (knows_callers)
            time_program_leave (run, p);
          time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* One counts what a member gives, the other what all do; one knows who calls. */
static void
test_recorders (void)
{
  g_autoptr (RefrainTrace) one = run_recorded (TRUE, 8, 0);
  g_autoptr (RefrainTrace) other = run_recorded (FALSE, 4 * 8, WORK);
  g_autoptr (RefrainTrace) larger = run_recorded (TRUE, 4 * 8, 0);
  RefrainTrace *const traces[][2] = { { one, other }, { other, one }, { one, larger } };

  for (gsize t = 0; t < G_N_ELEMENTS (traces); t++)
    {
      g_autoptr (RefrainDifferences) differences
          = difference_check_compare (traces[t][0], traces[t][1]);

      difference_check_only (
          differences, t < 2 ? REFRAIN_DIFFERENT_COMPUTING : REFRAIN_DIFFERENT_SIZE,
          t < 2 ? "MPI_Allreduce in agree" : "32 bytes instead of 8 bytes per call");
    }
}

/* Processes that all send before they receive, at the same time: no clock says who was first. */
static void
test_circle (void)
{
  enum
  {
    N = 4
  };
  TimeProgram *run = time_program_new (N, 10 * US, 20 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainDifferences) differences = NULL;
  gsize n;

  for (guint p = 0; p < N; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 40; i++)
        {
          time_program_work (run, p, "work", WORK);
          time_program_send (run, p, (p + 1) % N);
          time_program_recv (run, p, (p + N - 1) % N);
        }
      time_program_leave (run, p);
    }
  trace = time_program_run (run);
  differences = difference_check_compare (trace, trace);
  g_assert_nonnull (differences);
  refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* Two pairs that meet once in the end: of one each turn takes @time, the other one is what the path
 * was with. */
static RefrainTrace *
run_pairs (RefrainTime time)
{
  enum
  {
    N = 4
  };
  TimeProgram *run = time_program_new (N, OVERHEAD, LATENCY);

  for (guint p = 0; p < N; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 40; i++)
        {
          time_program_work (run, p, p < N / 2 ? "left" : "right", p < N / 2 ? 3 * WORK : time);
          time_program_enter (run, p, p < N / 2 ? "swap_left" : "swap_right");
          time_program_send (run, p, p ^ 1);
          time_program_recv (run, p, p ^ 1);
          time_program_leave (run, p);
        }
      time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* Computing, and then so many sums. */
static RefrainTrace *
run_sums (guint pieces)
{
  enum
  {
    N = 4
  };
  TimeProgram *run = time_program_new (N, OVERHEAD, LATENCY);

  for (guint p = 0; p < N; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 40; i++)
        {
          time_program_work (run, p, "work", WORK);
          for (guint k = 0; k < pieces; k++)
            time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* What is not on the path of one run costs what the run takes longer, not all of the other path. */
static void
test_pairs (void)
{
  g_autoptr (RefrainTrace) a = run_pairs (2 * WORK);
  g_autoptr (RefrainTrace) b = run_pairs (4 * WORK);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (a, b);
  const RefrainRunDifference *list
      = difference_check_only (differences, REFRAIN_DIFFERENT_COMPUTING, "Computing in right");

  g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / (40 * WORK), 1, 0.05);
}

/* Computing before a call is no shorter where the call was taken to pieces. */
static void
test_pieces (void)
{
  g_autoptr (RefrainTrace) a = run_sums (1);
  g_autoptr (RefrainTrace) b = run_sums (30);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (a, b);
  RefrainTime time_a, time_b;
  const RefrainRunDifference *list
      = difference_check_only (differences, REFRAIN_DIFFERENT_COUNT, "");

  refrain_differences_get_times (differences, &time_a, &time_b);
  g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / (double) (time_b - time_a), 1,
                                  0.05);
}

/* Another process is slow, and nothing else differs. */
static void
test_swapped (void)
{
  g_autoptr (RefrainTrace) a = run_ring (30, 2, FALSE, FALSE);
  g_autoptr (RefrainTrace) b = run_ring (30, 4, FALSE, FALSE);
  g_autoptr (RefrainTrace) plain = run_ring (30, -1, FALSE, FALSE);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (a, b);
  g_autoptr (RefrainDifferences) same = difference_check_compare (a, a);
  g_autoptr (RefrainDifferences) faster = difference_check_compare (a, plain);
  gsize n;
  const RefrainRunDifference *list = difference_check_only (
      differences, REFRAIN_DIFFERENT_PROCESS, "slow in B: 4 instead of 2 compute up to 1.5 times");

  g_assert_cmpint (list->a, ==, list->b);
  refrain_differences_get (same, &n);
  g_assert_cmpuint (n, ==, 0);
  list = refrain_differences_get (faster, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (strstr (list->sentence, "Process 2 computed in work 1.5 times as long in A"));
}

/* Eight processes compute, send on in a ring and agree; work grows with the rank, or is @even. The
 * first of two sums in a loop comes after @more. */
static RefrainTrace *
run_work (gboolean even, RefrainTime more)
{
  TimeProgram *run = time_program_new (8, OVERHEAD, LATENCY);

  for (guint p = 0; p < 8; p++)
    for (guint i = 0; i < 40; i++)
      {
        const RefrainTime work = even ? WORK : WORK / 2 + WORK * p / 7;

        time_program_compute (run, p, work);
        time_program_send (run, p, (p + 1) % 8);
        time_program_recv (run, p, (p + 7) % 8);
        if (more > 0)
          {
            time_program_compute (run, p, more);
            time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            time_program_compute (run, p, work);
            time_program_send (run, p, (p + 1) % 8);
            time_program_recv (run, p, (p + 7) % 8);
          }
        time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return time_program_run (run);
}

/* Work that is balanced is no outlier of the one that had most. */
static void
test_spread (void)
{
  g_autoptr (RefrainTrace) uneven = run_work (FALSE, 0);
  g_autoptr (RefrainTrace) even = run_work (TRUE, 0);

  check_first_is_all (uneven, even, REFRAIN_DIFFERENT_COMPUTING, "is spread more evenly in B");
  check_first_is_all (even, uneven, REFRAIN_DIFFERENT_COMPUTING, "is spread less evenly in B");
}

/* ... where runs are repeated, too, of which all threads together take as long. */
static void
test_spread_repeated (void)
{
  g_autoptr (RefrainTrace) uneven = run_work (FALSE, 0);
  g_autoptr (RefrainTrace) even = run_work (TRUE, 0);
  g_autoptr (RefrainWaits) a = refrain_waits_new (uneven, NULL, NULL);
  g_autoptr (RefrainWaits) b = refrain_waits_new (even, NULL, NULL);
  const RefrainRunToCompare runs[] = { { a, NULL }, { a, NULL }, { b, NULL }, { b, NULL } };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainDifferences) differences
      = refrain_differences_new (runs, 2, runs + 2, 2, NULL, &error);

  g_assert_no_error (error);
  difference_check_sum (differences);
  g_assert_true (tells (differences, REFRAIN_DIFFERENT_COMPUTING, -40 * WORK / 2.0));
}

/* A loop calls the same in two places, of which one takes longer: not now and then. */
static void
test_kinds (void)
{
  g_autoptr (RefrainTrace) shorter = run_work (TRUE, WORK / 4);
  g_autoptr (RefrainTrace) longer = run_work (TRUE, WORK);

  check_first_is_all (shorter, longer, REFRAIN_DIFFERENT_COMPUTING, "on average");
  check_first_is_all (longer, shorter, REFRAIN_DIFFERENT_COMPUTING, "on average");
}

/* Four processes send on in a ring between calls that end what they begin: one, also before the
 * first, or another before and two after. */
static RefrainTrace *
run_epochs (gboolean three)
{
  TimeProgram *run = time_program_new (4, OVERHEAD, LATENCY);

  for (guint p = 0; p < 4; p++)
    {
      if (!three)
        time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      for (guint i = 0; i < 40; i++)
        {
          time_program_compute (run, p, WORK);
          if (three)
            time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
          time_program_send (run, p, (p + 1) % 4);
          time_program_recv (run, p, (p + 3) % 4);
          time_program_collective (
              run, p, three ? REFRAIN_COLLECTIVE_ALLTOALL : REFRAIN_COLLECTIVE_BARRIER, 0);
          if (three)
            time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLGATHER, 0);
        }
    }
  return time_program_run (run);
}

/* What replaces calls of a loop is told once, not beside the one call before it. */
static void
test_epochs (void)
{
  g_autoptr (RefrainTrace) one = run_epochs (FALSE);
  g_autoptr (RefrainTrace) three = run_epochs (TRUE);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (one, three);
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (
      strstr (list->sentence, "MPI_Allreduce, MPI_Alltoall, MPI_Allgather (40 times"));
  g_assert_nonnull (strstr (list->sentence, "instead of MPI_Barrier (40 times)"));
}

/* Four processes agree by one call, or by two between which process 0 computes. */
static RefrainTrace *
run_agree (gboolean two)
{
  TimeProgram *run = time_program_new (4, OVERHEAD, LATENCY);

  for (guint p = 0; p < 4; p++)
    for (guint i = 0; i < 40; i++)
      {
        time_program_compute (run, p, WORK);
        time_program_collective (run, p,
                                 two ? REFRAIN_COLLECTIVE_REDUCE : REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        if (two && p == 0)
          time_program_compute (run, p, WORK / 2);
        if (two)
          time_program_collective (run, p, REFRAIN_COLLECTIVE_BCAST, 0);
        time_program_send (run, p, (p + 1) % 4);
        time_program_recv (run, p, (p + 3) % 4);
      }
  return time_program_run (run);
}

/* What is computed between the calls that replace one is told beside them. */
static void
test_between_replaced (void)
{
  g_autoptr (RefrainTrace) one = run_agree (FALSE);
  g_autoptr (RefrainTrace) two = run_agree (TRUE);
  g_autoptr (RefrainDifferences) differences = difference_check_compare (one, two);

  difference_check_sum (differences);
  g_assert_true (tells (differences, REFRAIN_DIFFERENT_PROCESS, 40 * WORK / 2.0));
  g_assert_true (tells (differences, REFRAIN_DIFFERENT_CALLS, 0));
}

/* Process 0 reads for @reads before all, process 2 computes twice as long in the last third of the
 * run where it @tires. */
static RefrainTrace *
run_read (RefrainTime reads, gboolean tires)
{
  TimeProgram *run = time_program_new (4, OVERHEAD, LATENCY);

  for (guint p = 0; p < 4; p++)
    {
      time_program_enter (run, p, "main");
      time_program_compute (run, p, p == 0 ? reads : p * US);
      time_program_collective (run, p, REFRAIN_COLLECTIVE_BCAST, 0);
      for (guint i = 0; i < 30; i++)
        {
          time_program_compute (run, p, p == 2 && i >= 20 && tires ? 2 * WORK : WORK);
          time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* Who computed longer than the others before costs what it computes longer than then; what is slow
 * from some time on is told with that. */
static void
test_before (void)
{
  g_autoptr (RefrainTrace) plain = run_read (10 * MS, FALSE);
  g_autoptr (RefrainTrace) reads = run_read (60 * MS, FALSE);
  g_autoptr (RefrainTrace) tires = run_read (10 * MS, TRUE);

  check_first_is_all (plain, reads, REFRAIN_DIFFERENT_PROCESS,
                      "Process 0 computes in main 6 times as");
  check_first_is_all (plain, tires, REFRAIN_DIFFERENT_SINGLE, "10 times in a row in B");
  check_first_is_all (tires, plain, REFRAIN_DIFFERENT_SINGLE, "10 times in a row in A");
}

TEST_PROGRAM ("difference-programs")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/difference-programs/blocks", test_blocks);
  g_test_add_func ("/difference-programs/tasks", test_tasks);
  g_test_add_func ("/difference-programs/between", test_between);
  g_test_add_func ("/difference-programs/two-changes", test_two_changes);
  g_test_add_func ("/difference-programs/rearranged", test_rearranged);
  g_test_add_func ("/difference-programs/no-clock", test_no_clock);
  g_test_add_func ("/difference-programs/once", test_once);
  g_test_add_func ("/difference-programs/counterparts", test_counterparts);
  g_test_add_func ("/difference-programs/recorders", test_recorders);
  g_test_add_func ("/difference-programs/circle", test_circle);
  g_test_add_func ("/difference-programs/pairs", test_pairs);
  g_test_add_func ("/difference-programs/pieces", test_pieces);
  g_test_add_func ("/difference-programs/swapped", test_swapped);
  g_test_add_func ("/difference-programs/spread", test_spread);
  g_test_add_func ("/difference-programs/spread-repeated", test_spread_repeated);
  g_test_add_func ("/difference-programs/kinds", test_kinds);
  g_test_add_func ("/difference-programs/epochs", test_epochs);
  g_test_add_func ("/difference-programs/between-replaced", test_between_replaced);
  g_test_add_func ("/difference-programs/before", test_before);
  return g_test_run ();
}
