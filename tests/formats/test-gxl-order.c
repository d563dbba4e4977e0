/* test-gxl-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The elements of a document may come in any order: nodes and edges of each graph are shuffled, and
 * the same trace is read.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-gxl.h"
#include "refrain-hdf5.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"

#define N_SHUFFLES 6

static gboolean
is_element (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

/* Puts the nodes and edges of @graph, and of all graphs in it, into another order. */
static void
shuffle (xmlNode *graph, GRand *random)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  xmlNode *next;

  for (xmlNode *node = graph->children; node != NULL; node = next)
    {
      next = node->next;
      if (!is_element (node, "node") && !is_element (node, "edge"))
        continue;
      for (xmlNode *child = node->children; child != NULL; child = child->next)
        if (is_element (child, "graph"))
          shuffle (child, random);
      xmlUnlinkNode (node);
      g_ptr_array_add (nodes, node);
    }
  for (guint n = nodes->len; n > 0; n--)
    {
      guint i = g_rand_int_range (random, 0, n);

      xmlAddChild (graph, nodes->pdata[i]);
      nodes->pdata[i] = nodes->pdata[n - 1];
    }
}

/* Shuffles the document @path into @shuffled. */
static void
shuffle_file (const char *path, const char *shuffled, guint seed)
{
  xmlDoc *doc = xmlReadFile (path, NULL, XML_PARSE_NONET);
  GRand *random = g_rand_new_with_seed (seed);

  g_assert_nonnull (doc);
  for (xmlNode *graph = xmlDocGetRootElement (doc)->children; graph != NULL; graph = graph->next)
    if (is_element (graph, "graph"))
      shuffle (graph, random);
  g_assert_cmpint (xmlSaveFile (shuffled, doc), >, 0);
  g_rand_free (random);
  xmlFreeDoc (doc);
}

typedef struct
{
  char *folder, *path, *shuffled, *columns;
} Files;

static void
files_init (Files *self)
{
  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "t.gxl", NULL);
  self->shuffled = g_build_filename (self->folder, "s.gxl", NULL);
  self->columns = g_build_filename (self->folder, "t.mtf.h5", NULL);
}

static void
files_clear (Files *self)
{
  g_remove (self->path);
  g_remove (self->shuffled);
  g_remove (self->columns);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->shuffled);
  g_free (self->columns);
}

/* All that the trace holds: the bytes of its HDF5 file. */
static GBytes *
get_columns (RefrainTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize n;

  refrain_hdf5_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  return g_bytes_new_take (bytes, n);
}

/* @trace, written and read, as it is and shuffled. */
static void
check_trace (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) straight = NULL;
  g_autofree char *dump = NULL;
  g_autoptr (GBytes) columns = NULL;
  Files files;

  files_init (&files);
  refrain_gxl_save (trace, files.path, NULL, NULL, &error);
  g_assert_no_error (error);
  straight = refrain_gxl_load (files.path, NULL, NULL, &error);
  g_assert_no_error (error);
  dump = trace_dump (straight, FALSE);
  columns = get_columns (straight, files.columns);
  for (guint seed = 0; seed < N_SHUFFLES; seed++)
    {
      g_autoptr (RefrainTrace) again = NULL;
      g_autofree char *second = NULL;
      g_autoptr (GBytes) other = NULL;

      shuffle_file (files.path, files.shuffled, seed);
      again = refrain_gxl_load (files.shuffled, NULL, NULL, &error);
      g_assert_no_error (error);
      second = trace_dump (again, FALSE);
      g_assert_cmpstr (dump, ==, second);
      other = get_columns (again, files.columns);
      g_assert_true (g_bytes_equal (columns, other));
    }
  files_clear (&files);
}

typedef RefrainTrace *(*MakeTrace) (void);

static void
test_made (gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = ((MakeTrace) data) ();

  check_trace (trace);
}

static void
test_recorded (gconstpointer data)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", data, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  check_trace (trace);
}

/* ---- Several traces ---- */

static void
check_several (const char *path, const char *const *dumps, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) trace = refrain_gxl_load_nth (path, i, NULL, NULL, &error);
      g_autofree char *dump = NULL;
      guint all;

      g_assert_no_error (error);
      dump = trace_dump (trace, FALSE);
      g_assert_cmpstr (dump, ==, dumps[i]);
      g_assert_cmpuint (refrain_trace_get_place (trace, &all), ==, i);
      g_assert_cmpuint (all, ==, n);
    }
}

static void
test_several (void)
{
  g_autoptr (RefrainTrace) rich = sample_trace_rich ();
  g_autoptr (RefrainTrace) pair = sample_trace_pair ();
  g_autoptr (RefrainTrace) single = sample_trace_single ();
  RefrainTrace *const traces[] = { rich, pair, single };
  g_autofree char *dump = trace_dump (rich, FALSE);
  g_autofree char *dump2 = trace_dump (pair, FALSE);
  g_autofree char *dump3 = trace_dump (single, FALSE);
  const char *const dumps[] = { dump, dump2, dump3 };
  g_autoptr (GError) error = NULL;
  Files files;

  files_init (&files);
  refrain_gxl_save_several (traces, 3, files.path, NULL, NULL, &error);
  g_assert_no_error (error);
  check_several (files.path, dumps, 3);
  shuffle_file (files.path, files.shuffled, 1);
  check_several (files.shuffled, dumps, 3);
  g_assert_null (refrain_gxl_load_nth (files.path, 3, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  files_clear (&files);
}

/* Several traces in one graph: an edge says whose a ProcessTrace is. */
static void
test_one_graph (void)
{
#define PROCESS(id)                                                                                \
  "<node id='p" id "'><type xlink:href='#Process'/><attr name='Rank'><int>" id "</int></attr>"     \
  "</node>"
#define THREAD(id, routine)                                                                        \
  "<node id='x" id "'><type xlink:href='#ProcessTrace'/><attr name='Process'>"                     \
  "<locator xlink:href='#p" id "'/></attr><graph id='g" id "'><node id='n" id "'>"                 \
  "<type xlink:href='#RoutineCall'/><attr name='routineCallName'><string>" routine "</string>"     \
  "</attr><attr name='StartTime'><float>1</float></attr><attr name='EndTime'><float>2</float>"     \
  "</attr></node></graph></node>"
#define OF(trace, id)                                                                              \
  "<edge from='" trace "' to='x" id "'><type xlink:href='#TraceProcessTrace'/></edge>"
  static const char text[]
      = "<gxl xmlns:xlink='http://www.w3.org/1999/xlink'><graph id='g'>" OF ("a", "1") PROCESS ("0")
          PROCESS ("1") PROCESS ("2") THREAD ("0", "zero") THREAD ("1", "one")
              THREAD ("2", "two") "<node id='a'><type xlink:href='#Trace'/></node>"
                                  "<node id='b'><type xlink:href='#Trace'/></node>" OF ("b", "0")
                                      OF ("b", "2") "</graph></gxl>";
  static const char *const dumps[]
      = { "clock 0 -1\nmessages 0 instances 0\nprocess MPI Rank 0 on (none)\nthread 0 \n"
          "1000000000 enter one\n2000000000 leave one\n",
          "clock 0 -1\nmessages 0 instances 0\nprocess MPI Rank 0 on (none)\nthread 0 \n"
          "1000000000 enter zero\n2000000000 leave zero\nprocess MPI Rank 1 on (none)\nthread 1 \n"
          "1000000000 enter two\n2000000000 leave two\n" };
  Files files;

  files_init (&files);
  g_assert_true (g_file_set_contents (files.path, text, -1, NULL));
  check_several (files.path, dumps, 2);
  files_clear (&files);
}

/* ---- What is wrong stays wrong ---- */

static void
assert_refused (const char *text, const char *phrase)
{
  g_autoptr (GError) error = NULL;
  Files files;

  files_init (&files);
  g_assert_true (g_file_set_contents (files.path, text, -1, NULL));
  g_assert_null (refrain_gxl_load (files.path, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  if (strstr (error->message, phrase) == NULL)
    g_error ("\"%s\" lacks \"%s\"", error->message, phrase);
  files_clear (&files);
}

static void
test_wrong (void)
{
#define HEAD "<gxl xmlns:xlink='http://www.w3.org/1999/xlink'><graph id='g'>"
#define CALL(id, time)                                                                             \
  "<node id='" id "'><type xlink:href='#RoutineCall'/><attr name='StartTime'><float>" time         \
  "</float></attr></node>"
  assert_refused (HEAD PROCESS ("0") "<node id='x'><type xlink:href='#ProcessTrace'/>"
                                     "<attr name='Process'><locator xlink:href='#p0'/></attr>"
                                     "<graph id='gx'>" CALL ("c0.5", "2") CALL ("c0.4", "1")
                                         CALL ("c0.5", "3") "</graph></node></graph></gxl>",
                  "“c0.5” is used twice");
  assert_refused (HEAD "<node id='c'><type xlink:href='#Communicator'/></node>"
                       "<edge from='c' to='p0'><type xlink:href='#CommunicatorProcess'/></edge>"
                       "<node id='p0'><type xlink:href='#Processor'/></node>" THREAD (
                           "0", "f") "</graph></gxl>",
                  "does not join");
  assert_refused (HEAD THREAD ("0", "f") "</graph></gxl>", "names no process");
  assert_refused (HEAD PROCESS ("0") THREAD ("0", "f")
                      PROCESS ("1") "<edge from='p0' to='p3'/></graph></gxl>",
                  "which is not there");
}

TEST_PROGRAM ("gxl-order")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/formats/gxl/order/empty", sample_trace_empty, test_made);
  g_test_add_data_func ("/formats/gxl/order/single", sample_trace_single, test_made);
  g_test_add_data_func ("/formats/gxl/order/pair", sample_trace_pair, test_made);
  g_test_add_data_func ("/formats/gxl/order/rich", sample_trace_rich, test_made);
  g_test_add_data_func ("/formats/gxl/order/threads", "threads.otf2", test_recorded);
  g_test_add_data_func ("/formats/gxl/order/ping-pong", "ping-pong.otf2", test_recorded);
  g_test_add_data_func ("/formats/gxl/order/classes", "mtf-classes.gxl", test_recorded);
  g_test_add_func ("/formats/gxl/order/several", test_several);
  g_test_add_func ("/formats/gxl/order/one-graph", test_one_graph);
  g_test_add_func ("/formats/gxl/order/wrong", test_wrong);
  return g_test_run ();
}
