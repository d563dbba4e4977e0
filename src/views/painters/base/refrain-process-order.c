/* refrain-process-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A permutation and its inverse.
 */
#include "config.h"
#include "refrain-process-order.h"

#include <string.h>

struct _RefrainProcessOrder
{
  GObject parent_instance;

  guint n;
  guint32 *order;
  guint32 *positions;
  char **labels; /* n, or NULL */
};

G_DEFINE_FINAL_TYPE (RefrainProcessOrder, refrain_process_order, G_TYPE_OBJECT)

static void
refrain_process_order_finalize (GObject *object)
{
  RefrainProcessOrder *self = REFRAIN_PROCESS_ORDER (object);

  g_free (self->order);
  g_free (self->positions);
  g_strfreev (self->labels);
  G_OBJECT_CLASS (refrain_process_order_parent_class)->finalize (object);
}

static void
refrain_process_order_class_init (RefrainProcessOrderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_process_order_finalize;
}

static void
refrain_process_order_init (RefrainProcessOrder *self)
{
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

guint
refrain_process_order_get_n (RefrainProcessOrder *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS_ORDER (self), 0);
  return self->n;
}

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
