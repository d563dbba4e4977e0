/* refrain-otf2-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same arithmetic as the library's, so that what is undone here is what it did.
 */
#include "refrain-otf2-clock.h"

#include <math.h>

/* How often a guess is made better: offsets change by parts of thousands at most, so that each time
 * is right in three digits more. */
#define GUESSES 16

/* The offset at @stamp by the line through readings @i and @i + 1. */
static gint64
interpolate (const RefrainOtf2Reading *readings, guint i, guint64 stamp)
{
  const RefrainOtf2Reading *a = &readings[i], *b = &readings[i + 1];
  const double slope = (double) (gint64) ((guint64) b->offset - (guint64) a->offset)
                       / (double) (b->time - a->time);
  const double passed = stamp >= a->time ? (double) (stamp - a->time) : -(double) (a->time - stamp);
  const double by = rint (slope * passed);

  return by >= -0x1p62 && by <= 0x1p62 ? (gint64) ((guint64) a->offset + (guint64) (gint64) by) : 0;
}

guint64
refrain_otf2_readings_apply (const RefrainOtf2Reading *readings, guint n, guint64 stamp)
{
  guint i = 0;

  if (n < 2)
    return stamp;
  while (i + 2 < n && stamp > readings[i + 1].time)
    i++;
  return stamp + (guint64) interpolate (readings, i, stamp);
}

guint64
refrain_otf2_readings_undo (const RefrainOtf2Reading *readings, guint n, guint64 stamp)
{
  guint64 guess = stamp;

  if (n < 2)
    return stamp;
  for (guint i = 0; i < GUESSES; i++)
    {
      const guint64 by = refrain_otf2_readings_apply (readings, n, guess) - stamp;

      if (by == 0)
        break;
      guess -= by;
    }
  for (guint i = 0;
       i < GUESSES && guess > 0 && refrain_otf2_readings_apply (readings, n, guess - 1) == stamp;
       i++)
    guess--;
  return guess;
}
