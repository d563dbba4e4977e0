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
#include "refrain-table-view.h"

/* Columns of RefrainMatch: start, duration, edits, and @more, or NULL, whose functions get @data.
 */
void refrain_match_table_set_columns (RefrainTableView *view,
                                      const RefrainTableColumn *more,
                                      gpointer data);
/* Selects the row of @place and moves to it. O(rows). */
void refrain_match_table_mark (RefrainTableView *view, guint place);
/* "15,562 places, 3 of them with edits". Free with g_free(). */
char *refrain_match_table_describe (RefrainMatchList *list);
