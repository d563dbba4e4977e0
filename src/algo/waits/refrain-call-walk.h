/* refrain-call-walk.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what a thread is in at each moment. Inline: it passes over every call.
 */
#pragma once

#include "refrain-search.h"
#include "refrain-trace.h"

/* From the thread's first call on, one stretch after the other in which one call is the innermost.
 */
typedef struct
{
  const RefrainCalls *calls;
  guint32 next, end; /* calls to come */
  guint32 open;      /* the innermost open call, or REFRAIN_NONE */
  RefrainTime time;
} RefrainCallWalk;

static inline RefrainCallWalk
refrain_call_walk_new (const RefrainCalls *calls, const RefrainThread *thread)
{
  const guint32 first = (guint32) thread->first_call;

  return (RefrainCallWalk){ .calls = calls,
                            .next = first,
                            .end = (guint32) (thread->first_call + thread->n_calls),
                            .open = REFRAIN_NONE,
                            .time = thread->n_calls > 0 ? calls->start[first] : 0 };
}

/* The next stretch: from *@start to *@end in *@call, or outside of calls (REFRAIN_NONE). FALSE at
 * the end. O(1) amortised. */
static inline gboolean
refrain_call_walk_next (RefrainCallWalk *self, RefrainTime *start, RefrainTime *end, guint32 *call)
{
  for (;;)
    {
      const gboolean enters = self->next < self->end
                              && (self->open == REFRAIN_NONE
                                  || self->calls->start[self->next] < self->calls->end[self->open]);

      if (!enters && self->open == REFRAIN_NONE)
        return FALSE;
      *start = self->time;
      *call = self->open;
      if (enters)
        {
          self->time = MAX (self->time, self->calls->start[self->next]);
          self->open = self->next++;
        }
      else
        {
          self->time = MAX (self->time, self->calls->end[self->open]);
          self->open = self->calls->parent[self->open];
        }
      *end = self->time;
      if (*end > *start)
        return TRUE;
    }
}

/* Goes on at @time, where that is still to come. O(log of what is skipped + depth). */
static inline void
refrain_call_walk_skip (RefrainCallWalk *self, RefrainTime time)
{
  const RefrainTime *starts = self->calls->start;
  gsize next = self->next, step = 1;

  if (time <= self->time)
    return;
  for (; next + step < self->end && starts[next + step] < time; step *= 2)
    next += step;
  next = REFRAIN_LOWER_BOUND (i, next, MIN (next + step, self->end), starts[i] < time);
  if (next > self->next)
    self->open = (guint32) next - 1;
  self->next = (guint32) next;
  self->time = time;
  while (self->open != REFRAIN_NONE && self->calls->end[self->open] <= time)
    self->open = self->calls->parent[self->open];
}
