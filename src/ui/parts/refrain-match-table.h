/* refrain-match-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places that are like a pattern, as a table: what the dialog of what is like a selection and the
 * page of known shapes have in common.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

/* Columns of RefrainMatch: start, duration, edits. */
void refrain_match_table_add_columns (GtkColumnView *view);
/* Shows @list (NULL: nothing) as the columns sort it, one row selected. */
void refrain_match_table_show (GtkColumnView *view, RefrainMatchList *list);
/* Selects the row of @place and moves to it. O(rows). */
void refrain_match_table_mark (GtkColumnView *view, guint place);
/* "15,562 places, 3 of them with edits". Free with g_free(). */
char *refrain_match_table_describe (RefrainMatchList *list);

G_END_DECLS
