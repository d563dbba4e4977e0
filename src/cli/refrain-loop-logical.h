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

/* Prints it; gives the exit status. */
int refrain_loop_logical_print (RefrainLoopEvents *events, const RefrainLogicalOptions *options);

G_END_DECLS
