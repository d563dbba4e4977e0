/* refrain-otf2-clock.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ticks of an archive's clock and nanoseconds, which lose parts of themselves where the clock is
 * finer: those are kept beside (refrain-details.h).
 */
#pragma once

#include "refrain-types.h"

#define REFRAIN_OTF2_NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

typedef struct
{
  guint64 resolution; /* ticks per second, not 0 */
  guint64 offset;     /* the tick at time 0 */
} RefrainOtf2Clock;

/* @number · @up / @down, down or up to a whole number; G_MAXUINT64 where it is too large. */
static inline guint64
refrain_otf2_scale (guint64 number, guint64 up, guint64 down, gboolean round_up)
{
  const guint64 whole = number / down, rest = number % down;
  guint64 scaled;

  if (whole > (G_MAXUINT64 - up) / up)
    return G_MAXUINT64;
  if (G_LIKELY (rest <= (G_MAXUINT64 - down) / up))
    scaled = (rest * up + (round_up ? down - 1 : 0)) / down;
  else
    scaled = (guint64) (((unsigned __int128) rest * up + (round_up ? down - 1 : 0)) / down);
  return whole * up + scaled;
}

static inline guint64
refrain_otf2_clock_to_ns (const RefrainOtf2Clock *self, guint64 ticks)
{
  return self->resolution == REFRAIN_OTF2_NS_PER_SECOND
             ? ticks
             : refrain_otf2_scale (ticks, REFRAIN_OTF2_NS_PER_SECOND, self->resolution, FALSE);
}

/* The nanoseconds from the offset at tick @stamp, cut to whole ones towards it. */
static inline RefrainTime
refrain_otf2_clock_get_time (const RefrainOtf2Clock *self, guint64 stamp)
{
  const gboolean before = stamp < self->offset;
  guint64 ns
      = refrain_otf2_clock_to_ns (self, before ? self->offset - stamp : stamp - self->offset);

  if (G_UNLIKELY (ns > G_MAXINT64))
    ns = G_MAXINT64;
  return before ? -(RefrainTime) ns : (RefrainTime) ns;
}

/* The tick nearest to the offset that @time stands for. Wraps around where there is none. */
static inline guint64
refrain_otf2_clock_get_stamp (const RefrainOtf2Clock *self, RefrainTime time)
{
  const guint64 ns = time < 0 ? -(guint64) time : (guint64) time;
  const guint64 ticks
      = self->resolution == REFRAIN_OTF2_NS_PER_SECOND
            ? ns
            : refrain_otf2_scale (ns, self->resolution, REFRAIN_OTF2_NS_PER_SECOND, TRUE);

  return time < 0 ? self->offset - ticks : self->offset + ticks;
}

/* ---- Clocks that were compared with the archive's ---- */

/* At @time of a location's clock the archive's showed @offset ticks more. */
typedef struct
{
  guint64 time;
  gint64 offset;
} RefrainOtf2Reading;

/* Stamps as the library gives them: between two of the @n readings, which are in order, the offset
 * is interpolated. O(n). */
guint64 refrain_otf2_readings_apply (const RefrainOtf2Reading *readings, guint n, guint64 stamp);
/* The first stamp that refrain_otf2_readings_apply() makes @stamp of; where there is none, about
 * that. O(n). */
guint64 refrain_otf2_readings_undo (const RefrainOtf2Reading *readings, guint n, guint64 stamp);
