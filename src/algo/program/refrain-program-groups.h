/* refrain-program-groups.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the groups of processes in which collective operations are called, as
 * lines of a mapping.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-mapping.h"

/* The axes (bit a: axis a) on which the @n @members, two or more, differ, if they are all that
 * differ from one of them on these only; else 0. O(members × axes). */
guint32 refrain_program_find_axes (RefrainMapping *mapping, const guint32 *members, gsize n);

/* The groups (guint32) of collectives that are neither all processes nor one; free with
 * g_array_unref(). */
GArray *refrain_program_list_groups (RefrainLoopEvents *events);

/* The grid of which the groups of collective operations are the rows and columns, however its ranks
 * are numbered, or NULL. Free with g_object_unref(). */
RefrainMapping *refrain_program_find_group_grid (RefrainLoopEvents *events);

/* Of what has no messages: how many @groups are no rows, columns and the like of @mapping; of two
 * on which as many are, the one with fewer axes. */
guint64 refrain_program_weigh_groups (RefrainLoopEvents *events,
                                      RefrainMapping *mapping,
                                      const GArray *groups);
/* Whether there are @groups, and each is a row or column of @mapping. */
gboolean refrain_program_has_groups (RefrainLoopEvents *events,
                                     RefrainMapping *mapping,
                                     const GArray *groups);
