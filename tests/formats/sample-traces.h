/* sample-traces.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small traces made in memory.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* One process without any event. */
RefrainTrace *sample_trace_empty (void);
/* One process that calls two routines. */
RefrainTrace *sample_trace_single (void);
/* Two processes that send a message, wait and meet at a barrier. */
RefrainTrace *sample_trace_pair (void);
/* Everything a trace can hold, defects included. */
RefrainTrace *sample_trace_rich (void);

G_END_DECLS
