/* refrain-nlr-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the terms that the rules of nested loop recognition look at.
 *
 * Terms lie in arrays by place, their numbers one after the other in another one: the instances of
 * a body are neighbours of equal length, and a loop's first iteration stays where it was read.
 *
 * Two indices make most pushes O(1). A fold needs the top's shape at equal distances below: the
 * places of each shape are chained. An iteration more can only end where it is due, which is known
 * as soon as the loop has its count: loops are chained by the height at which they are due. Both
 * chains are in the order of the stack, so that what is taken off stands first in them.
 */
#pragma once

#include "refrain-nlr-predict.h"

G_BEGIN_DECLS

#define REFRAIN_NLR_NOWHERE G_MAXUINT32

typedef struct
{
  guint32 max_body;
  RefrainNlrShapes shapes;
  RefrainNlrPrediction prediction;
  guint32 n; /* terms */
  guint32 n_room;
  guint32 *shape;    /* by place */
  guint32 *number;   /* by place, and one more: where its numbers begin */
  guint32 *below;    /* by place: the next lower one of that shape, or nowhere */
  guint32 *due_at;   /* by place: the height at which an iteration more ends, or nowhere */
  guint32 *due_next; /* by place: the next lower one due there, or nowhere */
  guint32 *due;      /* by height: the uppermost loop due there, or nowhere */
  gint64 *numbers;
  guint32 numbers_room;
  GArray *last;         /* guint32 by shape: its uppermost place, or nowhere */
  GArray *done;         /* of guint32: shapes of terms that left below */
  GArray *done_numbers; /* of gint64: their numbers */
} RefrainNlrWindow;

void refrain_nlr_window_init (RefrainNlrWindow *self,
                              const guint8 *n_numbers,
                              guint32 n_leaves,
                              guint32 max_body);
void refrain_nlr_window_clear (RefrainNlrWindow *self);
/* Room for a term more of so many numbers. */
void refrain_nlr_window_grow (RefrainNlrWindow *self, guint32 n_numbers);
/* Finds where the loop on top is due, or takes that back. */
void refrain_nlr_window_link_due (RefrainNlrWindow *self, guint32 loop);
/* Puts all but the uppermost @left terms where they are only kept. */
void refrain_nlr_window_retire (RefrainNlrWindow *self, guint32 left);

static inline gint64 *
refrain_nlr_window_get_count (RefrainNlrWindow *self, guint32 loop)
{
  return &self->numbers[self->number[loop + 1] - 1];
}

static inline void
refrain_nlr_window_reserve (RefrainNlrWindow *self, guint32 n_numbers)
{
  if (G_UNLIKELY (self->n == self->n_room
                  || n_numbers > self->numbers_room - self->number[self->n]))
    refrain_nlr_window_grow (self, n_numbers);
}

static inline void
refrain_nlr_window_unlink_due (RefrainNlrWindow *self, guint32 loop)
{
  const guint32 at = self->due_at[loop];

  if (at == REFRAIN_NLR_NOWHERE)
    return;
  g_assert (self->due[at] == loop);
  self->due[at] = self->due_next[loop];
}

/* Makes the @n_numbers numbers above the top a term. */
static inline void
refrain_nlr_window_add (RefrainNlrWindow *self, guint32 shape, guint32 n_numbers)
{
  const guint32 place = self->n++;
  guint32 *last = &g_array_index (self->last, guint32, shape);

  self->shape[place] = shape;
  self->number[place + 1] = self->number[place] + n_numbers;
  self->below[place] = *last;
  *last = place;
  if (shape < self->shapes.n_leaves)
    self->due_at[place] = REFRAIN_NLR_NOWHERE;
  else
    refrain_nlr_window_link_due (self, place);
}

static inline void
refrain_nlr_window_take_off (RefrainNlrWindow *self, guint32 n)
{
  for (; n > 0; n--)
    {
      const guint32 place = --self->n;

      g_array_index (self->last, guint32, self->shape[place]) = self->below[place];
      refrain_nlr_window_unlink_due (self, place);
    }
}

G_END_DECLS
