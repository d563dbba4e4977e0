/* refrain-pick-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A noun on the screen in words.
 */
#pragma once

#include "refrain-selection.h"

/* What @pick is, short: "Send to process 3", "MPI_Allreduce", "exchange_1", "Process 2",
 * "Process 1 → 5"; NULL for nothing. Free with g_free(). */
char *refrain_pick_get_title (RefrainTrace *trace, const RefrainPick *pick);
/* The same with what matters most: "Process 0: send to process 3, 2 kB, 17 µs"; NULL for
 * nothing. Free with g_free(). */
char *refrain_pick_to_text (RefrainTrace *trace, const RefrainPick *pick);
/* When @pick, an operation or a call, happened: an operation from its begin to the end of the call
 * in which it stands. FALSE for one that has no times. */
gboolean refrain_pick_get_times (RefrainTrace *trace,
                                 const RefrainPick *pick,
                                 RefrainTime *start,
                                 RefrainTime *end);
/* The operation that matches @pick's: a send's receive and back; FALSE where there is none. */
gboolean
refrain_pick_get_partner (RefrainTrace *trace, const RefrainPick *pick, RefrainPick *partner);
