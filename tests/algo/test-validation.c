/* test-validation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the small files of tests/data/validate cannot show: how many violations are kept, where they
 * are with several threads, pairs of a barrier counted by brute force, and cancelling.
 */
#include "config.h"

#include "refrain-trace-builder.h"
#include "refrain-validation.h"
#include "test-program.h"

#include <string.h>

enum
{
  MAX_PROCESSES = 8
};

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainRecorder *r[MAX_PROCESSES];
  guint32 world, send, wait, barrier;
} Script;

static void
script_init (Script *s, guint n)
{
  gint32 members[MAX_PROCESSES];

  s->builder = refrain_trace_builder_new ();
  for (guint p = 0; p < n; p++)
    {
      refrain_trace_builder_add_process (s->builder, "P", NULL);
      s->r[p] = refrain_trace_builder_add_thread (s->builder, p, p, "T");
      members[p] = (gint32) p;
    }
  s->world = refrain_trace_builder_add_communicator (
      s->builder, refrain_communicator_new ("W", 0, -1, members, n, NULL, 0, FALSE));
  s->send = refrain_trace_builder_add_routine (s->builder, "MPI_Send", NULL, 0);
  s->wait = refrain_trace_builder_add_routine (s->builder, "MPI_Wait", NULL, 0);
  s->barrier = refrain_trace_builder_add_routine (s->builder, "MPI_Barrier", NULL, 0);
}

static RefrainTrace *
script_finish (Script *s)
{
  RefrainTrace *trace = refrain_trace_builder_finish (s->builder, NULL, NULL);

  g_assert_nonnull (trace);
  g_object_unref (s->builder);
  return trace;
}

static RefrainValidation *
validate (RefrainTrace *trace, RefrainConstraint constraint)
{
  g_autoptr (GError) error = NULL;
  RefrainValidation *validation = refrain_validation_new (trace, &constraint, 1, NULL, &error);

  g_assert_no_error (error);
  return validation;
}

/* 6000 sends of each of four processes that nobody receives: the first 10,000 are kept. */
static void
test_kept (void)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  const RefrainViolation *list;
  Script s;
  gsize n;

  script_init (&s, 4);
  for (guint p = 0; p < 4; p++)
    for (guint i = 0; i < 6000; i++)
      refrain_recorder_send (s.r[p], i, (gint32) (p + 1) % 4, s.world, 1, 8);
  trace = script_finish (&s);
  validation = validate (trace, REFRAIN_CONSTRAINT_SEND_RECEIVED);
  list = refrain_validation_get_violations (validation, &n);
  g_assert_cmpuint (refrain_validation_get_count (validation, REFRAIN_CONSTRAINT_SEND_RECEIVED), ==,
                    24000);
  g_assert_cmpuint (n, ==, REFRAIN_MAX_VIOLATIONS);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (list[i].process, ==, (gint32) (i / 6000));
      g_assert_cmpuint (list[i].event, ==, i % 6000);
    }
}

/* Events of the second thread are counted on behind those of the first. */
static void
test_threads (void)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  const RefrainViolation *list;
  RefrainRecorder *second;
  Script s;
  gsize n;

  script_init (&s, 2);
  second = refrain_trace_builder_add_thread (s.builder, 0, 7, "U");
  refrain_recorder_enter (s.r[0], 1, s.send);
  refrain_recorder_send (s.r[0], 2, 1, s.world, 1, 8);
  refrain_recorder_leave (s.r[0], 3, s.send);
  refrain_recorder_recv (s.r[1], 4, 0, s.world, 1, 8);
  refrain_recorder_enter (second, 1, s.send);
  refrain_recorder_send (second, 2, 1, s.world, 2, 8);
  refrain_recorder_leave (second, 3, s.send);
  trace = script_finish (&s);
  validation = validate (trace, REFRAIN_CONSTRAINT_SEND_RECEIVED);
  list = refrain_validation_get_violations (validation, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (list[0].event, ==, 4);
  g_assert_cmpint (list[0].time, ==, 2);
}

/* A non-blocking barrier is entered where it is started, and left where it completes. */
static void
test_non_blocking_barrier (void)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  Script s;

  script_init (&s, 3);
  for (guint p = 0; p < 3; p++)
    {
      refrain_recorder_collective_request (s.r[p], p == 2 ? 50 : 10, 1);
      refrain_recorder_enter (s.r[p], 60, s.wait);
      refrain_recorder_collective_complete (s.r[p], 70, REFRAIN_COLLECTIVE_BARRIER, s.world, -1, 0,
                                            0, 1);
      refrain_recorder_leave (s.r[p], 80, s.wait);
    }
  trace = script_finish (&s);
  validation = validate (trace, REFRAIN_CONSTRAINT_BARRIER);
  g_assert_cmpuint (refrain_validation_get_state (validation, REFRAIN_CONSTRAINT_BARRIER), ==,
                    REFRAIN_VALIDATION_HOLDS);
}

/* Random barriers: every pair by brute force. */
static void
test_barriers (void)
{
  for (guint seed = 0; seed < 50; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainValidation) validation = NULL;
      const guint n = (guint) g_rand_int_range (rand, 1, MAX_PROCESSES + 1);
      RefrainTime enter[20][MAX_PROCESSES], leave[20][MAX_PROCESSES];
      guint64 expected = 0;
      const RefrainViolation *list;
      gsize kept;
      Script s;

      script_init (&s, n);
      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < 20; i++)
          {
            enter[i][p] = 100 * (RefrainTime) i + g_rand_int_range (rand, 0, 60);
            leave[i][p] = enter[i][p] + g_rand_int_range (rand, 3, 40);
            refrain_recorder_enter (s.r[p], enter[i][p], s.barrier);
            refrain_recorder_collective_begin (s.r[p], enter[i][p] + 1);
            refrain_recorder_collective_end (s.r[p], leave[i][p] - 1, REFRAIN_COLLECTIVE_BARRIER,
                                             s.world, -1, 0, 0);
            refrain_recorder_leave (s.r[p], leave[i][p], s.barrier);
          }
      for (guint i = 0; i < 20; i++)
        for (guint p = 0; p < n; p++)
          for (guint q = 0; q < n; q++)
            expected += leave[i][p] < enter[i][q];
      trace = script_finish (&s);
      validation = validate (trace, REFRAIN_CONSTRAINT_BARRIER);
      list = refrain_validation_get_violations (validation, &kept);
      g_assert_cmpuint (refrain_validation_get_count (validation, REFRAIN_CONSTRAINT_BARRIER), ==,
                        expected);
      g_assert_cmpuint (kept, ==, expected);
      for (gsize k = 0; k < kept; k++)
        {
          const guint i = (guint) (list[k].event / 4);

          g_assert_cmpint (list[k].amount, ==, enter[i][list[k].other] - leave[i][list[k].process]);
        }
    }
}

/* Who gives another size than most is told, not those whom the first one differs from. */
static void
test_most (void)
{
  static const guint64 sizes[][5]
      = { { 4, 8, 4, 4, 4 }, { 4, 4, 4, 4, 8 }, { 8, 4, 4, 4, 4 }, { 0, 4, 4, 4, 4 } };
  static const gint32 wrong[] = { 1, 4, 0, -1 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainValidation) validation = NULL;
      const RefrainViolation *list;
      Script s;
      gsize n;

      script_init (&s, 5);
      for (guint p = 0; p < 5; p++)
        {
          refrain_recorder_collective_begin (s.r[p], 1);
          refrain_recorder_collective_end (s.r[p], 2, REFRAIN_COLLECTIVE_REDUCE, s.world, 0,
                                           sizes[i][p], 0);
        }
      trace = script_finish (&s);
      validation = validate (trace, REFRAIN_CONSTRAINT_REDUCE_SIZE);
      list = refrain_validation_get_violations (validation, &n);
      g_assert_cmpuint (n, ==, wrong[i] < 0 ? 0 : 1);
      if (n > 0)
        {
          g_assert_cmpint (list[0].process, ==, wrong[i]);
          g_assert_cmpint (list[0].amount, ==, 4);
        }
    }
}

/* Between two groups each waits for those of the other group, of both sides of the communicator. */
static void
test_barrier_of_two_groups (void)
{
  static const gint32 near[] = { 3, 0 }, far[] = { 1, 4, 2 };
  static const RefrainTime enter[] = { 10, 10, 70, 90, 10 }, leave[] = { 20, 50, 75, 95, 80 };
  /* 0 leaves before 2 enters; 1 and 2, which are no use to each other, before 3 does, as does 4. */
  static const guint32 pairs[][2] = { { 0, 2 }, { 1, 3 }, { 2, 3 }, { 4, 3 } };
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  const RefrainViolation *list;
  guint32 comm;
  Script s;
  gsize n;

  script_init (&s, 5);
  comm = refrain_trace_builder_add_communicator (
      s.builder, refrain_communicator_new ("I", 1, -1, near, 2, far, 3, FALSE));
  for (guint p = 0; p < 5; p++)
    {
      refrain_recorder_enter (s.r[p], enter[p], s.barrier);
      refrain_recorder_collective_begin (s.r[p], enter[p] + 1);
      refrain_recorder_collective_end (s.r[p], leave[p] - 1, REFRAIN_COLLECTIVE_BARRIER, comm, -1,
                                       0, 0);
      refrain_recorder_leave (s.r[p], leave[p], s.barrier);
    }
  trace = script_finish (&s);
  validation = validate (trace, REFRAIN_CONSTRAINT_BARRIER);
  list = refrain_validation_get_violations (validation, &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (pairs));
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (list[i].process, ==, (gint32) pairs[i][0]);
      g_assert_cmpuint (list[i].other, ==, pairs[i][1]);
      g_assert_cmpint (list[i].amount, ==, enter[pairs[i][1]] - leave[pairs[i][0]]);
    }
  g_assert_cmpint (refrain_validation_get_clock_error (validation), ==, 70 - 20);
}

/* One collective with process 0 as root; the processes that break @constraint as bits. */
static guint
find_odd (RefrainCollective type,
          RefrainConstraint constraint,
          const guint64 *sent,
          const guint64 *received,
          guint n,
          char **text)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  const RefrainViolation *list;
  guint odd = 0;
  Script s;
  gsize n_found;

  script_init (&s, n);
  for (guint p = 0; p < n; p++)
    {
      refrain_recorder_collective_begin (s.r[p], 1);
      refrain_recorder_collective_end (s.r[p], 2, type, s.world, 0, sent[p], received[p]);
    }
  trace = script_finish (&s);
  validation = validate (trace, constraint);
  list = refrain_validation_get_violations (validation, &n_found);
  for (gsize i = 0; i < n_found; i++)
    odd |= 1u << list[i].process;
  if (text != NULL)
    *text = refrain_validation_describe (validation, &list[0]);
  return odd;
}

/* The most frequent size is the measure, the smallest of several; a root that gives nothing is
 * right, and elsewhere than in reductions its own is not looked at. */
static void
test_odd_sizes (void)
{
  static const struct
  {
    guint64 sizes[5];
    guint n, reduce, gather;
  } cases[] = {
    { { 4, 8, 4, 4 }, 4, 1 << 1, 1 << 1 },
    { { 8, 4, 4, 4 }, 4, 1 << 0, 0 },
    { { 0, 8, 4, 4 }, 4, 1 << 1, 1 << 1 },
    { { 8, 8, 4 }, 3, 1 << 2, 1 << 1 }, /* of a gather, 4 and 8 are as frequent */
    { { 0, 8, 8, 4, 4 }, 5, 3 << 1, 3 << 1 },
    { { 8, 0, 0 }, 3, 0, 0 },
    { { 8, 4 }, 2, 1 << 0, 0 },
  };
  static const guint64 none[5];

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpuint (find_odd (REFRAIN_COLLECTIVE_REDUCE, REFRAIN_CONSTRAINT_REDUCE_SIZE,
                                  cases[i].sizes, none, cases[i].n, NULL),
                        ==, cases[i].reduce);
      g_assert_cmpuint (find_odd (REFRAIN_COLLECTIVE_GATHER, REFRAIN_CONSTRAINT_GATHER_SIZE,
                                  cases[i].sizes, none, cases[i].n, NULL),
                        ==, cases[i].gather);
      g_assert_cmpuint (find_odd (REFRAIN_COLLECTIVE_SCATTER, REFRAIN_CONSTRAINT_SCATTER_SIZE, none,
                                  cases[i].sizes, cases[i].n, NULL),
                        ==, cases[i].gather);
    }
}

/* What the root sends is counted for each, for each other one, or once. */
static void
test_broadcasts (void)
{
  static const struct
  {
    guint64 sent, received[4];
    guint odd;
    const char *text;
  } cases[] = {
    { 64,
      { 16, 32, 32, 32 },
      7 << 1,
      "receives 32 bytes where process 0 sends 16 bytes to each of 4" },
    { 64, { 16, 16, 16, 16 }, 0, NULL },
    { 48,
      { 0, 16, 16, 8 },
      1 << 3,
      "receives 8 bytes where process 0 sends 16 bytes to each of 3" },
    { 64, { 0, 64, 64, 8 }, 1 << 3, "receives 8 bytes where process 0 sends 64 bytes" },
    { 7, { 0, 6, 7, 6 }, 5 << 1, "receives 6 bytes where process 0 sends 7 bytes" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint64 sent[4] = { cases[i].sent };
      g_autofree char *text = NULL;

      g_assert_cmpuint (find_odd (REFRAIN_COLLECTIVE_BCAST, REFRAIN_CONSTRAINT_BCAST_SIZE, sent,
                                  cases[i].received, 4, cases[i].odd != 0 ? &text : NULL),
                        ==, cases[i].odd);
      g_assert_true (cases[i].text == NULL || strstr (text, cases[i].text) != NULL);
    }
}

/* Members that are no processes of the trace cannot come to a collective. */
static void
test_partial (void)
{
  static const gint32 members[] = { 0, 1, -1 };
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  guint32 comm;
  Script s;

  script_init (&s, 2);
  comm = refrain_trace_builder_add_communicator (
      s.builder, refrain_communicator_new ("X", 1, -1, members, 3, NULL, 0, FALSE));
  for (guint p = 0; p < 2; p++)
    {
      refrain_recorder_collective_begin (s.r[p], 1);
      refrain_recorder_collective_end (s.r[p], 2, REFRAIN_COLLECTIVE_BARRIER, comm, -1, 0, 0);
    }
  trace = script_finish (&s);
  validation = validate (trace, REFRAIN_CONSTRAINT_SAME_COLLECTIVE);
  g_assert_cmpuint (refrain_validation_get_state (validation, REFRAIN_CONSTRAINT_SAME_COLLECTIVE),
                    ==, REFRAIN_VALIDATION_HOLDS);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  Script s;

  script_init (&s, 2);
  refrain_recorder_send (s.r[0], 1, 1, s.world, 1, 8);
  trace = script_finish (&s);
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_validation_new (trace, NULL, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What a trace does not hold is said to have nothing to check; nothing at all is no violation. */
static void
test_states (void)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainValidation) validation = NULL;
  Script s;

  script_init (&s, 1);
  trace = script_finish (&s);
  validation = refrain_validation_new (trace, NULL, 0, NULL, NULL);
  g_assert_cmpuint (refrain_validation_count_state (validation, REFRAIN_VALIDATION_BROKEN), ==, 0);
  g_assert_cmpuint (refrain_validation_count_state (validation, REFRAIN_VALIDATION_HOLDS), ==, 0);
  g_assert_cmpuint (refrain_validation_get_state (validation, REFRAIN_CONSTRAINT_INIT), ==,
                    REFRAIN_VALIDATION_NOTHING);
  g_assert_cmpuint (refrain_validation_get_state (validation, REFRAIN_CONSTRAINT_TYPES), ==,
                    REFRAIN_VALIDATION_NOT_SHOWN);
  g_assert_cmpuint (refrain_validation_get_state (validation, REFRAIN_CONSTRAINT_BLOCKING_SEND), ==,
                    REFRAIN_VALIDATION_INFORMATION);
}

TEST_PROGRAM ("validation")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/validation/kept", test_kept);
  g_test_add_func ("/validation/threads", test_threads);
  g_test_add_func ("/validation/non-blocking-barrier", test_non_blocking_barrier);
  g_test_add_func ("/validation/barriers", test_barriers);
  g_test_add_func ("/validation/most", test_most);
  g_test_add_func ("/validation/barrier-of-two-groups", test_barrier_of_two_groups);
  g_test_add_func ("/validation/odd-sizes", test_odd_sizes);
  g_test_add_func ("/validation/broadcasts", test_broadcasts);
  g_test_add_func ("/validation/partial", test_partial);
  g_test_add_func ("/validation/cancelled", test_cancelled);
  g_test_add_func ("/validation/states", test_states);
  return g_test_run ();
}
