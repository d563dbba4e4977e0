/* refrain-gxl-pattern-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns and their occurrences as nodes.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-gxl-sink.h"
#include "refrain-trace.h"

G_BEGIN_DECLS

/* Writes the patterns that are kept with @trace; nothing where there are none. Ends early when
 * cancelled or when nothing can be written. O(operations and calls in occurrences), and O(calls)
 * where there are patterns of calls. */
void
refrain_gxl_write_patterns (RefrainGxlSink *sink, RefrainTrace *trace, GCancellable *cancellable);

G_END_DECLS
