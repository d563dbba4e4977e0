/* refrain-trace-shares.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace of which a team has shared out the processes. Definitions, counts and defects are those
 * of the whole trace; only the member's own processes have rows. A partner's row is a row of
 * another's where its process is, and collective instances know how many members they have,
 * but not which. Nothing has a logical time.
 */
#pragma once

#include "refrain-team.h"
#include "refrain-trace.h"

/* Who has which processes; NULL where this program has them all. Belongs to @self. */
const RefrainShares *refrain_trace_get_shares (RefrainTrace *self);

/* With the team: of each message between two members' processes both get to know a time of the end
 * that they lack. @get gives that of operation @op of own process @process, and @set takes, for
 * such an operation, that of its partner. Nothing happens without a team. */
void
refrain_trace_swap_ends (RefrainTrace *self,
                         RefrainTime (*get) (gpointer data, guint process, gsize op),
                         void (*set) (gpointer data, guint process, gsize op, RefrainTime time),
                         gpointer data);
