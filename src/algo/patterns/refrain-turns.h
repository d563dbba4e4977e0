/* refrain-turns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: where the iterations of a repeat begin. "abcabca" is twice "abc" and a rest,
 * or "a" and twice "bca"; what follows a repeat elsewhere tells which of them was meant.
 */
#pragma once

#include <glib.h>

typedef struct _RefrainTurns RefrainTurns;

/* For the sequences of one process. */
RefrainTurns *refrain_turns_new (void);
void refrain_turns_free (RefrainTurns *self);
/* Counts a sequence that stands @times times: repeats whose bodies are rotations of each other are
 * one class, and each rotation has as many votes as it has whole repetitions; where two have as
 * many, the one that begins leftmost. O(n log n). */
void refrain_turns_vote (RefrainTurns *self, const guint32 *symbols, gsize n, guint32 times);
/* refrain_tandem_split() with each class in the rotation that has most votes. */
void refrain_turns_split (
    RefrainTurns *self, const guint32 *symbols, gsize n, GArray *units, GArray *splits);
/* Whether any repeat was turned so far. */
gboolean refrain_turns_get_any (const RefrainTurns *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTurns, refrain_turns_free)
