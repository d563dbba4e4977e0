/* refrain-skeleton-measure.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the trace measured at each operation of the page: sizes, roots, the time computed before it,
 * and where its receives were posted.
 */
#pragma once

#include "refrain-skeleton.h"

/* Where an operation or a line stands among its siblings. */
#define REFRAIN_SLOT_KEY(line, position) ((guint64) (line) << 32 | (position))

/* What only the plan of the skeleton needs of a slot. */
typedef struct
{
  gboolean starts;   /* a send that was not blocking */
  gboolean sendrecv; /* always in an MPI_Sendrecv */
  gboolean posted;   /* a receive that was not blocking */
  guint64 anchor;    /* of a receive: the key before which it is posted */
  guint64 floor;     /* ... one more than the key behind which it was posted at the earliest */
} RefrainSlotUse;

typedef struct
{
  guint32 *first_slot; /* of each line; one more at the end */
  guint32 n_slots;
  RefrainSkeletonSlot *slots;
  RefrainSlotUse *uses;
  GPtrArray *memory; /* what the slots hold */
} RefrainSkeletonMeasure;

/* FALSE with @error when cancelled; then, too, to be cleared. O(operations log calls). */
gboolean refrain_skeleton_measure_init (RefrainSkeletonMeasure *self,
                                        RefrainProgram *program,
                                        GCancellable *cancellable,
                                        GError **error);
void refrain_skeleton_measure_clear (RefrainSkeletonMeasure *self);
