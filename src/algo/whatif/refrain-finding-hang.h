/* refrain-finding-hang.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a run that was ended while all of its processes were in calls of MPI.
 */
#pragma once

#include "refrain-trace.h"

/* Which calls of MPI were never left, in translated words: NULL where a process was not in one at
 * its end, or where one of them could have gone on or ends the run. Adds to @processes (guint32)
 * those that wait for no collective, or all where all do; sets *@routine to their first call. Free
 * with g_free(). O(operations). */
char *refrain_finding_describe_hang (RefrainTrace *trace, GArray *processes, guint32 *routine);
/* Where processes were when the record ended, if any was inside MPI and the run was no hang: of one
 * that was killed. Else NULL. Free with g_free(). O(operations). */
char *refrain_finding_describe_end (RefrainTrace *trace);
