/* refrain-query-editor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a query is typed: coloured as the language reads it, completed, with the place underlined
 * that cannot be understood.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-query.h"

#define REFRAIN_TYPE_QUERY_EDITOR (refrain_query_editor_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryEditor, refrain_query_editor, REFRAIN, QUERY_EDITOR, GtkWidget)

/* Signals: "run" (Ctrl+Enter), "step" (int: -1 the query before, 1 the one after; Alt with up and
 * down), "changed". */
/* Free with g_free(). */
char *refrain_query_editor_dup_text (RefrainQueryEditor *self);
void refrain_query_editor_set_text (RefrainQueryEditor *self, const char *text);
/* Completes the names of @trace; may be NULL. */
void refrain_query_editor_set_trace (RefrainQueryEditor *self, RefrainTrace *trace);
/* Underlines @place until the text changes, and puts the cursor there; NULL: nothing. */
void refrain_query_editor_set_problem (RefrainQueryEditor *self, const RefrainQueryPlace *place);
