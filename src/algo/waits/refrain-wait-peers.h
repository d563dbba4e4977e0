/* refrain-wait-peers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes that do alike: of these the last one is waited for, whichever it is, and is not to
 * blame.
 */
#pragma once

#include "refrain-wait-causes.h"

/* How long each process is in @routine (REFRAIN_NONE: in none) during the run, callees excluded.
 * Free with g_free(). O(calls). */
double *refrain_wait_peers_measure (RefrainTrace *trace, guint32 routine);
/* The processes that exchange as many messages with the victim of @cause as its process does (any
 * where it waits in collective operations) and take as long by @times, it included, ascending:
 * guint32. It alone where the victim takes as long itself. Free with g_array_unref(). O(processes +
 * operations of the victim). */
GArray *
refrain_wait_peers_list (RefrainTrace *trace, const double *times, const RefrainWaitCause *cause);
