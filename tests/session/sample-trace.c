/* sample-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "sample-trace.h"

#include "refrain-trace-builder.h"

#define US 1000

typedef struct
{
  RefrainRecorder *recorder;
  guint32 main, send, recv, barrier, world;
} Sample;

static void
add_send (Sample *s, RefrainTime start, RefrainTime end, int tag, guint64 bytes)
{
  refrain_recorder_enter (s->recorder, start * US, s->send);
  refrain_recorder_send (s->recorder, (start + 1) * US, 1, s->world, tag, bytes);
  refrain_recorder_leave (s->recorder, end * US, s->send);
}

static void
add_barrier (Sample *s, RefrainTime start, RefrainTime end)
{
  refrain_recorder_enter (s->recorder, start * US, s->barrier);
  refrain_recorder_collective_begin (s->recorder, start * US);
  refrain_recorder_collective_end (s->recorder, end * US, REFRAIN_COLLECTIVE_BARRIER, s->world, -1,
                                   0, 0);
  refrain_recorder_leave (s->recorder, end * US, s->barrier);
}

RefrainTrace *
sample_trace_new (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const gint32 members[] = { 0, 1 };
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;
  Sample s;
  guint first = refrain_trace_builder_add_process (builder, "MPI Rank 0", "node1");
  guint second = refrain_trace_builder_add_process (builder, "MPI Rank 1", "node2");

  s.main = refrain_trace_builder_add_routine (builder, "main", "main.c", 3);
  s.send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  s.recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  s.barrier = refrain_trace_builder_add_routine (builder, "MPI_Barrier", NULL, 0);
  s.world = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, 2, NULL, 0, FALSE));

  s.recorder = refrain_trace_builder_add_thread (builder, first, 0, "Master thread");
  refrain_recorder_enter (s.recorder, 0, s.main);
  add_send (&s, 10, 30, 7, 64);
  add_barrier (&s, 50, 60);
  add_send (&s, 70, 80, 9, 8);
  refrain_recorder_leave (s.recorder, 100 * US, s.main);

  s.recorder = refrain_trace_builder_add_thread (builder, second, 1, "Master thread");
  refrain_recorder_enter (s.recorder, 0, s.main);
  refrain_recorder_enter (s.recorder, 20 * US, s.recv);
  refrain_recorder_recv (s.recorder, 39 * US, 0, s.world, 7, 64);
  refrain_recorder_leave (s.recorder, 40 * US, s.recv);
  add_barrier (&s, 45, 60);
  refrain_recorder_leave (s.recorder, 100 * US, s.main);

  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

RefrainTrace *
sample_trace_new_idle (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  refrain_trace_builder_add_process (builder, "alone", NULL);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}
