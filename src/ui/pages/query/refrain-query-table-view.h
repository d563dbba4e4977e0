/* refrain-query-table-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a query's result as a table with a column for each of the result's. Clicking a title
 * asks for another order and does not sort by itself.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-query-list.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_QUERY_TABLE_VIEW (refrain_query_table_view_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainQueryTableView, refrain_query_table_view, REFRAIN, QUERY_TABLE_VIEW, GtkWidget)

/* Signals: "sort" (guint column or REFRAIN_NONE, gboolean falling), "selected", "activated"
 * (guint64 row of the result). */
/* Shows @rows; NULL: nothing. */
void refrain_query_table_view_set_rows (RefrainQueryTableView *self, RefrainQueryList *rows);
/* The selected rows as numbers of the result; of gsize. Free with g_array_unref(). */
GArray *refrain_query_table_view_dup_selected (RefrainQueryTableView *self);
void refrain_query_table_view_unselect (RefrainQueryTableView *self);
/* For tests. */
GtkColumnView *refrain_query_table_view_get_view (RefrainQueryTableView *self);

G_END_DECLS
