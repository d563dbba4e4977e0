/* refrain-beside-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A number, and the differences that it counts in.
 */
#include "refrain-beside-row.h"

#include "refrain-object.h"

struct _RefrainBesideRow
{
  GObject parent_instance;

  RefrainDifferences *differences;
  gsize number;
};

REFRAIN_DEFINE_OBJECT (RefrainBesideRow, refrain_beside_row)

REFRAIN_GETTER (
    RefrainBesideRow, refrain_beside_row, RefrainDifferences *, get_differences, self->differences)
REFRAIN_GETTER (RefrainBesideRow, refrain_beside_row, gsize, get_number, self->number)

gsize
refrain_beside_row_count (RefrainDifferences *differences)
{
  gsize n, n_slow;

  refrain_differences_get (differences, &n);
  refrain_differences_get_slow (differences, &n_slow);
  return n + n_slow;
}

RefrainBesideRow *
refrain_beside_row_new (RefrainDifferences *differences, gsize i)
{
  RefrainBesideRow *self;

  g_return_val_if_fail (i < refrain_beside_row_count (differences), NULL);

  self = g_object_new (REFRAIN_TYPE_BESIDE_ROW, NULL);
  self->differences = g_object_ref (differences);
  self->number = i;
  return self;
}

const RefrainRunDifference *
refrain_beside_row_get_difference (RefrainBesideRow *self)
{
  const RefrainRunDifference *list;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_BESIDE_ROW (self), NULL);
  list = refrain_differences_get (self->differences, &n);
  return self->number < n ? &list[self->number] : NULL;
}

const RefrainSlowOccurrence *
refrain_beside_row_get_slow (RefrainBesideRow *self)
{
  gsize n, n_slow;

  g_return_val_if_fail (REFRAIN_IS_BESIDE_ROW (self), NULL);
  refrain_differences_get (self->differences, &n);
  return self->number < n
             ? NULL
             : &refrain_differences_get_slow (self->differences, &n_slow)[self->number - n];
}

const char *
refrain_beside_row_get_sentence (RefrainBesideRow *self)
{
  const RefrainRunDifference *difference = refrain_beside_row_get_difference (self);

  return difference != NULL ? difference->sentence : refrain_beside_row_get_slow (self)->sentence;
}

gboolean
refrain_beside_row_get_place (RefrainBesideRow *self, guint side, RefrainDifferencePlace *place)
{
  const RefrainRunDifference *difference = refrain_beside_row_get_difference (self);

  if (difference == NULL)
    {
      const RefrainSlowOccurrence *slow = refrain_beside_row_get_slow (self);

      *place = (RefrainDifferencePlace){
        .process = slow->process, .start = slow->start, .end = slow->start + slow->time, .n = 1
      };
      return slow->in_b == (side == 1);
    }
  *place = side == 1 ? difference->in_b : difference->in_a;
  return place->process != REFRAIN_NONE;
}

static void
refrain_beside_row_finalize (RefrainBesideRow *self)
{
  g_clear_object (&self->differences);
}
