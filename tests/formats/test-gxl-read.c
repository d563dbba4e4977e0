/* test-gxl-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GXL of others: the thesis' dialect, foreign MTF, and documents that are wrong.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-gxl-node.h"
#include "refrain-gxl.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"

#define HEAD "<?xml version=\"1.0\"?>\n<gxl xmlns:xlink=\"http://www.w3.org/1999/xlink\">"

/* Loads @n bytes as a file called @name. */
static RefrainTrace *
load_bytes (const char *name, const char *bytes, gssize n, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  RefrainTrace *trace;

  g_assert_true (g_file_set_contents (path, bytes, n, NULL));
  trace = refrain_gxl_load (path, NULL, NULL, error);
  g_remove (path);
  g_rmdir (folder);
  return trace;
}

static void
assert_refused (const char *name, const char *bytes, gssize n, const char *phrase)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = load_bytes (name, bytes, n, &error);

  g_assert_null (trace);
  g_assert_nonnull (error);
  g_assert_true (error->domain == REFRAIN_ERROR);
  g_assert_null (strchr (error->message, '\n'));
  if (strstr (error->message, name) == NULL || strstr (error->message, phrase) == NULL)
    g_error ("\"%s\" lacks \"%s\" or \"%s\"", error->message, name, phrase);
}

/* ---- The dialect ---- */

static void
test_figure (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "figure-3-3.gxl", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_gxl_load (path, NULL, NULL, &error);
  g_autofree char *dump = NULL;

  g_assert_no_error (error);
  dump = trace_dump (trace, FALSE);
  g_assert_cmpstr (refrain_trace_get_description (trace), ==,
                   "Weather Research and Forecasting Model Test");
  g_assert_cmpuint (refrain_trace_get_n_communicators (trace), ==, 1);
  g_assert_cmpstr (refrain_communicator_get_source_name (refrain_trace_get_communicator (trace, 0)),
                   ==, "MPI Communicator 0");
  g_assert_cmpuint (refrain_communicator_get_id (refrain_trace_get_communicator (trace, 0)), ==,
                    1000000000);
  /* The last has no process; its clock text counts from the trace's start. */
  g_assert_cmpstr (dump, ==,
                   "clock 0 -1\n"
                   "messages 0 instances 0\n"
                   "process Process 1 on Processor 1\n"
                   "thread 0 \n"
                   "701850 enter MPI_Init\n"
                   "831100 leave MPI_Init\n"
                   "1653567 enter MPI_Bcast\n"
                   "23316500 leave MPI_Bcast\n"
                   "process Process 2 on (none)\n"
                   "thread 0 \n"
                   "701050 enter MPI_Init\n"
                   "825600 leave MPI_Init\n"
                   "process without process on (none)\n"
                   "thread 0 \n"
                   "30500000000 enter MPI_Bcast\n"
                   "40000000000 leave MPI_Bcast\n");
}

static void
test_overlap (void)
{
  static const char text[]
      = "<gxl><graph><node id='PRC1'/>"
        "<node id='trc1'><attr name='startTime'><float>1</float></attr>"
        "<attr name='endTime'><float>3</float></attr></node>"
        "<node id='trc2'><attr name='startTime'><float>2</float></attr>"
        "<attr name='endTime'><float>4</float></attr></node>"
        "<node id='trc3'><attr name='startTime'><float>2.5</float></attr>"
        "<attr name='endTime'><float>3</float></attr></node>"
        "<edge from='trc1' to='PRC1'/><edge from='trc2' to='PRC1'/><edge from='trc3' to='PRC1'/>"
        "</graph></gxl>";
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = load_bytes ("t.gxl", text, -1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 1);
  g_assert_cmpuint (refrain_process_get_n_threads (refrain_trace_get_process (trace, 0)), ==, 2);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->calls, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

/* ---- MTF without our additions ---- */

static void
test_foreign (void)
{
  static const char text[]
      = HEAD "<graph id='g'><node id='a'><type xlink:href='#Process'/>"
             "<attr name='Rank'><int>1</int></attr></node>"
             "<node id='b'><type xlink:href='#Process'/><attr name='Rank'><int>0</int></attr>"
             "</node><node id='w'><type xlink:href='#Communicator'/></node>"
             "<node id='new'><type xlink:href='#SomethingElse'/></node>"
             "<edge from='w' to='b'><type xlink:href='#CommunicatorProcess'/></edge>"
             "<edge from='w' to='a'><type xlink:href='#CommunicatorProcess'/></edge>"
             "<node id='pa'><type xlink:href='#ProcessTrace'/>"
             "<attr name='Process'><locator xlink:href='#a'/></attr><graph id='ga'>"
             "<node id='s'><type xlink:href='#Send'/><attr name='Process'>"
             "<locator xlink:href='#b'/></attr><attr name='Communicator'>"
             "<locator xlink:href='#w'/></attr><attr name='StartTime'><float>1.5e-3</float></attr>"
             "<attr name='EndTime'><float>0.002</float></attr><attr name='Tag'><int>3</int></attr>"
             "<attr name='SendDataSize'><int>8</int></attr></node></graph></node>"
             "<node id='pb'><type xlink:href='#ProcessTrace'/>"
             "<attr name='Process'><locator xlink:href='#b'/></attr><graph id='gb'>"
             "<node id='r'><type xlink:href='#Receive'/><attr name='Process'>"
             "<locator xlink:href='#a'/></attr><attr name='Communicator'>"
             "<locator xlink:href='#w'/></attr><attr name='StartTime'><float>0</float></attr>"
             "<attr name='EndTime'><float>0.003</float></attr><attr name='Tag'><int>3</int></attr>"
             "<attr name='RcvDataSize'><int>8</int></attr></node></graph></node></graph></gxl>";
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = load_bytes ("t.gxl", text, -1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 1);
  g_assert_cmpint (refrain_process_get_ops (refrain_trace_get_process (trace, 1))->time[0], ==,
                   1500000);
}

/* The defects "unit-without-row" of @trace: how many units they are. */
static guint64
count_left_out (RefrainTrace *trace)
{
  GListModel *defects = refrain_trace_get_defects (trace);
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_kind (defect) != REFRAIN_DEFECT_UNIT_WITHOUT_ROW)
        continue;
      g_assert_nonnull (strstr (refrain_defect_get_detail (defect), "o9"));
      n += refrain_defect_get_count (defect);
    }
  return n;
}

#define CALL(id, start, end)                                                                       \
  "<node id='" id "'><type xlink:href='#MPIRoutineCall'/><attr name='routineCallName'>"            \
  "<string>f</string></attr><attr name='StartTime'><float>" start "</float></attr>"                \
  "<attr name='EndTime'><float>" end "</float></attr></node>"
#define UNIT(from, to)                                                                             \
  "<edge from='" from "' to='" to "'><type xlink:href='#PatternOccurrenceTraceableUnit'/></edge>"
#define OCCURRENCE(id)                                                                             \
  "<node id='" id "'><type xlink:href='#PatternOccurrence'/></node><edge from='" id                \
  "' to='q'><type xlink:href='#PatternOccurrenceTracePattern'/></edge>"

/* Units of patterns whose ids tell no row are not left out silently. */
static void
test_units (void)
{
  static const char text[] = HEAD
      "<graph id='g'><node id='p'><type xlink:href='#Process'/></node>"
      "<node id='t'><type xlink:href='#ProcessTrace'/>"
      "<attr name='Process'><locator xlink:href='#p'/></attr><graph id='h'>" CALL ("c0.0", "0", "1")
          CALL ("mine", "2", "3") CALL ("yours", "4", "5") CALL (
              "c0.3", "6",
              "7") "</graph></node>"
                   "<node id='q'><type xlink:href='#RoutinePattern'/></node>" OCCURRENCE ("o10")
                       OCCURRENCE ("o9") UNIT ("o10", "c0.0") UNIT ("o10", "yours")
                           UNIT ("o9", "mine") UNIT ("o9", "c0.3") "</graph></gxl>";
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = load_bytes ("t.gxl", text, -1, &error);
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t.gxl", NULL);
  g_autoptr (RefrainTrace) again = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->calls, ==, 4);
  g_assert_cmpuint (refrain_trace_patterns_get_n_occurrences (refrain_trace_get_patterns (trace)),
                    ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      gsize n;
      const RefrainPatternRows *rows
          = refrain_trace_patterns_get_rows (refrain_trace_get_patterns (trace), i, &n);

      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpuint (rows[0].first, ==, i == 0 ? 3 : 0);
    }
  g_assert_cmpuint (count_left_out (trace), ==, 2);
  refrain_gxl_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  again = refrain_gxl_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_left_out (again), ==, 2);
  g_remove (path);
  g_rmdir (folder);
}

/* ---- What is wrong ---- */

static void
test_wrong (void)
{
  static const struct
  {
    const char *text, *phrase;
  } documents[] = {
    { "  \n", "" },
    { "Once upon a time", "" },
    { "<html><body/></html>", "not GXL" },
    { "<?xml version='1.0'?>", "" },
    { HEAD "<graph id='g'><node id='PRC1'>", "" },
    { HEAD "<graph id='g'><node id='PRC1'/></graph></gx", "" },
    { HEAD "<graph id='g'><node id='PRC1'/></graph></gxl><more/>", "" },
    { HEAD "<graph id='g'><node id='PRC1'></edge></graph></gxl>", "line 2" },
    { HEAD "<graph id='g'><node/></graph></gxl>", "no id" },
    { HEAD "<graph id='g'><edge from='PRC1'/></graph></gxl>", "lacks one of its ends" },
    { HEAD "<graph id='g'><node id='PRC1'/><node id='PRC1'/></graph></gxl>", "PRC1" },
    { HEAD "<graph id='g'><node id='g'/></graph></gxl>", "twice" },
    { HEAD "<graph id='g'><node id='PRC1'/><edge from='PRC1' to='x'/></graph></gxl>", "not there" },
    { HEAD "<graph id='g'><node id='PRC&nothing;'/></graph></gxl>", "nothing" },
    { HEAD "<graph id='g'><node id='PRC1'><attr name='ProcessName'><string>&nothing;</string>"
           "</attr></node></graph></gxl>",
      "nothing" },
    { "<!DOCTYPE gxl SYSTEM 'gxl.dtd'><gxl><graph id='g'><node id='PRC1'><attr name='rank'>"
      "<int>&nothing;</int></attr></node></graph></gxl>",
      "nothing" },
    { "<!DOCTYPE gxl [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><gxl/>", "entities" },
    { "<!DOCTYPE gxl [<!ENTITY % a SYSTEM 'file:///etc/passwd'> %a;]><gxl/>", "entities" },
    { "<!DOCTYPE gxl [<!NOTATION n SYSTEM 'n'><!ENTITY a SYSTEM 'b' NDATA n>]><gxl/>", "entities" },
    { HEAD "<graph id='g'><node id='trc1'><attr name='startTime'><float>noon</float></attr>"
           "</node></graph></gxl>",
      "noon" },
    { HEAD "<graph id='g'><node id='p'><type xlink:href='#Process'/><attr name='Rank'>"
           "<int>-1</int></attr></node></graph></gxl>",
      "-1" },
    { HEAD "<graph id='g'><node id='t'><type xlink:href='#Trace'/><attr name='Version'>"
           "<int>2</int></attr></node></graph></gxl>",
      "version 2" },
    { HEAD "<graph id='g'><node id='t'><type xlink:href='#ProcessTrace'/><graph id='h'/></node>"
           "</graph></gxl>",
      "names no process" },
    { HEAD "<graph id='g'><node id='c'><type xlink:href='#Communicator'/><attr name='Size'>"
           "<int>999999999999</int></attr></node></graph></gxl>",
      "absurd" },
    { HEAD "<graph id='g'/></gxl>", "" },
    { "<gxl/>", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_test_message ("%s", documents[i].text);
      if (i >= G_N_ELEMENTS (documents) - 2)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (RefrainTrace) trace = load_bytes ("t.gxl", documents[i].text, -1, &error);

          g_assert_null (trace); /* a trace without processes: the builder's sentence */
          g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY);
        }
      else
        assert_refused ("t.gxl", documents[i].text, -1, documents[i].phrase);
    }
}

static void
test_laughs (void)
{
  GString *text = g_string_new ("<!DOCTYPE gxl [<!ENTITY a 'ha'>");
  gint64 start = g_get_monotonic_time ();

  for (char c = 'b'; c < 'z'; c++)
    {
      g_string_append_printf (text, "<!ENTITY %c '", c);
      for (guint i = 0; i < 10; i++)
        g_string_append_printf (text, "&%c;", c - 1);
      g_string_append (text, "'>");
    }
  g_string_append (text, "]><gxl><graph id='&y;'/></gxl>");
  assert_refused ("t.gxl", text->str, -1, "entities");
  g_assert_cmpint (g_get_monotonic_time () - start, <, 60 * G_USEC_PER_SEC);
  g_string_free (text, TRUE);
}

static void
test_deep (void)
{
  GString *text = g_string_new ("<gxl>");

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "<graph id='g%u'><node id='n%u'>", i, i);
  assert_refused ("t.gxl", text->str, -1, "");
  g_string_free (text, TRUE);
}

/* Every part of a file that is cut off is told, packed or not. */
static void
test_truncated (gconstpointer data)
{
  const char *name = data;
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize n, end;

  refrain_gxl_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &bytes, &n, &error);
  g_assert_no_error (error);
  end = g_str_has_suffix (name, ".gxl") ? n - strlen (">\n") : n;
  for (gsize i = 1; i < end; i += 1 + i / 10)
    assert_refused (name, bytes, i, "");
  assert_refused (name, bytes, end - 1, "");
  g_remove (path);
  g_rmdir (folder);
}

/* ---- Values ---- */

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    RefrainTime time;
  } good[] = {
    { "0", 0 },
    { " 0.00070105 ", 701050 },
    { "12:00:40", 43240000000000 },
    { "00:01:00.5", 60500000000 },
    { "01:30", 90000000000 },
    { "-1.000000001", -1000000001 },
    { "1.0000000015", 1000000002 },
    { "7.0105e-4", 701050 },
    { "9999999999999999999", REFRAIN_TIME_LIMIT },
    { "1e300", REFRAIN_TIME_LIMIT },
  };
  static const char *const bad[] = {
    "", " ", "noon", "1 2", "1:61", "12:", ":30", "0x10", "nan", "1e", "99999999999999999999"
  };
  RefrainTime time;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_assert_true (refrain_gxl_parse_time (good[i].text, &time, NULL));
      g_assert_cmpint (time, ==, good[i].time);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (refrain_gxl_parse_time (bad[i], &time, NULL));
}

TEST_PROGRAM ("gxl-read")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/gxl/figure-3.3", test_figure);
  g_test_add_func ("/formats/gxl/overlap", test_overlap);
  g_test_add_func ("/formats/gxl/foreign", test_foreign);
  g_test_add_func ("/formats/gxl/units", test_units);
  g_test_add_func ("/formats/gxl/wrong", test_wrong);
  g_test_add_func ("/formats/gxl/laughs", test_laughs);
  g_test_add_func ("/formats/gxl/deep", test_deep);
  g_test_add_data_func ("/formats/gxl/truncated/plain", "t.gxl", test_truncated);
  g_test_add_data_func ("/formats/gxl/truncated/gzip", "t.gxl.gz", test_truncated);
  g_test_add_data_func ("/formats/gxl/truncated/zstd", "t.gxl.zst", test_truncated);
  g_test_add_func ("/formats/gxl/times", test_times);
  return g_test_run ();
}
