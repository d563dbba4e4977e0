/* refrain-trend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of ranks and medians, which single outliers do not impress.
 */
#include "refrain-trend.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

/* Of fewer values pairs half the run apart are too few to tell chance from trend: all pairs do. */
#define MANY 24
/* Chance gives one so often; a change is at least so large; what comes in turns is alike by so
 * much. */
#define CHANCE            0.001
#define LEAST_CHANGE      0.05
#define LEAST_CORRELATION 0.5
/* Turns are looked for among the first so many. */
#define MOST_FOR_PERIOD ((gsize) 1 << 18)

const char *
refrain_trend_kind_get_name (RefrainTrendKind kind)
{
  static const char *const names[] = { NULL, "slope", "step", "period" };

  return names[kind];
}

double
refrain_trend_median (const double *values, gsize n)
{
  g_autofree double *copy = NULL;

  g_return_val_if_fail (n > 0, 0);
  copy = g_memdup2 (values, n * sizeof *values);
  return gsl_stats_median (copy, 1, n);
}

/* ---- Slope -------------------------------------------------------------------------------------
 */

/* How far the number of pairs that rise is from that of pairs that fall, in standard deviations of
 * what chance gives. */
static double
measure_surprise (const double *y, gsize n, gsize apart)
{
  const gboolean few = n < MANY;
  const double size = (double) n;
  gsize up = 0, down = 0;
  double excess;

  for (gsize i = 0; i < n; i++)
    for (gsize k = few ? i + 1 : i + apart; k < (few ? n : MIN (n, i + apart + 1)); k++)
      {
        up += y[k] > y[i];
        down += y[k] < y[i];
      }
  excess = fabs ((double) up - (double) down);
  if (few)
    return (excess - 1) / sqrt (size * (size - 1) * (2 * size + 5) / 18);
  return up + down > 0 ? excess / sqrt ((double) (up + down)) : 0;
}

/* The slope of the logarithms @y an element, or 0 where chance explains it. */
static double
find_slope (const double *y, gsize n)
{
  const gsize apart = n - n / 2;
  g_autofree double *change = NULL;

  if (2 * gsl_cdf_ugaussian_Q (measure_surprise (y, n, apart)) > CHANCE)
    return 0;
  change = g_new (double, n);
  for (gsize i = 0; i + apart < n; i++)
    change[i] = y[i + apart] - y[i];
  return refrain_trend_median (change, n - apart) / (double) apart;
}

/* How much the values differ from a line of @slope, on the average. */
static double
measure_line (const double *y, gsize n, double slope)
{
  g_autofree double *rest = g_new (double, n);
  double median, sum = 0;

  for (gsize i = 0; i < n; i++)
    rest[i] = y[i] - slope * (double) i;
  median = refrain_trend_median (rest, n);
  for (gsize i = 0; i < n; i++)
    sum += fabs (rest[i] - median);
  return sum / (double) n;
}

/* ---- Step --------------------------------------------------------------------------------------
 */

/* The ranks of @y from 1; equal values share the middle of theirs. Free with g_free(). */
static double *
rank (const double *y, gsize n)
{
  g_autofree size_t *order = g_new (size_t, n);
  double *ranks = g_new (double, n);

  gsl_sort_index (order, y, 1, n);
  for (gsize i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && y[order[end]] == y[order[i]];)
        end++;
      for (gsize k = i; k < end; k++)
        ranks[order[k]] = 1 + ((double) i + (double) end - 1) / 2;
    }
  return ranks;
}

/* The first element behind the step, or 0 where chance explains it. */
static gsize
find_step (const double *y, gsize n)
{
  g_autofree double *ranks = rank (y, n);
  const double size = (double) n;
  double sum = 0, most = 0;
  gsize found = 0;

  for (gsize i = 0; i + 1 < n; i++)
    {
      sum += 2 * ranks[i] - (size + 1);
      if (fabs (sum) > most)
        {
          most = fabs (sum);
          found = i + 1;
        }
    }
  return 2 * exp (-6 * most * most / (size * size * size + size * size)) > CHANCE ? 0 : found;
}

/* Where the values near @step differ least from the medians of its sides. Ranks tell whether there
 * is a step, but of its higher side the lowest ones next to it are to them like those before it. */
static gsize
place_step (const double *y, gsize n, gsize step, double before, double after)
{
  const gsize first = step - MIN (step - 1, n / 8), end = MIN (n - 1, step + n / 8);
  double sum = 0, least = 0;

  step = first;
  for (gsize i = first; i < end; i++)
    {
      sum += fabs (y[i] - before) - fabs (y[i] - after);
      if (sum < least)
        {
          least = sum;
          step = i + 1;
        }
    }
  return step;
}

static double
measure_step (const double *y, gsize n, gsize step, double *before, double *after)
{
  double sum = 0;

  *before = refrain_trend_median (y, step);
  *after = refrain_trend_median (y + step, n - step);
  for (gsize i = 0; i < n; i++)
    sum += fabs (y[i] - (i < step ? *before : *after));
  return sum / (double) n;
}

/* ---- Period ------------------------------------------------------------------------------------
 */

/* The autocorrelation of @y at 0, 1, ...: by the spectrum, with room so that the ends do not meet.
 * Free with g_free(). NULL where all are equal. */
static double *
correlate (const double *y, gsize n)
{
  gsize room = 1;
  double *x;
  const double mean = gsl_stats_mean (y, 1, n);

  while (room < 2 * n)
    room *= 2;
  x = g_new0 (double, room);
  for (gsize i = 0; i < n; i++)
    x[i] = y[i] - mean;
  gsl_fft_real_radix2_transform (x, 1, room);
  x[0] *= x[0];
  x[room / 2] *= x[room / 2];
  for (gsize i = 1; i < room / 2; i++)
    {
      x[i] = x[i] * x[i] + x[room - i] * x[room - i];
      x[room - i] = 0;
    }
  gsl_fft_halfcomplex_radix2_inverse (x, 1, room);
  if (!(x[0] > 1e-12 * (double) n))
    g_clear_pointer (&x, g_free);
  return x;
}

/* The shortest distance at which elements are about as alike as at any, once they have been
 * different; 0 for none. At least four turns must fit. */
static gsize
find_period (const double *y, gsize n, double *correlation)
{
  g_autofree double *x = correlate (y, n);
  const gsize longest = n / 4;
  double best = 0;
  gsize first = 1;

  if (x == NULL)
    return 0;
  for (gsize d = 0; d <= longest; d++)
    x[d] *= (double) n / (double) (n - d);
  for (gsize d = 1; d <= longest; d++)
    x[d] /= x[0];
  while (first <= longest && x[first] > 0.5 * LEAST_CORRELATION)
    first++;
  for (gsize d = first; d <= longest; d++)
    best = MAX (best, x[d]);
  if (best < MAX (LEAST_CORRELATION, 4 / sqrt ((double) n)))
    return 0;
  for (gsize d = MAX (first, 2); d <= longest; d++)
    if (x[d] >= 0.85 * best && (d == longest || x[d] >= x[d + 1]))
      {
        *correlation = x[d];
        return d;
      }
  return 0;
}

/* ---- Together ----------------------------------------------------------------------------------
 */

static void
find_in_logarithms (double *y, gsize n, RefrainTrend *trend)
{
  const double without = measure_line (y, n, 0);
  double line = without, steps = without, before = 0, after = 0;
  const double slope = find_slope (y, n);
  const gsize step = find_step (y, n);

  if (slope != 0 && fabs (expm1 (slope * (double) (n - 1))) >= LEAST_CHANGE)
    {
      trend->change = expm1 (slope * (double) (n - 1));
      line = measure_line (y, n, slope);
    }
  if (step > 0)
    {
      steps = measure_step (y, n, step, &before, &after);
      if (fabs (expm1 (after - before)) >= LEAST_CHANGE)
        {
          trend->step = step;
          trend->before = exp (before);
          trend->after = exp (after);
        }
      else
        steps = without;
    }
  if (trend->step > 0 && steps <= line)
    {
      trend->kind = REFRAIN_TREND_STEP;
      trend->step = place_step (y, n, step, before, after);
    }
  else if (trend->change != 0)
    trend->kind = REFRAIN_TREND_SLOPE;
  for (gsize i = 0; i < n; i++)
    if (trend->kind == REFRAIN_TREND_STEP)
      y[i] -= i < trend->step ? before : after;
    else if (trend->kind == REFRAIN_TREND_SLOPE)
      y[i] -= slope * (double) i;
  trend->period = find_period (y, MIN (n, MOST_FOR_PERIOD), &trend->correlation);
  if (trend->period > 0 && trend->kind == REFRAIN_TREND_NONE)
    trend->kind = REFRAIN_TREND_PERIOD;
}

void
refrain_trend_find (const double *values, gsize n, RefrainTrend *trend)
{
  g_autofree double *y = NULL;

  *trend = (RefrainTrend){ 0 };
  if (n < REFRAIN_TREND_LEAST)
    return;
  y = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    y[i] = log (values[i]);
  find_in_logarithms (y, n, trend);
}
