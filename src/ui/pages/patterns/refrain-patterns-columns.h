/* refrain-patterns-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of the list of patterns.
 */
#pragma once

#include "refrain-page.h"

G_BEGIN_DECLS

/* Adds the columns: picture, name with the routine, occurrences, processes, share. They
 * show patterns of the session of @page, which outlives the view, as rows of @tree; sorts by
 * occurrences. */
void refrain_patterns_columns_add (GtkColumnView *view, GtkTreeListModel *tree, RefrainPage *page);
/* Shows the columns that a list @width pixels wide has room for: processes and share may go. What
 * they tell stands in the tooltip of the name, too. */
void refrain_patterns_columns_fit (GtkColumnView *view, int width);
/* Sorts by "name", "routine", "occurrences", "processes" or "share": numbers from the largest on.
 */
void refrain_patterns_columns_sort (GtkColumnView *view, const char *key);

G_END_DECLS
