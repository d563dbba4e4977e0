/* refrain-summary-tables.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lists of the summary page: defects, routines, message sizes.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-trace.h"

G_BEGIN_DECLS

/* Each _init_ sets up an empty view once; the matching _set_ fills it. */
void refrain_summary_tables_init_defects (GtkListView *view);
void refrain_summary_tables_set_defects (GtkListView *view, GListModel *defects);
/* Routines by time, the longest first; those that were never called are left out. */
void refrain_summary_tables_init_routines (GtkColumnView *view);
void refrain_summary_tables_set_routines (GtkColumnView *view, RefrainTrace *trace);
/* @sizes: list of RefrainMessageSize, or NULL. */
void refrain_summary_tables_init_sizes (GtkColumnView *view);
void refrain_summary_tables_set_sizes (GtkColumnView *view, GListModel *sizes);

/* The palette of the bars and patches in @view. */
void refrain_summary_tables_set_dark (GtkColumnView *view, gboolean dark);

G_END_DECLS
