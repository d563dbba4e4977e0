/* refrain-process-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A permutation and its inverse; rows that are shared are numbers, equal where they are one.
 */
#include "refrain-process-order.h"

#include "refrain-object.h"

#include <string.h>

struct _RefrainProcessOrder
{
  GObject parent_instance;

  guint n;
  guint32 *order, *positions;
  char **labels;   /* n, or NULL */
  guint32 *groups; /* n, or NULL: each has a row of its own */
};

REFRAIN_DEFINE_OBJECT (RefrainProcessOrder, refrain_process_order)

static void
refrain_process_order_finalize (RefrainProcessOrder *self)
{
  g_free (self->order);
  g_free (self->positions);
  g_strfreev (self->labels);
  g_free (self->groups);
}

RefrainProcessOrder *
refrain_process_order_new (const guint32 *order, guint n, const char *const *labels)
{
  RefrainProcessOrder *self;

  g_return_val_if_fail (order != NULL || n == 0, NULL);

  self = g_object_new (REFRAIN_TYPE_PROCESS_ORDER, NULL);
  self->n = n;
  self->order = g_new (guint32, (gsize) n + 1);
  self->positions = g_new (guint32, (gsize) n + 1);
  memset (self->positions, 0xff, ((gsize) n + 1) * sizeof *self->positions);
  for (guint i = 0; i < n; i++)
    {
      g_assert (order[i] < n && self->positions[order[i]] == G_MAXUINT32);
      self->order[i] = order[i];
      self->positions[order[i]] = i;
    }
  if (labels != NULL)
    {
      self->labels = g_new0 (char *, (gsize) n + 1);
      for (guint i = 0; i < n; i++)
        self->labels[i] = g_strdup (labels[i]);
    }
  return self;
}

RefrainProcessOrder *
refrain_process_order_fold (RefrainProcessOrder *base,
                            guint n,
                            const guint32 *order,
                            const guint32 *groups)
{
  g_autofree guint32 *ranks = NULL;
  RefrainProcessOrder *self;

  g_return_val_if_fail (base == NULL || base->n == n, NULL);

  if (order == NULL)
    {
      ranks = g_new (guint32, (gsize) n + 1);
      for (guint i = 0; i < n; i++)
        ranks[i] = refrain_process_order_get_process (base, i);
      order = ranks;
    }
  self = refrain_process_order_new (order, n,
                                    base != NULL ? (const char *const *) base->labels : NULL);
  if (groups != NULL)
    self->groups = g_memdup2 (groups, MAX (n, 1) * sizeof *groups);
  return self;
}

gboolean
refrain_process_order_share_row (RefrainProcessOrder *self, guint a, guint b)
{
  return a == b
         || (self != NULL && self->groups != NULL && a < self->n && b < self->n
             && self->groups[a] == self->groups[b]);
}

guint *
refrain_process_order_list_rows (
    RefrainProcessOrder *self, const guint *processes, gsize n, gsize *n_rows, gsize *row_of)
{
  guint *rows = g_new (guint, MAX (n, 1));
  g_autoptr (GHashTable) seen = NULL;

  g_return_val_if_fail (processes != NULL || n == 0, rows);
  g_return_val_if_fail (n_rows != NULL, rows);

  *n_rows = 0;
  if (self != NULL && self->groups != NULL)
    seen = g_hash_table_new (NULL, NULL);
  for (gsize i = 0; i < n; i++)
    {
      gpointer key = NULL, row;

      if (seen != NULL && processes[i] < self->n)
        {
          key = GUINT_TO_POINTER (self->groups[processes[i]]);
          if (g_hash_table_lookup_extended (seen, key, NULL, &row))
            {
              if (row_of != NULL)
                row_of[i] = GPOINTER_TO_SIZE (row);
              continue;
            }
          g_hash_table_insert (seen, key, GSIZE_TO_POINTER (*n_rows));
        }
      if (row_of != NULL)
        row_of[i] = *n_rows;
      rows[(*n_rows)++] = processes[i];
    }
  return rows;
}

REFRAIN_GETTER (RefrainProcessOrder, refrain_process_order, guint, get_n, self->n)

guint
refrain_process_order_get_process (RefrainProcessOrder *self, guint position)
{
  return self != NULL && position < self->n ? self->order[position] : position;
}

guint
refrain_process_order_get_position (RefrainProcessOrder *self, guint process)
{
  return self != NULL && process < self->n ? self->positions[process] : process;
}

gboolean
refrain_process_order_has_labels (RefrainProcessOrder *self)
{
  return self != NULL && self->labels != NULL;
}

char *
refrain_process_order_dup_label (RefrainProcessOrder *self, guint process)
{
  return self != NULL && self->labels != NULL && process < self->n
             ? g_strdup (self->labels[process])
             : g_strdup_printf ("%u", process);
}

static int
compare_positions (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint one = refrain_process_order_get_position (data, *(const guint *) a);
  const guint other = refrain_process_order_get_position (data, *(const guint *) b);

  return one < other ? -1 : one > other;
}

void
refrain_process_order_sort (RefrainProcessOrder *self, guint *processes, gsize n)
{
  g_return_if_fail (processes != NULL || n == 0);
  if (n > 1)
    g_qsort_with_data (processes, (gint) n, sizeof *processes, compare_positions, self);
}
