/* refrain-sequence-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words stand one after the other; a hash that is equal is followed by a look at them.
 */
#include "refrain-sequence-table.h"

#include "refrain-arrays.h"
#include "refrain-free.h"

void
refrain_sequence_table_init (RefrainSequenceTable *self)
{
  self->n = 0;
  self->words = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->entries = g_array_new (FALSE, FALSE, sizeof (RefrainSequenceEntry));
  self->slots = (RefrainSlots){ 0 };
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_sequence_table_clear,
                             RefrainSequenceTable,
                             g_clear_pointer (&x->words, g_array_unref);
                             g_clear_pointer (&x->entries, g_array_unref);
                             refrain_slots_clear (&x->slots))

/* Two words a step; the multiplier is that of splitmix64. */
static guint32
hash_words (const guint32 *words, gsize n)
{
  guint64 hash = n * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  gsize i = 0;

  for (; i + 2 <= n; i += 2)
    {
      hash ^= (guint64) words[i] << 32 | words[i + 1];
      hash *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      hash ^= hash >> 29;
    }
  if (i < n)
    {
      hash ^= words[i];
      hash *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      hash ^= hash >> 29;
    }
  hash *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint32) (hash >> 32);
}

static gboolean
is_sequence (const RefrainSequenceTable *self, guint32 number, const guint32 *words, gsize n)
{
  gsize own_n;
  const guint32 *own = refrain_sequence_table_get (self, number, &own_n);

  return own_n == n && refrain_is_same (own, words, n * sizeof *words);
}

static guint32
find (const RefrainSequenceTable *self, guint32 hash, const guint32 *words, gsize n)
{
  return REFRAIN_SLOTS_FIND (&self->slots, hash, i, is_sequence (self, i, words, n));
}

guint32
refrain_sequence_table_add (RefrainSequenceTable *self,
                            const guint32 *words,
                            gsize n,
                            gboolean *is_new)
{
  const guint32 hash = hash_words (words, n), known = find (self, hash, words, n);
  const RefrainSequenceEntry entry = { self->words->len, (guint32) n };

  g_assert (n < G_MAXUINT32);
  if (is_new != NULL)
    *is_new = known == G_MAXUINT32;
  if (known != G_MAXUINT32)
    return known;
  g_array_append_vals (self->words, words, (guint) n);
  g_array_append_val (self->entries, entry);
  refrain_slots_add (&self->slots, hash, self->n);
  return self->n++;
}

guint32
refrain_sequence_table_find (const RefrainSequenceTable *self, const guint32 *words, gsize n)
{
  return find (self, hash_words (words, n), words, n);
}

const guint32 *
refrain_sequence_table_get (const RefrainSequenceTable *self, guint32 number, gsize *n)
{
  const RefrainSequenceEntry *entry;

  g_assert (number < self->n);
  entry = &g_array_index (self->entries, RefrainSequenceEntry, number);
  *n = entry->n;
  return REFRAIN_AT ((const guint32 *) (gpointer) self->words->data, entry->first);
}
