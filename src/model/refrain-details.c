/* refrain-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bytes may come from a file: an entry that reaches beyond the end is the end.
 */
#include "refrain-details.h"

void
refrain_detail_cursor_init (RefrainDetailCursor *self,
                            const RefrainDetails *details,
                            const RefrainThread *thread)
{
  *self = (RefrainDetailCursor){ .none = TRUE };
  if (thread->n_details == 0 || thread->first_detail > details->n
      || thread->n_details > details->n - thread->first_detail)
    return;
  self->left.at = details->bytes + thread->first_detail;
  self->left.end = self->left.at + thread->n_details;
  refrain_detail_cursor_advance (self);
}

void
refrain_detail_cursor_advance (RefrainDetailCursor *self)
{
  guint64 head, n;

  self->next = (RefrainDetail){ 0, NULL, 0 };
  self->none = self->left.at == self->left.end;
  if (self->none)
    return;
  head = refrain_get_unsigned (&self->left);
  if (head & 1)
    {
      self->gap = head >> 7;
      self->next.ticks = (gint64) ((head >> 1) & REFRAIN_MAX_SHORT_TICKS);
    }
  else
    {
      self->gap = head >> 1;
      self->next.ticks = refrain_get_signed (&self->left);
      n = refrain_get_count (&self->left);
      self->next.records = n > 0 ? self->left.at : NULL;
      self->next.n = (gsize) n;
      self->left.at += n;
    }
  self->none = self->left.failed;
}
