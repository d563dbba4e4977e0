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

/* The node with most processes for a core: how many are there, and its name, to be freed. FALSE
 * where none is noted. */
static gboolean
find_fullest (RefrainTrace *trace, guint64 *n_processes, guint64 *n_cores, char **name)
{
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  const int wanted
      = extension != NULL ? refrain_extension_find_class (extension, REFRAIN_NODE_CLASS) : -1;
  RefrainRecordBytes all, fields;
  gboolean any = FALSE;
  guint class;

  if (wanted < 0 || refrain_extension_get_class (extension, (guint) wanted)->n_fields != 3)
    return FALSE;
  all = refrain_extension_start (extension);
  while (refrain_extension_next (extension, &all, &class, &fields))
    if ((int) class == wanted)
      {
        gsize n;
        const char *text = refrain_get_text (&fields, &n);
        const guint64 processes = refrain_get_unsigned (&fields);
        const guint64 cores = refrain_get_unsigned (&fields);

        if (fields.failed || cores == 0
            || (any
                && (double) processes / (double) cores
                       <= (double) *n_processes / (double) *n_cores))
          continue;
        if (any)
          g_free (*name);
        *name = g_strndup (text, n);
        *n_processes = processes;
        *n_cores = cores;
        any = TRUE;
      }
  return any;
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
          "%u processes share %u core of %s: calls of MPI also wait for a core. Use more cores "
          "or fewer processes first",
          "%u processes share %u cores of %s: calls of MPI also wait for a core. Use more "
          "cores or fewer processes first",
          (gulong) n_cores),
      (guint) MIN (n_processes, G_MAXUINT), (guint) MIN (n_cores, G_MAXUINT), name);
}
