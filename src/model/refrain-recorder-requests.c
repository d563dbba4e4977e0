/* refrain-recorder-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations that begin in one record and end in another: non-blocking ones and collectives.
 */
#include "config.h"

#include "refrain-recorder-private.h"

static guint64 *
request_key (guint64 request)
{
  return g_memdup2 (&request, sizeof request);
}

/* Remembers that @request was started by @row. Gives the row of an earlier start that never
 * completed, which is counted, or REFRAIN_NONE. */
static guint32
start_request (RefrainRecorder *self, GHashTable **table, guint64 request, guint32 row)
{
  gpointer earlier;

  if (row == REFRAIN_NONE)
    return REFRAIN_NONE;
  if (*table == NULL)
    *table = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  earlier = g_hash_table_lookup (*table, &request);
  g_hash_table_insert (*table, request_key (request), GUINT_TO_POINTER (row + 1));
  if (earlier == NULL)
    return REFRAIN_NONE;
  refrain_recorder_defect (self, REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED, self->last, NULL);
  return GPOINTER_TO_UINT (earlier) - 1;
}

/* Takes the row that started @request, or REFRAIN_NONE, which is counted. */
static guint32
end_request (RefrainRecorder *self, GHashTable *table, guint64 request)
{
  gpointer row = table != NULL ? g_hash_table_lookup (table, &request) : NULL;

  if (row == NULL)
    {
      refrain_recorder_defect (self, REFRAIN_DEFECT_REQUEST_WITHOUT_START, self->last, NULL);
      return REFRAIN_NONE;
    }
  g_hash_table_remove (table, &request);
  return GPOINTER_TO_UINT (row) - 1;
}

static void
link_rows (RefrainRecorder *self, guint32 op, guint32 record)
{
  if (op == REFRAIN_NONE || record == REFRAIN_NONE)
    return;
  self->ops.record[op] = record;
  self->records.op[record] = op;
}

/* A send that never completes has no other record to hold its request. */
static void
keep_pending_send (RefrainRecorder *self, guint64 request, guint32 op)
{
  if (op != REFRAIN_NONE)
    link_rows (
        self, op,
        refrain_recorder_add_record (self, self->last, REFRAIN_RECORD_ISEND_PENDING, request, 0));
}

void
refrain_recorder_isend (RefrainRecorder *self,
                        RefrainTime time,
                        gint32 peer,
                        guint32 comm,
                        gint32 tag,
                        guint64 bytes,
                        guint64 request)
{
  guint32 op = refrain_recorder_add_op (self, time, REFRAIN_OP_ISEND, peer, comm, tag, bytes);

  keep_pending_send (self, request, start_request (self, &self->sends, request, op));
}

void
refrain_recorder_irecv (RefrainRecorder *self,
                        RefrainTime time,
                        gint32 peer,
                        guint32 comm,
                        gint32 tag,
                        guint64 bytes,
                        guint64 request)
{
  guint32 op = refrain_recorder_add_op (self, time, REFRAIN_OP_IRECV, peer, comm, tag, bytes);
  guint32 record = end_request (self, self->receives, request);

  if (record == REFRAIN_NONE)
    record = refrain_recorder_add_record (self, time, REFRAIN_RECORD_IRECV_UNPOSTED, request, 0);
  link_rows (self, op, record);
}

void
refrain_recorder_isend_complete (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record
      = refrain_recorder_add_record (self, time, REFRAIN_RECORD_ISEND_COMPLETE, request, 0);

  link_rows (self, end_request (self, self->sends, request), record);
}

void
refrain_recorder_irecv_request (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record
      = refrain_recorder_add_record (self, time, REFRAIN_RECORD_IRECV_REQUEST, request, 0);

  start_request (self, &self->receives, request, record);
}

void
refrain_recorder_request_cancelled (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record
      = refrain_recorder_add_record (self, time, REFRAIN_RECORD_REQUEST_CANCELLED, request, 0);

  if (self->receives != NULL && g_hash_table_remove (self->receives, &request))
    return;
  link_rows (self, end_request (self, self->sends, request), record);
}

void
refrain_recorder_collective_begin (RefrainRecorder *self, RefrainTime time)
{
  guint32 record = refrain_recorder_add_record (self, time, REFRAIN_RECORD_COLLECTIVE_BEGIN, 0, 0);

  if (self->open_collective != REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN, self->last, NULL);
  self->open_collective = record;
}

static void
complete_collective (RefrainRecorder *self,
                     RefrainTime time,
                     RefrainCollective type,
                     guint32 comm,
                     gint32 root,
                     guint64 sent,
                     guint64 received,
                     guint32 record)
{
  guint32 op;

  if ((guint) type >= REFRAIN_N_COLLECTIVES)
    type = REFRAIN_COLLECTIVE_UNKNOWN;
  op = refrain_recorder_add_op (self, time, REFRAIN_OP_COLLECTIVE, root, comm, (gint32) type, sent);
  link_rows (self, op, record);
  if (record != REFRAIN_NONE)
    self->records.size[record] = received;
}

void
refrain_recorder_collective_end (RefrainRecorder *self,
                                 RefrainTime time,
                                 RefrainCollective type,
                                 guint32 comm,
                                 gint32 root,
                                 guint64 sent,
                                 guint64 received)
{
  if (self->open_collective == REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN, time, NULL);
  complete_collective (self, time, type, comm, root, sent, received, self->open_collective);
  self->open_collective = REFRAIN_NONE;
}

void
refrain_recorder_collective_request (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record
      = refrain_recorder_add_record (self, time, REFRAIN_RECORD_COLLECTIVE_REQUEST, request, 0);

  start_request (self, &self->collectives, request, record);
}

void
refrain_recorder_collective_complete (RefrainRecorder *self,
                                      RefrainTime time,
                                      RefrainCollective type,
                                      guint32 comm,
                                      gint32 root,
                                      guint64 sent,
                                      guint64 received,
                                      guint64 request)
{
  complete_collective (self, time, type, comm, root, sent, received,
                       end_request (self, self->collectives, request));
}

/* ---- The end ---- */

static void
count_pending (RefrainRecorder *self, GHashTable *table)
{
  guint n = table != NULL ? g_hash_table_size (table) : 0;

  for (guint i = 0; i < n; i++)
    refrain_recorder_defect (self, REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED, self->last, NULL);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const guint64 *x = a, *y = b;

  return (x[1] > y[1]) - (x[1] < y[1]);
}

/* In the order in which they were started, so that the same events always give the same rows. */
static void
close_pending_sends (RefrainRecorder *self)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, 2 * sizeof (guint64));
  GHashTableIter iter;
  gpointer key, value;

  count_pending (self, self->sends);
  if (self->sends == NULL)
    return;
  g_hash_table_iter_init (&iter, self->sends);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      guint64 pair[2] = { *(guint64 *) key, GPOINTER_TO_UINT (value) - 1 };

      g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_rows);
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint64 *pair = (const guint64 *) (gpointer) pairs->data + 2 * (gsize) i;

      keep_pending_send (self, pair[0], (guint32) pair[1]);
    }
}

void
refrain_recorder_close_requests (RefrainRecorder *self)
{
  if (self->open_collective != REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN,
                             self->records.time[self->open_collective], NULL);
  close_pending_sends (self);
  count_pending (self, self->receives);
  count_pending (self, self->collectives);
}
