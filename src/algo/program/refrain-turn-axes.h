/* refrain-turn-axes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numberings of processes that are read off the order in which they turn to their partners: where
 * all send to the next one first, who is the next of whom is a ring; and so on along further axes.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-mapping.h"

/* The torus whose axes are the first, second... partner of all, or the line on which each goes
 * through all others by rising places, or the torus whose axes are the most frequent, second most
 * frequent... partner; NULL where there is none. O(sends). */
RefrainMapping *refrain_turn_axes_find (RefrainLoopEvents *events);
/* That line alone: the numbering that the program itself has. */
RefrainMapping *refrain_turn_axes_find_line (RefrainLoopEvents *events);

/* @mapping, a tree, with siblings whose branches are the same in the order in which their parent
 * turns to them. Free with g_object_unref(). O(sends + processes · log processes). */
RefrainMapping *refrain_turn_axes_order_tree (RefrainLoopEvents *events, RefrainMapping *mapping);
