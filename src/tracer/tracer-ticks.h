/* tracer-ticks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times of calls for half of what it costs to ask the system for each. Where the system's clock
 * counts ticks of the processor, they are read here, too: the system is asked every ten
 * microseconds at least, and between two such readings its clock goes on at the rate that it had in
 * the last millisecond or more. So a call that has none shortly before it gets the system's time,
 * and others differ from it by no more than its rate can change within that time (5 ns where NTP
 * steers it).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Of one thread; all 0 at first. */
typedef struct
{
  uint64_t ticks, time;             /* read together last; time in nanoseconds */
  uint64_t valid;                   /* ticks from then on for which that is enough; 0: for none */
  uint64_t rate;                    /* nanoseconds in 2³² ticks; 0: not known yet */
  uint64_t first_ticks, first_time; /* what the rate is measured from */
  uint64_t usual;                   /* ticks that asking for the time takes */
} TracerTicks;

/* Whether the system's clock counts ticks that can be read here. */
bool tracer_ticks_usable (void);
/* The system said @time between two readings of ticks. */
void tracer_ticks_set (TracerTicks *self, uint64_t before, uint64_t time, uint64_t after);
/* Asks the system (tracer-threads.c). */
uint64_t tracer_ticks_ask (TracerTicks *self);

/* The processor may read them before what comes earlier in the program is done. */
static inline uint64_t
tracer_ticks_read (void)
{
#ifdef __x86_64__
  return __builtin_ia32_rdtsc ();
#else
  return 0;
#endif
}

/* After all that comes earlier, such as having seen that a message is there. */
static inline uint64_t
tracer_ticks_read_after (void)
{
#ifdef __x86_64__
  __builtin_ia32_lfence ();
#endif
  return tracer_ticks_read ();
}

/* The time when there were @ticks: now. */
static inline uint64_t
tracer_ticks_time (TracerTicks *self, uint64_t ticks)
{
  const uint64_t passed = ticks - self->ticks;

  return __builtin_expect (passed < self->valid, true) ? self->time + (passed * self->rate >> 32)
                                                       : tracer_ticks_ask (self);
}
