/* refrain-repeats-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-repeats-finder.h"
#include "refrain-repeats-private.h"

#define NONE G_MAXUINT32
/* Between two looks at the cancellable. */
#define SYMBOLS_PER_CHECK 65536

typedef struct
{
  RefrainRepeatsFind find;
  guint32 frequency;
  guint32 at;   /* one place in the text */
  guint32 next; /* of the same class, or NONE */
  gboolean explained;
} Found;

typedef struct
{
  const RefrainRepeatsPieces *pieces;
  const RefrainRepeatsFinder *finder;
  GArray *found;  /* of Found */
  guint32 *heads; /* by class: the first found, or NONE */
  guint32 steps;  /* since the last look at the cancellable */
  GCancellable *cancellable;
} Search;

static gboolean
is_cancelled (Search *self)
{
  if (++self->steps % SYMBOLS_PER_CHECK != 0)
    return FALSE;
  return g_cancellable_is_cancelled (self->cancellable);
}

static void
add_found (Search *self, RefrainRepeatsFind find, guint32 at)
{
  guint32 *head = &self->heads[find.class];
  Found found = { find, 0, at, *head, FALSE };

  for (guint32 f = *head; f != NONE; f = g_array_index (self->found, Found, f).next)
    if (g_array_index (self->found, Found, f).find.length == find.length)
      return;
  found.frequency = refrain_repeats_finder_get_frequency (self->finder, find.class);
  *head = self->found->len;
  g_array_append_val (self->found, found);
}

/* Takes the longest repeats of [start, end) from the left. */
static gboolean
read_part (Search *self, guint32 start, guint32 end, guint32 frequency)
{
  for (guint32 at = start; at < end;)
    {
      const RefrainRepeatsFind find
          = refrain_repeats_finder_find (self->finder, at, end - at, frequency);

      if (find.length > 0)
        add_found (self, find, at);
      at += MAX (find.length, 1);
      if (is_cancelled (self))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_all (Search *self)
{
  for (guint32 p = 0; p < self->pieces->n; p++)
    if (!read_part (self, self->pieces->start[p], self->pieces->start[p + 1] - 1, 2))
      return FALSE;
  for (guint f = 0; f < self->found->len; f++) /* grows meanwhile */
    {
      const Found found = g_array_index (self->found, Found, f);

      if (!read_part (self, found.at, found.at + found.find.length, found.frequency + 1))
        return FALSE;
    }
  return TRUE;
}

/* Marks what stands inside the found one number @f in all its places. */
static gboolean
mark_inside (Search *self, guint f)
{
  const Found outer = g_array_index (self->found, Found, f);

  for (guint32 i = 0; i + 1 < outer.find.length; i++)
    {
      const guint32 room = outer.find.length - i;
      const RefrainRepeatsFind find
          = refrain_repeats_finder_find (self->finder, outer.at + i, room, outer.frequency);

      if (is_cancelled (self))
        return FALSE;
      if (find.length == 0
          || refrain_repeats_finder_get_frequency (self->finder, find.class) != outer.frequency)
        continue;
      for (guint32 g = self->heads[find.class]; g != NONE;
           g = g_array_index (self->found, Found, g).next)
        if (g != f && g_array_index (self->found, Found, g).find.length <= room)
          g_array_index (self->found, Found, g).explained = TRUE;
    }
  return TRUE;
}

/* Calls for each place in the sequence of a found one, in no order. */
typedef void (*PlaceFunc) (guint32 position, guint32 entry, gpointer data);

static void
for_each_place (
    const Search *self, const Found *found, guint32 entry, PlaceFunc func, gpointer data)
{
  const RefrainRepeatsPieces *pieces = self->pieces;
  guint32 low, high;

  refrain_repeats_finder_get_ranks (self->finder, found->find.class, &low, &high);
  for (guint32 r = low; r < high; r++)
    {
      const guint32 at = self->finder->index->suffix[r];
      const guint32 piece = self->finder->piece_at[at];

      for (guint32 p = pieces->first_place[piece]; p < pieces->first_place[piece + 1]; p++)
        func (pieces->places[p] + (at - pieces->start[piece]), entry, data);
    }
}

/* All places of all entries, sorted by position: counted first, then filled in. */
typedef struct
{
  gsize *before;    /* by position + 1: where its entries begin, or after filling in, end */
  guint32 *entries; /* that stand there */
} Places;

static void
count_place (guint32 position, guint32 entry, gpointer data)
{
  Places *places = data;

  places->before[(gsize) position + 2]++;
}

static void
put_place (guint32 position, guint32 entry, gpointer data)
{
  Places *places = data;

  places->entries[places->before[(gsize) position + 1]++] = entry;
}

/* The positions of all entries, those of each in ascending order from its offset on. */
static guint32 *
list_positions (const Search *self, const GArray *listed, GArray *entries, gsize n)
{
  Places places = { g_new0 (gsize, n + 2), NULL };
  guint32 *positions;
  gsize total = 0;

  for (guint e = 0; e < entries->len; e++)
    {
      RefrainRepeatEntry *entry = &g_array_index (entries, RefrainRepeatEntry, e);

      entry->offset = total;
      total += entry->n;
      entry->n = 0; /* counts up again below */
      for_each_place (self, &g_array_index (listed, Found, e), e, count_place, &places);
    }
  positions = g_new (guint32, total + 1);
  places.entries = g_new (guint32, total + 1);
  for (gsize i = 1; i < n + 2; i++)
    places.before[i] += places.before[i - 1];
  for (guint e = 0; e < entries->len; e++)
    for_each_place (self, &g_array_index (listed, Found, e), e, put_place, &places);
  for (gsize i = 0, k = 0; i < n; i++)
    for (; k < places.before[i + 1]; k++)
      {
        RefrainRepeatEntry *entry = &g_array_index (entries, RefrainRepeatEntry, places.entries[k]);

        positions[entry->offset + entry->n++] = (guint32) i;
      }
  g_free (places.before);
  g_free (places.entries);
  return positions;
}

static RefrainRepeats *
list_found (const Search *self, gsize n)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (RefrainRepeatEntry));
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (Found));
  guint32 *positions;

  for (guint f = 0; f < self->found->len; f++)
    {
      const Found *found = &g_array_index (self->found, Found, f);
      const RefrainRepeatEntry entry = { found->find.length, found->frequency, 0, 0 };

      if (found->explained)
        continue;
      g_array_append_val (listed, *found);
      g_array_append_val (entries, entry);
    }
  positions = list_positions (self, listed, entries, n);
  for (guint e = 0; e < entries->len; e++)
    {
      RefrainRepeatEntry *entry = &g_array_index (entries, RefrainRepeatEntry, e);

      entry->first = positions[entry->offset];
    }
  return refrain_repeats_new (entries, positions);
}

RefrainRepeats *
refrain_repeats_find (const guint32 *symbols,
                      gsize n,
                      const gboolean *boundary,
                      GCancellable *cancellable)
{
  g_autoptr (RefrainRepeatsPieces) pieces = NULL;
  g_autoptr (RefrainRepeatsFinder) finder = NULL;
  g_autoptr (GArray) found = NULL;
  g_autofree guint32 *heads = NULL;
  guint32 n_classes;
  Search self;
  gboolean done;

  g_return_val_if_fail (n == 0 || symbols != NULL, NULL);
  g_return_val_if_fail (n < 1u << 28, NULL);

  pieces = refrain_repeats_pieces_new (symbols, (guint32) n, boundary);
  finder = refrain_repeats_finder_new (pieces, cancellable);
  if (finder == NULL)
    return NULL;
  n_classes = refrain_repeats_finder_get_n_classes (finder);
  heads = g_new (guint32, n_classes);
  for (guint32 c = 0; c < n_classes; c++)
    heads[c] = NONE;
  found = g_array_new (FALSE, FALSE, sizeof (Found));
  self = (Search){ pieces, finder, found, heads, 0, cancellable };
  done = read_all (&self);
  for (guint f = 0; f < found->len && done; f++)
    done = mark_inside (&self, f);
  return done ? list_found (&self, n) : NULL;
}
