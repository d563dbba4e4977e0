/* synthetic.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "synthetic.h"

#include "refrain-trace-builder.h"

enum
{
  STEP = 1000,           /* ns between two events */
  WAVES_A_REDUCTION = 64 /* an MPI_Allreduce after so many waves */
};

typedef struct
{
  guint32 sweep, send, recv, reduce; /* routines */
  guint32 world;
} Names;

static guint32
add_world (RefrainTraceBuilder *builder, guint processes)
{
  g_autofree gint32 *members = g_new (gint32, processes);

  for (guint i = 0; i < processes; i++)
    members[i] = (gint32)i;
  return refrain_trace_builder_add_communicator (
      builder,
      refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, processes, NULL, 0, FALSE));
}

/* One wave as process @rank sees it, from @time; gives the time after it. */
static RefrainTime
record_wave (
    RefrainRecorder *recorder, const Names *names, guint rank, guint last, RefrainTime time)
{
  refrain_recorder_enter (recorder, time += STEP, names->sweep);
  if (rank > 0)
    {
      refrain_recorder_enter (recorder, time += STEP, names->recv);
      refrain_recorder_recv (recorder, time += STEP, (gint32)rank - 1, names->world, 1, 8192);
      refrain_recorder_leave (recorder, time += STEP, names->recv);
    }
  if (rank < last)
    {
      refrain_recorder_enter (recorder, time += STEP, names->send);
      refrain_recorder_send (recorder, time += STEP, (gint32)rank + 1, names->world, 1, 8192);
      refrain_recorder_leave (recorder, time += STEP, names->send);
    }
  refrain_recorder_leave (recorder, time += STEP, names->sweep);
  return time;
}

static void
record_process (
    RefrainRecorder *recorder, const Names *names, guint rank, guint last, guint64 waves)
{
  /* A wave reaches a process four steps after its western neighbour, and takes ten steps. */
  for (guint64 wave = 0; wave < waves; wave++)
    {
      RefrainTime time = (RefrainTime)(wave * 12 + rank * 4) * STEP;

      time = record_wave (recorder, names, rank, last, time);
      if (wave % WAVES_A_REDUCTION != WAVES_A_REDUCTION - 1)
        continue;
      refrain_recorder_enter (recorder, time, names->reduce);
      refrain_recorder_collective_begin (recorder, time);
      refrain_recorder_collective_end (recorder, time + STEP, REFRAIN_COLLECTIVE_ALLREDUCE,
                                       names->world, -1, 8, 8);
      refrain_recorder_leave (recorder, time + STEP, names->reduce);
    }
}

RefrainTrace *
synthetic_trace_new (guint processes, guint64 events)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;
  Names names;

  g_return_val_if_fail (processes >= 2, NULL);

  refrain_trace_builder_set_source (builder, "synthetic", NULL, NULL);
  for (guint i = 0; i < processes; i++)
    {
      g_autofree char *name = g_strdup_printf ("Process %u", i);

      refrain_trace_builder_add_process (builder, name, NULL);
    }
  names.sweep = refrain_trace_builder_add_routine (builder, "sweep", NULL, 0);
  names.send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  names.recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  names.reduce = refrain_trace_builder_add_routine (builder, "MPI_Allreduce", NULL, 0);
  names.world = add_world (builder, processes);
  for (guint i = 0; i < processes; i++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, i, i, "thread");

      refrain_recorder_reserve (recorder, events / processes);
      record_process (recorder, &names, i, processes - 1, events / processes / 8);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}
