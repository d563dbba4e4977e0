/* refrain-row-selection.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which rows of a list are selected, by their places alone. GtkMultiSelection holds an object for
 * each selected row, which millions of rows are too many for.
 */
#pragma once

#include <gtk/gtk.h>

/* A GtkSelectionModel of any rows. When rows change, nothing is selected. */
#define REFRAIN_TYPE_ROW_SELECTION (refrain_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (RefrainRowSelection, refrain_row_selection, REFRAIN, ROW_SELECTION, GObject)

RefrainRowSelection *refrain_row_selection_new (GListModel *rows);
