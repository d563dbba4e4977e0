/* refrain-loop-place.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which loop and iteration an event of a process' stream lies: the way back from a position to
 * the construct and its loop indices (Ketterlin et al. 2014, V-B, read backwards).
 */
#pragma once

#include "refrain-loop-positions.h"

/* A loop or the use of a definition on the way from the top to an event, or the event itself. */
typedef struct
{
  guint32 construct;
  gint64 iteration; /* of a loop, from 1; else 0 */
  gint64 count;     /* of a loop: how many iterations this occurrence has; else 0 */
} RefrainLoopStep;

/* The way to event @position of the stream of @positions' process: RefrainLoopSteps, outermost
 * first, the event's construct last. NULL where the model gives the process no such event. Free
 * with g_array_unref(). O(constructs of the bodies on the way + depth x log iterations). */
GArray *refrain_loop_place_find (RefrainLoopModel *model,
                                 const RefrainLoopPositions *positions,
                                 guint64 position);

/* Where operation @op stands in @stream; FALSE where it is not part of it. O(n). */
gboolean refrain_loop_stream_find (const RefrainLoopStream *stream, gsize op, guint64 *position);
