/* refrain-alike-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of a list of places that are alike.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For a list of RefrainMatch. */
void refrain_alike_columns_add (GtkColumnView *view);
/* Where match @place stands in @model, however it is sorted, or GTK_INVALID_LIST_POSITION.
 * O(matches); O(1) while it is in order. */
guint refrain_alike_columns_find_row (GListModel *model, guint place);

G_END_DECLS
