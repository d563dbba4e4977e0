/* test-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs with one planted cause each: the first finding names it, its process, iteration and
 * amount.
 */
#include "config.h"

#include "finding-check.h"
#include "test-program.h"

/* The evidence of the first finding is @n times that @process computes, up to an operation of the
 * ones that come late because of it, and those that wait for these are others. */
static void
check_computing (const Found *found, guint process, gsize n)
{
  RefrainOpSet *ops = refrain_findings_get_ops (found->findings, 0);
  RefrainOpSet *culprits = refrain_op_set_get_part (ops, 0);
  const RefrainOps *own
      = refrain_process_get_ops (refrain_trace_get_process (found->trace, process));
  gsize n_spans;
  const RefrainOpSpan *spans = refrain_op_set_get_spans (culprits, &n_spans);

  g_assert_cmpuint (n_spans, ==, n);
  for (gsize i = 0; i < n_spans; i++)
    {
      g_assert_cmpuint (spans[i].process, ==, process);
      g_assert_cmpint (spans[i].end - spans[i].start, >=, 1400 * US);
      g_assert_cmpint (spans[i].end, <=, own->time[spans[i].op]);
      g_assert_true (refrain_op_set_contains (culprits, process, spans[i].op));
    }
  refrain_op_set_get_spans (refrain_op_set_get_part (ops, 1), &n_spans);
  g_assert_cmpuint (n_spans, ==, 0);
}

/* Of the first finding sends come late, and receives wait for them. */
static void
check_tones (const Found *found)
{
  RefrainOpSet *ops = refrain_findings_get_ops (found->findings, 0);
  const RefrainOpSet *culprits = refrain_op_set_get_part (ops, 0);
  const RefrainOpSet *victims = refrain_op_set_get_part (ops, 1);
  guint n_late = 0, n_waiting = 0;

  g_assert_false (refrain_op_set_get_waiting (culprits));
  g_assert_true (refrain_op_set_get_waiting (victims));

  for (guint p = 0; p < refrain_trace_get_n_processes (found->trace); p++)
    {
      const RefrainOps *own = refrain_process_get_ops (refrain_trace_get_process (found->trace, p));

      for (gsize i = 0; i < own->n; i++)
        {
          n_late += refrain_op_set_contains (culprits, p, i);
          n_waiting += refrain_op_set_contains (victims, p, i);
          g_assert_false (refrain_op_set_contains (culprits, p, i)
                          && !REFRAIN_OP_IS_SEND (own->kind[i]));
          g_assert_false (refrain_op_set_contains (victims, p, i)
                          && REFRAIN_OP_IS_SEND (own->kind[i]));
        }
    }
  g_assert_cmpuint (n_late, >, 0);
  g_assert_cmpuint (n_waiting, >=, n_late);
}

/* ---- Causes ---- */

static void
check_slow_process (RefrainTime disturbed, guint n_disturbed)
{
  const guint n = 6, turns = 250;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "rhs",
                             found_jitter (p == 5 ? 1400 * US : 1000 * US, p, i)
                                 + (p == 5 && i >= 80 && i < 80 + n_disturbed ? disturbed : 0));
          found_exchange (program, p, n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 5, "rhs",
                     250 * 400.0 * US + (double) (n_disturbed * disturbed));
  g_assert_null (found.list[0].iterations);
  check_computing (&found, 5, turns);
  /* Everybody waits 400 µs in each iteration: its neighbours in the exchange, others for the sum.
   */
  g_assert_cmpfloat_with_epsilon (
      (double) found.list[0].waiting
          / (5.0 * (250 * 400 * US + (double) (n_disturbed * disturbed))),
      1, 0.05);
  g_assert_nonnull (
      strstr (found.list[0].sentence, disturbed > 0 ? "1.44 times as long" : "1.4 times as long"));
  g_assert_nonnull (strstr (found.list[0].sentence, "all 250 iterations"));
}

static void
test_slow_process (void)
{
  check_slow_process (0, 0);
}

/* That one turn takes far longer does not make it one turn that is slow. */
static void
test_slow_and_disturbed (void)
{
  check_slow_process (9 * MS, 1);
  /* It is as sure where some are disturbed. */
  check_slow_process (2 * MS, 5);
}

/* No collective holds them together: the delay goes round the ring. */
static void
test_slow_neighbour (void)
{
  const guint n = 5, turns = 100;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "rhs",
                             found_jitter (p == 2 ? 1500 * US : 1000 * US, p, i));
          found_exchange (program, p, n);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 2, "rhs", 100 * 500.0 * US);
  g_assert_cmpstr (refrain_finding_describe_culprits (found.list), ==, "late process");
}

static void
test_slow_iteration (void)
{
  const guint n = 5, turns = 200, slow = 117;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
      for (guint i = 0; i < turns; i++)
        {
          /* Now and then there is something more. */
          if (i == 13 || i == 60 || i == 61 || i == 150)
            time_program_collective (program, p, REFRAIN_COLLECTIVE_REDUCE, 0);
          time_program_work (program, p, "ssor",
                             found_jitter (4 * MS, p, i) + (p == 3 && i == slow ? 40 * MS : 0));
          time_program_send (program, p, (p + 1) % n);
          time_program_recv (program, p, (p + n - 1) % n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 3, "ssor", 40.0 * MS);
  g_assert_nonnull (found.list[0].iterations);
  g_assert_cmpuint (found.list[0].iterations->len, ==, 1);
  g_assert_cmpuint (g_array_index (found.list[0].iterations, guint32, 0), ==, slow);
  g_assert_nonnull (strstr (found.list[0].sentence, "iteration 118 of 200"));
  /* From the end of iteration 117 to that of 118. */
  g_assert_cmpint (found.list[0].end - found.list[0].start, >, 43 * MS);
  g_assert_cmpint (found.list[0].end - found.list[0].start, <, 46 * MS);
}

/* What one of several times in an iteration takes longer is not said of all of it. */
static void
test_slow_once (void)
{
  const guint n = 5, turns = 60, slow = 17, times = 5;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          for (guint k = 0; k < times; k++)
            {
              time_program_work (program, p, "relax",
                                 found_jitter (1 * MS, p, i)
                                     + (p == 3 && i == slow && k == 2 ? 20 * MS : 0));
              found_exchange (program, p, n);
            }
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 3, "relax", 20.0 * MS);
  g_test_message ("%s", found.list[0].sentence);
  g_assert_nonnull (strstr (found.list[0].sentence, "iteration 18 of 60, in 1 of "));
}

/* Back and forth along both sides of a grid of 4 × 2; rows wait or not. */
static RefrainTrace *
make_directions (gboolean rows)
{
  TimeProgram *program = time_program_new (8, 1 * US, 2 * US);

  for (guint i = 0; i < 10; i++)
    for (guint p = 0; p < 8; p++)
      {
        found_solve (program, p, p % 4, 4, 1, rows);
        found_solve (program, p, 3 - p % 4, 4, -1, rows);
        found_solve (program, p, p / 4, 2, 4, TRUE);
        found_solve (program, p, 1 - p / 4, 2, -4, TRUE);
      }
  return time_program_run (program);
}

/* Who is last of one pipeline is first of the next; each of the two rows is found. */
static void
test_directions (void)
{
  g_autoptr (RefrainTrace) without = make_directions (FALSE);
  g_auto (Found) found = found_find (make_directions (TRUE));
  const RefrainTime saved = refrain_trace_get_end (found.trace) - refrain_trace_get_end (without);

  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_CHAIN);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (double) saved, 1, 0.1);
}

/* Some are slow before a barrier, some behind it, by @more; the former are by @again, too. */
static Found
find_between (RefrainTime more, RefrainTime again)
{
  TimeProgram *program = time_program_new (8, 1 * US, 2 * US);

  for (guint i = 0; i < 20; i++)
    for (guint p = 0; p < 8; p++)
      {
        time_program_work (program, p, "first", found_jitter (p < 3 ? 50 * MS : 15 * MS, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        time_program_work (program, p, "second",
                           found_jitter (15 * MS
                                             + (p >= 3 && p < 6 ? more
                                                : p < 3         ? again
                                                                : 0),
                                         p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return found_find (time_program_run (program));
}

/* A barrier is at fault where all wait for some before it and for others behind it, even if the
 * former compute more in all; not where these are slow behind it as well. */
static void
test_barrier_between (void)
{
  Found found = find_between (27 * MS, 0);

  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_NEEDLESS_BARRIER);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (20 * 27.0 * MS), 1, 0.05);
  found_clear (&found);
  found = find_between (0, 27 * MS);
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_SLOW_GROUP);
  found_clear (&found);
}

/* 0 is late, and 1 for its sake, and 2 for the sake of 1. */
/* Computing is of the iteration that the program is in, whether it comes before its messages or
 * behind them. */
static void
test_which_iteration (void)
{
  const guint n = 6, turns = 50, slow = 17;

  for (guint first = 0; first < 2; first++)
    {
      TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
      g_autofree char *iteration = g_strdup_printf ("iteration %u of %u", slow + 1, turns);
      g_auto (Found) found = { 0 };

      for (guint p = 0; p < n; p++)
        {
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
          for (guint i = 0; i < turns; i++)
            {
              const RefrainTime time
                  = found_jitter (2 * MS, p, i) + (p == 3 && i == slow ? 18 * MS : 0);

              if (first)
                time_program_work (program, p, "update", time);
              found_exchange (program, p, n);
              if (!first)
                time_program_work (program, p, "update", time);
            }
        }
      found = found_find (time_program_run (program));
      found_check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 3, "update", 18.0 * MS);
      g_assert_nonnull (strstr (found.list[0].sentence, iteration));
    }
}

static void
test_chain (void)
{
  const guint n = 5, turns = 50;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "prepare", found_jitter (p == 0 ? 3 * MS : 1 * MS, p, i));
          if (p > 0)
            time_program_recv (program, p, p - 1);
          time_program_work (program, p, "pass", 10 * US);
          if (p < n - 1)
            time_program_send (program, p, p + 1);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 0, "prepare", 50 * 2.0 * MS);
}

/* Both neighbours on a line, of a grid @w wide: what lies to the west and north goes before. */
static RefrainTrace *
make_sweeps (guint w, guint h, guint blocks, gboolean halo)
{
  TimeProgram *program = time_program_new (w * h, 1 * US, 2 * US);

  for (guint p = 0; p < w * h; p++)
    {
      const guint x = p % w, y = p / w;

      for (guint i = 0; i < 12; i++)
        {
          if (halo)
            found_exchange (program, p, w * h);
          for (guint b = 0; b < blocks; b++)
            {
              if (x > 0)
                time_program_recv (program, p, p - 1);
              if (y > 0)
                time_program_recv (program, p, p - w);
              time_program_work (program, p, "relax", found_jitter (2 * MS, p, i * blocks + b));
              if (x < w - 1)
                time_program_send (program, p, p + 1);
              if (y < h - 1)
                time_program_send (program, p, p + w);
            }
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
    }
  return time_program_run (program);
}

/* What fills and drains is told as that, with what is taken away if nobody waits for the one
 * before: a block for each step but one. */
static void
test_sweeps (void)
{
  Found found = found_find (make_sweeps (6, 1, 4, FALSE));

  found_check_first (&found, REFRAIN_FINDING_CHAIN, 0, "relax", 12 * 5 * 2.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 6);
  g_assert_nonnull (strstr (found.list[0].sentence, "A pipeline of 6 processes (0 → 1 → 2 → … → 5) "
                                                    "fills and drains in each of 12 iterations"));
  g_assert_nonnull (strstr (found.list[0].sentence, "4 blocks"));
  /* 120 ms of 216; in halves five times 1 ms for each iteration. */
  g_assert_nonnull (strstr (found.list[0].sentence, "Blocks half as large save 28 % of the run"));
  found_clear (&found);

  found = found_find (make_sweeps (4, 3, 5, TRUE));
  found_check_first (&found, REFRAIN_FINDING_CHAIN, 0, "relax", 12 * 5 * 2.0 * MS);
  g_assert_nonnull (
      strstr (found.list[0].sentence, "A wavefront passes over 12 processes in 6 steps"));
  check_tones (&found);
  found_clear (&found);

  /* One at a time. */
  found = found_find (make_sweeps (7, 1, 1, FALSE));
  found_check_first (&found, REFRAIN_FINDING_CHAIN, 0, "relax", 12 * 6 * 2.0 * MS);
  g_assert_nonnull (strstr (found.list[0].sentence, "7 processes work one after another"));
  found_clear (&found);
}

/* Neighbours that wait for one who is slow are no chain, whatever the order in which they speak. */
static void
test_no_sweep (void)
{
  for (guint way = 0; way < 3; way++)
    {
      const guint n = 6, turns = 40;
      TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
      g_auto (Found) found = { 0 };

      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < turns; i++)
          {
            const guint right = (p + 1) % n, left = (p + n - 1) % n;

            time_program_work (program, p, "rhs", found_jitter (p == 2 ? 5 * MS : 3 * MS, p, i));
            if (way == 0)
              found_exchange (program, p, n);
            else if (way == 1 || p % 2 == 0)
              {
                time_program_send (program, p, right);
                time_program_recv (program, p, left);
              }
            else
              {
                time_program_recv (program, p, left);
                time_program_send (program, p, right);
              }
          }
      found = found_find (time_program_run (program));
      found_check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 2, "rhs", 40 * 2.0 * MS);
    }
}

/* What is gathered on a tree and told to all on the same has no shorter way. */
static void
test_tree (void)
{
  const guint n = 8, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        guint m = 1;

        time_program_work (program, p, "relax", found_jitter (p == 5 ? 3 * MS : 1 * MS, p, i));
        for (; m < n && (p & m) == 0; m <<= 1)
          time_program_recv (program, p, p + m);
        if (p > 0)
          {
            time_program_send (program, p, p - m);
            time_program_recv (program, p, p - m);
          }
        for (m >>= 1; m > 0; m >>= 1)
          time_program_send (program, p, p + m);
      }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 5, "relax", turns * 2.0 * MS);
  g_assert_cmpuint (found.n, ==, 1);
}

static void
test_growing (void)
{
  const guint n = 4, turns = 100;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  double sum = 0;
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          const RefrainTime more = p == 1 ? (RefrainTime) i * 20 * US : 0;

          sum += (double) more;
          time_program_work (program, p, "work", found_jitter (1 * MS, p, i) + more);
          found_exchange (program, p, n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_TREND, 1, "work", sum);
}

static void
test_step (void)
{
  const guint n = 4, turns = 100, from = 60;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work",
                           found_jitter (1 * MS, p, i) + (p == 2 && i >= from ? 1 * MS : 0));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_STEP, 2, "work", 40.0 * MS);
  g_assert_cmpuint (found.list[0].iterations->len, ==, turns - from);
  g_assert_cmpuint (g_array_index (found.list[0].iterations, guint32, 0), ==, from);
  /* That is what it is there, not in all the run. */
  g_assert_nonnull (strstr (found.list[0].sentence, "computes 2 times"));
}

/* One cause in several places of the loop is one finding. */
/* All that take half as long again are told, not only those that are above a number by chance. */
static void
test_step_of_all (void)
{
  TimeProgram *program = time_program_new (6, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < 6; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < 30; i++)
        {
          time_program_work (program, p, "work", found_jitter (i >= 21 ? 2985 * US : 2 * MS, p, i));
          found_exchange (program, p, 6);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_STEP, 0, "work", 9 * 985.0 * US);
  g_assert_nonnull (strstr (found.list[0].sentence, "from iteration 22 of 30 on"));
}

static void
test_step_in_places (void)
{
  const guint n = 4, turns = 40, places = 3, from = 24;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        for (guint k = 0; k < places; k++)
          {
            time_program_compute (program, p,
                                  found_jitter (1 * MS, p, i) + (p == 2 && i >= from ? 1 * MS : 0));
            time_program_send (program, p, (p + 1) % n);
            time_program_recv (program, p, (p + n - 1) % n);
          }
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 1);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_STEP);
  g_assert_cmpuint (g_array_index (found.list[0].processes, guint32, 0), ==, 2);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (places * 16.0 * MS), 1, 0.05);
}

/* Process 1 of 4 computes @more (i) longer in iteration i, and all wait for it. */
static Found
find_lateness (guint turns, RefrainTime (*more) (guint i))
{
  const guint n = 4;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work",
                           found_jitter (1 * MS, p, i) + (p == 1 ? more (i) : 0));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return found_find (time_program_run (program));
}

static RefrainTime
is_tenth (guint i)
{
  return i % 10 == 9 ? 8 * MS : 0;
}

/* One cause that comes again and again is one finding. */
static void
test_regular (void)
{
  g_auto (Found) found = find_lateness (100, is_tenth);

  found_check_first (&found, REFRAIN_FINDING_PERIODIC, 1, "work", 10 * 8.0 * MS);
  g_assert_nonnull (strstr (found.list[0].sentence, "every 10th iteration (10 of 100)"));
  g_assert_nonnull (strstr (found.list[0].sentence, "8.96 times"));
}

static RefrainTime
fade (guint i)
{
  return i < 64 ? (RefrainTime) (2 * MS) >> (i / 6) : 0;
}

static void
test_fading (void)
{
  g_auto (Found) found = find_lateness (60, fade);

  g_assert_cmpuint (found.n, >, 0);
  g_assert_nonnull (strstr (found.list[0].sentence, "less and less, iterations 1 to "));
}

/* All compute longer at once, so nobody waits. */
static void
test_slow_for_all (void)
{
  TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < 3; p++)
    for (guint i = 0; i < 40; i++)
      {
        time_program_work (program, p, "work", i == 20 ? 4 * MS : 1 * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 0, "work", 3.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 3);
  g_assert_nonnull (strstr (found.list[0].sentence, "iteration 21 of 40"));
}

/* One process is late by 40 ms in iteration 30 and its neighbours wait from one iteration to the
 * next: that is the one that takes longer, and iterations add up to the run. */
static void
test_iteration_time (void)
{
  const guint n = 8, turns = 60, slow = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;
  RefrainTime sum = 0, first, last, start, end;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "rhs", 2 * MS + (p == 3 && i == slow ? 40 * MS : 0));
        found_exchange (program, p, n);
      }
  trace = time_program_run (program);
  iterations = refrain_iterations_new (trace, NULL, NULL);
  g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, turns);
  for (guint i = 0; i < turns; i++)
    {
      const RefrainTime time = refrain_iterations_get_time (iterations, i);

      sum += time;
      g_assert_cmpint (ABS (time - (i == slow ? 42 * MS : 2 * MS)), <, 100 * US);
    }
  g_assert_true (refrain_iterations_get_run_span (iterations, 0, &first, &end));
  g_assert_true (refrain_iterations_get_run_span (iterations, turns - 1, &start, &last));
  g_assert_cmpint (sum, ==, last - first);
}

/* More waiting than a time holds. */
static void
test_much (void)
{
  const RefrainTime years = G_MAXINT64 / 5;
  TimeProgram *program = time_program_new (8, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < 8; p++)
    {
      time_program_work (program, p, "work", p == 2 ? years : 1);
      time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
    }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].saves, >, years);
  g_assert_null (strstr (found.list[0].sentence, "-"));
}

/* What comes from 1 is late, what comes from 2 is there, and 0 has work with both. */
static void
test_wrong_order (void)
{
  const guint n = 3, turns = 40;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint i = 0; i < turns; i++)
    {
      time_program_enter (program, 0, "collect");
      time_program_recv (program, 0, 1);
      time_program_compute (program, 0, 2 * MS);
      time_program_recv (program, 0, 2);
      time_program_compute (program, 0, 2 * MS);
      time_program_leave (program, 0);
      time_program_work (program, 1, "late", found_jitter (3 * MS, 1, i));
      time_program_send (program, 1, 0);
      time_program_work (program, 1, "rest", 1 * MS);
      time_program_work (program, 2, "early", found_jitter (1 * MS, 2, i));
      time_program_send (program, 2, 0);
      time_program_work (program, 2, "rest", 1 * MS);
      for (guint p = 0; p < n; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
    }
  found = found_find (time_program_run (program));
  /* What it does with the message of 2 it could do while it waits. */
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_ORDER_OF_CALLS);
  g_assert_cmpuint (found.list[0].process, ==, 0);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (40 * 2.0 * MS), 1, 0.05);
  g_assert_cmpint (refrain_waits_get_totals (found.waits, 0)->time[REFRAIN_WAIT_WRONG_ORDER], >, 0);
}

TEST_PROGRAM ("findings")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/slow-process", test_slow_process);
  g_test_add_func ("/findings/slow-and-disturbed", test_slow_and_disturbed);
  g_test_add_func ("/findings/slow-neighbour", test_slow_neighbour);
  g_test_add_func ("/findings/slow-iteration", test_slow_iteration);
  g_test_add_func ("/findings/slow-once", test_slow_once);
  g_test_add_func ("/findings/which-iteration", test_which_iteration);
  g_test_add_func ("/findings/chain", test_chain);
  g_test_add_func ("/findings/directions", test_directions);
  g_test_add_func ("/findings/barrier-between", test_barrier_between);
  g_test_add_func ("/findings/sweeps", test_sweeps);
  g_test_add_func ("/findings/no-sweep", test_no_sweep);
  g_test_add_func ("/findings/tree", test_tree);
  g_test_add_func ("/findings/growing", test_growing);
  g_test_add_func ("/findings/step", test_step);
  g_test_add_func ("/findings/step-of-all", test_step_of_all);
  g_test_add_func ("/findings/step-in-places", test_step_in_places);
  g_test_add_func ("/findings/regular", test_regular);
  g_test_add_func ("/findings/fading", test_fading);
  g_test_add_func ("/findings/slow-for-all", test_slow_for_all);
  g_test_add_func ("/findings/iteration-time", test_iteration_time);
  g_test_add_func ("/findings/much", test_much);
  g_test_add_func ("/findings/wrong-order", test_wrong_order);
  return g_test_run ();
}
