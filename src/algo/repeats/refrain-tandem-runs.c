/* refrain-tandem-runs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fingerprints of all beginnings tell how far two places are alike; longest Lyndon words tell which
 * two places to ask about.
 */
#include "refrain-tandem-runs.h"

#include "refrain-free.h"

/* Up to here symbol by symbol is faster than fingerprints. */
#define SHORT_SEQUENCE 48
/* Symbols compared one by one before fingerprints are asked. */
#define COMPARED_DIRECTLY 24

#define MODULUS ((G_GUINT64_CONSTANT (1) << 61) - 1)
#define BASE    G_GUINT64_CONSTANT (0x0a3c5e1b7d2f4697)

/* A sequence with a fingerprint of each of its beginnings. */
typedef struct
{
  const guint32 *symbol;
  guint32 n;
  guint64 *prefix; /* n + 1 */
  guint64 *power;  /* n + 1, of BASE */
} Text;

static inline guint64
multiply (guint64 a, guint64 b)
{
  const unsigned __int128 product = (unsigned __int128) a * b;
  const guint64 sum = (guint64) (product & MODULUS) + (guint64) (product >> 61);

  return sum >= MODULUS ? sum - MODULUS : sum;
}

static inline guint64
fingerprint (const Text *text, guint32 start, guint32 length)
{
  const guint64 skipped = multiply (text->prefix[start], text->power[length]);
  const guint64 whole = text->prefix[start + length];

  return whole >= skipped ? whole - skipped : whole + MODULUS - skipped;
}

static void
text_init (Text *text, const guint32 *symbols, guint32 n)
{
  text->symbol = symbols;
  text->n = n;
  text->prefix = g_new (guint64, (gsize) n + 1);
  text->power = g_new (guint64, (gsize) n + 1);
  text->prefix[0] = 0;
  text->power[0] = 1;
  for (guint32 i = 0; i < n; i++)
    {
      guint64 next = multiply (text->prefix[i], BASE) + symbols[i] + 1;

      text->prefix[i + 1] = next >= MODULUS ? next - MODULUS : next;
      text->power[i + 1] = multiply (text->power[i], BASE);
    }
}

REFRAIN_DEFINE_CLEAR (text_clear, Text, g_free (x->prefix); g_free (x->power))

/* How many symbols from @i and from @j > @i on are the same. */
static guint32
common_forward (const Text *text, guint32 i, guint32 j)
{
  const guint32 limit = text->n - j;
  const guint32 direct = MIN (limit, COMPARED_DIRECTLY);
  guint32 low = 0, high;

  while (low < direct && text->symbol[i + low] == text->symbol[j + low])
    low++;
  if (low < direct || low == limit)
    return low;
  for (high = (guint32) MIN ((guint64) low * 2, limit); high < limit;
       low = high, high = (guint32) MIN ((guint64) high * 2, limit))
    if (fingerprint (text, i, high) != fingerprint (text, j, high))
      break;
  /* The first low are the same, more than the first high are not. */
  while (low < high)
    {
      const guint32 middle = low + (high - low + 1) / 2;

      if (fingerprint (text, i, middle) == fingerprint (text, j, middle))
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* How many symbols before @i and before @j > @i are the same. */
static guint32
common_backward (const Text *text, guint32 i, guint32 j)
{
  const guint32 direct = MIN (i, COMPARED_DIRECTLY);
  guint32 low = 0, high;

  while (low < direct && text->symbol[i - 1 - low] == text->symbol[j - 1 - low])
    low++;
  if (low < direct || low == i)
    return low;
  for (high = (guint32) MIN ((guint64) low * 2, i); high < i;
       low = high, high = (guint32) MIN ((guint64) high * 2, i))
    if (fingerprint (text, i - high, high) != fingerprint (text, j - high, high))
      break;
  while (low < high)
    {
      const guint32 middle = low + (high - low + 1) / 2;

      if (fingerprint (text, i - middle, middle) == fingerprint (text, j - middle, middle))
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

static void
add_range (RefrainTandemRanges *self, guint32 start, guint32 end, guint32 period)
{
  const RefrainTandemRange range = { start, end, period, self->head[start] };

  for (guint32 r = range.next; r != G_MAXUINT32;)
    {
      const RefrainTandemRange *other = &g_array_index (self->runs, RefrainTandemRange, r);

      if (other->period == period)
        return;
      r = other->next;
    }
  self->head[start] = self->runs->len;
  g_array_append_val (self->runs, range);
}

/* The run, if it is one, whose period is the length of the Lyndon word [i, end). */
static void
try_word (RefrainTandemRanges *self, const Text *text, guint32 i, guint32 end)
{
  const guint32 period = end - i;
  const guint32 right = end < text->n ? common_forward (text, i, end) : 0;
  const guint32 left = common_backward (text, i, end);

  if ((guint64) left + right >= period)
    add_range (self, i - left, end + right, period);
}

/* Longest Lyndon words from the right; @reversed takes the other order of the symbols. */
static void
find_in_order (RefrainTandemRanges *self, const Text *text, gboolean reversed)
{
  g_autofree guint32 *word_end = g_new (guint32, text->n);

  for (guint32 i = text->n; i-- > 0;)
    {
      guint32 end = i + 1;

      while (end < text->n)
        {
          const guint32 same = common_forward (text, i, end);
          gboolean less;

          if (end + same == text->n)
            less = FALSE; /* the end of the sequence is below every symbol */
          else
            less = (text->symbol[i + same] < text->symbol[end + same]) != reversed;
          if (!less)
            break;
          end = word_end[end];
        }
      word_end[i] = end;
      try_word (self, text, i, end);
    }
}

static void
find_short (RefrainTandemRanges *self, const guint32 *symbols, guint32 n)
{
  for (guint32 period = 1; period <= n / 2; period++)
    {
      guint32 start = 0;

      for (guint32 i = 0; i + period <= n; i++)
        {
          if (i + period < n && symbols[i] == symbols[i + period])
            continue;
          if (i - start >= period)
            add_range (self, start, i + period, period);
          start = i + 1;
        }
    }
}

void
refrain_tandem_ranges_init (RefrainTandemRanges *self, const guint32 *symbols, guint32 n)
{
  g_assert (n < G_MAXUINT32);

  self->head = g_new (guint32, MAX (n, 1));
  self->runs = g_array_new (FALSE, FALSE, sizeof (RefrainTandemRange));
  for (guint32 i = 0; i < n; i++)
    self->head[i] = G_MAXUINT32;
  if (n <= SHORT_SEQUENCE)
    {
      find_short (self, symbols, n);
    }
  else
    {
      Text text;

      text_init (&text, symbols, n);
      find_in_order (self, &text, FALSE);
      find_in_order (self, &text, TRUE);
      text_clear (&text);
    }
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_tandem_ranges_clear, RefrainTandemRanges, g_free (x->head);
                             g_array_unref (x->runs))

/* ---- Through the middle --------------------------------------------------------------------- */

/* How many symbols from each place [@first, @end) of @text on are those that @pattern begins with;
 * @own says so of the places of @pattern itself. O(end + matched). */
static void
match_all (const guint32 *pattern,
           guint32 n_pattern,
           const guint32 *text,
           guint32 n_text,
           guint32 first,
           guint32 end,
           const guint32 *own,
           guint32 *out)
{
  guint32 from = 0, to = 0; /* of the match that reaches farthest */

  for (guint32 i = first; i < end; i++)
    {
      guint32 k = i < to ? to - i : 0;

      if (i < to && own[i - from] < k)
        {
          out[i] = own[i - from];
          continue;
        }
      while (k < n_pattern && i + k < n_text && pattern[k] == text[i + k])
        k++;
      out[i] = k;
      if (i + k > to)
        {
          from = i;
          to = i + k;
        }
    }
}

/* How many symbols from each place of @text on are as at its beginning. Free with g_free(). */
static guint32 *
match_own (const guint32 *text, guint32 n)
{
  guint32 *own = g_new (guint32, (gsize) n + 1);

  own[0] = n;
  match_all (text, n, text, n, 1, n, own, own);
  own[n] = 0;
  return own;
}

GArray *
refrain_tandem_ranges_find_middle (const guint32 *symbols, guint32 n)
{
  const guint32 middle = n / 2, rest = n - middle;
  g_autofree guint32 *reversed = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *after = NULL, *before = NULL, *as_after = NULL, *as_before = NULL;
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (RefrainTandemRange));

  for (guint32 i = 0; i < n; i++)
    reversed[i] = symbols[n - 1 - i];
  after = match_own (symbols + middle, rest);
  before = match_own (reversed + rest, middle);
  as_after = g_new (guint32, (gsize) middle + 1);
  match_all (symbols + middle, rest, symbols, n, 0, middle, after, as_after);
  as_before = g_new (guint32, (gsize) rest + 1);
  match_all (reversed + rest, middle, reversed, n, 0, rest, before, as_before);
  for (guint32 period = 1; period <= rest; period++)
    {
      /* What stands around the middle stands a period farther, too ... */
      guint32 left = as_before[rest - period], right = after[period];

      if ((guint64) left + right >= period)
        {
          const RefrainTandemRange run
              = { middle - left, middle + period + right, period, G_MAXUINT32 };

          g_array_append_val (runs, run);
        }
      if (period > middle)
        continue;
      /* ... or a period before. */
      left = before[period];
      right = as_after[middle - period];
      if ((guint64) left + right >= period)
        {
          const RefrainTandemRange run
              = { middle - period - left, middle + right, period, G_MAXUINT32 };

          g_array_append_val (runs, run);
        }
    }
  return runs;
}
