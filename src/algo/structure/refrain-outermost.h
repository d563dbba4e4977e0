/* refrain-outermost.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long the turns of each process' outermost loop take, and where the slowest one loses its
 * time.
 */
#pragma once

#include "refrain-durations.h"
#include "refrain-structure.h"

/* Of a process, of its part with the longest loop. Iterations last from the start of one to that of
 * the next, the last to its end. */
typedef struct
{
  guint32 n;              /* iterations; 0: there is no loop, and nothing else is filled in */
  guint32 slowest;        /* ... the number of that one */
  RefrainTime start, end; /* of the first, and of the last */
  RefrainTime slowest_start;
  double share;           /* of the thread's time in the run */
  double median, maximum; /* ns */
  RefrainTrendKind trend;
  RefrainTime lost; /* what the slowest one takes more between two events of it than the one nearest
                       to the median, at most */
} RefrainOutermost;

#define REFRAIN_TYPE_OUTERMOSTS (refrain_outermosts_get_type ())
G_DECLARE_FINAL_TYPE (RefrainOutermosts, refrain_outermosts, REFRAIN, OUTERMOSTS, GObject)

struct _RefrainOutermosts
{
  GObject parent_instance;

  RefrainOutermost *loops; /* by process */
  guint chosen;            /* the process whose slowest iteration says most about the run; how many
                              there are where there is no loop */
  RefrainDurations *durations; /* of the chosen one, or NULL */
  char *before, *after;        /* the events between which it loses most, in words */
};

/* NULL with @error when cancelled. With the team. O(events). */
RefrainOutermosts *
refrain_outermosts_new (RefrainStructure *structure, GCancellable *cancellable, GError **error);

/* What the slowest iteration takes beyond the median, ns. */
double refrain_outermost_get_excess (const RefrainOutermost *self);
