/* refrain-tandem-runs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Maximal repetitions ("runs") of a sequence: every place where a piece stands twice or more in a
 * row, in one list that is never longer than the sequence.
 */
#pragma once

#include <gio/gio.h>

/* Elements [start, end) have period @period, hold at least two of it, and cannot be extended. */
typedef struct
{
  guint32 start;
  guint32 end;
  guint32 period;
  guint32 next; /* the next run of the same start, or G_MAXUINT32 */
} RefrainTandemRange;

typedef struct
{
  guint32 *head; /* n: the first run that starts at each element, or G_MAXUINT32 */
  GArray *runs;  /* of RefrainTandemRange */
} RefrainTandemRanges;

/* All runs of @symbols whose period is the shortest one they have, n < 2^32 - 1. Runs theorem
 * (Bannai et al., SIAM J. Comput. 46, 2017): each is found at a longest Lyndon word, in one of two
 * orders of the symbols; pieces are compared by fingerprints. Short sequences are compared
 * symbol by symbol, and then some runs are also listed with multiples of their period.
 * O(n log n) time, O(n) memory. Clear with refrain_tandem_ranges_clear(). */
void refrain_tandem_ranges_init (RefrainTandemRanges *self, const guint32 *symbols, guint32 n);
void refrain_tandem_ranges_clear (RefrainTandemRanges *self);

/* The runs through the middle of @symbols, among them all that cover half of it and hold three of
 * their period: what a sequence mostly is needs no list of all. Also with multiples of their
 * period. Free with g_array_unref(). O(n) time and memory (Main and Lorentz, J. Algorithms 5,
 * 1984). */
GArray *refrain_tandem_ranges_find_middle (const guint32 *symbols, guint32 n);
