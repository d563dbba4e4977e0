/* refrain-matrix-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Seriation of a communication matrix: an order of processes, for rows and columns alike, in which
 * its structure can be seen.
 */
#pragma once

#include "refrain-matrix.h"

typedef enum
{
  REFRAIN_MATRIX_BY_RANK,
  /* What a process sends and receives, most first. */
  REFRAIN_MATRIX_BY_SUM,
  /* Reverse Cuthill–McKee (Cuthill and McKee 1969; George 1971), from a pseudo-peripheral process
   * (George and Liu 1979) in each component: who communicates stands near each other, so that what
   * is filled is a band about the diagonal. */
  REFRAIN_MATRIX_BY_BAND,
  /* Hierarchical clustering with average linkage (UPGMA, Sokal and Michener 1958) by chains of
   * nearest neighbours (Murtagh 1983): those who exchange most stand together, so that groups are
   * blocks. Of more than REFRAIN_MATRIX_MOST_CLUSTERED processes it is REFRAIN_MATRIX_BY_BAND. */
  REFRAIN_MATRIX_BY_CLUSTER,
  REFRAIN_N_MATRIX_ORDERS
} RefrainMatrixOrder;

#define REFRAIN_MATRIX_MOST_CLUSTERED 4096

/* "rank", "sum", "band", "cluster": untranslated; NULL behind them. */
extern const char *const refrain_matrix_orders[REFRAIN_N_MATRIX_ORDERS + 1];

/* The processes of @matrix in @order by what @metric says of its cells: a number of a process for
 * each place. Ties are by rank. O(cells · log processes), clusters O(processes²) and four bytes for
 * each two. NULL with @error when cancelled. Free with g_free(). */
guint32 *refrain_matrix_order_find (RefrainMatrix *matrix,
                                    RefrainMatrixOrder order,
                                    RefrainMatrixMetric metric,
                                    GCancellable *cancellable,
                                    GError **error);
