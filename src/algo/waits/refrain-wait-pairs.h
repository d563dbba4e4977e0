/* refrain-wait-pairs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who makes whom wait: for each two processes how long one waits for the other, by kind.
 */
#pragma once

#include "refrain-matrix.h"
#include "refrain-op-set.h"
#include "refrain-waits.h"

/* `victim` waits for `culprit`; where both are the same process, for another thread of it. */
typedef struct
{
  guint32 culprit, victim;
  guint64 count;                     /* of waits */
  RefrainTime time[REFRAIN_N_WAITS]; /* nanoseconds */
} RefrainWaitPair;

/* Over all kinds. */
RefrainTime refrain_wait_pair_get_time (const RefrainWaitPair *self);
/* The one that it is most of. */
RefrainWaitKind refrain_wait_pair_get_kind (const RefrainWaitPair *self);

/* The pairs of which one waits for the other, by culprit and victim: as far as the waits lie in
 * [@start, @end] and, unless @ops is NULL, belong to operations in it. Free with g_array_unref().
 * NULL with @error when cancelled. O(operations + waits · members of reductions). */
GArray *refrain_wait_pairs_new (RefrainWaits *waits,
                                RefrainOpSet *ops,
                                RefrainTime start,
                                RefrainTime end,
                                GCancellable *cancellable,
                                GError **error);
/* The same with culprits as rows and victims as columns, to be drawn: `count` waits, and `bytes`
 * are nanoseconds. */
RefrainMatrix *refrain_wait_pairs_to_matrix (const GArray *pairs, guint n_processes);
