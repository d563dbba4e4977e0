/* test-matching.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages: first in, first out on each channel, receives in posting order.
 */
#include "config.h"

#include "refrain-trace-builder.h"
#include "test-program.h"
#include "test-trace.h"

enum
{
  N_PROCESSES = 5,
  N_MESSAGES = 3000
};

static RefrainTraceBuilder *
make_builder (guint n, RefrainRecorder **recorders, guint32 *comms, guint n_comms)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autofree gint32 *members = g_new (gint32, n);

  for (guint i = 0; i < n; i++)
    {
      refrain_trace_builder_add_process (builder, "P", NULL);
      recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "T");
      members[i] = (gint32) i;
    }
  for (guint c = 0; c < n_comms; c++)
    comms[c] = refrain_trace_builder_add_communicator (
        builder, refrain_communicator_new ("C", c, -1, members, n, NULL, 0, FALSE));
  return builder;
}

/* Receives complete in the order 2, 1 but were posted 1, 2: the first posted takes the first sent.
 */
static void
test_posting_order (void)
{
  RefrainRecorder *r[2];
  guint32 comm;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &comm, 1);
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainOps *ops;

  refrain_recorder_send (r[0], 1, 1, comm, 9, 100);
  refrain_recorder_send (r[0], 2, 1, comm, 9, 200);
  refrain_recorder_irecv_request (r[1], 1, 1);
  refrain_recorder_irecv_request (r[1], 2, 2);
  refrain_recorder_irecv (r[1], 5, 0, comm, 9, 200, 2);
  refrain_recorder_irecv (r[1], 6, 0, comm, 9, 100, 1);
  trace = test_finish (builder);
  ops = refrain_process_get_ops (refrain_trace_get_process (trace, 1));
  g_assert_cmpuint (ops->partner[0], ==, 1);
  g_assert_cmpuint (ops->partner[1], ==, 0);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 2);
}

/* A blocking receive is posted when it is called, before a later request. */
static void
test_blocking_and_request (void)
{
  RefrainRecorder *r[2];
  guint32 comm, recv;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &comm, 1);
  g_autoptr (RefrainTrace) trace = NULL;

  recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  refrain_recorder_send (r[0], 1, 1, comm, 0, 1);
  refrain_recorder_send (r[0], 2, 1, comm, 0, 2);
  refrain_recorder_irecv_request (r[1], 1, 1);
  refrain_recorder_enter (r[1], 2, recv);
  refrain_recorder_recv (r[1], 3, 0, comm, 0, 2);
  refrain_recorder_leave (r[1], 4, recv);
  refrain_recorder_irecv (r[1], 5, 0, comm, 0, 1, 1);
  trace = test_finish (builder);
  g_assert_cmpuint (refrain_process_get_ops (refrain_trace_get_process (trace, 1))->partner[0], ==,
                    1);
  g_assert_cmpuint (refrain_process_get_ops (refrain_trace_get_process (trace, 1))->partner[1], ==,
                    0);
}

/* A user's routine that holds both says nothing of when receives are posted: the request comes
 * before the blocking receive, and takes the message sent first. */
static void
test_user_routine (void)
{
  RefrainRecorder *r[2];
  guint32 comm, routine;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &comm, 1);
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainOps *ops;

  routine = refrain_trace_builder_add_routine (builder, "exchange", NULL, 0);
  refrain_recorder_send (r[0], 1, 1, comm, 0, 8);
  refrain_recorder_send (r[0], 2, 1, comm, 0, 16);
  refrain_recorder_enter (r[1], 1, routine);
  refrain_recorder_irecv_request (r[1], 3, 1);
  refrain_recorder_recv (r[1], 4, 0, comm, 0, 16);
  refrain_recorder_irecv (r[1], 5, 0, comm, 0, 8, 1);
  refrain_recorder_leave (r[1], 6, routine);
  trace = test_finish (builder);
  ops = refrain_process_get_ops (refrain_trace_get_process (trace, 1));
  g_assert_cmpuint (ops->partner[0], ==, 1);
  g_assert_cmpuint (ops->partner[1], ==, 0);
}

/* At one time stamp the tape decides, in which records, calls and operations have one order. */
static void
test_same_time (void)
{
  for (guint first = 0; first < 2; first++)
    {
      RefrainRecorder *r[2];
      guint32 comm, recv;
      g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &comm, 1);
      g_autoptr (RefrainTrace) trace = NULL;
      const RefrainOps *ops;

      recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
      refrain_recorder_send (r[0], 1, 1, comm, 0, 1);
      refrain_recorder_send (r[0], 2, 1, comm, 0, 2);
      for (guint i = 0; i < 5; i++)
        refrain_recorder_record (r[1], 1, REFRAIN_RECORD_OTHER, 0, 0);
      if (first == 0)
        refrain_recorder_irecv_request (r[1], 3, 1);
      refrain_recorder_enter (r[1], 3, recv);
      refrain_recorder_recv (r[1], 3, 0, comm, 0, 2);
      refrain_recorder_leave (r[1], 3, recv);
      if (first == 1)
        refrain_recorder_irecv_request (r[1], 3, 1);
      refrain_recorder_irecv (r[1], 5, 0, comm, 0, 1, 1);
      trace = test_finish (builder);
      ops = refrain_process_get_ops (refrain_trace_get_process (trace, 1));
      g_assert_cmpuint (ops->partner[0], ==, first == 0 ? 1 : 0);
      g_assert_cmpuint (ops->partner[1], ==, first == 0 ? 0 : 1);
    }
}

static void
test_unmatched (void)
{
  RefrainRecorder *r[2];
  guint32 comm;
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, &comm, 1);
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainCounts *counts;

  refrain_recorder_send (r[0], 1, 1, comm, 1, 1);  /* nobody receives */
  refrain_recorder_send (r[0], 2, -1, comm, 1, 1); /* to nobody */
  refrain_recorder_recv (r[1], 3, 0, comm, 2, 1);  /* nobody sends */
  refrain_recorder_send (r[1], 4, 1, comm, 3, 1);  /* to itself */
  refrain_recorder_recv (r[1], 5, 1, comm, 3, 1);
  trace = test_finish (builder);
  counts = refrain_trace_get_counts (trace);
  g_assert_cmpuint (counts->messages, ==, 1);
  g_assert_cmpuint (counts->unmatched, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 2);
}

/* EZTrace notes completed receives under MPI_COMM_WORLD; others' communicators must agree. */
static void
check_other_communicator (const char *routine, guint64 messages)
{
  RefrainRecorder *r[2];
  guint32 comms[2];
  g_autoptr (RefrainTraceBuilder) builder = make_builder (2, r, comms, 2);
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_trace_builder_add_routine (builder, routine, NULL, 0);
  refrain_recorder_send (r[0], 1, 1, comms[1], 1, 1);
  refrain_recorder_recv (r[1], 3, 0, comms[0], 1, 1);
  trace = test_finish (builder);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, messages);
}

static void
test_other_communicator (void)
{
  check_other_communicator ("main", 0);
  check_other_communicator ("EZTrace finalize", 1);
}

/* Random messages on few channels against a plain queue a channel. */
static void
test_random (void)
{
  for (guint round = 0; round < 20; round++)
    {
      RefrainRecorder *r[N_PROCESSES];
      guint32 comms[2];
      g_autoptr (RefrainTraceBuilder) builder = make_builder (N_PROCESSES, r, comms, 2);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (GHashTable) queues
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_queue_free);
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, 4 * sizeof (guint32));
      guint32 n_ops[N_PROCESSES] = { 0 };

      for (guint i = 0; i < N_MESSAGES; i++)
        {
          guint32 from = (guint32) g_test_rand_int_range (0, N_PROCESSES);
          guint32 to = (guint32) g_test_rand_int_range (0, N_PROCESSES);
          guint comm = (guint) g_test_rand_int_range (0, 2);
          gint32 tag = g_test_rand_int_range (-1, 2);
          g_autofree char *key = g_strdup_printf ("%u %u %u %d", from, to, comm, tag);
          GQueue *queue = g_hash_table_lookup (queues, key);

          if (queue == NULL)
            {
              queue = g_queue_new ();
              g_hash_table_insert (queues, g_strdup (key), queue);
            }
          if (g_test_rand_bit ())
            {
              refrain_recorder_send (r[from], i, (gint32) to, comms[comm], tag, i);
              g_queue_push_tail (queue, GUINT_TO_POINTER (n_ops[from]++));
            }
          else if (!g_queue_is_empty (queue))
            {
              guint32 pair[4]
                  = { from, GPOINTER_TO_UINT (g_queue_pop_head (queue)), to, n_ops[to]++ };

              refrain_recorder_recv (r[to], i, (gint32) from, comms[comm], tag, i);
              g_array_append_val (expected, pair);
            }
        }
      trace = test_finish (builder);
      g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, expected->len);
      for (guint i = 0; i < expected->len; i++)
        {
          const guint32 *pair = (const guint32 *) (gpointer) expected->data + 4 * (gsize) i;
          RefrainProcess *from = refrain_trace_get_process (trace, pair[0]);
          RefrainProcess *to = refrain_trace_get_process (trace, pair[2]);

          g_assert_cmpuint (refrain_process_get_ops (from)->partner[pair[1]], ==, pair[3]);
          g_assert_cmpuint (refrain_process_get_ops (to)->partner[pair[3]], ==, pair[1]);
        }
    }
}

TEST_PROGRAM ("matching")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matching/posting-order", test_posting_order);
  g_test_add_func ("/matching/blocking-and-request", test_blocking_and_request);
  g_test_add_func ("/matching/user-routine", test_user_routine);
  g_test_add_func ("/matching/same-time", test_same_time);
  g_test_add_func ("/matching/unmatched", test_unmatched);
  g_test_add_func ("/matching/other-communicator", test_other_communicator);
  g_test_add_func ("/matching/random", test_random);
  return g_test_run ();
}
