/* refrain-matrix-part.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages between members of a communicator are a matrix of fewer rows; tags are worth a
 * matrix each where there are few of them.
 */
#include "refrain-matrix-part.h"

/* Tags that are few. */
#define MOST_TAGS 8

RefrainMatrix *
refrain_matrix_new_of_members (RefrainMatrix *self, RefrainCommunicator *communicator)
{
  const guint n = refrain_matrix_get_n_processes (self);
  g_autofree guint32 *rank = g_new (guint32, n + 1);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gsize n_members;
  const gint32 *members = refrain_communicator_get_members (communicator, &n_members);

  refrain_fill (rank, 0xff, n * sizeof *rank);
  for (gsize i = 0; i < n_members; i++)
    if (members[i] >= 0 && (guint) members[i] < n)
      rank[members[i]] = (guint32) i;
  for (gsize i = 0; i < n_members; i++)
    {
      GArray *row = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
      const RefrainMatrixCell *cells = NULL;
      gsize n_cells = 0;

      if (members[i] >= 0 && (guint) members[i] < n)
        cells = refrain_matrix_get_row (self, (guint) members[i], &n_cells);
      for (gsize k = 0; k < n_cells; k++)
        {
          RefrainMatrixCell cell = cells[k];

          cell.destination = rank[cell.destination];
          if (cell.destination != G_MAXUINT32)
            g_array_append_val (row, cell);
        }
      g_ptr_array_add (rows, row);
    }
  return refrain_matrix_new_from_rows (rows);
}

static int
compare_tags (gconstpointer a, gconstpointer b)
{
  const gint32 left = *(const gint32 *) a, right = *(const gint32 *) b;

  return left < right ? -1 : left > right;
}

GArray *
refrain_matrix_list_tags (RefrainTrace *trace)
{
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *rows = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < rows->n; i++)
        {
          guint k = 0;

          if (!REFRAIN_OP_IS_SEND (rows->kind[i]))
            continue;
          while (k < tags->len && g_array_index (tags, gint32, k) != rows->tag[i])
            k++;
          if (k == tags->len && k == MOST_TAGS)
            return NULL;
          if (k == tags->len)
            g_array_append_val (tags, rows->tag[i]);
        }
    }
  g_array_sort (tags, compare_tags);
  return tags->len > 1 ? g_steal_pointer (&tags) : NULL;
}
