/* refrain-finding-rest.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what calls of MPI take that no finding explains.
 */
#pragma once

#include "refrain-scenario.h"

/* Makes @sentence, translated, without the last full stop, of what calls of MPI take that wait for
 * nobody, of what is left in @base (NULL: the run), which saves @gained: how much, in which routine
 * and where, and what that may be; @waiting is the share of the processes' time in the run that
 * they wait. NULL where it is little. FALSE when cancelled. O(nodes). */
gboolean refrain_finding_describe_rest (const RefrainRunGraph *graph,
                                        const RefrainScenario *base,
                                        double gained,
                                        double waiting,
                                        char **sentence,
                                        GCancellable *cancellable);
