/* refrain-nlr-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the terms that the rules of nested loop recognition look at.
 *
 * Terms lie in arrays by place, their numbers one after the other in another one: the instances of
 * a body are neighbours of equal length, and a loop's first iteration stays where it was read.
 *
 * Each place has the hash of all terms up to it, linear in their numbers: polynomial over the
 * terms, and each term the sum of its shape's hash and its numbers times a multiplier each. Where
 * three neighbours of equal length are instances of one body, their hashes advance by one constant.
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

/* Odd and irregular; from splitmix64. */
#define REFRAIN_NLR_BASE         G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)
#define REFRAIN_NLR_SHAPE_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

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
  guint64 *hash;     /* by height: of the terms below it */
  guint64 *power;    /* of the hash's base, by exponent up to max_body */
  gint64 *numbers;
  guint32 numbers_room;
  GArray *multiplier;   /* guint64 by number of a term */
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
  if (G_UNLIKELY (self->n == self->n_room || n_numbers > self->numbers_room - self->number[self->n]
                  || n_numbers > self->multiplier->len))
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

static inline guint64
refrain_nlr_window_get_multiplier (const RefrainNlrWindow *self, guint32 number)
{
  return g_array_index (self->multiplier, guint64, number);
}

/* Whether the three bodies of @n terms on top may be instances of one: their hashes advance by one
 * constant. */
static inline gboolean
refrain_nlr_window_may_fold (const RefrainNlrWindow *self, guint32 n)
{
  const guint64 *top = self->hash + self->n, power = self->power[n];

  /* (h0 - h1 p) - 2 (h1 - h2 p) + (h2 - h3 p) */
  return *top - *(top - n) * (power + 2) + *(top - 2 * n) * (2 * power + 1) - *(top - 3 * n) * power
         == 0;
}

/* An iteration more of the loop on top. */
static inline void
refrain_nlr_window_count_up (RefrainNlrWindow *self)
{
  const guint32 n_numbers = self->number[self->n] - self->number[self->n - 1];

  self->numbers[self->number[self->n] - 1]++;
  self->hash[self->n] += refrain_nlr_window_get_multiplier (self, n_numbers - 1);
}

/* Makes the @n_numbers numbers above the top a term. */
static inline void
refrain_nlr_window_add (RefrainNlrWindow *self, guint32 shape, guint32 n_numbers)
{
  const guint32 place = self->n++;
  const gint64 *numbers = self->numbers + self->number[place];
  guint32 *last = &g_array_index (self->last, guint32, shape);
  guint64 hash = self->hash[place] * REFRAIN_NLR_BASE + (shape + 1) * REFRAIN_NLR_SHAPE_FACTOR;

  self->shape[place] = shape;
  self->number[place + 1] = self->number[place] + n_numbers;
  self->below[place] = *last;
  *last = place;
  for (guint32 i = 0; i < n_numbers; i++)
    hash += (guint64) numbers[i] * refrain_nlr_window_get_multiplier (self, i);
  self->hash[place + 1] = hash;
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
