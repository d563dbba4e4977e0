/* refrain-table-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table of objects, made of a list of columns: sorted by a click on a title, copied and saved by
 * its menu. Objects that have a signal "changed" are shown anew when they emit it.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-table-column.h"

#define REFRAIN_TYPE_TABLE_VIEW (refrain_table_view_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTableView, refrain_table_view, REFRAIN, TABLE_VIEW, GtkWidget)

/* Properties: "label" is read out; "selection" (GtkSelectionMode): how many rows may be selected,
 * of which GTK_SELECTION_BROWSE always has one; where none may, one click activates. Signals:
 * "activated" (GObject *): a row was; "selected": the user selected other rows. */
GtkWidget *refrain_table_view_new (const char *label, GtkSelectionMode selection);

/* Has these @n columns, which are copied, instead of those before. @data outlives them. */
void refrain_table_view_set_columns (RefrainTableView *self,
                                     const RefrainTableColumn *columns,
                                     guint n,
                                     gpointer data);
/* Shows @rows (NULL: none) in the order of the titles. */
void refrain_table_view_set_rows (RefrainTableView *self, GListModel *rows);
/* Likewise, of rows that the caller sorts and selects. */
void refrain_table_view_set_selection (RefrainTableView *self, GtkSelectionModel *rows);
/* The rows as they stand, and what of them is selected; NULL where there are none. */
GtkSelectionModel *refrain_table_view_get_selection (RefrainTableView *self);
/* So many rows are seen without scrolling, or as many as there are. */
void refrain_table_view_set_most_rows (RefrainTableView *self, guint n);
/* Shows the cells anew. */
void refrain_table_view_refresh (RefrainTableView *self);

/* As a click on the title of column @i; G_MAXUINT: in no order. */
void refrain_table_view_sort (RefrainTableView *self, guint i, GtkSortType direction);
/* Sorts anew, if rows are sorted: numbers changed. */
void refrain_table_view_resort (RefrainTableView *self);
gboolean refrain_table_view_is_sorted (RefrainTableView *self);
GtkColumnViewColumn *refrain_table_view_get_column (RefrainTableView *self, guint i);

/* Selects the row at @position alone and scrolls to it, without saying so;
 * GTK_INVALID_LIST_POSITION: selects none. */
void refrain_table_view_select (RefrainTableView *self, guint position);
/* Selects @rows, without saying so. */
void refrain_table_view_select_rows (RefrainTableView *self, GtkBitset *rows);
/* The row that is selected alone, or the first of them; GTK_INVALID_LIST_POSITION: none. */
guint refrain_table_view_get_selected (RefrainTableView *self);
/* While rows come and go that the user did not select: "selected" is not said. */
void refrain_table_view_hold (RefrainTableView *self);
void refrain_table_view_release (RefrainTableView *self);
/* The object in a row, also of a tree's; free with g_object_unref(). NULL where there is no row. */
gpointer refrain_table_view_get_item (RefrainTableView *self, guint position);
guint refrain_table_view_get_n_rows (RefrainTableView *self);

/* Has the items of @menu above its own. */
void refrain_table_view_set_menu (RefrainTableView *self, GMenuModel *menu);
/* All rows as they stand, with titles; bars and drawings are left out. Free with
 * refrain_report_unref(). */
RefrainReport *refrain_table_view_make_report (RefrainTableView *self);
GtkColumnView *refrain_table_view_get_view (RefrainTableView *self);
