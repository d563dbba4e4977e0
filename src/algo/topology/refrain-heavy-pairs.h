/* refrain-heavy-pairs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pairs of processes among which most goes, where there is a clear step to the others: a halo
 * beneath coarse levels, gathers or work handed to special processes.
 */
#pragma once

#include "refrain-graph.h"

typedef struct
{
  RefrainGraph *graph;
  double share; /* of all that goes between different processes: 0 to 1 */
} RefrainHeavyPairs;

/* RefrainHeavyPairs: those that have most of the bytes (@by_count: messages), the clearest step
 * first; none of all pairs. Bounded number. Free with g_ptr_array_unref(). O(pairs log pairs). */
GPtrArray *refrain_heavy_pairs_list (RefrainMatrix *matrix, gboolean by_count);
