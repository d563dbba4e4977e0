/* refrain-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: fragments in a row. A fragment is a unit whose instance reaches fewer
 * processes than the segments around it do.
 */
#pragma once

#include "refrain-instances.h"

/* How many processes each group of units reaches. @group: of each unit, below @n_groups. Free with
 * g_free(). O(units + groups). */
guint32 *
refrain_rows_count_processes (const RefrainUnits *units, const guint32 *group, guint32 n_groups);
/* Of each unit how many processes its segment reaches, together with those that messages connect
 * with it. Free with g_free(). Near-linear in units. */
guint32 *refrain_rows_count_of_segments (const RefrainInstances *instances);
/* Makes longest rows of fragments of one segment one unit each, where what messages then connect is
 * one unit in each process that the segments reach, and comes at least twice. FALSE when cancelled.
 * Near-linear in units, for each time that rows are given up. */
gboolean refrain_rows_join (RefrainInstances *instances, GCancellable *cancellable);
