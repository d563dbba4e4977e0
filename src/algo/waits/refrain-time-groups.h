/* refrain-time-groups.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The patterns and phases of a run as places where time goes: waiting, and the critical path.
 */
#pragma once

#include "refrain-critical-path.h"
#include "refrain-efficiency.h"
#include "refrain-phases.h"

typedef struct _RefrainTimeGroups RefrainTimeGroups;

/* The phases @leaves (indices of segments, from the left) of @phases, and the patterns of @set (its
 * own may be composed of these). Every operation of an occurrence is of its pattern. Each moment of
 * a process is of one phase: from where the one before ends there to where its own last operation
 * ends. Keeps references. Free with refrain_time_groups_free(). O(operations). */
RefrainTimeGroups *refrain_time_groups_new (RefrainPatternSet *set,
                                            RefrainPhases *phases,
                                            const guint32 *leaves,
                                            gsize n_leaves);
void refrain_time_groups_free (RefrainTimeGroups *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTimeGroups, refrain_time_groups_free)

/* Phases [@from, @to) together: what they last, for each process that takes part; start > end for
 * the others. */
void refrain_time_groups_get_windows (const RefrainTimeGroups *self,
                                      gsize from,
                                      gsize to,
                                      RefrainEfficiencyInterval *windows);

/* Adds to @patterns (one an element of the set, and one for what is in none) and to @phases
 * (likewise, as often as there are kinds of waits, kind by kind) the waiting of their operations.
 * Both add up to all waiting. O(operations). */
void refrain_time_groups_add_waits (const RefrainTimeGroups *self,
                                    RefrainWaits *waits,
                                    RefrainTime *patterns,
                                    RefrainTime *phases);
/* Likewise the path: of a pattern the calls of its operations. Both add up to the path. O(calls).
 */
void refrain_time_groups_add_path (const RefrainTimeGroups *self,
                                   RefrainCriticalPath *path,
                                   RefrainTime *patterns,
                                   RefrainTime *phases);
