/* test-otf.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF 1 archives: a small one that lies in tests/data, those that the library of the format writes,
 * where it is there, and files that are wrong.
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#ifdef HAVE_OTF
#include <open-trace-format/otf.h>
#endif

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-otf.h"
#include "trace-dump.h"
#include "test-folder.h"
#include "test-program.h"

static RefrainTrace *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (refrain_trace_get_format (trace), ==, "OTF");
  return trace;
}

static const RefrainOps *
ops_of (RefrainTrace *trace, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, process));
}

static RefrainTrace *
load_data (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "vampir.otf", NULL);

  return load (path);
}

static void
test_messages (void)
{
  g_autoptr (RefrainTrace) trace = load_data ();
  const RefrainOps *ops[] = { ops_of (trace, 0), ops_of (trace, 1) };

  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 2);
  g_assert_cmpstr (refrain_process_get_name (refrain_trace_get_process (trace, 1)), ==,
                   "Process 1");
  g_assert_cmpuint (refrain_process_get_n_threads (refrain_trace_get_process (trace, 0)), ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->unmatched, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  g_assert_cmpint (ops[0]->kind[0], ==, REFRAIN_OP_ISEND);
  g_assert_cmpint (ops[0]->tag[0], ==, 42);
  g_assert_cmpuint (ops[0]->bytes[0], ==, 4096);
  g_assert_cmpint (ops[0]->time[0], ==, 111000); /* a tick is a microsecond */
  g_assert_cmpint (ops[1]->kind[0], ==, REFRAIN_OP_RECV);
  g_assert_cmpint (ops[1]->peer[0], ==, 0);
}

static void
test_collectives (void)
{
  g_autoptr (RefrainTrace) trace = load_data ();
  const RefrainOps *ops[] = { ops_of (trace, 0), ops_of (trace, 1) };
  RefrainProcess *second = refrain_trace_get_process (trace, 1);

  g_assert_cmpuint (refrain_trace_get_counts (trace)->collective_instances, ==, 2);
  /* A record with a duration, and a pair of records. */
  g_assert_cmpint (ops[1]->tag[2], ==, REFRAIN_COLLECTIVE_BCAST);
  g_assert_cmpint (refrain_process_get_op_start (second, 2), ==, 300000);
  g_assert_cmpint (ops[1]->time[2], ==, 320000);
  g_assert_cmpint (ops[1]->peer[2], ==, 0);
  g_assert_cmpint (ops[0]->tag[3], ==, REFRAIN_COLLECTIVE_ALLREDUCE);
  g_assert_cmpint (ops[0]->time[3], ==, 420000);
  g_assert_cmpint (ops[0]->peer[3], ==, -1);
  g_assert_cmpuint (ops[0]->bytes[3], ==, 64);
  g_assert_cmpstr (
      refrain_communicator_get_name (refrain_trace_get_communicator (trace, ops[0]->comm[3])), ==,
      "MPI_COMM_WORLD");
}

static void
test_routines (void)
{
  g_autoptr (RefrainTrace) trace = load_data ();
  const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));
  RefrainRoutine *routine = refrain_trace_get_routine (trace, calls->routine[0]);

  g_assert_cmpstr (refrain_routine_get_name (routine), ==, "main");
  g_assert_cmpstr (refrain_routine_get_file (routine), ==, "ring.c");
  g_assert_cmpuint (refrain_routine_get_line (routine), ==, 77);
  g_assert_cmpint (calls->end[0], ==, 500000);
}

/* ---- Files that are wrong ---- */

static void
expect (const char *path, const char *said)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (refrain_otf_load (path, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, said));
}

static void
test_wrong (void)
{
  g_autofree char *anchor = place ("wrong.otf", "1:1\n");
  g_autofree char *definitions = NULL, *events = NULL;

  expect (anchor, "the file with its definitions (wrong.0.def)");
  definitions = place ("wrong.0.def", "DP1NM\"p\"\n5\n");
  expect (anchor, "wrong.0.def: line 2: is no definition");
  g_assert_true (g_file_set_contents (definitions, "DP0\n", -1, NULL));
  expect (anchor, "wrong.0.def: line 1: defines process 0");
  g_assert_true (g_file_set_contents (definitions, "DTR0\n", -1, NULL));
  expect (anchor, "wrong.0.def: line 1: says that the clock");
  g_assert_true (g_file_set_contents (definitions, "DP1NM\"p\n", -1, NULL));
  expect (anchor, "wrong.0.def: line 1: is no definition");
  g_assert_true (g_file_set_contents (definitions, "DP1NM\"p\"\nDF1NM\"f\"\n", -1, NULL));
  expect (anchor, "none of the files with its events");
  events = place ("wrong.1.events", "5\nE1\n");
  expect (anchor, "wrong.1.events: line 2: is an event before any process");
  g_assert_true (g_file_set_contents (events, "5\n*2\n", -1, NULL));
  expect (anchor, "wrong.1.events: line 2: names a process");
  g_assert_true (g_file_set_contents (events, "5\n*1\nE1 ?\n", -1, NULL));
  expect (anchor, "wrong.1.events: line 3: is no event");
  g_assert_true (g_file_set_contents (events, "12345678901234567\n", -1, NULL));
  expect (anchor, "wrong.1.events: line 1: is no number");
  g_assert_true (g_file_set_contents (anchor, "1:1\nx\n", -1, NULL));
  expect (anchor, "wrong.otf: line 2: is no stream");
}

/* What contradicts itself is kept, and counted. */
static void
test_contradictions (void)
{
  g_autofree char *anchor = place ("odd.otf", "1:1\n2:2\n");
  g_autofree char *definitions = place ("odd.0.def", "DP1NM\"p\"\nDP2NM\"q\"PT9\nDF1NM\"f\"\n");
  g_autofree char *events
      = place ("odd.1.events", "9\n*1\nE1\nE7\nL\n5\nS3L8T1C4\nCOP1C9RT1S1R1Dff\nL2\nK1Y6V63\n");
  g_autoptr (RefrainTrace) trace = load (anchor);

  g_assert_cmpuint (refrain_trace_get_counts (trace)->calls, ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->sends, ==, 1);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collectives, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), >=, 5);
}

static void
test_cancelled (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "vampir.otf", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_trace_load (path, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- Archives that the library writes ---- */

#ifdef HAVE_OTF

#define N_PROCESSES 5u
#define WORLD       1000000001u
#define EVEN        1000000002u
#define TICKS       10000000u

enum
{
  MAIN = 1,
  SEND,
  RECEIVE,
  BARRIER,
  REDUCE,
};

static void
write_definitions (OTF_Writer *writer)
{
  uint32_t all[N_PROCESSES], even[] = { 1, 3, 5 };

  OTF_Writer_writeDefTimerResolution (writer, 0, TICKS);
  OTF_Writer_writeDefinitionComment (writer, 0, "a ring");
  for (uint32_t p = 0; p < N_PROCESSES; p++)
    {
      g_autofree char *name = g_strdup_printf ("Process %u", p);

      OTF_Writer_writeDefProcess (writer, 0, p + 1, name, 0);
      all[p] = p + 1;
    }
  OTF_Writer_writeDefProcess (writer, 0, 65537, "Thread 1", 1);
  OTF_Writer_writeDefProcessGroup (writer, 0, WORLD, "__MPI_COMM_WORLD__", N_PROCESSES, all);
  OTF_Writer_writeDefProcessGroup (writer, 0, EVEN, "MPI Comm 1", G_N_ELEMENTS (even), even);
  OTF_Writer_writeDefFunctionGroup (writer, 0, 1, "MPI");
  OTF_Writer_writeDefFunction (writer, 0, MAIN, "main", 1, 1);
  OTF_Writer_writeDefFunction (writer, 0, SEND, "MPI_Send", 1, 0);
  OTF_Writer_writeDefFunction (writer, 0, RECEIVE, "MPI_Recv", 1, 0);
  OTF_Writer_writeDefFunction (writer, 0, BARRIER, "MPI_Barrier", 1, 0);
  OTF_Writer_writeDefFunction (writer, 0, REDUCE, "MPI_Reduce", 1, 0);
  OTF_Writer_writeDefScl (writer, 0, 1, 1, 7);
  OTF_Writer_writeDefSclFile (writer, 0, 1, "ring.c");
  OTF_Writer_writeDefCollectiveOperation (writer, 0, 1, "MPI_Barrier", OTF_COLLECTIVE_TYPE_BARRIER);
  OTF_Writer_writeDefCollectiveOperation (writer, 0, 2, "MPI_Reduce", OTF_COLLECTIVE_TYPE_ALL2ONE);
  OTF_Writer_writeDefCounterGroup (writer, 0, 1, "counters");
  OTF_Writer_writeDefCounter (writer, 0, 1, "instructions", 0, 1, "#");
}

#define N_STEPS 14

/* What process @p does at step @step of a turn that begins at @t. The library wants all events of a
 * stream in order of time. */
static void
write_step (OTF_Writer *w, uint32_t p, uint64_t t, guint step)
{
  const uint32_t next = p % N_PROCESSES + 1, last = (p + N_PROCESSES - 2) % N_PROCESSES + 1;
  const uint64_t now = t + 2 * step;

  if (step > 8 && p % 2 == 0)
    return;
  switch (step)
    {
    case 0:
      OTF_Writer_writeEnter (w, now, SEND, p, 0);
      break;
    case 1:
      OTF_Writer_writeSendMsg (w, now, p, next, WORLD, 3, 1000, 0);
      break;
    case 2:
      OTF_Writer_writeLeave (w, now, SEND, p, 0);
      OTF_Writer_writeCounter (w, now, p, 1, t);
      break;
    case 3:
      OTF_Writer_writeEnter (w, now, RECEIVE, p, 0);
      break;
    case 4:
      OTF_Writer_writeRecvMsg (w, now, p, last, WORLD, 3, 1000, 0);
      break;
    case 5:
      OTF_Writer_writeLeave (w, now, 0, p, 0); /* whichever is open */
      break;
    case 6:
      OTF_Writer_writeEnter (w, now, BARRIER, p, 0);
      OTF_Writer_writeCollectiveOperation (w, now, p, 1, WORLD, 0, 0, 0, 3, 0);
      break;
    case 8:
      OTF_Writer_writeLeave (w, now, BARRIER, p, 0);
      break;
    case 9:
      OTF_Writer_writeEnter (w, now, REDUCE, p, 0);
      break;
    case 10:
      OTF_Writer_writeBeginCollectiveOperation (w, now, p, 2, t, EVEN, 3, 64, p == 3 ? 64 : 0, 0);
      break;
    case 11:
      OTF_Writer_writeEndCollectiveOperation (w, now, p, t);
      break;
    case 12:
      OTF_Writer_writeLeave (w, now, REDUCE, p, 0);
      break;
    default:
      break;
    }
}

/* An archive of @turns turns in @streams streams. Gives the anchor file. */
static char *
write_archive (const char *name, uint32_t streams, uint32_t format, gboolean packed, guint turns)
{
  g_autofree char *base = place (name, NULL);
  OTF_FileManager *manager = OTF_FileManager_open (20);
  OTF_Writer *writer = OTF_Writer_open (base, streams, manager);

  g_assert_nonnull (writer);
  OTF_Writer_setFormat (writer, format);
  if (packed)
    OTF_Writer_setCompression (writer, OTF_FILECOMPRESSION_COMPRESSED);
  write_definitions (writer);
  for (uint32_t p = 1; p <= N_PROCESSES; p++)
    OTF_Writer_writeEnter (writer, 10, MAIN, p, 0);
  OTF_Writer_writeEnter (writer, 11, MAIN, 65537, 0);
  OTF_Writer_writeLeave (writer, 12, MAIN, 65537, 0);
  for (guint turn = 0; turn < turns; turn++)
    for (guint step = 0; step < N_STEPS; step++)
      for (uint32_t p = 1; p <= N_PROCESSES; p++)
        write_step (writer, p, 100 * (uint64_t) (turn + 1), step);
  for (uint32_t p = 1; p <= N_PROCESSES; p++)
    OTF_Writer_writeLeave (writer, 100 * (uint64_t) (turns + 1), MAIN, p, 0);
  OTF_Writer_close (writer);
  OTF_FileManager_close (manager);
  return g_strconcat (base, ".otf", NULL);
}

static void
test_written (void)
{
  const guint turns = 2000; /* more than a buffer of the library */
  g_autofree char *path = write_archive ("short", 2, OTF_WSTREAM_FORMAT_SHORT, FALSE, turns);
  g_autofree char *long_path = write_archive ("long", 1, OTF_WSTREAM_FORMAT_LONG, FALSE, turns);
  g_autofree char *packed_path = write_archive ("packed", 5, OTF_WSTREAM_FORMAT_SHORT, TRUE, turns);
  g_autoptr (RefrainTrace) trace = load (path), other = load (long_path),
                           packed = load (packed_path);
  g_autofree char *dump = trace_dump (trace, TRUE);
  g_autofree char *other_dump = trace_dump (other, TRUE);
  g_autofree char *packed_dump = trace_dump (packed, TRUE);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);

  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  g_assert_cmpuint (counts->messages, ==, N_PROCESSES * turns);
  g_assert_cmpuint (counts->unmatched, ==, 0);
  g_assert_cmpuint (counts->collective_instances, ==, 2 * turns);
  g_assert_cmpuint (counts->collectives, ==, (N_PROCESSES + 3) * turns);
  g_assert_cmpint (ops_of (trace, 0)->time[0], ==, 10200); /* a tick is 100 ns */
  g_assert_cmpint (ops_of (trace, 4)->peer[3], ==, 2);     /* the root of the Reduce */
  g_assert_cmpstr (dump, ==, other_dump);
  g_assert_cmpstr (dump, ==, packed_dump);
}

static void
count_record (uint64_t *n)
{
  (*n)++;
}

static int
on_enter (void *n, uint64_t time, uint32_t function, uint32_t process, uint32_t source)
{
  count_record (n);
  return OTF_RETURN_OK;
}

static int
on_send (void *n,
         uint64_t time,
         uint32_t sender,
         uint32_t receiver,
         uint32_t group,
         uint32_t type,
         uint32_t length,
         uint32_t source)
{
  count_record (n);
  return OTF_RETURN_OK;
}

static void
handle (OTF_HandlerArray *handlers, void (*handler) (void), uint64_t *n, uint32_t record)
{
  OTF_HandlerArray_setHandler (handlers, (OTF_FunctionPointer *) handler, record);
  OTF_HandlerArray_setFirstHandlerArg (handlers, n, record);
}

/* The library counts the same in an archive as we do. */
static void
test_same_as_library (void)
{
  g_autofree char *path = write_archive ("same", 3, OTF_WSTREAM_FORMAT_SHORT, TRUE, 50);
  g_autoptr (RefrainTrace) trace = load (path);
  OTF_FileManager *manager = OTF_FileManager_open (20);
  OTF_Reader *reader = OTF_Reader_open (path, manager);
  OTF_HandlerArray *handlers = OTF_HandlerArray_open ();
  uint64_t enters = 0, sends = 0, receives = 0;

  g_assert_nonnull (reader);
  handle (handlers, (void (*) (void)) on_enter, &enters, OTF_ENTER_RECORD);
  handle (handlers, (void (*) (void)) on_send, &sends, OTF_SEND_RECORD);
  handle (handlers, (void (*) (void)) on_send, &receives, OTF_RECEIVE_RECORD);
  OTF_Reader_readEvents (reader, handlers);
  OTF_HandlerArray_close (handlers);
  OTF_Reader_close (reader);
  OTF_FileManager_close (manager);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->calls, ==, enters);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->sends, ==, sends);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->receives, ==, receives);
  g_assert_cmpuint (enters, >, 0);
}

#else

static void
test_written (void)
{
  g_test_skip ("libopen-trace-format-dev is not there");
}

static void
test_same_as_library (void)
{
  g_test_skip ("libopen-trace-format-dev is not there");
}

#endif

TEST_PROGRAM ("otf")
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("refrain-otf-XXXXXX", NULL);
  g_test_add_func ("/otf/messages", test_messages);
  g_test_add_func ("/otf/collectives", test_collectives);
  g_test_add_func ("/otf/routines", test_routines);
  g_test_add_func ("/otf/wrong", test_wrong);
  g_test_add_func ("/otf/contradictions", test_contradictions);
  g_test_add_func ("/otf/cancelled", test_cancelled);
  g_test_add_func ("/otf/written", test_written);
  g_test_add_func ("/otf/same-as-library", test_same_as_library);
  status = g_test_run ();
  {
    g_autofree char *remove = g_strdup_printf ("rm -rf %s", folder);

    g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  }
  g_free (folder);
  return status;
}
