/* refrain-remote-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which operation of a process is the first to follow, or the last to
 * precede, what another one did, by what both have to do with each other and not by the time: so
 * that it is the same in each run of a program.
 */
#pragma once

#include "refrain-trace.h"

typedef struct _RefrainRemoteOrder RefrainRemoteOrder;

/* Returns nothing worked out yet; @trace has to outlive it. Free with
 * refrain_remote_order_free(). */
RefrainRemoteOrder *refrain_remote_order_new (RefrainTrace *trace);
void refrain_remote_order_free (RefrainRemoteOrder *self);

/* The first operation of process @to that cannot end before process @from has been at @time: of a
 * collective in which it needs what @from begins later, or the receive of a message that @from
 * sends later. REFRAIN_NONE where there is none. O(log operations), after O(operations) once for
 * each @from. */
guint32
refrain_remote_order_after (RefrainRemoteOrder *self, guint from, RefrainTime time, guint to);

/* The last operation of process @to without which process @from cannot come to @time: likewise. */
guint32
refrain_remote_order_before (RefrainRemoteOrder *self, guint from, RefrainTime time, guint to);
