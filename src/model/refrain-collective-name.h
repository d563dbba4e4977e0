/* refrain-collective-name.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a program calls a collective operation.
 */
#pragma once

#include "refrain-trace.h"

/* The routine of MPI in which operation @op of @process was begun, or REFRAIN_NONE where no call
 * tells. O(routines). */
guint32 refrain_trace_find_collective_routine (RefrainTrace *trace, guint process, guint32 op);
/* The routine of MPI in which operation @op of @process was begun: "MPI_Comm_split" of what the
 * trace knows as the making of a handle, "MPI_Iallreduce" of what ends in MPI_Wait; else the
 * name of its kind. Valid as long as @trace. O(routines). */
const char *refrain_trace_name_collective (RefrainTrace *trace, guint process, guint32 op);
