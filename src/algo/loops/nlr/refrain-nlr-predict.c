/* refrain-nlr-predict.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-nlr-predict.h"

/* Below, three instances in a row did not stand there. */
#define FEWEST_ITERATIONS 3

void
refrain_nlr_prediction_init (RefrainNlrPrediction *self)
{
  self->shapes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
}

void
refrain_nlr_prediction_clear (RefrainNlrPrediction *self)
{
  g_clear_pointer (&self->shapes, g_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
}

static gboolean add_iteration (RefrainNlrPrediction *self,
                               const RefrainNlrShapes *shapes,
                               const RefrainNlrShapeEntry *entry,
                               const gint64 *numbers,
                               gint64 iteration,
                               guint32 max_terms);

static gboolean
add_term (RefrainNlrPrediction *self,
          const RefrainNlrShapes *shapes,
          guint32 shape,
          const gint64 *numbers,
          guint32 max_terms)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (shapes, shape);
  const gint64 count = entry->n_body > 0 ? numbers[entry->n_numbers - 1] : FEWEST_ITERATIONS;

  if (count < 0)
    return FALSE;
  if (count < FEWEST_ITERATIONS)
    {
      for (gint64 i = 0; i < count; i++)
        if (!add_iteration (self, shapes, entry, numbers, i, max_terms))
          return FALSE;
      return TRUE;
    }
  if (self->shapes->len == max_terms)
    return FALSE;
  g_array_append_val (self->shapes, shape);
  g_array_append_vals (self->numbers, numbers, entry->n_numbers);
  return TRUE;
}

static gboolean
add_iteration (RefrainNlrPrediction *self,
               const RefrainNlrShapes *shapes,
               const RefrainNlrShapeEntry *entry,
               const gint64 *numbers,
               gint64 iteration,
               guint32 max_terms)
{
  const guint32 *body = refrain_nlr_shapes_get_body (shapes, entry);
  const gint64 *step = refrain_nlr_shapes_get_step (shapes, entry);
  const guint32 n_numbers = entry->n_numbers - 1;
  g_autofree gint64 *moved = g_new (gint64, n_numbers + 1);
  const gint64 *at = moved;

  for (guint32 i = 0; i < n_numbers; i++)
    moved[i] = numbers[i] + step[i] * iteration;
  for (guint32 i = 0; i < entry->n_body; i++)
    {
      if (!add_term (self, shapes, body[i], at, max_terms))
        return FALSE;
      at += refrain_nlr_shapes_get (shapes, body[i])->n_numbers;
    }
  return TRUE;
}

guint32
refrain_nlr_predict (RefrainNlrPrediction *self,
                     const RefrainNlrShapes *shapes,
                     guint32 shape,
                     const gint64 *numbers,
                     gint64 iteration,
                     guint32 max_terms)
{
  const RefrainNlrShapeEntry *entry = refrain_nlr_shapes_get (shapes, shape);

  g_array_set_size (self->shapes, 0);
  g_array_set_size (self->numbers, 0);
  if (!add_iteration (self, shapes, entry, numbers, iteration, max_terms))
    return 0;
  return self->shapes->len;
}

gboolean
refrain_nlr_prediction_equals (const RefrainNlrPrediction *self,
                               const guint32 *shapes,
                               guint32 n,
                               const gint64 *numbers,
                               guint32 n_numbers)
{
  return self->shapes->len == n && self->numbers->len == n_numbers
         && memcmp (self->shapes->data, shapes, n * sizeof *shapes) == 0
         && (n_numbers == 0
             || memcmp (self->numbers->data, numbers, n_numbers * sizeof *numbers) == 0);
}
