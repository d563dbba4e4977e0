/* refrain-durations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long something takes each time it comes: the usual durations (peaks), those that are like
 * nothing else (outliers), and whether it changes over the run (Trahay et al. 2015, section IV).
 */
#pragma once

#include <gio/gio.h>

#include "refrain-trend.h"

typedef struct
{
  double window; /* what counts as similar: 0.1 for ±10 % of a peak; above 0, below 1 */
  double tick;   /* the clock's resolution, in the unit of the durations: they are known to half of
                    it.   1 for nanoseconds; 0 where they are exact */
  guint processes; /* that they are of, at the same time, where these are several: of a few rounds
                      there is no trend */
} RefrainDurationOptions;

/* ±10 %, whole nanoseconds. */
#define REFRAIN_DURATION_OPTIONS_DEFAULT                                                           \
  {                                                                                                \
    .window = 0.1, .tick = 1                                                                       \
  }

/* A duration around which others gather. */
typedef struct
{
  double duration;      /* where the density is highest */
  double share;         /* of all durations: those that belong to it, outliers left out */
  gsize count;          /* ... their number */
  gsize within;         /* durations that are similar: in its window, nearest to it */
  gsize representative; /* the element nearest to it; of equally near ones the first */
  double from, to;      /* its window */
  gboolean rare;        /* few, and several times as long as most: alike, but not usual */
} RefrainDurationPeak;

/* Durations that are similar: one of them is enough to look at. */
typedef struct
{
  double middle;   /* its peak, where it has one */
  double from, to; /* the middle ± the window, and half a tick */
  gsize count;     /* durations nearest to it of all windows */
} RefrainDurationWindow;

/* Of a duration that lies in no window. */
#define REFRAIN_NO_WINDOW G_MAXUINT32

#define REFRAIN_TYPE_DURATIONS (refrain_durations_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDurations, refrain_durations, REFRAIN, DURATIONS, GObject)

/* Analyses @n durations, none of them negative or beyond all numbers, in the order in which they
 * come in the run; they are copied. The density is that of their logarithms, with a Gaussian kernel
 * as wide as Silverman's rule says (with Qn as the scale where that is smaller) but at least 5 %. A
 * peak is a maximum of it that holds at least 3 % of the durations and two of them, with valleys at
 * least 20 % deep out of which at least as many stand as two alone; equal ones, or one, are a peak
 * whatever their number. An outlier lies outside of its peak's window and further from the median
 * of what belongs to that peak than 3.5 robust standard deviations (of the median absolute
 * deviation, each side by itself). Immutable. NULL with @error when cancelled. O(n log n). */
RefrainDurations *refrain_durations_new (const double *durations,
                                         gsize n,
                                         const RefrainDurationOptions *options,
                                         GCancellable *cancellable,
                                         GError **error);

/* What these return belongs to @self. */
const double *refrain_durations_get_values (RefrainDurations *self, gsize *n);
/* From short to long. */
const RefrainDurationPeak *refrain_durations_get_peaks (RefrainDurations *self, gsize *n);
/* Elements that are like no peak, in their order. Empty where there is no peak. */
const gsize *refrain_durations_get_outliers (RefrainDurations *self, gsize *n);
/* What is similar: the windows of the peaks, then, where a peak is wider than its window, those
 * that hold most of what is left, as long as that is 3 % of the durations and two of them. */
const RefrainDurationWindow *refrain_durations_get_windows (RefrainDurations *self, gsize *n);
/* The window in which each element lies, of several the one to whose middle it is nearest, or
 * REFRAIN_NO_WINDOW. */
const guint32 *refrain_durations_get_similar (RefrainDurations *self);
/* Whether element @i is similar to a peak that holds a tenth of them: it is no exception. */
gboolean refrain_durations_is_usual (RefrainDurations *self, gsize i);
/* 0 for none; the shorter of the two in the middle where the number is even, so that there is one
 * that takes as long, as everywhere. */
double refrain_durations_get_median (RefrainDurations *self);
double refrain_durations_get_minimum (RefrainDurations *self);
double refrain_durations_get_maximum (RefrainDurations *self);
double refrain_durations_get_total (RefrainDurations *self);
/* What a quarter takes at most, and what a quarter takes at least. */
void refrain_durations_get_quartiles (RefrainDurations *self, double *lower, double *upper);
const RefrainTrend *refrain_durations_get_trend (RefrainDurations *self);
/* The density of the natural logarithms at *@from, *@from + *@step, ...: one at each of @n places
 * whose integral is 1. Nothing where all durations are equal. */
const double *
refrain_durations_get_density (RefrainDurations *self, gsize *n, double *from, double *step);
/* Counts the durations in @n_bins bins of equal width on a logarithmic axis, the first from the
 * minimum on and the last up to the maximum, both included; @counts has room for them. Edge i of a
 * bin is exp (*@from + i · *@step). One of no width holds all where they are equal. O(n). */
void refrain_durations_count (
    RefrainDurations *self, gsize n_bins, gsize *counts, double *from, double *step);
/* The bin of duration @value among those of refrain_durations_count(). */
gsize refrain_durations_find_bin (RefrainDurations *self, gsize n_bins, double value);
