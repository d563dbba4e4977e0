/* refrain-differences-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page "Differences": a second run beside the one that is open, what differs in sentences, and
 * the event graphs of both, which move together.
 */
#pragma once

#include "refrain-beside-graph.h"
#include "refrain-beside-program.h"
#include "refrain-page.h"
#include "refrain-series-view.h"
#include "refrain-table-view.h"

#define REFRAIN_TYPE_DIFFERENCES_PAGE (refrain_differences_page_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainDifferencesPage, refrain_differences_page, REFRAIN, DIFFERENCES_PAGE, RefrainPage)

/* For tests. */
RefrainTableView *refrain_differences_page_get_table (RefrainDifferencesPage *self);
/* Of A (0) or B (1). For tests. */
RefrainBesideGraph *refrain_differences_page_get_graph (RefrainDifferencesPage *self, guint side);
