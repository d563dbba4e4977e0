/* refrain-query-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions bound to a trace, and which rows fulfil them. For this folder only.
 */
#pragma once

#include "refrain-query-table.h"

typedef struct _RefrainQueryFilter RefrainQueryFilter;

/* Binds @node: names become tables, ids sets. NULL with @error and *@place where @table's trace
 * does not have what it names. Keeps references to what it needs of @sets. */
RefrainQueryFilter *refrain_query_filter_new (const RefrainQueryNode *node,
                                              const RefrainQueryTable *table,
                                              RefrainQuerySets *sets,
                                              RefrainQueryPlace *place,
                                              GError **error);
void refrain_query_filter_free (RefrainQueryFilter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQueryFilter, refrain_query_filter_free)

/* Room for the work of one thread. */
typedef struct _RefrainQueryScratch RefrainQueryScratch;
RefrainQueryScratch *refrain_query_scratch_new (const RefrainQueryFilter *filter);
void refrain_query_scratch_free (RefrainQueryScratch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQueryScratch, refrain_query_scratch_free)

/* Leaves those of the @n <= REFRAIN_QUERY_CHUNK ascending rows @rows of @unit in it that fulfil the
 * condition; returns how many. O(n · comparisons). */
gsize refrain_query_filter_run (const RefrainQueryFilter *self,
                                const RefrainQueryTable *table,
                                guint unit,
                                guint32 *rows,
                                gsize n,
                                RefrainQueryScratch *scratch);
/* Whether no row of @unit can fulfil it, as it is of other processes. */
gboolean refrain_query_filter_excludes (const RefrainQueryFilter *self,
                                        const RefrainQueryTable *table,
                                        guint unit);
