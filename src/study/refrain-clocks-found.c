/* refrain-clocks-found.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A single message that arrives before it leaves is reason enough to correct.
 */
#include "refrain-clocks-found.h"

#include "refrain-object.h"

REFRAIN_DEFINE_OBJECT (RefrainClocksFound, refrain_clocks_found)

static void
refrain_clocks_found_finalize (RefrainClocksFound *self)
{
  g_clear_object (&self->trace);
}

RefrainClocksFound *
refrain_clocks_found_new (RefrainWaits *waits,
                          gboolean correct,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (RefrainClocksFound) self = NULL;
  RefrainTrace *recorded;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  recorded = refrain_waits_get_trace (waits);
  self = g_object_new (REFRAIN_TYPE_CLOCKS_FOUND, NULL);
  self->disagree = refrain_waits_have_other_clocks (waits);
  self->n_backward = refrain_waits_get_n_backward (waits, &self->n_messages);
  self->n_torn = refrain_waits_get_n_torn (waits, &self->n_collectives);
  self->corrected = correct && (self->n_backward > 0 || self->n_torn > 0);
  self->trace = self->corrected
                    ? refrain_clocks_correct (recorded, &self->report, cancellable, error)
                    : g_object_ref (recorded);
  return self->trace != NULL ? g_steal_pointer (&self) : NULL;
}
