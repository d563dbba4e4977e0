/* refrain-finding-evidence.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: where a cause is, by what the scenario without it changes.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-scenario.h"

/* How much each node is changed by @scenario, in ticks; free with g_free(). */
double *
refrain_finding_list_changes (const RefrainRunGraph *graph, const RefrainScenario *scenario);
/* The operations that come or end late because of what @scenario changes by more than @least ticks,
 * with the computing that is changed, and those that waited for them, a part each; free with
 * refrain_op_set_unref(). */
RefrainOpSet *refrain_finding_list_ops (const RefrainRunGraph *graph,
                                        const RefrainScenario *scenario,
                                        double least);
