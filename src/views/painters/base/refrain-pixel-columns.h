/* refrain-pixel-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of pixels of a window on an axis, and what the summary says of a process in each:
 * physical, compressed and logical axes alike. Whoever has columns has them alone; what is worked
 * out of them once is remembered, and kept from one painter of a scene to the next.
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
/* The innermost calls of thread @thread in the middle of each @step of @n_columns columns, however
 * many columns these are; REFRAIN_NONE where there is none. Valid until the next call. */
const guint32 *refrain_pixel_columns_get_calls (
    RefrainPixelColumns *self, guint process, gsize thread, gsize n_columns, gsize step);
/* How many messages @process sends in each column to its peers [@first, @last), as the summary has
 * them; valid until the next call. */
const float *refrain_pixel_columns_count_sends (RefrainPixelColumns *self,
                                                guint process,
                                                gsize first,
                                                gsize last);
/* The first of @thread's operations at logical step @step or later, sought from row @from on. */
gsize refrain_pixel_columns_find_step (const RefrainOps *ops,
                                       const RefrainThread *thread,
                                       gsize from,
                                       double step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPixelColumns, refrain_pixel_columns_free)

/* ---- Columns that are kept ------------------------------------------------------------------- */

/* The last few windows' columns of one summary and axis; any thread. */
typedef struct _RefrainPixelMemory RefrainPixelMemory;

RefrainPixelMemory *
refrain_pixel_memory_new (RefrainTrace *trace, RefrainSummary *summary, RefrainAxis *axis);
void refrain_pixel_memory_unref (RefrainPixelMemory *self);
/* Goes on with @other instead of *@self where both are of the same summary and axis. */
void refrain_pixel_memory_inherit (RefrainPixelMemory **self, RefrainPixelMemory *other);
/* Those of refrain_pixel_columns_new(), which may know things already; belong to the caller. */
RefrainPixelColumns *
refrain_pixel_memory_take (RefrainPixelMemory *self, double start, double end, gsize n);
/* Takes them back, to be kept. */
void refrain_pixel_memory_give (RefrainPixelMemory *self, RefrainPixelColumns *columns);
