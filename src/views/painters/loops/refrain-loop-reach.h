/* refrain-loop-reach.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: of things sorted by where they begin, those that reach into a window, found
 * without looking at all that begin before it.
 */
#pragma once

#include <glib.h>

#define REFRAIN_LOOP_REACH_BLOCK 64

typedef struct
{
  gsize n;
  double *last; /* of each block of things: where the last of them ends */
} RefrainLoopReach;

static inline void
refrain_loop_reach_init (RefrainLoopReach *self, gsize n)
{
  self->n = n;
  self->last = g_new (double, n / REFRAIN_LOOP_REACH_BLOCK + 1);
  for (gsize i = 0; i <= n / REFRAIN_LOOP_REACH_BLOCK; i++)
    self->last[i] = -G_MAXDOUBLE;
}

static inline void
refrain_loop_reach_clear (RefrainLoopReach *self)
{
  g_free (self->last);
}

/* Thing @i ends at @end. */
static inline void
refrain_loop_reach_add (RefrainLoopReach *self, gsize i, double end)
{
  double *last = &self->last[i / REFRAIN_LOOP_REACH_BLOCK];

  *last = MAX (*last, end);
}

/* The first thing from @i on that may reach to @start or beyond; or the number of things. */
static inline gsize
refrain_loop_reach_next (const RefrainLoopReach *self, gsize i, double start)
{
  while (i < self->n && self->last[i / REFRAIN_LOOP_REACH_BLOCK] < start)
    i = (i / REFRAIN_LOOP_REACH_BLOCK + 1) * REFRAIN_LOOP_REACH_BLOCK;
  return MIN (i, self->n);
}
