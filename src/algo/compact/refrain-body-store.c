/* refrain-body-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hash that is equal is followed by a look at the terms.
 */
#include "refrain-body-store.h"

#include <string.h>

#include "refrain-free.h"

#define LEAST_ROOM 64

RefrainBodyStore *
refrain_body_store_new (void)
{
  RefrainBodyStore *self = g_new0 (RefrainBodyStore, 1);

  self->first = g_new0 (gsize, 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_body_store_free, RefrainBodyStore, g_free (x->label);
                             refrain_free (x->first, x->terms);
                             refrain_slots_clear (&x->slots))

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
make_room (RefrainBodyStore *self, gsize n)
{
  const gsize used = self->first[self->n];

  if (self->n + 1 >= self->room)
    {
      self->room = MAX (self->room * 2, LEAST_ROOM);
      self->label = g_renew (guint32, self->label, self->room);
      self->first = g_renew (gsize, self->first, self->room + 1);
    }
  if (used + n > self->term_room)
    {
      self->term_room = MAX (self->term_room * 2, used + n);
      self->terms = g_renew (RefrainTerm, self->terms, self->term_room);
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
  return REFRAIN_SLOTS_FIND (&self->slots, hash, i, is_body (self, i, label, terms, n));
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
  if (n > 0)
    memcpy (self->terms + self->first[self->n], terms, n * sizeof *terms);
  self->first[self->n + 1] = self->first[self->n] + n;
  refrain_slots_add (&self->slots, hash, self->n);
  return self->n++;
}
