/* refrain-phase-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Marks in an array: a user makes few.
 */
#include "refrain-phase-memory.h"

#include "refrain-free.h"

REFRAIN_DEFINE_FREE (mark_free, RefrainPhaseMark, refrain_free (x->sequence, x->name, x->note))

RefrainPhaseMemory *
refrain_phase_memory_new (void)
{
  RefrainPhaseMemory *self = g_new0 (RefrainPhaseMemory, 1);

  self->merged = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->marks = g_ptr_array_new_with_free_func (mark_free);
  return self;
}

RefrainPhaseMemory *
refrain_phase_memory_copy (const RefrainPhaseMemory *self)
{
  RefrainPhaseMemory *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = refrain_phase_memory_new ();
  copy->by_hand = self->by_hand;
  copy->composite = self->composite;
  copy->collapse = self->collapse;
  copy->without_collectives = self->without_collectives;
  copy->strength = self->strength;
  for (guint i = 0; i < self->merged->len; i++)
    g_ptr_array_add (copy->merged, g_strdupv (self->merged->pdata[i]));
  for (guint i = 0; i < self->marks->len; i++)
    {
      RefrainPhaseMark *mark = g_memdup2 (self->marks->pdata[i], sizeof *mark);

      mark->sequence = g_strdup (mark->sequence);
      mark->name = g_strdup (mark->name);
      mark->note = g_strdup (mark->note);
      g_ptr_array_add (copy->marks, mark);
    }
  return copy;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_phase_memory_free,
                             RefrainPhaseMemory,
                             g_ptr_array_unref (x->merged);
                             g_ptr_array_unref (x->marks))

RefrainPhaseMark *
refrain_phase_memory_find (
    RefrainPhaseMemory *self, const char *sequence, guint32 start, guint32 end, gboolean create)
{
  RefrainPhaseMark *mark;

  g_return_val_if_fail (self != NULL && sequence != NULL, NULL);

  for (guint i = 0; i < self->marks->len; i++)
    {
      mark = self->marks->pdata[i];
      if (mark->start == start && mark->end == end && g_str_equal (mark->sequence, sequence))
        return mark;
    }
  if (!create)
    return NULL;
  mark = g_new0 (RefrainPhaseMark, 1);
  mark->sequence = g_strdup (sequence);
  mark->start = start;
  mark->end = end;
  g_ptr_array_add (self->marks, mark);
  return mark;
}

void
refrain_phase_memory_clean (RefrainPhaseMemory *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = self->marks->len; i-- > 0;)
    {
      const RefrainPhaseMark *mark = self->marks->pdata[i];

      if (mark->name == NULL && mark->note == NULL && !mark->joined)
        g_ptr_array_remove_index (self->marks, i);
    }
}
