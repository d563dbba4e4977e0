/* refrain-query-result.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a query found: a table of typed columns, and of each row what it stands for in the trace.
 * Immutable; may be read from any thread. Before it, the sets of operations that it can name.
 */
#pragma once

#include "refrain-op-set.h"

/* ---- Patterns, phases and loops as a query knows them: sets of operations by kind and id ---- */

typedef enum
{
  REFRAIN_QUERY_SET_PATTERN,
  REFRAIN_QUERY_SET_PHASE,
  REFRAIN_QUERY_SET_LOOP,
  REFRAIN_QUERY_N_SETS
} RefrainQuerySetKind;

/* Reference-counted; not to be changed once it is shared. */
#define REFRAIN_TYPE_QUERY_SETS (refrain_query_sets_get_type ())
typedef struct _RefrainQuerySets RefrainQuerySets;
GType refrain_query_sets_get_type (void);

RefrainQuerySets *refrain_query_sets_new (void);
RefrainQuerySets *refrain_query_sets_ref (RefrainQuerySets *self);
void refrain_query_sets_unref (RefrainQuerySets *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQuerySets, refrain_query_sets_unref)

/* Adds the set with @id of @kind, called @name (copied; may be NULL). Keeps a reference to @ops. */
void refrain_query_sets_add (RefrainQuerySets *self,
                             RefrainQuerySetKind kind,
                             guint32 id,
                             const char *name,
                             RefrainOpSet *ops);

typedef struct
{
  guint32 id;
  char *name;
  RefrainOpSet *ops;
} RefrainQuerySet;

/* Those of @kind in the order in which they were added. */
const RefrainQuerySet *
refrain_query_sets_list (RefrainQuerySets *self, RefrainQuerySetKind kind, guint *n);

/* ---- What is found ---- */

/* What the numbers of a column are. */
typedef enum
{
  REFRAIN_QUERY_TYPE_COUNT,  /* how many */
  REFRAIN_QUERY_TYPE_NUMBER, /* a tag, a depth */
  REFRAIN_QUERY_TYPE_BYTES,
  REFRAIN_QUERY_TYPE_TIME,         /* ns from the start of the trace */
  REFRAIN_QUERY_TYPE_DURATION,     /* ns */
  REFRAIN_QUERY_TYPE_PROCESS,      /* index */
  REFRAIN_QUERY_TYPE_ROUTINE,      /* index; read as its name */
  REFRAIN_QUERY_TYPE_COMMUNICATOR, /* index; read as its name */
  REFRAIN_QUERY_TYPE_KIND,         /* "send", "MPI_Bcast" */
  REFRAIN_QUERY_TYPE_SET_ID,       /* of a pattern, phase or loop */
  REFRAIN_QUERY_TYPE_TEXT,         /* of a process: its name, its host */
} RefrainQueryType;

typedef struct
{
  const char *name;  /* "sender": untranslated, for JSON and other programs */
  const char *title; /* "Sender": translated */
  RefrainQueryType type;
  gboolean is_mean; /* the numbers have fractions */
  gboolean can_add; /* a total over all rows makes sense */
} RefrainQueryColumn;

/* What a row stands for. */
typedef enum
{
  REFRAIN_QUERY_REF_OPERATION, /* row of the operations of `process` */
  REFRAIN_QUERY_REF_MESSAGE,   /* the same: its send */
  REFRAIN_QUERY_REF_CALL,      /* row of the calls of `process` */
  REFRAIN_QUERY_REF_PROCESS,   /* all of `process` */
  REFRAIN_QUERY_REF_GROUP,     /* many: refrain_query_result_make_op_set() tells them */
} RefrainQueryRefKind;

typedef struct
{
  RefrainQueryRefKind kind;
  guint32 process; /* or REFRAIN_NONE */
  guint32 row;     /* or REFRAIN_NONE */
} RefrainQueryRef;

#define REFRAIN_TYPE_QUERY_RESULT (refrain_query_result_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryResult, refrain_query_result, REFRAIN, QUERY_RESULT, GObject)

/* Belongs to @self. */
guint refrain_query_result_get_n_columns (RefrainQueryResult *self);
const RefrainQueryColumn *refrain_query_result_get_column (RefrainQueryResult *self, guint column);
gsize refrain_query_result_get_n_rows (RefrainQueryResult *self);
/* How many there would be without the query's LIMIT. */
guint64 refrain_query_result_get_n_found (RefrainQueryResult *self);
RefrainQueryRef refrain_query_result_get_ref (RefrainQueryResult *self, gsize row);

/* The number in a cell, of whatever type. FALSE where there is none (the tag of a collective).
 * O(1).
 */
gboolean
refrain_query_result_get_value (RefrainQueryResult *self, gsize row, guint column, gint64 *value);
/* The same as a number with a fraction, as means are. */
gboolean
refrain_query_result_get_real (RefrainQueryResult *self, gsize row, guint column, double *value);
/* The name a cell stands for (of a routine, communicator, kind, process or host), or NULL where it
 * is read as a number or there is none. Belongs to @self or its trace. */
const char *refrain_query_result_get_name (RefrainQueryResult *self, gsize row, guint column);
/* What people read in a cell, with its unit; "" where there is nothing. Free with g_free(). */
char *refrain_query_result_dup_text (RefrainQueryResult *self, gsize row, guint column);
/* The sum of a column that can be added, as people read it, or NULL. O(rows). Free with g_free().
 */
char *refrain_query_result_dup_total (RefrainQueryResult *self, guint column);
/* All rows in rising (or @falling) order of what stands in @column: names by the alphabet, equal
 * ones as the query ordered them, those that have nothing there last. NULL with @error when
 * cancelled, or where there is no room for it. O(rows), over all cores, and 28 bytes a row. Free
 * with g_free(). */
guint32 *refrain_query_result_order (RefrainQueryResult *self,
                                     guint column,
                                     gboolean falling,
                                     GCancellable *cancellable,
                                     GError **error);
/* The row that stands for row @row of @process, or G_MAXSIZE; of results whose rows are as the
 * trace has them O(log rows), else O(rows). Not of groups. */
gsize refrain_query_result_find (RefrainQueryResult *self, guint32 process, guint32 row);

/* "77,088 messages", "4 groups of 6,720 messages": how many of what, as a translated sentence
 * without a full stop. Free with g_free(). */
char *refrain_query_result_describe (RefrainQueryResult *self);

/* "none of 6720 messages fulfils the conditions": why there are no rows, as a translated sentence
 * without a full stop. O(rows of the table). Free with g_free(). */
char *refrain_query_result_explain_nothing (RefrainQueryResult *self);

/* The operations the @n rows @rows stand for (NULL: all, then @n is not looked at): both ends of a
 * message, what is in a call, all of a process, all of a group. NULL with @error when cancelled.
 * O(operations of the trace). Free with refrain_op_set_unref(). */
RefrainOpSet *refrain_query_result_make_op_set (RefrainQueryResult *self,
                                                const gsize *rows,
                                                gsize n,
                                                GCancellable *cancellable,
                                                GError **error);

/* Appends the line of titles, or @n rows from @first on, to @text as RFC 4180 has it: times in
 * seconds with nine digits ("start_s"), names as the trace's, what has no value empty. */
void refrain_query_result_append_csv_titles (RefrainQueryResult *self, GString *text);
void
refrain_query_result_append_csv (RefrainQueryResult *self, gsize first, gsize n, GString *text);
