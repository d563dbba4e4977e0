/* refrain-role-cuts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: iterations of processes whose own are less alike than those of others.
 */
#pragma once

#include "refrain-role-tree.h"

/* Elements [@from, @to) of a process; @sequence is NULL where it has none. */
typedef struct
{
  const RefrainRoleSequence *sequence;
  guint32 from, to;
} RefrainRoleRange;

/* Cuts processes that lack the loop of @node where they have as many as others of what most of
 * these begin their iterations with. Where that is a collective operation of all, an iteration
 * begins wherever any process does something between two, so that there may be more than @node has.
 * Returns how many processes got the loop. O(elements). */
guint refrain_role_cut_others (RefrainRoleTree *tree,
                               RefrainRoleNode *node,
                               const RefrainRoleRange *ranges);
