/* refrain-keep-patterns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns that were found, in the form in which they are kept with a trace.
 */
#pragma once

#include "refrain-pattern-set.h"
#include "refrain-structure.h"

/* The communication patterns of @set with their occurrences, then the sequences of @structure
 * (NULL: none) that repeat in a thread and are in no other, as patterns of calls. Both are of one
 * trace. NULL with @error when cancelled. O(operations + events). */
RefrainTracePatterns *refrain_keep_patterns (RefrainPatternSet *set,
                                             RefrainStructure *structure,
                                             GCancellable *cancellable,
                                             GError **error);
