/* counter-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small trace with counters and a one-sided operation.
 */
#pragma once

#include "refrain-trace-builder.h"

G_BEGIN_DECLS

/* Two processes of 5 µs with values at 1, 2 and 4 µs: totals of cycles, 1000 more in the first
 * microsecond and 4000 in the next two in process 0, none in process 1; watts, 2, 1.5 and 0.5 in
 * process 0, 1 in process 1. Process 1 puts 2000 bytes to rank 3 at 4.5 µs. */
RefrainTrace *counter_trace_new (void);

G_END_DECLS
