/* refrain-loose-turns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a loop in a sequence of which all turns share the most, while other things
 * come and go: a sum in some of the steps. Works on plain arrays.
 */
#pragma once

#include <gio/gio.h>

/* One symbol. */
typedef struct
{
  guint32 symbol;
  guint32 turns;       /* in how many it is */
  guint32 least, most; /* times in these */
  guint32 all;         /* times in all */
  guint32 place;       /* where it is in the first that has it */
  guint32 every;       /* it is in one of so many in turn, from the first to the last; or 0 */
  guint32 from;        /* the first turn that has it */
} RefrainLooseItem;

typedef struct
{
  guint32 n;       /* turns; 0: none were found */
  guint32 *first;  /* where each begins in the sequence, and the end of the last */
  GArray *items;   /* of RefrainLooseItem: first those in nearly all turns, as they come in one,
                      then the others, the commonest first */
  double coverage; /* of all weight, by what is in nearly all turns equally often */
} RefrainLooseTurns;

/* Cuts @symbols where one stands that is most of it, by @weights, or is as often as others that are
 * it together. @inner: what comes as often as in inner loops counts, too. All symbols are below
 * @n_symbols. Clear @turns with refrain_loose_turns_clear(). O(n log n). */
void refrain_loose_turns_find (RefrainLooseTurns *turns,
                               const guint32 *symbols,
                               const guint32 *weights,
                               guint32 n,
                               guint32 n_symbols,
                               gboolean inner);
/* The same where turns differ: what they have in common, by @kinds of symbols (of each the first of
 * its kind), is most of all, and most are of few forms. Their coverage is what they have in common.
 * O(n) for each symbol that is tried. */
void refrain_loose_turns_find_common (RefrainLooseTurns *turns,
                                      const guint32 *symbols,
                                      const guint32 *kinds,
                                      const guint32 *weights,
                                      guint32 n,
                                      guint32 n_symbols);
/* Cuts @symbols where @symbol stands (behind it where others come first; REFRAIN_NONE: where the
 * commonest stands), if nearly all comes equally often in each turn that has it: a move that is
 * taken back exchanges nothing. O(n log n). */
void refrain_loose_turns_find_optional (RefrainLooseTurns *turns,
                                        const guint32 *symbols,
                                        const guint32 *weights,
                                        guint32 n,
                                        guint32 n_symbols,
                                        guint32 symbol);
void refrain_loose_turns_clear (RefrainLooseTurns *turns);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLooseTurns, refrain_loose_turns_clear)

/* The same turns, with what is in them by other @symbols of the sequence. */
void
refrain_loose_turns_count (RefrainLooseTurns *turns, const guint32 *symbols, guint32 n_symbols);
/* Drops what only some turns have. */
void refrain_loose_turns_forget_some (RefrainLooseTurns *turns);
/* Of how many turns in a row each one of @some, ascending, of @n is one, as where each tenth ends
 * with a check; 0: they stand otherwise. */
guint32 refrain_turns_find_every (const guint32 *some, guint32 n_some, guint32 n);
/* What only some turns have. */
typedef struct
{
  guint32 turns, every;
  guint32 from; /* the first that has it */
  char *name;   /* owned */
} RefrainSomeTurns;
/* Appends "; in 15 of them MPI_Allreduce; every 10 iterations [MPI_File_open; MPI_File_close]";
 * @some: of RefrainSomeTurns, which it clears. */
void refrain_turns_append_some (GString *text, GArray *some);
/* "Halo; in 15 of them MPI_Allreduce", where symbols are called @names. Free with g_free(). */
char *refrain_loose_turns_describe (const RefrainLooseTurns *turns, const char *const *names);
