/* test-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events that contradict each other are kept and counted; the tape gives the order back.
 */
#include "config.h"

#include "refrain-profile.h"
#include "refrain-recorder-private.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainRecorder *r;
  guint32 a, b;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->builder = refrain_trace_builder_new ();
  refrain_trace_builder_add_process (f->builder, "P", NULL);
  f->r = refrain_trace_builder_add_thread (f->builder, 0, 0, "T");
  f->a = refrain_trace_builder_add_routine (f->builder, "a", NULL, 0);
  f->b = refrain_trace_builder_add_routine (f->builder, "b", NULL, 0);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->builder);
}

static RefrainTrace *
finish (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_builder_finish (f->builder, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static guint64
count_defects (RefrainTrace *trace, RefrainDefectKind kind)
{
  GListModel *defects = refrain_trace_get_defects (trace);
  guint64 count = 0;

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_kind (defect) == kind)
        count += refrain_defect_get_count (defect);
    }
  return count;
}

/* The tape as text: E enter, L leave, O operation, R record. */
static char *
tape_text (RefrainTrace *trace)
{
  const RefrainTape *tape = refrain_process_get_tape (refrain_trace_get_process (trace, 0));
  GString *text = g_string_new (NULL);

  for (guint64 i = 0; i < tape->n; i++)
    g_string_append_c (text, "ELOR"[REFRAIN_TAPE_GET (tape, i)]);
  return g_string_free (text, FALSE);
}

static void
test_leave_without_enter (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autofree char *tape = NULL;

  refrain_recorder_leave (f->r, 1, f->a);
  refrain_recorder_enter (f->r, 2, f->a);
  refrain_recorder_leave (f->r, 3, f->b);
  refrain_recorder_leave (f->r, 4, f->a);
  trace = finish (f);
  tape = tape_text (trace);
  g_assert_cmpstr (tape, ==, "RERL");
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER), ==, 2);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE), ==, 0);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 4);
  g_assert_cmpint (refrain_process_get_calls (refrain_trace_get_process (trace, 0))->end[0], ==, 4);
}

static void
test_enter_without_leave (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autofree char *tape = NULL;
  const RefrainCalls *calls;

  refrain_recorder_enter (f->r, 1, f->a);
  refrain_recorder_enter (f->r, 2, f->b);
  refrain_recorder_leave (f->r, 5, f->a);
  refrain_recorder_enter (f->r, 6, f->b);
  refrain_recorder_send (f->r, 9, -1, REFRAIN_NONE, 0, 0);
  trace = finish (f);
  tape = tape_text (trace);
  g_assert_cmpstr (tape, ==, "EERLEOR");
  calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));
  g_assert_cmpuint (calls->n, ==, 3);
  g_assert_cmpint (calls->end[1], ==, 5);
  g_assert_cmpint (calls->end[2], ==, 9);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE), ==, 2);
  /* Records that say so are not events of the source. */
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 5);
}

static void
test_time (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainCalls *calls;

  refrain_recorder_enter (f->r, 100, f->a);
  refrain_recorder_enter (f->r, 40, f->b);
  refrain_recorder_leave (f->r, 120, f->b);
  refrain_recorder_leave (f->r, G_MAXINT64, f->a);
  trace = finish (f);
  calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));
  g_assert_cmpint (calls->start[1], ==, 100);
  g_assert_cmpint (calls->end[0], ==, REFRAIN_TIME_LIMIT);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_TIME_BACKWARDS), ==, 1);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_TIME_OUT_OF_RANGE), ==, 1);
}

static void
test_requests (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainOps *ops;
  const RefrainRecords *records;

  refrain_recorder_isend (f->r, 1, -1, REFRAIN_NONE, 0, 0, 10);
  refrain_recorder_irecv_request (f->r, 2, 11);
  refrain_recorder_irecv (f->r, 3, -1, REFRAIN_NONE, 0, 0, 11);
  refrain_recorder_isend_complete (f->r, 4, 10);
  refrain_recorder_isend (f->r, 5, -1, REFRAIN_NONE, 0, 0, 12);
  refrain_recorder_request_cancelled (f->r, 6, 12);
  refrain_recorder_irecv_request (f->r, 7, 13);
  refrain_recorder_request_cancelled (f->r, 8, 13);
  refrain_recorder_isend_complete (f->r, 9, 99);
  refrain_recorder_irecv_request (f->r, 10, 14);
  refrain_recorder_isend (f->r, 11, -1, REFRAIN_NONE, 0, 0, 15);
  refrain_recorder_irecv (f->r, 12, -1, REFRAIN_NONE, 0, 0, 16);
  trace = finish (f);
  ops = refrain_process_get_ops (refrain_trace_get_process (trace, 0));
  records = refrain_process_get_records (refrain_trace_get_process (trace, 0));
  g_assert_cmpuint (ops->n, ==, 5);
  g_assert_cmpint (records->kind[ops->record[0]], ==, REFRAIN_RECORD_ISEND_COMPLETE);
  g_assert_cmpuint (records->op[ops->record[0]], ==, 0);
  g_assert_cmpint (records->kind[ops->record[1]], ==, REFRAIN_RECORD_IRECV_REQUEST);
  g_assert_cmpint (records->kind[ops->record[2]], ==, REFRAIN_RECORD_REQUEST_CANCELLED);
  g_assert_cmpint (records->kind[ops->record[3]], ==, REFRAIN_RECORD_ISEND_PENDING);
  g_assert_cmpuint (records->id[ops->record[3]], ==, 15);
  g_assert_cmpint (records->kind[ops->record[4]], ==, REFRAIN_RECORD_IRECV_UNPOSTED);
  g_assert_cmpuint (records->id[ops->record[4]], ==, 16);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_REQUEST_WITHOUT_START), ==, 2);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED), ==, 2);
}

/* What goes to MPI_PROC_NULL is an event, but no message; its requests end like others. */
static void
test_null_partner (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainProfile) profile = NULL;
  const RefrainCounts *counts;

  refrain_recorder_record (f->r, 1, REFRAIN_RECORD_NULL_ISEND, 10, 8);
  refrain_recorder_irecv_request (f->r, 2, 11);
  refrain_recorder_record (f->r, 3, REFRAIN_RECORD_NULL_IRECV, 11, 0);
  refrain_recorder_isend_complete (f->r, 4, 10);
  refrain_recorder_record (f->r, 5, REFRAIN_RECORD_NULL_SEND, 0, 8);
  refrain_recorder_record (f->r, 6, REFRAIN_RECORD_NULL_RECV, 0, 0);
  trace = finish (f);
  counts = refrain_trace_get_counts (trace);
  profile = refrain_profile_new (trace);
  g_assert_cmpuint (counts->events, ==, 6);
  g_assert_cmpuint (counts->sends + counts->receives + counts->unmatched, ==, 0);
  g_assert_cmpuint (profile->null_ops, ==, 4);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

/* A request that never ends is counted, though nothing is sent. */
static void
test_null_pending (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_recorder_record (f->r, 1, REFRAIN_RECORD_NULL_ISEND, 10, 8);
  refrain_recorder_record (f->r, 2, REFRAIN_RECORD_NULL_ISEND, 10, 8);
  refrain_recorder_record (f->r, 3, REFRAIN_RECORD_NULL_IRECV, 11, 0);
  trace = finish (f);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED), ==, 2);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_REQUEST_WITHOUT_START), ==, 1);
  g_assert_cmpuint (refrain_process_get_ops (refrain_trace_get_process (trace, 0))->n, ==, 0);
}

static void
test_undefined_routine (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_recorder_enter (f->r, 1, REFRAIN_NONE);
  refrain_recorder_leave (f->r, 2, REFRAIN_NONE);
  trace = finish (f);
  g_assert_cmpuint (refrain_trace_get_n_routines (trace), ==, 3);
  g_assert_cmpuint (refrain_process_get_calls (refrain_trace_get_process (trace, 0))->routine[0],
                    ==, 2);
  g_assert_cmpuint (refrain_routine_get_calls (refrain_trace_get_routine (trace, 2)), ==, 1);
}

/* Many levels: the stack grows, depth saturates nowhere near. */
static void
test_deep (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const guint depth = 70000;

  for (guint i = 0; i < depth; i++)
    refrain_recorder_enter (f->r, i, f->a);
  for (guint i = 0; i < depth; i++)
    refrain_recorder_leave (f->r, depth + i, f->a);
  trace = finish (f);
  g_assert_cmpuint (
      refrain_process_get_calls (refrain_trace_get_process (trace, 0))->depth[depth - 1], ==,
      G_MAXUINT16);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->depth, ==, depth);
}

/* Leaves that match nothing must not walk over all that is open: this ends at once, or never. */
static void
test_many_strays (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const guint n = 1000000;

  for (guint i = 0; i < n; i++)
    refrain_recorder_enter (f->r, i, f->a);
  for (guint i = 0; i < n; i++)
    refrain_recorder_leave (f->r, n + i, f->b);
  trace = finish (f);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER), ==, n);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE), ==, n);
}

/* A receive of which nobody knows the size has that of its message; without one, none. */
static void
test_sent_sizes (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainOps *ops;

  refrain_trace_builder_take_sent_sizes (f->builder);
  refrain_recorder_send (f->r, 1, 0, REFRAIN_NONE, 7, 12);
  refrain_recorder_send (f->r, 2, 0, REFRAIN_NONE, 7, 34);
  refrain_recorder_recv (f->r, 3, 0, REFRAIN_NONE, 7, REFRAIN_BYTES_UNKNOWN);
  refrain_recorder_recv (f->r, 4, 0, REFRAIN_NONE, 7, 56);
  refrain_recorder_recv (f->r, 5, 0, REFRAIN_NONE, 7, REFRAIN_BYTES_UNKNOWN);
  trace = finish (f);
  ops = refrain_process_get_ops (refrain_trace_get_process (trace, 0));
  g_assert_cmpuint (ops->n, ==, 5);
  g_assert_cmpuint (ops->bytes[2], ==, 12);
  g_assert_cmpuint (ops->bytes[3], ==, 56);
  g_assert_cmpuint (ops->bytes[4], ==, 0);
}

/* When one table is full nothing more is taken into any, and the trace is one all the same. */
static void
test_full (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autofree char *tape = NULL;
  RefrainProcess *process;

  f->r->max_rows = 2;
  refrain_recorder_enter (f->r, 1, f->a);
  refrain_recorder_enter (f->r, 2, f->b);
  refrain_recorder_enter (f->r, 3, f->b);
  refrain_recorder_send (f->r, 4, -1, REFRAIN_NONE, 0, 0);
  refrain_recorder_irecv (f->r, 5, -1, REFRAIN_NONE, 0, 0, 1);
  refrain_recorder_collective_begin (f->r, 6);
  refrain_recorder_collective_end (f->r, 7, REFRAIN_COLLECTIVE_BARRIER, 0, -1, 0, 0);
  refrain_recorder_record (f->r, 8, REFRAIN_RECORD_MEASUREMENT, 1, 0);
  refrain_recorder_leave (f->r, 9, f->b);
  trace = finish (f);
  tape = tape_text (trace);
  process = refrain_trace_get_process (trace, 0);
  g_assert_cmpstr (tape, ==, "EELL");
  g_assert_cmpuint (refrain_process_get_ops (process)->n, ==, 0);
  g_assert_cmpuint (refrain_process_get_records (process)->n, ==, 0);
  /* The time at which the recorder was full. */
  g_assert_cmpint (refrain_process_get_calls (process)->end[0], ==, 2);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_TRUNCATED), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 1);
}

/* Whether a call is open is known however deep it is. */
static void
test_stray_depths (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const guint32 other = refrain_trace_builder_add_routine (f->builder, "other", NULL, 0);
  const RefrainCalls *calls;
  RefrainTime time = 0;

  for (guint i = 0; i < 200; i++)
    refrain_recorder_enter (f->r, time++, i == 20 || i == 150 ? f->a : other);
  refrain_recorder_leave (f->r, time++, f->b);
  for (guint i = 0; i < 3; i++)
    refrain_recorder_leave (f->r, time++, f->a);
  for (guint i = 0; i < 20; i++)
    refrain_recorder_leave (f->r, time++, other);
  refrain_recorder_leave (f->r, time++, other);
  trace = finish (f);
  calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));
  g_assert_cmpint (calls->end[150], ==, 201);
  g_assert_cmpint (calls->end[199], ==, 201);
  g_assert_cmpint (calls->end[149], ==, 202);
  g_assert_cmpint (calls->end[20], ==, 202);
  g_assert_cmpint (calls->end[19], ==, 204);
  g_assert_cmpint (calls->end[0], ==, 223);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE), ==, 178);
  /* b, the third a and the last other. */
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER), ==, 3);
}

TEST_PROGRAM ("recorder")
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/recorder/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("leave-without-enter", test_leave_without_enter);
  ADD ("enter-without-leave", test_enter_without_leave);
  ADD ("time", test_time);
  ADD ("requests", test_requests);
  ADD ("null-partner", test_null_partner);
  ADD ("null-pending", test_null_pending);
  ADD ("undefined-routine", test_undefined_routine);
  ADD ("deep", test_deep);
  ADD ("many-strays", test_many_strays);
  ADD ("stray-depths", test_stray_depths);
  ADD ("full", test_full);
  ADD ("sent-sizes", test_sent_sizes);
  return g_test_run ();
}
