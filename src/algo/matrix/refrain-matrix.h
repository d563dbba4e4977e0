/* refrain-matrix.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix: messages and bytes from each process to each other (Xu et al. 2008,
 * section 4.1). Sparse rows; immutable.
 */
#pragma once

#include "refrain-message-filter.h"
#include "refrain-op-set.h"

typedef struct
{
  guint32 destination;
  guint64 count;
  guint64 bytes;
  guint64
      time; /* ns from the calls of the sends to the ends of their receives; 0 where not asked */
} RefrainMatrixCell;

/* What of a cell is looked at. */
typedef enum
{
  REFRAIN_MATRIX_MESSAGES,
  REFRAIN_MATRIX_BYTES,
  REFRAIN_MATRIX_TIME,      /* that messages are under way */
  REFRAIN_MATRIX_MEAN_SIZE, /* bytes of a message */
  REFRAIN_MATRIX_WAITING,   /* of a matrix of waits (refrain_wait_pairs_to_matrix()): its time */
  REFRAIN_N_MATRIX_METRICS
} RefrainMatrixMetric;

/* "messages", "bytes", "time", "mean-size", "waiting": untranslated; NULL behind them. */
extern const char *const refrain_matrix_metrics[REFRAIN_N_MATRIX_METRICS + 1];
double refrain_matrix_cell_get_value (const RefrainMatrixCell *cell, RefrainMatrixMetric metric);

#define REFRAIN_TYPE_MATRIX (refrain_matrix_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatrix, refrain_matrix, REFRAIN, MATRIX, GObject)

/* Counts the sends whose operation stands in [start, end] (both included; matched or not). Rows are
 * sources. NULL with @error when cancelled. O(operations in the window). */
RefrainMatrix *refrain_matrix_new (RefrainTrace *trace,
                                   RefrainTime start,
                                   RefrainTime end,
                                   GCancellable *cancellable,
                                   GError **error);
/* Of those, only the sends in @ops: what a phase or a pattern says. */
RefrainMatrix *refrain_matrix_new_for_ops (RefrainTrace *trace,
                                           RefrainOpSet *ops,
                                           RefrainTime start,
                                           RefrainTime end,
                                           GCancellable *cancellable,
                                           GError **error);

/* What is counted; all zero: all messages. */
typedef struct
{
  RefrainOpSet *ops; /* of these; NULL: of all */
  /* The data of collective operations, too, as if it went directly: from the root to every other
   * member of the communicator, from these to the root, or from each to each other, a message each.
   * What a call sends is divided evenly among the members, itself included (as OTF2 counts it)
   * unless it goes to a root. Operations without data (barriers) count nothing. */
  gboolean collectives;
  gboolean times;                     /* how long messages are under way */
  const RefrainMessageFilter *filter; /* only these messages; NULL: all. Not of collectives */
} RefrainMatrixOptions;

/* All of the above. */
RefrainMatrix *refrain_matrix_new_with (RefrainTrace *trace,
                                        const RefrainMatrixOptions *options,
                                        RefrainTime start,
                                        RefrainTime end,
                                        GCancellable *cancellable,
                                        GError **error);

/* A matrix of what was counted elsewhere: a GArray of RefrainMatrixCell a source, in any order,
 * each destination once. */
RefrainMatrix *refrain_matrix_new_from_rows (GPtrArray *rows);

guint refrain_matrix_get_n_processes (RefrainMatrix *self);
/* The non-zero cells of row @source, by destination; valid as long as @self. */
const RefrainMatrixCell *refrain_matrix_get_row (RefrainMatrix *self, guint source, gsize *n);
/* O(log cells in the row); both 0 where nothing was sent. */
void refrain_matrix_get (
    RefrainMatrix *self, guint source, guint destination, guint64 *count, guint64 *bytes);
/* The cell itself, or NULL. O(log cells in the row). */
const RefrainMatrixCell *refrain_matrix_find (RefrainMatrix *self, guint source, guint destination);
/* What each process sends in all, and what each receives: of as many cells as processes, either may
 * be NULL. O(cells). */
void
refrain_matrix_get_sums (RefrainMatrix *self, RefrainMatrixCell *sent, RefrainMatrixCell *received);
/* All of it. O(cells). */
void refrain_matrix_get_total (RefrainMatrix *self, guint64 *count, guint64 *bytes);
guint64 refrain_matrix_get_max_count (RefrainMatrix *self);
guint64 refrain_matrix_get_max_bytes (RefrainMatrix *self);

/* ---- Parts of all messages, which may have a topology of their own ---- */

/* What the @n @processes send each other, numbered in their order; others may be among them.
 * O(cells).
 */
RefrainMatrix *refrain_matrix_new_part (RefrainMatrix *self, const guint32 *processes, gsize n);
/* What the members of a communicator send each other, numbered by their ranks in it. O(cells). */
RefrainMatrix *
refrain_matrix_new_of_members (RefrainMatrix *self, RefrainCommunicator *communicator);
