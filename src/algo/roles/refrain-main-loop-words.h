/* refrain-main-loop-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a part of the run as a phrase, and its iterations in numbers.
 */
#pragma once

#include "refrain-role-tree.h"

/* "11 × [Exchange with up to 7 partners (10 to 294 messages); MPI_Allreduce]". @rows: NULL, or a
 * GArray of RefrainMainLoopRow that gets the iterations if they are the same on all processes.
 * @inside: with loops in its iterations, if these are alike. NULL where nothing is in it that is
 * worth a word. Free with g_free(). O(operations · log
 * operations). */
char *refrain_main_loop_describe_node (RefrainTrace *trace,
                                       const RefrainRoleOps *ops,
                                       const RefrainRoleNode *node,
                                       gboolean inside,
                                       GArray *rows);

/* What is in an iteration of @node: "V-cycle of 3 levels: Exchange with up to 5 partners (80
 * messages)", "Neighbour exchange on a 3×2 grid (42 messages); MPI_Allreduce". NULL where it is no
 * cycle and most messages are in exchanges without a name. Free with g_free(). */
char *refrain_main_loop_name_node (RefrainTrace *trace,
                                   const RefrainRoleOps *ops,
                                   const RefrainRoleNode *node);
