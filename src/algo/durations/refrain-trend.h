/* refrain-trend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether what comes again and again takes longer and longer, changes at some place, or in turns.
 */
#pragma once

#include <glib.h>

/* Fewer values have no trend that could be told from chance. */
#define REFRAIN_TREND_LEAST 8

typedef enum
{
  REFRAIN_TREND_NONE,
  REFRAIN_TREND_SLOPE,  /* slower and slower, or faster and faster */
  REFRAIN_TREND_STEP,   /* different from some element on */
  REFRAIN_TREND_PERIOD, /* every so many elements alike */
} RefrainTrendKind;

/* "slope": an untranslated name for JSON; NULL for none. */
const char *refrain_trend_kind_get_name (RefrainTrendKind kind);

/* What there is of each kind, and which one tells most. */
typedef struct
{
  RefrainTrendKind kind;
  double
      change; /* SLOPE: of the last as a share of the first, less 1: 0.5 for half as long again */
  gsize step; /* STEP: the first element of the later part */
  double before, after; /* ... medians of both parts */
  gsize period;         /* PERIOD: elements; at least 2 */
  double correlation;   /* ... of elements so far apart */
} RefrainTrend;

/* Looks for a trend in @n values, positive ones, in their order. Takes one only where chance would
 * give it once in a thousand times and where it is larger than 5 %. Slope: median of what pairs
 * half the run apart differ by (Theil 1950), sign test; of few values the test of Mann
 * (Econometrica 13, 1945). Step: Pettitt (J. Roy. Stat. Soc. C 28, 1979). Period: autocorrelation.
 * Of slope and step the one from which the values differ less. O(n log n). */
void refrain_trend_find (const double *values, gsize n, RefrainTrend *trend);

/* The median of @n numbers, at least one, in any order. O(n log n). */
double refrain_trend_median (const double *values, gsize n);
