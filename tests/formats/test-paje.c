/* test-paje.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pajé traces: in the manner of SMPI and of ViTE, and files that are wrong.
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-paje.h"
#include "test-program.h"

static char *
find_data (const char *name)
{
  return g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", name, NULL);
}

static RefrainTrace *
load (const char *name)
{
  g_autofree char *path = find_data (name);
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* What @text as a file gives. */
static RefrainTrace *
parse (const char *text, GError **error)
{
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp ("refrain-paje-XXXXXX.trace", &path, NULL);
  RefrainTrace *trace;

  g_assert_cmpint (fd, >=, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  trace = refrain_paje_load (path, NULL, NULL, error);
  g_assert_true (g_close (fd, NULL));
  g_remove (path);
  return trace;
}

static const RefrainOps *
ops_of (RefrainTrace *trace, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, process));
}

static void
test_smpi (void)
{
  g_autoptr (RefrainTrace) trace = load ("smpi.trace");
  RefrainProcess *first = refrain_trace_get_process (trace, 0);
  const RefrainOps *ops[] = { ops_of (trace, 0), ops_of (trace, 1) };

  g_assert_cmpstr (refrain_trace_get_format (trace), ==, "Pajé");
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 2);
  /* By the number in the name, not as they were created, nor as text. */
  g_assert_cmpstr (refrain_process_get_name (first), ==, "rank-9");
  g_assert_cmpstr (refrain_process_get_host (first), ==, "griffon-1");
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  /* The second one sent is received first: keys say so. */
  g_assert_cmpuint (ops[0]->bytes[0], ==, 8);
  g_assert_cmpint (ops[0]->partner[0], ==, 1);
  g_assert_cmpint (ops[0]->partner[1], ==, 0);
  g_assert_cmpint (ops[0]->tag[0], ==, 77);
  g_assert_cmpint (ops[0]->time[0], ==, 3500);
}

static void
test_smpi_collectives (void)
{
  g_autoptr (RefrainTrace) trace = load ("smpi.trace");
  const RefrainOps *ops = ops_of (trace, 1);

  /* "allreduce" of the type MPI_STATE; all processes call it, and so it is theirs together. */
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collective_instances, ==, 1);
  g_assert_cmpint (ops->kind[2], ==, REFRAIN_OP_COLLECTIVE);
  g_assert_cmpint (ops->tag[2], ==, REFRAIN_COLLECTIVE_ALLREDUCE);
  g_assert_cmpint (ops->time[2]
                       - refrain_process_get_op_start (refrain_trace_get_process (trace, 1), 2),
                   ==, 2000);
}

static void
test_vite (void)
{
  g_autoptr (RefrainTrace) trace = load ("vite.paje");
  RefrainProcess *second = refrain_trace_get_process (trace, 1);
  const RefrainOps *ops = ops_of (trace, 0);

  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 2);
  g_assert_cmpuint (refrain_process_get_n_threads (second), ==, 2);
  g_assert_cmpuint (refrain_process_get_calls (second)->n, ==, 2);
  g_assert_cmpint (refrain_process_get_calls (second)->end[1], ==, 4000000);
  g_assert_cmpint (ops->kind[0], ==, REFRAIN_OP_ISEND);
  g_assert_cmpuint (ops->bytes[0], ==, 64);
  g_assert_cmpint (ops->tag[0], ==, 5);
  g_assert_cmpint (ops->peer[0], ==, 1);
  g_assert_cmpuint (ops->partner[1], ==, REFRAIN_NONE);
}

#define HEAD                                                                                       \
  "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"            \
  "%EndEventDef\n"                                                                                 \
  "%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"  \
  "%EventDef PajeCreateContainer 2\n% Time date\n% Alias string\n% Type string\n% Container "      \
  "string\n% Name string\n%EndEventDef\n"                                                          \
  "%EventDef PajePushState 3\n% Time date\n% Type string\n% Container string\n% Value string\n"    \
  "%EndEventDef\n"                                                                                 \
  "%EventDef PajePopState 4\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"       \
  "0 P 0 Process\n1 S P State\n2 0 p0 P 0 p0\n2 0 p1 P 0 p1\n"

static void
test_wrong (void)
{
  static const struct
  {
    const char *text, *said;
  } files[] = {
    { "%EventDef PajePushState\n", "line 1: is no beginning of a definition" },
    { "%EventDef PajePushState 1\n%EventDef PajePopState 2\n", "line 2: begins an event's" },
    { "%EventDef PajePushState 1\n% Time date\n%EndEventDef\n",
      "line 3: the event that ends here" },
    { "%EventDef PajeX 1\n%EndEventDef\n%EventDef PajeY 1\n", "line 3: defines an event's number" },
    { "%EndEventDef\n", "line 1: ends no event's definition" },
    { "% Time date\n", "line 1: is no definition" },
    { HEAD "9 0\n", "begins with the number of no event" },
    { HEAD "3 0.5 S p0\n", "has fewer fields" },
    { HEAD "3 now S p0 x\n", "the time is no number" },
    { HEAD "3 0.5 T p0 x\n", "names a type" },
    { HEAD "3 0.5 S p7 x\n", "names a container" },
    { HEAD "2 0 p2 Q 0 p2\n", "names a type" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (parse (files[i].text, &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, files[i].said));
    }
}

/* Collectives of some are not made one with those of others. */
static void
test_different_collectives (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = parse (HEAD "3 1 S p0 MPI_Barrier\n4 2 S p0\n"
                                               "3 1 S p1 MPI_Barrier\n4 2 S p1\n"
                                               "3 3 S p1 MPI_Bcast\n4 4 S p1\n",
                                          &error);

  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collectives, ==, 3);
  g_assert_cmpuint (ops_of (trace, 1)->partner[0], ==, REFRAIN_NONE);
  g_assert_cmpuint (ops_of (trace, 1)->comm[0], ==, REFRAIN_NONE);
}

/* A state that ends and did not begin, and one that does not end, are kept and counted. */
static void
test_unbalanced (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace
      = parse (HEAD "4 1 S p0\n3 1.5e0 S p0 work\n3 1 S p1 \"a b\"\n", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 3);
  g_assert_cmpstr (refrain_routine_get_name (refrain_trace_get_routine (trace, 1)), ==, "a b");
}

static void
test_cancelled (void)
{
  g_autofree char *path = find_data ("smpi.trace");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_trace_load (path, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("paje")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paje/smpi", test_smpi);
  g_test_add_func ("/paje/smpi-collectives", test_smpi_collectives);
  g_test_add_func ("/paje/vite", test_vite);
  g_test_add_func ("/paje/wrong", test_wrong);
  g_test_add_func ("/paje/different-collectives", test_different_collectives);
  g_test_add_func ("/paje/unbalanced", test_unbalanced);
  g_test_add_func ("/paje/cancelled", test_cancelled);
  return g_test_run ();
}
