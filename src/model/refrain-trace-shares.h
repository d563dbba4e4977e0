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
