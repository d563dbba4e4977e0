/* refrain-turn-sequence.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the patterns of a run as a sequence of small integers, in which loops are
 * looked for.
 */
#pragma once

#include "refrain-pattern-set.h"

/* The patterns of a set in an order that does not depend on who was faster: what has a process in
 * common stands as that does it; behind one pattern stands what its processes do next, as far as
 * they need not wait for others. */
typedef struct
{
  RefrainPatternSet *set;
  guint32 *kinds; /* of each pattern the first one of its shape among as many processes */
  RefrainPatternEvent *events;
  gsize n;
} RefrainTurnSource;

/* O(n log n) in occurrences, times groups of processes that have nothing to do with each other. */
void refrain_turn_source_init (RefrainTurnSource *self, RefrainPatternSet *set);
void refrain_turn_source_clear (RefrainTurnSource *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTurnSource, refrain_turn_source_clear)

/* What they are taken for. */
typedef struct
{
  const RefrainTurnSource *source;
  guint32 *symbols, *weights;
  guint32 n, n_symbols;
  GPtrArray *names; /* of each symbol */
  GArray *kinds;    /* of guint32: of each symbol the first of its kind */
} RefrainTurnSequence;

/* What tells occurrences of a pattern apart. */
typedef enum
{
  REFRAIN_TURN_MARK_SIZE,
  REFRAIN_TURN_MARK_TAG,
  REFRAIN_TURN_MARK_ROW, /* how many stand in a row, where that is not by chance */
} RefrainTurnMark;

/* @as_kinds: patterns of one kind are one. @source must outlive it. O(parts of occurrences). */
RefrainTurnSequence refrain_turn_sequence_list (const RefrainTurnSource *source, gboolean as_kinds);
void refrain_turn_sequence_clear (RefrainTurnSequence *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTurnSequence, refrain_turn_sequence_clear)
/* Tells patterns of few marks apart by these: of sums in each iteration those of one number and of
 * two may be different steps. FALSE where there are none. O(n log n). */
gboolean refrain_turn_sequence_divide (RefrainTurnSequence *self, RefrainTurnMark by);
