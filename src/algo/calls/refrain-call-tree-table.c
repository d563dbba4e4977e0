/* refrain-call-tree-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call tree as text.
 */
#include "refrain-call-tree.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

RefrainTime
refrain_call_tree_get_mean (RefrainCallTree *self, guint32 i)
{
  guint32 n;
  gsize n_processes;
  const RefrainCallNode *nodes;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), 0);
  nodes = refrain_call_tree_get_nodes (self, &n);
  g_return_val_if_fail (i < n, 0);

  refrain_call_tree_get_processes (self, &n_processes);
  return n_processes > 0 ? nodes[i].inclusive / (RefrainTime) n_processes : 0;
}

static char *
format_time (RefrainTime time, RefrainTableFormat format)
{
  if (format != REFRAIN_TABLE_CSV)
    return refrain_time_format (time, 3);
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT, time / 1000000000,
                          time % 1000000000);
}

static char *
format_name (RefrainCallTree *self, guint32 i, guint depth, RefrainTableFormat format)
{
  const char *label = refrain_call_tree_get_label (self, i);

  return format == REFRAIN_TABLE_CSV ? g_strdup (label)
                                     : g_strdup_printf ("%*s%s", (int) depth * 2, "", label);
}

static char **
make_row (RefrainCallTree *self, guint32 i, RefrainTableFormat format)
{
  guint32 n;
  const RefrainCallNode *node = refrain_call_tree_get_nodes (self, &n) + i;
  const gboolean csv = format == REFRAIN_TABLE_CSV;
  g_autofree char *depth = g_strdup_printf ("%u", node->depth);
  g_autofree char *name = format_name (self, i, node->depth, format);
  g_autofree char *calls = csv ? g_strdup_printf ("%" G_GUINT64_FORMAT, node->calls)
                               : refrain_count_format (node->calls);
  g_autofree char *inclusive = format_time (node->inclusive, format);
  g_autofree char *exclusive = format_time (node->exclusive, format);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *share = NULL, *least = format_time (node->least, format);
  g_autofree char *mean = format_time (refrain_call_tree_get_mean (self, i), format);
  g_autofree char *most = format_time (node->most, format);
  g_autofree char *who = node->depth > 0 || node->most > 0
                             ? g_strdup_printf ("%u", node->most_process)
                             : g_strdup ("");

  g_ascii_formatd (number, sizeof number, csv ? "%.6f" : "%.1f",
                   refrain_call_tree_get_share (self, i) * (csv ? 1 : 100));
  share = g_strconcat (number, csv ? "" : " %", NULL);
  return g_strdupv (
      (char *[]){ depth, name, calls, inclusive, exclusive, share, least, mean, most, who, NULL });
}

static char **
make_titles (gboolean csv)
{
  static const char *const plain[]
      = { "depth",   "routine", "calls",  "inclusive_s",  "exclusive_s", "share",
          "least_s", "mean_s",  "most_s", "most_process", NULL };
  const char *const words[] = { _ ("Depth"),     _ ("Routine"),    _ ("Calls"),   _ ("Inclusive"),
                                _ ("Exclusive"), _ ("Share"),      _ ("Minimum"), _ ("Mean"),
                                _ ("Maximum"),   _ ("Of process"), NULL };

  return g_strdupv ((char **) (csv ? plain : words));
}

char *
refrain_call_tree_to_text (RefrainCallTree *self, RefrainTableFormat format, double least_share)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const RefrainCallNode *nodes;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);

  nodes = refrain_call_tree_get_nodes (self, &n);
  g_ptr_array_add (rows, make_titles (format == REFRAIN_TABLE_CSV));
  for (guint32 i = 0; i < n;)
    if (i > 0 && refrain_call_tree_get_share (self, i) < least_share)
      i += nodes[i].size;
    else
      g_ptr_array_add (rows, make_row (self, i++, format));
  return refrain_table_write (rows, "rlrrrrrrrr", format);
}
