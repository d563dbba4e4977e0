/* refrain-details.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is to say about a noun on the screen, as a list of RefrainDetail.
 */
#pragma once

#include "refrain-detail.h"
#include "refrain-matrix.h"

G_BEGIN_DECLS

/* All about @pick: for an operation its partner, size, tag, communicator, callers, durations and a
 * collective's members; for a call its routine, times and callers; for a process its numbers; for a
 * channel what @matrix (may be NULL) says of the messages
 * @where, "in the window" (NULL). An empty list for nothing, or for what is not in
 * @trace. Main thread; at most a few hundred rows, whatever the trace holds. */
GListModel *refrain_details_new (RefrainTrace *trace,
                                 const RefrainPick *pick,
                                 RefrainMatrix *matrix,
                                 const char *where);

G_END_DECLS
