/* refrain-slots.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one hash table of things that are numbered as they come: it holds their numbers, and whoever
 * has the things says whether one is meant. Linear probing, half full at most. All zero is empty.
 */
#pragma once

#include <glib.h>

typedef struct
{
  guint64 *slots; /* hash << 32 | number + 1; 0: empty */
  gsize mask;
  guint32 n;
} RefrainSlots;

/* The number @i of those with @hash for which @is_it, an expression in @i, is true; G_MAXUINT32
 * where there is none. O(1) on average. */
#define REFRAIN_SLOTS_FIND(self, hash, i, is_it)                                                   \
  (__extension__({                                                                                 \
    const RefrainSlots *i##_self = (self);                                                         \
    const guint32 i##_hash = (guint32) (hash);                                                     \
    guint32 i##_found = G_MAXUINT32;                                                               \
                                                                                                   \
    for (gsize i##_at = i##_hash & i##_self->mask;                                                 \
         i##_found == G_MAXUINT32 && i##_self->n > 0 && i##_self->slots[i##_at] != 0;              \
         i##_at = (i##_at + 1) & i##_self->mask)                                                   \
      {                                                                                            \
        const guint32 i = (guint32) i##_self->slots[i##_at] - 1;                                   \
                                                                                                   \
        if (i##_self->slots[i##_at] >> 32 == i##_hash && (is_it))                                  \
          i##_found = i;                                                                           \
      }                                                                                            \
    i##_found;                                                                                     \
  }))

static inline void
refrain_slots_put (RefrainSlots *self, guint64 slot)
{
  gsize at = slot >> 32 & self->mask;

  while (self->slots[at] != 0)
    at = (at + 1) & self->mask;
  self->slots[at] = slot;
}

/* Adds number @i, which is none of those with @hash. O(1) on average. */
static inline void
refrain_slots_add (RefrainSlots *self, guint64 hash, guint32 i)
{
  if (self->n * (gsize) 2 >= self->mask)
    {
      const RefrainSlots old = *self;

      self->mask = MAX (2 * old.mask + 1, 31);
      self->slots = g_new0 (guint64, self->mask + 1);
      for (gsize at = 0; old.n > 0 && at <= old.mask; at++)
        if (old.slots[at] != 0)
          refrain_slots_put (self, old.slots[at]);
      g_free (old.slots);
    }
  refrain_slots_put (self, (hash & G_MAXUINT32) << 32 | (i + 1));
  self->n++;
}

static inline void
refrain_slots_clear (RefrainSlots *self)
{
  g_free (self->slots);
  *self = (RefrainSlots){ 0 };
}
