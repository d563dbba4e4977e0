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

static void
shift_rows (guint32 *rows, gsize first, gsize n, gsize by)
{
  for (gsize i = first; i < first + n; i++)
    if (rows[i] != REFRAIN_NONE)
      rows[i] += (guint32) by;
}

/* What was appended for @thread counts its rows from 0. */
static void
shift_thread (RefrainWritableColumns *c, const RefrainThread *thread)
{
  gsize call = thread->first_call, op = thread->first_op, record = thread->first_record;

  shift_rows (c->calls.parent, call, thread->n_calls, call);
  shift_rows (c->ops.call, op, thread->n_ops, call);
  shift_rows (c->ops.record, op, thread->n_ops, record);
  shift_rows (c->records.call, record, thread->n_records, call);
  shift_rows (c->records.op, record, thread->n_records, op);
  for (gsize i = record; i < record + thread->n_records; i++)
    if (c->records.kind[i] == REFRAIN_RECORD_UNCLOSED)
      c->records.id[i] += call;
}

/* The first thread's arrays are taken as they are; the rows of the others are appended. */
static void
add_thread (RefrainWritableColumns *c, RefrainRecorder *r)
{
  RefrainThread thread = {
    .name = r->name,
    .id = r->id,
    .events = r->events,
    .first_call = c->calls.n,
    .n_calls = r->columns.calls.n,
    .first_op = c->ops.n,
    .n_ops = r->columns.ops.n,
    .first_record = c->records.n,
    .n_records = r->columns.records.n,
    .first_tape = (c->tape.n + 3) / 4 * 4,
    .n_tape = r->columns.tape.n,
  };

  if (c->threads->len == 0)
    {
      r->columns.threads = c->threads;
      *c = r->columns;
      memset (&r->columns, 0, sizeof r->columns);
    }
  else
    {
      refrain_columns_append (c, &r->columns);
      shift_thread (c, &thread);
    }
  g_array_append_val (c->threads, thread);
}

static void
note_extent (RefrainAssemblyProcess *process, const RefrainRecorder *r)
{
  RefrainTime first = G_MAXINT64;

  if (r->events == 0)
    return;
  if (r->columns.calls.n > 0)
    first = MIN (first, r->columns.calls.start[0]);
  if (r->columns.ops.n > 0)
    first = MIN (first, r->columns.ops.time[0]);
  if (r->columns.records.n > 0)
    first = MIN (first, r->columns.records.time[0]);
  process->first = MIN (process->first, first);
  process->last = MAX (process->last, r->last);
}

void
refrain_assembly_join (RefrainAssemblyProcess *process, GPtrArray *recorders)
{
  process->columns.threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread));
  process->first = G_MAXINT64;
  process->last = G_MININT64;
  for (guint i = 0; i < recorders->len; i++)
    {
      RefrainRecorder *r = g_ptr_array_index (recorders, i);

      refrain_recorder_close (r);
      note_extent (process, r);
      process->events += r->events;
      process->undefined_routine |= r->undefined_routine;
      process->depth = MAX (process->depth, r->stack_most);
      for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
        refrain_defect_count_add (process->defects, k, r->defects[k].count, r->defects[k].first,
                                  r->defects[k].detail);
      add_thread (&process->columns, r);
    }
  refrain_columns_trim (&process->columns);
}
