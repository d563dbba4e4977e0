/* refrain-lists-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages, collectives or calls as a table below the event graph: sorted, filtered, lit up and
 * gone to when they are selected.
 */
#pragma once

#include "refrain-list-fields.h"
#include "refrain-page.h"
#include "refrain-query-table-view.h"

#define REFRAIN_TYPE_LISTS_PAGE (refrain_lists_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainListsPage, refrain_lists_page, REFRAIN, LISTS_PAGE, RefrainPage)

/* For tests. The model is NULL without a session. */
RefrainListModel *refrain_lists_page_get_model (RefrainListsPage *self);
