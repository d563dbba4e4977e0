/* refrain-wrapper-trials.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: what instances would be if one more routine were a wrapper, made out of the
 * segments that this touches alone.
 */
#pragma once

#include "refrain-instances.h"

typedef struct _RefrainWrapperTrials RefrainWrapperTrials;

/* What there would be in all with one more wrapper. */
typedef struct
{
  guint32 routine;
  gboolean idle; /* the segments would be the same: nothing else is filled in */
  guint32 n_patterns;
  guint64 n_unclean;
  guint64 description;
  GArray *groups; /* of guint32: groups of segments that messages connect, which it touches */
} RefrainWrapperTrial;

/* Borrows @now, which was made with the wrappers of @flags, and these. O(operations + calls). */
RefrainWrapperTrials *refrain_wrapper_trials_new (RefrainInstances *now, const gboolean *flags);
void refrain_wrapper_trials_free (RefrainWrapperTrials *self);
guint32 refrain_wrapper_trials_get_n_groups (const RefrainWrapperTrials *self);
/* As refrain_instances_new() with @routine flagged too would tell. Clear the result's groups.
 * FALSE when cancelled. Near-linear in the operations of the groups that are touched. */
gboolean refrain_wrapper_trials_try (RefrainWrapperTrials *self,
                                     guint32 routine,
                                     RefrainWrapperTrial *trial,
                                     GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainWrapperTrials, refrain_wrapper_trials_free)
