/* refrain-wrappers-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the choice of wrappers is made of.
 */
#pragma once

#include "refrain-wrappers.h"

G_BEGIN_DECLS

/* Why a routine counts as a wrapper. */
typedef enum
{
  REFRAIN_REASON_NAMED,
  REFRAIN_REASON_ONE_WAY,
  REFRAIN_REASON_PARTIAL,
} RefrainWrapperReason;

/* @reason: of each routine that is flagged; NULL: the user named them. Takes @flags. */
RefrainWrapperChoice *refrain_wrapper_choice_new (RefrainTrace *trace,
                                                  gboolean *flags,
                                                  const RefrainWrapperReason *reason);

/* Flags the routines that are complete by themselves, as a gather or a broadcast written by hand:
 * they do not pass their calls to their callers though no call of them both sends and receives. The
 * k-th call on one process communicates with the k-th calls on others and with nothing else, and
 * either some call has several partners, or no process sends in one call and receives in another.
 * (The calls of a wrapper answer each other across routines, or the second on one process the first
 * on another; or each makes one half of what their callers do.)
 *
 * @wrappers: a flag for each routine, as in refrain_segments_new(). @complete: the result, room for
 * the routines of the trace. O(operations + calls + processes · routines). */
void refrain_wrappers_find_complete (RefrainSymbols *symbols,
                                     const gboolean *wrappers,
                                     gboolean *complete);

G_END_DECLS
