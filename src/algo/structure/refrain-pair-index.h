/* refrain-pair-index.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: a list of terms, and where each pair of neighbours stands in it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* No place; the code of a place that was taken into another. */
#define REFRAIN_NO_PLACE G_MAXUINT32

/* A list whose elements become fewer: place i holds code[i] or was taken into next[i]. The first
 * place always stays. */
typedef struct
{
  guint32 n;
  guint32 *code;
  guint32 *next;
  guint32 *prev;
} RefrainTermList;

/* Free with refrain_term_list_clear(). Takes @codes, at least one. */
void refrain_term_list_init (RefrainTermList *self, guint32 *codes, guint32 n);
void refrain_term_list_clear (RefrainTermList *self);

/* The places of a pair, in their order; what is no longer there is passed over. */
typedef struct
{
  guint64 key;
  guint32 head, tail;
} RefrainPair;

typedef struct
{
  const RefrainTermList *list;
  guint32 *same;      /* the entry behind entry i, which is place i */
  GArray *later;      /* entries n, n + 1, ... */
  RefrainPair *pairs; /* open addressing */
  guint32 mask, n_pairs;
} RefrainPairIndex;

/* Enters all pairs of @list. O(n). */
void refrain_pair_index_init (RefrainPairIndex *self, const RefrainTermList *list);
void refrain_pair_index_clear (RefrainPairIndex *self);
/* Enters the pair that begins at @place; a pair's places must come in order. O(1). */
void refrain_pair_index_add (RefrainPairIndex *self, guint32 place);
/* The pair that begins at @place where it stands at two places that do not overlap, else NULL.
 * Valid until the next is added. Nearly O(1): what is not there any more is forgotten. */
RefrainPair *refrain_pair_index_find_twice (RefrainPairIndex *self, guint32 place);
/* The first place of @pair, from entry *@entry on (its head at first), that is still there; moves
 * *@entry behind it. REFRAIN_NO_PLACE behind the last. */
guint32
refrain_pair_index_step (const RefrainPairIndex *self, const RefrainPair *pair, guint32 *entry);

G_END_DECLS
