/* refrain-finding-waits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what processes wait for, where that is no cause, and where it is a root.
 */
#pragma once

#include "refrain-scenario.h"

/* What most waiting is for, the longest wait, and whether one process causes most of it:
 * translated sentences without the last full stop; free with g_free(). NULL if no process waits.
 * O(nodes + dependences). */
char *refrain_finding_describe_waits (const RefrainRunGraph *graph);
/* The routine with a root in which others wait for @process, where that is most of their waiting
 * for it; else REFRAIN_NONE. O(nodes + dependences). */
guint32 refrain_finding_find_root (const RefrainRunGraph *graph, guint32 process);
