/* refrain-query-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asking the trace in words: a query, and the rows it finds as a table linked with all views.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-query-editor.h"
#include "refrain-query-memory.h"
#include "refrain-query-model.h"
#include "refrain-query-table-view.h"

#define REFRAIN_TYPE_QUERY_PAGE (refrain_query_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryPage, refrain_query_page, REFRAIN, QUERY_PAGE, RefrainPage)

/* For tests. The model is NULL without a session. */
RefrainQueryModel *refrain_query_page_get_model (RefrainQueryPage *self);
RefrainQueryMemory *refrain_query_page_get_memory (RefrainQueryPage *self);
