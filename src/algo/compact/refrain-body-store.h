/* refrain-body-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of terms of which equal ones are kept once (hash-consing): the nodes of a graph, the bodies
 * of sequences.
 */
#pragma once

#include "refrain-arrays.h"
#include "refrain-grammar.h"
#include "refrain-slots.h"

/* Body i: its label and terms [first[i], first[i + 1]). */
typedef struct
{
  guint32 n;
  guint32 *label;
  gsize *first; /* n + 1 elements */
  RefrainTerm *terms;
  gsize room, term_room;
  RefrainSlots slots;
} RefrainBodyStore;

RefrainBodyStore *refrain_body_store_new (void);
void refrain_body_store_free (RefrainBodyStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainBodyStore, refrain_body_store_free)

/* The number of the body of @label and @n @terms, which is added where it is not known yet. Numbers
 * ascend from 0. @terms must not lie in the store. O(n) on average. */
guint32
refrain_body_store_add (RefrainBodyStore *self, guint32 label, const RefrainTerm *terms, gsize n);

/* The number of a body that is known, or G_MAXUINT32. May be asked by several threads at once. */
guint32 refrain_body_store_find (const RefrainBodyStore *self,
                                 guint32 label,
                                 const RefrainTerm *terms,
                                 gsize n);

/* The terms of body @i, until one is added; their number in @n. O(1). */
static inline const RefrainTerm *
refrain_body_store_get (const RefrainBodyStore *self, guint32 i, gsize *n)
{
  *n = self->first[i + 1] - self->first[i];
  return REFRAIN_AT (self->terms, self->first[i]);
}
