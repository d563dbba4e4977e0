/* refrain-role-levels.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: an iteration of multigrid goes down through levels, each with smaller
 * messages, and up again.
 */
#pragma once

#include "refrain-role-tree.h"

typedef enum
{
  REFRAIN_ROLE_V_CYCLE, /* down and up */
  REFRAIN_ROLE_W_CYCLE, /* down again before it is up */
  REFRAIN_ROLE_F_CYCLE, /* ... each time from further up */
} RefrainRoleCycleKind;

typedef struct
{
  RefrainRoleCycleKind kind;
  guint levels, least; /* at most, and of F-cycles in the iteration that has fewest */
  guint times;         /* V-cycles of an iteration; else 1 */
} RefrainRoleLevels;

/* Whether iterations of @node are cycles of levels on half of its processes, or on few
 * where all others have the finer ones: on how many levels at most. O(operations and, for each
 * iteration, the square of its rounds, which are limited). */
gboolean refrain_role_find_levels (const RefrainRoleNode *node, RefrainRoleLevels *levels);
/* Whether those of @node, or of loops in it, are. */
gboolean refrain_role_has_levels (const RefrainRoleNode *node);
