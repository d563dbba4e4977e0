/* refrain-growth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors count in proportion to the values: runs on few processes and on many weigh the same.
 */
#include "refrain-growth.h"

#include <math.h>
#include <stdlib.h>

#include "refrain-compare.h"

/* A number that varies so little is the same. */
#define NOISE 0.1
/* A term has to foretell so much better than the middle value does. */
#define BETTER 0.5

/* The simplest first: of two that foretell as well it is taken. */
static const struct
{
  double power;
  guint logs;
  const char *name;
} terms[] = {
  { 1, 0, "n" },
  { 0, 1, "log n" },
  { 0.5, 0, "n^1/2" },
  { 2, 0, "n^2" },
  { -1, 0, "n^-1" },
  { -0.5, 0, "n^-1/2" },
  { 1, 1, "n·log n" },
  { 0, 2, "log² n" },
  { 1.5, 0, "n^3/2" },
  { 1.0 / 3, 0, "n^1/3" },
  { 2.0 / 3, 0, "n^2/3" },
  { -1.0 / 3, 0, "n^-1/3" },
  { -2.0 / 3, 0, "n^-2/3" },
  { 4.0 / 3, 0, "n^4/3" },
  { 0.5, 1, "n^1/2·log n" },
  { 2, 1, "n^2·log n" },
  { 3, 0, "n^3" },
};

/* The value of a count, from all of its runs. */
typedef struct
{
  guint count;
  double value;
} Point;

REFRAIN_DEFINE_COMPARE (compare_points, Point, REFRAIN_RISING (count) ?: REFRAIN_RISING (value))

/* Joins those of one count; gives how many are left. */
static gsize
join (Point *points, gsize n)
{
  gsize n_left = 0;

  qsort (points, n, sizeof *points, compare_points);
  for (gsize i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && points[end].count == points[i].count; end++)
        continue;
      points[n_left++]
          = (Point){ points[i].count,
                     (points[i + (end - i - 1) / 2].value + points[i + (end - i) / 2].value) / 2 };
    }
  return n_left;
}

static double
get_term (guint term, guint count)
{
  return pow (count, terms[term].power) * pow (log2 (count), terms[term].logs);
}

/* The least squares of proportional errors, without point @without; of no term where @term is none.
 * FALSE where points do not decide. */
static gboolean
fit (const Point *points, gsize n, gsize without, RefrainGrowth *growth)
{
  const gboolean flat = growth->kind == REFRAIN_GROWTH_CONSTANT;
  double weights = 0, t = 0, tt = 0, y = 0, ty = 0, largest = 0, spread;

  for (gsize i = 0; i < n; i++)
    largest = MAX (largest, points[i].value);
  for (gsize i = 0; i < n; i++)
    {
      /* What is next to nothing may be off by a part of the largest. */
      const double size = MAX (points[i].value, largest / 1000);
      const double weight = 1 / (size * size);
      const double term = flat ? 0 : get_term (growth->term, points[i].count);

      if (i == without)
        continue;
      weights += weight;
      t += weight * term;
      tt += weight * term * term;
      y += weight * points[i].value;
      ty += weight * term * points[i].value;
    }
  spread = weights * tt - t * t;
  if (flat)
    growth->factor = 0;
  else if (spread <= 1e-9 * weights * tt)
    return FALSE;
  else
    growth->factor = (weights * ty - t * y) / spread;
  growth->constant = (y - growth->factor * t) / weights;
  return TRUE;
}

double
refrain_growth_foretell (const RefrainGrowth *self, guint count)
{
  g_return_val_if_fail (self != NULL && self->kind != REFRAIN_GROWTH_UNCLEAR, 0);

  return MAX (
      0,
      self->constant
          + (self->kind == REFRAIN_GROWTH_TERM ? self->factor * get_term (self->term, count) : 0));
}

/* How far off the points are, each foretold from the others; then fits to all. */
static gboolean
validate (const Point *points, gsize n, RefrainGrowth *growth)
{
  double error = 0;

  for (gsize i = 0; i < n; i++)
    {
      double told;

      if (!fit (points, n, i, growth))
        return FALSE;
      told = refrain_growth_foretell (growth, points[i].count);
      if (told + points[i].value > 0)
        error += 2 * fabs (told - points[i].value) / (told + points[i].value);
    }
  growth->error = error / (double) n;
  return fit (points, n, G_MAXSIZE, growth);
}

RefrainGrowth
refrain_growth_find (const guint *counts, const double *values, gsize n)
{
  const RefrainGrowth unclear = { .kind = REFRAIN_GROWTH_UNCLEAR };
  RefrainGrowth flat = { .kind = REFRAIN_GROWTH_CONSTANT }, best = unclear;
  g_autofree Point *points = g_new (Point, n + 1);
  double largest = 0;
  gsize n_points;

  g_return_val_if_fail (n == 0 || (counts != NULL && values != NULL), unclear);

  for (gsize i = 0; i < n; i++)
    {
      points[i] = (Point){ counts[i], values[i] };
      largest = MAX (largest, values[i]);
      if (counts[i] == 0 || !isfinite (values[i]) || values[i] < 0)
        return unclear;
    }
  n_points = join (points, n);
  if (n_points < REFRAIN_GROWTH_LEAST)
    return unclear;
  if (largest <= 0)
    return flat;
  if (!validate (points, n_points, &flat))
    return unclear;
  for (guint i = 0; i < G_N_ELEMENTS (terms); i++)
    {
      RefrainGrowth own = { .kind = REFRAIN_GROWTH_TERM, .term = i };

      if (validate (points, n_points, &own)
          && (best.kind == REFRAIN_GROWTH_UNCLEAR || own.error < best.error - 1e-9))
        best = own;
    }
  if (flat.error <= NOISE)
    {
      /* A little, but surely. */
      const gboolean moves = best.kind != REFRAIN_GROWTH_UNCLEAR && flat.error > NOISE / 5
                             && best.error < flat.error * BETTER * BETTER;

      return moves ? best : flat;
    }
  return best.kind != REFRAIN_GROWTH_UNCLEAR && best.error < flat.error * BETTER ? best : unclear;
}

const char *
refrain_growth_get_name (const RefrainGrowth *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind == REFRAIN_GROWTH_TERM       ? terms[self->term].name
         : self->kind == REFRAIN_GROWTH_CONSTANT ? "constant"
                                                 : NULL;
}
