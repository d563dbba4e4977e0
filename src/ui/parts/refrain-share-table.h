/* refrain-share-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sortable table of things with names and numbers: times with their bars, counts and shares.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-table-view.h"
#include "refrain-trace.h"

/* Numbers of a row. */
#define REFRAIN_SHARE_MAX_COLUMNS 7

typedef struct
{
  const char *title;       /* translated */
  const char *explanation; /* translated, or NULL: told on hovering over the title */
  RefrainCellKind unit;
  gboolean bar; /* with a bar: of a part itself, else compared to the longest */
} RefrainShareColumn;

#define REFRAIN_TYPE_SHARE_TABLE (refrain_share_table_get_type ())
G_DECLARE_FINAL_TYPE (RefrainShareTable, refrain_share_table, REFRAIN, SHARE_TABLE, GtkWidget)

/* @label is read out; @name is the title of the first column. Sorted by @sort_by, falling, where
 * that is one of the @n columns; else in the order of the rows. Where rows are @routines, each has
 * a patch of its colour. Signal "activated" (guint id): a row was chosen. */
RefrainShareTable *refrain_share_table_new (const char *label,
                                            const char *name,
                                            gboolean routines,
                                            const RefrainShareColumn *columns,
                                            guint n,
                                            guint sort_by);

/* A row as it is told: @values (one a column; NAN: nothing there) are copied. */
typedef struct
{
  guint32 id; /* the caller's */
  const char *name;
  double values[REFRAIN_SHARE_MAX_COLUMNS];
  RefrainRoutine *routine; /* whose colour it has, in a table of routines */
} RefrainShareRowData;

/* Shows these @n rows instead of those before. O(n log n). */
void
refrain_share_table_set_rows (RefrainShareTable *self, const RefrainShareRowData *rows, gsize n);
guint refrain_share_table_get_n_rows (RefrainShareTable *self);
