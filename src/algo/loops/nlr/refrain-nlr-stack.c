/* refrain-nlr-stack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of nested loop recognition.
 */
#include "config.h"

#include <string.h>

#include "refrain-nlr-stack.h"
#include "refrain-nlr-window.h"

struct _RefrainNlrStack
{
  RefrainNlrWindow window;
  gboolean affine;
  GArray *step; /* gint64: scratch */
};

RefrainNlrStack *
refrain_nlr_stack_new (const guint8 *n_numbers, guint32 n_leaves, guint32 max_body, gboolean affine)
{
  RefrainNlrStack *self = g_new0 (RefrainNlrStack, 1);

  g_assert (max_body >= 1 && max_body < G_MAXUINT32 / (4 * REFRAIN_NLR_WINDOW));
  refrain_nlr_window_init (&self->window, n_numbers, n_leaves, max_body);
  self->affine = affine;
  self->step = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

void
refrain_nlr_stack_free (RefrainNlrStack *self)
{
  refrain_nlr_window_clear (&self->window);
  g_array_unref (self->step);
  g_free (self);
}

/* ---- Rules ---------------------------------------------------------------------------------- */

/* (a): whether the terms above @loop are its next iteration. */
static gboolean
extend (RefrainNlrWindow *self, guint32 loop)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->shapes, self->shape[loop]);
  const gint64 *first = self->numbers + self->number[loop];
  const gint64 *next = self->numbers + self->number[loop + 1];
  const guint32 n = self->n - loop - 1;
  const guint32 n_numbers = self->number[self->n] - self->number[loop + 1];
  const gint64 count = *refrain_nlr_window_get_count (self, loop);

  if (entry->is_varying)
    {
      if (!refrain_nlr_predict (&self->prediction, &self->shapes, self->shape[loop], first, count,
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
            if (next[i] != first[i] + step[i] * count)
              return FALSE;
        }
      else if (memcmp (next, first, n_numbers * sizeof *next) != 0)
        {
          return FALSE;
        }
    }
  refrain_nlr_window_take_off (self, n);
  if (entry->is_varying)
    refrain_nlr_window_unlink_due (self, loop);
  refrain_nlr_window_count_up (self);
  if (entry->is_varying)
    refrain_nlr_window_link_due (self, loop);
  return TRUE;
}

/* A loop whose inner counts advance may have begun earlier, with inner loops too short to be
 * found: takes iterations from below the loop on top as long as they are its previous ones. */
static void
extend_down (RefrainNlrWindow *self)
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
      refrain_nlr_window_take_off (self, n + 1);
      refrain_nlr_window_reserve (self, n_numbers + from - self->number[self->n]);
      to = self->numbers + self->number[self->n];
      memmove (to, self->numbers + from, n_numbers * sizeof *to);
      for (guint32 i = 0; i + 1 < n_numbers; i++)
        to[i] -= step[i];
      to[n_numbers - 1]++;
      refrain_nlr_window_add (self, shape, n_numbers);
    }
}

/* (b): whether the uppermost 3 @n terms are three instances of one body. */
static gboolean
fold (RefrainNlrStack *stack, guint32 n)
{
  RefrainNlrWindow *self = &stack->window;
  const guint32 bottom = self->n - 3 * n, none = REFRAIN_NLR_NOWHERE;
  const guint32 n_numbers = self->number[bottom + n] - self->number[bottom];
  const guint32 *shape = self->shape + bottom;
  const gint64 *first = self->numbers + self->number[bottom];
  gint64 *step;
  guint32 loop;

  if (memcmp (shape, shape + n, n * sizeof *shape) != 0
      || memcmp (shape, shape + 2 * n, n * sizeof *shape) != 0)
    return FALSE;
  if (!stack->affine && memcmp (first, first + n_numbers, n_numbers * sizeof *first) != 0)
    return FALSE;
  for (guint32 i = n_numbers; i-- > 0;)
    if (first[n_numbers + i] - first[i] != first[2 * n_numbers + i] - first[n_numbers + i])
      return FALSE;
  g_array_set_size (stack->step, n_numbers);
  step = (gint64 *) (gpointer) stack->step->data;
  for (guint32 i = 0; i < n_numbers; i++)
    step[i] = first[n_numbers + i] - first[i];
  loop = refrain_nlr_shapes_add_loop (&self->shapes, shape, n, step, n_numbers);
  if (loop == self->last->len)
    g_array_append_val (self->last, none);
  refrain_nlr_window_take_off (self, 3 * n);
  refrain_nlr_window_reserve (self, n_numbers + 1);
  self->numbers[self->number[self->n] + n_numbers] = 3;
  refrain_nlr_window_add (self, loop, n_numbers + 1);
  if (refrain_nlr_shapes_get (&self->shapes, loop)->is_varying)
    extend_down (self);
  return TRUE;
}

/* Applies the first rule that applies. Where both reach equally far down, only (b) can apply: the
 * term on top is then like the loop, and no loop is part of its own body. */
static gboolean
reduce (RefrainNlrStack *stack)
{
  RefrainNlrWindow *self = &stack->window;
  const guint32 top = self->n - 1;
  guint32 loop = self->due[self->n], same = self->below[top];

  while (loop != REFRAIN_NLR_NOWHERE || same != REFRAIN_NLR_NOWHERE)
    {
      const guint32 of_loop = loop == REFRAIN_NLR_NOWHERE ? REFRAIN_NLR_NOWHERE : top - loop;
      const guint32 of_fold = same == REFRAIN_NLR_NOWHERE ? REFRAIN_NLR_NOWHERE : top - same;

      if (of_loop <= of_fold)
        {
          if (extend (self, loop))
            return TRUE;
          loop = self->due_next[loop];
        }
      else
        {
          if (of_fold > self->max_body || 3 * of_fold > self->n)
            {
              same = REFRAIN_NLR_NOWHERE;
              continue;
            }
          if (refrain_nlr_window_may_fold (self, of_fold) && fold (stack, of_fold))
            return TRUE;
          same = self->below[same];
        }
    }
  return FALSE;
}

void
refrain_nlr_stack_push (RefrainNlrStack *self, guint32 leaf, const gint64 *numbers)
{
  RefrainNlrWindow *window = &self->window;
  const guint32 n_numbers = refrain_nlr_shapes_get (&window->shapes, leaf)->n_numbers;

  if (window->n >= REFRAIN_NLR_WINDOW * window->max_body)
    refrain_nlr_window_retire (window, REFRAIN_NLR_WINDOW / 2 * window->max_body);
  refrain_nlr_window_reserve (window, n_numbers);
  for (guint32 i = 0; i < n_numbers; i++)
    window->numbers[window->number[window->n] + i] = numbers[i];
  refrain_nlr_window_add (window, leaf, n_numbers);
  while (reduce (self))
    ;
}

/* ---- Results -------------------------------------------------------------------------------- */

const guint32 *
refrain_nlr_stack_finish (RefrainNlrStack *self, gsize *n_terms, const gint64 **numbers)
{
  if (self->window.n > 0)
    refrain_nlr_window_retire (&self->window, 0);
  *n_terms = self->window.done->len;
  *numbers = (const gint64 *) (gpointer) self->window.done_numbers->data;
  return (const guint32 *) (gpointer) self->window.done->data;
}

guint32
refrain_nlr_stack_get_n_numbers (RefrainNlrStack *self, guint32 shape)
{
  return refrain_nlr_shapes_get (&self->window.shapes, shape)->n_numbers;
}

void
refrain_nlr_stack_get_shape (RefrainNlrStack *self, guint32 shape, RefrainNlrShape *result)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (&self->window.shapes, shape);

  *result = (RefrainNlrShape){ .n_numbers = entry->n_numbers };
  if (entry->n_body == 0)
    return;
  result->n_body = entry->n_body;
  result->n_numbers--;
  result->body = refrain_nlr_shapes_get_body (&self->window.shapes, entry);
  result->step = refrain_nlr_shapes_get_step (&self->window.shapes, entry);
}
