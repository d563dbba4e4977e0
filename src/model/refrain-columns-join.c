/* refrain-columns-join.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the recorders of a process' threads to the columns of the process. One thread, as nearly
 * all MPI programs have, hands over its arrays as they are.
 */
#include "config.h"

#include "refrain-assembly.h"

#include <string.h>

void
refrain_defect_count_add (RefrainDefectCount *defects,
                          RefrainDefectKind kind,
                          guint64 count,
                          RefrainTime time,
                          const char *detail)
{
  RefrainDefectCount *defect = &defects[kind];

  if (count == 0)
    return;
  if (defect->count == 0 || time < defect->first)
    {
      defect->first = time;
      if (detail != NULL)
        {
          g_free (defect->detail);
          defect->detail = g_strdup (detail);
        }
    }
  defect->count += count;
}

/* Gives back the room that was reserved and not used. */
#define TRIM(column, n) ((column) = g_realloc_n ((column), (n), sizeof *(column)))

static void
trim (RefrainColumns *c)
{
  TRIM (c->calls.start, c->calls.n);
  TRIM (c->calls.end, c->calls.n);
  TRIM (c->calls.routine, c->calls.n);
  TRIM (c->calls.parent, c->calls.n);
  TRIM (c->calls.depth, c->calls.n);
  TRIM (c->ops.time, c->ops.n);
  TRIM (c->ops.bytes, c->ops.n);
  TRIM (c->ops.call, c->ops.n);
  TRIM (c->ops.comm, c->ops.n);
  TRIM (c->ops.partner, c->ops.n);
  TRIM (c->ops.record, c->ops.n);
  TRIM (c->ops.logical, c->ops.n);
  TRIM (c->ops.peer, c->ops.n);
  TRIM (c->ops.tag, c->ops.n);
  TRIM (c->ops.kind, c->ops.n);
  TRIM (c->records.time, c->records.n);
  TRIM (c->records.id, c->records.n);
  TRIM (c->records.size, c->records.n);
  TRIM (c->records.call, c->records.n);
  TRIM (c->records.op, c->records.n);
  TRIM (c->records.kind, c->records.n);
  TRIM (c->tape.bits, (c->tape.n + 3) / 4);
}

/* Appends @n elements of @from to @to, which holds @at. */
#define APPEND(to, at, from, n)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    (to) = g_renew (__typeof__ (*(to)), (to), (at) + (n));                                         \
    if ((n) > 0)                                                                                   \
      memcpy ((to) + (at), (from), (n) * sizeof *(to));                                            \
  }                                                                                                \
  G_STMT_END

static void
shift_rows (guint32 *rows, gsize first, gsize n, gsize by)
{
  for (gsize i = first; i < first + n; i++)
    if (rows[i] != REFRAIN_NONE)
      rows[i] += (guint32) by;
}

static void
append_calls (RefrainColumns *c, const RefrainRecorder *r)
{
  gsize at = c->calls.n, n = r->calls.n;

  APPEND (c->calls.start, at, r->calls.start, n);
  APPEND (c->calls.end, at, r->calls.end, n);
  APPEND (c->calls.routine, at, r->calls.routine, n);
  APPEND (c->calls.parent, at, r->calls.parent, n);
  APPEND (c->calls.depth, at, r->calls.depth, n);
  shift_rows (c->calls.parent, at, n, at);
}

static void
append_ops (RefrainColumns *c, const RefrainRecorder *r)
{
  gsize at = c->ops.n, n = r->ops.n;

  APPEND (c->ops.time, at, r->ops.time, n);
  APPEND (c->ops.bytes, at, r->ops.bytes, n);
  APPEND (c->ops.call, at, r->ops.call, n);
  APPEND (c->ops.comm, at, r->ops.comm, n);
  APPEND (c->ops.partner, at, r->ops.partner, n);
  APPEND (c->ops.record, at, r->ops.record, n);
  APPEND (c->ops.logical, at, r->ops.logical, n);
  APPEND (c->ops.peer, at, r->ops.peer, n);
  APPEND (c->ops.tag, at, r->ops.tag, n);
  APPEND (c->ops.kind, at, r->ops.kind, n);
  shift_rows (c->ops.call, at, n, c->calls.n);
  shift_rows (c->ops.record, at, n, c->records.n);
}

static void
append_records (RefrainColumns *c, const RefrainRecorder *r)
{
  gsize at = c->records.n, n = r->records.n;

  APPEND (c->records.time, at, r->records.time, n);
  APPEND (c->records.id, at, r->records.id, n);
  APPEND (c->records.size, at, r->records.size, n);
  APPEND (c->records.call, at, r->records.call, n);
  APPEND (c->records.op, at, r->records.op, n);
  APPEND (c->records.kind, at, r->records.kind, n);
  shift_rows (c->records.call, at, n, c->calls.n);
  shift_rows (c->records.op, at, n, c->ops.n);
  for (gsize i = at; i < at + n; i++)
    if (c->records.kind[i] == REFRAIN_RECORD_UNCLOSED)
      c->records.id[i] += c->calls.n;
}

static void
append_thread (RefrainColumns *c, const RefrainRecorder *r)
{
  gsize tape_at = (gsize) ((c->tape.n + 3) / 4);
  RefrainThread thread = {
    .name = r->name,
    .id = r->id,
    .events = r->events,
    .first_call = c->calls.n,
    .n_calls = r->calls.n,
    .first_op = c->ops.n,
    .n_ops = r->ops.n,
    .first_record = c->records.n,
    .n_records = r->records.n,
    .first_tape = (guint64) tape_at * 4,
    .n_tape = r->tape.n,
  };

  append_ops (c, r);
  append_records (c, r);
  append_calls (c, r);
  APPEND (c->tape.bits, tape_at, r->tape.bits, (gsize) ((r->tape.n + 3) / 4));
  c->calls.n += r->calls.n;
  c->ops.n += r->ops.n;
  c->records.n += r->records.n;
  c->tape.n = thread.first_tape + thread.n_tape;
  g_array_append_val (c->threads, thread);
}

/* The whole of a single thread, moved. */
static void
move_thread (RefrainColumns *c, RefrainRecorder *r)
{
  RefrainThread thread = {
    .name = r->name,
    .id = r->id,
    .events = r->events,
    .n_calls = r->calls.n,
    .n_ops = r->ops.n,
    .n_records = r->records.n,
    .n_tape = r->tape.n,
  };

  c->calls = r->calls;
  c->ops = r->ops;
  c->records = r->records;
  c->tape = r->tape;
  memset (&r->calls, 0, sizeof r->calls);
  memset (&r->ops, 0, sizeof r->ops);
  memset (&r->records, 0, sizeof r->records);
  memset (&r->tape, 0, sizeof r->tape);
  g_array_append_val (c->threads, thread);
}

static void
note_extent (RefrainColumns *c, const RefrainRecorder *r)
{
  RefrainTime first = G_MAXINT64;

  if (r->events == 0)
    return;
  if (r->calls.n > 0)
    first = MIN (first, r->calls.start[0]);
  if (r->ops.n > 0)
    first = MIN (first, r->ops.time[0]);
  if (r->records.n > 0)
    first = MIN (first, r->records.time[0]);
  c->first = MIN (c->first, first);
  c->last = MAX (c->last, r->last);
}

void
refrain_columns_join (RefrainColumns *columns, GPtrArray *recorders)
{
  columns->threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread));
  columns->first = G_MAXINT64;
  columns->last = G_MININT64;
  for (guint i = 0; i < recorders->len; i++)
    {
      RefrainRecorder *r = g_ptr_array_index (recorders, i);

      refrain_recorder_close (r);
      note_extent (columns, r);
      columns->events += r->events;
      columns->undefined_routine |= r->undefined_routine;
      columns->depth = MAX (columns->depth, r->stack_most);
      for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
        refrain_defect_count_add (columns->defects, k, r->defects[k].count, r->defects[k].first,
                                  r->defects[k].detail);
      if (recorders->len == 1)
        move_thread (columns, r);
      else
        append_thread (columns, r);
    }
  trim (columns);
}
