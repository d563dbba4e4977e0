/* refrain-column-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns from a file may hold anything. This looks at each value once, so that nobody after it
 * has to.
 */
#include "config.h"

#include "refrain-process-private.h"

typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  const RefrainColumnLimits *limits;
} Columns;

static inline gboolean
none_or_below (guint32 index, gsize n)
{
  return index == REFRAIN_NONE || index < n;
}

static inline gboolean
time_in_range (RefrainTime time)
{
  return time >= -REFRAIN_TIME_LIMIT && time <= REFRAIN_TIME_LIMIT;
}

static gboolean
check_calls (const Columns *c, const RefrainThread *thread)
{
  const RefrainCalls *calls = c->calls;
  gsize end = thread->first_call + thread->n_calls;

  for (gsize i = thread->first_call; i < end; i++)
    {
      guint32 parent = calls->parent[i];

      if (!time_in_range (calls->start[i]) || !time_in_range (calls->end[i])
          || calls->end[i] < calls->start[i] || calls->routine[i] >= c->limits->n_routines)
        return FALSE;
      if (i > thread->first_call && calls->start[i] < calls->start[i - 1])
        return FALSE;
      if (parent == REFRAIN_NONE
              ? calls->depth[i] != 0
              : (parent >= i || parent < thread->first_call
                 || calls->depth[i] != MIN (calls->depth[parent] + 1, G_MAXUINT16)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_op (const Columns *c, gsize i)
{
  const RefrainOps *ops = c->ops;
  const RefrainColumnLimits *limits = c->limits;
  gint32 peer = ops->peer[i];
  guint32 partner = ops->partner[i];

  if (ops->logical[i] == 0 || ops->logical[i] > limits->all_ops)
    return FALSE;
  if (ops->kind[i] > REFRAIN_OP_COLLECTIVE || !time_in_range (ops->time[i]) || peer < -1
      || (peer >= 0 && (guint) peer >= limits->n_processes)
      || !none_or_below (ops->call[i], c->calls->n)
      || !none_or_below (ops->record[i], c->records->n)
      || !none_or_below (ops->comm[i], limits->n_communicators))
    return FALSE;
  if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
    return none_or_below (partner, limits->n_instances) && ops->tag[i] >= 0
           && ops->tag[i] < REFRAIN_N_COLLECTIVES;
  return partner == REFRAIN_NONE || (peer >= 0 && partner < limits->n_ops[peer]);
}

static gboolean
check_ops (const Columns *c, const RefrainThread *thread)
{
  gsize end = thread->first_op + thread->n_ops;

  for (gsize i = thread->first_op; i < end; i++)
    if (!check_op (c, i) || (i > thread->first_op && c->ops->time[i] < c->ops->time[i - 1]))
      return FALSE;
  return TRUE;
}

static gboolean
check_records (const Columns *c, const RefrainThread *thread)
{
  const RefrainRecords *records = c->records;
  gsize end = thread->first_record + thread->n_records;

  for (gsize i = thread->first_record; i < end; i++)
    {
      if (records->kind[i] >= REFRAIN_N_RECORD_KINDS || !time_in_range (records->time[i])
          || !none_or_below (records->call[i], c->calls->n)
          || !none_or_below (records->op[i], c->ops->n))
        return FALSE;
      if (i > thread->first_record && records->time[i] < records->time[i - 1])
        return FALSE;
      if (records->kind[i] == REFRAIN_RECORD_LEAVE_WITHOUT_ENTER && records->id[i] != REFRAIN_NONE
          && records->id[i] >= c->limits->n_routines)
        return FALSE;
      if (records->kind[i] == REFRAIN_RECORD_UNCLOSED && records->id[i] >= c->calls->n)
        return FALSE;
    }
  return TRUE;
}

/* The tape must call up each row of the thread once, never leave what is not open, and leave all.
 */
static gboolean
check_tape (const Columns *c, const RefrainThread *thread)
{
  gsize calls = 0, ops = 0, records = 0, open = 0;

  for (guint64 i = 0; i < thread->n_tape; i++)
    switch (REFRAIN_TAPE_GET (c->tape, thread->first_tape + i))
      {
      case REFRAIN_TAPE_ENTER:
        calls++;
        open++;
        break;
      case REFRAIN_TAPE_LEAVE:
        if (open-- == 0)
          return FALSE;
        break;
      case REFRAIN_TAPE_OP:
        ops++;
        break;
      case REFRAIN_TAPE_RECORD:
        if (records >= thread->n_records)
          return FALSE;
        if (c->records->kind[thread->first_record + records] == REFRAIN_RECORD_UNCLOSED
            && open-- == 0)
          return FALSE;
        records++;
        break;
      }
  return open == 0 && calls == thread->n_calls && ops == thread->n_ops
         && records == thread->n_records;
}

/* Threads must share out the rows without gap or overlap. */
static gboolean
check_threads (const Columns *c, const RefrainThread *threads, gsize n)
{
  gsize call = 0, op = 0, record = 0;
  guint64 tape = 0;

  for (gsize i = 0; i < n; i++)
    {
      const RefrainThread *t = &threads[i];

      if (t->first_call != call || t->n_calls > c->calls->n - call || t->first_op != op
          || t->n_ops > c->ops->n - op || t->first_record != record
          || t->n_records > c->records->n - record || t->first_tape != tape
          || t->n_tape > c->tape->n - tape || t->first_tape % 4 != 0)
        return FALSE;
      call += t->n_calls;
      op += t->n_ops;
      record += t->n_records;
      tape = MIN (c->tape->n, (t->first_tape + t->n_tape + 3) / 4 * 4);
    }
  return call == c->calls->n && op == c->ops->n && record == c->records->n && tape == c->tape->n;
}

gboolean
refrain_columns_check (const RefrainCalls *calls,
                       const RefrainOps *ops,
                       const RefrainRecords *records,
                       const RefrainTape *tape,
                       const RefrainThread *threads,
                       gsize n_threads,
                       const RefrainColumnLimits *limits)
{
  Columns c = { calls, ops, records, tape, limits };

  if (calls->n >= REFRAIN_NONE || ops->n >= REFRAIN_NONE || records->n >= REFRAIN_NONE
      || !check_threads (&c, threads, n_threads))
    return FALSE;
  for (gsize i = 0; i < n_threads; i++)
    if (!check_calls (&c, &threads[i]) || !check_ops (&c, &threads[i])
        || !check_records (&c, &threads[i]) || !check_tape (&c, &threads[i]))
      return FALSE;
  return TRUE;
}
