/* refrain-process-groups.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes that belong together: of one node, of one communicator, those that behave alike, those
 * with one coordinate of a topology. Every process is in one group. Immutable.
 */
#pragma once

#include "refrain-loop-model.h"
#include "refrain-mapping.h"
#include "refrain-trace.h"

typedef struct
{
  char *name; /* "node4", "row y = 2" */
  guint n;
  guint32 *processes; /* ascending */
} RefrainProcessGroup;

typedef struct
{
  guint n_processes;
  guint n;
  RefrainProcessGroup *groups; /* by their lowest processes */
  guint32 *group_of;           /* of each process */
} RefrainProcessGroups;

/* By the machine they ran on; those of which the trace does not say it are one group. O(n). */
RefrainProcessGroups *refrain_process_groups_new_by_node (RefrainTrace *trace);
/* By the first communicator that is neither all processes nor one alone; those that are in none are
 * one group. A program that splits its processes into rows and columns does the one of these first.
 * O(members of all communicators). */
RefrainProcessGroups *refrain_process_groups_new_by_communicator (RefrainTrace *trace);
/* Those that do the same in their loops (refrain-loop-alike.h). O(constructs · processes). */
RefrainProcessGroups *refrain_process_groups_new_alike (RefrainLoopModel *model, guint n_processes);
/* By their coordinate on @axis of @mapping, counted from the last: 0 is x. */
RefrainProcessGroups *refrain_process_groups_new_by_axis (RefrainMapping *mapping, guint axis);
void refrain_process_groups_free (RefrainProcessGroups *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainProcessGroups, refrain_process_groups_free)
