/* refrain-query-table-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a query's result as a table with a column for each of the result's. Clicking a title
 * asks for another order and does not sort by itself.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-query-model.h"

#define REFRAIN_TYPE_QUERY_TABLE_VIEW (refrain_query_table_view_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainQueryTableView, refrain_query_table_view, REFRAIN, QUERY_TABLE_VIEW, GtkWidget)

/* Signals: "sort" (guint column or REFRAIN_NONE, gboolean falling), "selected", "activated"
 * (guint64 row of the result). */
/* Shows @rows; NULL: nothing. */
void refrain_query_table_view_set_rows (RefrainQueryTableView *self, RefrainQueryList *rows);
/* The same; columns that stay keep their widths, and the title that was clicked its arrow. The last
 * one, which nobody has asked for, is hidden where it would be cut. */
void refrain_query_table_view_replace_rows (RefrainQueryTableView *self, RefrainQueryList *rows);
/* Shows an arrow at the title of @column (REFRAIN_NONE: none), without asking for that order. */
void
refrain_query_table_view_show_order (RefrainQueryTableView *self, guint column, gboolean falling);
/* Selects the row in @place alone and scrolls to it, without saying so. */
void refrain_query_table_view_show_row (RefrainQueryTableView *self, guint place);
/* Lights up what the selected rows of @model's result stand for, and gives the row where it is one,
 * else G_MAXSIZE. */
gsize refrain_query_table_view_light (RefrainQueryTableView *self, RefrainQueryModel *model);
void refrain_query_table_view_unselect (RefrainQueryTableView *self);
