/* synthetic.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces of any size for benchmarks: processes in a line that hand messages on, wave after wave.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* A trace of about @events events, made in memory; @processes is at least 2. */
RefrainTrace *synthetic_trace_new (guint processes, guint64 events);

G_END_DECLS
