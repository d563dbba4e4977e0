/* test-op-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of operations: members, searches, unions and parts.
 */
#include "config.h"

#include "refrain-op-set.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

static RefrainTrace *
make_trace (guint sends)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  RefrainRecorder *recorder;

  refrain_trace_builder_add_process (builder, "a", NULL);
  refrain_trace_builder_add_process (builder, "b", NULL);
  recorder = refrain_trace_builder_add_thread (builder, 0, 0, "t");
  for (guint i = 0; i < sends; i++)
    refrain_recorder_send (recorder, i, 1, REFRAIN_NONE, 0, 0);
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

static void
test_find_next (void)
{
  g_autoptr (RefrainTrace) trace = make_trace (1000);
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 40; i++)
    refrain_op_set_add (set, 0, g_rand_int_range (random, 0, 1000));
  refrain_op_set_add (set, 0, 999);
  for (guint round = 0; round < 2000; round++)
    {
      gsize from = g_rand_int_range (random, 0, 1100), to = g_rand_int_range (random, 0, 1100);
      gsize expected = from;

      while (expected < to && !refrain_op_set_contains (set, 0, expected))
        expected++;
      g_assert_cmpuint (refrain_op_set_find_next (set, 0, from, to), ==, from < to ? expected : to);
    }
}

static void
test_empty (void)
{
  g_autoptr (RefrainTrace) trace = make_trace (70);
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);

  g_assert_cmpuint (refrain_op_set_get_size (set), ==, 0);
  g_assert_cmpuint (refrain_op_set_find_next (set, 0, 0, 70), ==, 70);
  g_assert_cmpuint (refrain_op_set_find_next (set, 1, 0, 0), ==, 0);
  g_assert_cmpuint (refrain_op_set_find_next (set, 7, 0, 5), ==, 5);
  g_assert_false (refrain_op_set_contains (set, 7, 0));
}

static void
test_twice (void)
{
  g_autoptr (RefrainTrace) trace = make_trace (3);
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);

  refrain_op_set_add (set, 0, 2);
  refrain_op_set_add (set, 0, 2);
  g_assert_cmpuint (refrain_op_set_get_size (set), ==, 1);
  g_assert_true (refrain_op_set_contains (set, 0, 2));
  g_assert_false (refrain_op_set_contains (set, 0, 1));
}

/* From behind: the same members as from the front. */
static void
test_find_last (void)
{
  g_autoptr (RefrainTrace) trace = make_trace (200);
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (trace);
  g_autoptr (RefrainOpSet) rows = refrain_op_set_new (trace);
  const guint32 members[] = { 3, 63, 64, 127, 199 };

  refrain_op_set_add_rows (rows, 0, members, G_N_ELEMENTS (members));
  g_assert_cmpuint (refrain_op_set_get_size (rows), ==, G_N_ELEMENTS (members));
  g_assert_cmpuint (refrain_op_set_find_last (set, 0, 0, 200), ==, 200);
  for (gsize from = 0; from <= 200; from++)
    for (gsize to = from; to <= 200; to++)
      {
        gsize last = to;

        for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
          if (members[i] >= from && members[i] < to)
            last = members[i];
        g_assert_cmpuint (refrain_op_set_find_last (rows, 0, from, to), ==, last);
      }
}

TEST_PROGRAM ("op-set")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-set/find-next", test_find_next);
  g_test_add_func ("/op-set/find-last", test_find_last);
  g_test_add_func ("/op-set/empty", test_empty);
  g_test_add_func ("/op-set/twice", test_twice);
  return g_test_run ();
}
