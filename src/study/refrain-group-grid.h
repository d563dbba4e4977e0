/* refrain-group-grid.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the communicators of a run make of its processes: rows and columns, or groups.
 */
#pragma once

#include "refrain-trace.h"

/* "3×4 grid by the communicators of collective operations: 3 rows of 4, 4 columns of 3": of those
 * that are used by some of the processes only, in parts of equal size that have no process in
 * common. NULL where there are none. Translated; free with g_free(). O(operations). */
char *refrain_trace_describe_group_grid (RefrainTrace *trace);
/* The same without the grid: "3 rows of 4, 4 columns of 3". */
char *refrain_trace_describe_group_lines (RefrainTrace *trace);
