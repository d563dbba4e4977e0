/* refrain-time-cell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a part of a pair whose times are compared, and which threads are slow in
 * it.
 */
#pragma once

#include <math.h>

#include "refrain-accounts.h"
#include "refrain-arrays.h"
#include "refrain-cells.h"

/* Of how far places or blocks are apart, until a difference is none of these. */
#define REFRAIN_FLOOR_DEVIATIONS 2.5

typedef struct
{
  RefrainRunPair *pair;
  RefrainSlotPart part;
  double more;                     /* ns on side 1 */
  GArray *blocks[REFRAIN_N_SIDES]; /* of RefrainRowBlocks */
  RefrainShift all, slowest;
  gboolean is_even; /* occurrences near each other in time hardly differ */
  double spread;    /* of each thread's own blocks */
  double stray;     /* how much all of it is above what is usual */
  double change;    /* of what is usual, a logarithm; and that of the slowest threads */
  double slowest_change;
  gboolean is_whole, is_slowest;
  gint32 turn;
  guint32 name; /* of who computes, or of the routine of MPI */
  GArray *slow; /* of guint32: rows; NULL where it is all */
  guint slow_side;
  double slow_level, slow_usual; /* of the slowest of them, and what it is beside */
  const RefrainRowBlocks
      *drift; /* one that takes longer and longer, with others or alone; or NULL */
} RefrainTimeCell;

/* The threads of one side that are slow beside the other, while the rest is not; or what takes
 * longer and longer. Notes them in @cell. */
void refrain_time_cell_find_slow (const RefrainAccounts *self, RefrainTimeCell *cell);
/* How often a process comes there at least, on average. */
double refrain_time_cell_get_fewest (const RefrainAccounts *self, const RefrainTimeCell *cell);
/* Whether what one thread takes there is no sample: a median of its blocks has to be of some. */
gboolean refrain_time_cell_is_few (const RefrainAccounts *self, const RefrainTimeCell *cell);

static inline gboolean
refrain_time_cell_is_found (const RefrainTimeCell *cell)
{
  return cell->is_whole || cell->is_slowest || cell->turn != 0 || cell->slow != NULL;
}

/* The logarithm of how much longer @b is than @a, ns; what is shorter than 1 µs is not measured. */
static inline double
refrain_times_find_change (double a, double b)
{
  return log ((b + 1000) / (a + 1000));
}

static inline gboolean
refrain_rows_are_same (const GArray *a, const GArray *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->len == b->len && refrain_is_same (a->data, b->data, a->len * sizeof (guint32));
}
