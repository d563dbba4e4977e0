/* refrain-phases-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of the table of segments (thesis Table 5.2).
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"
#include "refrain-table.h"

G_BEGIN_DECLS

/* Adds them to @view, a list of RefrainPhasesRow. @session is where the page keeps its session. */
void refrain_phases_columns_add (GtkColumnView *view, RefrainSession **session);
/* The rows of @model as a table of tab-separated text, with the titles above. Free with g_free().
 */
char *refrain_phases_columns_write (GListModel *model, RefrainTableFormat format);

G_END_DECLS
