/* refrain-wait-delays.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what made each wait, whoever waits behind it. This does not depend on any
 * other wait, so that many are asked for at once and all cores work; how much time goes back to
 * whom is RefrainWaitCauses'.
 */
#pragma once

#include "refrain-wait-causes.h"
#include "refrain-wait-lines.h"

/* How much longer than the victim the culprit was in a slot: a routine by index, or `n_routines`
 * for none. */
typedef struct
{
  guint32 slot;
  RefrainTime longer;
} RefrainSlotDelay;

/* Of one wait, since the two had met. Where `sum` and `waited` are 0 the culprit was in nothing
 * for longer, and `slots` has the one it was in when it came. */
typedef struct
{
  RefrainDelay delay; /* without routine and what is shared out; `process` REFRAIN_NONE: nobody's */
  gsize line;         /* of the process that came late */
  gsize first, left;  /* its waits since they met: [first, left) */
  RefrainTime waited; /* how long these are */
  double sum;         /* of `slots` */
  double waiting;     /* how much longer than the victim it has waited */
  const RefrainSlotDelay *slots;
  gsize n;
} RefrainWaitDelay;

typedef struct _RefrainWaitDelays RefrainWaitDelays;

/* @lines stays with the caller. O(calls). NULL when cancelled; free with
 * refrain_wait_delays_free(). */
RefrainWaitDelays *
refrain_wait_delays_new (const RefrainWaitLines *lines, GCancellable *cancellable);
void refrain_wait_delays_free (RefrainWaitDelays *self);

/* Of each line @l the waits [@from[l], @to[l]), until others are asked for; all of these end later
 * than any before them. FALSE when cancelled. On all cores; O(waits · (log + slots)). */
gboolean refrain_wait_delays_measure (RefrainWaitDelays *self,
                                      const gsize *from,
                                      const gsize *to,
                                      GCancellable *cancellable);
/* Of wait @i of line @l, one of those that were measured. */
const RefrainWaitDelay *refrain_wait_delays_get (const RefrainWaitDelays *self, gsize l, gsize i);

/* Of each wait of line @l how long all before it are; one more. */
const RefrainTime *refrain_wait_delays_get_before (const RefrainWaitDelays *self, gsize l);
/* How much of wait @i of @line is after @from. */
static inline RefrainTime
refrain_wait_line_get_length_after (const RefrainWaitLine *line, gsize i, RefrainTime from)
{
  return line->waits[i].end - MAX (line->waits[i].start, from);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainWaitDelays, refrain_wait_delays_free)
