/* refrain-nlr-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-nlr-window.h"

void
refrain_nlr_window_init (RefrainNlrWindow *self,
                         const guint8 *n_numbers,
                         guint32 n_leaves,
                         guint32 max_body)
{
  const guint32 nowhere = REFRAIN_NLR_NOWHERE;

  self->max_body = max_body;
  refrain_nlr_shapes_init (&self->shapes, n_numbers, n_leaves);
  refrain_nlr_prediction_init (&self->prediction);
  self->last = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_leaves);
  for (guint32 i = 0; i < n_leaves; i++)
    g_array_append_val (self->last, nowhere);
  self->done = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->done_numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->multiplier = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->power = g_new (guint64, (gsize) max_body + 1);
  self->power[0] = 1;
  for (guint32 i = 1; i <= max_body; i++)
    self->power[i] = self->power[i - 1] * REFRAIN_NLR_BASE;
  refrain_nlr_window_grow (self, 2);
}

void
refrain_nlr_window_clear (RefrainNlrWindow *self)
{
  refrain_nlr_shapes_clear (&self->shapes);
  refrain_nlr_prediction_clear (&self->prediction);
  g_clear_pointer (&self->last, g_array_unref);
  g_clear_pointer (&self->multiplier, g_array_unref);
  g_clear_pointer (&self->hash, g_free);
  g_clear_pointer (&self->power, g_free);
  g_clear_pointer (&self->done, g_array_unref);
  g_clear_pointer (&self->done_numbers, g_array_unref);
  g_clear_pointer (&self->shape, g_free);
  g_clear_pointer (&self->number, g_free);
  g_clear_pointer (&self->below, g_free);
  g_clear_pointer (&self->due_at, g_free);
  g_clear_pointer (&self->due_next, g_free);
  g_clear_pointer (&self->due, g_free);
  g_clear_pointer (&self->numbers, g_free);
}

static void
grow_places (RefrainNlrWindow *self)
{
  const guint32 room = MAX (64, self->n_room * 2);
  const guint32 heights = room + self->max_body + 1;
  const guint32 old_heights = self->n_room > 0 ? self->n_room + self->max_body + 1 : 0;

  self->shape = g_renew (guint32, self->shape, room);
  self->number = g_renew (guint32, self->number, room + 1);
  self->below = g_renew (guint32, self->below, room);
  self->due_at = g_renew (guint32, self->due_at, room);
  self->due_next = g_renew (guint32, self->due_next, room);
  self->due = g_renew (guint32, self->due, heights);
  memset (self->due + old_heights, 0xff, (heights - old_heights) * sizeof *self->due);
  self->hash = g_renew (guint64, self->hash, room + 1);
  self->number[0] = 0;
  self->hash[0] = 0;
  self->n_room = room;
}

/* Odd multipliers for so many numbers of a term, as irregular as splitmix64 makes them. */
static void
grow_multipliers (RefrainNlrWindow *self, guint32 n)
{
  while (self->multiplier->len < n)
    {
      guint64 mixed = (self->multiplier->len + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

      mixed = (mixed ^ mixed >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      mixed = (mixed ^ mixed >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
      mixed = (mixed ^ mixed >> 31) | 1;
      g_array_append_val (self->multiplier, mixed);
    }
}

void
refrain_nlr_window_grow (RefrainNlrWindow *self, guint32 n_numbers)
{
  guint32 used;

  if (self->n == self->n_room)
    grow_places (self);
  grow_multipliers (self, n_numbers);
  used = self->number[self->n];
  if (n_numbers <= self->numbers_room - used)
    return;
  g_assert (n_numbers < G_MAXUINT32 / 2 - used);
  self->numbers_room = MAX (256, (used + n_numbers) * 2);
  self->numbers = g_renew (gint64, self->numbers, self->numbers_room);
}

void
refrain_nlr_window_link_due (RefrainNlrWindow *self, guint32 loop)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->shapes, self->shape[loop]);
  guint32 length = entry->n_body;

  if (entry->is_varying)
    {
      const gint64 *numbers = self->numbers + self->number[loop];

      length = refrain_nlr_predict (&self->prediction, &self->shapes, self->shape[loop], numbers,
                                    *refrain_nlr_window_get_count (self, loop), self->max_body);
    }
  if (length == 0)
    {
      self->due_at[loop] = REFRAIN_NLR_NOWHERE;
      return;
    }
  self->due_at[loop] = loop + 1 + length;
  self->due_next[loop] = self->due[loop + 1 + length];
  self->due[loop + 1 + length] = loop;
}

void
refrain_nlr_window_retire (RefrainNlrWindow *self, guint32 left)
{
  const guint32 n = self->n - left, n_numbers = self->number[n];
  const guint32 *shapes = self->shape;

  g_array_append_vals (self->done, self->shape, n);
  g_array_append_vals (self->done_numbers, self->numbers, n_numbers);
  for (guint32 i = self->n; i-- > 0;)
    {
      g_array_index (self->last, guint32, shapes[i]) = REFRAIN_NLR_NOWHERE;
      refrain_nlr_window_unlink_due (self, i);
    }
  memmove (self->numbers, self->numbers + n_numbers,
           (self->number[self->n] - n_numbers) * sizeof *self->numbers);
  self->n = 0;
  for (guint32 i = 0; i < left; i++)
    {
      self->number[i] = self->number[n + i] - n_numbers;
      refrain_nlr_window_add (self, shapes[n + i], self->number[n + i + 1] - self->number[n + i]);
    }
}
