/* refrain-topology-periods.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a dimension of two is periodic. A graph does not show that; messages do: a process then
 * meets the same neighbour on both sides.
 */
#pragma once

#include "refrain-mapping.h"
#include "refrain-trace-shares.h"
#include "refrain-trace.h"

/* What one process sends another. */
typedef struct
{
  guint32 from, to;
  guint64 messages;
  guint64 rows, even; /* how often it goes on to it, and does so with an even number; 0: unknown */
} RefrainSends;

/* Returns, as bits, which dimensions of two of the lattice @mapping are periodic: processes send
 * twice as much over them as over longer ones, or, if there are none, an even number of times in a
 * row. Senders and receivers count as in @mapping. @shares: of the team whose members all ask, or
 * NULL. O(@n · dimensions). */
guint refrain_mapping_find_periods (RefrainMapping *mapping,
                                    const RefrainSends *sends,
                                    gsize n,
                                    const RefrainShares *shares);
/* Returns the same of the messages of @trace, whose processes @mapping has; 0 where it has not. Of
 * a team all members are to ask. O(operations). */
guint refrain_topology_find_periods (RefrainTrace *trace, RefrainMapping *mapping);
