/* refrain-progress.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far long work has come, and who is told.
 */
#pragma once

#include "refrain-types.h"

/* Who is told: @func, with @data. Where it is handed over, it may be NULL, as @func may: nobody. */
typedef struct
{
  RefrainProgressFunc func;
  gpointer data;
} RefrainProgress;

static inline void
refrain_progress_tell (const RefrainProgress *self, double fraction, const char *sentence)
{
  if (self != NULL && self->func != NULL)
    self->func (fraction, sentence, self->data);
}
