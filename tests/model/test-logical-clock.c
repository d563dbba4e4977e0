/* test-logical-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lamport time: hand-made cases, and its rules on random traces.
 */
#include "config.h"

#include "refrain-trace-builder.h"
#include "test-program.h"

enum
{
  N = 6
};

static guint32
logical (RefrainTrace *trace, guint process, gsize op)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, process))->logical[op];
}

static RefrainTraceBuilder *
make_builder (guint n, RefrainRecorder **r, guint32 *world)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  gint32 members[N];

  for (guint i = 0; i < n; i++)
    {
      refrain_trace_builder_add_process (builder, "P", NULL);
      r[i] = refrain_trace_builder_add_thread (builder, i, i, "T");
      members[i] = (gint32) i;
    }
  *world = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("W", 0, -1, members, n, NULL, 0, FALSE));
  return builder;
}

static void
barrier (RefrainRecorder *r, RefrainTime time, guint32 world)
{
  refrain_recorder_collective_begin (r, time);
  refrain_recorder_collective_end (r, time, REFRAIN_COLLECTIVE_BARRIER, world, -1, 0, 0);
}

static void
test_by_hand (void)
{
  RefrainRecorder *r[3];
  guint32 world;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (3, r, &world);
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_recorder_send (r[0], 1, 1, world, 0, 0);
  refrain_recorder_send (r[0], 2, 1, world, 0, 0);
  refrain_recorder_recv (r[1], 3, 0, world, 0, 0);
  refrain_recorder_recv (r[1], 4, 0, world, 0, 0);
  refrain_recorder_send (r[1], 5, 2, world, 0, 0);
  refrain_recorder_recv (r[2], 6, 1, world, 0, 0);
  for (guint i = 0; i < 3; i++)
    barrier (r[i], 10, world);
  refrain_recorder_send (r[0], 20, -1, world, 0, 0);
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (logical (trace, 0, 0), ==, 1);
  g_assert_cmpuint (logical (trace, 0, 1), ==, 2);
  g_assert_cmpuint (logical (trace, 1, 0), ==, 2);
  g_assert_cmpuint (logical (trace, 1, 1), ==, 3);
  g_assert_cmpuint (logical (trace, 1, 2), ==, 4);
  g_assert_cmpuint (logical (trace, 2, 0), ==, 5);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (logical (trace, i, i == 0 ? 2 : i == 1 ? 3 : 1), ==, 6);
  g_assert_cmpuint (logical (trace, 0, 3), ==, 7);
}

/* Each receives what the other sends only afterwards: no run can do that, and none may hang. */
static void
test_cycle (void)
{
  RefrainRecorder *r[2];
  guint32 world;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &world);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainDefect) defect = NULL;

  for (guint i = 0; i < 2; i++)
    {
      refrain_recorder_recv (r[i], 1 + i, 1 - (gint32) i, world, 0, 0);
      refrain_recorder_send (r[i], 5, 1 - (gint32) i, world, 0, 0);
      barrier (r[i], 9, world);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 2);
  g_assert_cmpuint (logical (trace, 0, 0), ==, 1);
  g_assert_cmpuint (logical (trace, 0, 1), ==, 2);
  g_assert_cmpuint (logical (trace, 1, 0), ==, 3);
  g_assert_cmpuint (logical (trace, 0, 2), ==, logical (trace, 1, 2));
  for (guint i = 0; i < g_list_model_get_n_items (refrain_trace_get_defects (trace)); i++)
    {
      g_autoptr (RefrainDefect) d = g_list_model_get_item (refrain_trace_get_defects (trace), i);

      if (refrain_defect_get_kind (d) == REFRAIN_DEFECT_LOGICAL_CYCLE)
        g_set_object (&defect, d);
    }
  g_assert_nonnull (defect);
  g_assert_cmpuint (refrain_defect_get_count (defect), ==, 1);
}

/* Collectives called in different orders, thousands of times: it ends, and every one is stamped. */
static void
test_many_cycles (void)
{
  RefrainRecorder *r[2];
  guint32 world, other;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &world);
  g_autoptr (RefrainTrace) trace = NULL;
  gint32 members[] = { 0, 1 };

  other = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("O", 1, -1, members, 2, NULL, 0, FALSE));
  for (guint k = 0; k < 5000; k++)
    for (guint i = 0; i < 2; i++)
      {
        barrier (r[i], 2 * k, i == 0 ? world : other);
        barrier (r[i], 2 * k + 1, i == 0 ? other : world);
      }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  for (guint i = 0; i < 2; i++)
    for (gsize op = 0; op < 10000; op++)
      {
        g_assert_cmpuint (logical (trace, i, op), >, 0);
        g_assert_true (op == 0 || logical (trace, i, op) > logical (trace, i, op - 1));
      }
}

/* Random runs that could have happened: the stamps obey the rules and are as small as can be. */
static void
test_random (void)
{
  for (guint round = 0; round < 50; round++)
    {
      RefrainRecorder *r[N];
      guint32 world, clock[N] = { 0 };
      g_autoptr (RefrainTraceBuilder) builder = make_builder (N, r, &world);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (guint32) * 2);

      for (guint i = 0; i < 400; i++)
        {
          guint from = (guint) g_test_rand_int_range (0, N);
          guint to = (guint) g_test_rand_int_range (0, N);

          if (g_test_rand_int_range (0, 20) == 0)
            {
              guint32 latest = 0;

              for (guint p = 0; p < N; p++)
                latest = MAX (latest, clock[p]);
              for (guint p = 0; p < N; p++)
                {
                  guint32 pair[2] = { p, clock[p] = latest + 1 };

                  barrier (r[p], 10 * i, world);
                  g_array_append_val (expected, pair);
                }
            }
          else if (from != to)
            {
              guint32 send[2] = { from, ++clock[from] };
              guint32 receive[2] = { to, clock[to] = MAX (clock[to], clock[from]) + 1 };

              refrain_recorder_send (r[from], 10 * i, (gint32) to, world, 0, 0);
              refrain_recorder_recv (r[to], 10 * i + 1, (gint32) from, world, 0, 0);
              g_array_append_val (expected, send);
              g_array_append_val (expected, receive);
            }
        }
      trace = refrain_trace_builder_finish (builder, NULL, NULL);
      {
        gsize next[N] = { 0 };

        for (guint i = 0; i < expected->len; i++)
          {
            const guint32 *pair = (const guint32 *) (gpointer) expected->data + 2 * (gsize) i;

            g_assert_cmpuint (logical (trace, pair[0], next[pair[0]]++), ==, pair[1]);
          }
      }
    }
}

TEST_PROGRAM ("logical-clock")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/logical-clock/by-hand", test_by_hand);
  g_test_add_func ("/logical-clock/cycle", test_cycle);
  g_test_add_func ("/logical-clock/many-cycles", test_many_cycles);
  g_test_add_func ("/logical-clock/random", test_random);
  return g_test_run ();
}
