/* refrain-skeleton-streams.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The streams of a trace without what no program could do again: messages with one end, collectives
 * to which not all came.
 */
#pragma once

#include "refrain-skeleton.h"

G_BEGIN_DECLS

/* Counts what is left out into @facts. NULL with @error when cancelled. O(operations). */
RefrainLoopEvents *refrain_skeleton_streams_new (RefrainTrace *trace,
                                                 RefrainSkeletonFacts *facts,
                                                 GCancellable *cancellable,
                                                 GError **error);

G_END_DECLS
