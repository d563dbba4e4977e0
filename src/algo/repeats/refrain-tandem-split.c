/* refrain-tandem-split.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-tandem.h"

#include <string.h>

#include "refrain-tandem-runs.h"

/* The repeats that may begin at the current element: few, by the three squares lemma. */
typedef struct
{
  RefrainTandemRanges ranges;
  GArray *active; /* indices of runs that hold two periods from here on, or did until lately */
  guint32 added;  /* runs that start before this element were made active */
} Repeats;

typedef struct
{
  guint32 period; /* 0: nothing repeats here */
  guint32 covers;
} Best;

/* Of the repeats that begin at @i the one that covers most, ties to the shortest period. */
static Best
best_repeat (Repeats *self, const guint32 *symbols, guint32 i)
{
  Best best = { 0, 0 };
  guint kept = 0;

  for (; self->added <= i; self->added++)
    for (guint32 r = self->ranges.head[self->added]; r != G_MAXUINT32;
         r = g_array_index (self->ranges.runs, RefrainTandemRange, r).next)
      g_array_append_val (self->active, r);
  for (guint a = 0; a < self->active->len; a++)
    {
      const guint32 r = g_array_index (self->active, guint32, a);
      const RefrainTandemRange *run = &g_array_index (self->ranges.runs, RefrainTandemRange, r);
      const guint32 left = run->end - i, covers = left - left % run->period;

      if (run->end < i || left / 2 < run->period)
        continue;
      g_array_index (self->active, guint32, kept++) = r;
      if (covers > best.covers || (covers == best.covers && run->period < best.period))
        best = (Best){ run->period, covers };
    }
  g_array_set_size (self->active, kept);
  /* Runs come from fingerprints: what is split is looked at. */
  if (best.period > 0
      && memcmp (symbols + i, symbols + i + best.period,
                 (best.covers - best.period) * sizeof *symbols)
             != 0)
    best.period = 0;
  return best;
}

static void
add_unit (GArray *units, guint32 first, guint32 n, guint32 split)
{
  const RefrainTandemUnit unit = { first, n, split };

  if (n > 0)
    g_array_append_val (units, unit);
}

/* The units of one more instance of a body of @period: those appended from @from to @to, their
 * inner splits numbered anew. */
static void
repeat_units (GArray *units, guint from, guint to, guint32 shift, guint32 outer, guint32 inner)
{
  for (guint u = from; u < to; u++)
    {
      RefrainTandemUnit unit = g_array_index (units, RefrainTandemUnit, u);

      unit.first += shift;
      if (unit.split != outer)
        unit.split += inner;
      g_array_append_val (units, unit);
    }
}

/* The splits inside one more instance of the piece of split @outer: copies of those from @from to
 * @to, @inner further on. */
static void
repeat_splits (GArray *splits, guint from, guint to, guint32 shift, guint32 outer, guint32 inner)
{
  for (guint s = from; s < to; s++)
    {
      RefrainTandemSplit copy = g_array_index (splits, RefrainTandemSplit, s);

      copy.first += shift;
      if (copy.parent != outer)
        copy.parent += inner;
      g_array_append_val (splits, copy);
    }
}

static void split (const guint32 *symbols,
                   guint32 n,
                   guint32 first,
                   guint32 number,
                   GArray *units,
                   GArray *splits,
                   guint32 *n_splits);

/* @covers symbols that repeat with @period: the body is split once, its instances are alike. */
static void
split_repeat (const guint32 *symbols,
              const Best *best,
              guint32 first,
              guint32 parent,
              GArray *units,
              GArray *splits,
              guint32 *n_splits)
{
  const guint32 number = (*n_splits)++, before = *n_splits;
  const guint from = units->len;
  const RefrainTandemSplit own = { parent, first, best->period };
  guint32 inner;
  guint to;

  if (splits != NULL)
    g_array_append_val (splits, own);
  split (symbols, best->period, first, number, units, splits, n_splits);
  to = units->len;
  inner = *n_splits - before;
  for (guint32 i = 1; i < best->covers / best->period; i++)
    {
      repeat_units (units, from, to, i * best->period, number, i * inner);
      if (splits != NULL)
        repeat_splits (splits, before, before + inner, i * best->period, number, i * inner);
    }
  *n_splits = before + inner * (best->covers / best->period);
}

/* Splits @n symbols that belong to split @number. */
static void
split (const guint32 *symbols,
       guint32 n,
       guint32 first,
       guint32 number,
       GArray *units,
       GArray *splits,
       guint32 *n_splits)
{
  Repeats repeats = { 0 };
  guint32 gap = 0;

  if (n < 4) /* too short for twice a body of two */
    {
      add_unit (units, first, n, number);
      return;
    }
  refrain_tandem_ranges_init (&repeats.ranges, symbols, n);
  repeats.active = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n;)
    {
      const Best best = best_repeat (&repeats, symbols, i);

      if (best.period >= 2)
        {
          add_unit (units, first + gap, i - gap, number);
          split_repeat (symbols + i, &best, first + i, number, units, splits, n_splits);
          gap = i + best.covers;
        }
      i += best.period > 0 ? best.covers : 1;
    }
  add_unit (units, first + gap, n - gap, number);
  g_array_unref (repeats.active);
  refrain_tandem_ranges_clear (&repeats.ranges);
}

void
refrain_tandem_split (
    const guint32 *symbols, gsize n, guint32 first, GArray *units, guint32 *n_splits)
{
  g_return_if_fail (n == 0 || symbols != NULL);
  g_return_if_fail (n < G_MAXUINT32 - first);
  g_return_if_fail (units != NULL && n_splits != NULL);

  split (symbols, (guint32) n, first, G_MAXUINT32, units, NULL, n_splits);
}

void
refrain_tandem_split_nested (const guint32 *symbols, gsize n, GArray *units, GArray *splits)
{
  guint32 n_splits = 0;

  g_return_if_fail (n == 0 || symbols != NULL);
  g_return_if_fail (n < G_MAXUINT32);
  g_return_if_fail (units != NULL && splits != NULL && splits->len == 0);

  split (symbols, (guint32) n, 0, G_MAXUINT32, units, splits, &n_splits);
}
