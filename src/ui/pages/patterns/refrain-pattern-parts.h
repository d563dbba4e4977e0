/* refrain-pattern-parts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of what patterns are made of, and of what is made of them: the cycles, the patterns in a
 * cycle, and the elementary patterns in a composite one. Private to the page of patterns.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-patterns.h"

G_BEGIN_DECLS

/* Fills @list with the cycles of @composites (may be NULL): all, or a few and then a row that says
 * how many more there are, whose number is REFRAIN_NONE. */
void
refrain_pattern_parts_list_cycles (GtkListBox *list, RefrainComposites *composites, gboolean all);
/* Fills @list with the composite patterns of @cycle, in their order. */
void refrain_pattern_parts_list_items (GtkListBox *list,
                                       RefrainComposites *composites,
                                       RefrainCycle *cycle);
/* Fills @list with the elementary patterns of which composite pattern @index consists. */
void
refrain_pattern_parts_list_stages (GtkListBox *list, RefrainComposites *composites, guint32 index);

/* The number of the cycle, composite or elementary pattern in @row: an index. */
guint32 refrain_pattern_parts_get_number (GtkListBoxRow *row);
/* The row with @number, or NULL. */
GtkListBoxRow *refrain_pattern_parts_find_row (GtkListBox *list, guint32 number);

G_END_DECLS
