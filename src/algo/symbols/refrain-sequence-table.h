/* refrain-sequence-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers short sequences of 32-bit words, equal ones alike, in the order of
 * their first appearance.
 */
#pragma once

#include "refrain-slots.h"

typedef struct
{
  guint32 n;       /* sequences; their numbers are below it */
  GArray *words;   /* of guint32: all sequences, one after the other */
  GArray *entries; /* of RefrainSequenceEntry */
  RefrainSlots slots;
} RefrainSequenceTable;

typedef struct
{
  gsize first; /* in words */
  guint32 n;
} RefrainSequenceEntry;

void refrain_sequence_table_init (RefrainSequenceTable *self);
void refrain_sequence_table_clear (RefrainSequenceTable *self);
/* The number of @words; @is_new (may be NULL) tells whether it has just been given. @words are
 * copied. O(n). */
guint32 refrain_sequence_table_add (RefrainSequenceTable *self,
                                    const guint32 *words,
                                    gsize n,
                                    gboolean *is_new);
/* The number of @words, or G_MAXUINT32 where they have not been added. O(n). */
guint32
refrain_sequence_table_find (const RefrainSequenceTable *self, const guint32 *words, gsize n);
/* Valid until the next sequence is added. */
const guint32 *
refrain_sequence_table_get (const RefrainSequenceTable *self, guint32 number, gsize *n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainSequenceTable, refrain_sequence_table_clear)
