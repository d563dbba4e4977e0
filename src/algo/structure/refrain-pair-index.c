/* refrain-pair-index.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places are chained by pair. A chain is not kept up while places vanish: whoever walks along it
 * takes out what is not there any more, each entry once.
 */
#include "refrain-pair-index.h"

#include "refrain-free.h"

#include <string.h>

#define NO_ENTRY G_MAXUINT32
#define NO_KEY   G_MAXUINT64

/* Slots of a table, as a mask. */
#define FEW_SLOTS  15
#define SOME_SLOTS 1023

void
refrain_term_list_init (RefrainTermList *self, const guint32 *codes, guint32 n)
{
  g_assert (n > 0 && n < REFRAIN_NO_PLACE);
  self->n = n;
  self->at = g_malloc_n (n, sizeof *self->at);
  for (guint32 i = 0; i < n; i++)
    {
      self->at[i].code = codes[i];
      self->at[i].next = i + 1;
    }
  self->at[n - 1].next = REFRAIN_NO_PLACE;
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_term_list_clear,
                             RefrainTermList,
                             g_clear_pointer (&x->at, g_free))

/* ---- The table ---------------------------------------------------------------------------------
 */

static guint32
hash (guint64 key)
{
  return (guint32) ((key ^ key >> 32) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static RefrainPair *
find_slot (RefrainPair *pairs, guint32 mask, guint64 key)
{
  guint32 slot = hash (key) & mask;

  while (pairs[slot].key != key && pairs[slot].key != NO_KEY)
    slot = (slot + 1) & mask;
  return &pairs[slot];
}

static RefrainPair *
make_table (guint32 mask)
{
  RefrainPair *pairs = g_new (RefrainPair, (gsize) mask + 1);

  memset (pairs, 0xff, ((gsize) mask + 1) * sizeof *pairs);
  return pairs;
}

static void
grow (RefrainPairIndex *self)
{
  const guint32 mask = self->mask * 2 + 1;
  RefrainPair *pairs = make_table (mask);

  for (guint32 i = 0; i <= self->mask; i++)
    if (self->pairs[i].key != NO_KEY)
      *find_slot (pairs, mask, self->pairs[i].key) = self->pairs[i];
  g_free (self->pairs);
  self->pairs = pairs;
  self->mask = mask;
}

/* ---- Entries -----------------------------------------------------------------------------------
 */

static guint32
get_place (const RefrainPairIndex *self, guint32 entry)
{
  return entry < self->list->n ? entry : self->later[entry - self->list->n].place;
}

static guint32 *
get_same (const RefrainPairIndex *self, guint32 entry)
{
  return entry < self->list->n ? &self->same[entry] : &self->later[entry - self->list->n].same;
}

static guint64
get_key (const RefrainTermList *list, guint32 place)
{
  return (guint64) list->at[place].code << 32 | list->at[list->at[place].next].code;
}

static void
enter (RefrainPairIndex *self, guint32 place, guint32 entry)
{
  const guint64 key = get_key (self->list, place);
  RefrainPair *pair = find_slot (self->pairs, self->mask, key);

  if (pair->key == NO_KEY)
    {
      *pair = (RefrainPair){ key, entry, entry };
      if (++self->n_pairs > self->mask / 2)
        grow (self);
    }
  else
    {
      if (pair->head == NO_ENTRY)
        pair->head = entry;
      else
        *get_same (self, pair->tail) = entry;
      pair->tail = entry;
    }
}

void
refrain_pair_index_init (RefrainPairIndex *self, const RefrainTermList *list)
{
  self->list = list;
  self->same = g_new (guint32, list->n);
  self->later = NULL;
  self->n_later = self->later_room = 0;
  for (self->mask = FEW_SLOTS; self->mask / 2 < list->n && self->mask < SOME_SLOTS;)
    self->mask = self->mask * 2 + 1;
  self->n_pairs = 0;
  self->pairs = make_table (self->mask);
  for (guint32 i = 0; i + 1 < list->n; i++)
    {
      const guint64 key = (guint64) list->at[i].code << 32 | list->at[i + 1].code;
      RefrainPair *pair = find_slot (self->pairs, self->mask, key);

      self->same[i] = NO_ENTRY;
      if (pair->key == NO_KEY)
        enter (self, i, i);
      else
        pair->tail = self->same[pair->tail] = i;
    }
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_pair_index_clear,
                             RefrainPairIndex,
                             refrain_clear (&x->same, &x->later, &x->pairs))

void
refrain_pair_index_add (RefrainPairIndex *self, guint32 place)
{
  /* Terms vanish with each pair that becomes new, so that entries stay below 2^32. */
  g_assert (self->n_later < G_MAXUINT32 - self->list->n - 1);
  if (self->n_later == self->later_room)
    {
      self->later_room
          = self->later_room < G_MAXUINT32 / 2 ? MAX (16, 2 * self->later_room) : G_MAXUINT32;
      self->later = g_realloc_n (self->later, self->later_room, sizeof *self->later);
    }
  self->later[self->n_later].place = place;
  self->later[self->n_later].same = NO_ENTRY;
  enter (self, place, self->list->n + self->n_later++);
}

/* Whether the pair of @key begins at @place. */
static gboolean
stands (const RefrainTermList *list, guint32 place, guint64 key)
{
  return list->at[place].code == key >> 32 && list->at[place].next != REFRAIN_NO_PLACE
         && get_key (list, place) == key;
}

/* The first entry from *@link on that is still there; those before it are taken out. */
static guint32
find_live (RefrainPairIndex *self, guint32 *link, guint64 key)
{
  guint32 entry = *link;

  while (entry != NO_ENTRY && !stands (self->list, get_place (self, entry), key))
    entry = *get_same (self, entry);
  return *link = entry;
}

RefrainPair *
refrain_pair_index_find_twice (RefrainPairIndex *self, guint32 place)
{
  const RefrainTermList *list = self->list;
  const guint64 key = get_key (list, place);
  RefrainPair *pair = find_slot (self->pairs, self->mask, key);
  guint32 first, second;

  if (pair->key == NO_KEY)
    return NULL;
  first = find_live (self, &pair->head, key);
  if (first == NO_ENTRY)
    return NULL;
  second = find_live (self, get_same (self, first), key);
  if (second == NO_ENTRY)
    {
      pair->tail = first;
      return NULL;
    }
  if (get_place (self, second) != list->at[get_place (self, first)].next)
    return pair;
  /* Of three in a row the first and the second overlap. */
  first = second;
  second = find_live (self, get_same (self, first), key);
  if (second == NO_ENTRY)
    pair->tail = first;
  return second != NO_ENTRY ? pair : NULL;
}

guint32
refrain_pair_index_step (const RefrainPairIndex *self, const RefrainPair *pair, guint32 *entry)
{
  while (*entry != NO_ENTRY)
    {
      const guint32 place = get_place (self, *entry);

      *entry = *get_same (self, *entry);
      if (stands (self->list, place, pair->key))
        return place;
    }
  return REFRAIN_NO_PLACE;
}
