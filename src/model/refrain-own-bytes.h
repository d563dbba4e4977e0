/* refrain-own-bytes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The data of one process in a collective operation, as a program says it: recorders such as
 * Score-P count them once for each member, so that a sum of one number of 8 processes has 64 bytes.
 */
#pragma once

#include "refrain-trace.h"

/* Whether @trace counts so, as the root of a broadcast shows, or else the sizes of reductions.
 * O(collective operations). */
gboolean refrain_trace_counts_for_members (RefrainTrace *trace);
/* What operation @op of @process gives, or gets where a root gives; @for_members: of the above. Of
 * a send or receive its message. O(1). */
guint64
refrain_trace_get_own_bytes (RefrainTrace *trace, guint process, gsize op, gboolean for_members);
