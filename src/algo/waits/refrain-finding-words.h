/* refrain-finding-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the parts of a finding's sentence.
 */
#pragma once

#include "refrain-finding-costs.h"

G_BEGIN_DECLS

/* Sums of many processes may be more than a time holds. */
RefrainTime refrain_finding_to_time (double time);
/* What the routine of @group is called; NULL where it is in none. */
const char *refrain_finding_get_routine (const RefrainFindingCosts *costs,
                                         const RefrainFindingGroup *group,
                                         gboolean *is_mpi);
/* What makes it late: "computes 1.4 times as long as the others in rhs"; in the iterations @meant
 * (NULL: all the run). Free with g_free(). */
char *refrain_finding_describe_lateness (const RefrainFindingCosts *costs,
                                         const RefrainFindingGroup *group,
                                         const gboolean *meant);
/* "1.9 s of waiting on 4 others". Free with g_free(). */
char *refrain_finding_describe_waiting (const RefrainFindingCosts *costs,
                                        const RefrainFindingGroup *group,
                                        double time);

G_END_DECLS
