/* refrain-loop-merge-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps of merging one level.
 */
#pragma once

#include "refrain-loop-system-private.h"

G_BEGIN_DECLS

/* A loop that has fewer iterations than this may be taken apart to one iteration at a time. */
#define REFRAIN_LOOP_MERGE_FEW 8
/* ... and terms. */
#define REFRAIN_LOOP_MERGE_SHORT 32
/* Loops whose counts have no common divisor are unrolled up to so many terms. */
#define REFRAIN_LOOP_MERGE_UNROLLED 512

/* Splits, unwraps and shifts loops until those that belong together exchange all they exchange with
 * each other (III-B.2), as far as that can be had. Leaves the level linked. */
void refrain_loop_merge_regularise (RefrainLoopLevel *level, GCancellable *cancellable);

/* Loops of one level that become one, each of another process. */
typedef struct
{
  guint32 n;
  guint32 *item;           /* by rising slot */
  RefrainLoopNumber count; /* iterations of the loop they become */
} RefrainLoopGroup;

void refrain_loop_group_free (RefrainLoopGroup *self);

/* Joins loops all of whose channels between each other are regular. Gives the first item of each
 * one's component, by item. */
guint32 *refrain_loop_merge_find_components (const RefrainLoopLevel *level);
/* Groups to coalesce (III-B.3): RefrainLoopGroup, in order of their first items. Gives NULL where
 * it has unrolled loops instead, so that the level must be regularised again. */
GPtrArray *refrain_loop_merge_find_groups (RefrainLoopLevel *level);
/* The bodies of @group as a level of their own, blocked by the common count. */
RefrainLoopLevel *refrain_loop_merge_enter_group (RefrainLoopLevel *level, RefrainLoopGroup *group);

/* Drops the groups that would have to be before and after another: those in a strongly connected
 * component with others of the graph that the chains make of them. O(items). */
void refrain_loop_merge_drop_cyclic (const RefrainLoopLevel *level, GPtrArray *groups);
/* What each item is part of, in @owner: the groups come first, other items follow. Gives how
 * many. */
guint32 refrain_loop_merge_list_owners (const RefrainLoopLevel *level,
                                        const GPtrArray *groups,
                                        guint32 *owner);

/* The order in which a level's constructs are written: @owner gives what each item is part of,
 * below @n_owners. Gives the owners in that order. */
guint32 *
refrain_loop_merge_order (const RefrainLoopLevel *level, const guint32 *owner, guint32 n_owners);

G_END_DECLS
