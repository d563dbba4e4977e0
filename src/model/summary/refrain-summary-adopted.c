/* refrain-summary-adopted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a trace has that was read from a file. The arrays are those of the structures: they lie in
 * the file as a summary has them in memory, and cost what is looked at.
 */
#include "refrain-free.h"
#include "refrain-summary-private.h"

#include <string.h>

static const struct
{
  const char *path;
  RefrainColumnType type;
} arrays[REFRAIN_N_KEPT_ARRAYS] = {
  [REFRAIN_KEPT_ACTIVITY] = { "/summary/activity", REFRAIN_COLUMN_U8 },
  [REFRAIN_KEPT_DEPTH] = { "/summary/depth", REFRAIN_COLUMN_U32 },
  [REFRAIN_KEPT_CALLS_MPI] = { "/summary/calls_mpi", REFRAIN_COLUMN_U32 },
  [REFRAIN_KEPT_CALL_TIME] = { "/summary/call_time", REFRAIN_COLUMN_I64 },
  [REFRAIN_KEPT_CALL_MARK] = { "/summary/call_mark", REFRAIN_COLUMN_I64 },
  [REFRAIN_KEPT_OP_TIME] = { "/summary/op_time", REFRAIN_COLUMN_I64 },
  [REFRAIN_KEPT_OP_MARK] = { "/summary/op_mark", REFRAIN_COLUMN_U32 },
  [REFRAIN_KEPT_N_PEERS] = { "/summary/n_peers", REFRAIN_COLUMN_U64 },
  [REFRAIN_KEPT_PEER] = { "/summary/peer", REFRAIN_COLUMN_U32 },
  [REFRAIN_KEPT_FIRST_SEND] = { "/summary/first_send", REFRAIN_COLUMN_U64 },
  [REFRAIN_KEPT_SEND] = { "/summary/send", REFRAIN_COLUMN_U32 },
  [REFRAIN_KEPT_N_UNMATCHED] = { "/summary/n_unmatched", REFRAIN_COLUMN_U64 },
  [REFRAIN_KEPT_UNMATCHED] = { "/summary/unmatched", REFRAIN_COLUMN_U32 },
  [REFRAIN_KEPT_RUN] = { "/summary/run", REFRAIN_COLUMN_I64 },
  [REFRAIN_KEPT_PROFILE] = { "/summary/profile", REFRAIN_COLUMN_I64 },
  [REFRAIN_KEPT_OTHER] = { "/summary/other", REFRAIN_COLUMN_U64 },
  [REFRAIN_KEPT_COUNTS] = { "/summary/counts", REFRAIN_COLUMN_U64 },
  [REFRAIN_KEPT_BUSY] = { "/summary/busy", REFRAIN_COLUMN_I64 },
};

const char *
refrain_kept_array_get_path (RefrainKeptArray array)
{
  return arrays[array].path;
}

RefrainColumnType
refrain_kept_array_get_type (RefrainKeptArray array)
{
  return arrays[array].type;
}

/* What a trace has that was read from a file, under this name. */
#define KEY "refrain-summary-kept"

typedef struct
{
  gconstpointer data[REFRAIN_N_KEPT_ARRAYS];
  guint64 n[REFRAIN_N_KEPT_ARRAYS];
  GBytes *owner;
} Adopted;

REFRAIN_DEFINE_FREE (adopted_free, Adopted, g_bytes_unref (x->owner))

typedef struct
{
  const Adopted *from;
  guint64 at[REFRAIN_N_KEPT_ARRAYS];
  gboolean failed;
} Cursor;

/* The next @n elements of @array. */
static gpointer
take (Cursor *self, RefrainKeptArray array, guint64 n)
{
  const gsize size = refrain_column_type_get_size (arrays[array].type);
  const guint8 *data = self->from->data[array];
  const guint64 at = self->at[array];

  if (n > self->from->n[array] - at)
    {
      self->failed = TRUE;
      return NULL;
    }
  self->at[array] += n;
  return (gpointer) (data + at * size);
}

static guint64
take_number (Cursor *self, RefrainKeptArray array)
{
  const guint64 *number = take (self, array, 1);

  return number != NULL ? *number : 0;
}

static guint32
take_small (Cursor *self, RefrainKeptArray array)
{
  const guint32 *number = take (self, array, 1);

  return number != NULL ? *number : 0;
}

static gsize
count_marks (gsize rows)
{
  return (rows + REFRAIN_SUMMARY_STRIDE - 1) / REFRAIN_SUMMARY_STRIDE;
}

static void
fill_thread (Cursor *from, const RefrainThread *thread, RefrainThreadSummary *out)
{
  out->depth = take_small (from, REFRAIN_KEPT_DEPTH);
  out->calls_mpi = take_small (from, REFRAIN_KEPT_CALLS_MPI) != 0;
  out->n_call_marks = count_marks (thread->n_calls);
  out->call_time = take (from, REFRAIN_KEPT_CALL_TIME, out->n_call_marks);
  out->call_marks
      = take (from, REFRAIN_KEPT_CALL_MARK, out->n_call_marks * REFRAIN_KEPT_CALL_WORDS);
  out->n_op_marks = count_marks (thread->n_ops);
  out->op_time = take (from, REFRAIN_KEPT_OP_TIME, out->n_op_marks);
  out->op_marks = take (from, REFRAIN_KEPT_OP_MARK, out->n_op_marks * REFRAIN_KEPT_OP_WORDS);
}

/* Sends are cut into peers, which are processes. */
static gboolean
are_peers (const RefrainProcessSummary *p, guint n_processes, gsize n_ops)
{
  if (p->first_send[0] != 0 || p->first_send[p->n_peers] > n_ops)
    return FALSE;
  for (gsize i = 0; i < p->n_peers; i++)
    if (p->peers[i] >= n_processes || p->first_send[i] > p->first_send[i + 1])
      return FALSE;
  return TRUE;
}

static void
fill_process (Cursor *from, RefrainTrace *trace, guint process, RefrainProcessSummary *out)
{
  RefrainProcess *object = refrain_trace_get_process (trace, process);
  const gsize n_ops = refrain_process_get_ops (object)->n;

  out->n_threads = refrain_process_get_n_threads (object);
  out->threads = g_new0 (RefrainThreadSummary, out->n_threads);
  for (gsize t = 0; t < out->n_threads; t++)
    fill_thread (from, refrain_process_get_thread (object, t), &out->threads[t]);
  out->n_peers = take_number (from, REFRAIN_KEPT_N_PEERS);
  out->peers = take (from, REFRAIN_KEPT_PEER, out->n_peers);
  out->first_send = take (from, REFRAIN_KEPT_FIRST_SEND, out->n_peers + 1);
  if (from->failed || !are_peers (out, refrain_trace_get_n_processes (trace), n_ops))
    {
      from->failed = TRUE;
      return;
    }
  out->send_rows = take (from, REFRAIN_KEPT_SEND, out->first_send[out->n_peers]);
  out->n_unmatched = take_number (from, REFRAIN_KEPT_N_UNMATCHED);
  out->unmatched = take (from, REFRAIN_KEPT_UNMATCHED, out->n_unmatched);
}

/* Fills @processes; FALSE where the arrays are not of @trace. */
static gboolean
fill (const Adopted *adopted, RefrainTrace *trace, RefrainProcessSummary *processes)
{
  const RefrainKeptArray last = REFRAIN_KEPT_UNMATCHED;
  Cursor cursor = { .from = adopted };

  for (guint p = 0; p < refrain_trace_get_n_processes (trace) && !cursor.failed; p++)
    fill_process (&cursor, trace, p, &processes[p]);
  for (RefrainKeptArray i = REFRAIN_KEPT_DEPTH; i <= last && !cursor.failed; i++)
    cursor.failed = cursor.at[i] != adopted->n[i];
  return !cursor.failed;
}

gboolean
refrain_summary_adopted_put (RefrainTrace *trace,
                             const gconstpointer *data,
                             const guint64 *n,
                             GBytes *owner)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree RefrainProcessSummary *tried = g_new0 (RefrainProcessSummary, n_processes);
  Adopted *adopted = g_new0 (Adopted, 1);
  gboolean fits;

  memcpy (adopted->data, data, sizeof adopted->data);
  memcpy (adopted->n, n, sizeof adopted->n);
  adopted->owner = g_bytes_ref (owner);
  fits = fill (adopted, trace, tried);
  for (guint p = 0; p < n_processes; p++)
    g_free (tried[p].threads);
  if (fits)
    g_object_set_data_full (G_OBJECT (trace), KEY, adopted, adopted_free);
  else
    adopted_free (adopted);
  return fits;
}

gboolean
refrain_summary_adopted_fill (RefrainSummary *self)
{
  const Adopted *adopted = g_object_get_data (G_OBJECT (self->trace), KEY);

  if (adopted == NULL)
    return FALSE;
  self->owner = g_bytes_ref (adopted->owner);
  return fill (adopted, self->trace, self->processes);
}

RefrainProfile *
refrain_summary_adopted_get_profile (RefrainTrace *trace)
{
  const Adopted *adopted = g_object_get_data (G_OBJECT (trace), KEY);
  const guint64 *counts;
  RefrainProfile *self;

  if (adopted == NULL)
    return NULL;
  counts = adopted->data[REFRAIN_KEPT_COUNTS];
  self = g_new0 (RefrainProfile, 1);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_memdup2 (adopted->data[REFRAIN_KEPT_PROFILE],
                               self->n_processes * sizeof *self->processes);
  self->others = g_array_new (FALSE, FALSE, sizeof (RefrainOtherRecords));
  g_array_append_vals (self->others, adopted->data[REFRAIN_KEPT_OTHER],
                       (guint) (adopted->n[REFRAIN_KEPT_OTHER] / REFRAIN_KEPT_OTHER_WORDS));
  self->null_ops = counts[0];
  self->streams = (guint) counts[1];
  self->silent_threads = (guint) counts[2];
  self->silent_calls = counts[3];
  self->calls_mpi = counts[4] != 0;
  return self;
}
