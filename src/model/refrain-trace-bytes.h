/* refrain-trace-bytes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bytes of a trace's columns, as they lie in a file.
 */
#pragma once

#include "refrain-trace.h"

/* Looks at every page of all columns of @self, so that a file whose bytes are not those that were
 * written is told of, see refrain_file_map_guard(). O(bytes), of which one in 4,096 is read. */
void refrain_trace_look_at_all (RefrainTrace *self);
