/* refrain-query-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a query's result as a list model, in any order. An item is made when it is asked for
 * and kept by no other module, so that a million rows cost their order only.
 */
#pragma once

#include "refrain-query-result.h"

#include <gio/gio.h>

/* One row, as lists know it. */
#define REFRAIN_TYPE_QUERY_LIST_ROW (refrain_query_list_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryListRow, refrain_query_list_row, REFRAIN, QUERY_LIST_ROW, GObject)

RefrainQueryResult *refrain_query_list_row_get_result (RefrainQueryListRow *self);
/* Its number in the result, from 0. */
gsize refrain_query_list_row_get_number (RefrainQueryListRow *self);

/* A GListModel of RefrainQueryListRow. */
#define REFRAIN_TYPE_QUERY_LIST (refrain_query_list_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryList, refrain_query_list, REFRAIN, QUERY_LIST, GObject)

/* As the query ordered them. Rows beyond 2^32 - 1 are left out, as list models count no further. */
RefrainQueryList *refrain_query_list_new (RefrainQueryResult *result);
RefrainQueryResult *refrain_query_list_get_result (RefrainQueryList *self);
/* Which row of the result stands in @place. */
gsize refrain_query_list_get_row (RefrainQueryList *self, guint place);
/* Where row @row of the result stands; G_MAXUINT where it is left out. O(rows). */
guint refrain_query_list_find (RefrainQueryList *self, gsize row);
/* The order that it was given, of all rows, or NULL. Free with g_free(). O(rows). */
guint32 *refrain_query_list_dup_order (RefrainQueryList *self);
/* Takes @order, a number of a row for each place (refrain_query_result_order()); NULL: as the query
 * ordered them. */
void refrain_query_list_take_order (RefrainQueryList *self, guint32 *order);
