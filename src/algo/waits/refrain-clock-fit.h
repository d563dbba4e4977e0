/* refrain-clock-fit.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: by how much each process' clock is wrong, as offset and drift.
 */
#pragma once

#include "refrain-op-span.h"

/* To be added to a clock that shows t: offset + drift · (t - origin). */
typedef struct
{
  double offset;
  double drift;
} RefrainClockFit;

/* One for each process; free with g_free(). O(n log n) in messages and members of collectives. */
RefrainClockFit *
refrain_clock_fit_all (RefrainTrace *trace, const RefrainOpSpans *spans, RefrainTime origin);

static inline RefrainTime
refrain_clock_fit_apply (const RefrainClockFit *fit, RefrainTime origin, RefrainTime time)
{
  const double shift = fit->offset + fit->drift * ((double) time - (double) origin);

  return CLAMP (refrain_time_add (time, (RefrainTime) CLAMP (shift, -4e18, 4e18)),
                -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
}
