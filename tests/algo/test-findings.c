/* test-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs with one planted cause each: the first finding names it, its process, iteration and
 * amount.
 */
#include "config.h"

#include "refrain-findings.h"
#include "refrain-trace-builder.h"
#include "refrain-wait-causes.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000
#define MS (1000 * US)

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainFindings *findings;
  const RefrainFinding *list;
  gsize n;
} Found;

/* Takes @trace. */
static Found
find (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, &error);
  Found found = { .trace = trace };

  g_assert_no_error (error);
  found.waits = refrain_waits_new (trace, NULL, &error);
  g_assert_no_error (error);
  found.findings = refrain_findings_new (found.waits, iterations, NULL, &error);
  g_assert_no_error (error);
  found.list = refrain_findings_get (found.findings, &found.n);
  for (gsize i = 0; i < found.n; i++)
    g_test_message ("%s", found.list[i].sentence);
  return found;
}

static void
clear (Found *found)
{
  g_object_unref (found->findings);
  g_object_unref (found->waits);
  g_object_unref (found->trace);
}

/* The first finding is so, with what the run would save, within 5 %, and nothing comes near. */
static void
check_first (
    const Found *found, RefrainFindingKind kind, guint process, const char *routine, double time)
{
  const RefrainFinding *first = found->list;

  g_assert_cmpuint (found->n, >, 0);
  g_assert_cmpstr (refrain_finding_kind_get_name (first->kind), ==,
                   refrain_finding_kind_get_name (kind));
  g_assert_cmpuint (first->processes->len, >, 0);
  g_assert_cmpuint (g_array_index (first->processes, guint32, 0), ==, process);
  g_assert_cmpstr (
      refrain_routine_get_name (refrain_trace_get_routine (found->trace, first->routine)), ==,
      routine);
  g_assert_cmpfloat_with_epsilon ((double) first->saves / time, 1, 0.05);
  g_assert_cmpint (first->low, <=, first->saves);
  g_assert_cmpint (first->high, >=, first->saves);
  g_assert_cmpfloat (first->confidence, >, 0.5);
  for (gsize i = 1; i < found->n; i++)
    g_assert_cmpint (found->list[i].saves, <, first->saves / 4);
}

/* A little more or less, the same each time. */
static RefrainTime
jitter (RefrainTime time, guint p, guint i)
{
  const guint32 hash = (p * 7919u + i) * 2654435761u;

  return time + time * (RefrainTime) (hash >> 24) / 256 / 100;
}

/* Both neighbours on a ring. */
static void
exchange (TimeProgram *program, guint p, guint n)
{
  const guint from[] = { (p + n - 1) % n, (p + 1) % n };

  time_program_enter (program, p, "exchange");
  time_program_send (program, p, (p + 1) % n);
  time_program_send (program, p, (p + n - 1) % n);
  time_program_waitall (program, p, from, 2);
  time_program_leave (program, p);
}

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
  Found found;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "rhs",
                             jitter (p == 5 ? 1400 * US : 1000 * US, p, i)
                                 + (p == 5 && i >= 80 && i < 80 + n_disturbed ? disturbed : 0));
          exchange (program, p, n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 5, "rhs",
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
  clear (&found);
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
  Found found;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "rhs", jitter (p == 2 ? 1500 * US : 1000 * US, p, i));
          exchange (program, p, n);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 2, "rhs", 100 * 500.0 * US);
  g_assert_cmpstr (refrain_finding_describe_culprits (found.list), ==, "late process");
  clear (&found);
}

static void
test_slow_iteration (void)
{
  const guint n = 5, turns = 200, slow = 117;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

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
                             jitter (4 * MS, p, i) + (p == 3 && i == slow ? 40 * MS : 0));
          time_program_send (program, p, (p + 1) % n);
          time_program_recv (program, p, (p + n - 1) % n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 3, "ssor", 40.0 * MS);
  g_assert_nonnull (found.list[0].iterations);
  g_assert_cmpuint (found.list[0].iterations->len, ==, 1);
  g_assert_cmpuint (g_array_index (found.list[0].iterations, guint32, 0), ==, slow);
  g_assert_nonnull (strstr (found.list[0].sentence, "iteration 118 of 200"));
  /* From the end of iteration 117 to that of 118. */
  g_assert_cmpint (found.list[0].end - found.list[0].start, >, 43 * MS);
  g_assert_cmpint (found.list[0].end - found.list[0].start, <, 46 * MS);
  clear (&found);
}

/* What one of several times in an iteration takes longer is not said of all of it. */
static void
test_slow_once (void)
{
  const guint n = 5, turns = 60, slow = 17, times = 5;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          for (guint k = 0; k < times; k++)
            {
              time_program_work (program, p, "relax",
                                 jitter (1 * MS, p, i)
                                     + (p == 3 && i == slow && k == 2 ? 20 * MS : 0));
              exchange (program, p, n);
            }
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 3, "relax", 20.0 * MS);
  g_test_message ("%s", found.list[0].sentence);
  g_assert_nonnull (strstr (found.list[0].sentence, "iteration 18 of 60, in 1 of "));
  clear (&found);
}

/* One block after another in a line of @count, of which this is @at: neighbours are @stride apart.
 */
static void
solve (TimeProgram *program, guint p, guint at, guint count, gint stride, gboolean waits)
{
  for (guint block = 0; block < 3; block++)
    {
      if (waits && at > 0)
        time_program_recv (program, p, (guint) ((gint) p - stride));
      time_program_work (program, p, "solve", jitter (1 * MS, p, block));
      if (waits && at < count - 1)
        time_program_send (program, p, (guint) ((gint) p + stride));
    }
}

/* Back and forth along both sides of a grid of 4 × 2; rows wait or not. */
static RefrainTrace *
make_directions (gboolean rows)
{
  TimeProgram *program = time_program_new (8, 1 * US, 2 * US);

  for (guint i = 0; i < 10; i++)
    for (guint p = 0; p < 8; p++)
      {
        solve (program, p, p % 4, 4, 1, rows);
        solve (program, p, 3 - p % 4, 4, -1, rows);
        solve (program, p, p / 4, 2, 4, TRUE);
        solve (program, p, 1 - p / 4, 2, -4, TRUE);
      }
  return time_program_run (program);
}

/* Who is last of one pipeline is first of the next; each of the two rows is found. */
static void
test_directions (void)
{
  g_autoptr (RefrainTrace) without = make_directions (FALSE);
  Found found = find (make_directions (TRUE));
  const RefrainTime saved = refrain_trace_get_end (found.trace) - refrain_trace_get_end (without);

  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_CHAIN);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (double) saved, 1, 0.1);
  clear (&found);
}

/* Some are slow before a barrier, some behind it, by @more; the former are by @again, too. */
static Found
find_between (RefrainTime more, RefrainTime again)
{
  TimeProgram *program = time_program_new (8, 1 * US, 2 * US);

  for (guint i = 0; i < 20; i++)
    for (guint p = 0; p < 8; p++)
      {
        time_program_work (program, p, "first", jitter (p < 3 ? 50 * MS : 15 * MS, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        time_program_work (program, p, "second",
                           jitter (15 * MS
                                       + (p >= 3 && p < 6 ? more
                                          : p < 3         ? again
                                                          : 0),
                                   p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return find (time_program_run (program));
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
  clear (&found);
  found = find_between (0, 27 * MS);
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_SLOW_GROUP);
  clear (&found);
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
      Found found;

      for (guint p = 0; p < n; p++)
        {
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
          for (guint i = 0; i < turns; i++)
            {
              const RefrainTime time = jitter (2 * MS, p, i) + (p == 3 && i == slow ? 18 * MS : 0);

              if (first)
                time_program_work (program, p, "update", time);
              exchange (program, p, n);
              if (!first)
                time_program_work (program, p, "update", time);
            }
        }
      found = find (time_program_run (program));
      check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 3, "update", 18.0 * MS);
      g_assert_nonnull (strstr (found.list[0].sentence, iteration));
      clear (&found);
    }
}

static void
test_chain (void)
{
  const guint n = 5, turns = 50;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "prepare", jitter (p == 0 ? 3 * MS : 1 * MS, p, i));
          if (p > 0)
            time_program_recv (program, p, p - 1);
          time_program_work (program, p, "pass", 10 * US);
          if (p < n - 1)
            time_program_send (program, p, p + 1);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 0, "prepare", 50 * 2.0 * MS);
  clear (&found);
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
            exchange (program, p, w * h);
          for (guint b = 0; b < blocks; b++)
            {
              if (x > 0)
                time_program_recv (program, p, p - 1);
              if (y > 0)
                time_program_recv (program, p, p - w);
              time_program_work (program, p, "relax", jitter (2 * MS, p, i * blocks + b));
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
  Found found = find (make_sweeps (6, 1, 4, FALSE));

  check_first (&found, REFRAIN_FINDING_CHAIN, 0, "relax", 12 * 5 * 2.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 6);
  g_assert_nonnull (strstr (found.list[0].sentence, "A pipeline of 6 processes (0 → 1 → 2 → … → 5) "
                                                    "fills and drains in each of 12 iterations"));
  g_assert_nonnull (strstr (found.list[0].sentence, "4 blocks"));
  /* 120 ms of 216; in halves five times 1 ms for each iteration. */
  g_assert_nonnull (strstr (found.list[0].sentence, "Blocks half as large save 28 % of the run"));
  clear (&found);

  found = find (make_sweeps (4, 3, 5, TRUE));
  check_first (&found, REFRAIN_FINDING_CHAIN, 0, "relax", 12 * 5 * 2.0 * MS);
  g_assert_nonnull (
      strstr (found.list[0].sentence, "A wavefront passes over 12 processes in 6 steps"));
  check_tones (&found);
  clear (&found);

  /* One at a time. */
  found = find (make_sweeps (7, 1, 1, FALSE));
  check_first (&found, REFRAIN_FINDING_CHAIN, 0, "relax", 12 * 6 * 2.0 * MS);
  g_assert_nonnull (strstr (found.list[0].sentence, "7 processes work one after another"));
  clear (&found);
}

/* Neighbours that wait for one who is slow are no chain, whatever the order in which they speak. */
static void
test_no_sweep (void)
{
  for (guint way = 0; way < 3; way++)
    {
      const guint n = 6, turns = 40;
      TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
      Found found;

      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < turns; i++)
          {
            const guint right = (p + 1) % n, left = (p + n - 1) % n;

            time_program_work (program, p, "rhs", jitter (p == 2 ? 5 * MS : 3 * MS, p, i));
            if (way == 0)
              exchange (program, p, n);
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
      found = find (time_program_run (program));
      check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 2, "rhs", 40 * 2.0 * MS);
      clear (&found);
    }
}

/* What is gathered on a tree and told to all on the same has no shorter way. */
static void
test_tree (void)
{
  const guint n = 8, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        guint m = 1;

        time_program_work (program, p, "relax", jitter (p == 5 ? 3 * MS : 1 * MS, p, i));
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
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_PROCESS, 5, "relax", turns * 2.0 * MS);
  g_assert_cmpuint (found.n, ==, 1);
  clear (&found);
}

static void
test_growing (void)
{
  const guint n = 4, turns = 100;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  double sum = 0;
  Found found;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          const RefrainTime more = p == 1 ? (RefrainTime) i * 20 * US : 0;

          sum += (double) more;
          time_program_work (program, p, "work", jitter (1 * MS, p, i) + more);
          exchange (program, p, n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_TREND, 1, "work", sum);
  clear (&found);
}

static void
test_step (void)
{
  const guint n = 4, turns = 100, from = 60;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work",
                           jitter (1 * MS, p, i) + (p == 2 && i >= from ? 1 * MS : 0));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_STEP, 2, "work", 40.0 * MS);
  g_assert_cmpuint (found.list[0].iterations->len, ==, turns - from);
  g_assert_cmpuint (g_array_index (found.list[0].iterations, guint32, 0), ==, from);
  /* That is what it is there, not in all the run. */
  g_assert_nonnull (strstr (found.list[0].sentence, "computes 2 times"));
  clear (&found);
}

/* One cause in several places of the loop is one finding. */
/* All that take half as long again are told, not only those that are above a number by chance. */
static void
test_step_of_all (void)
{
  TimeProgram *program = time_program_new (6, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < 6; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < 30; i++)
        {
          time_program_work (program, p, "work", jitter (i >= 21 ? 2985 * US : 2 * MS, p, i));
          exchange (program, p, 6);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_STEP, 0, "work", 9 * 985.0 * US);
  g_assert_nonnull (strstr (found.list[0].sentence, "from iteration 22 of 30 on"));
  clear (&found);
}

static void
test_step_in_places (void)
{
  const guint n = 4, turns = 40, places = 3, from = 24;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        for (guint k = 0; k < places; k++)
          {
            time_program_compute (program, p,
                                  jitter (1 * MS, p, i) + (p == 2 && i >= from ? 1 * MS : 0));
            time_program_send (program, p, (p + 1) % n);
            time_program_recv (program, p, (p + n - 1) % n);
          }
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 1);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_STEP);
  g_assert_cmpuint (g_array_index (found.list[0].processes, guint32, 0), ==, 2);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (places * 16.0 * MS), 1, 0.05);
  clear (&found);
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
        time_program_work (program, p, "work", jitter (1 * MS, p, i) + (p == 1 ? more (i) : 0));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  return find (time_program_run (program));
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
  Found found = find_lateness (100, is_tenth);

  check_first (&found, REFRAIN_FINDING_PERIODIC, 1, "work", 10 * 8.0 * MS);
  g_assert_nonnull (strstr (found.list[0].sentence, "every 10th iteration (10 of 100)"));
  g_assert_nonnull (strstr (found.list[0].sentence, "8.96 times"));
  clear (&found);
}

static RefrainTime
fade (guint i)
{
  return i < 64 ? (RefrainTime) (2 * MS) >> (i / 6) : 0;
}

static void
test_fading (void)
{
  Found found = find_lateness (60, fade);

  g_assert_cmpuint (found.n, >, 0);
  g_assert_nonnull (strstr (found.list[0].sentence, "less and less, iterations 1 to "));
  clear (&found);
}

/* All compute longer at once, so nobody waits. */
static void
test_slow_for_all (void)
{
  TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < 3; p++)
    for (guint i = 0; i < 40; i++)
      {
        time_program_work (program, p, "work", i == 20 ? 4 * MS : 1 * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_ITERATION, 0, "work", 3.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 3);
  g_assert_nonnull (strstr (found.list[0].sentence, "iteration 21 of 40"));
  clear (&found);
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
        exchange (program, p, n);
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
  Found found;

  for (guint p = 0; p < 8; p++)
    {
      time_program_work (program, p, "work", p == 2 ? years : 1);
      time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
    }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].saves, >, years);
  g_assert_null (strstr (found.list[0].sentence, "-"));
  clear (&found);
}

/* What comes from 1 is late, what comes from 2 is there, and 0 has work with both. */
static void
test_wrong_order (void)
{
  const guint n = 3, turns = 40;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint i = 0; i < turns; i++)
    {
      time_program_enter (program, 0, "collect");
      time_program_recv (program, 0, 1);
      time_program_compute (program, 0, 2 * MS);
      time_program_recv (program, 0, 2);
      time_program_compute (program, 0, 2 * MS);
      time_program_leave (program, 0);
      time_program_work (program, 1, "late", jitter (3 * MS, 1, i));
      time_program_send (program, 1, 0);
      time_program_work (program, 1, "rest", 1 * MS);
      time_program_work (program, 2, "early", jitter (1 * MS, 2, i));
      time_program_send (program, 2, 0);
      time_program_work (program, 2, "rest", 1 * MS);
      for (guint p = 0; p < n; p++)
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
    }
  found = find (time_program_run (program));
  /* What it does with the message of 2 it could do while it waits. */
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_ORDER_OF_CALLS);
  g_assert_cmpuint (found.list[0].process, ==, 0);
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (40 * 2.0 * MS), 1, 0.05);
  g_assert_cmpint (refrain_waits_get_totals (found.waits, 0)->time[REFRAIN_WAIT_WRONG_ORDER], >, 0);
  clear (&found);
}

/* ---- Culprits behind what does not wait ---- */

/* What is blamed on a stretch itself, without what waits behind the wait, is no more than it. */
static void
check_stretch (const RefrainDelay *delay, gpointer data)
{
  RefrainWaits *waits = data;
  RefrainTime start, end;

  if (refrain_waits_get_span (waits, delay->victim, delay->victim_op, &start, &end))
    g_assert_cmpfloat ((double) (end - start) * delay->share, <=,
                       (double) (delay->end - delay->start) + 1);
  g_assert_cmpint (delay->late, <=, delay->end - delay->start);
}

/* All blame is on process @p in @routine but what messages need, and no stretch is blamed for more
 * than its own length. */
static void
check_only (Found *found, guint p, const char *routine, double time)
{
  g_autoptr (RefrainWaitCauses) causes = NULL;
  const RefrainWaitCause *list;
  double sum = 0;
  gsize n;

  check_first (found, REFRAIN_FINDING_SLOW_PROCESS, p, routine, time);
  causes = refrain_wait_causes_new (found->waits, check_stretch, found->waits, NULL, NULL);
  list = refrain_wait_causes_get (causes, &n);
  for (gsize i = 0; i < n; i++)
    sum += (double) list[i].time;
  g_assert_cmpfloat_with_epsilon (sum, (double) refrain_waits_get_time (found->waits),
                                  (double) n + 1);
  clear (found);
}

/* 0 sends without waiting, and waits for the answer of 1, which takes the message late. */
static void
test_eager (void)
{
  const guint turns = 50;
  TimeProgram *program = time_program_new (2, 1 * US, 10 * US);
  Found found;

  for (guint i = 0; i < turns; i++)
    {
      time_program_work (program, 0, "solve", jitter (10 * MS, 0, i));
      time_program_send (program, 0, 1);
      time_program_recv (program, 0, 1);
      time_program_work (program, 1, "solve", jitter (15 * MS, 1, i));
      time_program_recv (program, 1, 0);
      time_program_send (program, 1, 0);
    }
  found = find (time_program_run (program));
  check_only (&found, 1, "solve", 50 * 5.0 * MS);
}

/* Sends of 0 that need no receive are held for as long as 1 computes, in every fifth iteration. */
static void
test_held_sends (void)
{
  const guint turns = 100;
  TimeProgram *program = time_program_new (2, 1 * US, 10 * US);
  Found found;

  for (guint i = 0; i < turns; i++)
    {
      const gboolean late = i % 5 == 4;

      time_program_work (program, 0, "solve", jitter (1 * MS, 0, i));
      if (late)
        time_program_ssend (program, 0, 1);
      else
        time_program_send (program, 0, 1);
      time_program_work (program, 0, "more", 3 * MS);
      time_program_send (program, 0, 1);
      time_program_work (program, 1, "solve", jitter (1200 * US, 1, i) + (late ? 5 * MS : 0));
      time_program_recv (program, 1, 0);
      time_program_work (program, 1, "more", 3 * MS);
      time_program_recv (program, 1, 0);
    }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_PERIODIC, 1, "solve", 100 * 0.2 * MS + 20 * 5.0 * MS);
  clear (&found);
}

/* The first message to a process that is not there yet is held until it is, the only one of all. */
static void
test_first_send (void)
{
  const guint turns = 40;
  TimeProgram *program = time_program_new (2, 1 * US, 10 * US);
  Found found;

  for (guint i = 0; i < turns; i++)
    {
      if (i == 0)
        time_program_ssend (program, 0, 1);
      else
        time_program_send (program, 0, 1);
      time_program_work (program, 0, "solve", jitter (1 * MS, 0, i));
      time_program_recv (program, 0, 1);
      time_program_work (program, 1, "solve", jitter (1 * MS, 1, i) + (i == 0 ? 30 * MS : 0));
      time_program_recv (program, 1, 0);
      time_program_send (program, 1, 0);
    }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 1);
  g_assert_cmpint (found.list[0].kind, !=, REFRAIN_FINDING_SLOW_CALLS);
  g_assert_cmpuint (g_array_index (found.list[0].processes, guint32, 0), ==, 1);
  g_assert_null (strstr (found.list[0].sentence, "inside MPI"));
  clear (&found);
}

/* Even processes send first, odd ones receive first, on a line: the delay of 3 goes all along. */
static void
test_even_odd (void)
{
  const guint n = 6, turns = 50;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "solve", p == 3 ? 15 * MS : 10 * MS);
        for (guint k = 0; k < 2; k++)
          {
            const guint to = (k == 0) == (p % 2 == 0) ? p + 1 : p - 1;

            if (to >= n)
              continue;
            if (p % 2 == 0)
              time_program_send (program, p, to);
            time_program_recv (program, p, to);
            if (p % 2 == 1)
              time_program_send (program, p, to);
          }
      }
  found = find (time_program_run (program));
  /* Half an iteration later 0 and 5 have not yet heard of it. */
  check_only (&found, 3, "solve", 50 * 5.0 * MS);
}

/* Another process is slow in each iteration, in every other one by less: all of them count. */
static void
test_wandering (void)
{
  const guint n = 6, turns = 36;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "assemble",
                           i % n != p       ? 10 * MS
                           : i / n % 3 == 0 ? 30 * MS
                                            : 16 * MS);
        exchange (program, p, n);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, >=, 1);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_WANDERING);
  g_assert_nonnull (
      strstr (found.list[0].sentence, "in assemble, all 36 iterations (all processes)."));
  clear (&found);
}

/* One is slow each time, another once: neither is "others each time". */
static void
test_slow_and_once (void)
{
  const guint n = 8, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        exchange (program, p, n);
        time_program_work (program, p, "relax",
                           jitter (p == 6 ? 2000 * US : 1500 * US, p, i)
                               + (p == 2 && i == 12 ? 9 * MS : 0));
      }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, >=, 2);
  for (gsize i = 0; i < 2; i++)
    g_assert_cmpint (found.list[i].kind, !=, REFRAIN_FINDING_IMBALANCE);
  g_assert_cmpuint (g_array_index (found.list[0].processes, guint32, 0), ==, 6);
  g_assert_cmpuint (g_array_index (found.list[1].processes, guint32, 0), ==, 2);
  clear (&found);
}

/* ... and a barrier that makes each turn as long as the slowest one, which no message does. */
static void
test_wandering_and_barrier (void)
{
  const guint n = 8, turns = 80;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "relax",
                             jitter ((i * 5) % n == p ? 3000 * US : 1000 * US, p, i));
          exchange (program, p, n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (program, p);
    }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_WANDERING);
  g_assert_nonnull (strstr (found.list[0].sentence, "Omitting MPI_Barrier alone"));
  clear (&found);
}

/* The root waits for the last one in what it gathers or reduces, the others for the root. */
static void
check_root (RefrainCollective up, RefrainCollective down, RefrainTime post, double time)
{
  const guint n = 6, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  Found found;

  time_program_set_rooted (program);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", p == 4 ? 12 * MS : p == 0 ? 3 * MS : 5 * MS);
        time_program_collective (program, p, up, 0);
        time_program_work (program, p, "post", p == 0 ? post : post / 4);
        time_program_collective (program, p, down, 0);
      }
  found = find (time_program_run (program));
  check_only (&found, 4, "work", time);
}

static void
test_reduce_broadcast (void)
{
  check_root (REFRAIN_COLLECTIVE_REDUCE, REFRAIN_COLLECTIVE_BCAST, 400 * US, 30 * 7.0 * MS);
  check_root (REFRAIN_COLLECTIVE_REDUCE, REFRAIN_COLLECTIVE_BARRIER, 0, 30 * 7.0 * MS);
}

static void
test_gather_scatter (void)
{
  check_root (REFRAIN_COLLECTIVE_GATHER, REFRAIN_COLLECTIVE_SCATTER, 400 * US, 30 * 7.0 * MS);
}

/* Half of them are slow: whichever comes last, all are told. */
/* The odd ones have nothing to do until the even ones, who compute first, send, and then these wait
 * for them. */
static void
test_late_sender (void)
{
  const guint n = 6, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        if (p % 2 == 0)
          {
            time_program_work (program, p, "store", jitter (5 * MS, p, i));
            time_program_send (program, p, p + 1);
          }
        else
          {
            time_program_recv (program, p, p - 1);
            time_program_work (program, p, "solve", jitter (5 * MS, p, i));
          }
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_LATE_SENDER, 0, "store", 30 * 5.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 3);
  clear (&found);
}

/* All compute longer and longer, some more than others: each is taken back to where it began. */
static void
test_growing_apart (void)
{
  const guint n = 6, turns = 50;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "rhs", jitter (5 * MS + p * i * 40 * US, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 1);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_TREND);
  /* What it takes at first is that of the first five turns. */
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (5 * 40.0 * US * 50 * 49 / 2),
                                  0.95, 0.05);
  g_assert_nonnull (strstr (found.list[0].sentence, "on 5 of 6 processes"));
  clear (&found);
}

/* What 0 alone computes, and gives to the others, is a slow root. */
static void
test_slow_root (void)
{
  const guint n = 6, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  Found found;

  time_program_set_rooted (program);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        if (p == 0)
          time_program_work (program, p, "assemble", jitter (4 * MS, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
        time_program_work (program, p, "solve", jitter (5 * MS, p, i));
      }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_ROOT, 0, "assemble", 30 * 4.0 * MS);
  g_assert_nonnull (strstr (found.list[0].sentence, "The others wait for it in MPI_Bcast"));
  clear (&found);
}

static void
test_ties (void)
{
  const guint n = 8, turns = 40;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", p % 2 == 1 ? 8 * MS : 5 * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  check_first (&found, REFRAIN_FINDING_SLOW_GROUP, 1, "work", 40 * 3.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 4);
  g_assert_nonnull (strstr (found.list[0].sentence, "Processes 1, 3, 5, 7 compute 1.6 times"));
  g_assert_nonnull (strstr (found.list[0].sentence,
                            "To mend only one of these processes makes little difference"));
  clear (&found);
}

/* ---- What a finding must not depend on ---- */

/* Six processes on a ring, of which the one called @slow computes 1.5 times as long as the others;
 * a unit is @unit. Process i is called (i + @turn) mod 6. */
static Found
find_on_ring (guint slow, guint turn, RefrainTime unit)
{
  const guint n = 6, turns = 60;
  TimeProgram *program = time_program_new (n, unit, 2 * unit);

  for (guint i = 0; i < n; i++)
    {
      const guint p = (i + turn) % n;

      time_program_enter (program, p, "main");
      for (guint k = 0; k < turns; k++)
        {
          time_program_work (program, p, "rhs", jitter ((p == slow ? 1500 : 1000) * unit, i, k));
          exchange (program, p, n);
        }
      time_program_leave (program, p);
    }
  return find (time_program_run (program));
}

/* Other numbers of processes change these; other units of time change times. */
static void
test_same (void)
{
  Found plain = find_on_ring (1, 0, 1 * US), turned = find_on_ring (4, 3, 1 * US);
  Found scaled = find_on_ring (1, 0, 1 * MS);

  check_first (&plain, REFRAIN_FINDING_SLOW_PROCESS, 1, "rhs", 60 * 500.0 * US);
  check_first (&turned, REFRAIN_FINDING_SLOW_PROCESS, 4, "rhs", (double) plain.list[0].saves);
  check_first (&scaled, REFRAIN_FINDING_SLOW_PROCESS, 1, "rhs", 1000.0 * plain.list[0].saves);
  g_assert_cmpuint (plain.n, ==, turned.n);
  g_assert_cmpuint (plain.n, ==, scaled.n);
  g_assert_cmpint (turned.list[0].saves, ==, plain.list[0].saves);
  g_assert_cmpfloat_with_epsilon ((double) scaled.list[0].saves / 1000,
                                  (double) plain.list[0].saves, 10);
  /* But for the number of the process to the letter. */
  g_assert_cmpstr (turned.list[0].sentence + strlen ("Process 4"), ==,
                   plain.list[0].sentence + strlen ("Process 1"));
  clear (&plain);
  clear (&turned);
  clear (&scaled);
}

/* Work that is the same in all, and a little more or less each time. */
static void
test_silent (void)
{
  const guint n = 8, turns = 100;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  g_autofree char *why = NULL;
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "rhs", jitter (1 * MS, p, i));
        exchange (program, p, n);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  why = refrain_findings_explain (found.findings);
  g_assert_nonnull (strstr (why, "Nothing to change is found: processes wait for "));
  clear (&found);
}

/* Three processes that never leave @routine, in which each sends to the next. */
static Found
find_circle (const char *routine)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint32 call = refrain_trace_builder_add_routine (builder, routine, NULL, 0);
  gint32 members[3];
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  for (guint p = 0; p < 3; p++)
    members[p] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 3, NULL, 0, FALSE));
  for (guint p = 0; p < 3; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "thread");

      refrain_recorder_enter (recorder, 1, call);
      refrain_recorder_send (recorder, 2, (gint32) (p + 1) % 3, 0, 7, 8);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return find (trace);
}

/* Who sends in a circle waits for ever, but for those who receive in the same call. */
static void
test_circle (void)
{
  Found sends = find_circle ("MPI_Send"), both = find_circle ("MPI_Sendrecv");

  g_assert_cmpuint (sends.n, ==, 1);
  g_assert_nonnull (strstr (sends.list[0].sentence, "0 → 1 → 2 → 0: each sends to the next"));
  g_assert_cmpuint (both.n, ==, 0);
  g_assert_nonnull (strstr (refrain_findings_get_end (both.findings),
                            "The record ends while processes 0, 1, 2 are in MPI_Sendrecv"));
  clear (&sends);
  clear (&both);
}

/* A run that ends while all are in calls of MPI: those that wait for a message are at fault. One
 * that is killed ends so as well, but there somebody could have gone on. */
static void
test_hang (void)
{
  static const struct
  {
    const char *last[4]; /* of each process */
    enum
    {
      NOBODY,
      ONE,   /* 2 to 0 */
      THREE, /* all but 3 to both neighbours, as in each turn */
    } sends; /* who sends before */
    const char *said;
  } ways[] = {
    { { "MPI_Recv", "MPI_Recv", "MPI_Barrier", "MPI_Barrier" },
      NOBODY,
      "All processes are inside MPI when the run ends, as in a hang: processes 0, 1 never leave "
      "MPI_Recv; processes 2, 3 never leave MPI_Barrier; no message to processes 0, 1 is on its "
      "way" },
    { { "MPI_Recv", "MPI_Recv", "MPI_Barrier", "MPI_Barrier" },
      ONE,
      "The record ends while processes 0, 1 are in MPI_Recv; processes 2, 3 are in MPI_Barrier; a "
      "message from 2 to 0 (tag 0) is not received yet, so that this is a deadlock only if 0 "
      "expects another" },
    { { "MPI_Barrier", "MPI_Bcast", "MPI_Barrier", "MPI_Barrier" },
      NOBODY,
      "All processes are inside MPI when the run ends, as in a hang: processes 0, 2, 3 never leave "
      "MPI_Barrier; process 1 never leaves MPI_Bcast" },
    { { "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce", "MPI_Finalize" },
      NOBODY,
      "All processes are inside MPI when the run ends, as in a hang: processes 0, 1, 2 never leave "
      "MPI_Allreduce; process 3 never leaves MPI_Finalize; judging by earlier calls, processes 0, "
      "1, "
      "2 wait for 3" },
    { { "MPI_Waitall", "MPI_Waitall", "MPI_Waitall", "MPI_Finalize" },
      THREE,
      "The record ends while processes 0, 1, 2 are in MPI_Waitall; process 3 is in MPI_Finalize; "
      "judging by earlier calls, processes 0, 2 wait for 3; process 3 has not received messages "
      "from 0 (tag 0), 2 (tag 0)" },
    { { "MPI_Finalize", "MPI_Finalize", "MPI_Finalize", "MPI_Finalize" }, NOBODY, NULL },
    { { "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce" },
      NOBODY,
      "The record ends while processes 0, 1, 2, 3 are in MPI_Allreduce; all have called it, so "
      "that "
      "this is no deadlock" },
    { { "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce", "rhs" },
      NOBODY,
      "The record ends while processes 0, 1, 2 are in MPI_Allreduce; process 3 has not called it "
      "yet" },
    { { "MPI_Recv", "MPI_Test", "MPI_Recv", "MPI_Recv" },
      NOBODY,
      "The record ends while processes 0, 2, 3 are in MPI_Recv; process 1 is in MPI_Test; some of "
      "them could go on" },
    { { "MPI_Recv", "rhs", "rhs", "MPI_Recv" },
      NOBODY,
      "The record ends while processes 0, 3 are in MPI_Recv; processes 1, 2 are outside MPI" },
    { { "rhs", "rhs", "rhs", "rhs" }, NOBODY, NULL },
  };

  for (gsize way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
      Found found;

      for (guint p = 0; p < 4; p++)
        {
          for (guint i = 0; i < 10; i++)
            {
              time_program_work (program, p, "rhs", jitter (1 * MS, p, i));
              exchange (program, p, 4);
              time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
          if (ways[way].sends == ONE && p == 2)
            time_program_send (program, 2, 0);
          for (guint k = 1; ways[way].sends == THREE && p < 3 && k < 4; k += 2)
            time_program_send (program, p, (p + k) % 4);
          time_program_enter (program, p, ways[way].last[p]);
        }
      found = find (time_program_run (program));
      if (ways[way].said != NULL && g_str_has_prefix (ways[way].said, "All"))
        {
          g_assert_cmpuint (found.n, ==, 1);
          g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_HANG);
          g_assert_cmpuint (found.list[0].processes->len, ==, way == 0 ? 2 : 4);
          g_assert_cmpstr (found.list[0].sentence, ==, ways[way].said);
          g_assert_null (refrain_findings_get_end (found.findings));
        }
      else
        {
          g_assert_cmpuint (found.n, ==, 0);
          g_assert_cmpstr (refrain_findings_get_end (found.findings), ==, ways[way].said);
        }
      clear (&found);
    }
}

/* Who is late now and then is no cause, but it is told what is waited for. */
static void
test_waits_for (void)
{
  const guint n = 4, turns = 4;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_autofree char *why = NULL;
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        /* All but one send at once, and it is always another who waits. */
        if ((p + i) % 2 == 0)
          time_program_work (program, p, "rhs", 4 * MS);
        time_program_send (program, p, (p + 1) % n);
        time_program_recv (program, p, (p + n - 1) % n);
        if ((p + i) % 2 == 1)
          time_program_work (program, p, "rhs", 4 * MS);
      }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  why = refrain_findings_explain (found.findings);
  g_assert_nonnull (strstr (why, "The largest part is in MPI_Recv until the message is sent"));
  g_assert_nonnull (strstr (why, "The longest wait, 8.00"));
  g_assert_nonnull (strstr (why, "No process is late regularly"));
  clear (&found);
}

/* ---- Nothing to find ---- */

/* A run of 5 ms behind a start-up of 10 s, or of 1 s. */
static void
test_short (void)
{
  for (guint init = 1; init <= 10; init += 9)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
      g_autofree char *why = NULL;
      Found found;

      for (guint p = 0; p < 4; p++)
        {
          time_program_work (program, p, "MPI_Init", (RefrainTime) init * 1000 * MS);
          for (guint i = 0; i < 5; i++)
            {
              time_program_work (program, p, "rhs", p == 2 ? 1 * MS : 500 * US);
              exchange (program, p, 4);
            }
        }
      found = find (time_program_run (program));
      why = refrain_findings_explain (found.findings);
      g_assert_cmpuint (found.n > 0, ==, init == 1);
      g_assert_true (init == 1 || strstr (why, "0.05 % of the trace: too little") != NULL);
      clear (&found);
    }
}

static void
test_nothing (void)
{
  TimeProgram *program = time_program_new (1, 1 * US, 2 * US);
  Found found;

  time_program_work (program, 0, "main", 1 * MS);
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  clear (&found);

  program = time_program_new (4, 1 * US, 2 * US);
  for (guint p = 0; p < 4; p++)
    time_program_work (program, p, "main", (p + 1) * MS);
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  clear (&found);

  found = find (time_program_run (time_program_new (2, 0, 0)));
  g_assert_cmpuint (found.n, ==, 0);
  clear (&found);
}

/* Every tenth call takes 500 units instead of one, on a process after the other, or on @only. */
static TimeProgram *
make_held_up (guint n, guint turns, guint only, RefrainTime unit)
{
  TimeProgram *program = time_program_new (n, unit, 2 * unit);

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          const gboolean held = i % 10 == 0 && p == (only < n ? only : i / 10 % n);

          time_program_work (program, p, "rhs", jitter (1000 * unit, 0, i));
          time_program_work (program, p, "MPI_Iprobe", held ? 500 * unit : unit);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  return program;
}

static void
test_held_up (void)
{
  /* However fast the machine is. */
  const RefrainTime units[] = { 1 * US, 10, 1 * MS };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      Found found = find (time_program_run (make_held_up (4, 400, G_MAXUINT, units[i])));
      const double saves = 40 * 499.0 * (double) units[i];

      check_first (&found, REFRAIN_FINDING_SHARED_CORES, 0, "MPI_Iprobe", saves);
      g_assert_cmpuint (found.list[0].processes->len, ==, 4);
      g_assert_nonnull (strstr (found.list[0].sentence, "4 of 4 processes"));
      g_assert_nonnull (strstr (found.list[0].sentence, "40 calls of MPI take 5"));
      clear (&found);
    }
}

/* Where it is one process only, that is told. */
static void
test_one_held_up (void)
{
  Found found = find (time_program_run (make_held_up (4, 400, 2, 1 * US)));

  check_first (&found, REFRAIN_FINDING_SLOW_CALLS, 2, "MPI_Iprobe", 40 * 499.0 * US);
  g_assert_cmpstr (refrain_finding_describe_culprits (found.list), ==, "slow calls");
  g_assert_cmpuint (found.list[0].processes->len, ==, 1);
  g_assert_nonnull (strstr (found.list[0].sentence, "40 of 3200 calls of MPI"));
  clear (&found);
}

/* What proves it: the operations of all that are held up. */
static void
test_evidence (void)
{
  Found found = find (time_program_run (make_held_up (4, 400, G_MAXUINT, 1 * US)));
  RefrainOpSet *ops = refrain_findings_get_ops (found.findings, 0);

  for (guint p = 0; p < 4; p++)
    for (guint i = 0; i < 400; i += 10)
      g_assert_true (refrain_op_set_contains (ops, p, i));
  g_assert_cmpuint (refrain_op_set_get_size (ops), ==, 4 * 40);
  /* What comes late, and what waits for it: two tones. */
  g_assert_cmpuint (refrain_op_set_get_n_parts (ops), ==, 2);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_op_set_get_part (ops, 0)), >, 0);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_op_set_get_part (ops, 0))
                        + refrain_op_set_get_size (refrain_op_set_get_part (ops, 1)),
                    ==, 4 * 40);
  clear (&found);
}

/* Two of eight set something up, which the others have to wait for; neither alone holds them up. */
static void
test_few (void)
{
  const guint n = 8, turns = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    {
      if (p % 4 == 3)
        {
          time_program_recv (program, p, p - 1);
          time_program_compute (program, p, (p == 3 ? 90 : 80) * MS);
          time_program_send (program, p, p - 1);
        }
      else if (p % 4 == 2)
        {
          time_program_send (program, p, p + 1);
          time_program_recv (program, p, p + 1);
        }
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "work", jitter (5 * MS, p, i));
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
    }
  found = find (time_program_run (program));
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list->kind, ==, REFRAIN_FINDING_SLOW_GROUP);
  g_assert_cmpuint (found.list->processes->len, ==, 2);
  g_assert_cmpuint (g_array_index (found.list->processes, guint32, 0), ==, 3);
  g_assert_cmpuint (g_array_index (found.list->processes, guint32, 1), ==, 7);
  g_assert_cmpfloat_with_epsilon ((double) found.list->saves, 90 * MS, 5 * MS);
  clear (&found);
}

/* Sends that take as long as what is computed are told, those that take a tenth of it are not. */
static void
test_rest (void)
{
  for (guint k = 0; k < 2; k++)
    {
      const guint n = 4, turns = 20;
      TimeProgram *program = time_program_new (n, k == 0 ? 5 * MS : 500 * US, 7 * US);
      const char *rest;
      Found found;

      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < turns; i++)
          {
            time_program_work (program, p, "work", 5 * MS);
            time_program_send (program, p, (p + 1) % n);
            time_program_recv (program, p, (p + n - 1) % n);
          }
      found = find (time_program_run (program));
      rest = refrain_findings_get_rest (found.findings);
      if (k == 0)
        {
          g_autofree char *why = refrain_findings_explain (found.findings);

          g_assert_true (g_str_has_prefix (
              rest,
              "Besides waiting, MPI takes 67 % of the time of all processes; without that the "
              "run would be 67 % shorter. "));
          g_assert_nonnull (
              strstr (rest, " on average for 8 bytes each. Possible cause: what each call"));
          g_assert_true (g_str_has_prefix (why, "No single cause of waiting is found"));
        }
      else
        g_assert_null (rest);
      clear (&found);
    }
}

/* What calls of MPI take though nobody is waited for: sends and receives of @bytes that take @send
 * each beside 5 ms of computing, called by @caller or by no routine; or, of 0 bytes, polls that
 * take 1 ms and 9 ms in turn. */
static char *
describe_rest (RefrainTime send, guint64 bytes, const char *caller)
{
  const guint n = 4, turns = 20;
  TimeProgram *program = time_program_new (n, send, 7 * US);
  char *rest;
  Found found;

  time_program_set_bytes (program, bytes);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", 5 * MS);
        if (caller != NULL)
          time_program_enter (program, p, caller);
        if (bytes == 0)
          time_program_work (program, p, "MPI_Iprobe", (i % 2 == 0 ? 1 : 9) * MS);
        time_program_send (program, p, (p + 1) % n);
        time_program_recv (program, p, (p + n - 1) % n);
        if (caller != NULL)
          time_program_leave (program, p);
      }
  found = find (time_program_run (program));
  rest = g_strdup (refrain_findings_get_rest (found.findings));
  clear (&found);
  return rest;
}

/* Recorders count the data of a sum once for each member: a number has 8 bytes all the same. */
static void
test_rest_of_sums (void)
{
  const guint n = 4, turns = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 5 * MS);
  Found found;

  time_program_set_collective_bytes (program, 8 * n);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", 5 * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = find (time_program_run (program));
  g_assert_nonnull (
      strstr (refrain_findings_get_rest (found.findings), " on average for 8 bytes each"));
  clear (&found);
}

/* Where it begins to be told, and which cause each side of a bound has. */
static void
test_rest_bounds (void)
{
  static const struct
  {
    RefrainTime send;
    guint64 bytes;
    const char *caller;
    const char *said; /* NULL: nothing */
  } cases[] = {
    { 750 * US, 8, NULL, NULL }, /* sends and receives: 23 % of the run */
    { 950 * US, 8, NULL, "Besides waiting, MPI takes 28 % of the time of all processes" },
    { 5 * MS, 16383, NULL,
      "Possible cause: what each call takes by itself; fewer calls take less" },
    { 5 * MS, 16384, NULL, "Possible cause: the transfer of these data; fewer bytes take less" },
    { 5 * MS, 8, "exchange", " called mostly by exchange takes 33 %" },
    { 1 * US, 0, NULL, ". Possible cause: more processes than cores" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *rest = describe_rest (cases[i].send, cases[i].bytes, cases[i].caller);

      g_test_message ("%s", rest);
      if (cases[i].said == NULL)
        g_assert_null (rest);
      else
        g_assert_nonnull (strstr (rest, cases[i].said));
    }
}

/* A call that is made once and takes more than all else is told first, also where a process is
 * slow, and if it starts one of the processes. */
static void
test_rest_once (void)
{
  for (guint slow = 0; slow < 2; slow++)
    {
      const guint n = 4;
      TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
      Found found;
      gsize n_findings;

      for (guint p = 0; p < n; p++)
        {
          if (p == 3)
            time_program_compute (program, p, 300 * MS);
          time_program_work (program, p, p < 3 ? "MPI_Comm_spawn" : "MPI_Init",
                             p < 3 ? 400 * MS : 100 * MS);
          for (guint i = 0; i < 20; i++)
            {
              time_program_work (program, p, "work", (slow > 0 && p == 1 ? 6 : 4) * MS);
              time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
        }
      found = find (time_program_run (program));
      refrain_findings_get (found.findings, &n_findings);
      g_test_message ("%s", refrain_findings_get_rest (found.findings));
      g_assert_cmpint (n_findings, ==, slow);
      g_assert_true (refrain_findings_rest_leads (found.findings));
      g_assert_true (
          g_str_has_prefix (refrain_findings_get_rest (found.findings),
                            "MPI_Comm_spawn, called once by each of 3 processes, takes 400"));
      g_assert_nonnull (strstr (refrain_findings_get_rest (found.findings),
                                slow > 0 ? " would be 77 % shorter" : " would be 83 % shorter"));
      clear (&found);
    }
}

/* The first of 40 iterations exchanges and sums up nothing: it is one if it computes as the others
 * do; else all exchange once before the loop, which has 39. */
static void
test_first_lacks (void)
{
  for (guint computes = 0; computes < 2; computes++)
    {
      const guint n = 4, steps = 40;
      TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
      g_autofree char *told = NULL;
      Found found;

      for (guint p = 0; p < n; p++)
        {
          time_program_work (program, p, "MPI_Init", 1 * US);
          for (guint i = 0; i < steps; i++)
            {
              if (computes || i > 0)
                time_program_compute (program, p, 3 * MS);
              time_program_send (program, p, (p + 1) % n);
              time_program_recv (program, p, (p + n - 1) % n);
              if (i > 0)
                time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
        }
      found = find (time_program_run (program));
      told = refrain_iterations_describe (refrain_findings_get_iterations (found.findings));
      g_test_message ("%s", told);
      g_assert_true (g_str_has_prefix (told, computes ? "40 iterations" : "39 iterations"));
      clear (&found);
    }
}

/* What one process does behind the last iteration is in none. */
static void
test_after_last (void)
{
  const guint n = 4, steps = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
  const RefrainFinding *list;
  Found found;
  gsize n_findings;

  for (guint p = 0; p < n; p++)
    {
      for (guint i = 0; i < steps; i++)
        {
          time_program_compute (program, p, 2 * MS);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_compute (program, p, p == 1 ? 500 * MS : 3 * US);
      time_program_work (program, p, "MPI_Finalize", 1 * US);
    }
  found = find (time_program_run (program));
  list = refrain_findings_get (found.findings, &n_findings);
  g_assert_cmpint (n_findings, ==, 1);
  g_assert_nonnull (strstr (list[0].sentence, " at the end "));
  g_assert_nonnull (strstr (list[0].sentence, ", once, after the last of 20 iterations. "));
  clear (&found);
}

/* Steps, each with computing of its own, of which each fifth ends with a gather: the program counts
 * steps. Where all of it is computed before the first of five, as before the stages of a sum that
 * is made by hand, five are one. */
static void
test_every_fifth (void)
{
  for (guint at_once = 0; at_once < 2; at_once++)
    {
      const guint n = 4, steps = 50;
      TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
      const RefrainFinding *list;
      g_autofree char *told = NULL;
      Found found;
      gsize n_findings;

      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < steps; i++)
          {
            if (!at_once || i % 5 == 0)
              time_program_compute (program, p, (at_once ? 20 : 4) * MS);
            time_program_send (program, p, (p + 1) % n);
            time_program_recv (program, p, (p + n - 1) % n);
            time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            if (i % 5 < 4)
              continue;
            time_program_collective (program, p, REFRAIN_COLLECTIVE_GATHER, 0);
            if (p == 0)
              time_program_compute (program, p, 20 * MS);
          }
      found = find (time_program_run (program));
      list = refrain_findings_get (found.findings, &n_findings);
      g_assert_cmpint (n_findings, >=, 1);
      told = refrain_iterations_describe (refrain_findings_get_iterations (found.findings));
      g_test_message ("%s %s", told, list[0].sentence);
      g_assert_true (g_str_has_prefix (told, at_once ? "10 iterations of" : "50 iterations of"));
      if (!at_once)
        g_assert_nonnull (strstr (list[0].sentence, "every 5th iteration ("));
      clear (&found);
    }
}

TEST_PROGRAM ("findings")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/slow-process", test_slow_process);
  g_test_add_func ("/findings/slow-and-disturbed", test_slow_and_disturbed);
  g_test_add_func ("/findings/few", test_few);
  g_test_add_func ("/findings/rest", test_rest);
  g_test_add_func ("/findings/rest-bounds", test_rest_bounds);
  g_test_add_func ("/findings/rest-of-sums", test_rest_of_sums);
  g_test_add_func ("/findings/rest-once", test_rest_once);
  g_test_add_func ("/findings/every-fifth", test_every_fifth);
  g_test_add_func ("/findings/after-last", test_after_last);
  g_test_add_func ("/findings/first-lacks", test_first_lacks);
  g_test_add_func ("/findings/first-send", test_first_send);
  g_test_add_func ("/findings/slow-and-once", test_slow_and_once);
  g_test_add_func ("/findings/wandering", test_wandering);
  g_test_add_func ("/findings/wandering-and-barrier", test_wandering_and_barrier);
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
  g_test_add_func ("/findings/held-sends", test_held_sends);
  g_test_add_func ("/findings/regular", test_regular);
  g_test_add_func ("/findings/fading", test_fading);
  g_test_add_func ("/findings/slow-for-all", test_slow_for_all);
  g_test_add_func ("/findings/iteration-time", test_iteration_time);
  g_test_add_func ("/findings/much", test_much);
  g_test_add_func ("/findings/wrong-order", test_wrong_order);
  g_test_add_func ("/findings/eager", test_eager);
  g_test_add_func ("/findings/even-odd", test_even_odd);
  g_test_add_func ("/findings/reduce-broadcast", test_reduce_broadcast);
  g_test_add_func ("/findings/gather-scatter", test_gather_scatter);
  g_test_add_func ("/findings/late-sender", test_late_sender);
  g_test_add_func ("/findings/growing-apart", test_growing_apart);
  g_test_add_func ("/findings/slow-root", test_slow_root);
  g_test_add_func ("/findings/circle", test_circle);
  g_test_add_func ("/findings/hang", test_hang);
  g_test_add_func ("/findings/waits-for", test_waits_for);
  g_test_add_func ("/findings/ties", test_ties);
  g_test_add_func ("/findings/same", test_same);
  g_test_add_func ("/findings/silent", test_silent);
  g_test_add_func ("/findings/short", test_short);
  g_test_add_func ("/findings/nothing", test_nothing);
  g_test_add_func ("/findings/held-up", test_held_up);
  g_test_add_func ("/findings/one-held-up", test_one_held_up);
  g_test_add_func ("/findings/evidence", test_evidence);
  return g_test_run ();
}
