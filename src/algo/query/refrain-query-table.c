/* refrain-query-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A field is loaded by a loop of its own, so that the inner loops are plain.
 */
#include "refrain-query-table.h"

#include <string.h>

#include "refrain-query-words.h"
#include "refrain-free.h"

/* ---- Making it ---- */

typedef struct
{
  const char *name;
  guint32 index;
} Named;

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const Named *x = a, *y = b;
  const int order = strcmp (x->name, y->name);

  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* The place of each name among all, equal ones alike. Uses up @named. */
static guint32 *
rank_names (GArray *named)
{
  guint32 *rank = g_new0 (guint32, named->len + 1);

  g_array_sort (named, compare_named);
  for (guint i = 1; i < named->len; i++)
    {
      const Named *this = &g_array_index (named, Named, i), *before = this - 1;

      rank[this->index] = rank[before->index] + (strcmp (this->name, before->name) != 0);
    }
  g_array_unref (named);
  return rank;
}

static guint32 *
rank_field (const RefrainQueryTable *self, RefrainQueryField field, guint32 n)
{
  GArray *named = g_array_new (FALSE, FALSE, sizeof (Named));

  for (guint32 i = 0; i < n; i++)
    {
      const char *text = refrain_query_table_get_name (self, field, i);
      const Named name = { text != NULL ? text : "", i };

      g_array_append_val (named, name);
    }
  return rank_names (named);
}

static void
find_hosts (RefrainQueryTable *self)
{
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);

  self->host = g_new (gint64, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const char *host = refrain_process_get_host (refrain_trace_get_process (self->trace, p));

      self->host[p] = REFRAIN_QUERY_NOTHING;
      if (host == NULL)
        continue;
      if (!g_hash_table_contains (first, host))
        g_hash_table_insert (first, (gpointer) host, GUINT_TO_POINTER (p));
      self->host[p] = GPOINTER_TO_UINT (g_hash_table_lookup (first, host));
    }
}

static void
collect_columns (RefrainQueryTable *self)
{
  self->ops = g_new0 (const RefrainOps *, self->n_processes);
  self->calls = g_new0 (const RefrainCalls *, self->n_processes);
  self->records = g_new0 (const RefrainRecords *, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      self->ops[p] = refrain_process_get_ops (process);
      self->calls[p] = refrain_process_get_calls (process);
      self->records[p] = refrain_process_get_records (process);
    }
}

RefrainQueryTable *
refrain_query_table_new (RefrainTrace *trace, RefrainQuerySource source)
{
  RefrainQueryTable *self = g_atomic_rc_box_new0 (RefrainQueryTable);

  self->trace = g_object_ref (trace);
  self->source = source;
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->n_routines = refrain_trace_get_n_routines (trace);
  self->n_communicators = refrain_trace_get_n_communicators (trace);
  collect_columns (self);
  self->routine_rank = rank_field (self, REFRAIN_QUERY_FIELD_ROUTINE, self->n_routines);
  self->communicator_rank = rank_field (self, REFRAIN_QUERY_FIELD_COMM, self->n_communicators);
  self->kind_rank = rank_field (self, REFRAIN_QUERY_FIELD_KIND, REFRAIN_QUERY_N_KINDS);
  if (source == REFRAIN_QUERY_SOURCE_PROCESSES)
    {
      find_hosts (self);
      self->name_rank = rank_field (self, REFRAIN_QUERY_FIELD_NAME, self->n_processes);
      self->host_rank = rank_field (self, REFRAIN_QUERY_FIELD_HOST, self->n_processes);
    }
  return self;
}

REFRAIN_DEFINE_CLEAR (clear, RefrainQueryTable, g_free (x->ops); g_free (x->calls);
                      g_free (x->records);
                      g_free (x->routine_rank);
                      g_free (x->communicator_rank);
                      g_free (x->kind_rank);
                      g_free (x->name_rank);
                      g_free (x->host_rank);
                      g_free (x->host);
                      g_free (x->sends);
                      g_free (x->receives);
                      g_free (x->collectives);
                      g_free (x->sent);
                      g_free (x->received);
                      g_free (x->mpi_time);
                      g_free (x->all_calls);
                      g_free (x->routine_place);
                      g_free (x->routine_calls);
                      g_object_unref (x->trace))

void
refrain_query_table_unref (RefrainQueryTable *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* ---- Rows ---- */

guint
refrain_query_table_get_n_units (const RefrainQueryTable *self)
{
  return self->source == REFRAIN_QUERY_SOURCE_PROCESSES ? 1 : self->n_processes;
}

gsize
refrain_query_table_get_n_rows (const RefrainQueryTable *self, guint unit)
{
  switch (self->source)
    {
    case REFRAIN_QUERY_SOURCE_PROCESSES:
      return self->n_processes;
    case REFRAIN_QUERY_SOURCE_CALLS:
      return self->calls[unit]->n;
    case REFRAIN_QUERY_SOURCE_MESSAGES:
    case REFRAIN_QUERY_SOURCE_OPERATIONS:
    default:
      return self->ops[unit]->n;
    }
}

/* ---- Values of operations and messages ---- */

/* Sets @value from an expression in the row @r, for each row. */
#define FOR_ROWS(value)                                                                            \
  for (gsize i = 0; i < n; i++)                                                                    \
    {                                                                                              \
      G_GNUC_UNUSED const guint32 r = rows[i];                                                     \
                                                                                                   \
      values[i] = (value);                                                                         \
    }                                                                                              \
  break

static gint64
or_nothing (gint64 value)
{
  return value >= 0 ? value : REFRAIN_QUERY_NOTHING;
}

static gint64
index_or_nothing (guint32 index)
{
  return index != REFRAIN_NONE ? (gint64) index : REFRAIN_QUERY_NOTHING;
}

static gint64
clamp_bytes (guint64 bytes)
{
  return (gint64) MIN (bytes, G_MAXINT64);
}

static RefrainTime
op_start (const RefrainOps *ops,
          const RefrainCalls *calls,
          const RefrainRecords *records,
          guint32 r)
{
  const guint32 record = ops->record[r];

  if (ops->kind[r] == REFRAIN_OP_COLLECTIVE && record != REFRAIN_NONE)
    return records->time[record];
  /* A receive is called where it is posted, not where it is waited for. */
  if (ops->kind[r] == REFRAIN_OP_IRECV && record != REFRAIN_NONE)
    return records->call[record] != REFRAIN_NONE ? calls->start[records->call[record]]
                                                 : records->time[record];
  return ops->call[r] != REFRAIN_NONE ? calls->start[ops->call[r]] : ops->time[r];
}

/* Its place in time: a send where it is sent, a receive where it is received or, of one that does
 * not wait, posted, a collective where it begins. */
static RefrainTime
op_time (const RefrainOps *ops, const RefrainRecords *records, guint32 r)
{
  return (ops->kind[r] == REFRAIN_OP_COLLECTIVE || ops->kind[r] == REFRAIN_OP_IRECV)
                 && ops->record[r] != REFRAIN_NONE
             ? records->time[ops->record[r]]
             : ops->time[r];
}

static RefrainTime
op_end (const RefrainOps *ops, const RefrainCalls *calls, guint32 r)
{
  return ops->kind[r] != REFRAIN_OP_COLLECTIVE && ops->call[r] != REFRAIN_NONE
             ? MAX (ops->time[r], calls->end[ops->call[r]])
             : ops->time[r];
}

static gint64
op_received (const RefrainOps *ops, const RefrainRecords *records, guint32 r)
{
  if (REFRAIN_OP_IS_SEND (ops->kind[r]))
    return 0;
  if (REFRAIN_OP_IS_P2P (ops->kind[r]))
    return clamp_bytes (ops->bytes[r]);
  return ops->record[r] != REFRAIN_NONE ? clamp_bytes (records->size[ops->record[r]]) : 0;
}

static gint64
op_kind (const RefrainOps *ops, guint32 r)
{
  if (ops->kind[r] != REFRAIN_OP_COLLECTIVE)
    return ops->kind[r];
  return REFRAIN_QUERY_KIND_COLLECTIVE
         + ((guint32) ops->tag[r] < REFRAIN_N_COLLECTIVES ? ops->tag[r]
                                                          : REFRAIN_COLLECTIVE_UNKNOWN);
}

static gint64
call_routine (const RefrainCalls *calls, guint32 call)
{
  return call != REFRAIN_NONE ? index_or_nothing (calls->routine[call]) : REFRAIN_QUERY_NOTHING;
}

/* The routine that called what @call is a call of. */
static gint64
call_caller (const RefrainCalls *calls, guint32 call)
{
  return call != REFRAIN_NONE ? call_routine (calls, calls->parent[call]) : REFRAIN_QUERY_NOTHING;
}

/* When the message that row @r of @process sends has been received. */
static RefrainTime
message_end (const RefrainQueryTable *self, const RefrainOps *ops, guint32 r)
{
  const gint32 peer = ops->peer[r];

  return op_end (self->ops[peer], self->calls[peer], ops->partner[r]);
}

static void
load_op (const RefrainQueryTable *self,
         guint process,
         RefrainQueryField field,
         const guint32 *rows,
         gsize n,
         gint64 *values)
{
  const RefrainOps *ops = self->ops[process];
  const RefrainCalls *calls = self->calls[process];
  const RefrainRecords *records = self->records[process];
  const guint8 *kind = ops->kind;

  switch (field)
    {
    case REFRAIN_QUERY_FIELD_PROCESS:
      FOR_ROWS ((gint64) process);
    case REFRAIN_QUERY_FIELD_SENDER:
      FOR_ROWS (REFRAIN_OP_IS_SEND (kind[r])  ? (gint64) process
                : REFRAIN_OP_IS_P2P (kind[r]) ? or_nothing (ops->peer[r])
                                              : REFRAIN_QUERY_NOTHING);
    case REFRAIN_QUERY_FIELD_RECEIVER:
      FOR_ROWS (REFRAIN_OP_IS_SEND (kind[r])  ? or_nothing (ops->peer[r])
                : REFRAIN_OP_IS_P2P (kind[r]) ? (gint64) process
                                              : REFRAIN_QUERY_NOTHING);
    case REFRAIN_QUERY_FIELD_PEER:
      FOR_ROWS (REFRAIN_OP_IS_P2P (kind[r]) ? or_nothing (ops->peer[r]) : REFRAIN_QUERY_NOTHING);
    case REFRAIN_QUERY_FIELD_ROOT:
      FOR_ROWS (REFRAIN_OP_IS_P2P (kind[r]) ? REFRAIN_QUERY_NOTHING : or_nothing (ops->peer[r]));
    case REFRAIN_QUERY_FIELD_KIND:
      FOR_ROWS (op_kind (ops, r));
    case REFRAIN_QUERY_FIELD_ROUTINE:
      FOR_ROWS (call_routine (calls, ops->call[r]));
    case REFRAIN_QUERY_FIELD_CALLER:
      FOR_ROWS (call_caller (calls, ops->call[r]));
    case REFRAIN_QUERY_FIELD_COMM:
      FOR_ROWS (index_or_nothing (ops->comm[r]));
    case REFRAIN_QUERY_FIELD_TAG:
      FOR_ROWS (REFRAIN_OP_IS_P2P (kind[r]) ? (gint64) ops->tag[r] : REFRAIN_QUERY_NOTHING);
    case REFRAIN_QUERY_FIELD_SIZE:
      FOR_ROWS (REFRAIN_OP_IS_P2P (kind[r])
                    ? clamp_bytes (ops->bytes[r])
                    : MAX (clamp_bytes (ops->bytes[r]), op_received (ops, records, r)));
    case REFRAIN_QUERY_FIELD_SENT:
      FOR_ROWS (REFRAIN_OP_IS_RECV (kind[r]) ? 0 : clamp_bytes (ops->bytes[r]));
    case REFRAIN_QUERY_FIELD_RECEIVED:
      FOR_ROWS (op_received (ops, records, r));
    case REFRAIN_QUERY_FIELD_TIME:
      FOR_ROWS (op_time (ops, records, r));
    case REFRAIN_QUERY_FIELD_START:
      FOR_ROWS (op_start (ops, calls, records, r));
    case REFRAIN_QUERY_FIELD_END:
      FOR_ROWS (op_end (ops, calls, r));
    case REFRAIN_QUERY_FIELD_DURATION:
      FOR_ROWS (op_end (ops, calls, r) - op_start (ops, calls, records, r));
    case REFRAIN_QUERY_FIELD_SELF:
      FOR_ROWS (REFRAIN_OP_IS_P2P (kind[r]) && ops->peer[r] == (gint32) process);
    case REFRAIN_QUERY_FIELD_MATCHED:
      FOR_ROWS (ops->partner[r] != REFRAIN_NONE);
    default:
      FOR_ROWS (REFRAIN_QUERY_NOTHING);
    }
}

/* What a message has beside its send. */
static void
load_message (const RefrainQueryTable *self,
              guint process,
              RefrainQueryField field,
              const guint32 *rows,
              gsize n,
              gint64 *values)
{
  const RefrainOps *ops = self->ops[process];
  const RefrainCalls *calls = self->calls[process];

  switch (field)
    {
    case REFRAIN_QUERY_FIELD_SENDER:
      FOR_ROWS ((gint64) process);
    case REFRAIN_QUERY_FIELD_RECEIVER:
      FOR_ROWS (ops->peer[r]);
    case REFRAIN_QUERY_FIELD_TAG:
      FOR_ROWS (ops->tag[r]);
    case REFRAIN_QUERY_FIELD_SIZE:
      FOR_ROWS (clamp_bytes (ops->bytes[r]));
    case REFRAIN_QUERY_FIELD_END:
      FOR_ROWS (message_end (self, ops, r));
    case REFRAIN_QUERY_FIELD_DURATION:
      FOR_ROWS (message_end (self, ops, r)
                - (ops->call[r] != REFRAIN_NONE ? calls->start[ops->call[r]] : ops->time[r]));
    default:
      load_op (self, process, field, rows, n, values);
    }
}

/* ---- Values of calls and processes ---- */

static void
load_call (const RefrainQueryTable *self,
           guint process,
           RefrainQueryField field,
           const guint32 *rows,
           gsize n,
           gint64 *values)
{
  const RefrainCalls *calls = self->calls[process];

  switch (field)
    {
    case REFRAIN_QUERY_FIELD_PROCESS:
      FOR_ROWS ((gint64) process);
    case REFRAIN_QUERY_FIELD_ROUTINE:
      FOR_ROWS (index_or_nothing (calls->routine[r]));
    case REFRAIN_QUERY_FIELD_CALLER:
      FOR_ROWS (call_caller (calls, r));
    case REFRAIN_QUERY_FIELD_TIME:
    case REFRAIN_QUERY_FIELD_START:
      FOR_ROWS (calls->start[r]);
    case REFRAIN_QUERY_FIELD_END:
      FOR_ROWS (calls->end[r]);
    case REFRAIN_QUERY_FIELD_DURATION:
      FOR_ROWS (calls->end[r] - calls->start[r]);
    case REFRAIN_QUERY_FIELD_DEPTH:
      FOR_ROWS (calls->depth[r]);
    default:
      FOR_ROWS (REFRAIN_QUERY_NOTHING);
    }
}

static void
load_process (const RefrainQueryTable *self,
              RefrainQueryColumnId column,
              const guint32 *rows,
              gsize n,
              gint64 *values)
{
  switch (column.field)
    {
    case REFRAIN_QUERY_FIELD_PROCESS:
    case REFRAIN_QUERY_FIELD_NAME:
      FOR_ROWS (r);
    case REFRAIN_QUERY_FIELD_HOST:
      FOR_ROWS (self->host[r]);
    case REFRAIN_QUERY_FIELD_SENDS:
      FOR_ROWS (self->sends[r]);
    case REFRAIN_QUERY_FIELD_RECEIVES:
      FOR_ROWS (self->receives[r]);
    case REFRAIN_QUERY_FIELD_COLLECTIVES:
      FOR_ROWS (self->collectives[r]);
    case REFRAIN_QUERY_FIELD_SENT:
      FOR_ROWS (self->sent[r]);
    case REFRAIN_QUERY_FIELD_RECEIVED:
      FOR_ROWS (self->received[r]);
    case REFRAIN_QUERY_FIELD_MPI_TIME:
      FOR_ROWS (self->mpi_time[r]);
    case REFRAIN_QUERY_FIELD_CALLS:
      FOR_ROWS (column.routine != REFRAIN_NONE
                    ? self->routine_calls[(gsize) r * self->n_places
                                          + self->routine_place[column.routine]]
                    : self->all_calls[r]);
    default:
      FOR_ROWS (REFRAIN_QUERY_NOTHING);
    }
}

void
refrain_query_table_load (const RefrainQueryTable *self,
                          guint unit,
                          RefrainQueryColumnId column,
                          const guint32 *rows,
                          gsize n,
                          gint64 *values)
{
  switch (self->source)
    {
    case REFRAIN_QUERY_SOURCE_MESSAGES:
      load_message (self, unit, column.field, rows, n, values);
      break;
    case REFRAIN_QUERY_SOURCE_OPERATIONS:
      load_op (self, unit, column.field, rows, n, values);
      break;
    case REFRAIN_QUERY_SOURCE_CALLS:
      load_call (self, unit, column.field, rows, n, values);
      break;
    case REFRAIN_QUERY_SOURCE_PROCESSES:
    default:
      load_process (self, column, rows, n, values);
    }
}

/* ---- Names ---- */

const char *
refrain_query_table_get_name (const RefrainQueryTable *self, RefrainQueryField field, gint64 value)
{
  RefrainProcess *process;

  if (value < 0)
    return NULL;
  switch (refrain_query_field_get_info (field)->type)
    {
    case REFRAIN_QUERY_TYPE_ROUTINE:
      return value < self->n_routines ? refrain_trace_get_routine_label (self->trace, (guint) value)
                                      : NULL;
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
      return value < self->n_communicators ? refrain_communicator_get_name (
                 refrain_trace_get_communicator (self->trace, (guint) value))
                                           : NULL;
    case REFRAIN_QUERY_TYPE_KIND:
      return refrain_query_kind_get_name ((guint) value);
    case REFRAIN_QUERY_TYPE_TEXT:
      if (value >= self->n_processes)
        return NULL;
      process = refrain_trace_get_process (self->trace, (guint) value);
      return field == REFRAIN_QUERY_FIELD_NAME ? refrain_process_get_name (process)
                                               : refrain_process_get_host (process);
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_BYTES:
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_SET_ID:
    default:
      return NULL;
    }
}

gint64
refrain_query_table_get_rank (const RefrainQueryTable *self, RefrainQueryField field, gint64 value)
{
  if (value < 0)
    return value;
  switch (refrain_query_field_get_info (field)->type)
    {
    case REFRAIN_QUERY_TYPE_ROUTINE:
      return value < self->n_routines ? self->routine_rank[value] : value;
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
      return value < self->n_communicators ? self->communicator_rank[value] : value;
    case REFRAIN_QUERY_TYPE_KIND:
      return value < REFRAIN_QUERY_N_KINDS ? self->kind_rank[value] : value;
    case REFRAIN_QUERY_TYPE_TEXT:
      return field == REFRAIN_QUERY_FIELD_NAME ? self->name_rank[value] : self->host_rank[value];
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_BYTES:
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_SET_ID:
    default:
      return value;
    }
}

guint32
refrain_query_table_get_domain (const RefrainQueryTable *self, RefrainQueryField field)
{
  switch (refrain_query_field_get_info (field)->type)
    {
    case REFRAIN_QUERY_TYPE_ROUTINE:
      return self->n_routines;
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
      return self->n_communicators;
    case REFRAIN_QUERY_TYPE_KIND:
      return REFRAIN_QUERY_N_KINDS;
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_TEXT:
      return self->n_processes;
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_BYTES:
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
    case REFRAIN_QUERY_TYPE_SET_ID:
    default:
      return 0;
    }
}
