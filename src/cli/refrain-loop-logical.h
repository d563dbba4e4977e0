/* refrain-loop-logical.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `loops --logical`: one program over directions for all processes.
 */
#pragma once

#include "refrain-loop-events.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean json, all, latex;
  int expand; /* a process, or below 0 */
} RefrainLogicalOptions;

/* Prints the local events of @process that stand at element *@at of @events and right behind it,
 * and moves *@at past them and past the operation that follows: how what only operations were put
 * in order of is told with its local events. */
void refrain_loop_print_locals (RefrainLoopEvents *events, guint process, gsize *at, GString *line);
/* What a text over operations leaves out, as a comment; nothing where @all has no local events. */
void refrain_loop_print_left_out (RefrainLoopEvents *all, RefrainLoopEvents *operations);
/* Prints it; gives the exit status. */
int refrain_loop_logical_print (RefrainLoopEvents *events, const RefrainLogicalOptions *options);

G_END_DECLS
