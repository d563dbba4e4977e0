/* refrain-counter-levels.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A quantity that has one value from each of its times to the next, at any resolution: least and
 * most of 64 values, of 64 of these, and so on, and the integral up to each 64th. A bin costs
 * O(64 log n), however many values lie in it. Immutable.
 */
#pragma once

#include "refrain-types.h"

/* In a bin; NAN where no value is known. The mean is over the time of the bin in which one is. */
typedef struct
{
  double least, most, mean;
} RefrainCounterBin;

typedef struct _RefrainCounterLevels RefrainCounterLevels;

/* Takes the arrays of @n times, ascending, and values; the last value lasts until @end. O(n). */
RefrainCounterLevels *
refrain_counter_levels_new (RefrainTime *times, double *values, gsize n, RefrainTime end);
void refrain_counter_levels_free (RefrainCounterLevels *self);

gsize refrain_counter_levels_get_n (const RefrainCounterLevels *self);
/* Least and most of all; both 0 where there is no value. */
void
refrain_counter_levels_get_range (const RefrainCounterLevels *self, double *least, double *most);
/* The value at @time; NAN where none is known. O(log n). */
double refrain_counter_levels_get_value (const RefrainCounterLevels *self, RefrainTime time);
/* What lies in [@start, @end), or at @start where that is no span. */
RefrainCounterBin refrain_counter_levels_get_bin (const RefrainCounterLevels *self,
                                                  RefrainTime start,
                                                  RefrainTime end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainCounterLevels, refrain_counter_levels_free)
