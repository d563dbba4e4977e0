/* refrain-table-column.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A column of a RefrainTableView: what it says of an object, and its cells.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-report-write.h"
#include "refrain-style.h"

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
  int width;   /* fixed, until the user drags it */
  int needs;   /* the column is hidden in tables that are narrower, in pixels */
  RefrainCellText text;
  RefrainCellNumber number; /* sorts by it, the text stands at the right */
  RefrainCellCompare compare;
  RefrainCellSwatch swatch;
  RefrainCellMake make;
  RefrainCellShow show;
} RefrainTableColumn;

/* ---- For the table: @data is its ---- */

/* Whether words or a number stand there, which can be copied. */
gboolean refrain_table_column_has_text (const RefrainTableColumn *self);
/* Whether title and text stand at the right. */
gboolean refrain_table_column_is_right (const RefrainTableColumn *self);
/* What @self says of @item as a value; words are in @text until that is freed. */
RefrainCell refrain_table_column_get_cell (const RefrainTableColumn *self,
                                           gpointer item,
                                           gpointer data,
                                           char **text);
/* A GtkOrdering of two objects; a column that does not sort has none. */
gboolean refrain_table_column_sorts (const RefrainTableColumn *self);
int refrain_table_column_compare (const RefrainTableColumn *self,
                                  gpointer a,
                                  gpointer b,
                                  gpointer data);
/* Makes the child of @cell; shows @item in it, or, NULL, nothing any more. */
void
refrain_table_column_make_cell (const RefrainTableColumn *self, GtkListItem *cell, gpointer data);
void refrain_table_column_show_cell (const RefrainTableColumn *self,
                                     GtkListItem *cell,
                                     gpointer item,
                                     gpointer data,
                                     const RefrainStyle *style);

/* Puts the title @title to the right, wherever it stands in @widget: GtkColumnView has no door to
 * its titles. */
void refrain_table_column_align_title (GtkWidget *widget, const char *title);
