/* refrain-repeats.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Repeats in one sequence of symbols: by n-grams (Alawneh 2012, algorithm 4.3) and, as the baseline
 * it compares with, all maximal repeats by a suffix array.
 */
#pragma once

#include <gio/gio.h>

/* One repeat: symbols [position, position + length) of the input at each of its positions. */
typedef struct
{
  guint32 length;
  guint32 n;                /* occurrences */
  const guint32 *positions; /* from 0 */
} RefrainRepeat;

typedef struct _RefrainRepeats RefrainRepeats;

/* So many symbols are searched at most: libdivsufsort counts in 32 bits, with a sign. */
#define REFRAIN_REPEATS_MAX ((1u << 28) - 1)

void refrain_repeats_free (RefrainRepeats *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRepeats, refrain_repeats_free)

/* What Alawneh 2012, algorithm 4.3, is after: maximal repeats that do not overlap, those inside
 * longer ones only if their frequency is not explained by them.
 *
 * A repeat is a piece of two symbols or more that stands in the input at least twice, no two places
 * of it overlapping, none holding a delimiter inside: @boundary[i] TRUE starts a new piece at i
 * (NULL: none). The input is read from the left: where repeats begin, the longest is taken, and
 * reading goes on behind it; else one symbol is left over. What was taken is then read in the same
 * way for shorter repeats, of which only those count that occur more often than itself. Last, what
 * stands inside a longer one of the repeats found and occurs just as often is dropped.
 *
 * Gives all places of each, in ascending order. Places of different repeats may overlap; no repeat
 * overlaps itself. Input from refrain_tandem_reduce() holds nothing that overlaps itself.
 * Pieces that are alike are looked at once. O(n log² n) time and O(n) memory, and the places found.
 * Symbols are below G_MAXUINT32. NULL with @error when cancelled or when @n is above
 * REFRAIN_REPEATS_MAX (REFRAIN_ERROR_UNSUPPORTED). Free with refrain_repeats_free(). */
RefrainRepeats *refrain_repeats_find (const guint32 *symbols,
                                      gsize n,
                                      const gboolean *boundary,
                                      GCancellable *cancellable,
                                      GError **error);
/* The baseline: all maximal repeats of at least @min_length symbols, by a suffix array (Abouelhoda
 * et al., J. Discrete Algorithms 2, 2004): each extension to the left or right occurs less often.
 * Places overlap, and stand in the order of the suffixes there. A symbol G_MAXUINT32 is a
 * delimiter. O(n log n) time, O(n) memory. Otherwise as above. */
RefrainRepeats *refrain_repeats_find_suffix (
    const guint32 *symbols, gsize n, guint min_length, GCancellable *cancellable, GError **error);

/* In order of first position, longer first. Repeats live as long as their list. */
gsize refrain_repeats_get_n (const RefrainRepeats *self);
const RefrainRepeat *refrain_repeats_get (const RefrainRepeats *self, gsize i);
