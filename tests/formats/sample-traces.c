/* sample-traces.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Made with the recorder, as a reader would.
 */
#include "config.h"

#include "sample-traces.h"

#include "refrain-trace-builder.h"
#include "test-trace.h"

RefrainTrace *
sample_trace_empty (void)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();

  refrain_trace_builder_set_source (builder, "empty", NULL, NULL);
  refrain_trace_builder_add_thread (
      builder, refrain_trace_builder_add_process (builder, "MPI Rank 0", NULL), 0, "Master thread");
  return test_take_trace (builder);
}

RefrainTrace *
sample_trace_single (void)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  guint32 outer = refrain_trace_builder_add_routine (builder, "main", "main.c", 12);
  guint32 inner = refrain_trace_builder_add_routine (builder, "solve", NULL, 0);
  RefrainRecorder *recorder;

  refrain_trace_builder_set_source (builder, "single", NULL, NULL);
  refrain_trace_builder_add_process (builder, "MPI Rank 0", "node01");
  recorder = refrain_trace_builder_add_thread (builder, 0, 7, "Master thread");
  refrain_recorder_enter (recorder, 1, outer);
  refrain_recorder_enter (recorder, 5, inner);
  refrain_recorder_leave (recorder, 1000000007, inner);
  refrain_recorder_leave (recorder, 1000000008, outer);
  return test_take_trace (builder);
}

static guint32
add_world (RefrainTraceBuilder *builder, guint n)
{
  gint32 members[8];

  for (guint i = 0; i < n; i++)
    members[i] = i;
  return refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, n, NULL, 0, FALSE));
}

static void
barrier (RefrainRecorder *recorder, RefrainTime time, guint32 routine, guint32 comm)
{
  refrain_recorder_enter (recorder, time, routine);
  refrain_recorder_collective_begin (recorder, time + 1);
  refrain_recorder_collective_end (recorder, time + 8, REFRAIN_COLLECTIVE_BARRIER, comm, -1, 0, 0);
  refrain_recorder_leave (recorder, time + 9, routine);
}

RefrainTrace *
sample_trace_pair (void)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  guint32 send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  guint32 irecv = refrain_trace_builder_add_routine (builder, "MPI_Irecv", NULL, 0);
  guint32 wait = refrain_trace_builder_add_routine (builder, "MPI_Wait", NULL, 0);
  guint32 meet = refrain_trace_builder_add_routine (builder, "MPI_Barrier", NULL, 0);
  RefrainRecorder *r[2];
  guint32 world;

  refrain_trace_builder_set_source (builder, "pair", NULL, NULL);
  for (guint i = 0; i < 2; i++)
    r[i] = refrain_trace_builder_add_thread (
        builder, refrain_trace_builder_add_process (builder, i == 0 ? "first" : "second", "node"),
        i, "Master thread");
  world = add_world (builder, 2);
  refrain_recorder_enter (r[0], 100, send);
  refrain_recorder_send (r[0], 101, 1, world, 42, 4096);
  refrain_recorder_leave (r[0], 110, send);
  refrain_recorder_enter (r[1], 90, irecv);
  refrain_recorder_irecv_request (r[1], 91, 5);
  refrain_recorder_leave (r[1], 92, irecv);
  refrain_recorder_enter (r[1], 93, wait);
  refrain_recorder_irecv (r[1], 120, 0, world, 42, 4096, 5);
  refrain_recorder_leave (r[1], 121, wait);
  for (guint i = 0; i < 2; i++)
    barrier (r[i], 200, meet, world);
  return test_take_trace (builder);
}

typedef struct
{
  guint32 outer, waitall, test, reduce, odd, world, self_like, inter, holes;
} Definitions;

static void
define (RefrainTraceBuilder *builder, Definitions *d)
{
  const gint32 half[] = { 0 }, other_half[] = { 2, 1 }, holes[] = { 2, -1, 0 };

  refrain_trace_builder_set_source (builder, "rich <&> “all”", NULL, NULL);
  refrain_trace_builder_set_description (builder, "What <b>can</b> be & \"more\"");
  refrain_trace_builder_set_clock (builder, 123456789012345, 1700000000123456789);
  for (guint i = 0; i < 3; i++)
    refrain_trace_builder_add_process (builder, "a name < & > \" ' für 3",
                                       i < 2 ? "node & 1" : NULL);
  d->outer = refrain_trace_builder_add_routine (builder, "main(std::vector<int>&)", "m<>.cc", 3);
  d->waitall = refrain_trace_builder_add_routine (builder, "mpi_waitall_", NULL, 0);
  d->test = refrain_trace_builder_add_routine (builder, "MPI_Testsome", NULL, 0);
  d->reduce = refrain_trace_builder_add_routine (builder, "MPI_Iallreduce", NULL, 0);
  d->odd = refrain_trace_builder_add_routine (builder, "odd", "", 0);
  d->world = add_world (builder, 3);
  d->self_like = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_SELF", 1, -1, NULL, 0, NULL, 0, TRUE));
  d->inter = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("", 9, 77, half, 1, other_half, 2, FALSE));
  d->holes = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("", 77, 0, holes, 3, NULL, 0, FALSE));
}

/* Requests of every kind, several in one call. */
static void
record_requests (RefrainRecorder *r, const Definitions *d)
{
  refrain_recorder_enter (r, -50, d->outer);
  refrain_recorder_record (r, -40, REFRAIN_RECORD_MEASUREMENT, 1, 0);
  refrain_recorder_irecv_request (r, 10, G_MAXUINT64);
  refrain_recorder_irecv_request (r, 11, 3);
  refrain_recorder_isend (r, 12, 1, d->world, -5, G_MAXUINT64, 4);
  refrain_recorder_isend (r, 13, 2, d->holes, 7, 0, 6);
  refrain_recorder_enter (r, 14, d->waitall);
  refrain_recorder_irecv (r, 15, 1, d->world, 9, 16, 3);
  refrain_recorder_irecv (r, 15, 1, d->world, 9, 17, G_MAXUINT64);
  refrain_recorder_isend_complete (r, 15, 4);
  refrain_recorder_leave (r, 16, d->waitall);
  refrain_recorder_enter (r, 17, d->test);
  refrain_recorder_record (r, 18, REFRAIN_RECORD_REQUEST_TEST, 6, 0);
  refrain_recorder_leave (r, 19, d->test);
  refrain_recorder_isend (r, 20, 2, d->world, 1, 1, 20);
  refrain_recorder_request_cancelled (r, 21, 20);
  refrain_recorder_isend_complete (r, 22, 1234); /* never started */
  refrain_recorder_record (r, 23, REFRAIN_RECORD_NULL_ISEND, 21, 8);
  refrain_recorder_irecv_request (r, 23, 22);
  refrain_recorder_isend_complete (r, 24, 21);
  refrain_recorder_record (r, 24, REFRAIN_RECORD_NULL_IRECV, 22, 0);
  refrain_recorder_record (r, 25, REFRAIN_RECORD_NULL_SEND, 0, 8);
  refrain_recorder_record (r, 26, REFRAIN_RECORD_NULL_RECV, 0, 0);
  refrain_recorder_leave (r, 30, d->outer);
}

/* Collectives of every kind, and what has no home. */
static void
record_collectives (RefrainRecorder *r, const Definitions *d, gint32 rank)
{
  refrain_recorder_enter (r, 40, d->reduce);
  refrain_recorder_collective_request (r, 41, 500);
  refrain_recorder_leave (r, 42, d->reduce);
  refrain_recorder_collective_begin (r, 43);
  refrain_recorder_collective_end (r, 44, REFRAIN_COLLECTIVE_GATHERV, d->world, 2, 8, rank);
  refrain_recorder_collective_begin (r, 45);
  refrain_recorder_collective_end (r, 45, REFRAIN_COLLECTIVE_BCAST, d->self_like, rank, 1, 1);
  refrain_recorder_collective_complete (r, 60, REFRAIN_COLLECTIVE_ALLREDUCE, d->world, -1, 24, 24,
                                        500);
  refrain_recorder_collective_begin (r, 61);
  refrain_recorder_collective_end (r, 62, REFRAIN_COLLECTIVE_BARRIER, d->holes, -1, 3, 4);
  refrain_recorder_collective_begin (r, 63); /* never ends */
}

/* What contradicts itself. */
static void
record_defects (RefrainRecorder *r, const Definitions *d)
{
  refrain_recorder_leave (r, 70, d->odd);
  refrain_recorder_enter (r, 71, d->outer);
  refrain_recorder_enter (r, 72, d->odd); /* left by its caller's leave */
  refrain_recorder_send (r, 73, -1, d->world, 1, 1);
  refrain_recorder_recv (r, 73, -1, REFRAIN_NONE, 1, 1);
  refrain_recorder_irecv (r, 74, 1, d->inter, 1, 1, 99); /* never posted */
  refrain_recorder_leave (r, 75, d->outer);
  refrain_recorder_record (r, 76, REFRAIN_RECORD_THREAD_BEGIN, 11, 0);
  refrain_recorder_record (r, 77, REFRAIN_RECORD_BUFFER_FLUSH, 1500, 0);
  refrain_recorder_record (r, 78, REFRAIN_RECORD_OTHER, 42, 0);
  refrain_recorder_record (r, 79, REFRAIN_RECORD_THREAD_END, 11, 0);
  refrain_recorder_enter (r, 80, d->outer); /* never left */
  refrain_recorder_enter (r, 81, d->outer);
}

RefrainTrace *
sample_trace_rich (void)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  RefrainRecorder *first, *second;
  Definitions d;

  define (builder, &d);
  first = refrain_trace_builder_add_thread (builder, 0, 100, "Master thread");
  record_requests (first, &d);
  record_collectives (first, &d, 0);
  second = refrain_trace_builder_add_thread (builder, 0, 4000000000, "OMP & 1");
  refrain_recorder_set_stream (second);
  record_defects (second, &d);
  first = refrain_trace_builder_add_thread (builder, 1, 101, "Master thread");
  refrain_recorder_send (first, 5, 0, d.world, 9, 16);
  refrain_recorder_send (first, 6, 0, d.world, 9, 17);
  refrain_recorder_recv (first, 16, 0, d.world, -5, 48);
  record_collectives (first, &d, 1);
  first = refrain_trace_builder_add_thread (builder, 2, 102, "Master thread");
  record_collectives (first, &d, 2);
  refrain_recorder_defect (first, REFRAIN_DEFECT_TRUNCATED, 99, "its file ends early");
  return test_take_trace (builder);
}
