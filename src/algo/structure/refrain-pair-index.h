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

/* A list whose elements become fewer: place i holds code[i] or was taken into next[i]; the last one
 * of a row that was taken, into what is now before the place behind it. The first place always
 * stays. */
typedef struct
{
  guint32 n;
  guint32 *code;
  guint32 *next;
} RefrainTermList;

/* Free with refrain_term_list_clear(). Takes @codes, at least one. */
void refrain_term_list_init (RefrainTermList *self, guint32 *codes, guint32 n);
void refrain_term_list_clear (RefrainTermList *self);

/* Takes the element behind @place into it; gives what follows then. O(1). */
static inline guint32
refrain_term_list_take (RefrainTermList *self, guint32 place)
{
  const guint32 taken = self->next[place];
  const guint32 next = self->next[taken];

  self->code[taken] = REFRAIN_NO_PLACE;
  self->next[taken] = place;
  self->next[place] = next;
  if (next != REFRAIN_NO_PLACE)
    self->next[next - 1] = place;
  return next;
}

/* The place before @place, which is not taken. O(1). */
static inline guint32
refrain_term_list_before (const RefrainTermList *self, guint32 place)
{
  if (place == 0 || self->code[place - 1] != REFRAIN_NO_PLACE)
    return place - 1;
  return self->next[place - 1];
}

/* The places of a pair, in their order; what is no longer there is passed over. */
typedef struct
{
  guint64 key;
  guint32 head, tail;
} RefrainPair;

typedef struct
{
  const RefrainTermList *list;
  guint32 *same; /* the entry behind entry i, which is place i */
  struct
  {
    guint32 place;
    guint32 same;
  } *later; /* entries n, n + 1, ... */
  guint32 n_later, later_room;
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
