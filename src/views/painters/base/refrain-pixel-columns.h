/* refrain-pixel-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of pixels of a window on an axis, and what the summary says of a process in each:
 * physical, compressed and logical axes alike.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-summary.h"

typedef struct _RefrainPixelColumns RefrainPixelColumns;

/* Columns [first, last) that show the time [from, to) evenly: between two gaps of an axis. */
typedef struct
{
  gsize first, last;
  RefrainTime from, to;
} RefrainPixelPiece;

/* Divides [start, end) of @axis into @n equal columns. @axis, @trace and @summary must live as
 * long. */
RefrainPixelColumns *refrain_pixel_columns_new (RefrainTrace *trace,
                                                RefrainSummary *summary,
                                                RefrainAxis *axis,
                                                double start,
                                                double end,
                                                gsize n);
/* Frees it; what it gave is no longer valid. */
void refrain_pixel_columns_free (RefrainPixelColumns *self);

/* The shares of what @process does in each column, in thread @thread only unless that is G_MAXSIZE;
 * n bins, valid until the next call. On the logical axis they are of steps: sends count as
 * point-to-point, receives as waiting. */
const RefrainSummaryBin *
refrain_pixel_columns_get_bins (RefrainPixelColumns *self, guint process, gsize thread);
/* The pieces of time in the columns, ascending; of no meaning on the logical axis. Belong to @self.
 */
const RefrainPixelPiece *refrain_pixel_columns_get_pieces (RefrainPixelColumns *self, gsize *n);
/* The rows of thread @thread's operations at the n + 1 edges; valid until the next call. */
const guint32 *
refrain_pixel_columns_get_edges (RefrainPixelColumns *self, guint process, gsize thread);
/* The first of @thread's operations at logical step @step or later, sought from row @from on. */
gsize refrain_pixel_columns_find_step (const RefrainOps *ops,
                                       const RefrainThread *thread,
                                       gsize from,
                                       double step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPixelColumns, refrain_pixel_columns_free)
