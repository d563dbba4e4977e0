/* refrain-counters.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the source recorded of hardware and system counters (OTF2: metrics), out of the details of
 * its events. Immutable.
 */
#pragma once

#include "refrain-counter-levels.h"
#include "refrain-trace.h"

/* A counter, as the source defines it; texts are "" where it says nothing. */
typedef struct
{
  const char *name;
  const char *description;
  const char *unit; /* of a rate, what is counted: "bytes" */
  /* Its values are totals that never fall: what is shown is how fast they grow, a second. What the
   * source calls a total and falls all the same is shown as it is. */
  gboolean is_rate;
  guint first, n;     /* its series */
  double least, most; /* of all of them */
} RefrainCounter;

/* What one thread recorded of one counter. */
typedef struct
{
  guint counter;
  guint process;
  gsize thread; /* of the process */
  const RefrainCounterLevels *levels;
} RefrainCounterSeries;

#define REFRAIN_TYPE_COUNTERS (refrain_counters_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCounters, refrain_counters, REFRAIN, COUNTERS, GObject)

/* Reads the details of all events, processes in parallel; a trace without any has no counters. NULL
 * with @error when cancelled. O(events that have details + tape). */
RefrainCounters *
refrain_counters_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);
/* Whether there may be any: whether the source defines counters. O(definitions). */
gboolean refrain_counters_may_be_in (RefrainTrace *trace);

/* In the order of the source's definitions, those with values; belong to @self. */
const RefrainCounter *refrain_counters_get (RefrainCounters *self, guint *n);
/* All series, by counter, process and thread. */
const RefrainCounterSeries *refrain_counters_get_series (RefrainCounters *self, guint *n);
RefrainTrace *refrain_counters_get_trace (RefrainCounters *self);
/* "1.2 G/s", "64 °C": @value of @counter as people read it. Free with g_free(). */
char *refrain_counter_format (const RefrainCounter *counter, double value);
