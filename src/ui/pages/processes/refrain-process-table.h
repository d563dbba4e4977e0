/* refrain-process-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table of processes, to be sorted, checked, dragged into another order, and in groups to be
 * folded.
 *
 * Signals: "marked" (RefrainProcessRow *, gboolean shown): it was checked or not; "chosen"
 * (RefrainProcessRow *): activated; "folded": other groups are; "sorted": by another column;
 * "moved": by hand, refrain_process_table_list_order() tells to where.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-process-order.h"
#include "refrain-process-row.h"

#define REFRAIN_TYPE_PROCESS_TABLE (refrain_process_table_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProcessTable, refrain_process_table, REFRAIN, PROCESS_TABLE, GtkWidget)

GtkWidget *refrain_process_table_new (void);

/* Shows the processes of @trace (NULL: none) in @order, in @groups (NULL: none; kept by the caller
 * until others are set), those folded that share a row in @order. */
void refrain_process_table_set_processes (RefrainProcessTable *self,
                                          RefrainTrace *trace,
                                          RefrainProcessOrder *order,
                                          const RefrainProcessGroups *groups);
/* The numbers in the cells, or NULL. */
void refrain_process_table_set_numbers (RefrainProcessTable *self, RefrainNumbers *numbers);
/* Which processes are checked: a flag each, copied. */
void refrain_process_table_set_shown (RefrainProcessTable *self, const guint8 *shown, guint n);
/* Lists only what gets through @text: see refrain-rank-filter.h. */
void refrain_process_table_set_filter (RefrainProcessTable *self, const char *text);
/* Shows all columns, or names and load. */
void refrain_process_table_set_wide (RefrainProcessTable *self, gboolean wide);

/* The processes that are listed, groups' too, in the order of the table; free with
 * g_array_unref(). Of guint32. */
GArray *refrain_process_table_list_listed (RefrainProcessTable *self);
/* All processes, listed or not, in the order of the table; likewise. */
GArray *refrain_process_table_list_order (RefrainProcessTable *self);
/* Whether it is sorted by a column. */
gboolean refrain_process_table_is_sorted (RefrainProcessTable *self);
/* As a click on the title: @value REFRAIN_N_PROCESS_VALUES is the name. For tests. */
void refrain_process_table_sort (RefrainProcessTable *self,
                                 RefrainProcessValue value,
                                 GtkSortType direction);
void refrain_process_table_unsort (RefrainProcessTable *self);
/* Moves @row (one or a group) before @before, another, or to the end where that is NULL. As a drag
 * does. */
void refrain_process_table_move (RefrainProcessTable *self,
                                 RefrainProcessRow *row,
                                 RefrainProcessRow *before);
/* Whether group @group is folded. */
gboolean refrain_process_table_is_folded (RefrainProcessTable *self, guint group);
/* For tests. */
void refrain_process_table_fold (RefrainProcessTable *self, guint group, gboolean folded);
