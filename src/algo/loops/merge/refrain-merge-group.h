/* refrain-merge-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Coalescing (Ketterlin et al. 2014, III-B.3): which loops of a level become one, and its body.
 */
#pragma once

#include "refrain-merge-level.h"

/* Loops of one level that become one, each of another process. */
typedef struct
{
  guint32 n;
  guint32 *item;            /* by rising slot */
  RefrainMergeNumber count; /* iterations of the loop they become */
} RefrainMergeGroup;

/* Groups to coalesce (III-B.3): RefrainMergeGroup, in order of their first items. Returns NULL
 * where it has unrolled loops instead, so that the level must be regularised again. */
GPtrArray *refrain_merge_group_find_all (RefrainMergeLevel *level);
/* The bodies of @group as a level of their own, blocked by the common count. */
RefrainMergeLevel *refrain_merge_group_enter (RefrainMergeLevel *level, RefrainMergeGroup *group);

/* What each item is part of, in @owner: the groups come first, other items follow. Returns how
 * many. */
guint32 refrain_merge_group_list_owners (const RefrainMergeLevel *level,
                                         const GPtrArray *groups,
                                         guint32 *owner);
