/* refrain-calls-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who calls whom for how long in the visible window: as a flame graph above, as a table below.
 */
#pragma once

#include "refrain-calls-model.h"
#include "refrain-page.h"

#define REFRAIN_TYPE_CALLS_PAGE (refrain_calls_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCallsPage, refrain_calls_page, REFRAIN, CALLS_PAGE, RefrainPage)

/* NULL without a session. For tests. */
RefrainCallsModel *refrain_calls_page_get_model (RefrainCallsPage *self);
