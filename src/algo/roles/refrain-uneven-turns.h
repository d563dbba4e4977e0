/* refrain-uneven-turns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a loop in a sequence whose inner loops have another number of iterations
 * in each turn, as those of a solver in a time step. Works on plain arrays.
 */
#pragma once

#include <gio/gio.h>

/* One symbol in a turn: of the sequence or, from @n_symbols on, body @symbol - @n_symbols. */
typedef struct
{
  guint32 symbol;
  guint32 least, most; /* times in a row, over all turns that have it */
  guint32 turns;       /* how many these are; 0: all */
  guint32 every;       /* it is in one of so many, from the first to the last; or 0 */
  guint32 from;        /* the first that has it */
} RefrainUnevenItem;

typedef struct
{
  guint32 n;         /* turns; 0: none were found */
  guint32 *first;    /* where each begins in the sequence, and the end of the last */
  GArray *items;     /* of RefrainUnevenItem: a turn */
  GPtrArray *bodies; /* of GArray of RefrainUnevenItem: what repeats within */
  guint32 n_symbols; /* of the sequence */
  double coverage;   /* of all weight */
} RefrainUnevenTurns;

/* Takes what stands twice or more in a row for one thing, however often it does, until one thing
 * that comes three times or more in a row is most of @symbols, by @weights. What is rare may stand
 * anywhere, and what some turns lack behind the loops in them. @classes: of each symbol the first
 * of its kind. All symbols are below @n_symbols. Clear
 * @turns with refrain_uneven_turns_clear(). O(n log n).
 */
void refrain_uneven_turns_find (RefrainUnevenTurns *turns,
                                const guint32 *symbols,
                                const guint32 *weights,
                                const guint32 *classes,
                                guint32 n,
                                guint32 n_symbols);
void refrain_uneven_turns_clear (RefrainUnevenTurns *turns);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainUnevenTurns, refrain_uneven_turns_clear)

/* Whether all turns have as many of everything. */
gboolean refrain_uneven_turns_are_even (const RefrainUnevenTurns *turns);
/* How deep loops lie in them; 0: there are none. */
guint refrain_uneven_turns_get_depth (const RefrainUnevenTurns *turns);
/* Whether something comes, then others, then it again: what is in a turn is then told in its order,
 * unless that is of many things of which some are variants of others. @kinds: of each symbol the
 * first of its kind. */
gboolean refrain_uneven_turns_are_mixed (const RefrainUnevenTurns *turns, const guint32 *kinds);
/* Whether a loop within has @n iterations in all, as many in each turn. */
gboolean refrain_uneven_turns_have_loop (const RefrainUnevenTurns *turns, guint64 n);
/* Whether something within can come @n times in all turns together, one more or less in each. */
gboolean refrain_uneven_turns_can_hold (const RefrainUnevenTurns *turns, guint64 n);
/* "7 to 12 × [MPI_Allreduce; Halo]; MPI_Bcast", where symbols are called @names. NULL where that
 * would be long. Free with g_free(). */
char *refrain_uneven_turns_describe (const RefrainUnevenTurns *turns, const char *const *names);
