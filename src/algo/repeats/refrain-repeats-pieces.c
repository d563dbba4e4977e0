/* refrain-repeats-pieces.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-repeats-pieces.h"

#include <string.h>

#include "refrain-repeats-index.h"

/* A hash table of pieces: open addressing, never fuller than half. */
typedef struct
{
  guint32 *slots; /* piece + 1, or 0 */
  guint64 *hashes;
  guint32 n_slots; /* a power of two */
} Table;

static guint64
hash_symbols (const guint32 *symbols, guint32 n)
{
  guint64 hash = n;

  for (guint32 i = 0; i < n; i++)
    {
      hash = (hash ^ symbols[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return hash;
}

static void
grow (Table *table, guint32 n_pieces)
{
  table->n_slots = MAX (table->n_slots * 2, 64);
  g_free (table->slots);
  table->slots = g_new0 (guint32, table->n_slots);
  table->hashes = g_renew (guint64, table->hashes, table->n_slots / 2);
  for (guint32 i = 0; i < n_pieces; i++)
    {
      guint32 slot = (guint32) table->hashes[i] & (table->n_slots - 1);

      while (table->slots[slot] != 0)
        slot = (slot + 1) & (table->n_slots - 1);
      table->slots[slot] = i + 1;
    }
}

/* The number of the piece, which is added when it is new. */
static guint32
find_piece (RefrainRepeatsPieces *self, Table *table, const guint32 *symbols, guint32 n)
{
  const guint64 hash = hash_symbols (symbols, n);
  guint32 slot, at;

  if (self->n >= table->n_slots / 2)
    grow (table, self->n);
  for (slot = (guint32) hash & (table->n_slots - 1); table->slots[slot] != 0;
       slot = (slot + 1) & (table->n_slots - 1))
    {
      const guint32 i = table->slots[slot] - 1;

      if (table->hashes[i] == hash && self->start[i + 1] - 1 - self->start[i] == n
          && memcmp (self->text + self->start[i], symbols, n * sizeof *symbols) == 0)
        return i;
    }
  table->slots[slot] = self->n + 1;
  table->hashes[self->n] = hash;
  at = self->start[self->n];
  memcpy (self->text + at, symbols, n * sizeof *symbols);
  self->text[at + n] = REFRAIN_REPEATS_END;
  self->start[self->n + 1] = at + n + 1;
  return self->n++;
}

/* Lists the places of each piece; @which has the piece, @where the place. */
static void
list_places (RefrainRepeatsPieces *self, const GArray *which, const GArray *where)
{
  self->places = g_new (guint32, (gsize) which->len + 1);
  self->first_place = g_new0 (guint32, (gsize) self->n + 2);
  for (guint i = 0; i < which->len; i++)
    self->first_place[g_array_index (which, guint32, i) + 2]++;
  for (guint32 i = 2; i <= self->n; i++)
    self->first_place[i] += self->first_place[i - 1];
  for (guint i = 0; i < which->len; i++)
    self->places[self->first_place[g_array_index (which, guint32, i) + 1]++]
        = g_array_index (where, guint32, i);
}

RefrainRepeatsPieces *
refrain_repeats_pieces_new (const guint32 *symbols, guint32 n, const gboolean *boundary)
{
  RefrainRepeatsPieces *self = g_new0 (RefrainRepeatsPieces, 1);
  g_autoptr (GArray) which = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) where = g_array_new (FALSE, FALSE, sizeof (guint32));
  Table table = { 0 };
  guint32 n_pieces = 0;

  for (guint32 i = 0; i < n; i++)
    n_pieces += i == 0 || (boundary != NULL && boundary[i]);
  self->text = g_new (guint32, (gsize) n + n_pieces + 1);
  self->start = g_new0 (guint32, (gsize) n_pieces + 1);
  for (guint32 i = 0; i < n;)
    {
      guint32 end = boundary != NULL ? i + 1 : n, piece;

      while (end < n && !boundary[end])
        end++;
      piece = find_piece (self, &table, symbols + i, end - i);
      g_array_append_val (which, piece);
      g_array_append_val (where, i);
      i = end;
    }
  list_places (self, which, where);
  g_free (table.slots);
  g_free (table.hashes);
  return self;
}

void
refrain_repeats_pieces_free (RefrainRepeatsPieces *self)
{
  g_free (self->text);
  g_free (self->start);
  g_free (self->first_place);
  g_free (self->places);
  g_free (self);
}
