/* refrain-tree-rounds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether messages on a tree could be a collective operation.
 */
#pragma once

#include "refrain-mapping.h"
#include "refrain-trace.h"

/* Down: to each child once, after the parent's message, before any child is heard. Up: from each
 * child once, then to the parent. FALSE where nothing goes that way, or not always so. */
typedef struct
{
  gboolean down, up;
  gboolean down_alike, up_alike; /* as many bytes on all edges of a round: the same may go on */
} RefrainTreeRounds;

/* Of the messages between parents and children of @mapping; nothing goes either way where that is
 * no tree, or NULL. Of a team all members are to ask. O(operations). */
void
refrain_tree_rounds_find (RefrainTrace *trace, RefrainMapping *mapping, RefrainTreeRounds *rounds);
