/* refrain-time-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why the run takes the time it takes: findings in plain sentences first, then efficiencies,
 * waiting and the critical path.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-time-durations.h"

#define REFRAIN_TYPE_TIME_PAGE (refrain_time_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTimePage, refrain_time_page, REFRAIN, TIME_PAGE, RefrainPage)
