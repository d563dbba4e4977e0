/* refrain-loops-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of a loop model as a list of its lines (Ketterlin et al. 2014, Figure 3). Lines are made
 * when asked for.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-loops.h"

/* A line: a construct, or events of several processes that do the same; or the `done` that ends
 * it. */
#define REFRAIN_TYPE_LOOPS_ROW (refrain_loops_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopsRow, refrain_loops_row, REFRAIN, LOOPS_ROW, GObject)

/* The first one, and behind the last. */
guint32 refrain_loops_row_get_construct (RefrainLoopsRow *self);
guint32 refrain_loops_row_get_end (RefrainLoopsRow *self);
gboolean refrain_loops_row_is_end (RefrainLoopsRow *self);
/* The line, indented. Free with g_free(). */
char *refrain_loops_row_get_text (RefrainLoopsRow *self);
/* What a definition, or the use of one, is: on which processes, and what they do; else "". Free
 * with g_free(). */
char *refrain_loops_row_get_note (RefrainLoopsRow *self);

/* A GListModel of RefrainLoopsRow. */
#define REFRAIN_TYPE_LOOPS_ROWS (refrain_loops_rows_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopsRows, refrain_loops_rows, REFRAIN, LOOPS_ROWS, GObject)

RefrainLoopsRows *refrain_loops_rows_new (RefrainLoopModel *model);
/* Where the line of @construct stands; G_MAXUINT where there is no such construct. O(1). */
guint refrain_loops_rows_find (RefrainLoopsRows *self, guint32 construct);
