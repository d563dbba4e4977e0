/* refrain-body-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Open addressing, half full at most; a hash that is equal is followed by a look at the terms.
 */
#include "refrain-body-store.h"

#include <string.h>

#define FIRST_SLOTS 64

RefrainBodyStore *
refrain_body_store_new (void)
{
  RefrainBodyStore *self = g_new0 (RefrainBodyStore, 1);

  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  self->first = g_new0 (gsize, 1);
  return self;
}

void
refrain_body_store_free (RefrainBodyStore *self)
{
  g_free (self->label);
  g_free (self->first);
  g_free (self->terms);
  g_free (self->slots);
  g_free (self->hash);
  g_free (self);
}

static guint64
hash_body (guint32 label, const RefrainTerm *terms, gsize n)
{
  guint64 hash = label * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + n;

  for (gsize i = 0; i < n; i++)
    {
      hash ^= (guint64) terms[i].what << 32 | terms[i].count;
      hash *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      hash ^= hash >> 31;
    }
  return hash ^ hash >> 29;
}

static void
place (RefrainBodyStore *self, guint32 body)
{
  gsize slot = self->hash[body] & (self->n_slots - 1);

  while (self->slots[slot] != 0)
    slot = (slot + 1) & (self->n_slots - 1);
  self->slots[slot] = body + 1;
}

static void
make_room (RefrainBodyStore *self, gsize n)
{
  const gsize used = self->first[self->n];

  if (self->n + 1 >= self->room)
    {
      self->room = MAX (self->room * 2, FIRST_SLOTS);
      self->label = g_renew (guint32, self->label, self->room);
      self->hash = g_renew (guint64, self->hash, self->room);
      self->first = g_renew (gsize, self->first, self->room + 1);
    }
  if (used + n > self->term_room)
    {
      self->term_room = MAX (self->term_room * 2, used + n);
      self->terms = g_renew (RefrainTerm, self->terms, self->term_room);
    }
  if ((self->n + 1) * (gsize) 2 > self->n_slots)
    {
      self->n_slots *= 2;
      g_free (self->slots);
      self->slots = g_new0 (guint32, self->n_slots);
      for (guint32 i = 0; i < self->n; i++)
        place (self, i);
    }
}

static gboolean
is_body (const RefrainBodyStore *self, guint32 i, guint32 label, const RefrainTerm *terms, gsize n)
{
  gsize length;
  const RefrainTerm *own = refrain_body_store_get (self, i, &length);

  return self->label[i] == label && length == n && refrain_is_same (own, terms, n * sizeof *terms);
}

static guint32
find (const RefrainBodyStore *self, guint64 hash, guint32 label, const RefrainTerm *terms, gsize n)
{
  for (gsize slot = hash & (self->n_slots - 1); self->slots[slot] != 0;
       slot = (slot + 1) & (self->n_slots - 1))
    {
      const guint32 i = self->slots[slot] - 1;

      if (self->hash[i] == hash && is_body (self, i, label, terms, n))
        return i;
    }
  return G_MAXUINT32;
}

guint32
refrain_body_store_find (const RefrainBodyStore *self,
                         guint32 label,
                         const RefrainTerm *terms,
                         gsize n)
{
  return find (self, hash_body (label, terms, n), label, terms, n);
}

guint32
refrain_body_store_add (RefrainBodyStore *self, guint32 label, const RefrainTerm *terms, gsize n)
{
  const guint64 hash = hash_body (label, terms, n);
  const guint32 known = find (self, hash, label, terms, n);

  if (known != G_MAXUINT32)
    return known;
  make_room (self, n);
  self->label[self->n] = label;
  self->hash[self->n] = hash;
  if (n > 0)
    memcpy (self->terms + self->first[self->n], terms, n * sizeof *terms);
  self->first[self->n + 1] = self->first[self->n] + n;
  place (self, self->n);
  return self->n++;
}
