/* refrain-polynomial.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms are sorted by exponents, coefficients are fractions in lowest terms; sums over an index
 * follow Faulhaber.
 */
#include "refrain-polynomial.h"

#include <string.h>

#include "refrain-free.h"

/* Different indices in one term, the highest power, and terms: more means no nest of real loops. */
#define MAX_FACTORS 6
#define MAX_POWER   16
#define MAX_TERMS   4096

typedef __int128 Wide;

typedef struct
{
  gint64 numerator;
  gint64 denominator; /* above 0, without common divisor */
} Ratio;

typedef struct
{
  guint32 depth;
  guint32 power; /* at least 1 */
} Factor;

/* coefficient x product of factors, which rise by depth. */
typedef struct
{
  Ratio coefficient; /* not 0 */
  guint32 n;
  Factor factor[MAX_FACTORS];
} Term;

struct _RefrainPolynomial
{
  GArray *terms; /* of Term, by compare_terms() */
};

/* ---- Rational numbers ---------------------------------------------------------------------------
 */

/* @numerator / @denominator in lowest terms; FALSE where that leaves 64 bits. */
static gboolean
make_ratio (Wide numerator, Wide denominator, Ratio *ratio)
{
  Wide a = numerator < 0 ? -numerator : numerator, b = denominator;

  while (b != 0)
    {
      Wide rest = a % b;

      a = b;
      b = rest;
    }
  numerator /= a;
  denominator /= a;
  if (numerator > G_MAXINT64 || numerator < -G_MAXINT64 || denominator > G_MAXINT64)
    return FALSE;
  *ratio = (Ratio){ (gint64) numerator, (gint64) denominator };
  return TRUE;
}

static gboolean
add_ratios (Ratio a, Ratio b, Ratio *sum)
{
  return make_ratio ((Wide) a.numerator * b.denominator + (Wide) b.numerator * a.denominator,
                     (Wide) a.denominator * b.denominator, sum);
}

static gboolean
multiply_ratios (Ratio a, Ratio b, Ratio *product)
{
  return make_ratio ((Wide) a.numerator * b.numerator, (Wide) a.denominator * b.denominator,
                     product);
}

/* Bernoulli's numbers, the second one +1/2. */
static Ratio
get_bernoulli (guint k)
{
  static const Ratio numbers[MAX_POWER + 1]
      = { { 1, 1 },       { 1, 2 }, { 1, 6 },   { 0, 1 }, { -1, 30 },    { 0, 1 },
          { 1, 42 },      { 0, 1 }, { -1, 30 }, { 0, 1 }, { 5, 66 },     { 0, 1 },
          { -691, 2730 }, { 0, 1 }, { 7, 6 },   { 0, 1 }, { -3617, 510 } };

  return numbers[k];
}

static gint64
choose (guint n, guint k)
{
  gint64 product = 1;

  for (guint i = 1; i <= k; i++)
    product = product * (n - k + i) / i;
  return product;
}

/* ---- Terms --------------------------------------------------------------------------------------
 */

static guint32
get_degree (const Term *term)
{
  guint32 degree = 0;

  for (guint32 i = 0; i < term->n; i++)
    degree += term->factor[i].power;
  return degree;
}

/* By degree, then outer indices first. */
static int
compare_terms (gconstpointer a, gconstpointer b)
{
  const Term *x = a, *y = b;
  guint32 p = get_degree (x), q = get_degree (y);

  if (p != q)
    return p < q ? -1 : 1;
  for (guint32 i = 0; i < MIN (x->n, y->n); i++)
    {
      if (x->factor[i].depth != y->factor[i].depth)
        return x->factor[i].depth < y->factor[i].depth ? -1 : 1;
      if (x->factor[i].power != y->factor[i].power)
        return x->factor[i].power > y->factor[i].power ? -1 : 1;
    }
  return (x->n > y->n) - (x->n < y->n);
}

static const Term *
get_term (const RefrainPolynomial *self, guint i)
{
  return &g_array_index (self->terms, Term, i);
}

static RefrainPolynomial *
new_empty (void)
{
  RefrainPolynomial *self = g_new (RefrainPolynomial, 1);

  self->terms = g_array_new (FALSE, TRUE, sizeof (Term));
  return self;
}

/* Puts the terms in order and equal ones together. Takes @self. */
static RefrainPolynomial *
tidy (RefrainPolynomial *self)
{
  guint n = 0;

  g_array_sort (self->terms, compare_terms);
  for (guint i = 0; i < self->terms->len; i++)
    {
      Term *term = &g_array_index (self->terms, Term, i);
      Term *last = n > 0 ? &g_array_index (self->terms, Term, n - 1) : NULL;

      if (last == NULL || compare_terms (last, term) != 0)
        {
          /* What came to nothing is taken off by who comes after it. */
          if (last != NULL && last->coefficient.numerator == 0)
            n--;
          g_array_index (self->terms, Term, n++) = *term;
        }
      else if (!add_ratios (last->coefficient, term->coefficient, &last->coefficient))
        {
          refrain_polynomial_free (self);
          return NULL;
        }
    }
  if (n > 0 && get_term (self, n - 1)->coefficient.numerator == 0)
    n--;
  g_array_set_size (self->terms, n);
  if (n <= MAX_TERMS)
    return self;
  refrain_polynomial_free (self);
  return NULL;
}

static gboolean
multiply_terms (const Term *a, const Term *b, Term *product)
{
  guint32 i = 0, k = 0;

  *product = (Term){ 0 };
  if (!multiply_ratios (a->coefficient, b->coefficient, &product->coefficient))
    return FALSE;
  while (i < a->n || k < b->n)
    {
      Factor factor;

      if (k == b->n || (i < a->n && a->factor[i].depth < b->factor[k].depth))
        factor = a->factor[i++];
      else if (i == a->n || b->factor[k].depth < a->factor[i].depth)
        factor = b->factor[k++];
      else
        {
          factor = a->factor[i++];
          factor.power += b->factor[k++].power;
        }
      if (product->n == MAX_FACTORS || factor.power > MAX_POWER)
        return FALSE;
      product->factor[product->n++] = factor;
    }
  return TRUE;
}

/* ---- Making -------------------------------------------------------------------------------------
 */

static void
append_term (RefrainPolynomial *self, Ratio coefficient, guint32 depth, guint32 power)
{
  Term term = { .coefficient = coefficient };

  if (power > 0)
    term.factor[term.n++] = (Factor){ depth, power };
  if (coefficient.numerator != 0)
    g_array_append_val (self->terms, term);
}

RefrainPolynomial *
refrain_polynomial_new (gint64 constant)
{
  RefrainPolynomial *self = new_empty ();

  append_term (self, (Ratio){ constant, 1 }, 0, 0);
  return self;
}

RefrainPolynomial *
refrain_polynomial_new_index (guint32 depth)
{
  RefrainPolynomial *self = new_empty ();

  append_term (self, (Ratio){ 1, 1 }, depth, 1);
  return self;
}

RefrainPolynomial *
refrain_polynomial_new_affine (RefrainLoopModel *model, const RefrainAffine *affine)
{
  RefrainPolynomial *self = refrain_polynomial_new (affine->constant);
  const RefrainAffineTerm *terms = refrain_loop_model_get_affine_terms (model, affine);

  for (guint32 i = 0; i < affine->n; i++)
    append_term (self, (Ratio){ terms[i].coefficient, 1 }, terms[i].depth, 1);
  return tidy (self);
}

RefrainPolynomial *
refrain_polynomial_copy (const RefrainPolynomial *self)
{
  RefrainPolynomial *copy;

  if (self == NULL)
    return NULL;
  copy = g_new (RefrainPolynomial, 1);
  copy->terms = g_array_copy (self->terms);
  return copy;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_polynomial_free, RefrainPolynomial, g_array_unref (x->terms))

RefrainPolynomial *
refrain_polynomial_add (const RefrainPolynomial *a, const RefrainPolynomial *b)
{
  RefrainPolynomial *sum;

  if (a == NULL || b == NULL)
    return NULL;
  sum = refrain_polynomial_copy (a);
  g_array_append_vals (sum->terms, b->terms->data, b->terms->len);
  return tidy (sum);
}

RefrainPolynomial *
refrain_polynomial_multiply (const RefrainPolynomial *a, const RefrainPolynomial *b)
{
  RefrainPolynomial *product;

  if (a == NULL || b == NULL || (guint64) a->terms->len * b->terms->len > MAX_TERMS)
    return NULL;
  product = new_empty ();
  for (guint i = 0; i < a->terms->len; i++)
    for (guint k = 0; k < b->terms->len; k++)
      {
        Term term;

        if (!multiply_terms (get_term (a, i), get_term (b, k), &term))
          {
            refrain_polynomial_free (product);
            return NULL;
          }
        g_array_append_val (product->terms, term);
      }
  return tidy (product);
}

/* Replaces *@self, which may be NULL. */
static void
replace (RefrainPolynomial **self, RefrainPolynomial *by)
{
  refrain_polynomial_free (*self);
  *self = by;
}

/* 1^k + 2^k + ... + last^k. */
static RefrainPolynomial *
sum_powers (guint32 k, const RefrainPolynomial *last)
{
  g_autoptr (RefrainPolynomial) power = refrain_polynomial_copy (last);
  RefrainPolynomial *sum = refrain_polynomial_new (0);

  /* By rising powers of @last: j = k down to 0 of Faulhaber's formula. */
  for (guint32 j = k + 1; j-- > 0 && sum != NULL;)
    {
      g_autoptr (RefrainPolynomial) part = new_empty ();
      Ratio coefficient = get_bernoulli (j);

      if (make_ratio ((Wide) coefficient.numerator * choose (k + 1, j),
                      (Wide) coefficient.denominator * (k + 1), &coefficient))
        append_term (part, coefficient, 0, 0);
      else
        g_clear_pointer (&part, refrain_polynomial_free);
      replace (&part, refrain_polynomial_multiply (part, power));
      replace (&sum, refrain_polynomial_add (sum, part));
      if (j > 0)
        replace (&power, refrain_polynomial_multiply (power, last));
    }
  return sum;
}

/* Takes the factor of @depth off @term; gives its power. */
static guint32
take_factor (Term *term, guint32 depth)
{
  for (guint32 i = 0; i < term->n; i++)
    if (term->factor[i].depth == depth)
      {
        guint32 power = term->factor[i].power;

        memmove (&term->factor[i], &term->factor[i + 1], (term->n - i - 1) * sizeof (Factor));
        term->n--;
        return power;
      }
  return 0;
}

RefrainPolynomial *
refrain_polynomial_sum (const RefrainPolynomial *self, guint32 depth, const RefrainPolynomial *last)
{
  RefrainPolynomial *rest[MAX_POWER + 1] = { NULL }; /* by the power of the index */
  RefrainPolynomial *sum;

  if (self == NULL || last == NULL)
    return NULL;
  for (guint i = 0; i < self->terms->len; i++)
    {
      Term term = *get_term (self, i);
      guint32 power = take_factor (&term, depth);

      if (rest[power] == NULL)
        rest[power] = new_empty ();
      g_array_append_val (rest[power]->terms, term);
    }
  sum = refrain_polynomial_new (0);
  for (guint32 k = 0; k <= MAX_POWER; k++)
    if (rest[k] != NULL)
      {
        g_autoptr (RefrainPolynomial) powers = sum_powers (k, last);
        g_autoptr (RefrainPolynomial) part = NULL;

        rest[k] = tidy (rest[k]);
        part = refrain_polynomial_multiply (rest[k], powers);
        replace (&sum, refrain_polynomial_add (sum, part));
        refrain_polynomial_free (rest[k]);
      }
  return sum;
}

/* ---- Looking at ---------------------------------------------------------------------------------
 */

gboolean
refrain_polynomial_evaluate (const RefrainPolynomial *self, const gint64 *index, gint64 *value)
{
  Wide sum = 0, denominator = 1; /* of the sum: the least common one */

  if (self == NULL)
    return FALSE;
  for (guint i = 0; i < self->terms->len; i++)
    {
      const Term *term = get_term (self, i);
      Ratio factor;
      Wide product = term->coefficient.numerator;

      if (!make_ratio (denominator, term->coefficient.denominator, &factor))
        return FALSE;
      for (guint32 k = 0; k < term->n; k++)
        for (guint32 power = 0; power < term->factor[k].power; power++)
          if (__builtin_mul_overflow (product, (Wide) index[term->factor[k].depth], &product))
            return FALSE;
      if (__builtin_mul_overflow (product, (Wide) factor.numerator, &product)
          || __builtin_mul_overflow (sum, (Wide) factor.denominator, &sum)
          || __builtin_add_overflow (sum, product, &sum)
          || (denominator *= factor.denominator) > G_MAXINT64)
        return FALSE;
    }
  sum /= denominator;
  if (sum > G_MAXINT64 || sum < G_MININT64)
    return FALSE;
  *value = (gint64) sum;
  return TRUE;
}

void
refrain_polynomial_append (const RefrainPolynomial *self, GString *text)
{
  if (self == NULL)
    {
      g_string_append_c (text, '?');
      return;
    }
  if (self->terms->len == 0)
    g_string_append_c (text, '0');
  for (guint i = 0; i < self->terms->len; i++)
    {
      const Term *term = get_term (self, i);
      gint64 numerator = ABS (term->coefficient.numerator);
      gboolean is_one = numerator == 1 && term->coefficient.denominator == 1 && term->n > 0;

      if (term->coefficient.numerator < 0)
        g_string_append_c (text, '-');
      else if (i > 0)
        g_string_append_c (text, '+');
      if (!is_one)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, numerator);
      if (term->coefficient.denominator != 1)
        g_string_append_printf (text, "/%" G_GINT64_FORMAT, term->coefficient.denominator);
      for (guint32 k = 0; k < term->n; k++)
        {
          g_string_append_printf (text, k > 0 || !is_one ? "*i%u" : "i%u", term->factor[k].depth);
          if (term->factor[k].power > 1)
            g_string_append_printf (text, "^%u", term->factor[k].power);
        }
    }
}
