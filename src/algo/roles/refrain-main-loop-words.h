/* refrain-main-loop-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a part of the run as a phrase, and its iterations in numbers.
 */
#pragma once

#include "refrain-main-loop.h"
#include "refrain-role-tree.h"

G_BEGIN_DECLS

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

G_END_DECLS
