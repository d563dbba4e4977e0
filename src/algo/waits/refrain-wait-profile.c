/* refrain-wait-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stretches in order, and every so many of them the sums so far: a long interval is the
 * difference of two sums and two ends, a short one is gone through.
 */
#include "refrain-wait-profile.h"

#include "refrain-call-walk.h"
#include "refrain-run.h"
#include "refrain-search.h"

/* Room for one more, doubling. */
static void
add_stretch (RefrainThreadProfile *self, gsize *room, RefrainTime start, guint32 slot)
{
  if (self->n == *room)
    {
      *room *= 2;
      self->stretches = g_renew (RefrainProfileStretch, self->stretches, *room);
    }
  self->stretches[self->n++] = (RefrainProfileStretch){ start, slot };
}

static void
fill_stretches (RefrainThreadProfile *self, RefrainTrace *trace, const RefrainWaitLine *line)
{
  RefrainProcess *process = refrain_trace_get_process (trace, line->process);
  const RefrainThread *thread = refrain_process_get_thread (process, line->thread);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const guint32 n_routines = refrain_trace_get_n_routines (trace);
  RefrainCallWalk walk = refrain_call_walk_new (calls, thread);
  gsize room = 64, next = 0;
  RefrainTime start, end;
  guint32 call;

  self->stretches = g_new (RefrainProfileStretch, room);
  self->end = line->start;
  while (refrain_call_walk_next (&walk, &start, &end, &call))
    {
      const guint32 routine = call == REFRAIN_NONE ? REFRAIN_NONE : calls->routine[call];

      while (next < line->n && line->waits[next].start < start)
        next++;
      self->end = end;
      /* A wait stands at the beginning of its call. */
      if (next < line->n && call != REFRAIN_NONE && calls->start[call] == start
          && line->waits[next].start == start)
        {
          add_stretch (self, &room, start, REFRAIN_PROFILE_WAITING (n_routines));
          start = MIN (line->waits[next].end, end);
          next++;
          if (start == end)
            continue;
        }
      add_stretch (self, &room, start,
                   routine == REFRAIN_NONE ? REFRAIN_PROFILE_OUTSIDE (n_routines) : routine);
    }
}

static RefrainTime
get_end (const RefrainThreadProfile *self, gsize i)
{
  return i + 1 < self->n ? self->stretches[i + 1].start : self->end;
}

static void
fill_sums (RefrainThreadProfile *self)
{
  g_autofree RefrainTime *sum = g_new0 (RefrainTime, self->n_slots);

  self->block = MAX (self->n_slots * 4, 64);
  self->sums = g_new (RefrainTime, (self->n / self->block + 1) * self->n_slots);
  for (gsize i = 0; i < self->n; i++)
    {
      if (i % self->block == 0)
        refrain_copy (self->sums + i / self->block * self->n_slots, sum,
                      self->n_slots * sizeof *sum);
      sum[self->stretches[i].slot] += get_end (self, i) - self->stretches[i].start;
    }
}

void
refrain_thread_profile_init (RefrainThreadProfile *self,
                             RefrainTrace *trace,
                             const RefrainWaitLine *line)
{
  const RefrainRunSpan *run = &refrain_trace_get_run (trace)->processes[line->process];

  *self = (RefrainThreadProfile){ .n_slots = REFRAIN_PROFILE_N_SLOTS (
                                      (gsize) refrain_trace_get_n_routines (trace)) };
  self->init = run->begins ? run->start : refrain_trace_get_start (trace);
  fill_stretches (self, trace, line);
  fill_sums (self);
}

void
refrain_thread_profile_clear (RefrainThreadProfile *self)
{
  g_free (self->stretches);
  g_free (self->sums);
}

void
refrain_slot_times_init (RefrainSlotTimes *self, gsize n_slots)
{
  *self = (RefrainSlotTimes){ .n_slots = n_slots,
                              .times = g_new0 (RefrainTime, n_slots),
                              .used = g_new (guint32, n_slots),
                              .is_used = g_malloc0 (n_slots) };
}

void
refrain_slot_times_reset (RefrainSlotTimes *self)
{
  for (gsize i = 0; i < self->n_used; i++)
    {
      self->times[self->used[i]] = 0;
      self->is_used[self->used[i]] = FALSE;
    }
  self->n_used = 0;
}

void
refrain_slot_times_clear (RefrainSlotTimes *self)
{
  g_free (self->times);
  g_free (self->used);
  g_free (self->is_used);
}

static inline void
add_time (RefrainSlotTimes *sum, gsize slot, RefrainTime time)
{
  if (!sum->is_used[slot])
    {
      sum->is_used[slot] = TRUE;
      sum->used[sum->n_used++] = (guint32) slot;
    }
  sum->times[slot] += time;
}

/* The stretch that holds @time. */
static gsize
find_stretch (const RefrainThreadProfile *self, RefrainTime time)
{
  const gsize after = REFRAIN_LOWER_BOUND (i, 0, self->n, self->stretches[i].start <= time);

  return after > 0 ? after - 1 : 0;
}

static void
add_stretches (
    const RefrainThreadProfile *self, gsize i, gsize end, RefrainSlotTimes *sum, int sign)
{
  for (; i < end; i++)
    add_time (sum, self->stretches[i].slot, sign * (get_end (self, i) - self->stretches[i].start));
}

/* Stretches from @i up to @end, each whole. */
static void
add_whole (const RefrainThreadProfile *self, gsize i, gsize end, RefrainSlotTimes *sum, int sign)
{
  const gsize first = (i + self->block - 1) / self->block, last = end / self->block;
  const RefrainTime *from = self->sums + first * self->n_slots;
  const RefrainTime *to = self->sums + last * self->n_slots;

  if (last <= first)
    {
      add_stretches (self, i, end, sum, sign);
      return;
    }
  add_stretches (self, i, first * self->block, sum, sign);
  for (gsize s = 0; s < self->n_slots; s++)
    if (to[s] > from[s])
      add_time (sum, s, sign * (to[s] - from[s]));
  add_stretches (self, last * self->block, end, sum, sign);
}

void
refrain_thread_profile_add (const RefrainThreadProfile *self,
                            RefrainTime from,
                            RefrainTime to,
                            RefrainSlotTimes *sum,
                            int sign)
{
  const gsize outside = self->n_slots - 2;
  gsize first, last;

  if (to <= from)
    return;
  if (self->n == 0 || to <= self->stretches[0].start || from >= self->end)
    {
      add_time (sum, outside, sign * (to - from));
      return;
    }
  if (from < self->stretches[0].start)
    {
      add_time (sum, outside, sign * (self->stretches[0].start - from));
      from = self->stretches[0].start;
    }
  if (to > self->end)
    {
      add_time (sum, outside, sign * (to - self->end));
      to = self->end;
    }
  first = last = find_stretch (self, to);
  while (first > 0 && last - first < 16 && self->stretches[first].start > from)
    first--;
  if (self->stretches[first].start > from)
    first = find_stretch (self, from);
  add_whole (self, first, last, sum, sign);
  add_time (sum, self->stretches[first].slot, -sign * (from - self->stretches[first].start));
  add_time (sum, self->stretches[last].slot,
            sign * (MIN (to, get_end (self, last)) - self->stretches[last].start));
}
