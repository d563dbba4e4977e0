/* refrain-wait-causes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whom to blame for the waiting: what a process did longer than the one that waited for it, since
 * the two met last, is the delay that the wait goes back to; as far as it was itself waiting there,
 * the blame goes on to whom it waited for (delay costs: Böhme et al., "Identifying the root causes
 * of wait states in large-scale parallel applications", ICPP 2010, and ACM TOPC 3(2), 2016).
 * Immutable.
 */
#pragma once

#include "refrain-waits.h"

/* What one process did too long in one routine (callees excluded). */
typedef struct
{
  guint32 process;
  guint32 routine;  /* or REFRAIN_NONE: outside of routines, or it began late */
  RefrainTime time; /* of waiting that goes back to it, on all processes */
  guint32 victim;   /* who waits most, if one does for most of it; else one of them */
  RefrainTime late; /* how much longer than those who wait, each time summed */
  gboolean joint;   /* in collective operations for the most part */
} RefrainWaitCause;

/* A part of it: between meeting `victim` last and meeting it again at `op`. */
typedef struct
{
  guint32 process;
  guint32 routine;
  guint32 op;             /* of the process: where it came late */
  RefrainTime start, end; /* of the time that is compared, on the process */
  guint32 victim;         /* who waited for it, where the chain begins */
  guint32 victim_op;
  double time;      /* of waiting, in nanoseconds: the victim's, and that of those behind it */
  RefrainTime late; /* how much longer the process was in the routine than the victim */
  double share;     /* of all that made it late then: 1 where it is the only reason */
} RefrainDelay;

/* Called for each delay, latest first. */
typedef void (*RefrainDelayFunc) (const RefrainDelay *delay, gpointer data);

#define REFRAIN_TYPE_WAIT_CAUSES (refrain_wait_causes_get_type ())
G_DECLARE_FINAL_TYPE (RefrainWaitCauses, refrain_wait_causes, REFRAIN, WAIT_CAUSES, GObject)

/* Goes back through all waits. @func may be NULL. Keeps a reference to @waits. NULL with @error
 * when cancelled. O(calls + waits · (log + routines between)). */
RefrainWaitCauses *refrain_wait_causes_new (RefrainWaits *waits,
                                            RefrainDelayFunc func,
                                            gpointer data,
                                            GCancellable *cancellable,
                                            GError **error);

/* The causes, longest first; their times add up to all waiting. Belongs to @self. */
const RefrainWaitCause *refrain_wait_causes_get (RefrainWaitCauses *self, gsize *n);
