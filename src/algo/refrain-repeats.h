/* refrain-repeats.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Repeats in one sequence of symbols: by n-grams (thesis, algorithm 4.3) and, as the baseline it
 * compares with, all maximal repeats by a suffix array.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One repeat: symbols [position, position + length) of the input at each of its positions. */
typedef struct
{
  guint32 length;
  guint32 n;                /* occurrences */
  const guint32 *positions; /* ascending; from 0 */
} RefrainRepeat;

typedef struct _RefrainRepeats RefrainRepeats;

void refrain_repeats_free (RefrainRepeats *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRepeats, refrain_repeats_free)

/* Maximal non-overlapping repeats of at least two symbols (algorithm 4.3's result): longest first
 * explained by their frequency, no repeat across a delimiter: @boundary[i] TRUE starts a new piece
 * at i (NULL: none). Near-linear time and memory. NULL when cancelled. */
RefrainRepeats *refrain_repeats_find (const guint32 *symbols,
                                      gsize n,
                                      const gboolean *boundary,
                                      GCancellable *cancellable);
/* All maximal repeats of at least @min_length symbols, by a suffix array. Occurrences may overlap.
 */
RefrainRepeats *refrain_repeats_find_suffix (const guint32 *symbols,
                                             gsize n,
                                             guint min_length,
                                             GCancellable *cancellable);

/* In order of first position, longer first. */
gsize refrain_repeats_get_n (const RefrainRepeats *self);
const RefrainRepeat *refrain_repeats_get (const RefrainRepeats *self, gsize i);

G_END_DECLS
