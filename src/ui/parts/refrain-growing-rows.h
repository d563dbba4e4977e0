/* refrain-growing-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first rows of a selection model, more and more of them. A GtkColumnView or GtkListView makes
 * widgets for 200 rows when it gets a model, whatever fits on the screen, and where it is hidden.
 */
#pragma once

#include <gtk/gtk.h>

/* A GtkSelectionModel; what is selected in it is selected in the other one. */
#define REFRAIN_TYPE_GROWING_ROWS (refrain_growing_rows_get_type ())
G_DECLARE_FINAL_TYPE (RefrainGrowingRows, refrain_growing_rows, REFRAIN, GROWING_ROWS, GObject)

/* @view is to show it: more rows are added in each of its frames while it is mapped. */
RefrainGrowingRows *refrain_growing_rows_new (GtkSelectionModel *rows, GtkWidget *view);
GtkSelectionModel *refrain_growing_rows_get_rows (RefrainGrowingRows *self);
/* Has the row at @place at once. NULL has none. */
void refrain_growing_rows_reach (RefrainGrowingRows *self, guint place);
