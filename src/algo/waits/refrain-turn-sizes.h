/* refrain-turn-sizes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For this module: what the bytes that the turns of a repetition send, and the time between them,
 * say about them.
 */
#pragma once

#include <glib.h>

typedef struct
{
  GArray *begins; /* of guint32: the turn before which each goes down */
  guint32 length; /* turns of the usual one */
  guint levels;   /* 0: unknown */
} RefrainTurnCycles;

/* Whether the @n turns, which send @bytes each, are iterations. Very different sizes in a row are
 * levels of something instead, unless they only grow, or shrink. O(n log n). */
gboolean refrain_turns_are_alike (const guint64 *bytes, guint32 n);

/* Whether turns of different sizes are the levels of V-cycles, put into @cycles. O(n log n). */
gboolean refrain_turns_find_cycles (const guint64 *bytes, guint32 n, RefrainTurnCycles *cycles);

/* With so many turns it can be told whether what is behind an inner loop ends it. */
#define REFRAIN_TURNS_FEWEST_JUDGED 8

/* Whether what comes @times in a row in each of @n turns seems to be ended by chance, with the same
 * probability each time, rather than to be an inner loop. FALSE where the turns are too few to
 * tell.
 */
gboolean refrain_turns_are_by_chance (const guint32 *times, guint32 n);

/* How many groups the @n turns of @period elements from place @start on are, if the same operations
 * stand between any two, or as many behind as many turns each time; 0: others stand there, or the
 * groups are too few, or hardly more than one turn each, or end by chance. Element k is
 * @symbols[@elements[k]]; what is between two of them was left out, as rare. O(elements). */
guint32 refrain_turns_count_outer (
    const guint32 *symbols, const guint32 *elements, guint32 start, guint32 period, guint32 n);

/* Into how many groups of as many the @n turns fall by the time that is computed before each, @gaps
 * (of the first: anything): all that is computed within a group is little beside what is computed
 * before each, and that is much of the @time of all. 0: into none. O(n log n) for each divisor that
 * may be one. */
guint32 refrain_turns_count_timed (const gint64 *gaps, guint32 n, gint64 time);

static inline void
refrain_turn_cycles_clear (RefrainTurnCycles *cycles)
{
  g_clear_pointer (&cycles->begins, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTurnCycles, refrain_turn_cycles_clear)
