/* sample-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small traces made in memory, for the tests of the ui.
 */
#pragma once

#include "refrain-trace.h"

/* Processes 0 and 1. Process 0: main [0, 100] calls MPI_Send [10, 30] of 64 bytes with tag 7 to
 * process 1, MPI_Barrier [50, 60], and MPI_Send [70, 80] of 8 bytes that nobody receives. Process
 * 1: main [0, 100] calls MPI_Recv [20, 40] and MPI_Barrier [45, 60]. Microseconds. */
RefrainTrace *sample_trace_new (void);
/* One process that does nothing. */
RefrainTrace *sample_trace_new_idle (void);
