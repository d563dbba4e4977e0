/* test-paraver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paraver traces: one as Extrae writes them, what ours keep, and files that are wrong.
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-paraver.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-folder.h"
#include "test-program.h"

static char *
read_text (const char *name)
{
  g_autofree char *path = place (name, NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static RefrainTrace *
load_extrae (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "extrae.prv", NULL);

  return sample_trace_load (path);
}

static const RefrainOps *
ops_of (RefrainTrace *trace, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, process));
}

/* The name of the routine in which an operation stands. */
static const char *
routine_of (RefrainTrace *trace, guint process, gsize op)
{
  const guint32 call = ops_of (trace, process)->call[op];
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, process));

  g_assert_cmpuint (call, !=, REFRAIN_NONE);
  return refrain_routine_get_name (refrain_trace_get_routine (trace, calls->routine[call]));
}

static void
test_extrae (void)
{
  g_autoptr (RefrainTrace) trace = load_extrae ();
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  const RefrainOps *ops[] = { ops_of (trace, 0), ops_of (trace, 1) };

  g_assert_cmpstr (refrain_trace_get_format (trace), ==, "Paraver");
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 2);
  g_assert_cmpuint (counts->messages, ==, 2);
  g_assert_cmpuint (counts->unmatched, ==, 0);
  g_assert_cmpuint (counts->collectives, ==, 3);
  g_assert_cmpuint (counts->collective_instances, ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  g_assert_cmpstr (refrain_process_get_host (refrain_trace_get_process (trace, 1)), ==, "node0");
  g_assert_cmpuint (ops[0]->n, ==, 4);
  g_assert_cmpint (ops[0]->kind[0], ==, REFRAIN_OP_ISEND);
  g_assert_cmpstr (routine_of (trace, 0, 0), ==, "MPI_Isend");
  g_assert_cmpint (ops[0]->kind[1], ==, REFRAIN_OP_SEND);
  g_assert_cmpuint (ops[0]->bytes[0], ==, 64);
  /* The second message is received first: the file says so, though channels would not. */
  g_assert_cmpint (ops[1]->kind[0], ==, REFRAIN_OP_RECV);
  g_assert_cmpint (ops[1]->partner[0], ==, 1);
  g_assert_cmpstr (routine_of (trace, 1, 0), ==, "MPI_Recv");
  g_assert_cmpint (ops[1]->kind[1], ==, REFRAIN_OP_IRECV);
  g_assert_cmpint (ops[1]->partner[1], ==, 0);
  g_assert_cmpstr (routine_of (trace, 1, 1), ==, "MPI_Waitall");
}

static void
test_extrae_collectives (void)
{
  g_autoptr (RefrainTrace) trace = load_extrae ();
  const RefrainOps *ops[] = { ops_of (trace, 0), ops_of (trace, 1) };

  g_assert_cmpint (ops[0]->tag[2], ==, REFRAIN_COLLECTIVE_BCAST);
  g_assert_cmpint (ops[0]->time[2], ==, 1100);
  g_assert_cmpint (ops[0]->bytes[2], ==, 32);
  /* That process 0 is the root only process 0 says. */
  g_assert_cmpint (ops[0]->peer[2], ==, 0);
  g_assert_cmpint (ops[1]->peer[2], ==, 0);
  g_assert_cmpint (ops[0]->partner[2], ==, ops[1]->partner[2]);
  g_assert_cmpint (ops[0]->tag[3], ==, REFRAIN_COLLECTIVE_ALLREDUCE);
  g_assert_cmpint (ops[0]->peer[3], ==, -1);
  g_assert_cmpstr (routine_of (trace, 0, 3), ==, "MPI_Allreduce");
  g_assert_cmpstr (
      refrain_communicator_get_name (refrain_trace_get_communicator (trace, ops[0]->comm[2])), ==,
      "MPI_COMM_WORLD");
}

/* Saves @trace as @name and reads it again. */
static RefrainTrace *
go_around (RefrainTrace *trace, const char *name)
{
  g_autofree char *path = place (name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (refrain_trace_save (trace, path, NULL, NULL, &error));
  g_assert_no_error (error);
  return sample_trace_load (path);
}

/* Communicators have their names in the values of an event; without these they have none. */
static void
test_communicator_names (void)
{
  const char *text = "#Paraver (22/11/2026 at 14:30):1000_ns:1(2):1:2(1:1,1:1),2\n"
                     "c:1:1:2:1:2\nc:1:2:1:2\n";
  g_autofree char *values
      = place ("named.pcf", "EVENT_TYPE\n0    50100004    Communicator in MPI Global OP\n"
                            "VALUES\n0      None\n1      MPI_COMM_WORLD\n2      column 2 of 3\n");
  g_autofree char *path = place ("named.prv", text), *bare_path = place ("bare.prv", text);
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  g_autoptr (RefrainTrace) again = go_around (trace, "named-again.prv");
  g_autoptr (RefrainTrace) bare = sample_trace_load (bare_path);

  g_assert_cmpstr (refrain_communicator_get_source_name (refrain_trace_get_communicator (again, 1)),
                   ==, "column 2 of 3");
  g_assert_cmpstr (refrain_communicator_get_source_name (refrain_trace_get_communicator (bare, 0)),
                   ==, "MPI_COMM_WORLD");
  g_assert_cmpstr (refrain_communicator_get_source_name (refrain_trace_get_communicator (bare, 1)),
                   ==, "");
}

/* Two broadcasts that complete in one call, and on one process in another order; a blocking one
 * stands between. Each process gets the root that another one says it is. */
static void
test_nonblocking_roots (void)
{
  static const struct
  {
    guint process;
    gint32 roots[3];
  } expected[] = { { 0, { 1, 1, 0 } }, { 1, { 0, 1, 1 } } };
  g_autofree char *path = place (
      "roots.prv", "#Paraver (22/11/2026 at 14:30):1000_ns:1(2):1:"
                   "2(1:1,1:1),1\nc:1:1:2:1:2\n"
#define POST(process, time, request)                                                               \
  "2:1:1:" process ":1:" time ":50000002:157:58000003:" request "\n2:1:1:" process ":1:" time      \
  ":50000002:0\n"
      POST ("1", "10", "1") POST ("2", "10", "7") POST ("1", "20", "2")
          POST ("2", "20", "8") "2:1:1:1:1:30:50000002:7:50100001:4:50100004:1\n"
                                "2:1:1:1:1:35:50000002:0\n"
                                "2:1:1:1:1:40:50000001:6\n"
                                "2:1:1:2:1:40:50000001:6\n"
#define DONE(process, time, root, request)                                                         \
  "2:1:1:" process ":1:" time ":50100001:4:" root "58000002:2:58000004:" request ":50100004:1\n"
      DONE ("1", "50", "", "1") DONE ("1", "50", "50100003:1:", "2") DONE ("2", "50", "", "8")
          DONE ("2", "50", "50100003:1:", "7") "2:1:1:1:1:60:50000001:0\n"
                                               "2:1:1:2:1:60:50000001:0\n"
                                               "2:1:1:2:1:70:50000002:7:50100001:4:50100003:1:"
                                               "50100004:1\n"
                                               "2:1:1:2:1:80:50000002:0\n");
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  g_autoptr (RefrainTrace) again = go_around (trace, "roots-again.prv");
  RefrainTrace *const both[] = { trace, again };

  for (gsize t = 0; t < G_N_ELEMENTS (both); t++)
    for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
      {
        const RefrainOps *ops = ops_of (both[t], expected[i].process);

        g_assert_cmpuint (ops->n, ==, 3);
        for (guint op = 0; op < 3; op++)
          g_assert_cmpint (ops->peer[op], ==, expected[i].roots[op]);
      }
}

/* Once read, a file comes out as it went in. */
static void
test_same_bytes (void)
{
  static const char *const endings[] = { "prv", "pcf", "row" };
  RefrainTrace *samples[]
      = { load_extrae (), sample_trace_pair (), sample_trace_rich (), sample_trace_single () };

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (RefrainTrace) first = go_around (samples[i], "first.prv");
      g_autoptr (RefrainTrace) second = go_around (first, "second.prv");

      for (gsize e = 0; e < G_N_ELEMENTS (endings); e++)
        {
          g_autofree char *a_name = g_strconcat ("first.", endings[e], NULL);
          g_autofree char *b_name = g_strconcat ("second.", endings[e], NULL);
          g_autofree char *a = read_text (a_name), *b = read_text (b_name);

          if (i < 2)
            g_assert_cmpstr (a, ==, b);
        }
      g_assert_cmpuint (refrain_trace_get_counts (samples[i])->messages, ==,
                        refrain_trace_get_counts (second)->messages);
      g_assert_cmpuint (refrain_trace_get_counts (samples[i])->collectives, ==,
                        refrain_trace_get_counts (second)->collectives);
      g_clear_object (&samples[i]);
    }
}

/* @trace as text, without the numbers of requests, which the format has none of. */
static char *
describe (RefrainTrace *trace)
{
  g_autofree char *text = trace_dump (trace, TRUE);
  g_autoptr (GRegex) request = g_regex_new ("request \\d+", 0, 0, NULL);

  return g_regex_replace_literal (request, text, -1, 0, "request", 0, NULL);
}

/* Whatever Paraver has a place for is the same afterwards. */
static void
test_round_trip (void)
{
  g_autoptr (RefrainTrace) pair = sample_trace_pair ();
  g_autoptr (RefrainTrace) again = go_around (pair, "pair.prv");
  g_autofree char *before = describe (pair);
  g_autofree char *after = describe (again);

  g_assert_cmpuint (refrain_paraver_count_unwritable (pair), ==, 0);
  g_assert_cmpstr (before, ==, after);
}

static void
test_states (void)
{
  g_autofree char *path = place ("states.prv", "#Paraver (01/01/01 at 00:00):10:0:1:1(1:0)\n"
                                               "1:0:1:1:1:0:4:1\n"
                                               "1:0:1:1:1:4:9:13\n");
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));

  g_assert_cmpuint (calls->n, ==, 2);
  /* Without a unit, time is microseconds. */
  g_assert_cmpint (calls->end[1], ==, 9000);
  g_assert_cmpstr (refrain_routine_get_name (refrain_trace_get_routine (trace, calls->routine[1])),
                   ==, "Group Communication");
}

static void
test_packed (void)
{
  g_autoptr (RefrainTrace) plain = load_extrae ();
  g_autofree char *source
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "extrae.prv", NULL);
  g_autofree char *path = place ("packed.prv.gz", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (source), to = g_file_new_for_path (path);
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GFileInputStream) in = g_file_read (from, NULL, NULL);
  g_autoptr (GFileOutputStream) file
      = g_file_replace (to, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);
  g_autoptr (GOutputStream) out
      = g_converter_output_stream_new (G_OUTPUT_STREAM (file), G_CONVERTER (gzip));
  g_autoptr (RefrainTrace) trace = NULL;

  g_assert_cmpint (g_output_stream_splice (out, G_INPUT_STREAM (in),
                                           G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL),
                   >, 0);
  trace = sample_trace_load (path);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==,
                    refrain_trace_get_counts (plain)->events);
  /* Without the names beside, those of MPI are known, and others have numbers. */
  g_assert_cmpstr (refrain_routine_get_name (refrain_trace_get_routine (trace, 0)), ==,
                   "User function 1");
  g_assert_cmpstr (routine_of (trace, 1, 1), ==, "MPI_Waitall");
}

#define HEADER "#Paraver (22/11/2026 at 14:30):1000_ns:1(2):1:2(1:1,1:1),1\n"

/* Each names its line and the cause. */
static void
test_wrong (void)
{
  static const struct
  {
    const char *text, *said;
  } files[] = {
    { "#Paraver", "line 1: is no header" },
    { "#Paraver (a):1_ns:0:1:2(1:1)\n", "line 1: is no header" },
    { "#Paraver (a):1_ns:0:9999999999:1(1:1)\n", "line 1: is no header" },
    { "#Paraver (a):1_ns:0:1:1(99999999:1)\n", "line 1: the header names too many threads" },
    { "#Paraver (a):1_ns:0:1:1(1000000000:1)\n", "line 1: the header names too many threads" },
    { "#Paraver (a):1_ns:0:1:0()\n", "line 1: the header names no task" },
    { HEADER "c:1:1:2:1:3\n", "line 2: is no communicator" },
    { HEADER "c:1:1:3:1:2\n", "line 2: is no communicator" },
    { HEADER "c:1:1:1:1\nc:1:1:1:1\n", "line 3: the communicator is defined twice" },
    { HEADER "1:1:1:1:1:0:4\n", "line 2: is no state" },
    { HEADER "2:1:1:1:1:5:50000001\n", "line 2: is no event" },
    { HEADER "2:1:1:1:1:5:50000001:x\n", "line 2: is no event" },
    { HEADER "2:1:1:3:1:5:50000001:1\n", "line 2: names an application, task or thread" },
    { HEADER "2:1:1:1:2:5:50000001:1\n", "line 2: names an application, task or thread" },
    { HEADER "3:1:1:1:1:0:0:1:1:2:1:0:0:8\n", "line 2: is no communication" },
    { HEADER "2:1:1:1:1:99999999999999999999999:1:1\n", "line 2: is no event" },
    { HEADER "2:1:1:1:1:1:1:1\nc:1:1:1:1\n", "line 3: defines a communicator behind" },
    { HEADER "hello\n", "line 2: is no record" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = place ("wrong.prv", files[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

      g_assert_null (trace);
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, files[i].said));
      g_assert_nonnull (strstr (error->message, "wrong.prv"));
    }
}

/* A send and a receive without partner, which the format has no record for. */
static void
test_open (void)
{
  g_autofree char *path
      = place ("open.prv", HEADER "2:1:1:1:1:5:50000001:1\n"
                                  "2:1:1:1:1:6:58000005:-7:58000006:64:58000007:2\n"
                                  "2:1:1:1:1:9:50000001:0\n"
                                  "2:1:1:2:1:9:58000005:3:58000006:8:58000008:0\n");
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  g_autoptr (RefrainTrace) again = go_around (trace, "open-again.prv");
  g_autofree char *before = describe (trace), *after = describe (again);

  g_assert_cmpuint (refrain_trace_get_counts (trace)->unmatched, ==, 2);
  g_assert_cmpint (ops_of (trace, 0)->peer[0], ==, 1);
  g_assert_cmpint (ops_of (trace, 0)->tag[0], ==, -7);
  g_assert_cmpuint (ops_of (trace, 0)->bytes[0], ==, 64);
  g_assert_cmpint (ops_of (trace, 1)->peer[0], ==, -1);
  g_assert_cmpstr (before, ==, after);
}

static void
test_empty (void)
{
  g_autofree char *path = place ("empty.prv", "");
  g_autoptr (GError) error = NULL;

  g_assert_null (refrain_paraver_load (path, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
}

/* Records that contradict each other are kept, and counted. */
static void
test_contradictions (void)
{
  g_autofree char *path = place ("odd.prv", HEADER "2:1:1:1:1:5:50000001:0\n"
                                                   "2:1:1:1:1:9:50000001:1\n"
                                                   "2:1:1:1:1:7:50100004:77\n"
                                                   "3:1:1:1:1:8:2:1:1:1:1:30:3:-4:1\n");
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);

  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 1);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collectives, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), >, 0);
}

static void
test_cancelled (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "extrae.prv", NULL);
  g_autofree char *out = place ("cancelled.prv", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (RefrainTrace) whole = sample_trace_load (path);
  g_autoptr (GError) error = NULL, second = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_trace_load (path, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (refrain_trace_save (whole, out, cancellable, NULL, &second));
  g_assert_error (second, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
}

/* The names beside are as much the trace as its records. */
static void
test_own_files (void)
{
  g_autoptr (RefrainTrace) pair = sample_trace_pair ();
  g_autoptr (RefrainTrace) again = go_around (pair, "own.prv");
  g_autofree char *path = place ("own.prv", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (refrain_trace_save (again, path, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT);
}

TEST_PROGRAM ("paraver")
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("refrain-paraver-XXXXXX", NULL);
  g_test_add_func ("/paraver/extrae", test_extrae);
  g_test_add_func ("/paraver/extrae-collectives", test_extrae_collectives);
  g_test_add_func ("/paraver/nonblocking-roots", test_nonblocking_roots);
  g_test_add_func ("/paraver/communicator-names", test_communicator_names);
  g_test_add_func ("/paraver/same-bytes", test_same_bytes);
  g_test_add_func ("/paraver/round-trip", test_round_trip);
  g_test_add_func ("/paraver/states", test_states);
  g_test_add_func ("/paraver/packed", test_packed);
  g_test_add_func ("/paraver/wrong", test_wrong);
  g_test_add_func ("/paraver/contradictions", test_contradictions);
  g_test_add_func ("/paraver/open", test_open);
  g_test_add_func ("/paraver/empty", test_empty);
  g_test_add_func ("/paraver/cancelled", test_cancelled);
  g_test_add_func ("/paraver/own-files", test_own_files);
  status = g_test_run ();
  {
    g_autofree char *remove = g_strdup_printf ("rm -rf %s", folder);

    g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  }
  g_free (folder);
  return status;
}
