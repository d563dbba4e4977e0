/* refrain-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-process-private.h"

struct _RefrainProcess
{
  GObject parent_instance;

  guint rank;
  char *name;
  char *host;

  RefrainCalls calls;
  RefrainOps ops;
  RefrainRecords records;
  RefrainTape tape;
  GArray *threads; /* of RefrainThread */

  GBytes *owner; /* of mapped columns; NULL where the columns are the process' own */
  RefrainColumnLimits limits;
  GBytes *limits_owner;
  gsize checked;
  gboolean damaged;
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
free_own_columns (RefrainProcess *self)
{
  const void *columns[] = {
    self->calls.start,  self->calls.end,    self->calls.routine, self->calls.parent,
    self->calls.depth,  self->ops.time,     self->ops.bytes,     self->ops.call,
    self->ops.peer,     self->ops.tag,      self->ops.comm,      self->ops.partner,
    self->ops.record,   self->ops.logical,  self->ops.kind,      self->records.time,
    self->records.id,   self->records.size, self->records.call,  self->records.op,
    self->records.kind, self->tape.bits,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    g_free ((gpointer) columns[i]);
}

static void
refrain_process_finalize (GObject *object)
{
  RefrainProcess *self = REFRAIN_PROCESS (object);

  if (self->owner == NULL)
    free_own_columns (self);
  g_clear_pointer (&self->owner, g_bytes_unref);
  g_clear_pointer (&self->limits_owner, g_bytes_unref);
  g_clear_pointer (&self->threads, g_array_unref);
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
  self->threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread));
}

RefrainProcess *
refrain_process_new (guint rank, const char *name, const char *host)
{
  RefrainProcess *self = g_object_new (REFRAIN_TYPE_PROCESS, NULL);

  self->rank = rank;
  self->name = name != NULL && *name != '\0' ? g_utf8_make_valid (name, -1)
                                             : g_strdup_printf ("MPI Rank %u", rank);
  self->host = host != NULL && *host != '\0' ? g_utf8_make_valid (host, -1) : NULL;
  return self;
}

void
refrain_process_set_columns (RefrainProcess *self,
                             const RefrainCalls *calls,
                             const RefrainOps *ops,
                             const RefrainRecords *records,
                             const RefrainTape *tape,
                             GArray *threads,
                             GBytes *owner)
{
  g_assert (self->owner == NULL && self->calls.start == NULL);

  self->calls = *calls;
  self->ops = *ops;
  self->records = *records;
  self->tape = *tape;
  g_array_unref (self->threads);
  self->threads = g_array_ref (threads);
  self->owner = owner != NULL ? g_bytes_ref (owner) : NULL;
  self->checked = owner == NULL;
}

void
refrain_process_set_limits (RefrainProcess *self,
                            const RefrainColumnLimits *limits,
                            GBytes *limits_owner)
{
  self->limits = *limits;
  self->limits_owner = g_bytes_ref (limits_owner);
}

static void
make_empty (RefrainProcess *self)
{
  self->calls.n = self->ops.n = self->records.n = 0;
  self->tape.n = 0;
  for (guint i = 0; i < self->threads->len; i++)
    {
      RefrainThread *thread = &g_array_index (self->threads, RefrainThread, i);

      *thread = (RefrainThread){ .name = thread->name, .id = thread->id };
    }
}

static void
check (RefrainProcess *self)
{
  if (G_LIKELY (g_atomic_pointer_get (&self->checked) != 0))
    return;
  if (g_once_init_enter (&self->checked))
    {
      if (!refrain_columns_check (&self->calls, &self->ops, &self->records, &self->tape,
                                  (const RefrainThread *) (gpointer) self->threads->data,
                                  self->threads->len, &self->limits))
        {
          make_empty (self);
          self->damaged = TRUE;
        }
      g_once_init_leave (&self->checked, 1);
    }
}

guint
refrain_process_get_rank (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), 0);
  return self->rank;
}

const char *
refrain_process_get_name (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  return self->name;
}

const char *
refrain_process_get_host (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  return self->host;
}

const RefrainCalls *
refrain_process_get_calls (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  check (self);
  return &self->calls;
}

const RefrainOps *
refrain_process_get_ops (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  check (self);
  return &self->ops;
}

const RefrainOps *
refrain_process_peek_ops (RefrainProcess *self)
{
  return &self->ops;
}

const RefrainRecords *
refrain_process_get_records (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  check (self);
  return &self->records;
}

const RefrainTape *
refrain_process_get_tape (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  check (self);
  return &self->tape;
}

gboolean
refrain_process_is_damaged (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), FALSE);
  check (self);
  return self->damaged;
}

gsize
refrain_process_get_n_threads (RefrainProcess *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), 0);
  return self->threads->len;
}

const RefrainThread *
refrain_process_get_thread (RefrainProcess *self, gsize i)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self) && i < self->threads->len, NULL);
  check (self);
  return &g_array_index (self->threads, RefrainThread, i);
}

const RefrainThread *
refrain_process_get_thread_of_op (RefrainProcess *self, gsize op)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS (self), NULL);
  check (self);
  for (guint i = 0; i < self->threads->len; i++)
    {
      const RefrainThread *thread = &g_array_index (self->threads, RefrainThread, i);

      if (op >= thread->first_op && op - thread->first_op < thread->n_ops)
        return thread;
    }
  return NULL;
}

/* The first of times[first .. first + n) that is @time or later. */
static gsize
lower_bound (const RefrainTime *times, gsize first, gsize n, RefrainTime time)
{
  while (n > 0)
    {
      gsize half = n / 2;

      if (times[first + half] < time)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

gsize
refrain_process_find_call (RefrainProcess *self, const RefrainThread *thread, RefrainTime time)
{
  return lower_bound (refrain_process_get_calls (self)->start, thread->first_call, thread->n_calls,
                      time);
}

gsize
refrain_process_find_op (RefrainProcess *self, const RefrainThread *thread, RefrainTime time)
{
  return lower_bound (refrain_process_get_ops (self)->time, thread->first_op, thread->n_ops, time);
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
    return self->records.time[record];
  return ops->call[op] != REFRAIN_NONE ? self->calls.start[ops->call[op]] : ops->time[op];
}
