/* refrain-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything is found on the logarithms in order of size; what belongs together is a range of them.
 */
#include "refrain-durations.h"

#include <glib.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-order.h"
#include "refrain-search.h"

/* ---- Density ---- */

/* A kernel estimate on a grid: the numbers are binned, and the bins smoothed. */

typedef struct
{
  double *value; /* at from, from + step, ...; its integral is 1. NULL where all are equal */
  gsize n;
  double from, step;
} RefrainDensity;

/* A maximum with what lies between the valleys beside it. */
typedef struct
{
  double at;                 /* where the density is highest */
  double height;             /* ... and how high */
  gsize first, last;         /* of the sorted numbers: [first, last) */
  gsize own_first, own_last; /* ... as long as all maxima had theirs */
} RefrainMode;

/* Places of the grid a width of the kernel, and widths that the kernel reaches. */
#define PLACES 10
#define REACH  5
/* Pairs are made of at most so many. */
#define MOST_FOR_PAIRS 1024
/* So many numbers stand out at least, but for what the kernels blur. */
#define LEAST_EXCESS 1.9

REFRAIN_DEFINE_CLEAR (density_clear, RefrainDensity, g_clear_pointer (&x->value, g_free); x->n = 0)

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

/* A Gaussian kernel estimate of @n sorted numbers, at least one, as wide as Silverman's rule says
 * (Density Estimation, 1986, 3.31) but at least @narrowest. O(n + range / width). */
static void
density_estimate (RefrainDensity *self, const double *sorted, gsize n, double narrowest)
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

/* The maxima of @self that hold @least_share of the @n sorted numbers and at least two, from left
 * to right, with valleys between them that are no higher than @valley of the lower one and
 * that as many numbers stand out of as two alone would; free with
 * g_array_unref(). What is not kept belongs to the neighbour behind the higher valley, so that the
 * kept ones cover all numbers; none is kept where none holds enough. O(places + maxima²). */
static GArray *
density_find_modes (
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

/* ---- Durations ---- */

/* A peak is not narrower than this, holds this share, and has valleys no higher than this. */
#define NARROWEST   0.05
#define LEAST_SHARE 0.03
#define VALLEY      0.8
/* A peak that holds less, and takes so many times as long as the highest, is rare. */
#define RARE        0.1
#define MUCH_LONGER 3
/* An outlier is further away than so many robust standard deviations, of which a median absolute
 * deviation is the share 1 / 1.4826 where deviations are normal. */
#define FAR (3.5 * 1.4826)
/* So many are put in order by their digits. */
#define MANY 65536

struct _RefrainDurations
{
  GObject parent_instance;

  RefrainDurationOptions options;
  double *values;
  gsize n;
  double floor; /* what is shorter counts as this long where there are logarithms */
  double median, minimum, maximum, total;
  double lower, upper; /* quartiles */
  RefrainDensity density;
  GArray *peaks;    /* of RefrainDurationPeak */
  GArray *outliers; /* of gsize */
  GArray *windows;  /* of RefrainDurationWindow */
  guint32 *similar;
  RefrainTrend trend;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainDurations, refrain_durations)

static void
refrain_durations_finalize (RefrainDurations *self)
{
  refrain_free (self->values, self->similar);
  density_clear (&self->density);
  refrain_unref_arrays (self->peaks, self->outliers, self->windows);
}

static void
refrain_durations_init (RefrainDurations *self)
{
  self->peaks = g_array_new (FALSE, FALSE, sizeof (RefrainDurationPeak));
  self->outliers = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->windows = g_array_new (FALSE, FALSE, sizeof (RefrainDurationWindow));
}

/* ---- In order of size --------------------------------------------------------------------------
 */

typedef struct
{
  double value;
  gsize element;
} Sized;

REFRAIN_DEFINE_COMPARE (compare_sized, Sized, REFRAIN_RISING (value) ?: REFRAIN_RISING (element))

/* Doubles as whole numbers in the same order; 0 and -0 are one. */
static guint64
make_key (double value)
{
  const guint64 sign = (guint64) 1 << 63;
  guint64 bits;

  value += 0.0;
  memcpy (&bits, &value, sizeof bits);
  return bits & sign ? ~bits : bits | sign;
}

/* The places of the values by size, or NULL where the other way is taken. Free with g_free(). */
static guint32 *
order_many (const RefrainDurations *self)
{
  g_autofree guint64 *keys
      = self->n >= MANY && self->n < G_MAXUINT32 ? g_new (guint64, self->n) : NULL;

  for (gsize i = 0; keys != NULL && i < self->n; i++)
    keys[i] = make_key (self->values[i]);
  return keys != NULL ? refrain_order_rows (keys, (guint32) self->n, NULL, NULL) : NULL;
}

/* Free with g_free(). */
static Sized *
sort (RefrainDurations *self)
{
  Sized *sized = g_new (Sized, self->n + 1);
  g_autofree guint32 *order = order_many (self);

  for (gsize i = 0; order != NULL && i < self->n; i++)
    sized[i] = (Sized){ self->values[order[i]], order[i] };
  if (order != NULL)
    return sized;
  for (gsize i = 0; i < self->n; i++)
    sized[i] = (Sized){ self->values[i], i };
  refrain_sort (sized, self->n, sizeof *sized, compare_sized);
  return sized;
}

static double
get_logarithm (const RefrainDurations *self, double value)
{
  return log (MAX (value, self->floor));
}

/* Half a tick, or where there is none a tenth of the shortest that takes time at all. */
static double
choose_floor (const RefrainDurations *self, const Sized *sized)
{
  gsize first;

  if (self->options.tick > 0)
    return self->options.tick / 2;
  first = REFRAIN_LOWER_BOUND (i, 0, self->n, !(sized[i].value > 0));
  return first < self->n ? MAX (sized[first].value / 10, 1e-300) : 1;
}

/* ---- Peaks -------------------------------------------------------------------------------------
 */

/* Of the elements [first, last) the one nearest to @duration, equal ones in their order. */
static gsize
find_nearest (const Sized *sized, gsize first, gsize last, double duration)
{
  const gsize above = REFRAIN_LOWER_BOUND (i, first, last, sized[i].value < duration);
  gsize found = above;

  if (above == last
      || (above > first && duration - sized[above - 1].value < sized[above].value - duration))
    {
      const double value = sized[above - 1].value;

      found = REFRAIN_LOWER_BOUND (j, first, above, sized[j].value < value);
    }
  return sized[found].element;
}

/* How far from the median of the sorted @logarithms outliers begin. */
static void
find_limits (const double *logarithms, gsize n, double *low, double *high)
{
  const double median = gsl_stats_quantile_from_sorted_data (logarithms, 1, n, 0.5);

  /* The median deviation of the half below is its distance to the lower quartile. */
  *low = median - FAR * (median - gsl_stats_quantile_from_sorted_data (logarithms, 1, n, 0.25));
  *high = median + FAR * (gsl_stats_quantile_from_sorted_data (logarithms, 1, n, 0.75) - median);
}

static gsize
count_between (const Sized *sized, gsize n, double from, double to)
{
  const gsize first = REFRAIN_LOWER_BOUND (i, 0, n, sized[i].value < from);

  return REFRAIN_LOWER_BOUND (i, first, n, sized[i].value <= to) - first;
}

/* Makes a peak of @mode; what lies too far from it is appended to the outliers. */
static void
add_peak (RefrainDurations *self,
          const RefrainMode *mode,
          const Sized *sized,
          const double *logarithms)
{
  const double window = self->options.window, half = self->options.tick / 2;
  RefrainDurationPeak peak = { .duration = exp (mode->at) };
  double low, high;

  find_limits (logarithms + mode->own_first, mode->own_last - mode->own_first, &low, &high);
  if (sized[mode->first].value == sized[mode->last - 1].value)
    peak.duration = sized[mode->first].value;
  else if (mode->at < log (self->floor) + NARROWEST && !(sized[mode->first].value > 0))
    peak.duration = 0; /* that is what counts as the floor there */
  peak.from = (1 - window) * peak.duration - half;
  peak.to = (1 + window) * peak.duration + half;
  if (self->n > 1 && count_between (sized, self->n, peak.from, peak.to) < 2)
    return; /* of few numbers, none like another, none is usual */
  for (gsize i = mode->first; i < mode->last; i++)
    if ((sized[i].value < peak.from && logarithms[i] < low)
        || (sized[i].value > peak.to && logarithms[i] > high))
      g_array_append_val (self->outliers, sized[i].element);
    else
      peak.count++;
  peak.share = (double) peak.count / (double) self->n;
  peak.representative = find_nearest (sized, mode->first, mode->last, peak.duration);
  g_array_append_val (self->peaks, peak);
}

/* Few calls of several times the usual length are alike, but not usual. */
static void
mark_rare (RefrainDurations *self)
{
  RefrainDurationPeak *peaks = (RefrainDurationPeak *) self->peaks->data;
  guint usual = 0;

  for (guint i = 1; i < self->peaks->len; i++)
    if (peaks[i].count > peaks[usual].count)
      usual = i;
  for (guint i = 0; i < self->peaks->len; i++)
    peaks[i].rare
        = peaks[i].share < RARE && peaks[i].duration >= MUCH_LONGER * peaks[usual].duration;
}

static int
compare_elements (gconstpointer first, gconstpointer second)
{
  const gsize *a = first, *b = second;

  return *a < *b ? -1 : *a > *b;
}

static void
find_peaks (RefrainDurations *self, const Sized *sized, const double *logarithms)
{
  g_autoptr (GArray) modes = NULL;

  density_estimate (&self->density, logarithms, self->n, NARROWEST);
  modes = density_find_modes (&self->density, logarithms, self->n, LEAST_SHARE, VALLEY);
  for (guint i = 0; i < modes->len; i++)
    add_peak (self, &g_array_index (modes, RefrainMode, i), sized, logarithms);
  mark_rare (self);
  g_array_sort (self->outliers, compare_elements);
}

/* ---- Windows -----------------------------------------------------------------------------------
 */

static void
add_window (RefrainDurations *self, double middle)
{
  RefrainDurationWindow window = { .middle = middle };

  window.from = (1 - self->options.window) * middle - self->options.tick / 2;
  window.to = (1 + self->options.window) * middle + self->options.tick / 2;
  g_array_append_val (self->windows, window);
}

/* Of the @n sorted values @left those that most of them are similar to: fills a window that begins
 * at one of them. Gives how many it holds; they begin at *@first. */
static gsize
find_fullest (const RefrainDurations *self, const double *left, gsize n, gsize *first)
{
  const double width = (1 + self->options.window) / (1 - self->options.window);
  const double half = self->options.tick / 2;
  gsize most = 0, end = 0;

  for (gsize i = 0; i < n; i++)
    {
      while (end < n && left[end] - half <= (left[i] + half) * width)
        end++;
      if (end - i > most)
        {
          most = end - i;
          *first = i;
        }
    }
  return most;
}

/* The windows of peaks, and more where these leave much. */
static void
choose_windows (RefrainDurations *self, const Sized *sized)
{
  g_autofree double *left = g_new (double, self->n + 1);
  const RefrainDurationPeak *peaks = (const RefrainDurationPeak *) self->peaks->data;
  gsize n = 0, first = 0, count;

  for (guint i = 0; i < self->peaks->len; i++)
    add_window (self, peaks[i].duration);
  if (self->peaks->len == 0)
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      gboolean covered = FALSE;

      for (guint k = 0; k < self->peaks->len; k++)
        covered |= sized[i].value >= peaks[k].from && sized[i].value <= peaks[k].to;
      if (!covered)
        left[n++] = sized[i].value;
    }
  while ((count = find_fullest (self, left, n, &first)) >= 2
         && (double) count >= LEAST_SHARE * (double) self->n)
    {
      add_window (self, (left[first] + self->options.tick / 2) / (1 - self->options.window));
      memmove (left + first, left + first + count, (n - first - count) * sizeof *left);
      n -= count;
    }
}

static void
find_similar (RefrainDurations *self)
{
  RefrainDurationWindow *windows = (RefrainDurationWindow *) self->windows->data;

  self->similar = g_new (guint32, self->n + 1);
  for (gsize i = 0; i < self->n; i++)
    {
      const double value = self->values[i];
      guint32 nearest = REFRAIN_NO_WINDOW;

      for (guint32 k = 0; k < self->windows->len; k++)
        if (value >= windows[k].from && value <= windows[k].to
            && (nearest == REFRAIN_NO_WINDOW
                || fabs (value - windows[k].middle) < fabs (value - windows[nearest].middle)))
          nearest = k;
      self->similar[i] = nearest;
      if (nearest != REFRAIN_NO_WINDOW)
        windows[nearest].count++;
    }
  for (guint k = 0; k < self->peaks->len; k++)
    g_array_index (self->peaks, RefrainDurationPeak, k).within = windows[k].count;
}

/* ---- The whole ---------------------------------------------------------------------------------
 */

static void
measure (RefrainDurations *self, const Sized *sized)
{
  self->minimum = sized[0].value;
  self->maximum = sized[self->n - 1].value;
  self->median = sized[(self->n - 1) / 2].value;
  self->lower = sized[self->n / 4].value;
  self->upper = sized[self->n - 1 - self->n / 4].value;
  for (gsize i = 0; i < self->n; i++)
    self->total += self->values[i];
}

/* FALSE when cancelled. */
static gboolean
analyse (RefrainDurations *self, GCancellable *cancellable, GError **error)
{
  g_autofree Sized *sized = sort (self);
  g_autofree double *logarithms = g_new (double, self->n + 1);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  self->floor = choose_floor (self, sized);
  measure (self, sized);
  for (gsize i = 0; i < self->n; i++)
    logarithms[i] = get_logarithm (self, sized[i].value);
  find_peaks (self, sized, logarithms);
  choose_windows (self, sized);
  find_similar (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (gsize i = 0; i < self->n; i++)
    logarithms[i] = MAX (self->values[i], self->floor);
  if (self->n >= REFRAIN_TREND_LEAST * (gsize) MAX (self->options.processes, 1))
    refrain_trend_find (logarithms, self->n, &self->trend);
  return TRUE;
}

RefrainDurations *
refrain_durations_new (const double *durations,
                       gsize n,
                       const RefrainDurationOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (RefrainDurations) self = NULL;

  g_return_val_if_fail (options->window > 0 && options->window < 1 && options->tick >= 0, NULL);
  for (gsize i = 0; i < n; i++)
    g_return_val_if_fail (durations[i] >= 0 && isfinite (durations[i]), NULL);
  self = g_object_new (REFRAIN_TYPE_DURATIONS, NULL);
  self->options = *options;
  self->n = n;
  self->values = g_new (double, n + 1);
  for (gsize i = 0; i < n; i++)
    self->values[i] = durations[i];
  if (n == 0)
    self->similar = g_new (guint32, 1);
  else if (!analyse (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

const double *
refrain_durations_get_values (RefrainDurations *self, gsize *n)
{
  *n = self->n;
  return self->values;
}

const RefrainDurationPeak *
refrain_durations_get_peaks (RefrainDurations *self, gsize *n)
{
  *n = self->peaks->len;
  return (const RefrainDurationPeak *) self->peaks->data;
}

const gsize *
refrain_durations_get_outliers (RefrainDurations *self, gsize *n)
{
  *n = self->outliers->len;
  return (const gsize *) self->outliers->data;
}

const RefrainDurationWindow *
refrain_durations_get_windows (RefrainDurations *self, gsize *n)
{
  *n = self->windows->len;
  return (const RefrainDurationWindow *) self->windows->data;
}

REFRAIN_READER (refrain_durations_get_similar, RefrainDurations, const guint32 *, self->similar)

gboolean
refrain_durations_is_usual (RefrainDurations *self, gsize i)
{
  const guint32 window = self->similar[i];
  const RefrainDurationPeak *peak = window < self->peaks->len
                                        ? &g_array_index (self->peaks, RefrainDurationPeak, window)
                                        : NULL;

  return peak != NULL && !peak->rare && peak->share >= RARE;
}

REFRAIN_READER (refrain_durations_get_median, RefrainDurations, double, self->median)
REFRAIN_READER (refrain_durations_get_minimum, RefrainDurations, double, self->minimum)
REFRAIN_READER (refrain_durations_get_maximum, RefrainDurations, double, self->maximum)
REFRAIN_READER (refrain_durations_get_total, RefrainDurations, double, self->total)

void
refrain_durations_get_quartiles (RefrainDurations *self, double *lower, double *upper)
{
  *lower = self->lower;
  *upper = self->upper;
}

REFRAIN_READER (refrain_durations_get_trend, RefrainDurations, const RefrainTrend *, &self->trend)

const double *
refrain_durations_get_density (RefrainDurations *self, gsize *n, double *from, double *step)
{
  *n = self->density.n;
  *from = self->density.from;
  *step = self->density.step;
  return self->density.value;
}

/* ---- Bins --------------------------------------------------------------------------------------
 */

gsize
refrain_durations_find_bin (RefrainDurations *self, gsize n_bins, double value)
{
  const double from = get_logarithm (self, self->minimum);
  const double range = get_logarithm (self, self->maximum) - from;
  double bin;

  g_return_val_if_fail (n_bins > 0, 0);
  if (!(range > 0))
    return 0;
  bin = floor ((get_logarithm (self, value) - from) / range * (double) n_bins);
  return (gsize) CLAMP (bin, 0, (double) (n_bins - 1));
}

void
refrain_durations_count (
    RefrainDurations *self, gsize n_bins, gsize *counts, double *from, double *step)
{
  g_return_if_fail (n_bins > 0);
  for (gsize i = 0; i < n_bins; i++)
    counts[i] = 0;
  *from = *step = 0;
  if (self->n == 0)
    return;
  *from = get_logarithm (self, self->minimum);
  *step = (get_logarithm (self, self->maximum) - *from) / (double) n_bins;
  for (gsize i = 0; i < self->n; i++)
    counts[refrain_durations_find_bin (self, n_bins, self->values[i])]++;
}
