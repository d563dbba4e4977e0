/* refrain-cells.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: how long a place takes on both sides, and whether that differs by more than
 * chance.
 */
#pragma once

#include "refrain-run-pairs.h"

/* Fills in medians, sums and sizes. O(slots of @pair). */
void refrain_pair_measure (const RefrainCoupling *coupling, RefrainRunPair *pair);

/* The median of @n numbers, which are put in another order; 0 for none. O(n). */
double refrain_cells_median (double *values, gsize n);
/* ... of which @share, below 1, are below it. */
double refrain_cells_quantile (double *values, gsize n, double share);

#define REFRAIN_N_BLOCKS 5

/* What is usual in parts of what a thread does, which follow each other in time: neighbours depend
 * on each other, such parts hardly. Of calls the median; of computing a lower quantile, since what
 * disturbs it makes it longer. */
typedef struct
{
  guint32 row, n, n_blocks;
  double blocks[REFRAIN_N_BLOCKS], means[REFRAIN_N_BLOCKS];
  double level; /* of all */
  double stray; /* how far a block's median is above its level, a logarithm; of all blocks */
} RefrainRowBlocks;

/* Of all threads that have any, times @scale; of RefrainRowBlocks, in ns. Waiting does not count.
 */
GArray *refrain_pair_list_blocks (const RefrainCoupling *coupling,
                                  const RefrainRunPair *pair,
                                  guint side,
                                  RefrainSlotPart part,
                                  double scale);

/* By how much the logarithms of @b are above those of @a (Hodges and Lehmann 1963) with an interval
 * of 95 %, and how likely so different ranks are by chance (Mann and Whitney 1947). */
typedef struct
{
  double shift, low, high, p;
} RefrainShift;

/* Of all threads, or of one of each. */
RefrainShift refrain_shift_find (const GArray *a, const GArray *b);
RefrainShift refrain_shift_find_rows (const RefrainRowBlocks *a, const RefrainRowBlocks *b);
/* Where the means of a thread's blocks agree, they become its blocks. Else where occurrences in one
 * block hardly differ, what differs from block to block is no noise. In both cases levels of
 * threads become means of their blocks. FALSE, and nothing is done, where runs are disturbed. */
gboolean refrain_blocks_average (GArray *a, GArray *b);
/* How far apart blocks of one thread are, as a standard deviation of logarithms: what a run differs
 * by in itself. */
double refrain_blocks_get_spread (const GArray *a, const GArray *b);
/* The same of @part of @pair. */
double refrain_pair_get_spread (const RefrainCoupling *coupling,
                                const RefrainRunPair *pair,
                                RefrainSlotPart part);
/* What @part usually takes on the path, ns. */
double refrain_pair_get_path_level (const RefrainCoupling *coupling,
                                    const RefrainRunPair *pair,
                                    guint side,
                                    RefrainSlotPart part);
/* What @part usually takes in @n occurrences of one thread from @first on, ns. O(n). */
double refrain_pair_get_row_level (const RefrainCoupling *coupling,
                                   const RefrainRunPair *pair,
                                   guint side,
                                   RefrainSlotPart part,
                                   guint32 first,
                                   guint32 n);
/* The shortest of all blocks. */
double refrain_row_get_lowest (const RefrainRowBlocks *row);
/* The thread that takes longest; NULL where there is none. */
const RefrainRowBlocks *refrain_blocks_find_slowest (const GArray *blocks);
/* The median of the levels of all threads. */
double refrain_blocks_get_level (const GArray *blocks);

/* From which occurrence on (from 1; positive), or up to which (negative), computing at @pair
 * differs, times @scale in A; 0 where it does not turn. Differences below @least ns in all do not
 * count. */
gint32 refrain_pair_find_turn (const RefrainCoupling *coupling,
                               const RefrainRunPair *pair,
                               double scale,
                               double least);
