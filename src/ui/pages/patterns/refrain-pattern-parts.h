/* refrain-pattern-parts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of what is made of patterns: the cycles. Private to the page of patterns.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-patterns.h"

/* Fills @list with the cycles of @patterns (may be NULL): all, or a few and then a row that says
 * how many more there are, whose number is REFRAIN_NONE. */
void refrain_pattern_parts_list_cycles (GtkListBox *list, RefrainPatterns *patterns, gboolean all);
/* The number of the cycle in @row: an index. */
guint32 refrain_pattern_parts_get_number (GtkListBoxRow *row);
/* The row with @number, or NULL. */
GtkListBoxRow *refrain_pattern_parts_find_row (GtkListBox *list, guint32 number);
