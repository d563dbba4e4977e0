/* refrain-pattern-alike.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: patterns that are equal up to a shift of the ranks.
 */
#pragma once

#include "refrain-instances.h"

G_BEGIN_DECLS

/* For each distinct pattern the lowest-numbered one it counts as: itself, or with @merge the first
 * whose processes do the same a constant number of ranks away. Free with g_free().
 * O(symbols of distinct patterns). */
guint32 *refrain_instances_find_alike (RefrainInstances *instances, gboolean merge);

G_END_DECLS
