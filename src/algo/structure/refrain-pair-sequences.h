/* refrain-pair-sequences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences and loops out of pairs that come again (Trahay et al. 2015, section III).
 */
#pragma once

#include <gio/gio.h>

#include "refrain-grammar.h"

/* Writes @symbols, @n of them below @n_symbols, as sequences and loops, by these rules. Step 1: the
 * first pair of neighbours from the left that stands at two places that do not overlap becomes a
 * pattern wherever it stands; the search goes on at the same place, and from the left again until
 * nothing is found. Equal symbols in a row become a loop. Step 2: neighbours that are the same
 * pattern become a loop, of all their turns. Step 3: what follows every occurrence of a pattern,
 * the last one included, is taken into it if no other pattern holds it and it is in no loop; else
 * each term that follows it twice or more often makes a new pattern with it, the most frequent
 * first, and steps 2 and 3 go on with the one made last. When nothing is found any more, patterns
 * that are in one place only are written out; the body of each remaining one is searched in the
 * same way, once, and what is then in one place only is written out, too.
 *
 * The paper scans the sequence for each pair; here places are indexed by pair (Larsson and Moffat,
 * Proc. IEEE 88, 2000) and forgotten when looked at in vain, so that the time is nearly linear.
 * Free with refrain_grammar_free(). NULL when cancelled. */
RefrainGrammar *refrain_pair_sequences_find (const guint32 *symbols,
                                             guint32 n,
                                             guint32 n_symbols,
                                             GCancellable *cancellable);
