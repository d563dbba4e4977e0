/* refrain-nlr-shapes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-nlr-shapes.h"

void
refrain_nlr_shapes_init (RefrainNlrShapes *self, const guint8 *n_numbers, guint32 n_leaves)
{
  self->n_leaves = n_leaves;
  self->entries = g_array_new (FALSE, FALSE, sizeof (RefrainNlrShapeEntry));
  self->steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->key = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_sequence_table_init (&self->loops);
  for (guint32 i = 0; i < n_leaves; i++)
    {
      const RefrainNlrShapeEntry entry = { .n_numbers = n_numbers[i] };

      g_array_append_val (self->entries, entry);
    }
}

void
refrain_nlr_shapes_clear (RefrainNlrShapes *self)
{
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->key, g_array_unref);
  refrain_sequence_table_clear (&self->loops);
}

/* Whether a count within the body advances: its own inner loops' counts, at any depth. */
static gboolean
has_moving_count (const RefrainNlrShapes *self,
                  const guint32 *body,
                  guint32 n_body,
                  const gint64 *step)
{
  for (guint32 i = 0; i < n_body; i++)
    {
      const RefrainNlrShapeEntry *inner = refrain_nlr_shapes_get (self, body[i]);

      if (inner->n_body > 0
          && (step[inner->n_numbers - 1] != 0
              || has_moving_count (self, refrain_nlr_shapes_get_body (self, inner), inner->n_body,
                                   step)))
        return TRUE;
      step += inner->n_numbers;
    }
  return FALSE;
}

guint32
refrain_nlr_shapes_add_loop (RefrainNlrShapes *self,
                             const guint32 *body,
                             guint32 n_body,
                             const gint64 *step,
                             guint32 n_numbers)
{
  RefrainNlrShapeEntry entry = { .n_body = n_body, .n_numbers = n_numbers + 1 };
  guint32 number;
  gboolean is_new;

  g_array_set_size (self->key, 0);
  g_array_append_val (self->key, n_body);
  g_array_append_vals (self->key, body, n_body);
  for (guint32 i = 0; i < n_numbers; i++)
    {
      const guint32 halves[2]
          = { (guint32) (guint64) step[i], (guint32) ((guint64) step[i] >> 32) };

      g_array_append_vals (self->key, halves, 2);
      entry.is_moving |= step[i] != 0;
    }
  number = refrain_sequence_table_add (&self->loops, (const guint32 *) (gpointer) self->key->data,
                                       self->key->len, &is_new);
  if (is_new)
    {
      entry.body = self->loops.words->len - self->key->len + 1;
      entry.step = self->steps->len;
      entry.is_varying = entry.is_moving && has_moving_count (self, body, n_body, step);
      g_array_append_vals (self->steps, step, n_numbers);
      g_array_append_val (self->entries, entry);
    }
  return self->n_leaves + number;
}
