/* refrain-checksum.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Four sums run beside each other over words of 64 bits, and meet in the end.
 */
#include "refrain-checksum.h"

#include <string.h>

#define P1 G_GUINT64_CONSTANT (0x9e3779b185ebca87)
#define P2 G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f)
#define P3 G_GUINT64_CONSTANT (0x165667b19e3779f9)
#define P4 G_GUINT64_CONSTANT (0x85ebca77c2b2ae63)
#define P5 G_GUINT64_CONSTANT (0x27d4eb2f165667c5)

static inline guint64
turn (guint64 x, guint by)
{
  return x << by | x >> (64 - by);
}

static inline guint64
get_64 (const guint8 *at)
{
  guint64 word;

  memcpy (&word, at, sizeof word);
  return GUINT64_FROM_LE (word);
}

static inline guint32
get_32 (const guint8 *at)
{
  guint32 word;

  memcpy (&word, at, sizeof word);
  return GUINT32_FROM_LE (word);
}

static inline guint64
add_word (guint64 sum, guint64 word)
{
  return turn (sum + word * P2, 31) * P1;
}

static inline guint64
join (guint64 sum, guint64 lane)
{
  return (sum ^ add_word (0, lane)) * P1 + P4;
}

/* The last bytes, fewer than 32 of them. */
static guint64
add_rest (guint64 sum, const guint8 *at, gsize n)
{
  for (; n >= 8; n -= 8, at += 8)
    sum = turn (sum ^ add_word (0, get_64 (at)), 27) * P1 + P4;
  for (; n >= 4; n -= 4, at += 4)
    sum = turn (sum ^ get_32 (at) * P1, 23) * P2 + P3;
  for (; n > 0; n--, at++)
    sum = turn (sum ^ *at * P5, 11) * P1;
  sum = (sum ^ sum >> 33) * P2;
  sum = (sum ^ sum >> 29) * P3;
  return sum ^ sum >> 32;
}

guint64
refrain_checksum (gconstpointer bytes, gsize n)
{
  const guint8 *at = bytes;
  gsize left = n;
  guint64 sum = P5;

  if (n >= 32)
    {
      guint64 a = P1 + P2, b = P2, c = 0, d = -P1;

      for (; left >= 32; left -= 32, at += 32)
        {
          a = add_word (a, get_64 (at));
          b = add_word (b, get_64 (at + 8));
          c = add_word (c, get_64 (at + 16));
          d = add_word (d, get_64 (at + 24));
        }
      sum = turn (a, 1) + turn (b, 7) + turn (c, 12) + turn (d, 18);
      sum = join (join (join (join (sum, a), b), c), d);
    }
  return add_rest (sum + n, at, left);
}
