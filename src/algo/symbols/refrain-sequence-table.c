/* refrain-sequence-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hash table with open addressing over words that stand one after the other.
 */
#include "config.h"

#include "refrain-sequence-table.h"

#include <string.h>

#include "refrain-arrays.h"

#define FIRST_SLOTS 64

void
refrain_sequence_table_init (RefrainSequenceTable *self)
{
  self->n = 0;
  self->words = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->entries = g_array_new (FALSE, FALSE, sizeof (RefrainSequenceEntry));
  self->slot_mask = FIRST_SLOTS - 1;
  self->slots = g_new0 (guint32, FIRST_SLOTS);
}

void
refrain_sequence_table_clear (RefrainSequenceTable *self)
{
  g_clear_pointer (&self->words, g_array_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

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

static void
grow (RefrainSequenceTable *self)
{
  const guint32 n_slots = (self->slot_mask + 1) * 2;

  g_free (self->slots);
  self->slots = g_new0 (guint32, n_slots);
  self->slot_mask = n_slots - 1;
  for (guint32 i = 0; i < self->n; i++)
    {
      guint32 at = g_array_index (self->entries, RefrainSequenceEntry, i).hash & self->slot_mask;

      while (self->slots[at] != 0)
        at = (at + 1) & self->slot_mask;
      self->slots[at] = i + 1;
    }
}

/* The slot that holds the sequence of @entry, or the empty one where it would stand. */
static guint32
find_slot (const RefrainSequenceTable *self,
           const guint32 *words,
           const RefrainSequenceEntry *entry)
{
  guint32 at = entry->hash & self->slot_mask;

  for (; self->slots[at] != 0; at = (at + 1) & self->slot_mask)
    {
      const RefrainSequenceEntry *old
          = &g_array_index (self->entries, RefrainSequenceEntry, self->slots[at] - 1);

      if (old->hash == entry->hash && old->n == entry->n
          && (entry->n == 0
              || memcmp (&g_array_index (self->words, guint32, old->first), words,
                         entry->n * sizeof *words)
                     == 0))
        break;
    }
  return at;
}

guint32
refrain_sequence_table_add (RefrainSequenceTable *self,
                            const guint32 *words,
                            gsize n,
                            gboolean *is_new)
{
  const RefrainSequenceEntry entry = { self->words->len, (guint32) n, hash_words (words, n) };
  guint32 at;

  g_assert (n < G_MAXUINT32);
  at = find_slot (self, words, &entry);
  if (is_new != NULL)
    *is_new = self->slots[at] == 0;
  if (self->slots[at] != 0)
    return self->slots[at] - 1;
  g_array_append_vals (self->words, words, (guint) n);
  g_array_append_val (self->entries, entry);
  self->slots[at] = ++self->n;
  if (self->n > self->slot_mask / 2)
    grow (self);
  return self->n - 1;
}

guint32
refrain_sequence_table_find (const RefrainSequenceTable *self, const guint32 *words, gsize n)
{
  const RefrainSequenceEntry entry = { 0, (guint32) n, hash_words (words, n) };

  /* An empty slot holds 0, and 0 - 1 is REFRAIN_NONE. */
  return self->slots[find_slot (self, words, &entry)] - 1;
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
