/* refrain-check-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Constraints on calls, and on those that complete requests.
 */
#include "refrain-check.h"

#include "refrain-hash.h"

static inline guint16
does (const RefrainCheckInput *input, const RefrainCheckOwn *own, gsize call)
{
  return input->routine[own->calls->routine[call]];
}

/* C1; the other row is the calling call. */
void
refrain_check_leaf (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainCalls *calls = own->calls;

  for (gsize i = 0; i < calls->n && refrain_check_goes_on (sink, i); i++)
    {
      if ((does (input, own, i) & REFRAIN_CALLS_MPI) == 0)
        continue;
      sink->n_seen++;
      if (calls->parent[i] != REFRAIN_NONE
          && (does (input, own, calls->parent[i]) & REFRAIN_CALLS_MPI) != 0)
        refrain_check_report (sink, REFRAIN_VIOLATION_CALL, i, sink->process, calls->parent[i], 0);
    }
}

/* ---- Begin and end of MPI ---- */

/* Whether call @a comes before call @b: of one thread by rows, since stamps may be equal. */
static gboolean
is_before (const RefrainCheckOwn *own, gsize a, gsize b)
{
  const RefrainTime x = own->calls->start[a], y = own->calls->start[b];

  return x < y || (x == y && a < b);
}

/* The first (or, with @last, the last) call that @wanted flags; n where there is none, or when
 * cancelled. */
static gsize
find_call (const RefrainCheckInput *input,
           const RefrainCheckSink *sink,
           guint16 wanted,
           guint16 unwanted,
           gboolean last)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  gsize found = own->calls->n;

  for (gsize i = 0; i < own->calls->n && refrain_check_goes_on (sink, i); i++)
    {
      const guint16 flags = does (input, own, i);

      if ((flags & wanted) != 0 && (flags & unwanted) == 0
          && (found == own->calls->n || is_before (own, i, found) != last))
        found = i;
    }
  return found;
}

/* The first operation outside of calls of MPI, at which something else must have been recorded,
 * that stands before @before or after @after; n where there is none. */
static gsize
find_bare_op (const RefrainCheckInput *input,
              const RefrainCheckSink *sink,
              RefrainTime before,
              RefrainTime after)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainOps *ops = own->ops;
  gsize found = ops->n;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    if ((ops->time[i] < before || ops->time[i] > after)
        && (ops->call[i] == REFRAIN_NONE
            || (does (input, own, ops->call[i]) & REFRAIN_CALLS_MPI) == 0)
        && (found == ops->n || ops->time[i] < ops->time[found]))
      found = i;
  return found;
}

/* C3; the other row is the call of MPI_Init that comes too late, if any. */
void
refrain_check_init (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  gsize init, other, op;

  if ((own->does & REFRAIN_CALLS_MPI) == 0)
    return;
  other = find_call (input, sink, REFRAIN_CALLS_MPI, REFRAIN_CALLS_INIT | REFRAIN_CALLS_ANY_TIME,
                     FALSE);
  init = find_call (input, sink, REFRAIN_CALLS_INIT, 0, FALSE);
  op = init < own->calls->n ? find_bare_op (input, sink, own->calls->start[init], G_MAXINT64)
                            : own->ops->n;
  if (other == own->calls->n && op == own->ops->n)
    return;
  sink->n_seen++;
  if (op < own->ops->n && (other == own->calls->n || own->ops->time[op] < own->calls->start[other]))
    refrain_check_report (sink, REFRAIN_VIOLATION_OP, op, sink->process, (guint32) init, 0);
  else if (init == own->calls->n)
    refrain_check_report (sink, REFRAIN_VIOLATION_CALL, other, REFRAIN_NONE, REFRAIN_NONE, 0);
  else if (is_before (own, other, init))
    refrain_check_report (sink, REFRAIN_VIOLATION_CALL, other, sink->process, (guint32) init, 0);
}

/* C4; the row is the last MPI call. */
void
refrain_check_finalize (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  gsize last;

  if ((own->does & REFRAIN_CALLS_MPI) == 0)
    return;
  sink->n_seen++;
  if ((own->does & REFRAIN_CALLS_FINALIZE) != 0 || (input->does & REFRAIN_CALLS_ABORT) != 0)
    return;
  last = find_call (input, sink, REFRAIN_CALLS_MPI, 0, TRUE);
  if (last < own->calls->n)
    refrain_check_report (sink, REFRAIN_VIOLATION_CALL, last, REFRAIN_NONE, REFRAIN_NONE, 0);
}

/* X7; the other row is the call of MPI_Finalize. */
void
refrain_check_after_finalize (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  gsize finalize, op;

  if ((own->does & REFRAIN_CALLS_FINALIZE) == 0)
    return;
  sink->n_seen++;
  finalize = find_call (input, sink, REFRAIN_CALLS_FINALIZE, 0, TRUE);
  if (finalize == own->calls->n)
    return;
  for (gsize i = 0; i < own->calls->n && refrain_check_goes_on (sink, i); i++)
    if ((does (input, own, i)
         & (REFRAIN_CALLS_MPI | REFRAIN_CALLS_FINALIZE | REFRAIN_CALLS_ANY_TIME
            | REFRAIN_CALLS_ABORT))
            == REFRAIN_CALLS_MPI
        && is_before (own, finalize, i) && own->calls->start[i] >= own->calls->end[finalize])
      {
        refrain_check_report (sink, REFRAIN_VIOLATION_CALL, i, sink->process, (guint32) finalize,
                              0);
        return;
      }
  op = find_bare_op (input, sink, G_MININT64, own->calls->end[finalize]);
  if (op < own->ops->n)
    refrain_check_report (sink, REFRAIN_VIOLATION_OP, op, sink->process, (guint32) finalize, 0);
}

/* ---- Requests ---- */

/* The call in which operation @op completes, and which is one of @wanted; REFRAIN_NONE otherwise.
 */
static guint32
find_completion (const RefrainCheckInput *input,
                 const RefrainCheckOwn *own,
                 gsize op,
                 guint16 wanted)
{
  const guint32 record = own->ops->record[op];
  guint32 call = own->ops->call[op];

  if (record == REFRAIN_NONE)
    return REFRAIN_NONE;
  if (own->ops->kind[op] == REFRAIN_OP_ISEND)
    {
      if (own->records->kind[record] != REFRAIN_RECORD_ISEND_COMPLETE)
        return REFRAIN_NONE;
      call = own->records->call[record];
    }
  else if (own->records->kind[record] != REFRAIN_RECORD_IRECV_REQUEST
           && own->records->kind[record] != REFRAIN_RECORD_COLLECTIVE_REQUEST)
    return REFRAIN_NONE;
  return call != REFRAIN_NONE && (does (input, own, call) & wanted) != 0 ? call : REFRAIN_NONE;
}

/* When what stands at @time in @call was started: with that call, unless it is one that completes
 * requests. */
static RefrainTime
find_start (const RefrainCheckInput *input,
            const RefrainCheckOwn *own,
            guint32 call,
            RefrainTime time)
{
  const guint16 flags = call != REFRAIN_NONE ? does (input, own, call) : 0;

  if ((flags & REFRAIN_CALLS_MPI) == 0 || (flags & (REFRAIN_CALLS_WAIT | REFRAIN_CALLS_TEST)) != 0)
    return time;
  return MIN (time, own->calls->start[call]);
}

/* When the request of operation @op was started. */
static RefrainTime
find_request_start (const RefrainCheckInput *input, const RefrainCheckOwn *own, gsize op)
{
  const guint32 record = own->ops->record[op];

  if (own->ops->kind[op] == REFRAIN_OP_ISEND)
    return find_start (input, own, own->ops->call[op], own->ops->time[op]);
  return find_start (input, own, own->records->call[record], own->records->time[record]);
}

/* C5, and A26.1 where the test completes something: the amount is the time between. */
static void
check_completions (const RefrainCheckInput *input, RefrainCheckSink *sink, guint16 wanted)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainOps *ops = own->ops;

  if ((own->does & wanted) == 0)
    return;
  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      guint32 call;
      RefrainTime start;

      if (ops->kind[i] != REFRAIN_OP_ISEND && ops->kind[i] != REFRAIN_OP_IRECV
          && ops->kind[i] != REFRAIN_OP_COLLECTIVE)
        continue;
      call = find_completion (input, own, i, wanted);
      if (call == REFRAIN_NONE)
        continue;
      sink->n_seen++;
      start = find_request_start (input, own, i);
      if (own->calls->start[call] < start)
        refrain_check_report (sink, REFRAIN_VIOLATION_CALL, call, sink->process, (guint32) i,
                              start - own->calls->start[call]);
    }
}

void
refrain_check_wait (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  check_completions (input, sink, REFRAIN_CALLS_WAIT);
}

/* Notes that @request was started at @time, if that is earlier than what is known. */
static void
note_start (GHashTable *starts, guint64 request, RefrainTime time)
{
  RefrainTime *known = g_hash_table_lookup (starts, &request);

  if (known == NULL)
    {
      guint64 *key = g_new (guint64, 2);

      key[0] = request;
      key[1] = (guint64) time;
      g_hash_table_insert (starts, key, &key[1]);
    }
  else if (time < *known)
    *known = time;
}

/* The first start of each request of the process. */
static GHashTable *
list_starts (const RefrainCheckInput *input, const RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainRecords *records = own->records;
  GHashTable *starts = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (gsize i = 0; i < records->n && refrain_check_goes_on (sink, i); i++)
    {
      const RefrainRecordKind kind = records->kind[i];

      if (kind == REFRAIN_RECORD_IRECV_REQUEST || kind == REFRAIN_RECORD_COLLECTIVE_REQUEST
          || kind == REFRAIN_RECORD_NULL_ISEND)
        note_start (starts, records->id[i],
                    find_start (input, own, records->call[i], records->time[i]));
      else if (records->op[i] != REFRAIN_NONE && own->ops->kind[records->op[i]] == REFRAIN_OP_ISEND)
        note_start (starts, records->id[i], find_request_start (input, own, records->op[i]));
    }
  return starts;
}

/* A test may ask about what is over: only what starts later, and never before, is wrong. */
void
refrain_check_test (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainRecords *records = own->records;
  g_autoptr (GHashTable) starts = NULL;

  check_completions (input, sink, REFRAIN_CALLS_TEST);
  for (gsize i = 0; i < records->n && refrain_check_goes_on (sink, i); i++)
    {
      const RefrainTime *start;
      RefrainTime time = records->time[i];

      if (records->kind[i] != REFRAIN_RECORD_REQUEST_TEST)
        continue;
      sink->n_seen++;
      if (starts == NULL)
        starts = list_starts (input, sink);
      if (records->call[i] != REFRAIN_NONE
          && (does (input, own, records->call[i]) & REFRAIN_CALLS_TEST) != 0)
        time = own->calls->start[records->call[i]];
      start = g_hash_table_lookup (starts, &records->id[i]);
      if (start != NULL && time < *start)
        refrain_check_report (sink, REFRAIN_VIOLATION_RECORD, i, REFRAIN_NONE, REFRAIN_NONE,
                              *start - time);
    }
}
