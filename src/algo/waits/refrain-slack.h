/* refrain-slack.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much later things could come without making the run longer: nothing on the critical path, and
 * beside it as much as whoever waits for it can spare.
 */
#pragma once

#include "refrain-waits.h"

/* The slack of what each operation of each process ends: how much later its call could begin. Free
 * with refrain_slack_free(). What a send could wait for its receiver counts as none. O(operations ·
 * log, members of collectives). */
RefrainTime **refrain_slack_new (RefrainWaits *waits);
void refrain_slack_free (RefrainTime **self, RefrainWaits *waits);

/* The least slack of anything that each process does between its first and last operation; the
 * run's time for one without any. Free with g_free(). */
RefrainTime *refrain_slack_get_processes (RefrainTime *const *self, RefrainWaits *waits);
