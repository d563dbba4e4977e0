/* refrain-filtered-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace without what is similar to something that it keeps.
 */
#pragma once

#include "refrain-points.h"

/* The trace of @points without what was folded away. What remains is as it was: a message whose
 * other end is kept, a collective operation that is kept on another process and the calls they
 * stand in are kept, too, and so is a call that is not folded away from its beginning to its end.
 * NULL with @error when cancelled. O(events). */
RefrainTrace *
refrain_filtered_trace_new (RefrainPoints *points, GCancellable *cancellable, GError **error);
