/* tracer-ticks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rate is measured anew all the time, so that nothing needs to be right at the beginning or the
 * end, and a clock that was set, a processor that slept or a machine that moved are noticed.
 */
#include "tracer-ticks.h"

#include <stdio.h>
#include <string.h>

/* Nanoseconds: as long as what was read is taken to be good, and what a rate is measured over. */
#define VALID_NS 10000
#define BASE_NS  1000000

bool
tracer_ticks_usable (void)
{
#ifdef __x86_64__
  char name[16] = "";
  FILE *file = fopen ("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");

  if (file == NULL)
    return false;
  if (fgets (name, sizeof name, file) == NULL)
    name[0] = '\0';
  fclose (file);
  return strcmp (name, "tsc\n") == 0;
#else
  return false;
#endif
}

/* The rate since it was measured last, if that is long ago. */
static void
measure (TracerTicks *self)
{
  const uint64_t ticks = self->ticks - self->first_ticks, time = self->time - self->first_time;
  const double rate = (double) time / (double) ticks * 0x1p32, before = (double) self->rate;
  const bool first = self->first_time == 0;

  if (!first && time < BASE_NS)
    return;
  /* One that is off by a hundredth is of a clock that was set, or of ticks that stopped or began
   * anew. */
  if (first || ticks > INT64_MAX || (before > 0 && (rate < 0.99 * before || rate > 1.01 * before)))
    self->rate = 0;
  else
    self->rate = (uint64_t) rate;
  self->first_ticks = self->ticks;
  self->first_time = self->time;
}

void
tracer_ticks_set (TracerTicks *self, uint64_t before, uint64_t time, uint64_t after)
{
  const uint64_t took = after - before;

  self->valid = 0;
  /* Something came in between, so that nobody knows which of the ticks the time belongs to; unless
   * that is how long it takes from now on. */
  if (self->usual != 0 && took > 2 * self->usual)
    {
      self->usual += self->usual / 4 + 1;
      return;
    }
  self->usual = self->usual == 0 || took < self->usual ? took : self->usual;
  self->ticks = before + took / 2;
  self->time = time;
  measure (self);
  if (self->rate != 0)
    self->valid = (uint64_t) (VALID_NS * 0x1p32 / (double) self->rate);
}
