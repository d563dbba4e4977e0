/* refrain-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A view of one process in the trace's column store, which checks mapped columns at first use.
 */
#include "config.h"

#include "refrain-object.h"
#include "refrain-search.h"
#include "refrain-trace-private.h"

struct _RefrainProcess
{
  GObject parent_instance;

  guint rank;
  char *name;
  char *host;

  RefrainColumnStore *store;
  RefrainProcessColumns *columns; /* the process' own, in the store */
};

enum
{
  PROP_0,
  PROP_RANK,
  PROP_NAME,
  PROP_HOST,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (RefrainProcess, refrain_process, G_TYPE_OBJECT)

static void
refrain_process_finalize (GObject *object)
{
  RefrainProcess *self = REFRAIN_PROCESS (object);

  refrain_column_store_unref (self->store);
  g_free (self->name);
  g_free (self->host);
  G_OBJECT_CLASS (refrain_process_parent_class)->finalize (object);
}

static void
refrain_process_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainProcess *self = REFRAIN_PROCESS (object);

  switch (id)
    {
    case PROP_RANK:
      g_value_set_uint (value, self->rank);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_HOST:
      g_value_set_string (value, self->host);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_process_class_init (RefrainProcessClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = refrain_process_finalize;
  object_class->get_property = refrain_process_get_property;
  properties[PROP_RANK] = g_param_spec_uint ("rank", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_HOST] = g_param_spec_string ("host", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_process_init (RefrainProcess *self)
{
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
