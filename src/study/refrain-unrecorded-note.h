/* refrain-unrecorded-note.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication that the program calls and no analysis sees, in a sentence.
 */
#pragma once

#include "refrain-report.h"
#include "refrain-trace.h"

/* "560 calls of MPI_Sendrecv, but the trace does not hold their messages": of routines of MPI that
 * communicate where no call of any process holds an event. Routines whose operations may stand
 * elsewhere (MPI_Irecv, in whose wait they complete) count as recorded. "240 calls of
 * MPI_Neighbor_allgather, but the trace does not hold who is whose neighbour there": of those on
 * graphs. "106 of 118 MPI operations are not analysed: …" of one-sided ones that only their
 * origin completes. NULL where there are none. Free with g_free(). O(calls + operations + records).
 */
char *refrain_unrecorded_note_describe (RefrainTrace *trace);

/* Says it in a line of @report, if there is anything to say. */
void refrain_report_say_unrecorded (RefrainReport *report, RefrainTrace *trace);
