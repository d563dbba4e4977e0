/* refrain-repeats.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-repeats-private.h"

struct _RefrainRepeats
{
  gsize n;
  RefrainRepeat *repeats;
  guint32 *positions;
};

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const RefrainRepeatEntry *x = a, *y = b;

  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return (x->length < y->length) - (x->length > y->length);
}

RefrainRepeats *
refrain_repeats_new (GArray *entries, guint32 *positions)
{
  RefrainRepeats *self = g_new0 (RefrainRepeats, 1);

  g_array_sort (entries, compare_entries);
  self->n = entries->len;
  self->positions = positions;
  self->repeats = g_new (RefrainRepeat, self->n);
  for (guint i = 0; i < entries->len; i++)
    {
      const RefrainRepeatEntry *entry = &g_array_index (entries, RefrainRepeatEntry, i);

      self->repeats[i].length = entry->length;
      self->repeats[i].n = entry->n;
      self->repeats[i].positions = positions + entry->offset;
    }
  g_array_unref (entries);
  return self;
}

void
refrain_repeats_free (RefrainRepeats *self)
{
  g_free (self->repeats);
  g_free (self->positions);
  g_free (self);
}

gsize
refrain_repeats_get_n (const RefrainRepeats *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n;
}

const RefrainRepeat *
refrain_repeats_get (const RefrainRepeats *self, gsize i)
{
  g_return_val_if_fail (self != NULL && i < self->n, NULL);

  return &self->repeats[i];
}
