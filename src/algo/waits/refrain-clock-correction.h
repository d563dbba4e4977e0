/* refrain-clock-correction.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace with clocks that agree: first offset and drift of each process' clock out of the bounds
 * that messages in both directions set (Hofmann and Hilgers, ISPDC 1998), then what still arrives
 * before it leaves is moved, what follows with it, less and less, and what comes before it more and
 * more, as far as no process waits for that (controlled logical clock: Rabenseifner, EuroPVM/MPI
 * 1997; backward amortisation: Becker, Rabenseifner and Wolf, J. Parallel Distrib. Comput. 69,
 * 2009).
 */
#pragma once

#include "refrain-trace.h"

/* What was done. */
typedef struct
{
  guint n_shifted;        /* processes whose clocks got another offset or drift */
  RefrainTime most_shift; /* the largest of these offsets, at the start of the trace */
  gsize n_moved;          /* operations that were moved after that */
  RefrainTime most_moved; /* ... by no more than this */
} RefrainClockReport;

/* Returns @trace with corrected times: another trace, which shares all other columns and keeps a
 * reference. Pairs of processes whose messages contradict nothing keep their clocks to each other.
 * NULL with @error when cancelled. O(n log n) in messages and members of collectives. */
RefrainTrace *refrain_clocks_correct (RefrainTrace *trace,
                                      RefrainClockReport *report,
                                      GCancellable *cancellable,
                                      GError **error);
