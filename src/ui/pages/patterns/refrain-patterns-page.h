/* refrain-patterns-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The patterns of the run as a list to be sorted, searched and filtered, and the selected one drawn
 * large. Lies below the event graph.
 */
#pragma once

#include "refrain-page.h"

#define REFRAIN_TYPE_PATTERNS_PAGE (refrain_patterns_page_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainPatternsPage, refrain_patterns_page, REFRAIN, PATTERNS_PAGE, RefrainPage)

/* Selects the pattern of the selected operation where none is selected. FALSE without one. */
gboolean refrain_patterns_page_select_some (RefrainPatternsPage *self);
/* The patterns as they are listed now, of RefrainPattern. For tests. */
GListModel *refrain_patterns_page_get_listed (RefrainPatternsPage *self);
