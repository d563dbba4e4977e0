/* refrain-query-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries over a session's trace: run in the background, their result in the order that was asked
 * for, the operations of selected rows lit up in all views. Main thread only.
 */
#pragma once

#include "refrain-query-list.h"
#include "refrain-query.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_QUERY_MODEL (refrain_query_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryModel, refrain_query_model, REFRAIN, QUERY_MODEL, GObject)

/* Properties that notify: "running", "result" (with its rows, or a problem instead), "lit" (whether
 * the light is its own). Signal "saved" (const char *path, const char *problem or NULL). */
RefrainQueryModel *refrain_query_model_new (RefrainSession *session);

/* Runs @text; the one that runs is stopped. What cannot be understood is a problem at once. */
void refrain_query_model_run (RefrainQueryModel *self, const char *text);
void refrain_query_model_cancel (RefrainQueryModel *self);
gboolean refrain_query_model_is_running (RefrainQueryModel *self);
/* Why there is no result, or NULL; *@place says where in the text. */
const char *refrain_query_model_get_problem (RefrainQueryModel *self, RefrainQueryPlace *place);
/* NULL before the first, and while another runs. Owned by @self, as are its rows. */
RefrainQueryResult *refrain_query_model_get_result (RefrainQueryModel *self);
RefrainQueryList *refrain_query_model_get_rows (RefrainQueryModel *self);
/* Shows @result (taken), which another module asked for, instead of what there was, in @order
 * (taken; NULL: its own), with @totals (taken) from refrain_query_model_add_up(). What is lit up
 * stays. */
void refrain_query_model_take_result (RefrainQueryModel *self,
                                      RefrainQueryResult *result,
                                      guint32 *order,
                                      char *totals);
/* " · Size 145 MB": the totals of the columns of @result that can be added, where it has several
 * rows; of many columns those of bytes and time. O(rows). Any thread. Free with g_free(). */
char *refrain_query_model_add_up (RefrainQueryResult *result);
/* That of what is shown; NULL without a result. */
const char *refrain_query_model_get_totals (RefrainQueryModel *self);
/* How long the query took, ns. */
RefrainTime refrain_query_model_get_elapsed (RefrainQueryModel *self);

/* Puts the rows in the order of @column, in the background; REFRAIN_NONE: as the query says. */
void refrain_query_model_sort (RefrainQueryModel *self, guint column, gboolean falling);
/* Lights up what these rows of the result stand for, in the background; none: nothing. */
void refrain_query_model_select (RefrainQueryModel *self, const gsize *rows, gsize n);
/* The same of all rows. */
void refrain_query_model_select_all (RefrainQueryModel *self);
gboolean refrain_query_model_is_lit (RefrainQueryModel *self);
/* Selects what @row stands for and moves the window to it; FALSE where it is a group. */
gboolean refrain_query_model_go_to (RefrainQueryModel *self, gsize row);
/* Writes the result to @path as CSV, in the order in which its rows are now, in the background;
 * "saved" says when it is done. */
void refrain_query_model_save (RefrainQueryModel *self, const char *path);
