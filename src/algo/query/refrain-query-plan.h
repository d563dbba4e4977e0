/* refrain-query-plan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query bound to a trace: which rows to look at, which to keep, what to make of them. For this
 * folder only.
 */
#pragma once

#include "refrain-query-filter.h"

/* Columns that rows are put in order by; more are not looked at. */
#define REFRAIN_QUERY_MAX_KEYS 32
/* Numbers that are held at most while rows or groups are collected. */
#define REFRAIN_QUERY_MAX_HELD (G_MAXUINT32 / 2)

/* A column of what comes out, or one more that rows are put in order by. */
typedef struct
{
  RefrainQueryItemKind kind;
  RefrainQueryColumnId id;
  char *name, *title; /* of its own, or NULL: the field's */
} RefrainQueryOutput;

typedef struct
{
  guint output; /* of groups: an index; of rows: likewise */
  gboolean descending;
} RefrainQueryOrder;

/* Rows of one unit. */
typedef struct
{
  guint unit;
  gsize first, end;
} RefrainQueryBlock;

/* Immutable; atomically reference-counted. */
typedef struct
{
  RefrainQuery *query;
  const RefrainQuerySyntax *syntax;
  RefrainQueryTable *table;
  RefrainQueryFilter *filter;
  RefrainQuerySets *sets;          /* may be NULL */
  GArray *outputs;                 /* of RefrainQueryOutput */
  guint n_shown;                   /* of them */
  GArray *order;                   /* of RefrainQueryOrder */
  GArray *keys;                    /* of groups, of RefrainQueryColumnId */
  const RefrainQuerySet *key_sets; /* of the key that is a set, which is the last; or NULL */
  guint n_key_sets;
  gboolean has_set_key;
  GArray *blocks; /* of RefrainQueryBlock */
} RefrainQueryPlan;

/* NULL with @error, and *@place, as refrain_query_run(). */
RefrainQueryPlan *refrain_query_plan_new (RefrainQuery *query,
                                          RefrainTrace *trace,
                                          RefrainQuerySets *sets,
                                          RefrainQueryPlace *place,
                                          GCancellable *cancellable,
                                          GError **error);
RefrainQueryPlan *refrain_query_plan_ref (RefrainQueryPlan *self);
void refrain_query_plan_unref (RefrainQueryPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQueryPlan, refrain_query_plan_unref)

/* The rows from @first on and below @end, at most REFRAIN_QUERY_CHUNK, of @unit that the query is
 * about and that fulfil its condition, ascending in @rows; returns how many. */
gsize refrain_query_plan_select (const RefrainQueryPlan *self,
                                 guint unit,
                                 gsize first,
                                 gsize end,
                                 guint32 *rows,
                                 RefrainQueryScratch *scratch);

/* ---- What comes out ---- */

typedef union
{
  gint64 i;
  double d; /* of means */
} RefrainQueryCell;

/* Rows as process << 32 | row, in order, at most the limit (refrain-query-rows.c). NULL with @error
 * when cancelled, or where there are too many. */
GArray *refrain_query_plan_collect (const RefrainQueryPlan *self,
                                    guint64 *n_found,
                                    GCancellable *cancellable,
                                    GError **error);

/* Groups in order: cells of all outputs, row by row; REFRAIN_QUERY_NOTHING in `i` where a cell has
 * no value (refrain-query-groups.c). */
typedef struct
{
  GArray *cells; /* of RefrainQueryCell, n × outputs */
  guint64 n;     /* at most the limit */
  guint64 n_found;
  guint64 n_rows; /* in all groups */
} RefrainQueryGroups;

/* FALSE with @error when cancelled, or where there are too many. */
gboolean refrain_query_plan_group (const RefrainQueryPlan *self,
                                   RefrainQueryGroups *groups,
                                   GCancellable *cancellable,
                                   GError **error);
/* Rows of the table, before any condition. O(rows). */
guint64 refrain_query_plan_count (const RefrainQueryPlan *self);

/* Adds what the rows @refs (n of them, as refrain_query_plan_collect() has them), or the groups
 * with the keys @keys (n × keys), stand for to @set (refrain-query-light.c). FALSE when cancelled.
 */
gboolean refrain_query_plan_light_rows (const RefrainQueryPlan *self,
                                        const gint64 *refs,
                                        gsize n,
                                        RefrainOpSet *set,
                                        GCancellable *cancellable);
gboolean refrain_query_plan_light_groups (const RefrainQueryPlan *self,
                                          const gint64 *keys,
                                          gsize n,
                                          RefrainOpSet *set,
                                          GCancellable *cancellable);
