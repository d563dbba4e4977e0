/* refrain-table-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table of objects, made of a list of columns: sorted by a click on a title, copied and saved by
 * its menu. Objects that have a signal "changed" are shown anew when they emit it.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-report-write.h"
#include "refrain-style.h"

G_BEGIN_DECLS

/* ---- What a column says of an object: @id is the column's own, @data the table's ---- */

/* Free with g_free(). */
typedef char *(*RefrainCellText) (gpointer item, guint id, gpointer data);
/* NAN: it has none, which is less than any other. */
typedef double (*RefrainCellNumber) (gpointer item, guint id, gpointer data);
/* Fills in the bar or patch before the text: its colour, and a fraction or -1 for a patch. */
typedef void (*RefrainCellSwatch) (gpointer item,
                                   guint id,
                                   gpointer data,
                                   const RefrainStyle *style,
                                   RefrainColor *color,
                                   double *fraction);
typedef int (*RefrainCellCompare) (gpointer a, gpointer b, guint id, gpointer data);
/* A widget for @cell, which will have one object after the other. */
typedef GtkWidget *(*RefrainCellMake) (GtkListItem *cell, gpointer data);
/* Shows @item in it; NULL: none any more. */
typedef void (*RefrainCellShow) (GtkWidget *widget,
                                 GtkListItem *cell,
                                 gpointer item,
                                 gpointer data);

typedef enum
{
  REFRAIN_TABLE_EXPAND = 1 << 0,  /* takes what room is left */
  REFRAIN_TABLE_TREE = 1 << 1,    /* rows open here: the table has rows of a GtkTreeListModel */
  REFRAIN_TABLE_BY_TEXT = 1 << 2, /* sorts by its text */
  REFRAIN_TABLE_LEFT = 1 << 3,    /* its text stands at the left, though it has a number */
  REFRAIN_TABLE_RIGHT = 1 << 4,   /* at the right, though it has none, and whole */
  REFRAIN_TABLE_AS_IS = 1 << 5,   /* title and meaning are translated already */
} RefrainTableFlags;

/* A plain value; what is left out is 0. A column without text and kind is a bar or a drawing. */
typedef struct
{
  const char *title, *meaning; /* to be translated; the meaning (NULL: none) is told on hovering */
  RefrainCellKind kind;        /* of the number: TIME, COUNT, BYTES, SHARE or DOUBLE; 0: see text */
  guint digits;                /* of a time (0: three), of a decimal behind its point */
  guint id;                    /* what its functions are told */
  guint flags;
  guint chars; /* a text has room for so many letters at least */
  int width;   /* fixed, until somebody drags it */
  int needs;   /* the column is hidden in tables that are narrower, in pixels */
  RefrainCellText text;
  RefrainCellNumber number; /* sorts by it, the text stands at the right */
  RefrainCellCompare compare;
  RefrainCellSwatch swatch;
  RefrainCellMake make;
  RefrainCellShow show;
} RefrainTableColumn;

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
/* Likewise, of rows that somebody else sorts and selects. */
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
/* While rows come and go that nobody selected: "selected" is not said. */
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

G_END_DECLS
