/* refrain-event-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event graph with its toolbar, ruler, row labels and scrollbar.
 */
#pragma once

#include "refrain-counters-model.h"
#include "refrain-event-canvas.h"
#include "refrain-page.h"

#define REFRAIN_TYPE_EVENT_PAGE (refrain_event_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainEventPage, refrain_event_page, REFRAIN, EVENT_PAGE, RefrainPage)

RefrainEventCanvas *refrain_event_page_get_canvas (RefrainEventPage *self);
/* What is below the graph; NULL without a session. For tests. */
RefrainCountersModel *refrain_event_page_get_counters (RefrainEventPage *self);
