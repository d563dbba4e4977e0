/* test-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the time of a trace goes.
 */
#include "config.h"

#include "refrain-profile.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

enum
{
  INIT,
  FINALIZE,
  SEND,
  RECV,
  WORK,
  KERNEL,
};

/* Process 0 starts up for 1000, works for 30, sends 500 bytes in 20 and works for 50; process 1
 * starts up for 900, receives in 60 and works for 140. Process 0 has a thread that never
 * communicates and a stream of an accelerator, and 3 records of type 8, one of 23. */
static RefrainTrace *
make_trace (void)
{
  static const char *const names[]
      = { "MPI_Init", "MPI_Finalize", "MPI_Send", "MPI_Recv", "work", "kernel" };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  const gint32 members[] = { 0, 1 };
  RefrainRecorder *zero, *one, *stream, *gpu;
  RefrainTrace *trace;
  guint32 world;

  for (guint i = 0; i < 2; i++)
    refrain_trace_builder_add_process (builder, "process", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    refrain_trace_builder_add_routine (builder, names[i], NULL, 0);
  world = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 2, NULL, 0, FALSE));
  zero = refrain_trace_builder_add_thread (builder, 0, 0, "main");
  stream = refrain_trace_builder_add_thread (builder, 0, 7, "stream");
  gpu = refrain_trace_builder_add_thread (builder, 0, 8, "gpu");
  refrain_recorder_set_stream (gpu);
  one = refrain_trace_builder_add_thread (builder, 1, 1, "main");

  refrain_recorder_enter (zero, 0, INIT);
  refrain_recorder_leave (zero, 1000, INIT);
  for (guint i = 0; i < 3; i++)
    refrain_recorder_record (zero, 1010, REFRAIN_RECORD_OTHER, 8, 0);
  refrain_recorder_record (zero, 1020, REFRAIN_RECORD_OTHER, 23, 0);
  refrain_recorder_enter (zero, 1030, SEND);
  refrain_recorder_send (zero, 1031, 1, world, 0, 500);
  refrain_recorder_leave (zero, 1050, SEND);
  refrain_recorder_enter (zero, 1100, FINALIZE);
  refrain_recorder_leave (zero, 5000, FINALIZE);

  refrain_recorder_enter (stream, 1000, WORK);
  refrain_recorder_leave (stream, 1100, WORK);

  refrain_recorder_enter (gpu, 1000, WORK);
  refrain_recorder_enter (gpu, 1010, KERNEL);
  refrain_recorder_leave (gpu, 1050, KERNEL);
  refrain_recorder_leave (gpu, 1100, WORK);

  refrain_recorder_enter (one, 0, INIT);
  refrain_recorder_leave (one, 900, INIT);
  refrain_recorder_enter (one, 1000, RECV);
  refrain_recorder_recv (one, 1060, 0, world, 0, 500);
  refrain_recorder_leave (one, 1060, RECV);
  refrain_recorder_enter (one, 1100, FINALIZE);
  refrain_recorder_leave (one, 5000, FINALIZE);

  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_time (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ();
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);

  g_assert_cmpuint (profile->n_processes, ==, 2);
  g_assert_true (profile->calls_mpi);
  g_assert_cmpint (profile->processes[0].start, ==, 1000);
  g_assert_cmpint (profile->processes[0].end, ==, 1100);
  g_assert_cmpint (profile->processes[0].computing, ==, 80);
  g_assert_cmpint (profile->processes[0].mpi[REFRAIN_ACTIVITY_P2P], ==, 20);
  g_assert_cmpint (refrain_process_profile_get_mpi (&profile->processes[0]), ==, 20);
  g_assert_cmpint (profile->processes[1].computing, ==, 140);
  g_assert_cmpint (refrain_process_profile_get_mpi (&profile->processes[1]), ==, 60);
  g_assert_cmpint (profile->computing, ==, 220);
  g_assert_cmpint (profile->mpi, ==, 80);
  g_assert_cmpuint (profile->most, ==, 1);
  g_assert_cmpuint (profile->least, ==, 0);
}

static void
test_messages (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ();
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
  guint64 before = G_MAXUINT64;

  g_assert_cmpuint (profile->processes[0].sends, ==, 1);
  g_assert_cmpuint (profile->processes[0].bytes_sent, ==, 500);
  g_assert_cmpuint (profile->processes[1].receives, ==, 1);
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      guint64 first, last;

      refrain_message_size_get_limits (i, &first, &last);
      g_assert_cmpuint (first, ==, before + 1);
      g_assert_cmpuint (first, <=, last);
      g_assert_cmpuint (profile->sizes[i].messages, ==, first <= 500 && 500 <= last);
      before = last;
    }
  g_assert_cmpuint (before, ==, G_MAXUINT64);
}

static void
test_not_analysed (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ();
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
  const RefrainOtherRecords *others = (const RefrainOtherRecords *) profile->others->data;

  g_assert_cmpuint (profile->others->len, ==, 2);
  g_assert_cmpuint (others[0].type, ==, 8);
  g_assert_cmpuint (others[0].count, ==, 3);
  g_assert_cmpuint (others[1].type, ==, 23);
  g_assert_cmpuint (others[1].count, ==, 1);
  g_assert_cmpuint (profile->silent_threads, ==, 1);
  g_assert_cmpuint (profile->silent_calls, ==, 1);
}

/* A stream of an accelerator is counted, and its time is nobody's. */
static void
test_streams (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ();
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
  RefrainRoutine *work = refrain_trace_get_routine (trace, WORK);
  RefrainRoutine *kernel = refrain_trace_get_routine (trace, KERNEL);

  g_assert_cmpuint (profile->streams, ==, 1);
  g_assert_cmpuint (refrain_routine_get_calls (work), ==, 2);
  g_assert_cmpint (refrain_routine_get_time (work), ==, 100);
  g_assert_cmpuint (refrain_routine_get_calls (kernel), ==, 1);
  g_assert_cmpint (refrain_routine_get_time (kernel), ==, 0);
}

TEST_PROGRAM ("profile")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/time", test_time);
  g_test_add_func ("/profile/messages", test_messages);
  g_test_add_func ("/profile/not-analysed", test_not_analysed);
  g_test_add_func ("/profile/streams", test_streams);
  return g_test_run ();
}
