/* refrain-column-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the columns of all processes and the collectives of a trace lie, shared by the trace and
 * its processes. Columns that belong to a mapped file are checked, all together, when any is
 * first asked for: what is given out afterwards can be relied on.
 */
#pragma once

#include "refrain-columns.h"

/* What the check took away from a process. */
typedef struct
{
  gboolean emptied; /* its columns contradict each other: it has no rows any more */
  guint64 n_lost;   /* operations that had a partner, or a collective instance, and lost it */
  RefrainTime first_lost;
} RefrainDamage;

typedef struct
{
  guint n_processes, n_routines, n_communicators; /* what indices may refer to */
  RefrainProcessColumns *processes;
  RefrainCollectives collectives;
  GBytes *owner; /* of mapped arrays; NULL where they are the store's own */

  gboolean trusted; /* the mapped arrays are what a writer of sound ones wrote */
  gsize checked;
  guint64 n_ops;                    /* of all processes together */
  RefrainDamage *damage;            /* by process; NULL where all is sound */
  gboolean own_collectives;         /* though there is an owner */
  guint first_checked, end_checked; /* processes; of no others is anything said */
} RefrainColumnStore;

/* A store of @n_processes without columns. Each process' threads are to be set. */
RefrainColumnStore *refrain_column_store_new (guint n_processes);
RefrainColumnStore *refrain_column_store_ref (RefrainColumnStore *self);
/* The last one frees the arrays that are the store's own. */
void refrain_column_store_unref (RefrainColumnStore *self);

/* Checks what is mapped, once: O(rows), spread over all cores; where it is trusted, O(threads). A
 * process whose columns contradict each other is emptied; a message of which the two ends do not
 * name each other is cut, as is a collective's member that its instance does not know. */
void refrain_column_store_check (RefrainColumnStore *self);
/* Checks what is mapped of processes @first to before @end and takes away all others' rows, so that
 * nothing is left to be checked. FALSE where something is damaged, which is left as it is. */
gboolean refrain_column_store_keep (RefrainColumnStore *self, guint first, guint end);
