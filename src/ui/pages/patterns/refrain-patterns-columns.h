/* refrain-patterns-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of the list of patterns.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-table-view.h"

/* Adds the columns: picture, name with the routine, occurrences, processes, share. They
 * show patterns of the session of @page, which outlives the view, as rows of @tree; sorts by
 * occurrences. */
void
refrain_patterns_columns_add (RefrainTableView *view, GtkTreeListModel *tree, RefrainPage *page);
/* Shows what the second run has of the same patterns, too, or not any more; sorts by nothing. */
void refrain_patterns_columns_show_other (RefrainTableView *view, RefrainPage *page, gboolean show);
/* Sorts by "name", "routine", "occurrences", "processes" or "share": numbers from the largest on.
 */
void refrain_patterns_columns_sort (RefrainTableView *view, const char *key);
