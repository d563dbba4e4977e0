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

/* Writes @symbols as sequences and loops: the repeat whose turns cover most of them is a loop; then
 * one turn of it, and what stands before and behind it, in the same way, as long as a repeat covers
 * an eighth of what is looked at. What then remains is written by the paper's rules
 * (refrain_pair_sequences_find()), with loops as symbols of their own. @depth tells by how much
 * each symbol changes the depth of calls: a loop whose turns could begin at several places begins
 * where that is least, so that calls stay whole (NULL: at the first). Free with
 * refrain_grammar_free(). NULL when cancelled. O(n) a level of loops, and what the paper's rules
 * take for the rest. */
RefrainGrammar *refrain_cover_loops_find (const guint32 *symbols,
                                          guint32 n,
                                          guint32 n_symbols,
                                          const gint8 *depth,
                                          GCancellable *cancellable);
