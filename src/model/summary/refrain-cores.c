/* refrain-cores.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which processes share cores, from what the recorder noted of each node.
 */
#include "config.h"

#include "refrain-cores.h"

#include <glib/gi18n-lib.h>

#include "refrain-extension.h"

typedef struct
{
  guint64 n_processes, n_cores;
  char *name;
} Node;

static void
clear_node (gpointer data)
{
  g_free (((Node *) data)->name);
}

/* Reads the text of refrain_trace_note_cores(). */
static void
read_note (GArray *nodes, const char *text, gsize n)
{
  g_autofree char *note = g_strndup (text, n);
  g_auto (GStrv) items = g_strsplit (note, ";", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      Node node = { 0 };
      char *end;

      node.n_processes = g_ascii_strtoull (items[i], &end, 10);
      if (*end != '/')
        continue;
      node.n_cores = g_ascii_strtoull (end + 1, &end, 10);
      if (*end != ' ')
        continue;
      node.name = g_strdup (end + 1);
      g_array_append_val (nodes, node);
    }
}

static void
read_node (GArray *nodes, const char *text, gsize n, RefrainRecordBytes *fields)
{
  const guint64 processes = refrain_get_unsigned (fields), cores = refrain_get_unsigned (fields);
  const Node node = { processes, cores, fields->failed ? NULL : g_strndup (text, n) };

  if (!fields->failed)
    g_array_append_val (nodes, node);
}

/* All that are noted, by our recorder or in a property of an archive. */
static GArray *
read_nodes (RefrainTrace *trace)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  RefrainRecordBytes all, fields;
  const char *note;
  guint class;
  gsize n;

  g_array_set_clear_func (nodes, clear_node);
  if (extension == NULL)
    return nodes;
  all = refrain_extension_start (extension);
  while (refrain_extension_next (extension, &all, &class, &fields))
    {
      const RefrainRecordClass *what = refrain_extension_get_class (extension, class);

      if (!g_str_equal (what->name, REFRAIN_NODE_CLASS) || what->n_fields != 3)
        continue;
      note = refrain_get_text (&fields, &n);
      read_node (nodes, note, n, &fields);
    }
  note = refrain_extension_find_property (extension, REFRAIN_NODE_PROPERTY, &n);
  if (note != NULL)
    read_note (nodes, note, n);
  return nodes;
}

char *
refrain_trace_note_cores (RefrainTrace *trace)
{
  g_autoptr (GArray) nodes = read_nodes (trace);
  GString *note = g_string_new (NULL);

  for (guint i = 0; i < nodes->len; i++)
    {
      const Node *node = &g_array_index (nodes, Node, i);

      g_string_append_printf (note, "%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " %s;",
                              node->n_processes, node->n_cores, node->name);
    }
  return g_string_free (note, note->len == 0);
}

/* The node with most processes for a core: how many are there, and its name, to be freed. FALSE
 * where none is noted. */
static gboolean
find_fullest (RefrainTrace *trace, guint64 *n_processes, guint64 *n_cores, char **name)
{
  g_autoptr (GArray) nodes = read_nodes (trace);
  const Node *fullest = NULL;

  for (guint i = 0; i < nodes->len; i++)
    {
      const Node *node = &g_array_index (nodes, Node, i);

      if (node->n_cores > 0
          && (fullest == NULL
              || (double) node->n_processes / (double) node->n_cores
                     > (double) fullest->n_processes / (double) fullest->n_cores))
        fullest = node;
    }
  if (fullest == NULL)
    return FALSE;
  *n_processes = fullest->n_processes;
  *n_cores = fullest->n_cores;
  *name = g_strdup (fullest->name);
  return TRUE;
}

gboolean
refrain_trace_knows_cores (RefrainTrace *trace, gboolean *crowded)
{
  g_autofree char *name = NULL;
  guint64 n_processes = 0, n_cores = 0;

  if (!find_fullest (trace, &n_processes, &n_cores, &name))
    return FALSE;
  *crowded = n_processes > n_cores;
  return TRUE;
}

char *
refrain_trace_describe_cores (RefrainTrace *trace)
{
  g_autofree char *name = NULL;
  guint64 n_processes = 0, n_cores = 0;

  if (!find_fullest (trace, &n_processes, &n_cores, &name) || n_processes <= n_cores)
    return NULL;
  /* Translators: the last %s is the name of a machine. */
  return g_strdup_printf (
      ngettext (
          "%u processes share %u core of %s: calls of MPI may also wait for a core. Use more cores "
          "or fewer processes to be sure",
          "%u processes share %u cores of %s: calls of MPI may also wait for a core. Use more "
          "cores or fewer processes to be sure",
          (gulong) n_cores),
      (guint) MIN (n_processes, G_MAXUINT), (guint) MIN (n_cores, G_MAXUINT), name);
}
