/* refrain-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A view of one process in the trace's column store, which checks mapped columns at first use.
 */
#include "refrain-object.h"
#include "refrain-search.h"
#include "refrain-trace-private.h"

struct _RefrainProcess
{
  GObject parent_instance;

  guint rank;
  char *name, *host;

  RefrainColumnStore *store;
  RefrainProcessColumns *columns; /* the process' own, in the store */
};

REFRAIN_DEFINE_OBJECT (RefrainProcess, refrain_process)

static void
refrain_process_finalize (RefrainProcess *self)
{
  refrain_column_store_unref (self->store);
  g_free (self->name);
  g_free (self->host);
}

RefrainProcess *
refrain_process_new (guint rank, const char *name, const char *host, RefrainColumnStore *store)
{
  RefrainProcess *self = g_object_new (REFRAIN_TYPE_PROCESS, NULL);

  self->rank = rank;
  self->store = refrain_column_store_ref (store);
  self->columns = &store->processes[rank];
  self->name = name != NULL && *name != '\0' ? g_utf8_make_valid (name, -1)
                                             : g_strdup_printf ("MPI Rank %u", rank);
  self->host = host != NULL && *host != '\0' ? g_utf8_make_valid (host, -1) : NULL;
  return self;
}

REFRAIN_GETTER (RefrainProcess, refrain_process, guint, get_rank, self->rank)
REFRAIN_GETTER (RefrainProcess, refrain_process, const char *, get_name, self->name)
REFRAIN_GETTER (RefrainProcess, refrain_process, const char *, get_host, self->host)

const RefrainCalls *
refrain_process_get_calls (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  refrain_column_store_check (self->store);
  return &self->columns->calls;
}

const RefrainOps *
refrain_process_get_ops (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  refrain_column_store_check (self->store);
  return &self->columns->ops;
}

const RefrainRecords *
refrain_process_get_records (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  refrain_column_store_check (self->store);
  return &self->columns->records;
}

const RefrainTape *
refrain_process_get_tape (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  refrain_column_store_check (self->store);
  return &self->columns->tape;
}

const RefrainDetails *
refrain_process_get_details (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  refrain_column_store_check (self->store);
  return &self->columns->details;
}

gboolean
refrain_process_is_damaged (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), FALSE);
  refrain_column_store_check (self->store);
  return self->store->damage != NULL && self->store->damage[self->rank].emptied;
}

REFRAIN_GETTER (RefrainProcess, refrain_process, gsize, get_n_threads, self->columns->threads->len)

const RefrainThread *
refrain_process_get_thread (RefrainProcess *self, gsize i)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self) && i < self->columns->threads->len, NULL);
  refrain_column_store_check (self->store);
  return &g_array_index (self->columns->threads, RefrainThread, i);
}

const RefrainThread *
refrain_process_get_thread_of_op (RefrainProcess *self, gsize op)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  refrain_column_store_check (self->store);
  for (guint i = 0; i < self->columns->threads->len; i++)
    {
      const RefrainThread *thread = &g_array_index (self->columns->threads, RefrainThread, i);

      if (op >= thread->first_op && op - thread->first_op < thread->n_ops)
        return thread;
    }
  return NULL;
}

gsize
refrain_process_find_call (RefrainProcess *self, const RefrainThread *thread, RefrainTime time)
{
  const RefrainTime *start = refrain_process_get_calls (self)->start;

  return REFRAIN_LOWER_BOUND (i, thread->first_call, thread->first_call + thread->n_calls,
                              start[i] < time);
}

gsize
refrain_process_find_op (RefrainProcess *self, const RefrainThread *thread, RefrainTime time)
{
  const RefrainTime *times = refrain_process_get_ops (self)->time;

  return REFRAIN_LOWER_BOUND (i, thread->first_op, thread->first_op + thread->n_ops,
                              times[i] < time);
}

guint32
refrain_process_find_call_at (RefrainProcess *self, const RefrainThread *thread, RefrainTime time)
{
  const RefrainCalls *calls = refrain_process_get_calls (self);
  gsize after = time == G_MAXINT64 ? thread->first_call + thread->n_calls
                                   : refrain_process_find_call (self, thread, time + 1);
  guint32 row;

  if (after == thread->first_call)
    return REFRAIN_NONE;
  row = (guint32) (after - 1);
  while (row != REFRAIN_NONE && calls->end[row] <= time)
    row = calls->parent[row];
  return row;
}

RefrainTime
refrain_process_get_op_start (RefrainProcess *self, gsize op)
{
  const RefrainOps *ops = refrain_process_get_ops (self);
  guint32 record;

  g_return_val_if_fail (op < ops->n, 0);

  record = ops->record[op];
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && record != REFRAIN_NONE)
    return self->columns->records.time[record];
  return ops->call[op] != REFRAIN_NONE ? self->columns->calls.start[ops->call[op]] : ops->time[op];
}
