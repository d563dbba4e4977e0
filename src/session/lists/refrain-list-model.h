/* refrain-list-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages, collectives or calls of a session's trace as rows: filtered and in any order, worked
 * out in the background and only while it is shown. Main thread only.
 */
#pragma once

#include "refrain-list-filter.h"
#include "refrain-query-model.h"

/* Of what lists are made. */
typedef enum
{
  REFRAIN_LIST_OF_RUN,    /* everything */
  REFRAIN_LIST_OF_WINDOW, /* what is in the visible window, which it follows */
  REFRAIN_LIST_OF_RANGE,  /* what is in the measured span, likewise */
  REFRAIN_LIST_OF_LIT,    /* what was lit up when it was asked for */
  REFRAIN_N_LIST_SCOPES
} RefrainListScope;

#define REFRAIN_TYPE_LIST_MODEL (refrain_list_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainListModel, refrain_list_model, REFRAIN, LIST_MODEL, GObject)

/* Properties that notify: "running"; "asked" (kind, scope or filter are others). The rows, their
 * light and their file are of refrain_list_model_get_rows(): it notifies "result". */
RefrainListModel *refrain_list_model_new (RefrainSession *session);

/* Holds the rows, which are there until others are; owned by @self. */
RefrainQueryModel *refrain_list_model_get_rows (RefrainListModel *self);
/* Whether rows are looked for whenever something changes; what changed before is caught up on. */
void refrain_list_model_set_active (RefrainListModel *self, gboolean active);
gboolean refrain_list_model_is_running (RefrainListModel *self);
/* Why there are no rows, or NULL. */
const char *refrain_list_model_get_problem (RefrainListModel *self);
/* The text of the query that the rows answer, or NULL. For tests. */
const char *refrain_list_model_get_query (RefrainListModel *self);

RefrainListKind refrain_list_model_get_kind (RefrainListModel *self);
void refrain_list_model_set_kind (RefrainListModel *self, RefrainListKind kind);
RefrainListScope refrain_list_model_get_scope (RefrainListModel *self);
/* REFRAIN_LIST_OF_LIT keeps what is lit up now; where nothing is, and for calls, it is the run. */
void refrain_list_model_set_scope (RefrainListModel *self, RefrainListScope scope);
const RefrainListFilter *refrain_list_model_get_filter (RefrainListModel *self);
void refrain_list_model_set_filter (RefrainListModel *self, const RefrainListFilter *filter);
/* The same of one field; NULL empties it. */
void
refrain_list_model_set_field (RefrainListModel *self, RefrainListField field, const char *text);

/* Rows by column @column of the kind's, from now on; REFRAIN_NONE: as they are in the trace. */
void refrain_list_model_sort (RefrainListModel *self, guint column, gboolean falling);
/* The column they are in order of, or REFRAIN_NONE. */
guint refrain_list_model_get_order (RefrainListModel *self, gboolean *falling);

/* Lists what is lit up: its messages, or its collectives where it has no messages. FALSE where
 * nothing is lit up. */
gboolean refrain_list_model_list_lit (RefrainListModel *self);
/* Lists the messages of the run from @source to @destination; @tags and @communicator may be NULL.
 */
void refrain_list_model_list_pair (RefrainListModel *self,
                                   guint source,
                                   guint destination,
                                   const char *tags,
                                   const char *communicator);
/* Where the row stands that is @pick, or the message whose end it is; G_MAXUINT where none is.
 * O(rows). */
guint refrain_list_model_find (RefrainListModel *self, const RefrainPick *pick);
/* "88 messages · Size 16.9 kB", why there are none, or what is wrong. Free with g_free().
 */
char *refrain_list_model_describe (RefrainListModel *self);
