/* refrain-unrecorded-note.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication that the program calls and the trace does not hold, in a sentence.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* "560 calls of MPI_Sendrecv, but the trace does not hold their messages": of routines of MPI that
 * communicate where no call of any process holds an event. Routines whose operations may stand
 * elsewhere (MPI_Irecv, in whose wait they complete) count as recorded. "240 calls of
 * MPI_Neighbor_allgather, but the trace does not hold who is whose neighbour there": of those on
 * graphs. NULL where there are none. Free with g_free(). O(calls + operations). */
char *refrain_unrecorded_note_describe (RefrainTrace *trace);

G_END_DECLS
