/* refrain-counter-levels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Level 0 are the values themselves. From a range of values the ends that fill no block of 64 are
 * looked at one by one, the rest a level higher.
 */
#include "refrain-counter-levels.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-search.h"

#define BLOCK 64
/* 64^6 is more than a process has of anything. */
#define MAX_LEVELS 6

typedef struct
{
  gsize n;
  double *least, *most;
} Level;

struct _RefrainCounterLevels
{
  RefrainTime *times;
  double *values;
  gsize n;
  RefrainTime end;
  Level levels[MAX_LEVELS]; /* from blocks of values up */
  guint n_levels;
  double *integral; /* up to each 64th value, of value times nanoseconds */
};

static RefrainTime
get_end (const RefrainCounterLevels *self, gsize i)
{
  return i + 1 < self->n ? self->times[i + 1] : MAX (self->end, self->times[i]);
}

static void
add_level (RefrainCounterLevels *self, const double *least, const double *most, gsize n)
{
  Level *level = &self->levels[self->n_levels++];

  level->n = (n + BLOCK - 1) / BLOCK;
  level->least = g_new (double, level->n);
  level->most = g_new (double, level->n);
  for (gsize b = 0; b < level->n; b++)
    {
      level->least[b] = least[b * BLOCK];
      level->most[b] = most[b * BLOCK];
      for (gsize i = b * BLOCK + 1; i < MIN (n, (b + 1) * BLOCK); i++)
        {
          level->least[b] = fmin (level->least[b], least[i]);
          level->most[b] = fmax (level->most[b], most[i]);
        }
    }
}

static double
get_area (const RefrainCounterLevels *self, gsize i, RefrainTime from, RefrainTime to)
{
  return self->values[i] * ((double) to - (double) from);
}

RefrainCounterLevels *
refrain_counter_levels_new (RefrainTime *times, double *values, gsize n, RefrainTime end)
{
  RefrainCounterLevels *self = g_new0 (RefrainCounterLevels, 1);
  double sum = 0;

  self->times = times;
  self->values = values;
  self->n = n;
  self->end = end;
  if (n > 0)
    add_level (self, values, values, n);
  while (self->n_levels > 0 && self->n_levels < MAX_LEVELS
         && self->levels[self->n_levels - 1].n > BLOCK)
    {
      const Level *below = &self->levels[self->n_levels - 1];

      add_level (self, below->least, below->most, below->n);
    }
  self->integral = g_new (double, n / BLOCK + 1);
  for (gsize i = 0; i < n; i++)
    {
      if (i % BLOCK == 0)
        self->integral[i / BLOCK] = sum;
      sum += get_area (self, i, times[i], get_end (self, i));
    }
  return self;
}

void
refrain_counter_levels_free (RefrainCounterLevels *self)
{
  if (self == NULL)
    return;
  for (guint l = 0; l < self->n_levels; l++)
    refrain_free (self->levels[l].least, self->levels[l].most);
  refrain_free (self->integral, self->times, self->values, self);
}

gsize
refrain_counter_levels_get_n (const RefrainCounterLevels *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n;
}

/* Widens @bin by what stands in [@first, @last) of @level, 0 for the values. */
static void
widen (
    const RefrainCounterLevels *self, guint level, gsize first, gsize last, RefrainCounterBin *bin)
{
  const double *least = level > 0 ? self->levels[level - 1].least : self->values;
  const double *most = level > 0 ? self->levels[level - 1].most : self->values;

  while (first < last)
    {
      if (level < self->n_levels && first % BLOCK == 0 && last - first >= BLOCK)
        {
          const gsize blocks = (last - first) / BLOCK;

          widen (self, level + 1, first / BLOCK, first / BLOCK + blocks, bin);
          first += blocks * BLOCK;
          continue;
        }
      bin->least = fmin (bin->least, least[first]);
      bin->most = fmax (bin->most, most[first]);
      first++;
    }
}

void
refrain_counter_levels_get_range (const RefrainCounterLevels *self, double *least, double *most)
{
  RefrainCounterBin bin = { NAN, NAN, NAN };

  g_return_if_fail (self != NULL);
  g_return_if_fail (least != NULL && most != NULL);

  widen (self, 0, 0, self->n, &bin);
  *least = self->n > 0 ? bin.least : 0;
  *most = self->n > 0 ? bin.most : 0;
}

/* The value that is there at @time: n where none is. */
static gsize
find (const RefrainCounterLevels *self, RefrainTime time)
{
  const gsize after = REFRAIN_LOWER_BOUND (i, 0, self->n, self->times[i] <= time);

  return after > 0 && (after < self->n || time <= self->end) ? after - 1 : self->n;
}

double
refrain_counter_levels_get_value (const RefrainCounterLevels *self, RefrainTime time)
{
  gsize i;

  g_return_val_if_fail (self != NULL, NAN);
  i = find (self, time);
  return i < self->n ? self->values[i] : NAN;
}

/* From the first value up to @time, which lies in value @i. */
static double
get_integral (const RefrainCounterLevels *self, gsize i, RefrainTime time)
{
  double sum = self->integral[i / BLOCK];

  for (gsize k = i / BLOCK * BLOCK; k < i; k++)
    sum += get_area (self, k, self->times[k], get_end (self, k));
  return sum + get_area (self, i, self->times[i], CLAMP (time, self->times[i], get_end (self, i)));
}

RefrainCounterBin
refrain_counter_levels_get_bin (const RefrainCounterLevels *self,
                                RefrainTime start,
                                RefrainTime end)
{
  RefrainCounterBin bin = { NAN, NAN, NAN };
  gsize first, last;

  g_return_val_if_fail (self != NULL, bin);

  if (self->n == 0 || start > self->end || end < self->times[0])
    return bin;
  start = MAX (start, self->times[0]);
  end = MIN (MAX (end, start), self->end);
  first = find (self, start);
  if (first == self->n)
    return bin;
  /* The first value that begins at or behind the end is no part of it. */
  last = MAX (REFRAIN_LOWER_BOUND (i, 0, self->n, self->times[i] < end), first + 1);
  widen (self, 0, first, last, &bin);
  bin.mean = end > start ? (get_integral (self, last - 1, end) - get_integral (self, first, start))
                               / ((double) end - (double) start)
                         : self->values[first];
  bin.mean = CLAMP (bin.mean, bin.least, bin.most);
  return bin;
}
