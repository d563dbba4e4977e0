/* refrain-table-column.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns of a GtkColumnView from plain functions. Items that have a signal "changed" are shown
 * anew when they emit it.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-style.h"

G_BEGIN_DECLS

/* The text of @item in a column; free with g_free(). */
typedef char *(*RefrainTableText) (gpointer item, gpointer data);
/* The number by which a column sorts. */
typedef double (*RefrainTableNumber) (gpointer item, gpointer data);
/* Fills in the bar or patch before @item's text: its colour, and a fraction or -1 for a patch. */
typedef void (*RefrainTableSwatch) (gpointer item,
                                    gpointer data,
                                    RefrainColor *color,
                                    double *fraction);

/* Adds a column of text; @number (may be NULL) makes it right-aligned and sortable. */
GtkColumnViewColumn *refrain_table_column_add_text (GtkColumnView *view,
                                                    const char *title,
                                                    RefrainTableText text,
                                                    RefrainTableNumber number,
                                                    gpointer data);
/* Adds a column with a patch of colour before the text (@text not NULL), or of bars alone. */
GtkColumnViewColumn *refrain_table_column_add_swatch (GtkColumnView *view,
                                                      const char *title,
                                                      RefrainTableSwatch swatch,
                                                      RefrainTableText text,
                                                      gpointer data);
/* Tells on hovering over the title of @column, which is in @view, what stands there. */
void
refrain_table_column_explain (GtkColumnView *view, GtkColumnViewColumn *column, const char *text);
/* Moves @title of a column of @view above the column's numbers, which stand at the right. */
void refrain_table_column_align_title (GtkColumnView *view, const char *title);
/* Leaves clicks to the row. Before GTK 4.10 each cell of a column view selects its row too, so that
 * a click with Control would do it twice: select it, and give it up again. For "setup". */
void refrain_table_column_leave_to_row (GtkListItem *cell);

G_END_DECLS
