/* refrain-loop-pairs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the pairs of Re-Pair (Larsson and Moffat 1999).
 */
#pragma once

#include "refrain-loop-grammar.h"

/* Makes a rule of the pair of neighbours that stands in most places of the bodies (the
 * earliest found, where several do), puts it in all of these, and so on until every pair stands
 * there once. Symbols that depend on loops around them are left. FALSE when cancelled: then only
 * good for clearing. O(n log n) for bodies of @n symbols. */
gboolean refrain_loop_pairs_replace (RefrainLoopGrammar *grammar, GCancellable *cancellable);
