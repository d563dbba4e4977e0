/* refrain-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A key and its row share one word wherever they fit, so that a pass moves eight bytes a row. Each
 * pass counts the digits of blocks, and moves blocks to their places, on all cores. Wider keys are
 * sorted by their lower part first, then by the upper one.
 */
#include "refrain-order.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-parallel.h"

/* Blocks of a pass; bits of a digit at most. */
#define BLOCKS    16
#define MOST_BITS 11

typedef struct
{
  guint64 least, most;
  gboolean any, sorted, gaps; /* keys that are none */
} Range;

typedef struct
{
  guint32 n;
  guint64 *keys;
  Range ranges[BLOCKS];
  /* Packing: */
  guint64 least, nothing;
  guint first_bit, n_bits, row_bits;
  const guint32 *before; /* rows in the order of their lower parts, or NULL */
  /* A pass: */
  const guint64 *from;
  guint64 *to;
  guint shift, digit_bits;
  guint32 (*counts)[1 << MOST_BITS]; /* of each block */
  guint32 *order;
} Sort;

static void
get_block (const Sort *self, gsize block, guint32 *first, guint32 *end)
{
  *first = (guint32) ((guint64) self->n * block / BLOCKS);
  *end = (guint32) ((guint64) self->n * (block + 1) / BLOCKS);
}

/* ---- Which keys there are -------------------------------------------------------------------- */

static void
find_range (gsize block, gpointer data)
{
  Sort *self = data;
  Range range = { .least = G_MAXUINT64, .sorted = TRUE };
  guint32 first, end;

  get_block (self, block, &first, &end);
  for (guint32 i = first; i < end; i++)
    {
      const guint64 key = self->keys[i];

      range.sorted &= i == 0 || self->keys[i - 1] <= key;
      if (key == REFRAIN_ORDER_NOTHING)
        {
          range.gaps = TRUE;
          continue;
        }
      range.any = TRUE;
      range.least = MIN (range.least, key);
      range.most = MAX (range.most, key);
    }
  self->ranges[block] = range;
}

static Range
join_ranges (const Sort *self)
{
  Range all = { .least = G_MAXUINT64, .sorted = TRUE };

  for (guint b = 0; b < BLOCKS; b++)
    {
      const Range *range = &self->ranges[b];

      all.sorted &= range->sorted;
      all.gaps |= range->gaps;
      all.any |= range->any;
      all.least = MIN (all.least, range->least);
      all.most = MAX (all.most, range->most);
    }
  return all;
}

static guint
count_bits (guint64 value)
{
  return value == 0 ? 0 : 64 - (guint) __builtin_clzll (value);
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* The part of the key that is sorted by, above the row's number. */
static void
pack (gsize block, gpointer data)
{
  Sort *self = data;
  const guint64 mask = self->n_bits < 64 ? ((guint64) 1 << self->n_bits) - 1 : G_MAXUINT64;
  guint64 *to = self->to;
  guint32 first, end;

  get_block (self, block, &first, &end);
  for (guint32 i = first; i < end; i++)
    {
      const guint32 row = self->before != NULL ? self->before[i] : i;
      const guint64 key = self->keys[row];
      const guint64 value = key == REFRAIN_ORDER_NOTHING ? self->nothing : key - self->least;

      to[i] = (value >> self->first_bit & mask) << self->row_bits | i;
    }
}

static void
count_digits (gsize block, gpointer data)
{
  Sort *self = data;
  guint32 *counts = self->counts[block];
  const guint64 mask = ((guint64) 1 << self->digit_bits) - 1;
  guint32 first, end;

  memset (counts, 0, sizeof self->counts[block]);
  get_block (self, block, &first, &end);
  for (guint32 i = first; i < end; i++)
    counts[self->from[i] >> self->shift & mask]++;
}

/* Counts become the places where the block's next row with a digit goes. */
static void
find_places (Sort *self)
{
  guint32 place = 0;

  for (guint digit = 0; digit < 1u << self->digit_bits; digit++)
    for (guint block = 0; block < BLOCKS; block++)
      {
        const guint32 count = self->counts[block][digit];

        self->counts[block][digit] = place;
        place += count;
      }
}

static void
move (gsize block, gpointer data)
{
  Sort *self = data;
  guint32 *places = self->counts[block];
  const guint64 mask = ((guint64) 1 << self->digit_bits) - 1;
  guint32 first, end;

  get_block (self, block, &first, &end);
  for (guint32 i = first; i < end; i++)
    self->to[places[self->from[i] >> self->shift & mask]++] = self->from[i];
}

static void
unpack (gsize block, gpointer data)
{
  Sort *self = data;
  const guint64 mask = ((guint64) 1 << self->row_bits) - 1;
  guint32 first, end;

  get_block (self, block, &first, &end);
  for (guint32 i = first; i < end; i++)
    {
      const guint32 row = (guint32) (self->from[i] & mask);

      self->order[i] = self->before != NULL ? self->before[row] : row;
    }
}

/* Sorts by @n_bits bits of the keys from @first_bit on, those that are equal as in @before; FALSE
 * when cancelled. @a and @b have room for n words. */
static gboolean
sort_part (Sort *self,
           guint first_bit,
           guint n_bits,
           guint64 *a,
           guint64 *b,
           guint32 *order,
           GCancellable *cancellable)
{
  const guint n_passes = (n_bits + MOST_BITS - 1) / MOST_BITS;

  self->first_bit = first_bit;
  self->n_bits = n_bits;
  self->to = a;
  self->order = order;
  refrain_parallel_run (BLOCKS, pack, self, cancellable);
  self->from = a;
  self->to = b;
  for (guint pass = 0, done = 0; pass < n_passes; pass++)
    {
      guint64 *free_one = (guint64 *) self->from;

      self->shift = self->row_bits + done;
      self->digit_bits = (n_bits - done + n_passes - pass - 1) / (n_passes - pass);
      refrain_parallel_run (BLOCKS, count_digits, self, cancellable);
      find_places (self);
      if (!refrain_parallel_run (BLOCKS, move, self, cancellable))
        return FALSE;
      done += self->digit_bits;
      self->from = self->to;
      self->to = free_one;
    }
  return refrain_parallel_run (BLOCKS, unpack, self, cancellable);
}

static gboolean
sort_all (Sort *self,
          const Range *range,
          guint64 *a,
          guint64 *b,
          guint32 *order,
          guint32 *lower,
          GCancellable *cancellable)
{
  const guint bits = count_bits (
      self->nothing > range->most - range->least ? self->nothing : range->most - range->least);
  const guint room = 64 - self->row_bits;

  if (bits <= room)
    return sort_part (self, 0, bits, a, b, order, cancellable);
  if (!sort_part (self, 0, room, a, b, lower, cancellable))
    return FALSE;
  self->before = lower;
  return sort_part (self, room, bits - room, a, b, order, cancellable);
}

/* ---- All together ---------------------------------------------------------------------------- */

guint32 *
refrain_order_rows (guint64 *keys, guint32 n, GCancellable *cancellable, GError **error)
{
  Sort self = { .n = n, .keys = keys };
  g_autofree guint32 *order = g_try_new (guint32, (gsize) n + 1);
  g_autofree guint64 *a = NULL, *b = NULL;
  g_autofree guint32 *lower = NULL;
  g_autofree gpointer counts = NULL;
  Range range;
  gboolean done;

  g_return_val_if_fail (keys != NULL || n == 0, NULL);

  refrain_parallel_run (BLOCKS, find_range, &self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  range = join_ranges (&self);
  if (order != NULL && (range.sorted || !range.any))
    {
      for (guint32 i = 0; i < n; i++)
        order[i] = i;
      return g_steal_pointer (&order);
    }
  a = g_try_new (guint64, n);
  b = g_try_new (guint64, n);
  self.least = range.least;
  self.nothing = range.gaps ? range.most - range.least + 1 : 0;
  self.row_bits = count_bits (n - 1);
  if (count_bits (MAX (self.nothing, range.most - range.least)) > 64 - self.row_bits)
    lower = g_try_new (guint32, n);
  else
    lower = g_new (guint32, 1);
  if (order == NULL || a == NULL || b == NULL || lower == NULL)
    return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("there is no memory to sort %u rows"), n);
  counts = g_malloc (BLOCKS * sizeof *self.counts);
  self.counts = counts;
  done = sort_all (&self, &range, a, b, order, lower, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !done)
    return NULL;
  return g_steal_pointer (&order);
}
