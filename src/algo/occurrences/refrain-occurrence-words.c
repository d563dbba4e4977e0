/* refrain-occurrence-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sentence has three parts: what is usual, what takes longer, and what changes in the run.
 */
#include "refrain-occurrence-words.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-time-format.h"

/* One duration is the usual one where so many lie in its window. */
#define USUAL 0.8
/* One of several peaks is worth a word that holds as much of them, or of their time. */
#define SECOND     0.1
#define MOST_PEAKS 4
/* Outliers are fewer than one of so many. */
#define MOST_OUTLIERS 4
/* Where none is an outlier the longest is told from so many medians on. */
#define WORTH_A_MOST 1.5
/* What is nearly always so. */
#define NEARLY_ALL 0.95

char *
refrain_occurrences_describe (RefrainOccurrences *self)
{
  const char *name;
  guint32 id;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);

  name = refrain_occurrences_get_name (self);
  id = refrain_occurrences_get_id (self);
  switch (refrain_occurrences_get_kind (self))
    {
    case REFRAIN_RECURS_LOOP:
      if (id == 0)
        return g_strdup (name);
      return *name != '\0' ? g_strdup_printf (_ ("loop %u in %s"), id, name)
                           : g_strdup_printf (_ ("loop %u"), id);
    case REFRAIN_RECURS_PHASE:
      return *name != '\0' ? g_strdup_printf (_ ("phase %u (%s)"), id, name)
                           : g_strdup_printf (_ ("phase %u"), id);
    case REFRAIN_RECURS_PATTERN:
      return g_strdup_printf (_ ("%s (pattern %u)"), name, id);
    case REFRAIN_RECURS_SEQUENCE:
      return g_strdup_printf (_ ("sequence %u (starting with “%s”)"), id, name);
    case REFRAIN_RECURS_ROUTINE:
    default:
      return g_strdup (name);
    }
}

char *
refrain_occurrences_describe_all (RefrainOccurrences *self)
{
  g_autofree char *what = refrain_occurrences_describe (self);
  g_autofree char *count = NULL;

  g_return_val_if_fail (what != NULL, NULL);

  count = refrain_count_format (refrain_occurrences_get_n (self));
  switch (refrain_occurrences_get_kind (self))
    {
    case REFRAIN_RECURS_LOOP:
      return g_strdup_printf (_ ("%s iterations of %s"), count, what);
    case REFRAIN_RECURS_PHASE:
      return g_strdup_printf (_ ("%s repetitions in %s"), count, what);
    case REFRAIN_RECURS_ROUTINE:
      return g_strdup_printf (_ ("%s calls of %s"), count, what);
    case REFRAIN_RECURS_PATTERN:
    case REFRAIN_RECURS_SEQUENCE:
    default:
      return g_strdup_printf (_ ("%s occurrences of %s"), count, what);
    }
}

char *
refrain_occurrences_describe_one (RefrainOccurrences *self, guint32 i)
{
  g_autofree char *what = refrain_occurrences_describe (self);

  g_return_val_if_fail (what != NULL, NULL);

  switch (refrain_occurrences_get_kind (self))
    {
    case REFRAIN_RECURS_LOOP:
      return g_strdup_printf (_ ("Iteration %u of %s"), i + 1, what);
    case REFRAIN_RECURS_PHASE:
      return g_strdup_printf (_ ("Repetition %u in %s"), i + 1, what);
    case REFRAIN_RECURS_ROUTINE:
      return g_strdup_printf (_ ("Call %u of %s"), i + 1, what);
    case REFRAIN_RECURS_PATTERN:
    case REFRAIN_RECURS_SEQUENCE:
    default:
      return g_strdup_printf (_ ("Occurrence %u of %s"), i + 1, what);
    }
}

char *
refrain_recurs_describe_number (RefrainRecurs kind, guint32 i)
{
  switch (kind)
    {
    case REFRAIN_RECURS_LOOP:
      return g_strdup_printf (_ ("iteration %u"), i + 1);
    case REFRAIN_RECURS_PHASE:
      return g_strdup_printf (_ ("repetition %u"), i + 1);
    case REFRAIN_RECURS_ROUTINE:
      return g_strdup_printf (_ ("call %u"), i + 1);
    case REFRAIN_RECURS_PATTERN:
    case REFRAIN_RECURS_SEQUENCE:
    default:
      return g_strdup_printf (_ ("occurrence %u"), i + 1);
    }
}

char *
refrain_occurrences_describe_number (RefrainOccurrences *self, guint32 i)
{
  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);

  return refrain_recurs_describe_number (refrain_occurrences_get_kind (self), i);
}

/* The longest duration that is usual; what lies between others is not longer than usual. *@rare:
 * from where on durations belong to peaks that are none: few are alike, and take several times as
 * long. What is rarer than both of two usual durations, but between them, is not. */
static double
find_longest_usual (RefrainDurations *durations, double *rare)
{
  gsize n_peaks;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);
  double top = 0;

  *rare = INFINITY;
  for (gsize i = 0; i < n_peaks; i++)
    if (!peaks[i].rare)
      top = MAX (top, peaks[i].duration);
  for (gsize i = 0; i < n_peaks; i++)
    if (peaks[i].rare && peaks[i].duration > top)
      *rare = MIN (*rare, sqrt (top * peaks[i].duration));
  return top;
}

/* The process that nearly all durations in the window of peak @peak are of, or REFRAIN_NONE. */
static guint32
find_process (RefrainOccurrences *self, RefrainDurations *durations, gsize peak)
{
  const guint32 *similar = refrain_durations_get_similar (durations);
  const guint32 n = self != NULL ? refrain_occurrences_get_n (self) : 0;
  guint32 process = REFRAIN_NONE;
  gsize count = 0, n_there = 0;

  /* The one with a majority, if any does. */
  for (guint32 i = 0; i < n; i++)
    if (similar[i] == peak)
      {
        const guint32 own = refrain_occurrences_get (self, i).process;

        if (own == REFRAIN_NONE)
          return REFRAIN_NONE;
        if (count == 0)
          process = own;
        count = own == process ? count + 1 : count - 1;
      }
  count = 0;
  for (guint32 i = 0; i < n; i++)
    if (similar[i] == peak)
      {
        n_there++;
        count += refrain_occurrences_get (self, i).process == process;
      }
  return n_there > 1 && (double) count >= NEARLY_ALL * (double) n_there ? process : REFRAIN_NONE;
}

/* What takes long on one process is usual there, and lost all the same. */
static double
measure_own_peaks (RefrainOccurrences *self, RefrainDurations *durations)
{
  const double median = refrain_durations_get_median (durations);
  gsize n_peaks;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);
  const guint32 n = refrain_occurrences_get_n (self);
  double excess = 0;
  guint32 i = 1;

  /* Of more than one process. */
  while (i < n
         && refrain_occurrences_get (self, i).process == refrain_occurrences_get (self, 0).process)
    i++;
  for (gsize k = 0; i < n && k < n_peaks; k++)
    if (peaks[k].duration > median && find_process (self, durations, k) != REFRAIN_NONE)
      excess += (double) peaks[k].within * (peaks[k].duration - median);
  return excess;
}

void
refrain_occurrences_find_slow (RefrainOccurrences *self,
                               RefrainDurations *durations,
                               RefrainSlowOccurrences *slow,
                               guint8 *is_slow)
{
  const double median = refrain_durations_get_median (durations);
  double longest = 0, rare, lower, upper;
  const double top = find_longest_usual (durations, &rare);
  guint32 process = REFRAIN_NONE;
  gsize n, n_outliers, at = 0;
  const double *values = refrain_durations_get_values (durations, &n);
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);

  g_return_if_fail (n == refrain_occurrences_get_n (self));

  *slow = (RefrainSlowOccurrences){ .slowest = REFRAIN_NONE, .one_process = TRUE };
  for (guint32 k = 0; k < n; k++)
    {
      const gboolean is_outlier = at < n_outliers && outliers[at] == k;
      guint32 own;

      at += is_outlier;
      if (!(values[k] > median && ((is_outlier && values[k] > top) || values[k] >= rare)))
        continue;
      own = refrain_occurrences_get (self, k).process;
      slow->one_process &= own != REFRAIN_NONE && (slow->n == 0 || own == process);
      process = own;
      slow->n++;
      if (is_slow != NULL)
        is_slow[k] = TRUE;
      slow->excess += values[k] - median;
      if (values[k] > longest)
        {
          longest = values[k];
          slow->slowest = k;
        }
    }
  slow->one_process &= slow->n > 0;
  slow->own_excess = measure_own_peaks (self, durations);
  /* Of few nothing is usual, and what a quarter takes is no exception. */
  refrain_durations_get_quartiles (durations, &lower, &upper);
  if (n < REFRAIN_OCCURRENCES_FEW || MOST_OUTLIERS * slow->n >= n || longest <= upper)
    {
      *slow = (RefrainSlowOccurrences){ .slowest = REFRAIN_NONE, .own_excess = slow->own_excess };
      if (is_slow != NULL)
        refrain_fill (is_slow, FALSE, n);
    }
}

static char *
format (double time)
{
  return refrain_time_format ((RefrainTime) llround (MIN (time, (double) REFRAIN_TIME_LIMIT)), 3);
}

/* So few have no quarters. */
#define FEW 8

/* "median 11 ms, middle half 9 ms to 14 ms", of few "median 11 ms, 9 ms to 14 ms" */
static char *
tell_spread (RefrainDurations *durations)
{
  g_autofree char *median = format (refrain_durations_get_median (durations));
  g_autofree char *low = NULL, *high = NULL;
  double lower, upper;
  gsize n;

  refrain_durations_get_values (durations, &n);
  refrain_durations_get_quartiles (durations, &lower, &upper);
  low = format (n < FEW ? refrain_durations_get_minimum (durations) : lower);
  high = format (n < FEW ? refrain_durations_get_maximum (durations) : upper);
  return g_strdup_printf (n < FEW ? _ ("median %s, %s to %s")
                                  : _ ("median %s, middle half %s to %s"),
                          median, low, high);
}

/* "289 µs (54 %)", "50 ms (19 %, on process 0)" */
static void
append_peak (GString *text,
             RefrainOccurrences *self,
             RefrainDurations *durations,
             const RefrainDurationPeak *peaks,
             gsize i)
{
  g_autofree char *duration = format (peaks[i].duration);
  const guint32 process = find_process (self, durations, i);

  if (process != REFRAIN_NONE)
    g_string_append_printf (text, _ ("%s (%.0f %% of them, on process %u)"), duration,
                            100 * peaks[i].share, process);
  else
    g_string_append_printf (text, _ ("%s (%.0f %% of them)"), duration, 100 * peaks[i].share);
}

/* What is rare is told as outliers. */
static gboolean
is_told (RefrainDurations *durations, const RefrainDurationPeak *peak)
{
  const double time = (double) peak->count * peak->duration;

  return !peak->rare
         && (peak->share >= SECOND || time >= SECOND * refrain_durations_get_total (durations));
}

/* What nearly all take: "median 11 ms (±10 %)"; NULL where fewer are as near to it as @peak is
 * wide. */
static char *
tell_one (RefrainDurations *durations, const RefrainDurationPeak *peak, gboolean briefly)
{
  const double median = refrain_durations_get_median (durations);
  const double window = (peak->to - peak->from) / MAX (peak->to + peak->from, 1e-9);
  g_autofree char *duration = format (median);
  gsize n, n_near = 0;
  const double *values = refrain_durations_get_values (durations, &n);

  for (gsize i = 0; i < n; i++)
    n_near += fabs (values[i] - median) <= window * MAX (median, 1);
  if ((double) n_near < USUAL * (double) n)
    return NULL;
  /* Clocks do not tell them from nothing. */
  if (median < 1)
    return g_strdup_printf (_ ("median %s"), duration);
  return briefly ? g_strdup_printf (_ ("median %s ± %.0f %%"), duration, 100 * window)
                 : g_strdup_printf (_ ("median %s (±%.0f %%)"), duration, 100 * window);
}

/* A few durations that are usual: "289 µs (54 % of them) or 1.2 ms (45 % of them)"; NULL where
 * there are not two. @self may be NULL. */
static char *
tell_several (RefrainOccurrences *self, RefrainDurations *durations)
{
  g_autoptr (GString) list = g_string_new (NULL);
  gsize n, n_told = 0;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n);
  double share = 0;

  for (gsize i = 0; i < n; i++)
    if (n_told < MOST_PEAKS && is_told (durations, &peaks[i]))
      {
        if (n_told++ > 0)
          g_string_append (list, _ (" or "));
        append_peak (list, self, durations, peaks, i);
        share += peaks[i].share;
      }
  return n_told > 1 && share >= USUAL ? g_string_free (g_steal_pointer (&list), FALSE) : NULL;
}

char *
refrain_durations_tell_several (RefrainDurations *durations)
{
  g_return_val_if_fail (REFRAIN_IS_DURATIONS (durations), NULL);

  return tell_several (NULL, durations);
}

/* What is usual: a few durations, one, or else how they spread. */
static char *
tell_usual (RefrainOccurrences *self, RefrainDurations *durations, gboolean briefly)
{
  char *usual = tell_several (self, durations);
  gsize n_peaks, best = 0;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);

  for (gsize i = 1; i < n_peaks; i++)
    if (peaks[i].within > peaks[best].within)
      best = i;
  if (usual == NULL && n_peaks > 0)
    usual = tell_one (durations, &peaks[best], briefly);
  return usual != NULL ? usual : tell_spread (durations);
}

/* What takes longer; NULL for nothing. */
static char *
tell_slow (RefrainOccurrences *self, RefrainDurations *durations)
{
  RefrainSlowOccurrences slow;
  RefrainOccurrence worst;
  g_autofree char *duration = NULL, *when = NULL, *where = NULL, *number = NULL;

  refrain_occurrences_find_slow (self, durations, &slow, NULL);
  if (slow.n == 0)
    return NULL;
  worst = refrain_occurrences_get (self, slow.slowest);
  duration = format ((double) worst.duration);
  when = refrain_time_format (worst.start, 4);
  number = refrain_occurrences_describe_number (self, slow.slowest);
  where = worst.process == REFRAIN_NONE ? g_strdup ("")
          : slow.one_process && slow.n > 1
              ? g_strdup_printf (_ (", all on process %u"), worst.process)
              : g_strdup_printf (_ (", on process %u"), worst.process);
  if (slow.n == 1)
    return g_strdup_printf (_ ("outlier %s (%s, at %s%s)"), duration, number, when, where);
  return g_strdup_printf (_ ("%zu outliers, longest %s (%s, at %s%s)"), slow.n, duration, number,
                          when, where);
}

char *
refrain_recurs_tell_trend (RefrainRecurs kind, RefrainDurations *durations)
{
  const RefrainTrend *trend;
  g_autofree char *first = NULL;

  g_return_val_if_fail (REFRAIN_IS_DURATIONS (durations), NULL);

  trend = refrain_durations_get_trend (durations);
  switch (trend->kind)
    {
    case REFRAIN_TREND_SLOPE:
      if (trend->change > 1)
        return g_strdup_printf (_ ("increasing, the last %.2f times as long as the first"),
                                1 + trend->change);
      return g_strdup_printf (
          trend->change > 0 ? _ ("increasing, the last %.0f %% longer than the first")
                            : _ ("decreasing, the last %.0f %% shorter than the first"),
          /* Nothing is shorter by all of it. */
          trend->change > 0 ? 100 * trend->change : MIN (-100 * trend->change, 99));
    case REFRAIN_TREND_STEP:
      first = refrain_recurs_describe_number (kind, (guint32) trend->step);
      return trend->after > trend->before
                 ? g_strdup_printf (_ ("%2$.2f times as long from %1$s on"), first,
                                    trend->after / MAX (trend->before, 1e-9))
                 : g_strdup_printf (_ ("%2$.0f %% shorter from %1$s on"), first,
                                    /* Nothing is shorter by all of it. */
                                    MIN (100 * (1 - trend->after / MAX (trend->before, 1e-9)), 99));
    case REFRAIN_TREND_PERIOD:
      return g_strdup_printf (_ ("similar every %zu"), trend->period);
    case REFRAIN_TREND_NONE:
    default:
      return NULL;
    }
}

/* Whether occurrences as far apart as they are found to be alike are mostly of one process, of
 * several: then it is the processes that differ, standing one after another in the series. */
static gboolean
comes_of_processes (RefrainOccurrences *self, gsize period)
{
  const guint32 n = refrain_occurrences_get_n (self);
  gsize n_same = 0, n_next = 0;

  for (guint32 i = 0; i + period < n; i++)
    {
      const guint32 own = refrain_occurrences_get (self, i).process;

      if (own == REFRAIN_NONE)
        return FALSE;
      n_same += own == refrain_occurrences_get (self, i + (guint32) period).process;
      n_next += own == refrain_occurrences_get (self, i + 1).process;
    }
  return (double) n_same > NEARLY_ALL / 2 * (double) (n - period)
         && (double) n_next < 0.5 * (double) (n - period);
}

/* Their trend, where it is not that of processes. */
static char *
tell_own_trend (RefrainOccurrences *self, RefrainDurations *durations)
{
  const RefrainTrend *trend = refrain_durations_get_trend (durations);

  return trend->kind == REFRAIN_TREND_PERIOD && comes_of_processes (self, trend->period)
             ? NULL
             : refrain_recurs_tell_trend (refrain_occurrences_get_kind (self), durations);
}

/* Appends @more to *@text. */
static void
take (char **text, const char *between, const char *more)
{
  char *whole = g_strconcat (*text, between, more, NULL);

  g_free (*text);
  *text = whole;
}

char *
refrain_occurrences_tell (RefrainOccurrences *self, RefrainDurations *durations)
{
  g_autofree char *all = NULL, *usual = NULL, *slow = NULL, *trend = NULL;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_DURATIONS (durations), NULL);

  all = refrain_occurrences_describe_all (self);
  if (refrain_occurrences_get_n (self) == 0)
    return g_steal_pointer (&all);
  usual = tell_usual (self, durations, FALSE);
  slow = tell_slow (self, durations);
  trend = tell_own_trend (self, durations);
  if (slow != NULL)
    take (&usual, "; ", slow);
  if (trend != NULL)
    take (&usual, "; ", trend);
  /* TRANSLATORS: "250 iterations of loop 45", "11 ms (±10 %); 3 outliers, longest 2.8 ms (…)". */
  return g_strdup_printf (_ ("%s: %s."), all, usual);
}

char *
refrain_occurrences_tell_briefly (RefrainOccurrences *self, RefrainDurations *durations)
{
  RefrainSlowOccurrences slow;
  g_autofree char *count = NULL, *usual = NULL, *trend = NULL;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_DURATIONS (durations), NULL);

  count = refrain_count_format (refrain_occurrences_get_n (self));
  if (refrain_occurrences_get_n (self) == 0)
    return g_steal_pointer (&count);
  if (refrain_occurrences_get_n (self) < REFRAIN_OCCURRENCES_FEW)
    {
      g_autofree char *least = format (refrain_durations_get_minimum (durations));
      g_autofree char *most = format (refrain_durations_get_maximum (durations));

      /* TRANSLATORS: how often, and how long: "3 × between 1.4 ms and 6.6 ms". */
      return g_strdup_printf (_ ("%s × between %s and %s"), count, least, most);
    }
  usual = tell_usual (self, durations, TRUE);
  refrain_occurrences_find_slow (self, durations, &slow, NULL);
  if (slow.n > 0)
    {
      g_autofree char *most
          = format ((double) refrain_occurrences_get (self, slow.slowest).duration);
      g_autofree char *n = refrain_count_format (slow.n);
      g_autofree char *longer
          /* TRANSLATORS: of what repeats: "3 outliers, up to 2.82 ms", "1 outlier, 2.82 ms". */
          = g_strdup_printf (slow.n > 1 ? _ ("%s outliers, up to %s") : _ ("%s outlier, %s"), n,
                             most);

      take (&usual, ", ", longer);
    }
  else if (refrain_durations_get_maximum (durations)
           > WORTH_A_MOST * refrain_durations_get_median (durations))
    {
      g_autofree char *most = format (refrain_durations_get_maximum (durations));
      /* TRANSLATORS: of durations that differ: the longest one. */
      g_autofree char *up_to = g_strdup_printf (_ ("up to %s"), most);

      take (&usual, ", ", up_to);
    }
  trend = tell_own_trend (self, durations);
  if (trend != NULL)
    take (&usual, "; ", trend);
  /* TRANSLATORS: how often, and how long: "80 ×: median 1.24 ms ± 10 %, 3 outliers". */
  return g_strdup_printf (_ ("%s ×: %s"), count, usual);
}
