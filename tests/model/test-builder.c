/* test-builder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From events to a trace: counts, routines, threads, time origin, cancellation.
 */
#include "config.h"

#include "refrain-error.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

static void
test_empty (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (refrain_trace_builder_finish (builder, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY);
}

static void
test_process_without_events (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  refrain_trace_builder_add_process (builder, "", NULL);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 1);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 0);
  g_assert_cmpint (refrain_trace_get_start (trace), ==, 0);
  g_assert_cmpint (refrain_trace_get_end (trace), ==, 0);
  g_assert_cmpstr (refrain_process_get_name (refrain_trace_get_process (trace, 0)), ==,
                   "MPI Rank 0");
  g_assert_cmpuint (refrain_process_get_calls (refrain_trace_get_process (trace, 0))->n, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

/* One process: main calls MPI_Barrier twice. */
static RefrainTrace *
make_one_process (RefrainTime offset)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  guint process = refrain_trace_builder_add_process (builder, "P", "node7");
  RefrainRecorder *r = refrain_trace_builder_add_thread (builder, process, 42, "Master thread");
  guint32 main_routine = refrain_trace_builder_add_routine (builder, "main", "main.c", 3);
  guint32 barrier = refrain_trace_builder_add_routine (builder, "mpi_barrier_", NULL, 0);
  gint32 members[] = { 0 };
  guint32 world = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, 1, NULL, 0, FALSE));
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  refrain_trace_builder_set_clock (builder, 1000, -1);
  refrain_recorder_enter (r, offset + 10, main_routine);
  for (int i = 0; i < 2; i++)
    {
      refrain_recorder_enter (r, offset + 20 + 10 * i, barrier);
      refrain_recorder_collective_begin (r, offset + 21 + 10 * i);
      refrain_recorder_collective_end (r, offset + 24 + 10 * i, REFRAIN_COLLECTIVE_BARRIER, world,
                                       -1, 0, 0);
      refrain_recorder_leave (r, offset + 25 + 10 * i, barrier);
    }
  refrain_recorder_leave (r, offset + 50, main_routine);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_counts (void)
{
  g_autoptr (RefrainTrace) trace = make_one_process (0);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));

  g_assert_cmpuint (counts->events, ==, 10);
  g_assert_cmpuint (counts->calls, ==, 3);
  g_assert_cmpuint (counts->mpi_calls, ==, 2);
  g_assert_cmpuint (counts->collectives, ==, 2);
  g_assert_cmpuint (counts->collective_instances, ==, 2);
  g_assert_cmpuint (counts->depth, ==, 2);
  g_assert_cmpint (counts->start, ==, 10);
  g_assert_cmpint (counts->end, ==, 50);
  g_assert_cmpuint (calls->n, ==, 3);
  g_assert_cmpuint (calls->parent[0], ==, REFRAIN_NONE);
  g_assert_cmpuint (calls->parent[2], ==, 0);
  g_assert_cmpint (calls->end[1], ==, 25);
  g_assert_cmpuint (calls->depth[1], ==, 1);
}

static void
test_routine_totals (void)
{
  g_autoptr (RefrainTrace) trace = make_one_process (0);
  RefrainRoutine *main_routine = refrain_trace_get_routine (trace, 0);
  RefrainRoutine *barrier = refrain_trace_get_routine (trace, 1);

  g_assert_cmpstr (refrain_routine_get_name (barrier), ==, "MPI_Barrier");
  g_assert_cmpstr (refrain_routine_get_source_name (barrier), ==, "mpi_barrier_");
  g_assert_cmpint (refrain_routine_get_kind (barrier), ==, REFRAIN_ROUTINE_COLLECTIVE);
  g_assert_cmpuint (refrain_routine_get_calls (barrier), ==, 2);
  g_assert_cmpint (refrain_routine_get_time (barrier), ==, 10);
  g_assert_cmpint (refrain_routine_get_time (main_routine), ==, 30);
  g_assert_cmpstr (refrain_routine_get_file (main_routine), ==, "main.c");
}

/* Events before the clock's origin move it; absolute times stay, but for those before it began to
 * count. */
static void
test_negative_times (void)
{
  g_autoptr (RefrainTrace) trace = make_one_process (-400);
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, 0));

  g_assert_cmpint (refrain_trace_get_start (trace), ==, 0);
  g_assert_cmpint (refrain_trace_get_end (trace), ==, 40);
  g_assert_cmpuint (refrain_trace_get_clock_origin (trace), ==, 1000 - 390);
  g_assert_cmpint (ops->time[0], ==, 14);

  g_clear_object (&trace);
  trace = make_one_process (-4000);
  g_assert_cmpint (refrain_trace_get_end (trace), ==, 40);
  g_assert_cmpuint (refrain_trace_get_clock_origin (trace), ==, 0);
}

/* Stamps since 1970 and no origin of the clock: time 0 is the first event. */
static void
test_far_origin (void)
{
  g_autoptr (RefrainTrace) trace = make_one_process (G_GINT64_CONSTANT (1790000000000000000));

  g_assert_cmpint (refrain_trace_get_start (trace), ==, 0);
  g_assert_cmpint (refrain_trace_get_end (trace), ==, 40);
  g_assert_cmpuint (refrain_trace_get_clock_origin (trace), ==,
                    G_GUINT64_CONSTANT (1790000000000001010));
}

static void
test_lookups (void)
{
  g_autoptr (RefrainTrace) trace = make_one_process (0);
  RefrainProcess *process = refrain_trace_get_process (trace, 0);
  const RefrainThread *thread = refrain_process_get_thread (process, 0);

  g_assert_cmpuint (refrain_process_find_call (process, thread, 11), ==, 1);
  g_assert_cmpuint (refrain_process_find_call (process, thread, 1000), ==, 3);
  g_assert_cmpuint (refrain_process_find_op (process, thread, 25), ==, 1);
  g_assert_cmpuint (refrain_process_find_call_at (process, thread, 9), ==, REFRAIN_NONE);
  g_assert_cmpuint (refrain_process_find_call_at (process, thread, 22), ==, 1);
  g_assert_cmpuint (refrain_process_find_call_at (process, thread, 27), ==, 0);
  g_assert_cmpuint (refrain_process_find_call_at (process, thread, 50), ==, REFRAIN_NONE);
  g_assert_cmpint (refrain_process_get_op_start (process, 0), ==, 21);
  g_assert_true (refrain_process_get_thread_of_op (process, 1) == thread);
  g_assert_null (refrain_process_get_thread_of_op (process, 2));
}

/* Rows of a second thread come after the first one's; their indices are moved along. */
static void
test_threads (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  guint process = refrain_trace_builder_add_process (builder, "P", NULL);
  guint32 work = refrain_trace_builder_add_routine (builder, "work", NULL, 0);
  gint32 members[] = { 0 };
  guint32 world = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, 1, NULL, 0, FALSE));
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainThread *thread;
  RefrainProcess *p;

  for (guint t = 0; t < 2; t++)
    {
      RefrainRecorder *r = refrain_trace_builder_add_thread (builder, process, t, "thread");

      refrain_recorder_enter (r, 1, work);
      refrain_recorder_enter (r, 2, work);
      refrain_recorder_irecv_request (r, 3, 7);
      refrain_recorder_send (r, 3, 0, world, (gint32) t, 8);
      refrain_recorder_irecv (r, 4, 0, world, (gint32) t, 8, 7);
      refrain_recorder_leave (r, 5, work);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  p = refrain_trace_get_process (trace, 0);
  g_assert_cmpuint (refrain_process_get_n_threads (p), ==, 2);
  thread = refrain_process_get_thread (p, 1);
  g_assert_cmpuint (thread->first_call, ==, 2);
  g_assert_cmpuint (thread->first_op, ==, 2);
  g_assert_cmpuint (thread->first_record, ==, 2);
  g_assert_cmpuint (thread->first_tape % 4, ==, 0);
  g_assert_cmpuint (refrain_process_get_calls (p)->parent[3], ==, 2);
  g_assert_cmpuint (refrain_process_get_ops (p)->call[2], ==, 3);
  g_assert_cmpuint (refrain_process_get_ops (p)->record[3], ==, 2);
  g_assert_cmpuint (refrain_process_get_records (p)->op[2], ==, 3);
  /* The second thread's outer call stays open: its record names the moved row. */
  g_assert_cmpint (refrain_process_get_records (p)->kind[3], ==, REFRAIN_RECORD_UNCLOSED);
  g_assert_cmpuint (refrain_process_get_records (p)->id[3], ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 12);
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  RefrainRecorder *r;

  refrain_trace_builder_add_process (builder, "P", NULL);
  r = refrain_trace_builder_add_thread (builder, 0, 0, NULL);
  for (guint i = 0; i < 1000; i++)
    refrain_recorder_send (r, i, 0, REFRAIN_NONE, 0, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_trace_builder_finish (builder, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_communicator_names (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_trace_builder_add_process (builder, "P", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, NULL, 0, NULL, 0, FALSE));
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("", 5, 0, NULL, 0, NULL, 0, FALSE));
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new (NULL, 6, 5, NULL, 0, NULL, 0, FALSE));
  /* Each the other's parent. */
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("", 8, 9, NULL, 0, NULL, 0, FALSE));
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("", 9, 8, NULL, 0, NULL, 0, FALSE));
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpstr (refrain_communicator_get_name (refrain_trace_get_communicator (trace, 1)), ==,
                   "MPI_COMM_WORLD/5");
  g_assert_cmpstr (refrain_communicator_get_name (refrain_trace_get_communicator (trace, 2)), ==,
                   "MPI_COMM_WORLD/6");
  g_assert_nonnull (refrain_communicator_get_name (refrain_trace_get_communicator (trace, 3)));
}

/* What a trace does not name is seen all the same. */
static void
test_unnamed_routine (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint32 index = refrain_trace_builder_add_routine (builder, "", "a.c", 3);
  RefrainRoutine *routine = g_ptr_array_index (refrain_trace_builder_get_routines (builder), index);

  g_assert_cmpuint (refrain_trace_builder_add_routine (builder, "", NULL, 0), ==, index);
  g_assert_cmpstr (refrain_routine_get_name (routine), ==, "(unnamed routine)");
  g_assert_cmpstr (refrain_routine_get_file (routine), ==, "a.c");
}

TEST_PROGRAM ("builder")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builder/empty", test_empty);
  g_test_add_func ("/builder/process-without-events", test_process_without_events);
  g_test_add_func ("/builder/counts", test_counts);
  g_test_add_func ("/builder/routine-totals", test_routine_totals);
  g_test_add_func ("/builder/negative-times", test_negative_times);
  g_test_add_func ("/builder/far-origin", test_far_origin);
  g_test_add_func ("/builder/lookups", test_lookups);
  g_test_add_func ("/builder/threads", test_threads);
  g_test_add_func ("/builder/cancelled", test_cancelled);
  g_test_add_func ("/builder/communicator-names", test_communicator_names);
  g_test_add_func ("/builder/unnamed-routine", test_unnamed_routine);
  return g_test_run ();
}
