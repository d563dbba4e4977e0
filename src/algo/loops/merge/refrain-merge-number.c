/* refrain-merge-number.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms stay in the order of their depths; those that cancel out go.
 */
#include "refrain-merge-number.h"

#include "refrain-free.h"

RefrainMergeNumber
refrain_merge_number_copy (const RefrainMergeNumber *number)
{
  RefrainMergeNumber copy = *number;

  copy.terms = g_memdup2 (number->terms, number->n * sizeof *number->terms);
  return copy;
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_merge_number_clear,
                             RefrainMergeNumber,
                             g_clear_pointer (&x->terms, g_free);
                             x->n = 0)

gboolean
refrain_merge_number_equal (const RefrainMergeNumber *a, const RefrainMergeNumber *b)
{
  if (a->constant != b->constant || a->n != b->n)
    return FALSE;
  for (guint32 i = 0; i < a->n; i++)
    if (a->terms[i].depth != b->terms[i].depth
        || a->terms[i].coefficient != b->terms[i].coefficient)
      return FALSE;
  return TRUE;
}

/* Sums and products wrap, as the model's do. */
static gint64
add_product (gint64 sum, gint64 a, gint64 b)
{
  return (gint64) ((guint64) sum + (guint64) a * (guint64) b);
}

static void
add_term (RefrainMergeNumber *number, guint32 depth, gint64 coefficient)
{
  guint32 at = number->n;

  while (at > 0 && number->terms[at - 1].depth > depth)
    at--;
  if (at > 0 && number->terms[at - 1].depth == depth)
    {
      RefrainAffineTerm *term = &number->terms[at - 1];

      term->coefficient = add_product (term->coefficient, coefficient, 1);
      return;
    }
  for (guint32 i = number->n; i > at; i--)
    number->terms[i] = number->terms[i - 1];
  number->terms[at] = (RefrainAffineTerm){ .depth = depth, .coefficient = coefficient };
  number->n++;
}

RefrainMergeNumber
refrain_merge_number_substitute (const RefrainMergeNumber *number,
                                 const RefrainMergeSubstitution *by)
{
  RefrainMergeNumber result = { .constant = number->constant };
  guint32 kept = 0;

  if (number->n == 0)
    return result;
  /* One term may become two. */
  result.terms = g_new (RefrainAffineTerm, (gsize) number->n + 2);
  for (guint32 i = 0; i < number->n; i++)
    {
      const RefrainAffineTerm *term = &number->terms[i];

      if (term->depth < by->depth)
        add_term (&result, term->depth, term->coefficient);
      else if (term->depth > by->depth)
        add_term (&result, (guint32) ((gint64) term->depth + by->shift), term->coefficient);
      else
        {
          result.constant = add_product (result.constant, term->coefficient, by->constant);
          add_term (&result, by->depth, add_product (0, term->coefficient, by->here));
          add_term (&result, by->depth + 1, add_product (0, term->coefficient, by->inner));
        }
    }
  for (guint32 i = 0; i < result.n; i++)
    if (result.terms[i].coefficient != 0)
      result.terms[kept++] = result.terms[i];
  result.n = kept;
  if (kept == 0)
    g_clear_pointer (&result.terms, g_free);
  return result;
}
