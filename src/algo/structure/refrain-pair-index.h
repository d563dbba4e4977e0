/* refrain-pair-index.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a list of terms, and where each pair of neighbours stands in it.
 */
#pragma once

#include <glib.h>

/* No place; the code of a place that was taken into another. */
#define REFRAIN_NO_PLACE G_MAXUINT32

/* A list whose elements become fewer: a place holds a code or was taken into the one it has as
 * next; the last one of a row that was taken, into what is now before the place behind it. The
 * first place always stays. */
typedef struct
{
  guint32 n;
  struct
  {
    guint32 code;
    guint32 next;
  } * at; /* by place */
} RefrainTermList;

/* Free with refrain_term_list_clear(). @n is 1 at least. */
void refrain_term_list_init (RefrainTermList *self, const guint32 *codes, guint32 n);
void refrain_term_list_clear (RefrainTermList *self);

/* Takes the @n elements behind @place into it; returns what follows then. O(n). */
static inline guint32
refrain_term_list_take (RefrainTermList *self, guint32 place, guint n)
{
  guint32 at = self->at[place].next;

  for (guint i = 0; i < n; i++)
    {
      const guint32 taken = at;

      at = self->at[taken].next;
      self->at[taken].code = REFRAIN_NO_PLACE;
      self->at[taken].next = place;
    }
  self->at[place].next = at;
  if (at != REFRAIN_NO_PLACE)
    self->at[at - 1].next = place;
  return at;
}

/* The place before @place, which is not taken. O(1). */
static inline guint32
refrain_term_list_before (const RefrainTermList *self, guint32 place)
{
  if (place == 0 || self->at[place - 1].code != REFRAIN_NO_PLACE)
    return place - 1;
  return self->at[place - 1].next;
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
  } * later; /* entries n, n + 1, ... */
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
