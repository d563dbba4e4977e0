/* refrain-finding-ratio.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: how a process' work compares to that of the others in some iterations.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-waits.h"

G_BEGIN_DECLS

/* How many times as long as half of the others @process spends in @routine, without callees and
 * without waiting, in those of @iterations that are @meant (a flag for each): 0 where the others
 * spend nothing there. O(calls · log iterations). */
double refrain_finding_ratio (RefrainWaits *waits,
                              RefrainIterations *iterations,
                              const gboolean *meant,
                              guint process,
                              guint32 routine);

G_END_DECLS
