/* test-gxl-valid.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is written is valid GXL 1.0 and keeps to the schema that it carries.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <libxml/valid.h>
#include <string.h>

#include "refrain-gxl.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"

typedef RefrainTrace *(*MakeTrace) (void);

static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", name, NULL);
}

/* The text that saving @trace gives. */
static char *
save_text (RefrainTrace *trace)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t.gxl", NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  refrain_gxl_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  return text;
}

static xmlDoc *
parse (const char *text)
{
  xmlDoc *doc = xmlReadMemory (text, strlen (text), "t.gxl", NULL, XML_PARSE_NONET);

  g_assert_nonnull (doc);
  return doc;
}

static void
test_dtd (gconstpointer data)
{
  g_autofree char *dtd_path = data_path ("gxl-1.0.dtd");
  g_autoptr (RefrainTrace) trace = ((MakeTrace) data) ();
  g_autofree char *text = save_text (trace);
  xmlDoc *doc = parse (text);
  xmlDtd *dtd = xmlParseDTD (NULL, (const xmlChar *) dtd_path);
  xmlValidCtxt *context = xmlNewValidCtxt ();

  g_assert_nonnull (dtd);
  g_assert_cmpint (xmlValidateDtd (context, doc, dtd), ==, 1);
  xmlFreeValidCtxt (context);
  xmlFreeDtd (dtd);
  xmlFreeDoc (doc);
}

/* ---- The schema graph as tables ---- */

typedef struct
{
  GHashTable *classes;    /* names of classes of nodes and edges */
  GHashTable *parents;    /* class -> class */
  GHashTable *attributes; /* "Class.name" */
} Schema;

static gboolean
is_element (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

/* What stands behind the # of the element's type. */
static char *
type_of (const xmlNode *element)
{
  for (xmlNode *child = element->children; child != NULL; child = child->next)
    if (is_element (child, "type"))
      {
        xmlChar *href = xmlGetProp (child, (const xmlChar *) "href");
        char *type = g_strdup (strrchr ((const char *) href, '#') + 1);

        xmlFree (href);
        return type;
      }
  return g_strdup ("");
}

static char *
property (const xmlNode *element, const char *name)
{
  xmlChar *value = xmlGetProp ((xmlNode *) element, (const xmlChar *) name);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

static void
read_schema (Schema *schema, const xmlNode *graph)
{
  for (xmlNode *node = graph->children; node != NULL; node = node->next)
    {
      g_autofree char *type = NULL;

      if (node->type != XML_ELEMENT_NODE)
        continue;
      type = type_of (node);
      if (g_str_equal (type, "NodeClass") || g_str_equal (type, "EdgeClass"))
        g_hash_table_add (schema->classes, property (node, "id"));
      else if (g_str_equal (type, "AttributeClass"))
        g_hash_table_add (schema->attributes, property (node, "id"));
      else if (g_str_equal (type, "isA"))
        g_hash_table_insert (schema->parents, property (node, "from"), property (node, "to"));
    }
}

static gboolean
has_attribute (const Schema *schema, const char *class_name, const char *attribute)
{
  for (; class_name != NULL; class_name = g_hash_table_lookup (schema->parents, class_name))
    {
      g_autofree char *id = g_strconcat (class_name, ".", attribute, NULL);

      if (g_hash_table_contains (schema->attributes, id))
        return TRUE;
    }
  return FALSE;
}

static void
check_instance (const Schema *schema, const xmlNode *graph)
{
  for (xmlNode *node = graph->children; node != NULL; node = node->next)
    {
      g_autofree char *type = NULL;

      if (!is_element (node, "node") && !is_element (node, "edge"))
        continue;
      type = type_of (node);
      if (!g_hash_table_contains (schema->classes, type))
        g_error ("the schema lacks the class %s", type);
      for (xmlNode *child = node->children; child != NULL; child = child->next)
        {
          g_autofree char *name = is_element (child, "attr") ? property (child, "name") : NULL;

          if (name != NULL && !has_attribute (schema, type, name))
            g_error ("the schema lacks the attribute %s.%s", type, name);
          if (is_element (child, "graph"))
            check_instance (schema, child);
        }
    }
}

static void
test_schema (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  g_autofree char *text = save_text (trace);
  xmlDoc *doc = parse (text);
  Schema schema = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  guint graphs = 0;

  for (xmlNode *graph = xmlDocGetRootElement (doc)->children; graph != NULL; graph = graph->next)
    {
      if (!is_element (graph, "graph"))
        continue;
      if (graphs++ == 0)
        read_schema (&schema, graph);
      else
        check_instance (&schema, graph);
    }
  g_assert_cmpuint (graphs, ==, 2);
  g_assert_cmpuint (g_hash_table_size (schema.classes), >, 38);
  g_hash_table_unref (schema.classes);
  g_hash_table_unref (schema.parents);
  g_hash_table_unref (schema.attributes);
  xmlFreeDoc (doc);
}

/* The format does not change by accident. */
static void
test_golden (void)
{
  g_autofree char *path = data_path ("pair.gxl");
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();
  g_autofree char *text = save_text (trace);
  g_autofree char *golden = NULL;
  g_auto (GStrv) parts = g_strsplit (text, "Refrain " PACKAGE_VERSION, 2);
  g_autofree char *plain = g_strjoinv ("Refrain", parts);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) loaded = NULL;

  g_file_get_contents (path, &golden, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plain, ==, golden);
  loaded = refrain_gxl_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  {
    g_autofree char *a = trace_dump (trace, FALSE);
    g_autofree char *b = trace_dump (loaded, FALSE);

    g_assert_cmpstr (a, ==, b);
  }
}

TEST_PROGRAM ("gxl-valid")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/formats/gxl/dtd/empty", sample_trace_empty, test_dtd);
  g_test_add_data_func ("/formats/gxl/dtd/single", sample_trace_single, test_dtd);
  g_test_add_data_func ("/formats/gxl/dtd/pair", sample_trace_pair, test_dtd);
  g_test_add_data_func ("/formats/gxl/dtd/rich", sample_trace_rich, test_dtd);
  g_test_add_func ("/formats/gxl/schema", test_schema);
  g_test_add_func ("/formats/gxl/golden", test_golden);
  return g_test_run ();
}
