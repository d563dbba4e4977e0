/* refrain-comparison-others.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: where a process of a compared occurrence is in calls of MPI that are no part of it.
 */
#pragma once

#include "refrain-trace.h"

/* In calls of MPI, without a gap that could be seen. */
typedef struct
{
  guint side; /* REFRAIN_COMPARED_A or B */
  gsize row;  /* of the processes */
  RefrainTime from, to;
} RefrainComparisonOther;

/* Adds where @thread of @process is in calls of MPI while @within to @others, an array of them;
 * what is no further apart than @fine is one. Gives how much of @within is outside of such calls.
 * O(log n + calls in it). */
RefrainTime refrain_comparison_others_add (GArray *others,
                                           RefrainTrace *trace,
                                           guint32 process,
                                           const RefrainThread *thread,
                                           const RefrainComparisonOther *within,
                                           RefrainTime fine);
