/* refrain-query-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of a trace as the tables of queries: any field of any rows as whole numbers. For this
 * folder only.
 */
#pragma once

#include "refrain-query-syntax.h"

/* Rows that are looked at together. */
#define REFRAIN_QUERY_CHUNK 1024

/* A column: a field, or the calls of one routine. */
typedef struct
{
  RefrainQueryField field;
  guint32 routine; /* of REFRAIN_QUERY_FIELD_CALLS; REFRAIN_NONE: all */
} RefrainQueryColumnId;

/* Immutable once it is made; atomically reference-counted. */
typedef struct
{
  RefrainTrace *trace;
  RefrainQuerySource source;
  guint n_processes;
  const RefrainOps **ops; /* of each process */
  const RefrainCalls **calls;
  const RefrainRecords **records;
  guint n_routines, n_communicators;
  guint32 *routine_rank, *communicator_rank, *kind_rank, *name_rank, *host_rank; /* by alphabet */
  /* Of REFRAIN_QUERY_SOURCE_PROCESSES, by process: */
  gint64
      *host; /* the first process of the same host; REFRAIN_QUERY_NOTHING where it is not known */
  gint64 *sends, *receives, *collectives, *sent, *received, *mpi_time, *all_calls;
  guint32 *routine_place; /* of each routine that is asked for, or REFRAIN_NONE */
  guint32 n_places;
  gint64 *routine_calls; /* n_processes × n_places */
} RefrainQueryTable;

/* The numbers of processes are there after refrain_query_table_count(). O(definitions). */
RefrainQueryTable *refrain_query_table_new (RefrainTrace *trace, RefrainQuerySource source);
void refrain_query_table_unref (RefrainQueryTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQueryTable, refrain_query_table_unref)

/* Rows lie in units: of a process each, but processes themselves all in one. */
guint refrain_query_table_get_n_units (const RefrainQueryTable *self);
gsize refrain_query_table_get_n_rows (const RefrainQueryTable *self, guint unit);
/* The values of the @n rows @rows in @values; REFRAIN_QUERY_NOTHING where there is none. O(n). */
void refrain_query_table_load (const RefrainQueryTable *self,
                               guint unit,
                               RefrainQueryColumnId column,
                               const guint32 *rows,
                               gsize n,
                               gint64 *values);
/* The name that @value of @field stands for, or NULL. Belongs to the trace. */
const char *
refrain_query_table_get_name (const RefrainQueryTable *self, RefrainQueryField field, gint64 value);
/* In what order @value of @field comes: names by the alphabet. */
gint64
refrain_query_table_get_rank (const RefrainQueryTable *self, RefrainQueryField field, gint64 value);
/* How many values @field may have, from 0 on; 0 where that is not known. */
guint32 refrain_query_table_get_domain (const RefrainQueryTable *self, RefrainQueryField field);

/* Counts for each process what is called from @from to @to, both ends included; of routines those
 * with a place in @wanted (n_routines bytes) one by one (refrain-query-processes.c). FALSE with
 * @error when cancelled, or where that is more than can be held. O(events). Before @self is shared.
 */
gboolean refrain_query_table_count (RefrainQueryTable *self,
                                    const guint8 *wanted,
                                    RefrainTime from,
                                    RefrainTime to,
                                    GCancellable *cancellable,
                                    GError **error);
