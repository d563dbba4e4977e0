/* refrain-process-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-process.h"

G_BEGIN_DECLS

/* What the indices in a process' columns may refer to. */
typedef struct
{
  guint n_processes;
  guint n_routines;
  guint n_communicators;
  gsize n_instances;
  const gsize *n_ops; /* of each process */
  guint64 all_ops;    /* of all of them */
} RefrainColumnLimits;

/* Columns that belong to the process: each array is freed with g_free(). */
RefrainProcess *refrain_process_new (guint rank, const char *name, const char *host);

/* Everything the process shows; with @owner the columns lie in its memory and are checked at first
 * use against @limits (which must outlive the process: it belongs to the trace's @limits_owner). */
void refrain_process_set_columns (RefrainProcess *self,
                                  const RefrainCalls *calls,
                                  const RefrainOps *ops,
                                  const RefrainRecords *records,
                                  const RefrainTape *tape,
                                  GArray *threads,
                                  GBytes *owner);
void refrain_process_set_limits (RefrainProcess *self,
                                 const RefrainColumnLimits *limits,
                                 GBytes *limits_owner);

/* Whether every index in the columns can be relied on (in refrain-column-check.c). O(rows). */
gboolean refrain_columns_check (const RefrainCalls *calls,
                                const RefrainOps *ops,
                                const RefrainRecords *records,
                                const RefrainTape *tape,
                                const RefrainThread *threads,
                                gsize n_threads,
                                const RefrainColumnLimits *limits);

/* The columns before any check, for the builder. */
const RefrainOps *refrain_process_peek_ops (RefrainProcess *self);

G_END_DECLS
