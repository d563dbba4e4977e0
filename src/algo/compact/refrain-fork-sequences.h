/* refrain-fork-sequences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What repeats in a row in one list of children (thesis 3.6.1, figure 3.6d: fork-sequence edges).
 */
#pragma once

#include "refrain-body-store.h"

/* Finds repeats in one list after another; equal sequences get one number. */
typedef struct _RefrainForkSequences RefrainForkSequences;

/* Sequences are bodies of @bodies of the label @label, so that term.what names either. @bodies must
 * live as long as it. Free with refrain_fork_sequences_free(). */
RefrainForkSequences *refrain_fork_sequences_new (RefrainBodyStore *bodies, guint32 label);
void refrain_fork_sequences_free (RefrainForkSequences *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainForkSequences, refrain_fork_sequences_free)

/* The @n @terms, which must not lie in the store, with what stands in a row more than once as one
 * term of a sequence, nested; of two ways to read them the one with fewer terms. What is given
 * belongs to @self until the next call. Nearly O(n). */
const RefrainTerm *refrain_fork_sequences_find (RefrainForkSequences *self,
                                                const RefrainTerm *terms,
                                                gsize n,
                                                gsize *n_found);
