/* refrain-longest-repeat.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A few periods are tried out, each in one pass over the elements.
 */
#include "refrain-longest-repeat.h"

#include "refrain-free.h"

#include <string.h>

/* Periods tried at a time. */
#define TRIED 16

typedef struct
{
  guint64 weight;
  guint32 period;
} Candidate;

void
refrain_repeat_finder_init (RefrainRepeatFinder *self,
                            const guint32 *symbols,
                            guint32 n,
                            guint32 n_symbols)
{
  self->symbols = symbols;
  self->last = g_new (guint32, (gsize) n_symbols + 1);
  memset (self->last, 0xff, ((gsize) n_symbols + 1) * sizeof *self->last);
  self->tally = g_new0 (guint32, (gsize) n / 2 + 2);
  self->pieces = NULL;
  self->bits = 0;
  self->stamp = 1;
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_repeat_finder_clear,
                             RefrainRepeatFinder,
                             refrain_clear (&x->last, &x->tally, &x->pieces))

/* ---- Periods to try ----------------------------------------------------------------------------
 */

/* Distances of neighbouring equal symbols. What @last remembers of an earlier search is either not
 * in [from, i) or has been met again on the way. */
static void
tally_symbols (RefrainRepeatFinder *self, guint32 from, guint32 to)
{
  const guint32 longest = (to - from) / 2;

  for (guint32 i = from; i < to; i++)
    {
      guint32 *last = &self->last[self->symbols[i]];

      if (*last >= from && *last < i && i - *last <= longest)
        self->tally[i - *last]++;
      *last = i;
    }
}

/* Room for pieces of @n elements, 2^@bits at least; stamps below self->stamp are of other searches.
 */
static guint32 *
make_room (RefrainRepeatFinder *self, guint32 n, guint bits)
{
  const gboolean grows = bits > self->bits;

  if (grows)
    {
      g_free (self->pieces);
      self->pieces = g_new (guint32, (gsize) 1 << bits);
      self->bits = bits;
    }
  if (grows || n > G_MAXUINT32 - self->stamp)
    {
      memset (self->pieces, 0, sizeof *self->pieces << self->bits);
      self->stamp = 1;
    }
  return self->pieces;
}

/* Distances of neighbouring equal pieces of @n elements. Of pieces whose fingerprints meet in the
 * table the last one is remembered, by stamps that count on; what is found is only tried. */
static void
tally_pieces (RefrainRepeatFinder *self, guint32 from, guint32 to, guint32 n)
{
  const guint64 base = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  const guint32 longest = (to - from) / 2;
  guint64 hash = 0, out = 1;
  guint32 *last, first, stamp;
  guint bits = 4;

  if (to - from < 2 * n)
    return;
  while (bits < 31 && (G_GUINT64_CONSTANT (1) << bits) < to - from)
    bits++;
  last = make_room (self, to - from, bits);
  first = self->stamp;
  for (guint32 i = 0; i < n; i++)
    out *= base;
  for (guint32 i = from; i < to; i++)
    {
      guint32 *slot;

      hash = hash * base + self->symbols[i] + 1;
      if (i - from >= n)
        hash -= out * (self->symbols[i - n] + 1);
      if (i - from + 1 < n)
        continue;
      slot = &last[(hash ^ hash >> 32) * base >> (64 - bits)];
      stamp = first + (i - from);
      if (*slot >= first && stamp - *slot <= longest)
        self->tally[stamp - *slot]++;
      *slot = stamp;
    }
  self->stamp += to - from;
}

/* Those that explain most, first; clears the tally. */
static guint
choose_periods (RefrainRepeatFinder *self, guint32 longest, Candidate candidates[TRIED])
{
  guint n = 0;

  for (guint32 period = 1; period <= longest; period++)
    {
      const guint64 weight = (guint64) self->tally[period] * period;
      guint at;

      if (weight == 0)
        continue;
      self->tally[period] = 0;
      if (n == TRIED && weight <= candidates[n - 1].weight)
        continue;
      for (at = n < TRIED ? n++ : n - 1; at > 0 && candidates[at - 1].weight < weight; at--)
        candidates[at] = candidates[at - 1];
      candidates[at] = (Candidate){ weight, period };
    }
  return n;
}

/* ---- Trying them -------------------------------------------------------------------------------
 */

/* How many elements from @i on, up to @end, equal those @period behind them. */
static guint32
count_equal (const guint32 *symbols, guint32 i, guint32 end, guint32 period)
{
  const guint32 first = i;

  while (i + 16 <= end)
    {
      guint32 different = 0;

      for (guint32 k = 0; k < 16; k++)
        different |= symbols[i + k] ^ symbols[i + k + period];
      if (different != 0)
        break;
      i += 16;
    }
  while (i < end && symbols[i] == symbols[i + period])
    i++;
  return i - first;
}

static guint32
count_covered (const RefrainLongestRepeat *repeat)
{
  return repeat->length - repeat->length % repeat->period;
}

/* Whether elements [from, to) equal those @period behind them; else @different is the last that
 * does not. */
static gboolean
all_equal (const guint32 *symbols, guint32 from, guint32 to, guint32 period, guint32 *different)
{
  while (to > from && symbols[to - 1] == symbols[to - 1 + period])
    to--;
  *different = to - 1;
  return to == from;
}

/* Only what would cover more than @best is looked for: that many elements must be equal in a row,
 * and the last of them are looked at first. */
static void
try_period (const RefrainRepeatFinder *self,
            guint32 from,
            guint32 to,
            guint32 period,
            RefrainLongestRepeat *best)
{
  const guint32 end = to - period;
  guint32 covered = best->period > 0 ? count_covered (best) : 0;
  guint32 checked = from; /* up to here all from i on are equal */

  for (guint32 i = from;;)
    {
      const guint32 least = MAX (period, covered > period ? covered - period : 0);
      RefrainLongestRepeat repeat = { i, least + period, period };
      guint32 different;

      if (least > end - i)
        return;
      if (!all_equal (self->symbols, MAX (i, checked), i + least, period, &different))
        {
          checked = i + least;
          i = different + 1;
          continue;
        }
      repeat.length += count_equal (self->symbols, i + least, end, period);
      if (best->period == 0 || count_covered (&repeat) > covered
          || (count_covered (&repeat) == covered && period < best->period))
        {
          *best = repeat;
          covered = count_covered (best);
        }
      if (repeat.length - period >= end - i)
        return;
      i += repeat.length - period + 1;
      checked = i;
    }
}

/* Whether no repeat of @period can cover more than @best: two periods that share so much have a
 * common one (Fine and Wilf, Proc. AMS 16, 1965), of which @period is then a multiple. */
static gboolean
is_hopeless (guint32 from, guint32 to, guint32 period, const RefrainLongestRepeat *best)
{
  return best->period > 0 && period > best->period
         && 2 * (guint64) count_covered (best) >= (guint64) (to - from) + best->period + period;
}

static void
try_periods (RefrainRepeatFinder *self, guint32 from, guint32 to, RefrainLongestRepeat *best)
{
  Candidate candidates[TRIED];
  const guint n = choose_periods (self, (to - from) / 2, candidates);

  for (guint i = 0; i < n; i++)
    if (!is_hopeless (from, to, candidates[i].period, best))
      try_period (self, from, to, candidates[i].period, best);
}

gboolean
refrain_repeat_finder_find (RefrainRepeatFinder *self,
                            guint32 from,
                            guint32 to,
                            guint32 least,
                            RefrainLongestRepeat *repeat)
{
  static const guint32 pieces[] = { 8, 64 };

  *repeat = (RefrainLongestRepeat){ 0 };
  if (to - from < 2)
    return FALSE;
  tally_symbols (self, from, to);
  try_periods (self, from, to, repeat);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    if (repeat->period == 0 || count_covered (repeat) < least)
      {
        tally_pieces (self, from, to, pieces[i]);
        try_periods (self, from, to, repeat);
      }
  return repeat->period > 0 && count_covered (repeat) >= least;
}
