/* refrain-density.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kernel estimate on a grid: the numbers are binned, and the bins smoothed.
 */
#include "refrain-density.h"

#include <math.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_statistics_double.h>

#include "refrain-free.h"
#include "refrain-search.h"

/* Places of the grid a width of the kernel, and widths that the kernel reaches. */
#define PLACES 10
#define REACH  5
/* Pairs are made of at most so many. */
#define MOST_FOR_PAIRS 1024
/* So many numbers stand out at least, but for what the kernels blur. */
#define LEAST_EXCESS 1.9

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_density_clear,
                             RefrainDensity,
                             g_clear_pointer (&x->value, g_free);
                             x->n = 0)

/* What pairs of numbers usually differ by (Rousseeuw and Croux, J. Am. Stat. Ass. 88, 1993): of
 * numbers in two heaps the width of the heaps, not their distance. Of many numbers those at equal
 * distances in order tell. */
static double
measure_pairs (const double *sorted, gsize n)
{
  const gsize taken = MIN (n, MOST_FOR_PAIRS);
  g_autofree double *some = g_new (double, taken), *work = g_new (double, 3 * taken);
  g_autofree int *work_int = g_new (int, 5 * taken);

  if (n < 5)
    {
      /* Of two and two the next quartile of pairs would be the distance of the heaps. */
      double least = sorted[n - 1] - sorted[0];

      for (gsize i = 1; i < n; i++)
        least = MIN (least, sorted[i] - sorted[i - 1]);
      return least;
    }
  for (gsize i = 0; i < taken; i++)
    some[i] = sorted[taken == n ? i : (gsize) (((double) i + 0.5) / (double) taken * (double) n)];
  return gsl_stats_Qn_from_sorted_data (some, 1, taken, work, work_int);
}

static double
choose_width (const double *sorted, gsize n, double narrowest)
{
  const double spread = gsl_stats_quantile_from_sorted_data (sorted, 1, n, 0.75)
                        - gsl_stats_quantile_from_sorted_data (sorted, 1, n, 0.25);
  const double sigma = n > 1 ? gsl_stats_sd (sorted, 1, n) : 0;
  const double scale = MIN (MIN (sigma, spread / 1.34), measure_pairs (sorted, n));

  return MAX (narrowest, 0.9 * scale * pow ((double) n, -0.2));
}

/* Each number shared between the two places beside it. Free with g_free(). */
static double *
bin (const RefrainDensity *self, const double *sorted, gsize n)
{
  double *weight = g_new0 (double, self->n);

  for (gsize i = 0; i < n; i++)
    {
      const double place = (sorted[i] - self->from) / self->step;
      const gsize left = (gsize) place;
      const double part = place - (double) left;

      g_assert (left + 1 < self->n);
      weight[left] += 1 - part;
      weight[left + 1] += part;
    }
  return weight;
}

void
refrain_density_estimate (RefrainDensity *self, const double *sorted, gsize n, double narrowest)
{
  double kernel[PLACES * REACH + 1];
  g_autofree double *weight = NULL;
  double width;

  g_return_if_fail (n > 0 && narrowest > 0);
  *self = (RefrainDensity){ 0 };
  if (!(sorted[0] < sorted[n - 1]))
    return;
  width = choose_width (sorted, n, narrowest);
  self->step = width / PLACES;
  self->from = sorted[0] - REACH * width;
  self->n = (gsize) ((sorted[n - 1] - self->from) / self->step) + PLACES * REACH + 2;
  self->value = g_new0 (double, self->n);
  weight = bin (self, sorted, n);
  for (gsize k = 0; k < G_N_ELEMENTS (kernel); k++)
    kernel[k] = gsl_ran_gaussian_pdf ((double) k * self->step, width) / (double) n;
  for (gsize i = 0; i < self->n; i++)
    {
      if (weight[i] == 0)
        continue;
      self->value[i] += weight[i] * kernel[0];
      for (gsize k = 1; k < G_N_ELEMENTS (kernel); k++)
        {
          if (i >= k)
            self->value[i - k] += weight[i] * kernel[k];
          if (i + k < self->n)
            self->value[i + k] += weight[i] * kernel[k];
        }
    }
}

/* ---- Modes -------------------------------------------------------------------------------------
 */

/* The top of the parabola through a maximum and the places beside it. */
static RefrainMode
make_mode (const RefrainDensity *self, gsize i)
{
  const double left = self->value[i - 1], top = self->value[i], right = self->value[i + 1];
  const double bend = left - 2 * top + right;
  const double off = bend < 0 ? 0.5 * (left - right) / bend : 0;

  return (RefrainMode){ .at = self->from + ((double) i + off) * self->step,
                        .height = top - 0.25 * (left - right) * off };
}

/* All maxima; the lowest place between one and the next is @valleys' element of the same index. */
static GArray *
find_maxima (const RefrainDensity *self, GArray *valleys)
{
  GArray *modes = g_array_new (FALSE, FALSE, sizeof (RefrainMode));
  gsize lowest = 0;

  for (gsize i = 1; i + 1 < self->n; i++)
    {
      if (self->value[i] < self->value[lowest])
        lowest = i;
      if (self->value[i] > self->value[i - 1] && self->value[i] >= self->value[i + 1])
        {
          RefrainMode mode = make_mode (self, i);

          if (modes->len > 0)
            g_array_append_val (valleys, lowest);
          g_array_append_val (modes, mode);
          lowest = i;
        }
    }
  return modes;
}

/* Takes mode @i away: its part goes to the neighbour behind the higher valley. */
static void
drop_mode (const RefrainDensity *self, GArray *modes, GArray *valleys, guint i)
{
  RefrainMode *mode = &g_array_index (modes, RefrainMode, i);
  const gsize *valley = (const gsize *) valleys->data;
  const gboolean to_left
      = i > 0 && (i + 1 == modes->len || self->value[valley[i - 1]] >= self->value[valley[i]]);

  if (to_left)
    {
      mode[-1].last = mode->last;
      g_array_remove_index (valleys, i - 1);
    }
  else if (i + 1 < modes->len)
    {
      mode[1].first = mode->first;
      g_array_remove_index (valleys, i);
    }
  g_array_remove_index (modes, i);
}

/* The lowest mode beside too flat a valley; len where all are deep enough. */
static guint
find_flat (const RefrainDensity *self, const GArray *modes, const GArray *valleys, double valley)
{
  guint found = modes->len;
  const RefrainMode *mode = (const RefrainMode *) modes->data;

  for (guint i = 0; i + 1 < modes->len; i++)
    {
      const guint lower = mode[i].height <= mode[i + 1].height ? i : i + 1;

      if (self->value[g_array_index (valleys, gsize, i)] > valley * mode[lower].height
          && (found == modes->len || mode[lower].height < mode[found].height))
        found = lower;
    }
  return found;
}

static void
set_ranges (
    const RefrainDensity *self, const double *sorted, gsize n, GArray *modes, const GArray *valleys)
{
  gsize first = 0;

  for (guint i = 0; i < modes->len; i++)
    {
      RefrainMode *mode = &g_array_index (modes, RefrainMode, i);
      gsize last = n;

      if (i < valleys->len)
        {
          const double end = self->from + (double) g_array_index (valleys, gsize, i) * self->step;

          last = REFRAIN_LOWER_BOUND (j, first, n, sorted[j] < end);
        }
      mode->first = first;
      mode->last = first = last;
      mode->own_first = mode->first;
      mode->own_last = mode->last;
    }
}

/* How many of @n numbers stand out of the higher valley beside mode @i (Müller and Sawitzki, J. Am.
 * Stat. Ass. 86, 1991: excess mass). */
static double
measure_excess (
    const RefrainDensity *self, gsize n, const GArray *modes, const GArray *valleys, guint i)
{
  const gsize *valley = (const gsize *) valleys->data;
  const gsize from = i > 0 ? valley[i - 1] : 0;
  const gsize to = i + 1 < modes->len ? valley[i] : self->n - 1;
  const double level = MAX (self->value[from], self->value[to]);
  double sum = 0;

  for (gsize k = from; k <= to; k++)
    sum += MAX (self->value[k] - level, 0);
  return sum * self->step * (double) n;
}

/* The lowest mode that holds too little; len where all hold enough. */
static guint
find_small (const RefrainDensity *self,
            gsize n,
            const GArray *modes,
            const GArray *valleys,
            double least_share)
{
  const RefrainMode *mode = (const RefrainMode *) modes->data;
  guint found = modes->len;

  for (guint i = 0; i < modes->len; i++)
    {
      const gsize own = mode[i].own_last - mode[i].own_first;

      if ((own < 2 || (double) own < least_share * (double) n
           || (modes->len > 1 && measure_excess (self, n, modes, valleys, i) < LEAST_EXCESS))
          && (found == modes->len || mode[i].height < mode[found].height))
        found = i;
    }
  return found;
}

GArray *
refrain_density_find_modes (
    const RefrainDensity *self, const double *sorted, gsize n, double least_share, double valley)
{
  g_autoptr (GArray) valleys = g_array_new (FALSE, FALSE, sizeof (gsize));
  GArray *modes;
  guint i;

  g_return_val_if_fail (n > 0, NULL);
  if (self->value == NULL)
    {
      RefrainMode all = { .at = sorted[0], .first = 0, .last = n, .own_last = n };

      modes = g_array_new (FALSE, FALSE, sizeof (RefrainMode));
      g_array_append_val (modes, all);
      return modes;
    }
  modes = find_maxima (self, valleys);
  while ((i = find_flat (self, modes, valleys, valley)) < modes->len)
    drop_mode (self, modes, valleys, i);
  set_ranges (self, sorted, n, modes, valleys);
  while ((i = find_small (self, n, modes, valleys, least_share)) < modes->len)
    drop_mode (self, modes, valleys, i);
  return modes;
}
