/* refrain-matrix.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix: messages and bytes from each process to each other (Xu et al. 2008,
 * section 4.1). Sparse rows; immutable.
 */
#pragma once

#include "refrain-op-set.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 destination;
  guint64 count;
  guint64 bytes;
} RefrainMatrixCell;

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

/* Of those, or of all where @ops is NULL; and the data of collective operations as if it went
 * directly: from the root to every other member of the communicator, from these to the root, or
 * from each to each other, a message each. What a call sends is divided evenly among the members,
 * itself included (as OTF2 counts it) unless it goes to a root. Operations without data (barriers)
 * count nothing. */
RefrainMatrix *refrain_matrix_new_with_collectives (RefrainTrace *trace,
                                                    RefrainOpSet *ops,
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
/* All of it. O(cells). */
void refrain_matrix_get_total (RefrainMatrix *self, guint64 *count, guint64 *bytes);
guint64 refrain_matrix_get_max_count (RefrainMatrix *self);
guint64 refrain_matrix_get_max_bytes (RefrainMatrix *self);

G_END_DECLS
