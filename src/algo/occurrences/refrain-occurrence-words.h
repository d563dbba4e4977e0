/* refrain-occurrence-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Occurrences in words, and how long they take as a sentence.
 */
#pragma once

#include "refrain-occurrences.h"

/* Of fewer nothing is usual, and none an outlier. */
#define REFRAIN_OCCURRENCES_FEW 5

/* "loop 45 in ssor": what repeats. Free with g_free(). */
char *refrain_occurrences_describe (RefrainOccurrences *self);
/* "The 250 iterations of loop 45 in ssor". Free with g_free(). */
char *refrain_occurrences_describe_all (RefrainOccurrences *self);
/* "Iteration 118 of loop 45 in ssor"; @i counts from 0. Free with g_free(). */
char *refrain_occurrences_describe_one (RefrainOccurrences *self, guint32 i);

/* "iteration 118": the same where it is known of what; @i counts from 0. Free with g_free(). */
char *refrain_recurs_describe_number (RefrainRecurs kind, guint32 i);
char *refrain_occurrences_describe_number (RefrainOccurrences *self, guint32 i);

/* Those that take longer than usual: outliers above the median. */
typedef struct
{
  gsize n;
  guint32 slowest;      /* the one that takes longest, where there is any */
  double excess;        /* nanoseconds that all of them take beyond the median */
  gboolean one_process; /* all are on that of the slowest */
  double own_excess;    /* what usual ones that only one process has take beyond the median */
} RefrainSlowOccurrences;

/* @is_slow (may be NULL): which they are, as many flags as occurrences, FALSE before. */
void refrain_occurrences_find_slow (RefrainOccurrences *self,
                                    RefrainDurations *durations,
                                    RefrainSlowOccurrences *slow,
                                    guint8 *is_slow);
/* "The 250 iterations of loop 45 in ssor take 11 ms (±10 %), but 3 take longer, up to 34 ms: number
 * 118 at 7.910 s". @durations are its own. Free with g_free(). O(n log n). */
char *refrain_occurrences_tell (RefrainOccurrences *self, RefrainDurations *durations);
/* The same without saying of what and where: "250 × 11 ms ± 10 %, 3 longer, up to 34 ms". */
char *refrain_occurrences_tell_briefly (RefrainOccurrences *self, RefrainDurations *durations);
/* "9.3 ms (49 % of them) or 11.4 ms (50 % of them)"; NULL where not several durations are usual.
 * Free with g_free(). */
char *refrain_durations_tell_several (RefrainDurations *durations);
/* "1.5 times as long from iteration 120 on": how what is of @kind changes in the run. NULL where it
 * does not. Free with g_free(). */
char *refrain_recurs_tell_trend (RefrainRecurs kind, RefrainDurations *durations);
