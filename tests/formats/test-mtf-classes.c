/* test-mtf-classes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every class of the metamodel, units of unknown kinds and attributes that nobody reads go through
 * both carriers; so do patterns, and several traces in a file.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"

typedef struct
{
  char *folder, *gxl, *hdf5;
} Files;

static void
files_init (Files *self)
{
  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->gxl = g_build_filename (self->folder, "t.gxl", NULL);
  self->hdf5 = g_build_filename (self->folder, "t.mtf.h5", NULL);
}

static void
files_clear (Files *self)
{
  g_remove (self->gxl);
  g_remove (self->hdf5);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->gxl);
  g_free (self->hdf5);
}

static void
save (RefrainTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
}

static char *
get_text (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static RefrainTrace *
load_classes (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "mtf-classes.gxl", NULL);

  return sample_trace_load (path);
}

/* ---- Every class ---- */

/* What must be in the document that is written, each as often as the number says. */
static const struct
{
  const char *text;
  guint n;
} expected[] = {
  { "#Scenario\"/><attr name=\"desc\"><string>Every class of appendix A</string>", 1 },
  { "#ScenarioTrace\"", 1 },
  { "#Trace\"/><attr name=\"TraceID\"><string>classes</string>", 1 },
  { "#TraceProcessTrace\"", 2 },
  { "#TraceMsgTrace\"", 1 },
  { "#ProcessTrace\"", 2 },
  { "#MsgTrace\"", 1 },
  { "#Processor\"", 1 },
  { "#ProcessProcessor\"", 2 },
  { "#Process\"", 2 },
  { "#Communicator\"", 1 },
  { "#CommunicatorProcess\"", 2 },
  { "name=\"Cartesian\"><string>2p</string>", 1 },
  { "#Initialize\"", 2 },
  { "#Finalize\"", 2 },
  { "#RoutineCall\"", 2 },
  { "#MPOperation\"", 2 },
  { "#Send\"", 1 },
  { "#NonBlockingSend\"", 2 },
  { "#Receive\"", 1 },
  { "#NonBlockingReceive\"", 1 },
  { "#WaitOperation\"", 1 },
  { "#TestOperation\"", 2 },
  { "name=\"Flag\"><bool>false</bool>", 1 },
  { "#CancelOperation\"", 1 },
  { "#ProbeOperation\"", 1 },
  { "<attr name=\"Flag\"><bool>true</bool>", 1 },
  { "#Barrier\"", 2 },
  { "#Broadcast\"", 2 },
  { "#Gather\"", 4 },
  { "#Scatter\"", 2 },
  { "#Reduce\"", 2 },
  { "#Allgather\"", 2 },
  { "#AllToAll\"", 2 },
  { "#ReduceScatter\"", 2 },
  { "#Scan\"", 2 },
  { "#CollectiveOperation\"", 2 },
  { "#CollectiveData\"", 20 },
  { "name=\"OpType\"><string>MPI_SUM</string>", 6 },
  { "name=\"OpType\"><string>MPI_MAX</string>", 2 },
  { "name=\"SendAddress\"><int>64</int>", 20 },
  { "name=\"RcvDataType\"><string>MPI_INT</string>", 20 },
  { "name=\"SendDataAddress\"><int>4096</int>", 1 },
  { "name=\"SendDataType\"><string>MPI_DOUBLE</string>", 1 },
  { "name=\"SendType\"><enum>Synchronous</enum>", 1 },
  { "name=\"RcvDataAddress\"><int>8192</int>", 1 },
  { "#Message\"", 2 },
  { "#MessageLink\"", 4 },
  { "#TraceRecord\"", 2 },
  { "#CommPattern\"", 1 },
  { "#RoutinePattern\"", 1 },
  { "#PatternOccurrence\"", 3 },
  { "#PatternOccurrenceTracePattern\"", 3 },
  { "#TracePatternOccurrence\"", 3 },
  { "#PatternOccurrenceTraceableUnit\"", 5 },
  { "#PatternOccurrenceOperation\"", 1 },
  { "#DatabaseQuery\"", 2 },
  { "name=\"SQL\"><string>SELECT &quot;x&quot; &amp; y</string>", 2 },
  { "#Spark\"", 2 },
  { "name=\"volts\"><float>1e3</float>", 2 },
};

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (text = strstr (text, part); text != NULL; text = strstr (text + 1, part))
    n++;
  return n;
}

/* The graph of the trace, behind that of the metamodel. */
static void
check_document (const char *path)
{
  g_autofree char *text = get_text (path);
  const char *instance = strstr (text, "id=\"MTF-instance\"");

  g_assert_nonnull (instance);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    if (count (instance, expected[i].text) != expected[i].n)
      g_error ("%s is there %u times instead of %u", expected[i].text,
               count (instance, expected[i].text), expected[i].n);
}

static void
test_classes (void)
{
  g_autoptr (RefrainTrace) trace = load_classes ();
  g_autoptr (RefrainTrace) from_hdf5 = NULL;
  g_autoptr (RefrainTrace) from_gxl = NULL;
  g_autofree char *first = trace_dump (trace, FALSE);
  g_autofree char *second = NULL, *third = NULL, *document = NULL, *again = NULL;
  Files files;

  files_init (&files);
  /* A send that is cancelled, and so has no receive. */
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 1);
  save (trace, files.hdf5);
  from_hdf5 = sample_trace_load (files.hdf5);
  second = trace_dump (from_hdf5, FALSE);
  g_assert_cmpstr (first, ==, second);
  save (from_hdf5, files.gxl);
  check_document (files.gxl);
  document = get_text (files.gxl);
  from_gxl = sample_trace_load (files.gxl);
  third = trace_dump (from_gxl, FALSE);
  g_assert_cmpstr (first, ==, third);
  g_remove (files.hdf5);
  save (from_gxl, files.hdf5);
  g_clear_object (&from_hdf5);
  from_hdf5 = sample_trace_load (files.hdf5);
  g_remove (files.gxl);
  save (from_hdf5, files.gxl);
  again = get_text (files.gxl);
  g_assert_cmpstr (document, ==, again);
  files_clear (&files);
}

/* ---- Patterns ---- */

static char *
describe_patterns (RefrainTrace *trace)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (trace);
  GString *text = g_string_new (NULL);

  g_assert_nonnull (patterns);
  for (guint i = 0; i < refrain_trace_patterns_get_n (patterns); i++)
    {
      guint64 first, end;

      refrain_trace_patterns_get_occurrences (patterns, i, &first, &end);
      g_string_append_printf (
          text, "%s of kind %d:", refrain_trace_patterns_get_description (patterns, i),
          refrain_trace_patterns_get_kind (patterns, i));
      for (; first < end; first++)
        {
          gsize n;
          const RefrainPatternRows *rows = refrain_trace_patterns_get_rows (patterns, first, &n);

          g_string_append (text, " (");
          for (gsize k = 0; k < n; k++)
            g_string_append_printf (text, " %u:%u+%u", rows[k].process, rows[k].first, rows[k].n);
          g_string_append (text, " )");
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
test_patterns (void)
{
  g_autoptr (RefrainTrace) trace = load_classes ();
  g_autoptr (RefrainTrace) from_hdf5 = NULL;
  g_autoptr (RefrainTrace) from_gxl = NULL;
  g_autofree char *first = describe_patterns (trace);
  g_autofree char *second = NULL, *third = NULL;
  Files files;

  /* Both ends of the messages; a barrier and a broadcast; a call, and one that is a Send. */
  g_assert_cmpstr (first, ==,
                   "two messages of kind 0: ( 0:0+2 1:0+2 ) ( 0:3+2 )\n"
                   "solve of kind 1: ( 0:1+2 )\n");
  files_init (&files);
  save (trace, files.hdf5);
  from_hdf5 = sample_trace_load (files.hdf5);
  second = describe_patterns (from_hdf5);
  g_assert_cmpstr (first, ==, second);
  save (from_hdf5, files.gxl);
  from_gxl = sample_trace_load (files.gxl);
  third = describe_patterns (from_gxl);
  g_assert_cmpstr (first, ==, third);
  files_clear (&files);
}

/* ---- Several traces ---- */

static void
test_several (gconstpointer data)
{
  g_autoptr (RefrainTrace) rich = sample_trace_rich ();
  g_autoptr (RefrainTrace) classes = load_classes ();
  RefrainTrace *const traces[] = { rich, classes };
  g_autoptr (GError) error = NULL;
  const char *path;
  Files files;

  files_init (&files);
  path = g_str_equal (data, "gxl") ? files.gxl : files.hdf5;
  refrain_trace_save_several (traces, 2, path, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s#%u", path, i + 1);
      g_autoptr (RefrainTrace) trace = sample_trace_load (name);
      g_autofree char *a = trace_dump (traces[i], FALSE);
      g_autofree char *b = trace_dump (trace, FALSE);
      guint n;

      g_assert_cmpstr (a, ==, b);
      g_assert_cmpuint (refrain_trace_get_place (trace, &n), ==, i);
      g_assert_cmpuint (n, ==, 2);
      g_assert_cmpstr (refrain_trace_get_path (trace), ==, path);
      if (i == 1)
        {
          g_autofree char *patterns = describe_patterns (trace);
          g_autofree char *known = describe_patterns (classes);

          g_assert_cmpstr (patterns, ==, known);
        }
    }
  {
    g_autofree char *name = g_strdup_printf ("%s#3", path);

    g_assert_null (refrain_trace_load (name, NULL, NULL, &error));
    g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
    g_assert_nonnull (strstr (error->message, "no trace 3"));
  }
  files_clear (&files);
}

TEST_PROGRAM ("mtf-classes")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/mtf/classes", test_classes);
  g_test_add_func ("/formats/mtf/patterns", test_patterns);
  g_test_add_data_func ("/formats/mtf/several/gxl", "gxl", test_several);
  g_test_add_data_func ("/formats/mtf/several/hdf5", "hdf5", test_several);
  return g_test_run ();
}
