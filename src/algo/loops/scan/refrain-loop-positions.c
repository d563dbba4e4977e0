/* refrain-loop-positions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One walk over the model, bodies before what they are bodies of: a loop adds the sum of its body over
 * its index.
 */
#include "config.h"

#include "refrain-loop-positions.h"

#include "refrain-error.h"

struct _RefrainLoopPositions
{
  RefrainLoopModel *model;
  guint process;
  const RefrainConstruct *constructs;
  guint32 n;
  RefrainPolynomial *zero;
  /* Of each construct; NULL is 0 */
  RefrainPolynomial **length;
  RefrainPolynomial **offset;
  RefrainPolynomial **iteration; /* of a loop or definition */
};

/* Replaces *@sum, of which NULL means 0, by itself and @part. FALSE where that does not exist. */
static gboolean
add_to (RefrainPolynomial **sum, const RefrainPolynomial *part)
{
  RefrainPolynomial *total
      = *sum == NULL ? refrain_polynomial_copy (part) : refrain_polynomial_add (*sum, part);

  refrain_polynomial_free (*sum);
  *sum = total;
  return total != NULL;
}

static gboolean
find_length (RefrainLoopPositions *self, guint32 i)
{
  const RefrainConstruct *construct = &self->constructs[i];
  g_autoptr (RefrainPolynomial) count = NULL;

  switch (construct->kind)
    {
    case REFRAIN_CONSTRUCT_EVENT:
      if (construct->process == self->process)
        self->length[i] = refrain_polynomial_new (1);
      break;
    case REFRAIN_CONSTRUCT_USE:
      if (self->iteration[construct->what] != NULL)
        self->length[i] = refrain_polynomial_copy (self->iteration[construct->what]);
      break;
    case REFRAIN_CONSTRUCT_LOOP:
      if (self->iteration[i] == NULL)
        break;
      count = refrain_polynomial_new_affine (self->model, REFRAIN_CONSTRUCT_COUNT (construct));
      self->length[i] = refrain_polynomial_sum (self->iteration[i], construct->depth, count);
      if (self->length[i] == NULL)
        return FALSE;
      break;
    case REFRAIN_CONSTRUCT_DEFINITION: /* itself not run */
    default:
      break;
    }
  return self->length[i] == NULL || construct->parent == REFRAIN_NONE
         || add_to (&self->iteration[construct->parent], self->length[i]);
}

/* Bodies before what they are bodies of, definitions before their uses. */
static gboolean
find_lengths (RefrainLoopPositions *self)
{
  for (guint32 top = 0; top < self->n; top = self->constructs[top].end)
    for (guint32 i = self->constructs[top].end; i-- > top;)
      if (!find_length (self, i))
        return FALSE;
  return TRUE;
}

static gboolean
find_offsets (RefrainLoopPositions *self)
{
  g_autofree RefrainPolynomial **so_far = g_new0 (RefrainPolynomial *, (gsize) self->n + 1);
  gboolean whole = TRUE;

  for (guint32 i = 0; i < self->n && whole; i++)
    {
      guint32 parent = self->constructs[i].parent;
      RefrainPolynomial **sum = &so_far[parent == REFRAIN_NONE ? self->n : parent];

      if (self->length[i] == NULL)
        continue;
      self->offset[i] = refrain_polynomial_copy (*sum);
      whole = add_to (sum, self->length[i]);
    }
  for (guint32 i = 0; i <= self->n; i++)
    refrain_polynomial_free (so_far[i]);
  return whole;
}

RefrainLoopPositions *
refrain_loop_positions_new (RefrainLoopModel *model, guint process, GError **error)
{
  g_autoptr (RefrainLoopPositions) self = g_new0 (RefrainLoopPositions, 1);

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self->model = g_object_ref (model);
  self->process = process;
  self->constructs = refrain_loop_model_get_constructs (model, &self->n);
  self->zero = refrain_polynomial_new (0);
  self->length = g_new0 (RefrainPolynomial *, (gsize) self->n + 1);
  self->offset = g_new0 (RefrainPolynomial *, (gsize) self->n + 1);
  self->iteration = g_new0 (RefrainPolynomial *, (gsize) self->n + 1);
  if (find_lengths (self) && find_offsets (self))
    return g_steal_pointer (&self);
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
               "The positions of process %u are polynomials of too many terms.", process);
  return NULL;
}

void
refrain_loop_positions_free (RefrainLoopPositions *self)
{
  if (self == NULL)
    return;
  for (guint32 i = 0; i < self->n; i++)
    {
      refrain_polynomial_free (self->length[i]);
      refrain_polynomial_free (self->offset[i]);
      refrain_polynomial_free (self->iteration[i]);
    }
  g_free (self->length);
  g_free (self->offset);
  g_free (self->iteration);
  refrain_polynomial_free (self->zero);
  g_object_unref (self->model);
  g_free (self);
}

guint
refrain_loop_positions_get_process (const RefrainLoopPositions *self)
{
  return self->process;
}

static const RefrainPolynomial *
or_zero (const RefrainLoopPositions *self, const RefrainPolynomial *polynomial)
{
  return polynomial != NULL ? polynomial : self->zero;
}

const RefrainPolynomial *
refrain_loop_positions_get_length (const RefrainLoopPositions *self, guint32 construct)
{
  g_return_val_if_fail (construct < self->n, NULL);
  return or_zero (self, self->length[construct]);
}

const RefrainPolynomial *
refrain_loop_positions_get_offset (const RefrainLoopPositions *self, guint32 construct)
{
  g_return_val_if_fail (construct < self->n, NULL);
  return or_zero (self, self->offset[construct]);
}

const RefrainPolynomial *
refrain_loop_positions_get_iteration (const RefrainLoopPositions *self, guint32 construct)
{
  g_return_val_if_fail (construct < self->n, NULL);
  return or_zero (self, self->iteration[construct]);
}

RefrainPolynomial *
refrain_loop_positions_get_iteration_offset (const RefrainLoopPositions *self, guint32 loop)
{
  g_autoptr (RefrainPolynomial) index = NULL, minus_one = NULL, last = NULL;
  guint32 depth;

  g_return_val_if_fail (loop < self->n, NULL);
  depth = self->constructs[loop].depth;
  index = refrain_polynomial_new_index (depth);
  minus_one = refrain_polynomial_new (-1);
  last = refrain_polynomial_add (index, minus_one);
  return refrain_polynomial_sum (or_zero (self, self->iteration[loop]), depth, last);
}

RefrainPolynomial *
refrain_loop_positions_get_start (const RefrainLoopPositions *self, guint32 construct)
{
  RefrainPolynomial *start;

  g_return_val_if_fail (construct < self->n, NULL);
  start = refrain_polynomial_copy (or_zero (self, self->offset[construct]));
  for (guint32 outer = self->constructs[construct].parent;
       outer != REFRAIN_NONE && self->constructs[outer].kind == REFRAIN_CONSTRUCT_LOOP;
       outer = self->constructs[outer].parent)
    {
      g_autoptr (RefrainPolynomial) iteration
          = refrain_loop_positions_get_iteration_offset (self, outer);

      if (start == NULL || !add_to (&start, iteration)
          || !add_to (&start, or_zero (self, self->offset[outer])))
        return NULL;
    }
  return start;
}
