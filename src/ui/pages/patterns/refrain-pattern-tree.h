/* refrain-pattern-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list of patterns in which composite ones open into the elementary ones that they are made of.
 */
#pragma once

#include "refrain-page.h"

/* A tree over the rows @roots, which it takes; its items are RefrainPattern or RefrainPatternGroup,
 * whose own rows stand as @sorter says. Patterns are those of the session of @page, which outlives
 * it. */
GtkTreeListModel *
refrain_pattern_tree_new (GListModel *roots, GtkSorter *sorter, RefrainPage *page);
/* Opens the first pattern that is made of elementary pattern @index, unless one that is open shows
 * it. O(rows + parts). */
void refrain_pattern_tree_open (GtkTreeListModel *tree, RefrainPage *page, guint32 index);
/* Opens the groups that hold @pattern. O(rows + patterns). */
void refrain_pattern_tree_reveal (GtkTreeListModel *tree, RefrainPattern *pattern);
