/* refrain-repeats-finder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The longest piece at a place of a text that repeats often enough and never overlaps itself.
 */
#pragma once

#include "refrain-repeats-index.h"
#include "refrain-repeats-pieces.h"

G_BEGIN_DECLS

typedef struct
{
  const RefrainRepeatsPieces *pieces;
  RefrainRepeatsIndex *index;
  guint32 *piece_at;      /* by place in the text */
  guint32 *weight_before; /* by rank: places in the sequence of all suffixes of less rank */
  guint32 *gap;           /* by node: the least distance at which it overlaps itself */
  guint32 *up;   /* by node: the nearest above that has pieces not overlapping themselves */
  guint32 *jump; /* by node: another one further above */
} RefrainRepeatsFinder;

/* What was found. Pieces of one class stand behind one another's beginnings everywhere: they occur
 * equally often, at the same places. */
typedef struct
{
  guint32 class;  /* a node, or the number of nodes and a rank when all places are in one piece */
  guint32 length; /* 0: nothing */
} RefrainRepeatsFind;

/* NULL when cancelled. Near-linear, see refrain-repeats.h. */
RefrainRepeatsFinder *
refrain_repeats_finder_new (const RefrainRepeatsPieces *pieces, GCancellable *cancellable);
void refrain_repeats_finder_free (RefrainRepeatsFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRepeatsFinder, refrain_repeats_finder_free)

/* How many classes there may be, and how often pieces of one occur in the sequence. */
guint32 refrain_repeats_finder_get_n_classes (const RefrainRepeatsFinder *self);
guint32 refrain_repeats_finder_get_frequency (const RefrainRepeatsFinder *self, guint32 class);
/* The ranks of the suffixes that begin with it: [low, high). */
void refrain_repeats_finder_get_ranks (const RefrainRepeatsFinder *self,
                                       guint32 class,
                                       guint32 *low,
                                       guint32 *high);
/* The longest that begins at @at, has at most @room symbols and occurs @frequency times or more.
 * O(log n). */
RefrainRepeatsFind refrain_repeats_finder_find (const RefrainRepeatsFinder *self,
                                                guint32 at,
                                                guint32 room,
                                                guint32 frequency);

G_END_DECLS
