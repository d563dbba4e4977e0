/* refrain-cover-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops from the outside in: the repeat in a row that covers most of a sequence is its outermost
 * loop.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-grammar.h"

G_BEGIN_DECLS

/* Writes @symbols as sequences and loops: the longest stretch of which each element equals the one
 * a period before it, two periods at least, is a loop; then what one turn holds and what stands
 * before and behind it, in the same way. What no repeat covers much of is written by the paper's
 * rules (refrain_pair_sequences_find()). Free with refrain_grammar_free(). NULL when cancelled.
 * O(n · levels) where the program has loops. */
RefrainGrammar *refrain_cover_loops_find (const guint32 *symbols,
                                          guint32 n,
                                          guint32 n_symbols,
                                          GCancellable *cancellable);

G_END_DECLS
