/* refrain-details-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is to say about many operations at once: to which patterns they belong.
 */
#pragma once

#include "refrain-detail.h"
#include "refrain-patterns.h"

G_BEGIN_DECLS

typedef struct _RefrainEventCounts RefrainEventCounts;

/* Counts the operations of @chosen by process and by pattern of @set (may be NULL). Any thread.
 * O(operations of @chosen). NULL when cancelled. */
RefrainEventCounts *refrain_event_counts_new (RefrainTrace *trace,
                                              const RefrainOpSet *chosen,
                                              RefrainPatternSet *set,
                                              GCancellable *cancellable);
void refrain_event_counts_free (RefrainEventCounts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainEventCounts, refrain_event_counts_free)

/* The counts as a list of RefrainDetail, the patterns that hold most first. Main thread. */
GListModel *refrain_details_new_for_events (const RefrainEventCounts *counts);

G_END_DECLS
