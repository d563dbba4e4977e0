/* refrain-call-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call tree as a table: a row a node that opens to what it calls, sorted by any column among
 * those of one caller. What is open stays so when another tree comes.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-calls-model.h"

#define REFRAIN_TYPE_CALL_TABLE (refrain_call_table_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCallTable, refrain_call_table, REFRAIN, CALL_TABLE, GtkWidget)

/* Signal "activated" (guint node): a row was double clicked, or Enter pressed on it. */
GtkWidget *refrain_call_table_new (void);
void refrain_call_table_set_model (RefrainCallTable *self, RefrainCallsModel *model);
/* How many rows can be seen or scrolled to. For tests. */
guint refrain_call_table_get_n_rows (RefrainCallTable *self);
