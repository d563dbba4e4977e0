/* refrain-nlr-stack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms lie in arrays by place, their numbers one after the other in another one: the instances of
 * a body are neighbours of equal length, and a loop's first iteration stays where it was read.
 *
 * Two indices make most pushes O(1). A fold needs the top's shape at equal distances below: the
 * places of each shape are chained. An iteration more can only end where it is due, which is known
 * as soon as the loop has its count: loops are chained by the height at which they are due. Both
 * chains are in the order of the stack, so that what is taken off stands first in them.
 */
#include "config.h"

#include <string.h>

#include "refrain-nlr-predict.h"
#include "refrain-nlr-stack.h"

#define NONE G_MAXUINT32

struct _RefrainNlrStack
{
  guint32 max_body;
  gboolean affine;
  RefrainNlrShapes shapes;
  RefrainNlrPrediction prediction;
  GArray *last; /* guint32 by shape: its uppermost place, or NONE */

  /* The window. */
  guint32 n;
  guint32 n_room;
  guint32 *shape;    /* by place */
  guint32 *number;   /* by place, and one more: where its numbers begin */
  guint32 *below;    /* by place: the next lower one of that shape, or NONE */
  guint32 *due_at;   /* by place: the height at which an iteration more ends, or NONE */
  guint32 *due_next; /* by place: the next lower one due there, or NONE */
  guint32 *due;      /* by height: the uppermost loop due there, or NONE */
  gint64 *numbers;
  guint32 numbers_room;
  GArray *step; /* gint64: scratch */

  /* What left it. */
  GArray *done;         /* of guint32: shapes */
  GArray *done_numbers; /* of gint64 */
};

RefrainNlrStack *
refrain_nlr_stack_new (const guint8 *n_numbers, guint32 n_leaves, guint32 max_body, gboolean affine)
{
  RefrainNlrStack *self = g_new0 (RefrainNlrStack, 1);
  const guint32 none = NONE;

  g_assert (max_body >= 1 && max_body < G_MAXUINT32 / (4 * REFRAIN_NLR_WINDOW));
  self->max_body = max_body;
  self->affine = affine;
  refrain_nlr_shapes_init (&self->shapes, n_numbers, n_leaves);
  refrain_nlr_prediction_init (&self->prediction);
  self->last = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_leaves);
  for (guint32 i = 0; i < n_leaves; i++)
    g_array_append_val (self->last, none);
  self->step = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->done = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->done_numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

void
refrain_nlr_stack_free (RefrainNlrStack *self)
{
  refrain_nlr_shapes_clear (&self->shapes);
  refrain_nlr_prediction_clear (&self->prediction);
  g_array_unref (self->last);
  g_array_unref (self->step);
  g_array_unref (self->done);
  g_array_unref (self->done_numbers);
  g_free (self->shape);
  g_free (self->number);
  g_free (self->below);
  g_free (self->due_at);
  g_free (self->due_next);
  g_free (self->due);
  g_free (self->numbers);
  g_free (self);
}

static void
grow (RefrainNlrStack *self)
{
  const guint32 room = MAX (64, self->n_room * 2);

  self->shape = g_renew (guint32, self->shape, room);
  self->number = g_renew (guint32, self->number, room + 1);
  self->below = g_renew (guint32, self->below, room);
  self->due_at = g_renew (guint32, self->due_at, room);
  self->due_next = g_renew (guint32, self->due_next, room);
  self->due = g_renew (guint32, self->due, room + self->max_body + 1);
  if (self->n_room == 0)
    {
      self->number[0] = 0;
      memset (self->due, 0xff, (room + self->max_body + 1) * sizeof *self->due);
    }
  else
    {
      memset (self->due + self->n_room + self->max_body + 1, 0xff,
              (room - self->n_room) * sizeof *self->due);
    }
  self->n_room = room;
}

static void
reserve_numbers (RefrainNlrStack *self, guint32 n)
{
  const guint32 used = self->number[self->n];

  if (n <= self->numbers_room - used)
    return;
  g_assert (n < G_MAXUINT32 / 2 - used);
  self->numbers_room = MAX (256, (used + n) * 2);
  self->numbers = g_renew (gint64, self->numbers, self->numbers_room);
}

/* ---- Places --------------------------------------------------------------------------------- */

static inline gint64 *
get_count (RefrainNlrStack *self, guint32 loop)
{
  return &self->numbers[self->number[loop + 1] - 1];
}

static void
link_due (RefrainNlrStack *self, guint32 loop)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->shapes, self->shape[loop]);
  guint32 length = entry->n_body;

  if (entry->is_varying)
    {
      const gint64 *numbers = self->numbers + self->number[loop];

      length = refrain_nlr_predict (&self->prediction, &self->shapes, self->shape[loop], numbers,
                                    *get_count (self, loop), self->max_body);
    }
  if (length == 0)
    {
      self->due_at[loop] = NONE;
      return;
    }
  self->due_at[loop] = loop + 1 + length;
  self->due_next[loop] = self->due[loop + 1 + length];
  self->due[loop + 1 + length] = loop;
}

static inline void
unlink_due (RefrainNlrStack *self, guint32 loop)
{
  const guint32 at = self->due_at[loop];

  if (at == NONE)
    return;
  g_assert (self->due[at] == loop);
  self->due[at] = self->due_next[loop];
}

/* Makes what lies above the top, @n_numbers numbers, a term. */
static inline void
add_term (RefrainNlrStack *self, guint32 shape, guint32 n_numbers)
{
  const guint32 place = self->n++;
  guint32 *last = &g_array_index (self->last, guint32, shape);

  self->shape[place] = shape;
  self->number[place + 1] = self->number[place] + n_numbers;
  self->below[place] = *last;
  *last = place;
  if (shape < self->shapes.n_leaves)
    self->due_at[place] = NONE;
  else
    link_due (self, place);
}

static void
take_off (RefrainNlrStack *self, guint32 n)
{
  for (; n > 0; n--)
    {
      const guint32 place = --self->n;

      g_array_index (self->last, guint32, self->shape[place]) = self->below[place];
      unlink_due (self, place);
    }
}

/* Puts the lowest terms, down to @left, where they are only kept. */
static void
retire (RefrainNlrStack *self, guint32 left)
{
  const guint32 n = self->n - left, n_numbers = self->number[n];
  const guint32 *shapes = self->shape;

  g_array_append_vals (self->done, self->shape, n);
  g_array_append_vals (self->done_numbers, self->numbers, n_numbers);
  for (guint32 i = self->n; i-- > 0;)
    {
      g_array_index (self->last, guint32, shapes[i]) = NONE;
      unlink_due (self, i);
    }
  memmove (self->numbers, self->numbers + n_numbers,
           (self->number[self->n] - n_numbers) * sizeof *self->numbers);
  self->n = 0;
  for (guint32 i = 0; i < left; i++)
    {
      self->number[i] = self->number[n + i] - n_numbers;
      add_term (self, shapes[n + i], self->number[n + i + 1] - self->number[n + i]);
    }
}

/* ---- Rules ---------------------------------------------------------------------------------- */

/* (a): whether the terms above @loop are its next iteration. */
static gboolean
extend (RefrainNlrStack *self, guint32 loop)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->shapes, self->shape[loop]);
  const gint64 *first = self->numbers + self->number[loop];
  const gint64 *next = self->numbers + self->number[loop + 1];
  const guint32 n = self->n - loop - 1;
  const guint32 n_numbers = self->number[self->n] - self->number[loop + 1];
  gint64 *count = get_count (self, loop);

  if (entry->is_varying)
    {
      if (!refrain_nlr_predict (&self->prediction, &self->shapes, self->shape[loop], first, *count,
                                self->max_body)
          || !refrain_nlr_prediction_equals (&self->prediction, self->shape + loop + 1, n, next,
                                             n_numbers))
        return FALSE;
    }
  else
    {
      if (self->shape[self->n - 1]
              != refrain_nlr_shapes_get_body (&self->shapes, entry)[entry->n_body - 1]
          || memcmp (self->shape + loop + 1, refrain_nlr_shapes_get_body (&self->shapes, entry),
                     n * sizeof *self->shape)
                 != 0)
        return FALSE;
      if (entry->is_moving)
        {
          const gint64 *step = refrain_nlr_shapes_get_step (&self->shapes, entry);

          for (guint32 i = 0; i < n_numbers; i++)
            if (next[i] != first[i] + step[i] * *count)
              return FALSE;
        }
      else if (memcmp (next, first, n_numbers * sizeof *next) != 0)
        {
          return FALSE;
        }
    }
  take_off (self, n);
  if (entry->is_varying)
    unlink_due (self, loop);
  ++*count;
  if (entry->is_varying)
    link_due (self, loop);
  return TRUE;
}

/* A loop whose inner counts advance may have begun earlier, with inner loops too short to be
 * found: takes iterations from below the loop on top as long as they are its previous ones. */
static void
extend_down (RefrainNlrStack *self)
{
  const guint32 shape = self->shape[self->n - 1];

  while (TRUE)
    {
      const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->shapes, shape);
      const gint64 *step = refrain_nlr_shapes_get_step (&self->shapes, entry);
      const guint32 loop = self->n - 1, n_numbers = entry->n_numbers;
      guint32 n, from;
      gint64 *to;

      n = refrain_nlr_predict (&self->prediction, &self->shapes, shape,
                               self->numbers + self->number[loop], -1, self->max_body);
      if (n == 0 || n > loop)
        return;
      from = self->number[loop - n];
      if (!refrain_nlr_prediction_equals (&self->prediction, self->shape + loop - n, n,
                                          self->numbers + from, self->number[loop] - from))
        return;
      from = self->number[loop];
      take_off (self, n + 1);
      reserve_numbers (self, n_numbers + from - self->number[self->n]);
      to = self->numbers + self->number[self->n];
      memmove (to, self->numbers + from, n_numbers * sizeof *to);
      for (guint32 i = 0; i + 1 < n_numbers; i++)
        to[i] -= step[i];
      to[n_numbers - 1]++;
      add_term (self, shape, n_numbers);
    }
}

/* (b): whether the uppermost 3 @n terms are three instances of one body. */
static gboolean
fold (RefrainNlrStack *self, guint32 n)
{
  const guint32 bottom = self->n - 3 * n, none = NONE;
  const guint32 n_numbers = self->number[bottom + n] - self->number[bottom];
  const guint32 *shape = self->shape + bottom;
  const gint64 *first = self->numbers + self->number[bottom];
  gint64 *step;
  guint32 loop;

  if (memcmp (shape, shape + n, n * sizeof *shape) != 0
      || memcmp (shape, shape + 2 * n, n * sizeof *shape) != 0)
    return FALSE;
  if (!self->affine && memcmp (first, first + n_numbers, n_numbers * sizeof *first) != 0)
    return FALSE;
  for (guint32 i = n_numbers; i-- > 0;)
    if (first[n_numbers + i] - first[i] != first[2 * n_numbers + i] - first[n_numbers + i])
      return FALSE;
  g_array_set_size (self->step, n_numbers);
  step = (gint64 *) (gpointer) self->step->data;
  for (guint32 i = 0; i < n_numbers; i++)
    step[i] = first[n_numbers + i] - first[i];
  loop = refrain_nlr_shapes_add_loop (&self->shapes, shape, n, step, n_numbers);
  if (loop == self->last->len)
    g_array_append_val (self->last, none);
  take_off (self, 3 * n);
  reserve_numbers (self, n_numbers + 1);
  self->numbers[self->number[self->n] + n_numbers] = 3;
  add_term (self, loop, n_numbers + 1);
  if (refrain_nlr_shapes_get (&self->shapes, loop)->is_varying)
    extend_down (self);
  return TRUE;
}

/* Applies the first rule that applies. */
static gboolean
reduce (RefrainNlrStack *self)
{
  const guint32 top = self->n - 1, shape = self->shape[top];
  guint32 loop = self->due[self->n], same = self->below[top];

  while (TRUE)
    {
      const guint32 of_loop = loop == NONE ? NONE : top - loop;
      const guint32 of_fold = same == NONE ? NONE : top - same;

      if (of_loop <= of_fold)
        {
          if (of_loop > self->max_body)
            return FALSE;
          if (extend (self, loop))
            return TRUE;
          loop = self->due_next[loop];
        }
      else
        {
          if (of_fold > self->max_body || 3 * of_fold > self->n)
            {
              same = NONE;
              continue;
            }
          if (self->shape[same - of_fold] == shape && fold (self, of_fold))
            return TRUE;
          same = self->below[same];
        }
    }
}

void
refrain_nlr_stack_push (RefrainNlrStack *self, guint32 leaf, const gint64 *numbers)
{
  const guint32 n_numbers = refrain_nlr_shapes_get (&self->shapes, leaf)->n_numbers;

  if (self->n >= REFRAIN_NLR_WINDOW * self->max_body)
    retire (self, REFRAIN_NLR_WINDOW / 2 * self->max_body);
  if (self->n == self->n_room)
    grow (self);
  reserve_numbers (self, n_numbers);
  for (guint32 i = 0; i < n_numbers; i++)
    self->numbers[self->number[self->n] + i] = numbers[i];
  add_term (self, leaf, n_numbers);
  while (reduce (self))
    ;
}

/* ---- Results -------------------------------------------------------------------------------- */

const guint32 *
refrain_nlr_stack_finish (RefrainNlrStack *self, gsize *n_terms, const gint64 **numbers)
{
  if (self->n > 0)
    retire (self, 0);
  *n_terms = self->done->len;
  *numbers = (const gint64 *) (gpointer) self->done_numbers->data;
  return (const guint32 *) (gpointer) self->done->data;
}

guint32
refrain_nlr_stack_get_n_numbers (RefrainNlrStack *self, guint32 shape)
{
  return refrain_nlr_shapes_get (&self->shapes, shape)->n_numbers;
}

void
refrain_nlr_stack_get_shape (RefrainNlrStack *self, guint32 shape, RefrainNlrShape *result)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->shapes, shape);

  *result = (RefrainNlrShape){ .n_numbers = entry->n_numbers };
  if (entry->n_body == 0)
    return;
  result->n_body = entry->n_body;
  result->n_numbers--;
  result->body = refrain_nlr_shapes_get_body (&self->shapes, entry);
  result->step = refrain_nlr_shapes_get_step (&self->shapes, entry);
}
