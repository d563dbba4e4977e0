/* refrain-group-grid.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words for what RefrainGroupLines makes of communicators.
 */
#include "config.h"

#include "refrain-group-grid.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-group-lines.h"
#include "refrain-trace-shares.h"

/* Rows first, as the last dimension of MPI_Cart_create. */
REFRAIN_DEFINE_COMPARE_POINTERS (compare_lines, RefrainGroupLines, REFRAIN_RISING (stride))

/* Of each communicator how many collective operations are called on it. With the team. Free with
 * g_free(). */
static guint64 *
count_used (RefrainTrace *trace)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_communicators (trace);
  guint64 *used = g_new0 (guint64, (gsize) n + 1);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = 0; i < ops->n; i++)
        if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->comm[i] != REFRAIN_NONE
            && refrain_collective_get_flow ((RefrainCollective) ops->tag[i]) != REFRAIN_FLOW_NONE)
          used[ops->comm[i]]++;
    }
  if (shares != NULL)
    refrain_team_sum (shares->team, used, n);
  return used;
}

/* Those of which each process is in one; of RefrainGroupLines. Free with g_ptr_array_unref(). */
static GPtrArray *
list_lines (RefrainTrace *trace)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  GPtrArray *all = refrain_group_lines_new ();
  g_autofree guint64 *used = count_used (trace);

  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (trace, c);
      gsize n, n_remote;
      const gint32 *members = refrain_communicator_get_members (communicator, &n);
      gboolean known = TRUE;

      refrain_communicator_get_remote (communicator, &n_remote);
      for (gsize i = 0; i < n && known; i++)
        known = members[i] >= 0 && (guint) members[i] < n_processes;
      if (used[c] > 0 && known && n_remote == 0 && n >= 2 && n < n_processes)
        refrain_group_lines_add (all, (const guint32 *) members, n, n_processes);
    }
  for (guint i = all->len; i > 0; i--)
    if (!refrain_group_lines_are_whole (all->pdata[i - 1], n_processes))
      g_ptr_array_remove_index (all, i - 1);
  g_ptr_array_sort (all, compare_lines);
  return all;
}

static void
append_lines (GString *text, const GPtrArray *all)
{
  for (guint i = 0; i < all->len; i++)
    {
      const RefrainGroupLines *lines = all->pdata[i];

      g_string_append (text, i > 0 ? ", " : "");
      g_string_append_printf (text, lines->in_order ? _ ("%u rows of %u") : _ ("%u columns of %u"),
                              lines->n, lines->size);
    }
}

char *
refrain_trace_describe_group_lines (RefrainTrace *trace)
{
  g_autoptr (GPtrArray) all = list_lines (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  append_lines (text, all);
  return all->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

char *
refrain_trace_describe_group_grid (RefrainTrace *trace)
{
  g_autoptr (GPtrArray) all = list_lines (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  if (all->len == 0)
    return NULL;
  if (refrain_group_lines_are_grid (all, refrain_trace_get_n_processes (trace)))
    {
      for (guint i = all->len; i > 0; i--)
        g_string_append_printf (text, "%s%u", i < all->len ? "×" : "",
                                ((const RefrainGroupLines *) all->pdata[i - 1])->size);
      g_string_append (text, _ (" grid by the communicators of collective operations: "));
    }
  else
    g_string_append (text, _ ("none; communicators of collective operations: "));
  append_lines (text, all);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
